"""Solvers by the id of their game: those of this house, and those that other packages bring.

A package brings one by an entry point of the group ``houserules.solvers`` whose name is the game's id, and whose
value is the `Solver`, as in ``my_game = "my_package.lab:SOLVER"``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from houserules.lab.games import BUNDLED
from houserules.lab.solver import Solver
from houserules.law import MalformedData

GROUP: Final = "houserules.solvers"


class Unsupported(MalformedData):
    """Rules that the lab cannot analyse. Every one is named, with its clause and with what is supported."""


@cache
def solver_of(game: str) -> Solver:
    """The solver of a game, or `Unsupported`."""
    if game in BUNDLED:
        found = import_module(BUNDLED[game]).SOLVER
    else:
        entries = tuple(entry_points(group=GROUP, name=game))
        if len(entries) != 1:
            have = f"{len(entries)} installed packages have" if entries else "no installed package has"
            raise Unsupported(f"the lab has no solver of {game}: {have} an entry point {game!r} in the group {GROUP}")
        found = entries[0].load()
    assert isinstance(found, Solver)
    assert found.game == game, f"the solver of {found.game} is registered for {game}"
    return found
