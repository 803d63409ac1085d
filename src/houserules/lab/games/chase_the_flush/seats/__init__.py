"""Chase the Flush: several seats of a table together."""
