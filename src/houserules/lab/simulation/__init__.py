"""Rounds played out in great number, on processors, clusters and graphics cards."""
