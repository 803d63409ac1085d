"""Chase the Flush: many holes at once, each with its best play on every street."""

from typing import Final

import numpy as np
import numpy.typing as npt

from houserules.lab.games.chase_the_flush.board_layout import DECK, Stakes
from houserules.lab.games.chase_the_flush.board_plans import Plan
from houserules.lab.games.chase_the_flush.board_rows import BOARDS, LOST, SUMS, UNQUALIFIED, WON
from houserules.lab.games.chase_the_flush.boards_sweep import count_boards, flop_margins, value_boards
from houserules.lab.games.chase_the_flush.groups import GROUPS, LENGTHS
from houserules.lab.games.chase_the_flush.suit_tables import SuitTables
from houserules.lab.games.flushes.lanes import LANE_SIZE, RANKS
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit

FLOPS_OF_A_BOARD: Final = 6
NO_BOARDS: Final = np.empty(0, np.int64)
ALL_BOARDS: Final = np.empty(0, np.bool_)


@jit
def opening_values(stakes: Stakes, totals: Ints, margins: Ints, values: Ints) -> None:
    """What all in at once, and checking, bring for each hole, over every flop and what follows."""
    for hole in range(len(totals)):
        call, gain = 0, 0
        for met in range(2):
            for group in range(GROUPS):
                sums, one, more = totals[hole, met, group], stakes.calls[met, group % LENGTHS], stakes.gains[met]
                every = sums[BOARDS] * stakes.dealers
                call += one[0] * every + one[1] * sums[WON] + one[2] * sums[LOST] + one[3] * sums[UNQUALIFIED]
                gain += more[0] * every + more[1] * sums[WON] + more[2] * sums[LOST]
        check = FLOPS_OF_A_BOARD * (call + stakes.flop_step * gain)
        for x in range(DECK):
            for y in range(x):
                check += max(margins[hole, x, y], 0)
        values[hole, 0] = FLOPS_OF_A_BOARD * (call + stakes.opening_step * gain)
        values[hole, 1] = check


def value_holes(tables: SuitTables, plan: Plan, stakes: Stakes, states: Ints) -> tuple[Ints, Ints, Ints]:
    """For holes that share a plan: the totals over all boards, the margins of every flop, and the values of
    all in at once and of a check."""
    totals = np.zeros((len(states), 2, GROUPS, SUMS), np.int64)
    margins = np.zeros((len(states), DECK, DECK), np.int64)
    flops = np.zeros_like(margins)
    values = np.zeros((len(states), 2), np.int64)
    value_boards(tables, plan, stakes, states, totals, margins)
    flop_margins(plan, margins, flops)
    opening_values(stakes, totals, flops, values)
    return totals, flops, values


def find_flops(tables: SuitTables, states: Ints) -> npt.NDArray[np.bool_]:
    """Mark, for each hole, the pairs of cards that can be dealt as a flop."""
    available = LANE_SIZE[tables.available[states]]
    dealt = (np.arange(RANKS) < available[:, :, None]).reshape(len(states), DECK)
    flops: npt.NDArray[np.bool_] = dealt[:, :, None] & dealt[:, None, :] & ~np.eye(DECK, dtype=np.bool_)
    return flops


def find_checks(tables: SuitTables, states: Ints, margins: Ints) -> Ints:
    """Mark the flops that are best checked; of equally good actions the one that wagers less is taken."""
    return (find_flops(tables, states) & (margins >= 0)).astype(np.int64)


def solve_holes(tables: SuitTables, plan: Plan, stakes: Stakes, states: Ints, weights: Ints) -> Ints:
    """Solve holes that share a plan: the sums of the deals by ``[action, met, group]``, each hole counted by
    its weight."""
    totals, margins, values = value_holes(tables, plan, stakes, states)
    all_in = values[:, 0] > values[:, 1]
    open_states = states[~all_in]
    checks = find_checks(tables, open_states, margins[~all_in])
    checked = np.zeros((len(open_states), 2, GROUPS, SUMS), np.int64)
    called = np.zeros_like(checked)
    count_boards(tables, plan, stakes, open_states, checks, checked, called, NO_BOARDS, ALL_BOARDS)
    every = FLOPS_OF_A_BOARD * totals
    return np.stack(
        [
            np.tensordot(weights[all_in], every[all_in], 1),
            np.tensordot(weights[~all_in], every[~all_in] - checked, 1),
            np.tensordot(weights[~all_in], called, 1),
            np.tensordot(weights[~all_in], checked - called, 1),
        ]
    )
