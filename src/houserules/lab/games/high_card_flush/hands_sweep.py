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

from houserules.lab.games.flushes.lanes import (
    BINOMIAL,
    FULL_LANE,
    LANES_BY_SIZE,
    RANKS,
    SIZE_START,
    SUITS,
    draws_under,
)
from houserules.lab.games.flushes.multilinear import multilinear_constants
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit, jit_inline

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

BELOW: Final = 0
AT_MOST: Final = 1
SHORT: Final = 2
KINDS: Final = 3
"""What is counted of the dealer's hands: below the bound, at most the bound, short of the qualifier."""

HANDS: Final = 3
SUMS: Final = 4
"""A tally holds these counts summed over the player's hands, and the number of the player's hands behind them."""

FOLDED: Final = 0
RAISED_LEAST: Final = 1
RAISED_MOST: Final = 2
CHOICES: Final = 3
"""What best play does: nothing between the smallest and the largest raise is ever better than both."""


U: Final = np.uint64
"""Marks an index that is never negative; for others the compiler allows for counting from the end."""


class HandTable(NamedTuple):
    """One row for each class of hands: the hand (52 bits), how many hands are like it, and how many of the dealer's
    hands are below it, at most equal to it, and short of the qualifier."""

    hands: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int32]

    @classmethod
    def empty(cls, rows: int) -> "HandTable":
        """Room for this number of rows."""
        return cls(np.empty(rows, np.int64), np.empty(rows, np.int64), np.empty((rows, KINDS), np.int32))


class Play(NamedTuple):
    """The terms of the game as numbers for the kernels.

    ``forms[length, met, 0]`` is what the smallest raise brings and ``forms[length, met, 1]`` what the largest
    does, as factors of `DEALER_HANDS` and of the counts `SHORT`, `BELOW` and `AT_MOST`, by the length of the player's
    flush and whether it meets the qualifier. A fold brings ``-unit`` times the dealer's hands.
    """

    qualifier: int
    unit: int
    forms: npt.NDArray[np.int64]


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
    counts: Ints, features: Ints, start: int, end: int, forms: Ints, unit: int, weight: int, tally: Ints
) -> None:
    """Play hands of which only the last suit is open as well as can be, and tally them by choice.

    Counts are linear in the last suit's features, and results are linear in the counts. Of equally good actions the
    smallest wager is taken.
    """
    below, below_slope = counts[BELOW, 0], counts[BELOW, 1]
    at_most, at_most_slope = counts[AT_MOST, 0], counts[AT_MOST, 1]
    short, short_slope = counts[SHORT, 0], counts[SHORT, 1]
    least = (forms[0, 0] + unit) * DEALER_HANDS + forms[0, 1] * short + forms[0, 2] * below + forms[0, 3] * at_most
    least_short, least_below = forms[0, 1] * short_slope, forms[0, 2] * below_slope
    least_at_most = forms[0, 3] * at_most_slope
    more = (forms[1, 0] - forms[0, 0]) * DEALER_HANDS
    more += (forms[1, 1] - forms[0, 1]) * short
    more += (forms[1, 2] - forms[0, 2]) * below
    more += (forms[1, 3] - forms[0, 3]) * at_most
    more_short = (forms[1, 1] - forms[0, 1]) * short_slope
    more_below = (forms[1, 2] - forms[0, 2]) * below_slope
    more_at_most = (forms[1, 3] - forms[0, 3]) * at_most_slope
    has_choice = False
    for place in range(4):
        has_choice |= forms[0, place] != forms[1, place]
    all_short, all_below, all_at_most = 0, 0, 0
    raised, raised_short, raised_below, raised_at_most = 0, 0, 0, 0
    most, most_short, most_below, most_at_most = 0, 0, 0, 0
    if has_choice:
        for index in range(start, end):
            few, under = features[3, SHORT, U(index)], features[3, BELOW, U(index)]
            upto = features[3, AT_MOST, U(index)]
            gain = least + least_short * few + least_below * under + least_at_most * upto
            further = more + more_short * few + more_below * under + more_at_most * upto
            larger = further > 0
            raises = gain + max(further, 0) > 0
            larger &= raises
            all_short += few
            all_below += under
            all_at_most += upto
            raised += raises
            raised_short += few if raises else 0
            raised_below += under if raises else 0
            raised_at_most += upto if raises else 0
            most += larger
            most_short += few if larger else 0
            most_below += under if larger else 0
            most_at_most += upto if larger else 0
    else:
        for index in range(start, end):
            few, under = features[3, SHORT, U(index)], features[3, BELOW, U(index)]
            upto = features[3, AT_MOST, U(index)]
            raises = least + least_short * few + least_below * under + least_at_most * upto > 0
            all_short += few
            all_below += under
            all_at_most += upto
            raised += raises
            raised_short += few if raises else 0
            raised_below += under if raises else 0
            raised_at_most += upto if raises else 0
    folded = end - start - raised
    tally[FOLDED, HANDS] += weight * folded
    tally[FOLDED, SHORT] += weight * (short * folded + short_slope * (all_short - raised_short))
    tally[FOLDED, BELOW] += weight * (below * folded + below_slope * (all_below - raised_below))
    tally[FOLDED, AT_MOST] += weight * (at_most * folded + at_most_slope * (all_at_most - raised_at_most))
    once = raised - most
    tally[RAISED_LEAST, HANDS] += weight * once
    tally[RAISED_LEAST, SHORT] += weight * (short * once + short_slope * (raised_short - most_short))
    tally[RAISED_LEAST, BELOW] += weight * (below * once + below_slope * (raised_below - most_below))
    tally[RAISED_LEAST, AT_MOST] += weight * (at_most * once + at_most_slope * (raised_at_most - most_at_most))
    tally[RAISED_MOST, HANDS] += weight * most
    tally[RAISED_MOST, SHORT] += weight * (short * most + short_slope * most_short)
    tally[RAISED_MOST, BELOW] += weight * (below * most + below_slope * most_below)
    tally[RAISED_MOST, AT_MOST] += weight * (at_most * most + at_most_slope * most_at_most)


@jit_inline
def write_row(
    counts: Ints, features: Ints, start: int, end: int, weight: int, lanes: int, size: int, at: int, table: HandTable
) -> None:
    """Write down the hands of which only the last suit is open."""
    for index in range(start, end):
        table.hands[at + index] = lanes | LANES_BY_SIZE[SIZE_START[size] + index] << 3 * RANKS
        table.weights[at + index] = weight
        for kind in range(KINDS):
            table.counts[at + index, kind] = counts[kind, 0] + counts[kind, 1] * features[3, kind, index]


@jit
def sweep_hands(patterns: Ints, play: Play, tally: Ints, table: HandTable) -> None:
    """Go through all classes of hands of the patterns. Add up in ``tally[length, met, choice]`` the dealer's hands
    that best play meets. Where the table has room, write the classes down there.

    Lanes that equal their mates make a hand more symmetric, and its class smaller.
    """
    features = np.zeros((SUITS, KINDS, LONGEST_LIST), np.int64)
    constants, open3 = np.empty((KINDS, 16), np.int64), np.empty((KINDS, 8), np.int64)
    open2, open1 = np.empty((KINDS, 4), np.int64), np.empty((KINDS, 2), np.int64)
    sizes, mates, ends = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    free, levels = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    qualifier = play.qualifier
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
            met = 1 if bound >= qualifier else 0
            forms, sums = play.forms[length, met], tally[length, met]
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
                            write_row(open1, features, start, stop, times, lanes | lane0, sizes[3], at, table)
                        else:
                            play_row(open1, features, start, stop, forms, play.unit, times, sums)
                    at += end
    if len(table.hands):
        assert at == len(table.hands)


@jit
def tally_hands(table: HandTable, groups: Ints, tally: Ints) -> None:
    """Add the counts of a table to ``tally[group]``, row by row."""
    for row in range(len(table.hands)):
        group, weight = groups[row], table.weights[row]
        tally[group, HANDS] += weight
        for kind in range(KINDS):
            tally[group, kind] += weight * table.counts[row, kind]
