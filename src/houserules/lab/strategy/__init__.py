"""Strategies: written ones, best play as a chart, their costs, and what knowledge is worth."""
