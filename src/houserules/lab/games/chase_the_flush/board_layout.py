"""Chase the Flush: what the sweeps over boards share, the stakes and how a block of boards is laid out."""

# Kernels take plain numbers, because objects cost too much there.

from typing import Final, NamedTuple

import numpy as np

from houserules.lab.games.chase_the_flush.board_plans import BOUND, QUALIFIER, Plan
from houserules.lab.games.chase_the_flush.board_rows import Counts, Payoff
from houserules.lab.games.chase_the_flush.groups import groups_of_lanes
from houserules.lab.games.chase_the_flush.suit_tables import SuitTables
from houserules.lab.games.flushes.lanes import LANE_INDEX, LANE_SIZE, RANKS, SUITS
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit, jit_inline

U: Final = np.uint64
"""Marks an index that is never negative; for others the compiler allows for counting from the end."""

DECK: Final = SUITS * RANKS
LONGEST_LIST: Final = 716
"""One more than the number of four-card lanes, the longest list of board lanes."""

STATE: Final = 0
COUNT: Final = 1
LANES: Final = 2
CARD: Final = 3
RIVAL: Final = 4
ROW: Final = 5
END: Final = 6
HELD: Final = 7
ROWS: Final = 8
FIELDS: Final = 9
"""What a block knows of a suit: its state, how many lanes it has and where they are listed, its first card,
whether its lanes can be as long as the leader's, its hole lane and where its rows of features start; and for
the present leader's lane, which row it is and how many of the suit's lanes do not overtake the leader."""


GROUP_OF_LANE: Final = np.array(groups_of_lanes()[0], np.int64)
"""Which group of outcomes a flush belongs to."""


class Stakes(NamedTuple):
    """How many cards the dealer still draws, from how many hands; the qualifying key; and what is at stake, in parts
    of an ante of which `unit` make one.

    ``calls[met, length]`` is what a call brings and ``gains[met]`` what one more ante on top of it does, as factors
    of the dealer's hands: of all, those that lose, those that win, those that do not qualify. All in after the flop
    is `flop_step` antes more than a call, all in before it `opening_step`.
    """

    draw: int
    dealers: int
    qualifier: int
    unit: int
    calls: Ints
    gains: Ints
    flop_step: int
    opening_step: int


@jit
def payoff_of(stakes: Stakes, met: int, length: int) -> Payoff:
    """The stakes of boards on which the player has a flush of this length."""
    call, gain, step = stakes.calls[met, length], stakes.gains[met], stakes.flop_step
    return Payoff(
        -(2 * stakes.unit + call[0]) * stakes.dealers,
        call[1],
        call[2],
        call[3],
        step * gain[0] * stakes.dealers,
        step * gain[1],
        step * gain[2],
        stakes.dealers,
    )


@jit
def lay_out(tables: SuitTables, plan: Plan, block: int, states: Ints, layout: Ints) -> None:
    """Look up the four suits of a block."""
    for place in range(SUITS):
        size = plan.sizes[block, place]
        suit = plan.suits[block, place]
        state = states[suit]
        layout[place, STATE] = state
        layout[place, COUNT] = tables.lane_count[state, size]
        layout[place, LANES] = tables.lane_start[state, size]
        layout[place, CARD] = RANKS * suit
        layout[place, HELD] = tables.hole[state]
        layout[place, ROWS] = tables.row_start[state, plan.lengths[block], size]
        layout[place, RIVAL] = LANE_SIZE[tables.hole[state]] + size == plan.lengths[block]
        layout[place, END] = 0 if layout[place, RIVAL] else layout[place, COUNT]


@jit_inline
def follow_leader(lanes: Ints, flush: int, layout: Ints) -> None:
    """Find the other suits' features for the leader's flush, and the lanes that do not overtake it."""
    row = LANE_INDEX[U(flush)]
    for place in range(1, SUITS):
        layout[place, ROW] = layout[place, ROWS] + row * layout[place, COUNT]
        if layout[place, RIVAL]:
            # Of equal lanes the first suit leads, so that no board is visited twice. Leaders ascend, so the
            # search goes on from where it ended.
            top = flush - (layout[place, CARD] < layout[0, CARD]) - layout[place, HELD]
            end = layout[place, END]
            while end < layout[place, COUNT] and lanes[U(layout[place, LANES] + end)] <= top:
                end += 1
            layout[place, END] = end


@jit_inline
def open_leader(tables: SuitTables, lane: int, constants: Ints, open3: Ints) -> None:
    """Put the leader's features into the three counts."""
    under, upto, few = tables.own[U(lane), 0], tables.own[U(lane), 1], tables.short[U(lane)]
    for index in range(8):
        open3[0, index] = constants[BOUND, 2 * index] + under * constants[BOUND, 2 * index + 1]
        open3[1, index] = constants[BOUND, 2 * index] + upto * constants[BOUND, 2 * index + 1]
        open3[2, index] = constants[QUALIFIER, 2 * index] + few * constants[QUALIFIER, 2 * index + 1]


@jit_inline
def open_first(tables: SuitTables, row: int, lane: int, open3: Ints, open2: Ints) -> None:
    """Put the first other suit's features into the three counts."""
    for index in range(4):
        open2[0, index] = open3[0, 2 * index] + tables.below[U(row)] * open3[0, 2 * index + 1]
        open2[1, index] = open3[1, 2 * index] + tables.at_most[U(row)] * open3[1, 2 * index + 1]
        open2[2, index] = open3[2, 2 * index] + tables.short[U(lane)] * open3[2, 2 * index + 1]


@jit_inline
def open_second(tables: SuitTables, row: int, lane: int, open2: Ints) -> Counts:
    """Put the second other suit's features into the three counts."""
    under, upto, few = tables.below[U(row)], tables.at_most[U(row)], tables.short[U(lane)]
    return Counts(
        open2[0, 0] + under * open2[0, 1],
        open2[0, 2] + under * open2[0, 3],
        open2[1, 0] + upto * open2[1, 1],
        open2[1, 2] + upto * open2[1, 3],
        open2[2, 0] + few * open2[2, 1],
        open2[2, 2] + few * open2[2, 3],
    )


@jit_inline
def rows_weight(symmetry: int, alike1: int, second: int, top2: int, mate2: int) -> tuple[int, int]:
    """How many boards a board of this row stands for, and how many earlier suits share the second's lane."""
    alike2 = 1
    if mate2 >= 0 and second == top2:
        alike2 = 1 + (alike1 if mate2 == 1 else 1)
    together = alike1 * alike2
    return symmetry if together == 1 else symmetry // together, alike2
