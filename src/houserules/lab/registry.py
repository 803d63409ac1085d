"""Solvers by the id of their game. The index of the place that a rulebook comes from names the solver of its game."""

from __future__ import annotations

from houserules.lab.solver import Solver
from houserules.law import MalformedData, games


class Unsupported(MalformedData):
    """Rules that the lab cannot analyse. Every one is named, with its clause and with what is supported."""


def solver_of(game: str) -> Solver:
    """The solver of a game, or `Unsupported`."""
    try:
        found = games.value_of("solvers", game)
    except games.UnknownGame as error:
        raise Unsupported(f"the lab has no solver of {game}: {error}") from None
    assert isinstance(found, Solver)
    assert found.game == game, f"the solver of {found.game} is registered for {game}"
    return found
