"""High Card Flush: every player's hand, up to exchange of suits, against every dealer's hand.

A hand is four lanes. The longest and highest is the flush that is played and fixes the bound for the dealer.
The other three run through the lanes of their sizes, and of lanes of equal size a later one never stands
above an earlier one, so that each class of hands comes up once. Its weight is the number of different hands
that exchanging suits makes of it.
"""

# Kernels are long and take plain numbers, because calls and objects cost too much there.
# ruff: noqa: PLR0912, PLR0915

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.compiling import jit, jit_inline
from houserules.lab.lanes import (
    BINOMIAL,
    FULL_LANE,
    LANES_BY_SIZE,
    RANKS,
    SIZE_START,
    SUITS,
    Ints,
    draws_under,
)
from houserules.lab.multilinear import multilinear_constants

HAND: Final = 7
EXCHANGES: Final = 24
LONGEST_LIST: Final = 1716
HAND_CLASSES: Final = 6_009_159
DEALER_HANDS: Final = 45_379_620
PATTERNS: Final = np.array(
    [
        (flush, *others)
        for flush in range(2, HAND + 1)
        for others in [
            (low, middle, HAND - flush - low - middle)
            for low in range(HAND)
            for middle in range(low, HAND)
            if middle <= HAND - flush - low - middle <= flush
        ]
    ],
    np.int64,
)
"""The sizes of the four lanes: the flush, then the others, short ones first."""

FOLD: Final = 0
UNQUALIFIED: Final = 0
WON: Final = 1
TIED: Final = 2
LOST: Final = 3
OUTCOMES: Final = 4
HANDS: Final = TIED
"""A tally holds the number of player's hands where an outcome table holds the ties, which follow from it."""

BELOW: Final = 0
AT_MOST: Final = 1
SHORT: Final = 2
KINDS: Final = 3
"""What is counted of the dealer's hands: below the bound, at most the bound, short of the qualifier."""


U: Final = np.uint64
"""Marks an index that is never negative; for others the compiler allows for counting from the end."""


class HandTable(NamedTuple):
    """One row for each class of hands: the hand (52 bits), how many hands are like it, and how many dealer's
    hands fail to qualify, lose, tie and win against it."""

    hands: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    outcomes: npt.NDArray[np.int32]

    @classmethod
    def empty(cls, rows: int) -> "HandTable":
        """Room for so many rows."""
        return cls(np.empty(rows, np.int64), np.empty(rows, np.int64), np.empty((rows, OUTCOMES), np.int32))


@jit
def fill_features(size: int, bound: int, end: int, features: Ints) -> None:
    """For the first lanes of a size that the player may hold in some suit: in how many ways the dealer's
    flush in that suit, drawn as long as the bound, stays below the bound, or at most reaches it."""
    length = bound >> RANKS
    for index in range(end):
        lane = LANES_BY_SIZE[SIZE_START[size] + index]
        under, level = draws_under(0, FULL_LANE & ~lane, length, bound & FULL_LANE)
        features[BELOW, index] = under
        features[AT_MOST, index] = under + level


@jit
def find_mates(sizes: Ints, mates: Ints) -> None:
    """For each lane the earlier one of the same size that it may not stand above, or -1."""
    for suit in range(SUITS):
        mates[suit] = -1
        if suit > 1 and sizes[suit] == sizes[suit - 1]:
            mates[suit] = suit - 1
        elif suit > 0 and sizes[suit] == sizes[0]:
            mates[suit] = 0


@jit_inline
def close_suit(counts: Ints, features: Ints, suit: int, index: int, left: int, result: Ints) -> None:
    """Put one lane's features into each of the three counts, of which `left` constants remain."""
    for kind in range(KINDS):
        feature = features[suit, kind, U(index)]
        for constant in range(left):
            result[kind, constant] = counts[kind, 2 * constant] + feature * counts[kind, 2 * constant + 1]


@jit_inline
def play_row(
    counts: Ints, features: Ints, start: int, end: int, met: bool, largest: int, weight: int, tally: Ints
) -> None:
    """Play hands of which only the last suit is open as well as can be, and tally them by multiple raised.

    A player's hand under the qualifier loses to every dealer's hand that meets it. Of equally good actions
    the smallest wager is taken.
    """
    below, below_slope = counts[BELOW, 0], counts[BELOW, 1]
    at_most, at_most_slope = counts[AT_MOST, 0], counts[AT_MOST, 1]
    short, short_slope = counts[SHORT, 0], counts[SHORT, 1]
    raised, raised_short, raised_won, raised_lost = 0, 0, 0, 0
    most, most_short, most_won, most_lost = 0, 0, 0, 0
    all_short, all_won, all_lost = 0, 0, 0
    for index in range(start, end):
        unqualified = short + short_slope * features[3, SHORT, U(index)]
        won = below + below_slope * features[3, BELOW, U(index)] - unqualified if met else 0
        upto = at_most + at_most_slope * features[3, AT_MOST, U(index)] if met else unqualified
        lost = DEALER_HANDS - upto
        gain = won - lost
        multiple = largest if gain > 0 else 1
        raises = unqualified + (1 + multiple) * gain > -DEALER_HANDS
        all_short += unqualified
        all_won += won
        all_lost += lost
        raised += raises
        raised_short += unqualified if raises else 0
        raised_won += won if raises else 0
        raised_lost += lost if raises else 0
        larger = multiple > 1
        most += larger
        most_short += unqualified if larger else 0
        most_won += won if larger else 0
        most_lost += lost if larger else 0
    tally[0, HANDS] += weight * (end - start - raised)
    tally[0, UNQUALIFIED] += weight * (all_short - raised_short)
    tally[0, WON] += weight * (all_won - raised_won)
    tally[0, LOST] += weight * (all_lost - raised_lost)
    tally[1, HANDS] += weight * (raised - most)
    tally[1, UNQUALIFIED] += weight * (raised_short - most_short)
    tally[1, WON] += weight * (raised_won - most_won)
    tally[1, LOST] += weight * (raised_lost - most_lost)
    tally[2, HANDS] += weight * most
    tally[2, UNQUALIFIED] += weight * most_short
    tally[2, WON] += weight * most_won
    tally[2, LOST] += weight * most_lost


@jit_inline
def write_row(
    counts: Ints,
    features: Ints,
    start: int,
    end: int,
    met: bool,
    weight: int,
    lanes: int,
    size: int,
    at: int,
    table: HandTable,
) -> None:
    """Write down the hands of which only the last suit is open."""
    for index in range(start, end):
        unqualified = counts[SHORT, 0] + counts[SHORT, 1] * features[3, SHORT, index]
        below = counts[BELOW, 0] + counts[BELOW, 1] * features[3, BELOW, index]
        at_most = counts[AT_MOST, 0] + counts[AT_MOST, 1] * features[3, AT_MOST, index]
        table.hands[at + index] = lanes | LANES_BY_SIZE[SIZE_START[size] + index] << 3 * RANKS
        table.weights[at + index] = weight
        table.outcomes[at + index, UNQUALIFIED] = unqualified
        table.outcomes[at + index, WON] = below - unqualified if met else 0
        table.outcomes[at + index, TIED] = at_most - below if met else 0
        table.outcomes[at + index, LOST] = DEALER_HANDS - (at_most if met else unqualified)


@jit
def sweep_hands(patterns: Ints, qualifier: int, largest_raise: Ints, tally: Ints, table: HandTable) -> None:
    """Go through all classes of hands of the patterns. Add up in ``tally[length, choice]`` what best play
    brings: hands folded (0), raised once (1) and raised by more, as far as is allowed (2). Where the table
    has room, write the classes down there.

    Lanes that equal their mates make a hand more symmetric, and its class smaller.
    """
    features = np.zeros((SUITS, KINDS, LONGEST_LIST), np.int64)
    constants, open3 = np.empty((KINDS, 16), np.int64), np.empty((KINDS, 8), np.int64)
    open2, open1 = np.empty((KINDS, 4), np.int64), np.empty((KINDS, 2), np.int64)
    sizes, mates, ends = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    free, levels = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    at = 0
    for pattern in range(len(patterns)):
        length = patterns[pattern, 0]
        for suit in range(SUITS):
            sizes[suit] = patterns[pattern, suit]
            ends[suit] = BINOMIAL[RANKS, sizes[suit]]
            free[suit] = RANKS - sizes[suit]
            levels[suit] = qualifier >> RANKS
            fill_features(sizes[suit], qualifier, ends[suit], features[suit])
            for index in range(ends[suit]):
                features[suit, SHORT, index] = features[suit, BELOW, index]
        multilinear_constants(HAND, free, levels, constants[SHORT])
        for suit in range(SUITS):
            levels[suit] = length
        multilinear_constants(HAND, free, levels, constants[BELOW])
        multilinear_constants(HAND, free, levels, constants[AT_MOST])
        find_mates(sizes, mates)
        mate1, mate2, mate3 = mates[1], mates[2], mates[3]
        for flush in range(BINOMIAL[RANKS, length]):
            lane0 = LANES_BY_SIZE[SIZE_START[length] + flush]
            bound = length << RANKS | lane0
            met = bound >= qualifier
            for suit in range(SUITS):
                if sizes[suit] == length:
                    ends[suit] = flush + 1
                if suit in (0, 3) or sizes[suit] != sizes[suit + 1]:
                    fill_features(sizes[suit], bound, ends[suit], features[suit])
            for suit in range(2, 0, -1):
                if sizes[suit] == sizes[suit + 1]:
                    for index in range(ends[suit]):
                        features[suit, BELOW, index] = features[suit + 1, BELOW, index]
                        features[suit, AT_MOST, index] = features[suit + 1, AT_MOST, index]
            close_suit(constants, features, 0, flush, 8, open3)
            for first in range(ends[1] if mate1 < 0 else flush + 1):
                close_suit(open3, features, 1, first, 4, open2)
                alike1 = 2 if mate1 == 0 and first == flush else 1
                top2 = first if mate2 == 1 else flush
                for second in range(ends[2] if mate2 < 0 else top2 + 1):
                    close_suit(open2, features, 2, second, 2, open1)
                    alike2 = 1
                    if mate2 >= 0 and second == top2:
                        alike2 = 1 + (alike1 if mate2 == 1 else 1)
                    weight = EXCHANGES // (alike1 * alike2)
                    end, last, last_weight = ends[3], ends[3], weight
                    if mate3 >= 0:
                        last = second if mate3 == 2 else (first if mate3 == 1 else flush)
                        end = last + 1
                        last_weight = weight // (1 + (alike2 if mate3 == 2 else (alike1 if mate3 == 1 else 1)))
                    for part in range(2 if last < end else 1):
                        start, stop = (last, end) if part else (0, last)
                        times = last_weight if part else weight
                        if at < len(table.hands):
                            lanes = LANES_BY_SIZE[SIZE_START[sizes[1]] + first] << RANKS
                            lanes |= LANES_BY_SIZE[SIZE_START[sizes[2]] + second] << 2 * RANKS
                            write_row(open1, features, start, stop, met, times, lanes | lane0, sizes[3], at, table)
                        else:
                            play_row(open1, features, start, stop, met, largest_raise[length], times, tally[length])
                    at += end
    if len(table.hands):
        assert at == len(table.hands)


@jit
def tally_hands(table: HandTable, lengths: Ints, multiples: Ints, tally: Ints) -> None:
    """Add the deals of a table to ``tally[length, multiple, outcome]``."""
    for row in range(len(table.hands)):
        for outcome in range(OUTCOMES):
            deals = table.weights[row] * table.outcomes[row, outcome]
            tally[lengths[row], multiples[row], outcome] += deals
