"""The results of many rounds."""
