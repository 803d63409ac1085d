"""Checks whether the log says today what it said when it was written."""
