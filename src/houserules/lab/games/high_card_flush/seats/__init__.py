"""High Card Flush: several seats of a table together."""
