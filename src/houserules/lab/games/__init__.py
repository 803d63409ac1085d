"""The solvers of this project, one package per game, and what several games share."""
