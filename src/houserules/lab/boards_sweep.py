"""Chase the Flush: one hole against every board and every dealer's hand.

What the last decision is worth depends on the four community cards and not on which two came first, so each
board is looked at once and its result is shared out to the six flops that it contains. A board is four lanes.
The suit in which hole and board make the player's flush, the leader, is the outermost loop and fixes the bound
for the dealer; the other three suits run through those lanes that do not overtake it. The dealer's hands under
the bound are then linear in each suit (`multilinear`), and the innermost loop is one multiplication per count.

Suits that are alike (same hole, shown and dead ranks) may be exchanged: only boards whose lanes descend from
suit to alike suit are visited, each with the number of boards that it stands for.
"""

from typing import Final, NamedTuple

import numpy as np

from houserules.lab.compiling import jit
from houserules.lab.lanes import FULL_LANE, LANE_INDEX, LANE_SIZE, RANKS, SUITS, Ints, draws_under
from houserules.lab.multilinear import contract, multilinear_constants
from houserules.lab.suit_tables import BOARD, SuitTables

BELOW: Final = 0
AT_MOST: Final = 1
SHORT: Final = 2
KINDS: Final = 3
"""What is counted of the dealer's hands: below the bound, at most the bound, short of the qualifier."""

BOARDS: Final = 0
WON: Final = 1
LOST: Final = 2
UNQUALIFIED: Final = 3
SUMS: Final = 4
"""What is summed over boards: their number, and the dealer's hands of three kinds."""

DECK: Final = SUITS * RANKS


class Stakes(NamedTuple):
    """What is at stake, in `unit` parts of an ante: the X-tra Bonus's winnings by length of the flush."""

    draw: int
    dealers: int
    qualifier: int
    unit: int
    xtra: Ints


class Hole(NamedTuple):
    """The states of the four suits in the tables, and for each suit a number that alike suits share.

    `symmetry` is the number of ways to exchange alike suits."""

    states: Ints
    kinds: Ints
    symmetry: int


class Block(NamedTuple):
    """Boards of one shape: suits in loop order (the leader first), how many board cards each has, and for
    each the place in that order of an earlier alike suit with as many cards, or -1."""

    suits: Ints
    sizes: Ints
    mates: Ints
    length: int


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


class Payoff(NamedTuple):
    """The net result of calling is a linear function of the sums; folding costs a constant."""

    constant: int
    won: int
    lost: int
    unqualified: int
    fold: int


@jit
def payoff_of(stakes: Stakes, key: int) -> Payoff:
    """A player's hand that meets the qualifier beats every dealer who does not; one that does not meet it
    loses the ante to every dealer who does."""
    unit = stakes.unit
    gain = unit + stakes.xtra[key >> RANKS]
    fold = -2 * unit * stakes.dealers
    if key >= stakes.qualifier:
        return Payoff(0, gain + unit, 3 * unit, -unit, fold)
    return Payoff(-unit * stakes.dealers, gain, 2 * unit, unit, fold)


@jit
def spread(
    margins: Ints, tables: SuitTables, first: int, size: int, suit: int, lanes: int, size2: int, suit2: int,
    end: int, values: Ints,
) -> None:
    """Share out values by lane of one suit to the pairs of its cards with the cards of a lane of another."""
    for card in range(size):
        margin = margins[RANKS * suit + tables.cards[first, card]]
        if size2 == 1:
            for index in range(end):
                margin[RANKS * suit2 + index] += values[index]
        elif size2 > 1:
            for index in range(end):
                for card2 in range(size2):
                    margin[RANKS * suit2 + tables.cards[lanes + index, card2]] += values[index]


@jit
def spread_inside(
    margins: Ints, tables: SuitTables, lanes: int, size: int, suit: int, end: int, values: Ints
) -> None:
    """Share out values by lane to the pairs of cards within the lane."""
    if size < 2:
        return
    for index in range(end):
        for high in range(1, size):
            for low in range(high):
                x = RANKS * suit + tables.cards[lanes + index, high]
                y = RANKS * suit + tables.cards[lanes + index, low]
                margins[x, y] += values[index]


@jit
def checks_inside(checks: Ints, tables: SuitTables, lane: int, size: int, suit: int) -> int:
    """How many pairs of cards within a lane are flops that are checked."""
    found = 0
    for high in range(1, size):
        for low in range(high):
            x = RANKS * suit + tables.cards[lane, high]
            found += checks[x, RANKS * suit + tables.cards[lane, low]]
    return found


@jit
def checks_with(reached: Ints, tables: SuitTables, lane: int, size: int, suit: int) -> int:
    """How many checked flops a lane's cards make with the cards that `reached` was added up from."""
    found = 0
    for card in range(size):
        found += reached[RANKS * suit + tables.cards[lane, card]]
    return found


@jit
def reach_on(checks: Ints, tables: SuitTables, lane: int, size: int, suit: int, reached: Ints, result: Ints) -> None:
    """Add, for each card of the deck, the checked flops that it makes with the cards of a lane."""
    result[:] = reached
    for card in range(size):
        line = checks[RANKS * suit + tables.cards[lane, card]]
        for other in range(DECK):
            result[other] += line[other]


@jit
def value_row(
    stakes: Stakes, payoff: Payoff, counts: Ints, tables: SuitTables, row: int, short: int, start: int, end: int,
    weight: int, values: Ints, column: Ints, sums: Ints,
) -> int:
    """Value the boards of one row: into `values`, by how much checking and then deciding beats all in for two."""
    b0, b1 = counts[BELOW]
    a0, a1 = counts[AT_MOST]
    q0, q1 = counts[SHORT]
    total, won_sum, lost_sum, short_sum = 0, 0, 0, 0
    for index in range(start, end):
        won = b0 + b1 * tables.below[row + index]
        lost = stakes.dealers - a0 - a1 * tables.at_most[row + index]
        unqualified = q0 + q1 * tables.short[short + index]
        call = payoff.constant + payoff.won * won - payoff.lost * lost + payoff.unqualified * unqualified
        value = (max(payoff.fold - call, 0) - stakes.unit * (won - lost)) * weight
        values[index] = value
        column[index] += value
        total += value
        won_sum += won
        lost_sum += lost
        short_sum += unqualified
    sums[BOARDS] += weight * (end - start)
    sums[WON] += weight * won_sum
    sums[LOST] += weight * lost_sum
    sums[UNQUALIFIED] += weight * short_sum
    return total


@jit
def tally_row(
    stakes: Stakes, payoff: Payoff, counts: Ints, tables: SuitTables, row: int, short: int, start: int, end: int,
    weight: int, flops: Ints, checked: Ints, called: Ints,
) -> None:
    """Count the boards of one row, each as often as it is reached by a check."""
    b0, b1 = counts[BELOW]
    a0, a1 = counts[AT_MOST]
    q0, q1 = counts[SHORT]
    n, w, u, s = 0, 0, 0, 0
    cn, cw, cu, cs = 0, 0, 0, 0
    for index in range(start, end):
        won = b0 + b1 * tables.below[row + index]
        lost = stakes.dealers - a0 - a1 * tables.at_most[row + index]
        unqualified = q0 + q1 * tables.short[short + index]
        call = payoff.constant + payoff.won * won - payoff.lost * lost + payoff.unqualified * unqualified
        times = flops[index]
        n += times
        w += times * won
        u += times * lost
        s += times * unqualified
        times = times if call > payoff.fold else 0
        cn += times
        cw += times * won
        cu += times * lost
        cs += times * unqualified
    checked[BOARDS] += weight * n
    checked[WON] += weight * w
    checked[LOST] += weight * u
    checked[UNQUALIFIED] += weight * s
    called[BOARDS] += weight * cn
    called[WON] += weight * cw
    called[LOST] += weight * cu
    called[UNQUALIFIED] += weight * cs


@jit
def contract_kinds(constants: Ints, below: int, at_most: int, short: int, result: Ints) -> None:
    """Put one lane's features into each of the three counts."""
    contract(constants[BELOW], below, result[BELOW])
    contract(constants[AT_MOST], at_most, result[AT_MOST])
    contract(constants[SHORT], short, result[SHORT])


@jit
def sweep_block(tables: SuitTables, stakes: Stakes, hole: Hole, block: Block, counting: bool, sums: Sums) -> None:
    """Go through the boards of one shape, valuing or counting them."""
    suits, sizes, mates, length = block
    leader = suits[0]
    states = np.empty(SUITS, np.int64)
    counts = np.empty(SUITS, np.int64)
    lanes = np.empty(SUITS, np.int64)
    rows = np.empty(SUITS, np.int64)
    ends = np.empty(SUITS, np.int64)
    levels = np.empty(SUITS, np.int64)
    free = np.empty(SUITS, np.int64)
    for place in range(SUITS):
        states[place] = hole.states[suits[place]]
        counts[place] = tables.lane_count[states[place], sizes[place]]
        lanes[place] = tables.lane_start[states[place], sizes[place]]
        levels[place] = LANE_SIZE[tables.shown[states[place]]] + sizes[place]
        free[place] = LANE_SIZE[tables.available[states[place]]] - sizes[place]
        ends[place] = counts[place]
        if LANE_SIZE[tables.hole[states[place]]] + sizes[place] == length:
            ends[place] = 0
    constants = np.empty((KINDS, 16), np.int64)
    multilinear_constants(stakes.draw, free, length - levels, constants[BELOW])
    constants[AT_MOST] = constants[BELOW]
    multilinear_constants(stakes.draw, free, (stakes.qualifier >> RANKS) - levels, constants[SHORT])
    open3 = np.empty((KINDS, 8), np.int64)
    open2 = np.empty((KINDS, 4), np.int64)
    open1 = np.empty((KINDS, 2), np.int64)
    place = np.zeros(SUITS, np.int64)
    alike = np.ones(SUITS, np.int64)
    values = np.zeros(counts[3], np.int64)
    column0 = np.zeros(counts[3], np.int64)
    column1 = np.zeros(counts[3], np.int64)
    second0 = np.zeros(counts[2], np.int64)
    second1 = np.zeros(counts[2], np.int64)
    first0 = np.zeros(counts[1], np.int64)
    single = np.zeros(1, np.int64)
    none = np.zeros(DECK, np.int64)
    reach0 = np.zeros(DECK, np.int64)
    reach1 = np.zeros(DECK, np.int64)
    reach2 = np.zeros(DECK, np.int64)
    inside = np.zeros(counts[3], np.int64)
    if counting:
        for index in range(counts[3]):
            inside[index] = checks_inside(sums.checks, tables, lanes[3] + index, sizes[3], suits[3])

    state = states[0]
    for lead in range(counts[0]):
        place[0] = lead
        lane = tables.lanes[lanes[0] + lead]
        flush = tables.hole[state] | lane
        key = length << RANKS | flush
        level = length - levels[0]
        under, equal = 0, 0
        if 0 <= level <= stakes.draw:
            under, equal = draws_under(lane | tables.shown[state], tables.available[state] & ~lane, level, flush)
        contract_kinds(constants, under, under + equal, tables.short[lanes[0] + lead], open3)
        payoff = payoff_of(stakes, key)
        met = 1 if key >= stakes.qualifier else 0
        for other in range(1, SUITS):
            rows[other] = tables.row_start[states[other], length, sizes[other]]
            rows[other] += LANE_INDEX[flush] * counts[other]
            held = tables.hole[states[other]]
            if LANE_SIZE[held] + sizes[other] == length:
                # Of equal lanes the first suit leads, so that no board is visited twice.
                top = flush if suits[other] > leader else flush - 1
                while ends[other] < counts[other] and held | tables.lanes[lanes[other] + ends[other]] <= top:
                    ends[other] += 1
        if ends[1] == 0 or ends[2] == 0 or ends[3] == 0:
            continue
        totals = sums.totals[met, length]
        checked = sums.checked[met, length]
        called = sums.called[met, length]
        base0 = 0
        if counting:
            reach_on(sums.checks, tables, lanes[0] + lead, sizes[0], leader, none, reach0)
            base0 = checks_inside(sums.checks, tables, lanes[0] + lead, sizes[0], leader)
        column0[:] = 0
        second0[:] = 0
        all0 = 0
        end1 = ends[1] if mates[1] < 0 else min(ends[1], place[mates[1]] + 1)
        for first in range(end1):
            place[1] = first
            alike[1] = alike[mates[1]] + 1 if mates[1] >= 0 and first == place[mates[1]] else 1
            lane1 = lanes[1] + first
            contract_kinds(
                open3, tables.below[rows[1] + first], tables.at_most[rows[1] + first], tables.short[lane1], open2
            )
            base1 = base0
            if counting:
                reach_on(sums.checks, tables, lane1, sizes[1], suits[1], reach0, reach1)
                base1 += checks_inside(sums.checks, tables, lane1, sizes[1], suits[1])
                base1 += checks_with(reach0, tables, lane1, sizes[1], suits[1])
            column1[:] = 0
            all1 = 0
            end2 = ends[2] if mates[2] < 0 else min(ends[2], place[mates[2]] + 1)
            for second in range(end2):
                place[2] = second
                alike[2] = alike[mates[2]] + 1 if mates[2] >= 0 and second == place[mates[2]] else 1
                lane2 = lanes[2] + second
                contract_kinds(
                    open2, tables.below[rows[2] + second], tables.at_most[rows[2] + second], tables.short[lane2],
                    open1,
                )
                weight = hole.symmetry // (alike[1] * alike[2])
                end3 = ends[3]
                last = end3
                if mates[3] >= 0 and place[mates[3]] < end3:
                    end3 = place[mates[3]] + 1
                    last = end3 - 1
                last_weight = weight // (alike[mates[3]] + 1) if mates[3] >= 0 else weight
                if counting:
                    reach_on(sums.checks, tables, lane2, sizes[2], suits[2], reach1, reach2)
                    base2 = base1 + checks_inside(sums.checks, tables, lane2, sizes[2], suits[2])
                    base2 += checks_with(reach1, tables, lane2, sizes[2], suits[2])
                    for index in range(end3):
                        values[index] = base2 + inside[index] + checks_with(
                            reach2, tables, lanes[3] + index, sizes[3], suits[3]
                        )
                    tally_row(
                        stakes, payoff, open1, tables, rows[3], lanes[3], 0, last, weight, values, checked, called
                    )
                    if last < end3:
                        tally_row(
                            stakes, payoff, open1, tables, rows[3], lanes[3], last, end3, last_weight, values,
                            checked, called,
                        )
                    continue
                total = value_row(
                    stakes, payoff, open1, tables, rows[3], lanes[3], 0, last, weight, values, column1, totals
                )
                if last < end3:
                    total += value_row(
                        stakes, payoff, open1, tables, rows[3], lanes[3], last, end3, last_weight, values, column1,
                        totals,
                    )
                spread(
                    sums.margins, tables, lane2, sizes[2], suits[2], lanes[3], sizes[3], suits[3], end3, values
                )
                second1[second] = total
                all1 += total
            if counting:
                continue
            spread(sums.margins, tables, lane1, sizes[1], suits[1], lanes[3], sizes[3], suits[3], ends[3], column1)
            spread(sums.margins, tables, lane1, sizes[1], suits[1], lanes[2], sizes[2], suits[2], end2, second1)
            for index in range(ends[3]):
                column0[index] += column1[index]
            for index in range(end2):
                second0[index] += second1[index]
            first0[first] = all1
            all0 += all1
        if counting:
            continue
        lane0 = lanes[0] + lead
        spread(sums.margins, tables, lane0, sizes[0], leader, lanes[3], sizes[3], suits[3], ends[3], column0)
        spread(sums.margins, tables, lane0, sizes[0], leader, lanes[2], sizes[2], suits[2], ends[2], second0)
        spread(sums.margins, tables, lane0, sizes[0], leader, lanes[1], sizes[1], suits[1], end1, first0)
        spread_inside(sums.margins, tables, lanes[3], sizes[3], suits[3], ends[3], column0)
        spread_inside(sums.margins, tables, lanes[2], sizes[2], suits[2], ends[2], second0)
        spread_inside(sums.margins, tables, lanes[1], sizes[1], suits[1], end1, first0)
        single[0] = all0
        spread_inside(sums.margins, tables, lane0, sizes[0], leader, 1, single)


@jit
def make_block(tables: SuitTables, hole: Hole, leader: int, sizes_by_suit: Ints, block: Block) -> bool:
    """Set a block up for a leader and the sizes of the board's lanes by suit, if there are such boards.

    The other suits come empty ones first and then the longest first, so that the innermost lists are those of
    single cards."""
    length = block.length
    for suit in range(SUITS):
        size = sizes_by_suit[suit]
        held = LANE_SIZE[tables.hole[hole.states[suit]]]
        if held + size > length or size > LANE_SIZE[tables.available[hole.states[suit]]]:
            return False
        for later in range(suit + 1, SUITS):
            if hole.kinds[suit] == hole.kinds[later] and size < sizes_by_suit[later]:
                return False
        if suit < leader and hole.kinds[suit] == hole.kinds[leader] and size == sizes_by_suit[leader]:
            return False
    block.suits[0] = leader
    place = 1
    for turn in range(BOARD + 1):
        size = 0 if turn == 0 else BOARD + 1 - turn
        for suit in range(SUITS):
            if suit != leader and sizes_by_suit[suit] == size:
                block.suits[place] = suit
                place += 1
    for place in range(SUITS):
        suit = block.suits[place]
        block.sizes[place] = sizes_by_suit[suit]
        block.mates[place] = -1
        for earlier in range(place):
            mate = block.suits[earlier]
            if hole.kinds[mate] == hole.kinds[suit] and sizes_by_suit[mate] == sizes_by_suit[suit]:
                block.mates[place] = earlier
    return True


@jit
def sweep_boards(tables: SuitTables, stakes: Stakes, hole: Hole, counting: bool, sums: Sums) -> None:
    """Go through all boards for one hole: value them into totals and margins, or count them by the checks."""
    suits = np.empty(SUITS, np.int64)
    sizes = np.empty(SUITS, np.int64)
    mates = np.empty(SUITS, np.int64)
    by_suit = np.empty(SUITS, np.int64)
    for leader in range(SUITS):
        for a in range(BOARD + 1):
            for b in range(BOARD + 1 - a):
                for c in range(BOARD + 1 - a - b):
                    by_suit[0] = a
                    by_suit[1] = b
                    by_suit[2] = c
                    by_suit[3] = BOARD - a - b - c
                    length = LANE_SIZE[tables.hole[hole.states[leader]]] + by_suit[leader]
                    block = Block(suits, sizes, mates, length)
                    if make_block(tables, hole, leader, by_suit, block):
                        sweep_block(tables, stakes, hole, block, counting, sums)


@jit
def flop_margins(hole: Hole, margins: Ints, result: Ints) -> None:
    """Undo the restriction to descending lanes: average over the exchanges of alike suits, in both orders."""
    result[:] = 0
    for a in range(SUITS):
        for b in range(SUITS):
            for c in range(SUITS):
                d = 6 - a - b - c
                if a == b or a == c or b == c:
                    continue
                images = (a, b, c, d)
                fits = True
                for suit in range(SUITS):
                    fits = fits and hole.kinds[suit] == hole.kinds[images[suit]]
                if not fits:
                    continue
                for x in range(DECK):
                    for y in range(DECK):
                        u = images[x // RANKS] * RANKS + x % RANKS
                        v = images[y // RANKS] * RANKS + y % RANKS
                        result[x, y] += margins[u, v] + margins[v, u]
    for x in range(DECK):
        for y in range(DECK):
            result[x, y] //= hole.symmetry
