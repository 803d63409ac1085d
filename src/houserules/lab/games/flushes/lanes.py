"""Thirteen ranks of one suit, and how many ways a dealer can fill them up to a bound.

A lane is a set of ranks of one suit as 13 bits, deuce first. A hand is four lanes. Its key is the largest,
over the suits, of ``size << 13 | lane``: longer flushes have larger keys, and of two equally long ones the
one with the higher ranks.

A dealer's key is at most ``v`` exactly when each suit's own key is, so hands are counted suit by suit. Within
a suit, drawing fewer cards than ``v`` is long cannot go over, drawing more always does, and only the draws
that make a flush of exactly that length need a look at the ranks. That look is `draws_under`.
"""

from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit

RANKS: Final = 13
SUITS: Final = 4
FULL_LANE: Final = (1 << RANKS) - 1


def _binomials(size: int) -> Ints:
    table = np.zeros((size, size), np.int64)
    table[:, 0] = 1
    for row in range(1, size):
        table[row, 1:] = table[row - 1, 1:] + table[row - 1, :-1]
    return table


BINOMIAL: Final = _binomials(53)
LANE_SIZE: Final = np.array([lane.bit_count() for lane in range(1 << RANKS)], np.int64)
LANES_BY_SIZE: Final = np.argsort(LANE_SIZE, kind="stable").astype(np.int64)
"""All lanes, short ones first, and lanes of one size in ascending order."""
SIZE_START: Final = np.concatenate(([0], np.cumsum(BINOMIAL[RANKS, : RANKS + 1])))
LANE_INDEX: Final = np.empty(1 << RANKS, np.int64)
"""Where a lane stands among the lanes of its size."""
LANE_INDEX[LANES_BY_SIZE] = np.arange(1 << RANKS) - SIZE_START[LANE_SIZE[LANES_BY_SIZE]]


@jit
def draws_under(base: int, free: int, draw: int, bound: int) -> tuple[int, int]:
    """Of the sets of `draw` cards from `free`: how many, added to `base`, give a lane below `bound`; and how
    many (none or one) give `bound` itself. The sum of `base` and `draw` is as long as `bound`.

    Ranks that neither side holds change nothing, so the walk goes from the highest rank down through those
    that the bound or the base holds. At a rank of the bound that the base lacks, leaving it out puts the lane
    below the bound whatever follows, and taking it keeps the two level.
    """
    below = 0
    for rank in range(RANKS - 1, -1, -1):
        card = 1 << rank
        if bound & card:
            if base & card:
                continue
            below += BINOMIAL[LANE_SIZE[free & (card - 1)], draw]
            if draw == 0 or not free & card:
                return below, 0
            draw -= 1
        elif base & card:
            return below, 0
    return below, 1


@jit
def key_of(first: int, second: int, third: int, fourth: int) -> int:
    """The key of a hand from its four lanes."""
    key = 0
    for lane in (first, second, third, fourth):
        key = max(key, int(LANE_SIZE[lane]) << RANKS | lane)
    return key


def lanes_of(mask: int) -> tuple[int, int, int, int]:
    """The four lanes of a 52-bit hand."""
    return (mask & FULL_LANE, mask >> RANKS & FULL_LANE, mask >> 2 * RANKS & FULL_LANE, mask >> 3 * RANKS & FULL_LANE)


def require_disjoint(*hands: int) -> None:
    """Refuse hands that share a card or hold something that is not a card."""
    seen = 0
    for hand in hands:
        if hand & seen or not 0 <= hand < 1 << SUITS * RANKS:
            raise ValueError("a card is named twice, or is not one of the 52")
        seen |= hand
