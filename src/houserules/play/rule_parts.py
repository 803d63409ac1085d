"""The parts of :class:`~houserules.play.rules.Rules`: a step, a stake, how a wager ends."""

from __future__ import annotations

from msgspec import Struct

from houserules.law.words import Outcome, Role
from houserules.play.cited import Clauses


class Step(Struct, frozen=True):
    """Who may take a step, and the clauses that say so."""

    roles: tuple[Role, ...]
    clauses: Clauses


class StakeRule(Struct, frozen=True):
    """What one wager may be: within limits, or equal to another, or one of certain amounts."""

    name: str
    required: bool
    clauses: Clauses
    minimum: int
    maximum: int
    equals: str | None = None
    amounts: tuple[int, ...] = ()
    """The only amounts allowed, the smallest first; empty where any amount within the limits is allowed."""


class Verdict(Struct, frozen=True):
    """How a comparison ends for a wager."""

    outcome: Outcome
    clauses: Clauses


class Verdicts(Struct, frozen=True):
    """How a wager against the dealer's hand ends."""

    lower: Verdict
    equal: Verdict
    higher: Verdict
    below: Verdict | None
    """Where the dealer does not qualify; None: the hands are compared all the same."""


class Bonus(Struct, frozen=True):
    """What is paid on another wager by the player's hand alone."""

    name: str
    on: str
