"""Chase the Flush: the seats of a table together."""
