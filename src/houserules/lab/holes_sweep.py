"""Chase the Flush: all holes, each with its best play on every street."""

import numpy as np

from houserules.lab.board_plans import Plan
from houserules.lab.board_rows import BOARDS, LOST, SUMS, UNQUALIFIED, WON
from houserules.lab.boards_sweep import DECK, Stakes, Sums, flop_margins, payoff_of, sweep_boards
from houserules.lab.compiling import jit
from houserules.lab.lanes import LANE_SIZE, RANKS, Ints
from houserules.lab.suit_tables import LENGTHS, SuitTables

ALL_IN_3X = 0
ALL_IN_2X = 1
ALL_IN_1X = 2
FOLD = 3
ACTIONS = 4

FLOPS_OF_A_BOARD = 6


@jit
def opening_values(stakes: Stakes, totals: Ints, margins: Ints) -> tuple[int, int]:
    """What all in for three, and checking, bring in all, over every flop and what follows."""
    call, gain = 0, 0
    for met in range(2):
        for length in range(2, LENGTHS):
            payoff = payoff_of(stakes, met == 1, length)
            boards, won = totals[met, length, BOARDS], totals[met, length, WON]
            lost, unqualified = totals[met, length, LOST], totals[met, length, UNQUALIFIED]
            call += boards * (-2 * stakes.unit * stakes.dealers - payoff.regret)
            call += payoff.won * won + payoff.lost * lost + payoff.unqualified * unqualified
            gain += stakes.unit * (won - lost)
    check = FLOPS_OF_A_BOARD * (call + gain)
    for x in range(DECK):
        for y in range(x):
            check += max(margins[x, y], 0)
    return FLOPS_OF_A_BOARD * (call + 2 * gain), check


@jit
def mark_checks(tables: SuitTables, states: Ints, margins: Ints, checks: Ints) -> None:
    """Mark the flops that are best checked; of equally good actions the one that wagers less is taken."""
    for x in range(DECK):
        for y in range(DECK):
            dealt = x % RANKS < LANE_SIZE[tables.available[states[x // RANKS]]]
            dealt &= y % RANKS < LANE_SIZE[tables.available[states[y // RANKS]]]
            checks[x, y] = dealt and x != y and margins[x, y] >= 0


@jit
def solve_holes(
    tables: SuitTables, plan: Plan, stakes: Stakes, states: Ints, weights: Ints, values: Ints, played: Ints
) -> None:
    """Solve holes that share a plan. Put what three times the ante and checking are worth into ``values[hole]``,
    and add the sums of the deals to ``played[action, met, length]``, each hole counted by its weight."""
    margins = np.zeros((DECK, DECK), np.int64)
    sums = Sums(
        np.zeros((2, LENGTHS, SUMS), np.int64),
        np.zeros((DECK, DECK), np.int64),
        np.zeros((DECK, DECK), np.int64),
        np.zeros((2, LENGTHS, SUMS), np.int64),
        np.zeros((2, LENGTHS, SUMS), np.int64),
    )
    for hole in range(len(states)):
        sums.totals[:] = 0
        sums.margins[:] = 0
        sweep_boards(tables, plan, states[hole], stakes, False, sums)
        flop_margins(plan, sums.margins, margins)
        all_in, check = opening_values(stakes, sums.totals, margins)
        values[hole, 0] = all_in
        values[hole, 1] = check
        weight = weights[hole]
        if all_in > check:
            played[ALL_IN_3X] += weight * FLOPS_OF_A_BOARD * sums.totals
            continue
        mark_checks(tables, states[hole], margins, sums.checks)
        sums.checked[:] = 0
        sums.called[:] = 0
        sweep_boards(tables, plan, states[hole], stakes, True, sums)
        played[ALL_IN_2X] += weight * (FLOPS_OF_A_BOARD * sums.totals - sums.checked)
        played[ALL_IN_1X] += weight * sums.called
        played[FOLD] += weight * (sums.checked - sums.called)
