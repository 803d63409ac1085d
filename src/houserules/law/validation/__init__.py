"""Checks that a rulebook is consistent."""
