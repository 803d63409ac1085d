"""Chase the Flush under any fixed way of playing, evaluated exactly."""

from math import comb
from typing import Protocol

import numpy as np
import numpy.typing as npt

from houserules.lab.counting.outcomes import Results
from houserules.lab.games.chase_the_flush.board_layout import Stakes
from houserules.lab.games.chase_the_flush.board_plans import Four, Plan
from houserules.lab.games.chase_the_flush.boards_sweep import count_boards
from houserules.lab.games.chase_the_flush.holes_sweep import (
    ALL_BOARDS,
    FLOPS_OF_A_BOARD,
    NO_BOARDS,
    find_flops,
    value_holes,
)
from houserules.lab.games.chase_the_flush.solving import (
    DEALERS,
    class_weight,
    hole_classes,
    make_stakes,
    plan_of_hole,
    played_in_all,
    results_of,
)
from houserules.lab.games.chase_the_flush.suit_tables import BOARD, HOLE, SuitTables, tables_of_all_holes
from houserules.lab.games.chase_the_flush.terms import ACTIONS, Terms
from houserules.lab.games.flushes.lanes import RANKS, SUITS
from houserules.lab.solving.arrays import Ints

Choices = npt.NDArray[np.bool_]


class Strategy(Protocol):
    """Says what to do with a hole and many flops or boards (52 bits each). It must treat the suits alike, as
    only one of several holes and boards that exchanging suits turns into each other is asked for."""

    def all_in_at_once(self, hole: int) -> bool:
        """Whether to go all in before the flop."""

    def all_in_after_flop(self, hole: int, flops: Ints) -> Choices:
        """Whether to go all in after each of the flops."""

    def calls(self, hole: int, boards: Ints) -> Choices:
        """Whether to call, and not fold, with each of the boards."""


def _mask(lanes: Four) -> int:
    return sum(lane << RANKS * suit for suit, lane in enumerate(lanes))


def card_bits(tables: SuitTables, states: Ints) -> Ints:
    """The 52 places of a hole's cards as bits, 0 where there is no such card."""
    cards = np.zeros(SUITS * RANKS, np.int64)
    for suit, state in enumerate(states):
        start, count = tables.lane_start[state, 1], tables.lane_count[state, 1]
        cards[RANKS * suit : RANKS * suit + count] = tables.lanes[start : start + count] << RANKS * suit
    return cards


def play_hole(
    tables: SuitTables, plan: Plan, stakes: Stakes, hole: Four, strategy: Strategy, states: Ints | None = None
) -> Ints:
    """The sums of one hole's deals by ``[action, met, group]``; ``states`` are those of its suits in the tables,
    where other cards than the hole are known."""
    if states is None:
        states = np.array([int(np.flatnonzero(tables.hole == lane)[0]) for lane in hole], np.int64)
    mask = _mask(hole)
    totals = FLOPS_OF_A_BOARD * value_holes(tables, plan, stakes, states[None, :])[0][0]
    played = np.zeros((ACTIONS, *totals.shape), np.int64)
    if strategy.all_in_at_once(mask):
        played[0] = totals
        return played
    x, y = np.nonzero(find_flops(tables, states[None, :])[0])
    cards = card_bits(tables, states)
    checks = np.zeros((1, len(cards), len(cards)), np.int64)
    checks[0, x, y] = ~strategy.all_in_after_flop(mask, cards[x] | cards[y])
    checked, called, unused = np.zeros((3, 1, *totals.shape), np.int64)
    boards = np.empty(comb(SUITS * RANKS - HOLE, BOARD), np.int64)
    one = states[None, :]
    visited = count_boards(tables, plan, stakes, one, checks, checked, unused, boards, ALL_BOARDS)
    kept = np.ascontiguousarray(strategy.calls(mask, boards[:visited]))
    count_boards(tables, plan, stakes, one, checks, called, unused, NO_BOARDS, kept)
    played[1], played[2], played[3] = totals - checked[0], called[0], checked[0] - called[0]
    return played


def evaluate(terms: Terms, strategy: Strategy) -> Results:
    """A fixed way of playing over all deals."""
    return results_of(terms, count_play(terms, strategy), DEALERS)


def count_play(terms: Terms, strategy: Strategy) -> Ints:
    """The sums of all deals by ``[action, met, group]``. They depend on no odds."""
    tables = tables_of_all_holes(terms.qualifier)
    stakes = make_stakes(terms, HOLE, DEALERS)
    none = (0, 0, 0, 0)

    def work(hole: Four) -> Ints:
        plan = plan_of_hole(hole, none, none, HOLE, terms.qualifier)
        return class_weight(hole) * play_hole(tables, plan, stakes, hole, strategy)

    return played_in_all(work, hole_classes())
