"""Solvers: what a game's solver provides, which rules it supports, and the base game under best play."""
