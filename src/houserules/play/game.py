"""What a game is: one frozen value that the rest of the engine consults, and that names no jurisdiction.

A game says how cards become a hand, which streets its players decide on and for how much, what the dealer needs to
qualify, and which words its rulebooks use. It reads everything that a document prints from the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from houserules.law import GameWords, Paytable, Submission
from houserules.play.cited import Clauses
from houserules.play.round.lines import LineTable


class Decline(StrEnum):
    """What a player who does not bet on a street does."""

    FOLD = "fold"
    CHECK = "check"
    """The decision is put off to the next street."""


class Street(Struct, frozen=True, dict=True):
    """One round of decisions. The largest wager may differ by the grade of the player's hand."""

    name: str
    wager: str
    """The wager that may be made here. A player who has made it on an earlier street is not asked again."""
    decline: Decline
    smallest: int
    """In multiples of the base wager."""
    largest: tuple[int, ...]
    """By grade, in multiples of the base wager."""
    clauses: tuple[Clauses, ...]
    """By grade: what sets the amounts."""
    asked: str
    """The clause by which the players are asked."""
    board: int = 0
    """How many community cards lie face up when the players are asked."""
    step: str | None = None
    """The step of the rulebook that turns up the community cards before this street."""

    @cached_property
    def is_exact(self) -> bool:
        """Whether only one amount is lawful, whatever the hand."""
        return {self.smallest} == set(self.largest)


class Hand(Protocol):
    """What settlement reads in the cards of a hand. Anything else in it is known only to the game's own tables."""

    @property
    def key(self) -> int:
        """A higher key beats a lower one; equal keys tie."""
        ...


class Reader(Protocol):
    """The hands of one game under one submission. A hand is given as a mask of 52 bits."""

    def read(self, mask: int) -> Hand: ...

    def key(self, mask: int) -> int:
        """The key of the hand alone."""
        ...

    def grade(self, mask: int) -> int:
        """The index in :attr:`Street.largest` for a player who holds these cards."""
        ...

    def qualifies(self, key: int) -> bool:
        """Whether a dealer whose hand has this key qualifies."""
        ...

    def table(self, paytable: Paytable, suit: str | None) -> LineTable[Any]:
        """The pay table prepared for reading hands."""
        ...

    def qualifying_hand(self) -> str:
        """The dealer's lowest qualifying hand as people say it; empty where every hand qualifies."""
        ...

    def grade_text(self, first: int, last: int, again: bool) -> str:
        """The hands from one grade to another as people say it; shorter where such hands were just named
        (``again``)."""
        ...

    def kinds(self) -> tuple[str, ...]:
        """The kinds of hands that are compared with the dealer's, as people say them, from the highest down."""
        ...

    def describe(self, mask: int) -> tuple[str, int]:
        """The name of the hand as people say it, and the cards that make it."""
        ...

    def bonus_hand(self, mask: int) -> tuple[str, int] | None:
        """A second hand among the same cards that bonus wagers are paid by, and its cards."""
        ...


@dataclass(frozen=True, slots=True)
class Game:
    words: GameWords
    streets: Callable[[Submission], tuple[Street, ...]]
    reader: Callable[[Submission], Reader]
