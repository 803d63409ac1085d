"""Commands about rounds."""
