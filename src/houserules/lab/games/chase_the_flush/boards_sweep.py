"""Chase the Flush: one hole against every board and every dealer's hand.

What the last decision is worth depends on the four community cards and not on which two came first, so each
board is looked at once and its result is shared out to the six flops that it contains. The leader, the suit
in which hole and board make the player's flush, is the outermost loop and fixes the bound for the dealer; the
other three suits run through those lanes that do not overtake it. The dealer's hands under the bound are
linear in each suit (`multilinear`), so what is left in the innermost loop is a multiplication for each count.
"""

# Kernels are long and take plain numbers, because calls and objects cost too much there.
# ruff: noqa: PLR0912, PLR0915

import numpy as np
import numpy.typing as npt

from houserules.lab.games.chase_the_flush.board_layout import (
    CARD,
    COUNT,
    DECK,
    END,
    FIELDS,
    GROUP_OF_LANE,
    HELD,
    LANES,
    LONGEST_LIST,
    ROW,
    Stakes,
    U,
    follow_leader,
    lay_out,
    open_first,
    open_leader,
    open_second,
    payoff_of,
    rows_weight,
)
from houserules.lab.games.chase_the_flush.board_plans import Plan
from houserules.lab.games.chase_the_flush.board_rows import BOARDS, LOST, UNQUALIFIED, WON, tally_row, value_row
from houserules.lab.games.chase_the_flush.suit_tables import SuitTables
from houserules.lab.games.flushes.lanes import RANKS, SUITS
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def spread_inside(
    margins: Ints, hole: int, cards: Ints, lanes: int, size: int, card: int, count: int, values: Ints
) -> None:
    """Share out values by lane to the flops within the lane."""
    for index in range(count if size > 1 else 0):
        for high in range(1, size):
            for low in range(high):
                x = card + cards[U(lanes + index), U(high)]
                y = card + cards[U(lanes + index), U(low)]
                margins[U(hole), U(x), U(y)] += values[U(index)]


@jit
def checks_inside(
    checks: Ints, hole: int, cards: Ints, lanes: int, size: int, card: int, count: int, result: Ints
) -> None:
    """For each lane, how many flops within it are checked."""
    for index in range(count):
        result[U(index)] = 0
        for high in range(1, size):
            for low in range(high):
                x = card + cards[U(lanes + index), U(high)]
                y = card + cards[U(lanes + index), U(low)]
                result[U(index)] += checks[U(hole), U(x), U(y)]


@jit
def value_boards(tables: SuitTables, plan: Plan, stakes: Stakes, states: Ints, totals: Ints, margins: Ints) -> None:
    """Value all boards for holes that share a plan, given by the states of their suits.

    ``totals[hole, met, group]`` sums over all boards, by whether the player's key meets the qualifier and by
    the group of the flush. ``margins[hole, x, y]`` plus ``margins[hole, y, x]`` is, for the flop of cards x and y,
    how much better it is to check than to go all in, summed over the visited boards with that flop; a card is
    13 * suit + its position among the suit's available cards.
    """
    layout = np.empty((SUITS, FIELDS), np.int64)
    open3, open2 = np.empty((3, 8), np.int64), np.empty((3, 4), np.int64)
    cards, below, at_most, short = tables.cards, tables.below, tables.at_most, tables.short
    symmetry = len(plan.images)
    scratch = np.zeros((8, LONGEST_LIST), np.int64)
    values, second_sums, third_sums = scratch[0], scratch[1], scratch[2]
    # What a lead's boards are worth together with each other card; and the same for each first lane of a
    # lead. Where the first suit has no cards there is only one such lane, and no need to keep the two apart.
    shares, prefix = scratch[3:5], scratch[5:8]
    for hole in range(len(states)):
        for block in range(len(plan.suits)):
            constants = plan.constants[block]
            lay_out(tables, plan, block, states[hole], layout)
            length = plan.lengths[block]
            size0, size1 = plan.sizes[block, 0], plan.sizes[block, 1]
            size2, size3 = plan.sizes[block, 2], plan.sizes[block, 3]
            mate1, mate2, mate3 = plan.mates[block, 1], plan.mates[block, 2], plan.mates[block, 3]
            card0, card1, card2, card3 = layout[0, CARD], layout[1, CARD], layout[2, CARD], layout[3, CARD]
            lanes0, lanes1 = layout[0, LANES], layout[1, LANES]
            lanes2, lanes3 = layout[2, LANES], layout[3, LANES]
            held0 = layout[0, HELD]
            lead_share, share = 0, 1 if size1 else 0
            nonempty = 1 + (size1 == 0) + (size2 == 0) + (size3 == 0)
            for index in range(layout[2, COUNT]):
                second_sums[U(index)] = 0
            for index in range(layout[3, COUNT]):
                third_sums[U(index)] = 0
            for lead in range(layout[0, COUNT]):
                flush = held0 | tables.lanes[U(lanes0 + lead)]
                follow_leader(tables.lanes, flush, layout)
                end1, end2, end3 = layout[1, END], layout[2, END], layout[3, END]
                if end1 == 0 or end2 == 0 or end3 == 0:
                    continue
                row1, row2, row3 = layout[1, ROW], layout[2, ROW], layout[3, ROW]
                open_leader(tables, lanes0 + lead, constants, open3)
                met = 1 if length << RANKS | flush >= stakes.qualifier else 0
                payoff = payoff_of(stakes, met, length)
                group = GROUP_OF_LANE[U(flush)]
                unders, uptos, shorts = 0, 0, 0
                for index in range(end3):
                    unders += below[U(row3 + index)]
                    uptos += at_most[U(row3 + index)]
                    shorts += short[U(lanes3 + index)]
                    if mate3 >= 0:
                        prefix[0, U(index)], prefix[1, U(index)], prefix[2, U(index)] = unders, uptos, shorts
                for place in range(nonempty, SUITS):
                    for card in range(RANKS):
                        shares[lead_share, U(layout[place, CARD] + card)] = 0
                boards, won, lost, unqualified, lead_total = 0, 0, 0, 0, 0
                for first in range(min(end1, lead + 1) if mate1 == 0 else end1):
                    open_first(tables, row1 + first, lanes1 + first, open3, open2)
                    alike1 = 2 if mate1 == 0 and first == lead else 1
                    top2 = first if mate2 == 1 else lead
                    if size1:
                        for card in range(DECK):
                            shares[share, U(card)] = 0
                    first_total = 0
                    for second in range(end2 if mate2 < 0 else min(end2, top2 + 1)):
                        counts = open_second(tables, row2 + second, lanes2 + second, open2)
                        weight, alike2 = rows_weight(symmetry, alike1, second, top2, mate2)
                        top3, alike3 = end3, 1
                        if mate3 >= 0:
                            top3 = second if mate3 == 2 else (first if mate3 == 1 else lead)
                            alike3 = alike2 if mate3 == 2 else (alike1 if mate3 == 1 else 1)
                        end = min(end3, top3 + 1)
                        if mate3 >= 0:
                            unders, uptos = prefix[0, U(end - 1)], prefix[1, U(end - 1)]
                            shorts = prefix[2, U(end - 1)]
                        total = value_row(counts, payoff, weight, below, at_most, row3, short, lanes3, end, values)
                        row_lost = payoff.dealers - counts.at_most
                        boards += weight * end
                        won += weight * (counts.below * end + counts.below_slope * unders)
                        lost += weight * (row_lost * end - counts.at_most_slope * uptos)
                        unqualified += weight * (counts.short * end + counts.short_slope * shorts)
                        if top3 < end3:
                            # The last lane equals that of an alike suit, so this board stands for fewer.
                            excess = values[U(top3)] - values[U(top3)] // (alike3 + 1)
                            values[U(top3)] -= excess
                            total -= excess
                            less = weight - weight // (alike3 + 1)
                            boards -= less
                            won -= less * (counts.below + counts.below_slope * below[U(row3 + top3)])
                            lost -= less * (row_lost - counts.at_most_slope * at_most[U(row3 + top3)])
                            unqualified -= less * (counts.short + counts.short_slope * short[U(lanes3 + top3)])
                        first_total += total
                        second_sums[U(second)] += total
                        for held in range(size2):
                            shares[share, U(card2 + cards[U(lanes2 + second), U(held)])] += total
                        if size3 == 1:
                            for index in range(end):
                                shares[share, U(card3 + index)] += values[U(index)]
                            for held in range(size2):
                                x = card2 + cards[U(lanes2 + second), U(held)]
                                for index in range(end):
                                    margins[U(hole), U(x), U(card3 + index)] += values[U(index)]
                        elif size3 > 1:
                            for index in range(end):
                                third_sums[U(index)] += values[U(index)]
                                for held3 in range(size3):
                                    y = card3 + cards[U(lanes3 + index), U(held3)]
                                    shares[share, U(y)] += values[U(index)]
                                    for held in range(size2):
                                        margins[U(hole), U(card2 + cards[U(lanes2 + second), U(held)]), U(y)] += (
                                            values[U(index)]
                                        )
                    lead_total += first_total
                    for held in range(size1):
                        x = card1 + cards[U(lanes1 + first), U(held)]
                        shares[lead_share, U(x)] += first_total
                        for card in range(DECK):
                            margins[U(hole), U(x), U(card)] += shares[share, U(card)]
                        for low in range(held):
                            margins[U(hole), U(x), U(card1 + cards[U(lanes1 + first), U(low)])] += first_total
                    if size1:
                        for card in range(DECK):
                            shares[lead_share, U(card)] += shares[share, U(card)]
                for held in range(size0):
                    x = card0 + cards[U(lanes0 + lead), U(held)]
                    for place in range(nonempty, SUITS):
                        for card in range(layout[place, CARD], layout[place, CARD] + RANKS):
                            margins[U(hole), U(x), U(card)] += shares[lead_share, U(card)]
                    for low in range(held):
                        margins[U(hole), U(x), U(card0 + cards[U(lanes0 + lead), U(low)])] += lead_total
                totals[hole, met, group, BOARDS] += boards
                totals[hole, met, group, WON] += won
                totals[hole, met, group, LOST] += lost
                totals[hole, met, group, UNQUALIFIED] += unqualified
            spread_inside(margins, hole, cards, lanes2, size2, card2, layout[2, COUNT], second_sums)
            spread_inside(margins, hole, cards, lanes3, size3, card3, layout[3, COUNT], third_sums)


@jit
def count_boards(
    tables: SuitTables,
    plan: Plan,
    stakes: Stakes,
    states: Ints,
    checks: Ints,
    checked: Ints,
    called: Ints,
    boards: Ints,
    kept: npt.NDArray[np.bool_],
) -> int:
    """Count all boards for holes that share a plan, each as often as one of its six flops is checked.

    Where ``checks[hole, x, y]`` is 1 the flop of cards x and y is checked. ``checked[hole, met, group]``
    sums over the boards so reached, ``called`` over those of them for which a call is then best. The order in
    which boards are visited is written to `boards` (52 bits each) if it is not empty; in that order, `kept`
    says which ones to count, if it is not empty. Return how many boards were visited.
    """
    at = 0
    layout = np.empty((SUITS, FIELDS), np.int64)
    open3, open2 = np.empty((3, 8), np.int64), np.empty((3, 4), np.int64)
    cards, below, at_most, short = tables.cards, tables.below, tables.at_most, tables.short
    symmetry = len(plan.images)
    scratch = np.zeros((7, LONGEST_LIST), np.int64)
    times, inside0, inside1, inside2, inside3 = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    # How many checked flops each card makes with the lead's cards; and the same with the first lane's added.
    reach = scratch[5:7]
    for hole in range(len(states)):
        for block in range(len(plan.suits)):
            constants = plan.constants[block]
            lay_out(tables, plan, block, states[hole], layout)
            length = plan.lengths[block]
            size0, size1 = plan.sizes[block, 0], plan.sizes[block, 1]
            size2, size3 = plan.sizes[block, 2], plan.sizes[block, 3]
            mate1, mate2, mate3 = plan.mates[block, 1], plan.mates[block, 2], plan.mates[block, 3]
            card0, card1, card2, card3 = layout[0, CARD], layout[1, CARD], layout[2, CARD], layout[3, CARD]
            lanes0, lanes1 = layout[0, LANES], layout[1, LANES]
            lanes2, lanes3 = layout[2, LANES], layout[3, LANES]
            held0 = layout[0, HELD]
            reached = 1 if size1 else 0
            nonempty = 1 + (size1 == 0) + (size2 == 0) + (size3 == 0)
            checks_inside(checks, hole, cards, lanes0, size0, card0, layout[0, COUNT], inside0)
            checks_inside(checks, hole, cards, lanes1, size1, card1, layout[1, COUNT], inside1)
            checks_inside(checks, hole, cards, lanes2, size2, card2, layout[2, COUNT], inside2)
            checks_inside(checks, hole, cards, lanes3, size3, card3, layout[3, COUNT], inside3)
            for lead in range(layout[0, COUNT]):
                flush = held0 | tables.lanes[U(lanes0 + lead)]
                follow_leader(tables.lanes, flush, layout)
                end1, end2, end3 = layout[1, END], layout[2, END], layout[3, END]
                if end1 == 0 or end2 == 0 or end3 == 0:
                    continue
                row1, row2, row3 = layout[1, ROW], layout[2, ROW], layout[3, ROW]
                open_leader(tables, lanes0 + lead, constants, open3)
                met = 1 if length << RANKS | flush >= stakes.qualifier else 0
                payoff = payoff_of(stakes, met, length)
                group = GROUP_OF_LANE[U(flush)]
                for place in range(nonempty, SUITS):
                    for card in range(layout[place, CARD], layout[place, CARD] + RANKS):
                        reach[0, U(card)] = 0
                    for held in range(size0):
                        x = card0 + cards[U(lanes0 + lead), U(held)]
                        for card in range(layout[place, CARD], layout[place, CARD] + RANKS):
                            reach[0, U(card)] += checks[U(hole), U(x), U(card)]
                for first in range(min(end1, lead + 1) if mate1 == 0 else end1):
                    open_first(tables, row1 + first, lanes1 + first, open3, open2)
                    alike1 = 2 if mate1 == 0 and first == lead else 1
                    top2 = first if mate2 == 1 else lead
                    base1 = inside0[U(lead)] + inside1[U(first)]
                    if size1:
                        for card in range(DECK):
                            reach[reached, U(card)] = reach[0, U(card)]
                    for held in range(size1):
                        x = card1 + cards[U(lanes1 + first), U(held)]
                        base1 += reach[0, U(x)]
                        for card in range(DECK):
                            reach[reached, U(card)] += checks[U(hole), U(x), U(card)]
                    for second in range(end2 if mate2 < 0 else min(end2, top2 + 1)):
                        counts = open_second(tables, row2 + second, lanes2 + second, open2)
                        weight, alike2 = rows_weight(symmetry, alike1, second, top2, mate2)
                        top3, alike3 = end3, 1
                        if mate3 >= 0:
                            top3 = second if mate3 == 2 else (first if mate3 == 1 else lead)
                            alike3 = alike2 if mate3 == 2 else (alike1 if mate3 == 1 else 1)
                        end = min(end3, top3 + 1)
                        base2 = base1 + inside2[U(second)]
                        for held in range(size2):
                            base2 += reach[reached, U(card2 + cards[U(lanes2 + second), U(held)])]
                        if size3 == 1:
                            for index in range(end):
                                times[U(index)] = weight * (base2 + reach[reached, U(card3 + index)])
                            for held in range(size2):
                                x = card2 + cards[U(lanes2 + second), U(held)]
                                for index in range(end):
                                    times[U(index)] += weight * checks[U(hole), U(x), U(card3 + index)]
                        else:
                            for index in range(end):
                                often = base2 + inside3[U(index)]
                                for held3 in range(size3):
                                    y = card3 + cards[U(lanes3 + index), U(held3)]
                                    often += reach[reached, U(y)]
                                    for held in range(size2):
                                        often += checks[U(hole), U(card2 + cards[U(lanes2 + second), U(held)]), U(y)]
                                times[U(index)] = weight * often
                        if top3 < end3:
                            times[U(top3)] //= alike3 + 1
                        if len(kept):
                            for index in range(end):
                                times[U(index)] *= kept[U(at + index)]
                        if len(boards):
                            for index in range(end):
                                board = tables.lanes[U(lanes3 + index)] << card3
                                board |= tables.lanes[U(lanes2 + second)] << card2
                                board |= tables.lanes[U(lanes1 + first)] << card1
                                boards[U(at + index)] = board | tables.lanes[U(lanes0 + lead)] << card0
                        tally_row(
                            counts, payoff, below, at_most, row3, short, lanes3, end, times, hole, met, group,
                            checked, called,
                        )  # fmt: skip
                        at += end
    return at


@jit
def flop_margins(plan: Plan, margins: Ints, result: Ints) -> None:
    """Undo the restriction to descending lanes: average over the exchanges of alike suits, in both orders."""
    exchanges = len(plan.images)
    for hole in range(len(margins)):
        for x in range(DECK):
            for y in range(x):
                total = 0
                for exchange in range(exchanges):
                    u, v = plan.images[exchange, x], plan.images[exchange, y]
                    total += margins[hole, u, v] + margins[hole, v, u]
                result[hole, x, y] = total // exchanges
                result[hole, y, x] = total // exchanges
