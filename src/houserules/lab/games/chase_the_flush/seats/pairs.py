"""Two seats against one dealer with the same board, summed over all deals of the cards that the board leaves.

Holes A and B of the seats and D of the dealer are disjoint sets of three cards. For a fixed D the sum of v(A) v(B)
over disjoint A and B is, by inclusion and exclusion over the cards that both hold,

    (sum of v)^2 - sum over cards of S(c)^2 + sum over pairs of S(cd)^2 - sum of v^2,

where S(c) and S(cd) are the sums of v over holes with these cards, and all of them leave out the cards of D. What a
seat brings depends on D only by how the keys of both compare, so the dealer's hands are gone through from the lowest
key up, and a hole changes its value a few times in all. A change of one hole changes 48 products; a hand of the
dealer then needs no more than the sums over holes with its own cards.
"""

# Kernels are long and take plain numbers, because calls and objects cost too much there.

from typing import Final

import numpy as np
import numpy.typing as npt

from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit, jit_inline

Narrow = npt.NDArray[np.int32]

UNQUALIFIED: Final = 0
QUALIFIED: Final = 3
WON: Final = 0
TIED: Final = 1
LOST: Final = 2
STATES: Final = 6
"""What a hole brings: against a dealer who does not qualify where it wins, ties and loses, and the same against one
who does."""
SUMS: Final = 3
"""Over all deals of the dealer and one seat: what it brings, and its square; and over all deals of the dealer and
two seats, the product."""


def holes_of(cards: int) -> Ints:
    """All sets of three of these many cards, by their places."""
    places = [(z, y, x) for x in range(cards) for y in range(x) for z in range(y)]
    return np.array(places, np.int64)


def pairs_of(cards: int) -> Ints:
    """The number of each pair of places; -1 for a place with itself."""
    found = np.full((cards, cards), -1, np.int64)
    one, other = np.triu_indices(cards, 1)
    found[one, other] = found[other, one] = np.arange(len(one))
    return found


@jit_inline
def _change(
    x: int, y: int, z: int, to: int, pairs: Ints, third: Narrow, cross: Ints, single: Ints, double: Ints,
    square: Ints, squares: Ints, alone: Ints,
) -> None:  # fmt: skip
    """Give a hole another value. ``cross[z, d]`` and ``cross[d, z]`` together are the products of holes with z and
    with d that have both other cards alike."""
    xy, xz, yz = pairs[x, y], pairs[x, z], pairs[y, z]
    before = np.int64(third[xy, z])
    more = to - before
    if more == 0:
        return
    for place in range(len(single)):
        cross[z, place] += more * third[xy, place]
    for place in range(len(single)):
        cross[y, place] += more * third[xz, place]
    for place in range(len(single)):
        cross[x, place] += more * third[yz, place]
    third[xy, z] = third[xz, y] = third[yz, x] = to
    extra = to * to - before * before
    alone[0] += more
    alone[1] += extra
    single[x] += more
    single[y] += more
    single[z] += more
    square[x] += extra
    square[y] += extra
    square[z] += extra
    double[x, y] += more
    double[y, x] += more
    double[x, z] += more
    double[z, x] += more
    double[y, z] += more
    double[z, y] += more
    squares[xy] += extra
    squares[xz] += extra
    squares[yz] += extra


@jit_inline
def _dealt(
    a: int, b: int, c: int, pairs: Ints, third: Narrow, cross: Ints, single: Ints, double: Ints, square: Ints,
    squares: Ints, alone: Ints, rows: Ints, every: int, sums: Ints,
) -> None:  # fmt: skip
    """Add what the seats bring while the dealer holds these three cards."""
    ab, ac, bc = pairs[a, b], pairs[a, c], pairs[b, c]
    own = np.int64(third[ab, c])
    one = alone[0] - single[a] - single[b] - single[c] + double[a, b] + double[a, c] + double[b, c] - own
    two = alone[1] - square[a] - square[b] - square[c] + squares[ab] + squares[ac] + squares[bc] - own * own
    touched, singles = 0, 0
    for place in range(len(single)):
        p, q, r = third[ab, place], third[ac, place], third[bc, place]
        s, t, u = double[a, place], double[b, place], double[c, place]
        touched += (s - p - q) ** 2 + (t - p - r) ** 2 + (u - q - r) ** 2
        singles += (single[place] - s - t - u + p + q + r) ** 2
    d, e, f = double[a, b], double[a, c], double[b, c]
    touched -= (d - own) ** 2 + (e - own) ** 2 + (f - own) ** 2
    singles -= (single[a] - d - e + own) ** 2 + (single[b] - d - f + own) ** 2 + (single[c] - e - f + own) ** 2
    doubles = every - 2 * (rows[a] + rows[b] + rows[c]) + square[a] + square[b] + square[c] - touched
    doubles += 2 * (cross[a, b] + cross[b, a] + cross[a, c] + cross[c, a] + cross[b, c] + cross[c, b])
    sums[0] += one
    sums[1] += two
    sums[2] += one * one - singles + doubles - two


@jit_inline
def _add_up(cross: Ints, square: Ints, rows: Ints) -> int:
    """For each card, the products of its holes with all holes that have the two other cards; and their sum."""
    cards = len(square)
    rows[:] = square
    for one in range(cards):
        total = -2 * cross[one, one]
        for other in range(cards):
            total += cross[one, other]
        rows[one] += total
        for other in range(cards):
            rows[other] += cross[one, other]
    every = 0
    for one in range(cards):
        every += rows[one]
    return every


@jit
def add_pairs(holes: Ints, pairs: Ints, keys: Ints, order: Ints, values: Ints, qualifier: int, sums: Ints) -> None:
    """Add to ``sums`` what holes with these keys bring by their ``values[hole, state]``, over all disjoint holes of
    two seats and the dealer. ``order`` are the holes by their keys, the lowest first."""
    cards, count = len(pairs), len(holes)
    third = np.zeros((cards * (cards - 1) // 2, cards), np.int32)
    cross, double = np.zeros((cards, cards), np.int64), np.zeros((cards, cards), np.int64)
    single, square, rows = np.zeros(cards, np.int64), np.zeros(cards, np.int64), np.zeros(cards, np.int64)
    squares = np.zeros(cards * (cards - 1) // 2, np.int64)
    alone = np.zeros(2, np.int64)
    regime, start = -1, 0
    while start < count:
        key = keys[order[start]]
        stop = start + 1
        while stop < count and keys[order[stop]] == key:
            stop += 1
        now = UNQUALIFIED if key < qualifier else QUALIFIED
        if now != regime:
            regime = now
            for place in range(count):
                hole = order[place]
                to = values[hole, now + (LOST if place < start else WON)]
                _change(
                    holes[hole, 0], holes[hole, 1], holes[hole, 2], to, pairs, third, cross, single, double, square,
                    squares, alone,
                )  # fmt: skip
        for place in range(start, stop):
            hole = order[place]
            _change(
                holes[hole, 0], holes[hole, 1], holes[hole, 2], values[hole, now + TIED], pairs, third, cross, single,
                double, square, squares, alone,
            )  # fmt: skip
        every = _add_up(cross, square, rows)
        for place in range(start, stop):
            hole = order[place]
            _dealt(
                holes[hole, 0], holes[hole, 1], holes[hole, 2], pairs, third, cross, single, double, square, squares,
                alone, rows, every, sums,
            )  # fmt: skip
        for place in range(start, stop):
            hole = order[place]
            _change(
                holes[hole, 0], holes[hole, 1], holes[hole, 2], values[hole, now + LOST], pairs, third, cross, single,
                double, square, squares, alone,
            )  # fmt: skip
        start = stop


@jit
def add_products(holes: Ints, pairs: Ints, one: Ints, other: Ints, sums: Ints) -> None:
    """Add the products of what one hole and a disjoint one bring, where that does not depend on the dealer: of a
    seat with itself, and of two seats."""
    cards = len(pairs)
    single, double = np.zeros((2, cards), np.int64), np.zeros((2, len(pairs) * (cards - 1) // 2), np.int64)
    first, second, same = 0, 0, 0
    for place in range(len(holes)):
        v, w = one[place], other[place]
        if v == 0 and w == 0:
            continue
        x, y, z = holes[place, 0], holes[place, 1], holes[place, 2]
        first += v
        second += w
        same += v * w
        for card in (x, y, z):
            single[0, card] += v
            single[1, card] += w
        for pair in (pairs[x, y], pairs[x, z], pairs[y, z]):
            double[0, pair] += v
            double[1, pair] += w
    product = first * second - same
    for card in range(cards):
        product -= single[0, card] * single[1, card]
    for pair in range(double.shape[1]):
        product += double[0, pair] * double[1, pair]
    sums[0] += same
    sums[1] += product
