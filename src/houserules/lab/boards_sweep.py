"""Chase the Flush: one hole against every board and every dealer's hand.

What the last decision is worth depends on the four community cards and not on which two came first, so each
board is looked at once and its result is shared out to the six flops that it contains. The leader, the suit in
which hole and board make the player's flush, is the outermost loop and fixes the bound for the dealer; the
other three suits run through those lanes that do not overtake it. The dealer's hands under the bound are linear
in each suit (`multilinear`), so what is left in the innermost loop is one multiplication for each count.
"""

from typing import Final, NamedTuple

import numpy as np

from houserules.lab.board_planes import (
    AT_MOST,
    BELOW,
    KINDS,
    SHORT,
    SUMS,
    Payoff,
    Plane,
    tally_plane,
    value_plane,
)
from houserules.lab.board_plans import BOUND, QUALIFIER, Plan
from houserules.lab.compiling import jit
from houserules.lab.lanes import LANE_INDEX, LANE_SIZE, RANKS, SUITS, Ints, draws_under
from houserules.lab.suit_tables import LENGTHS, SuitTables

DECK: Final = SUITS * RANKS
LONGEST_LIST: Final = 715
"""The number of four-card lanes, the longest list of board lanes."""


class Stakes(NamedTuple):
    """How many cards the dealer still draws, from how many hands; the qualifying key; and the winnings of the
    X-tra Bonus by length of the flush, in parts of an ante of which `unit` make one."""

    draw: int
    dealers: int
    qualifier: int
    unit: int
    xtra: Ints


class Sums(NamedTuple):
    """What a sweep adds up.

    ``totals[met, length]`` sums over all boards, by whether the player's key meets the qualifier and by its
    length. ``margins[x, y]`` is, for the flop of cards x and y, how much better it is to check than to go all
    in for two, summed over the boards with that flop; a card is 13 * suit + its position among the available
    ones. With ``checks[x, y]`` given (1 where that flop is checked), ``checked`` and ``called`` sum over all
    boards, each as often as one of its flops is checked: all of them, and those that are then called.
    """

    totals: Ints
    margins: Ints
    checks: Ints
    checked: Ints
    called: Ints


def empty_sums() -> Sums:
    """Sums of nothing."""
    by_length = (2, LENGTHS, SUMS)
    return Sums(
        np.zeros(by_length, np.int64),
        np.zeros((DECK, DECK), np.int64),
        np.zeros((DECK, DECK), np.int64),
        np.zeros(by_length, np.int64),
        np.zeros(by_length, np.int64),
    )


@jit
def payoff_of(stakes: Stakes, met: bool, length: int) -> Payoff:
    """A player's hand that meets the qualifier beats every dealer who does not; one that does not meet it
    loses the ante to every dealer who does."""
    unit = stakes.unit
    gain = unit + stakes.xtra[length]
    fold = -2 * unit * stakes.dealers
    if met:
        return Payoff(0, gain + unit, 3 * unit, -unit, fold, unit, stakes.dealers)
    return Payoff(-unit * stakes.dealers, gain, 2 * unit, unit, fold, unit, stakes.dealers)


@jit
def spread(
    margins: Ints, cards: Ints, lane: int, size: int, card: int, lanes: int, size2: int, card2: int, end: int,
    values: Ints,
) -> None:
    """Share out values by lane of one suit to the flops of a card of such a lane and one of a fixed lane."""
    for held in range(size):
        x = card + cards[lane, held]
        if size2 == 1:
            for index in range(end):
                margins[x, card2 + index] += values[index]
        else:
            for index in range(end):
                for held2 in range(size2):
                    margins[x, card2 + cards[lanes + index, held2]] += values[index]


@jit
def spread_inside(margins: Ints, cards: Ints, lanes: int, size: int, card: int, end: int, values: Ints) -> None:
    """Share out values by lane to the flops within the lane."""
    for index in range(end if size > 1 else 0):
        for high in range(1, size):
            for low in range(high):
                margins[card + cards[lanes + index, high], card + cards[lanes + index, low]] += values[index]


@jit
def checks_inside(checks: Ints, cards: Ints, lanes: int, size: int, card: int, end: int, result: Ints) -> None:
    """For each lane, how many flops within it are checked."""
    for index in range(end):
        result[index] = 0
        for high in range(1, size):
            for low in range(high):
                result[index] += checks[card + cards[lanes + index, high], card + cards[lanes + index, low]]


@jit
def sweep_block(
    tables: SuitTables, plan: Plan, block: int, states: Ints, stakes: Stakes, counting: bool, sums: Sums,
    scratch: Ints,
) -> None:
    """Go through the boards of one block: value them into totals and margins, or count them by the checks."""
    cards, short, below, at_most = tables.cards, tables.short, tables.below, tables.at_most
    margins, checks = sums.margins, sums.checks
    length = plan.lengths[block]
    open3 = np.empty((KINDS, 8), np.int64)
    open2 = np.empty((KINDS, 4), np.int64)
    state = np.empty(SUITS, np.int64)
    count = np.empty(SUITS, np.int64)
    lanes = np.empty(SUITS, np.int64)
    rows = np.empty(SUITS, np.int64)
    ends = np.empty(SUITS, np.int64)
    card = np.empty(SUITS, np.int64)
    rivals = np.empty(SUITS, np.bool_)
    for place in range(SUITS):
        size = plan.sizes[block, place]
        state[place] = states[plan.suits[block, place]]
        count[place] = tables.lane_count[state[place], size]
        lanes[place] = tables.lane_start[state[place], size]
        card[place] = RANKS * plan.suits[block, place]
        rivals[place] = LANE_SIZE[tables.hole[state[place]]] + size == length
        ends[place] = 0 if rivals[place] else count[place]
    size0, size1 = plan.sizes[block, 0], plan.sizes[block, 1]
    size2, size3 = plan.sizes[block, 2], plan.sizes[block, 3]
    mate1, mate2, mate3 = plan.mates[block, 1], plan.mates[block, 2], plan.mates[block, 3]
    weight = len(plan.images)
    leader = state[0]
    level = length - size0 - LANE_SIZE[tables.shown[leader]]
    values, first0, second0, second1, column0, column1, reach0, reach1 = (
        scratch[0], scratch[1], scratch[2], scratch[3], scratch[4], scratch[5], scratch[6], scratch[7],
    )
    inside0, inside1, inside2, inside3 = scratch[8], scratch[9], scratch[10], scratch[11]
    if counting:
        checks_inside(checks, cards, lanes[0], size0, card[0], count[0], inside0)
        checks_inside(checks, cards, lanes[1], size1, card[1], count[1], inside1)
        checks_inside(checks, cards, lanes[2], size2, card[2], count[2], inside2)
        checks_inside(checks, cards, lanes[3], size3, card[3], count[3], inside3)

    for lead in range(count[0]):
        lane0 = lanes[0] + lead
        flush = tables.hole[leader] | tables.lanes[lane0]
        for place in range(1, SUITS):
            rows[place] = tables.row_start[state[place], length, plan.sizes[block, place]]
            rows[place] += LANE_INDEX[flush] * count[place]
            if rivals[place]:
                # Of equal lanes the first suit leads, so that no board is visited twice.
                top = (flush if card[place] > card[0] else flush - 1) - tables.hole[state[place]]
                while ends[place] < count[place] and tables.lanes[lanes[place] + ends[place]] <= top:
                    ends[place] += 1
        if ends[1] == 0 or ends[2] == 0 or ends[3] == 0:
            continue
        under, equal = 0, 0
        if 0 <= level <= stakes.draw:
            base = tables.lanes[lane0] | tables.shown[leader]
            under, equal = draws_under(base, tables.available[leader] & ~base, level, flush)
        for index in range(8):
            plain, factor = plan.constants[block, BOUND, 2 * index], plan.constants[block, BOUND, 2 * index + 1]
            open3[BELOW, index] = plain + under * factor
            open3[AT_MOST, index] = plain + (under + equal) * factor
            open3[SHORT, index] = plan.constants[block, QUALIFIER, 2 * index]
            open3[SHORT, index] += short[lane0] * plan.constants[block, QUALIFIER, 2 * index + 1]
        met = length << RANKS | flush >= stakes.qualifier
        payoff = payoff_of(stakes, met, length)
        if counting:
            for other in range(DECK):
                reach0[other] = 0
            for held in range(size0):
                x = card[0] + cards[lane0, held]
                for other in range(DECK):
                    reach0[other] += checks[x, other]
        else:
            for index in range(ends[3]):
                column0[index] = 0
            for index in range(ends[2]):
                second0[index] = 0
        total0 = 0
        end1 = min(ends[1], lead + 1) if mate1 == 0 else ends[1]
        for first in range(end1):
            lane1 = lanes[1] + first
            feature = below[rows[1] + first], at_most[rows[1] + first], short[lane1]
            for index in range(4):
                for kind in range(KINDS):
                    open2[kind, index] = open3[kind, 2 * index] + feature[kind] * open3[kind, 2 * index + 1]
            alike1 = 2 if mate1 == 0 and first == lead else 1
            top2 = -1 if mate2 < 0 else (first if mate2 == 1 else lead)
            top3 = -1 if mate3 < 0 or mate3 == 2 else (first if mate3 == 1 else lead)
            end2 = min(ends[2], top2 + 1) if mate2 >= 0 else ends[2]
            plane = Plane(
                rows[2], rows[3], lanes[2], lanes[3], size2, size3, card[2], card[3], end2, ends[3], top2, top3,
                alike1 if mate2 == 1 else 1, alike1 if mate3 == 1 else 1, mate3 == 2, weight // alike1,
            )
            if counting:
                base1 = inside0[lead] + inside1[first]
                for other in range(DECK):
                    reach1[other] = reach0[other]
                for held in range(size1):
                    x = card[1] + cards[lane1, held]
                    base1 += reach0[x]
                    for other in range(DECK):
                        reach1[other] += checks[x, other]
                tally_plane(
                    plane, payoff, open2, below, at_most, short, cards, checks, base1, reach1, inside2, inside3,
                    values, sums.checked[int(met), length], sums.called[int(met), length],
                )
                continue
            for index in range(ends[3]):
                column1[index] = 0
            total1 = value_plane(
                plane, payoff, open2, below, at_most, short, cards, margins, values, column1, second1,
                sums.totals[int(met), length],
            )
            spread(margins, cards, lane1, size1, card[1], lanes[3], size3, card[3], ends[3], column1)
            spread(margins, cards, lane1, size1, card[1], lanes[2], size2, card[2], plane.end2, second1)
            for index in range(ends[3]):
                column0[index] += column1[index]
            for index in range(plane.end2):
                second0[index] += second1[index]
            first0[first] = total1
            total0 += total1
        if counting:
            continue
        spread(margins, cards, lane0, size0, card[0], lanes[3], size3, card[3], ends[3], column0)
        spread(margins, cards, lane0, size0, card[0], lanes[2], size2, card[2], ends[2], second0)
        spread(margins, cards, lane0, size0, card[0], lanes[1], size1, card[1], end1, first0)
        spread_inside(margins, cards, lanes[3], size3, card[3], ends[3], column0)
        spread_inside(margins, cards, lanes[2], size2, card[2], ends[2], second0)
        spread_inside(margins, cards, lanes[1], size1, card[1], end1, first0)
        values[0] = total0
        spread_inside(margins, cards, lane0, size0, card[0], 1, values)


@jit
def sweep_boards(
    tables: SuitTables, plan: Plan, states: Ints, stakes: Stakes, counting: bool, sums: Sums
) -> None:
    """Go through all boards for one hole, given by the states of its four suits."""
    scratch = np.zeros((12, LONGEST_LIST), np.int64)
    for block in range(len(plan.suits)):
        sweep_block(tables, plan, block, states, stakes, counting, sums, scratch)


@jit
def flop_margins(plan: Plan, margins: Ints, result: Ints) -> None:
    """Undo the restriction to descending lanes: average over the exchanges of alike suits, in both orders."""
    result[:] = 0
    for image in range(len(plan.images)):
        for x in range(DECK):
            u = plan.images[image, x]
            for y in range(DECK):
                v = plan.images[image, y]
                result[x, y] += margins[u, v] + margins[v, u]
    result //= len(plan.images)
