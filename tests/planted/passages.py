"""The violations of clauses that no value of a rulebook says, or that a value does not say well enough."""

from __future__ import annotations

from tests.planted.plants import Plant

PASSAGES: dict[str, tuple[Plant, ...]] = {}
