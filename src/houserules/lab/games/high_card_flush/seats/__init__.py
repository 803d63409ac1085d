"""High Card Flush: the seats of a table together."""
