"""Which hand a drill shows. The rule is stated here in full; chance comes in as data.

`DEALT` hands are dealt that best play brings to the street. The `NEAR` of these whose second-best option costs least
are near the border. Of every four hands that a drill shows, three are near ones and the fourth is one of the others;
within each part all hands are equally likely. A hand dealt at random is near with chance `NEAR` / `DEALT`, so the
cost of answers in each part determines their cost over all hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

DEALT: Final = 16
NEAR: Final = 4
NEAR_SHOWN: Final = Fraction(3, 4)
"""The fraction of the hands shown in a drill that are near the border."""
_MOST_DEALT: Final = 2_000
"""A street that few hands reach is not drilled."""

Cards = tuple[int, ...]
Values = Callable[[Cards, Cards], Mapping[str, Fraction]]
"""Maps hand and board to the value of each option, the smallest wager first."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt: the cards of a hand, and how many community cards lie open at each decision."""

    deck: int
    hand: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    cards: Cards
    board: Cards
    options: Mapping[str, Fraction]
    near: bool
    dealt: int
    """How many hands were dealt until enough of them had reached this street."""


def margin(options: Mapping[str, Fraction]) -> Fraction:
    """What the second-best option costs against the best."""
    best, second, *_ = sorted(options.values(), reverse=True)
    return best - second


def choose(deal: Deal, street: int, values: Values, chance: Random) -> Shown | None:
    """The hand to show on the street with this many community cards; None if best play hardly ever reaches it."""
    found: list[tuple[Cards, Cards, Mapping[str, Fraction]]] = []
    dealt = 0
    while len(found) < DEALT:
        if dealt == _MOST_DEALT:
            return None
        dealt += 1
        drawn = tuple(chance.sample(range(deal.deck), deal.hand + street))
        cards, board = drawn[: deal.hand], drawn[deal.hand :]
        if _comes_to(deal, street, cards, board, values):
            options = values(cards, board)
            if len(options) > 1:
                found.append((cards, board, options))
    found.sort(key=lambda each: margin(each[2]))
    near = chance.random() < NEAR_SHOWN
    cards, board, options = chance.choice(found[:NEAR] if near else found[NEAR:])
    return Shown(cards, board, options, near, dealt)


def _comes_to(deal: Deal, street: int, cards: Cards, board: Cards, values: Values) -> bool:
    """Whether best play wagers nothing before this street; a wager would end all decisions."""
    for seen in deal.boards:
        if seen >= street:
            break
        options = values(cards, board[:seen])
        passive = next(iter(options))
        if max(options, key=lambda action: options[action]) != passive:
            return False
    return True
