"""The rulebook, as data."""
