"""High Card Flush: every player's hand, up to exchange of suits, against every dealer's hand.

A hand is four lanes. The longest and highest is the flush that is played and fixes the bound for the dealer.
The other three run through the lanes of their sizes, and of lanes of equal size a later one never stands above
an earlier one, so that each class of hands comes up once. Its weight is the number of different hands that
exchanging suits makes of it.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.compiling import jit
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
from houserules.lab.multilinear import contract, multilinear_constants

HAND: Final = 7
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

BELOW: Final = 0
AT_MOST: Final = 1
SHORT: Final = 2
KINDS: Final = 3
"""What is counted of the dealer's hands: below the bound, at most the bound, short of the qualifier."""


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


class Row(NamedTuple):
    """The hands of one class pattern in which only the last suit is still open."""

    lanes: int
    size: int
    end: int
    weight: int
    last_weight: int
    qualifier_met: bool
    largest_raise: int


@jit
def lane_features(size: int, bound: int, features: Ints, end: int) -> None:
    """For the first lanes of a size that the player may hold in some suit: in how many ways the dealer's flush
    in that suit, drawn as long as the bound, stays below the bound, or at most reaches it."""
    length = bound >> RANKS
    for index in range(end):
        lane = LANES_BY_SIZE[SIZE_START[size] + index]
        under, level = draws_under(0, FULL_LANE & ~lane, length, bound & FULL_LANE)
        features[BELOW, index] = under
        features[AT_MOST, index] = under + level


@jit
def contract_kinds(constants: Ints, features: Ints, index: int, result: Ints) -> None:
    """Put one lane's features into each of the three counts."""
    for kind in range(KINDS):
        contract(constants[kind], features[kind, index], result[kind])


@jit
def best_multiple(unqualified: int, won: int, lost: int, largest: int) -> int:
    """The raise with the highest value, or 0 to fold; of equally good ones the smallest."""
    multiple = largest if won > lost else 1
    return multiple if unqualified + (1 + multiple) * (won - lost) > -DEALER_HANDS else FOLD


@jit
def sweep_row(row: Row, constants: Ints, features: Ints, tally: Ints, table: HandTable, at: int) -> int:
    """Settle the hands of one row; return where the table goes on."""
    for index in range(row.end):
        below = constants[BELOW, 0] + constants[BELOW, 1] * features[BELOW, index]
        at_most = constants[AT_MOST, 0] + constants[AT_MOST, 1] * features[AT_MOST, index]
        unqualified = constants[SHORT, 0] + constants[SHORT, 1] * features[SHORT, index]
        # A player's hand under the qualifier loses to every dealer's hand that meets it.
        won = below - unqualified if row.qualifier_met else 0
        lost = DEALER_HANDS - (at_most if row.qualifier_met else unqualified)
        tied = DEALER_HANDS - unqualified - won - lost
        weight = row.weight if index + 1 < row.end else row.last_weight
        multiple = best_multiple(unqualified, won, lost, row.largest_raise)
        tally[multiple, UNQUALIFIED] += weight * unqualified
        tally[multiple, WON] += weight * won
        tally[multiple, TIED] += weight * tied
        tally[multiple, LOST] += weight * lost
        if at < len(table.hands):
            lane = LANES_BY_SIZE[SIZE_START[row.size] + index]
            table.hands[at] = row.lanes | lane << 3 * RANKS
            table.weights[at] = weight
            table.outcomes[at, UNQUALIFIED] = unqualified
            table.outcomes[at, WON] = won
            table.outcomes[at, TIED] = tied
            table.outcomes[at, LOST] = lost
            at += 1
    return at


@jit
def find_mates(sizes: Ints) -> Ints:
    """For each lane the earlier one of the same size that it may not stand above, or -1."""
    mates = np.full(SUITS, -1)
    for suit in range(1, SUITS):
        if suit > 1 and sizes[suit] == sizes[suit - 1]:
            mates[suit] = suit - 1
        elif sizes[suit] == sizes[0]:
            mates[suit] = 0
    return mates


@jit
def sweep_pattern(
    sizes: Ints, qualifier: int, largest_raise: Ints, tally: Ints, table: HandTable, at: int
) -> int:
    """Go through all classes of hands of one pattern of sizes. Add to ``tally[multiple, outcome]`` what best
    play brings and, as far as the table has room, write the classes down there. Return where the table goes on.

    Lanes that equal their mates make a hand more symmetric, and its class smaller.
    """
    length = sizes[0]
    counts = np.array([BINOMIAL[RANKS, size] for size in sizes])
    mates = find_mates(sizes)
    features = np.zeros((SUITS, KINDS, counts.max()), np.int64)
    for suit in range(SUITS):
        lane_features(sizes[suit], qualifier, features[suit], counts[suit])
        features[suit, SHORT] = features[suit, BELOW]
    constants = np.empty((KINDS, 16), np.int64)
    multilinear_constants(HAND, RANKS - sizes, np.full(SUITS, length), constants[BELOW])
    constants[AT_MOST] = constants[BELOW]
    multilinear_constants(HAND, RANKS - sizes, np.full(SUITS, qualifier >> RANKS), constants[SHORT])
    open3 = np.empty((KINDS, 8), np.int64)
    open2 = np.empty((KINDS, 4), np.int64)
    open1 = np.empty((KINDS, 2), np.int64)
    place = np.zeros(SUITS, np.int64)
    alike = np.ones(SUITS, np.int64)
    ends = counts.copy()

    for flush in range(counts[0]):
        place[0] = flush
        lane0 = LANES_BY_SIZE[SIZE_START[length] + flush]
        bound = length << RANKS | lane0
        for suit in range(SUITS):
            if sizes[suit] == length:
                ends[suit] = flush + 1
            lane_features(sizes[suit], bound, features[suit], ends[suit])
        contract_kinds(constants, features[0], flush, open3)
        for first in range(ends[1] if mates[1] < 0 else place[mates[1]] + 1):
            place[1] = first
            alike[1] = alike[mates[1]] + 1 if mates[1] >= 0 and first == place[mates[1]] else 1
            contract_kinds(open3, features[1], first, open2)
            lane1 = LANES_BY_SIZE[SIZE_START[sizes[1]] + first]
            for second in range(ends[2] if mates[2] < 0 else place[mates[2]] + 1):
                place[2] = second
                alike[2] = alike[mates[2]] + 1 if mates[2] >= 0 and second == place[mates[2]] else 1
                contract_kinds(open2, features[2], second, open1)
                lane2 = LANES_BY_SIZE[SIZE_START[sizes[2]] + second]
                weight = 24 // (alike[1] * alike[2])
                row = Row(
                    lane0 | lane1 << RANKS | lane2 << 2 * RANKS,
                    sizes[3],
                    ends[3] if mates[3] < 0 else place[mates[3]] + 1,
                    weight,
                    weight if mates[3] < 0 else weight // (alike[mates[3]] + 1),
                    bound >= qualifier,
                    largest_raise[length],
                )
                at = sweep_row(row, open1, features[3], tally, table, at)
    return at


@jit
def tally_hands(table: HandTable, lengths: Ints, multiples: Ints, tally: Ints) -> None:
    """Add the deals of a table to ``tally[length, multiple, outcome]``."""
    for row in range(len(table.hands)):
        for outcome in range(OUTCOMES):
            deals = table.weights[row] * table.outcomes[row, outcome]
            tally[lengths[row], multiples[row], outcome] += deals
