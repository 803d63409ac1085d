"""Limits that players set for themselves at live tables, and breaks."""
