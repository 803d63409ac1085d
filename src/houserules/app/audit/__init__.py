"""Checks the books of a house: shuffles, chips, meters and purses, together with play."""
