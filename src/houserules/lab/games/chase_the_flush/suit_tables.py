"""Chase the Flush, one suit at a time: which board lanes a suit can show, and what each leaves to the dealer.

What a suit contributes to the dealer's count depends on the cards of that suit in the player's hand, shown by
the dealer, or known to be out of play; on the board's lane; and on the bound, the player's key. A suit's
state is the first three. Void suits recur in nearly every hole, so tables by state are shared by all holes.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.games.flushes.lanes import (
    BINOMIAL,
    FULL_LANE,
    LANE_INDEX,
    LANE_SIZE,
    LANES_BY_SIZE,
    RANKS,
    SIZE_START,
    draws_under,
)
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit

BOARD: Final = 4
LENGTHS: Final = 8
"""One more than the longest flush."""


class SuitTables(NamedTuple):
    """Tables by state. Lanes of one state and size stand together and ascend.

    ``lane_start[state, size]`` and ``lane_count[state, size]`` say where the board lanes of a size lie in
    `lanes` (ranks), `cards` (the same as positions among the state's available cards), `short` (draws that
    keep the dealer under the qualifier), and `own` (draws below, and at most at, the bound that this lane
    makes together with the hole). ``row_start[state, length, size]`` is the first row, for bounds of a
    length, in `below` and `at_most`; the row of a bound is as long as the list of lanes.
    """

    hole: Ints
    shown: Ints
    available: Ints
    lane_start: Ints
    lane_count: Ints
    lanes: Ints
    cards: Ints
    short: npt.NDArray[np.int16]
    own: npt.NDArray[np.int16]
    row_start: Ints
    below: npt.NDArray[np.int16]
    at_most: npt.NDArray[np.int16]


@jit
def fill_lanes(tables: SuitTables, state: int, draw: int, qualifier: int) -> None:
    """List the board lanes of a state, with the cards and the draws short of the qualifier for each."""
    available = tables.available[state]
    shown = tables.shown[state]
    for size in range(BOARD + 1):
        at = tables.lane_start[state, size]
        level = (qualifier >> RANKS) - LANE_SIZE[shown] - size
        own_level = LANE_SIZE[tables.hole[state]] - LANE_SIZE[shown]
        for index in range(SIZE_START[size], SIZE_START[size + 1]):
            lane = LANES_BY_SIZE[index]
            if lane & ~available:
                continue
            tables.lanes[at] = lane
            position = 0
            for rank in range(RANKS):
                if lane >> rank & 1:
                    tables.cards[at, position] = LANE_SIZE[available & ((1 << rank) - 1)]
                    position += 1
            base, free = lane | shown, available & ~lane
            under, equal = 0, 0
            if 0 <= level <= draw:
                under, equal = draws_under(base, free, level, qualifier & FULL_LANE)
            tables.short[at] = under
            under, equal = 0, 0
            if 0 <= own_level <= draw:
                under, equal = draws_under(base, free, own_level, tables.hole[state] | lane)
            tables.own[at, 0] = under
            tables.own[at, 1] = under + equal
            at += 1


@jit
def fill_rows(tables: SuitTables, state: int, draw: int, reach: npt.NDArray[np.int8]) -> None:
    """Fill the rows of all bounds that other suits can set while this one has up to ``reach[bound]``
    cards."""
    available = tables.available[state]
    shown = tables.shown[state]
    for index in range(SIZE_START[2], SIZE_START[LENGTHS]):
        bound = LANES_BY_SIZE[index]
        length = LANE_SIZE[bound]
        for size in range(reach[bound] + 1):
            count = tables.lane_count[state, size]
            row = tables.row_start[state, length, size] + LANE_INDEX[bound] * count
            level = length - LANE_SIZE[shown] - size
            for position in range(count):
                lane = tables.lanes[tables.lane_start[state, size] + position]
                under, equal = 0, 0
                if 0 <= level <= draw:
                    under, equal = draws_under(lane | shown, available & ~lane, level, bound)
                tables.below[row + position] = under
                tables.at_most[row + position] = under + equal


def build_tables(
    hole: Ints, shown: Ints, dead: Ints, reach: npt.NDArray[np.int8], *, draw: int, qualifier: int
) -> SuitTables:
    """Tables for states given by their three lanes and, for each, the reach of every bound (-1 for none)."""
    available = FULL_LANE & ~(hole | shown | dead)
    sizes = np.arange(BOARD + 1)
    lane_count = BINOMIAL[LANE_SIZE[available][:, None], sizes]
    lane_start = (np.cumsum(lane_count) - lane_count.ravel()).reshape(lane_count.shape)
    rows = np.zeros((len(hole), LENGTHS, BOARD + 1), np.int64)
    for length in range(2, LENGTHS):
        longest = reach[:, LANES_BY_SIZE[SIZE_START[length] : SIZE_START[length + 1]]].max(axis=1)
        rows[:, length, :] = (sizes <= longest[:, None]) * lane_count * BINOMIAL[RANKS, length]
    row_start = (np.cumsum(rows) - rows.ravel()).reshape(rows.shape)
    tables = SuitTables(
        hole=hole,
        shown=shown,
        available=available,
        lane_start=lane_start,
        lane_count=lane_count,
        lanes=np.empty(lane_count.sum(), np.int64),
        cards=np.zeros((lane_count.sum(), BOARD), np.int64),
        short=np.empty(lane_count.sum(), np.int16),
        own=np.empty((lane_count.sum(), 2), np.int16),
        row_start=row_start,
        below=np.empty(rows.sum(), np.int16),
        at_most=np.empty(rows.sum(), np.int16),
    )
    for state in range(len(hole)):
        fill_lanes(tables, state, draw, qualifier)
        fill_rows(tables, state, draw, reach[state])
    return tables


HOLE: Final = 3


def tables_of_all_holes(qualifier: int) -> SuitTables:
    """Tables for every state that a suit can have before anything but the hole is known.

    A bound of length n is set by a suit with at most 3 - |hole lane| hole cards, so with at least
    n - 3 + |hole lane| cards of the board, which leaves the rest of the board to this suit. A suit that has
    more cards than the bound would have set it itself.
    """
    hole = LANES_BY_SIZE[: SIZE_START[HOLE + 1]]
    none = np.zeros_like(hole)
    reach = np.minimum(BOARD, HOLE + BOARD - LANE_SIZE[None, :] - LANE_SIZE[hole][:, None])
    reach = np.minimum(reach, LANE_SIZE[None, :] - LANE_SIZE[hole][:, None])
    return build_tables(hole, none, none, np.maximum(reach, -1).astype(np.int8), draw=HOLE, qualifier=qualifier)


def tables_of_one_hole(hole: Ints, shown: Ints, dead: Ints, draw: int, qualifier: int) -> SuitTables:
    """Tables for the four suits of one hole, with only the bounds that some other suit can set."""
    every = np.arange(1 << RANKS)
    available = FULL_LANE & ~(hole | shown | dead)
    made = (every & hole[:, None] == hole[:, None]) & (every & ~(hole | available)[:, None] == 0)
    left = np.where(made, BOARD - LANE_SIZE[every] + LANE_SIZE[hole][:, None], -1)
    left = np.where(left > BOARD, -1, left)
    others = np.stack([np.delete(left, suit, axis=0).max(axis=0) for suit in range(len(hole))])
    reach = np.minimum(others, LANE_SIZE[every] - LANE_SIZE[hole][:, None])
    return build_tables(hole, shown, dead, np.maximum(reach, -1).astype(np.int8), draw=draw, qualifier=qualifier)
