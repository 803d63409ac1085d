"""Chase the Flush: boards of which two suits are fixed, the innermost two loops of the sweep.

The loops write out what elsewhere would be calls, because passing arrays to a compiled function costs as much
as a dozen boards.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.compiling import jit
from houserules.lab.lanes import Ints

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

Features = npt.NDArray[np.int16]


class Payoff(NamedTuple):
    """The net result of a call is linear in what is counted; a fold costs `fold`. `unit` is one ante."""

    constant: int
    won: int
    lost: int
    unqualified: int
    fold: int
    unit: int
    dealers: int


class Plane(NamedTuple):
    """Where the two open suits, the second and the third, are found, and which of their lanes count.

    ``row`` leads into `below` and `at_most`, ``lane`` into the lists of lanes; ``card`` is the suit's first
    card; ``top`` is the place of the lane of an earlier alike suit (-1 for none), which must not be exceeded,
    and ``alike`` how many earlier suits share that lane. The third suit may be alike to the second. `weight`
    is how many boards a board stands for if no lanes are equal.
    """

    row2: int
    row3: int
    lane2: int
    lane3: int
    size2: int
    size3: int
    card2: int
    card3: int
    end2: int
    end3: int
    top2: int
    top3: int
    alike2: int
    alike3: int
    third_like_second: bool
    weight: int


@jit
def value_plane(
    plane: Plane,
    payoff: Payoff,
    open2: Ints,
    below: Features,
    at_most: Features,
    short: Features,
    cards: Ints,
    margins: Ints,
    values: Ints,
    column: Ints,
    second_sums: Ints,
    sums: Ints,
) -> int:
    """Value the boards of a plane: by how much a check, with the best decision after it, beats all in for two.

    Add the values by lane of the third suit to `column`, put those by lane of the second into `second_sums`,
    share them out to flops of a second and a third suit's card in `margins`, and return their total. Add the
    dealer's hands to `sums`.
    """
    b00, b01, b10, b11 = open2[BELOW, 0], open2[BELOW, 1], open2[BELOW, 2], open2[BELOW, 3]
    a00, a01, a10, a11 = open2[AT_MOST, 0], open2[AT_MOST, 1], open2[AT_MOST, 2], open2[AT_MOST, 3]
    s00, s01, s10, s11 = open2[SHORT, 0], open2[SHORT, 1], open2[SHORT, 2], open2[SHORT, 3]
    plane_total = 0
    for second in range(plane.end2):
        feature = below[plane.row2 + second]
        b0, b1 = b00 + feature * b01, b10 + feature * b11
        feature = at_most[plane.row2 + second]
        a0, a1 = payoff.dealers - a00 - feature * a01, a10 + feature * a11
        feature = short[plane.lane2 + second]
        s0, s1 = s00 + feature * s01, s10 + feature * s11
        weight, alike = plane.weight, 0
        if second == plane.top2:
            alike = plane.alike2
            weight //= alike + 1
        end, last, last_weight = plane.end3, plane.end3, weight
        if plane.third_like_second and second < end:
            end, last, last_weight = second + 1, second, weight // (alike + 2)
        elif 0 <= plane.top3 < end:
            end, last, last_weight = plane.top3 + 1, plane.top3, weight // (plane.alike3 + 1)
        total = 0
        for part in range(2):
            won_sum, lost_sum, short_sum = 0, 0, 0
            for index in range(last * part, end if part else last):
                won = b0 + b1 * below[plane.row3 + index]
                lost = a0 - a1 * at_most[plane.row3 + index]
                unqualified = s0 + s1 * short[plane.lane3 + index]
                call = payoff.constant + payoff.won * won - payoff.lost * lost + payoff.unqualified * unqualified
                value = (max(payoff.fold - call, 0) - payoff.unit * (won - lost)) * weight
                values[index] = value
                column[index] += value
                total += value
                won_sum += won
                lost_sum += lost
                short_sum += unqualified
            sums[BOARDS] += weight * (end - last if part else last)
            sums[WON] += weight * won_sum
            sums[LOST] += weight * lost_sum
            sums[UNQUALIFIED] += weight * short_sum
            if last == end:
                break
            weight = last_weight
        second_sums[second] = total
        plane_total += total
        for card in range(plane.size2):
            x = plane.card2 + cards[plane.lane2 + second, card]
            if plane.size3 == 1:
                for index in range(end):
                    margins[x, plane.card3 + index] += values[index]
            else:
                for index in range(end):
                    for card3 in range(plane.size3):
                        margins[x, plane.card3 + cards[plane.lane3 + index, card3]] += values[index]
    return plane_total


@jit
def tally_plane(
    plane: Plane,
    payoff: Payoff,
    open2: Ints,
    below: Features,
    at_most: Features,
    short: Features,
    cards: Ints,
    checks: Ints,
    base1: int,
    reached: Ints,
    inside2: Ints,
    inside3: Ints,
    times: Ints,
    checked: Ints,
    called: Ints,
) -> None:
    """Count the boards of a plane, each as often as one of its six flops is checked; and those then called.

    Of the six, `base1` lie within the fixed suits, `reached` holds for each card those that it makes with a
    card of the fixed suits, and `inside2` and `inside3` those within a lane of the second and third suit.
    """
    b00, b01, b10, b11 = open2[BELOW, 0], open2[BELOW, 1], open2[BELOW, 2], open2[BELOW, 3]
    a00, a01, a10, a11 = open2[AT_MOST, 0], open2[AT_MOST, 1], open2[AT_MOST, 2], open2[AT_MOST, 3]
    s00, s01, s10, s11 = open2[SHORT, 0], open2[SHORT, 1], open2[SHORT, 2], open2[SHORT, 3]
    for second in range(plane.end2):
        feature = below[plane.row2 + second]
        b0, b1 = b00 + feature * b01, b10 + feature * b11
        feature = at_most[plane.row2 + second]
        a0, a1 = payoff.dealers - a00 - feature * a01, a10 + feature * a11
        feature = short[plane.lane2 + second]
        s0, s1 = s00 + feature * s01, s10 + feature * s11
        weight, alike = plane.weight, 0
        if second == plane.top2:
            alike = plane.alike2
            weight //= alike + 1
        end, last, last_weight = plane.end3, plane.end3, weight
        if plane.third_like_second and second < end:
            end, last, last_weight = second + 1, second, weight // (alike + 2)
        elif 0 <= plane.top3 < end:
            end, last, last_weight = plane.top3 + 1, plane.top3, weight // (plane.alike3 + 1)
        base2 = base1 + inside2[second]
        for card in range(plane.size2):
            base2 += reached[plane.card2 + cards[plane.lane2 + second, card]]
        for index in range(end):
            times[index] = base2 + inside3[index]
        if plane.size3 == 1:
            for index in range(end):
                times[index] += reached[plane.card3 + index]
            for card in range(plane.size2):
                x = plane.card2 + cards[plane.lane2 + second, card]
                for index in range(end):
                    times[index] += checks[x, plane.card3 + index]
        else:
            for index in range(end):
                for card3 in range(plane.size3):
                    y = plane.card3 + cards[plane.lane3 + index, card3]
                    times[index] += reached[y]
                    for card in range(plane.size2):
                        times[index] += checks[plane.card2 + cards[plane.lane2 + second, card], y]
        for part in range(2):
            boards, won_sum, lost_sum, short_sum = 0, 0, 0, 0
            boards_called, won_called, lost_called, short_called = 0, 0, 0, 0
            for index in range(last * part, end if part else last):
                won = b0 + b1 * below[plane.row3 + index]
                lost = a0 - a1 * at_most[plane.row3 + index]
                unqualified = s0 + s1 * short[plane.lane3 + index]
                call = payoff.constant + payoff.won * won - payoff.lost * lost + payoff.unqualified * unqualified
                often = times[index]
                boards += often
                won_sum += often * won
                lost_sum += often * lost
                short_sum += often * unqualified
                often = often if call > payoff.fold else 0
                boards_called += often
                won_called += often * won
                lost_called += often * lost
                short_called += often * unqualified
            checked[BOARDS] += weight * boards
            checked[WON] += weight * won_sum
            checked[LOST] += weight * lost_sum
            checked[UNQUALIFIED] += weight * short_sum
            called[BOARDS] += weight * boards_called
            called[WON] += weight * won_called
            called[LOST] += weight * lost_called
            called[UNQUALIFIED] += weight * short_called
            if last == end:
                break
            weight = last_weight
