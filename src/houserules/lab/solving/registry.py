"""Solvers by the id of their game. An index of rulebooks names them, wherever the rulebooks come from."""

from __future__ import annotations

from houserules.lab.solving.solver import Solver
from houserules.law import MalformedData
from houserules.law.games import UnknownGame, value_of


class Unsupported(MalformedData):
    """Rules that the lab cannot analyse. Each is named, with its clause and with what is supported."""


def solver_of(game: str) -> Solver:
    """The solver of a game, or `Unsupported`."""
    try:
        found = value_of("solvers", game)
    except UnknownGame as error:
        raise Unsupported(f"the lab has no solver of this game: {error}") from None
    assert isinstance(found, Solver)
    assert found.game == game, f"the solver of {found.game} is registered for {game}"
    return found
