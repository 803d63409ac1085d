"""Strategies: written ones, best play as a chart, what they cost, what knowledge is worth."""
