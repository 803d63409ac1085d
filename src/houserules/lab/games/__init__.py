"""The solvers of this house, one package a game, and what several games share."""
