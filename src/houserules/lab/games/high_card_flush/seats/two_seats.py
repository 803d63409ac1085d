"""High Card Flush: two seats against one dealer, counted exactly, where play is decided by the flush alone.

A hand's key is at most some bound exactly when each of its suits is, so the deals in which two players and the dealer
stay under three bounds are counted suit by suit: all suits alike, the number is one coefficient of the fourth power
of a polynomial in three variables, which counts disjoint lanes under the bounds by their sizes. What a seat brings is
a step function of its key for each key of the dealer, so all that two seats bring together is a sum of such numbers.
"""

# Kernels are long and take plain numbers, because calls and objects cost too much there.
# ruff: noqa: PLR0912

from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_INDEX, LANES_BY_SIZE, RANKS, SIZE_START
from houserules.lab.games.high_card_flush.terms import Terms
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.lab.solving.verdicts import LOSE, TIE, WIN

HAND: Final = 7
SIZES: Final = HAND + 1
CUT_LENGTH: Final = 3
"""Flushes of this length are raised from some rank on."""
DEALS: Final = comb(52, HAND) * comb(45, HAND) * comb(38, HAND)
"""All deals of two players' hands and the dealer's."""
WORD: Final = 1 << 64
ANY_KEY: Final = SIZES << 13

CUT: Final = 0
BELOW: Final = 1
UPTO: Final = 2
FOUR: Final = 3
FIVE: Final = 4
ALL: Final = 5
BOUNDS: Final = 6
"""The bounds of a seat's steps: short of the raise, below the dealer's key, at most that key, at most four cards, at
most five, and any."""


Words = npt.NDArray[np.uint64]

# What is counted of the lanes of one size, for each lane of those before it: disjoint pairs of them, those that are
# apart from the lane, disjoint triples, disjoint pairs apart from the lane; and with lanes that are short of the
# raise: pairs of one of each, triples with one such lane, pairs of one of each apart from the lane, triples with two.
PAIRS: Final = 0
APART: Final = 1
TRIPLES: Final = 2
PAIRS_APART: Final = 3
WITH_CUT: Final = 4
PAIRS_WITH_CUT: Final = 5
CUTS_APART: Final = 6
WITH_TWO_CUTS: Final = 7
COUNTED: Final = 8
CHUNK: Final = 64


@jit
def _fill_level(lanes: Ints, short: Ints, out: Ints) -> None:
    """Count what is before each lane."""
    size = len(lanes)
    apart_of = np.empty(size, np.int64)
    cuts_of = np.empty(len(short), np.int64)
    for i in range(size):
        lane, many = lanes[i], 0
        for j in range(i):
            if not lanes[j] & lane:
                apart_of[many] = lanes[j]
                many += 1
        few = 0
        for j in range(len(short)):
            if not short[j] & lane:
                cuts_of[few] = short[j]
                few += 1
        apart, cut_apart, two = 0, 0, 0
        for j in range(many):
            for k in range(j):
                if not apart_of[j] & apart_of[k]:
                    apart += 2
            for k in range(few):
                if not apart_of[j] & cuts_of[k]:
                    cut_apart += 1
        for j in range(few):
            for k in range(j):
                if not cuts_of[j] & cuts_of[k]:
                    two += 2
        out[APART, i], out[PAIRS_APART, i], out[CUTS_APART, i] = many, apart, cut_apart
        out[PAIRS, i + 1] = out[PAIRS, i] + 2 * many
        out[TRIPLES, i + 1] = out[TRIPLES, i] + 3 * apart
        out[WITH_CUT, i + 1] = out[WITH_CUT, i] + few
        out[PAIRS_WITH_CUT, i + 1] = out[PAIRS_WITH_CUT, i] + 2 * cut_apart
        out[WITH_TWO_CUTS, i + 1] = out[WITH_TWO_CUTS, i] + two


def lanes_of_size(size: int) -> Ints:
    found: Ints = LANES_BY_SIZE[SIZE_START[size] : SIZE_START[size + 1]]
    return found


def _level(size: int, short: Ints) -> Ints:
    lanes = lanes_of_size(size)
    out = np.zeros((COUNTED, len(lanes) + 1), np.int64)
    _fill_level(lanes, short, out)
    return out


@jit
def coefficient(p: Ints) -> tuple[np.uint64, float]:
    """The coefficient of the seventh powers in the fourth power: modulo 2^64, and nearly."""
    square = np.zeros((SIZES, SIZES, SIZES), np.uint64)
    nearly = np.zeros((SIZES, SIZES, SIZES))
    for a in range(SIZES):
        for b in range(SIZES):
            for c in range(SIZES):
                one = p[a, b, c]
                if one == 0:
                    continue
                for d in range(SIZES - a):
                    for e in range(SIZES - b):
                        for f in range(SIZES - c):
                            product = one * p[d, e, f]
                            square[a + d, b + e, c + f] += np.uint64(product)
                            nearly[a + d, b + e, c + f] += product
    total, about = np.uint64(0), 0.0
    for a in range(SIZES):
        for b in range(SIZES):
            for c in range(SIZES):
                total += square[a, b, c] * square[7 - a, 7 - b, 7 - c]
                about += nearly[a, b, c] * nearly[7 - a, 7 - b, 7 - c]
    return total, about


@jit
def ways(free: int, first: int, second: int, third: int) -> int:
    """Disjoint sets of these sizes from a number of ranks."""
    if first + second + third > free:
        return 0
    return int(BINOMIAL[free, first] * BINOMIAL[free - first, second] * BINOMIAL[free - first - second, third])


@jit
def _fill(p: Ints, levels: Ints, singles: Ints, pairs: Ints, triple: int) -> None:
    """The polynomial of three bounds: `levels` are the sizes at which the ranks count, `singles` how many lanes of
    that size are under each bound, `pairs` how many disjoint pairs are under two (01, 02, 12), `triple` all three."""
    for a in range(SIZES):
        for b in range(SIZES):
            for c in range(SIZES):
                at0, at1, at2 = a == levels[0], b == levels[1], c == levels[2]
                count = 0
                if a <= levels[0] and b <= levels[1] and c <= levels[2]:
                    if at0 and at1 and at2:
                        count = triple
                    elif at0 and at1:
                        count = pairs[0] * ways(RANKS - a - b, c, 0, 0)
                    elif at0 and at2:
                        count = pairs[1] * ways(RANKS - a - c, b, 0, 0)
                    elif at1 and at2:
                        count = pairs[2] * ways(RANKS - b - c, a, 0, 0)
                    elif at0:
                        count = singles[0] * ways(RANKS - a, b, c, 0)
                    elif at1:
                        count = singles[1] * ways(RANKS - b, a, c, 0)
                    elif at2:
                        count = singles[2] * ways(RANKS - c, a, b, 0)
                    else:
                        count = ways(RANKS, a, b, c)
                p[a, b, c] = count


@jit
def _count_level(size: int, cut: int, cut_pairs: int, out: Ints, start: int, totals: Words, nearly: Floats) -> None:
    """For each lane of this size from `start` on as the dealer's bound, and whether the lane itself counts (0 or 1),
    the deals under each pair of bounds: ``totals[lane, itself, one, other]``."""
    p = np.zeros((SIZES, SIZES, SIZES), np.int64)
    levels, singles, pairs = np.empty(3, np.int64), np.empty(3, np.int64), np.empty(3, np.int64)
    for place_of_lane in range(len(totals)):
        i = start + place_of_lane
        for itself in range(2):
            for one in range(BOUNDS):
                for other in range(one + 1):
                    kinds = (one, other, BELOW if itself == 0 else UPTO)
                    cuts, more = 0, 0
                    partial = 0
                    for place in range(3):
                        kind = kinds[place]
                        levels[place] = size
                        if kind == CUT:
                            levels[place], singles[place] = 3, cut
                            cuts += 1
                        elif kind == BELOW:
                            singles[place] = i
                        elif kind == UPTO:
                            singles[place] = i + 1
                        else:
                            levels[place] = 5 if kind == FOUR else (6 if kind == FIVE else 8)
                            singles[place] = 0
                            partial += 1
                    for at, (x, y) in enumerate(((0, 1), (0, 2), (1, 2))):
                        k1, k2 = kinds[x], kinds[y]
                        if k1 >= FOUR or k2 >= FOUR:
                            pairs[at] = 0
                        elif k1 == CUT and k2 == CUT:
                            pairs[at] = cut_pairs
                        elif CUT in (k1, k2):
                            k = k2 if k1 == CUT else k1
                            pairs[at] = out[WITH_CUT, i + (1 if k == UPTO else 0)]
                        else:
                            upto = (1 if k1 == UPTO else 0) + (1 if k2 == UPTO else 0)
                            pairs[at] = out[PAIRS, i] + upto * out[APART, i]
                    for place in range(3):
                        more += 1 if kinds[place] == UPTO else 0
                    if partial:
                        triple = 0
                    elif cuts == 0:
                        triple = out[TRIPLES, i] + more * out[PAIRS_APART, i]
                    elif cuts == 1:
                        triple = out[PAIRS_WITH_CUT, i] + more * out[CUTS_APART, i]
                    else:
                        triple = out[WITH_TWO_CUTS, i + itself]
                    _fill(p, levels, singles, pairs, triple)
                    number, about = coefficient(p)
                    totals[place_of_lane, itself, one, other] = number
                    nearly[place_of_lane, itself, one, other] = about


def exact_number(total: int, about: float) -> int:
    """The number that is `total` modulo 2^64 and nearly `about`."""
    return int(total) + WORD * round((about - int(total)) / WORD)


def seat_moments(
    terms: Terms, cut: int, progress: Progress | None = None, below: int = ANY_KEY
) -> tuple[Fraction, Fraction]:
    """What one seat brings on average, and the average product of what two seats bring, in antes, where everybody
    raises from this key on as much as is allowed. Only dealers below a key count, all others bring nothing."""
    short = lanes_of_size(CUT_LENGTH)[: int(LANE_INDEX[cut & FULL_LANE])]
    cut_pairs = 2 * sum(1 for place, one in enumerate(short) for other in short[:place] if not one & other)
    levels = {size: _level(size, short) for size in range(2, SIZES)}
    jobs = [
        (size, start)
        for size, level in levels.items()
        for start in range(0, level.shape[1] - 1, CHUNK)
        if size << RANKS | int(lanes_of_size(size)[start]) < below
    ]

    def work(job: tuple[int, int]) -> tuple[int, int]:
        size, start = job
        level = levels[size]
        many = min(CHUNK, level.shape[1] - 1 - start)
        totals = np.zeros((many, 2, BOUNDS, BOUNDS), np.uint64)
        nearly = np.zeros(totals.shape)
        _count_level(size, len(short), cut_pairs, level, start, totals, nearly)
        lanes = lanes_of_size(size)[start : start + many]
        keys = [size << RANKS | int(lane) for lane in lanes]
        parts = [_sums(terms, cut, key, totals[at], nearly[at]) for at, key in enumerate(keys) if key < below]
        return sum(one for one, _ in parts), sum(both for _, both in parts)

    found = list(in_threads(work, jobs, progress))
    mean = Fraction(sum(one for one, _ in found), terms.unit * DEALS)
    return mean, Fraction(sum(both for _, both in found), terms.unit**2 * DEALS)


def _sums(terms: Terms, cut: int, key: int, totals: Words, nearly: Floats) -> tuple[int, int]:
    """What one seat brings, and the product of two, over all deals in which the dealer has this key."""
    steps = steps_of(terms, cut, key)

    def deals(one: int, other: int) -> int:
        first, second = max(one, other), min(one, other)
        under = [exact_number(totals[itself, first, second], nearly[itself, first, second]) for itself in (0, 1)]
        return under[1] - under[0]

    single = sum(step * deals(ALL, bound) for bound, step in steps)
    both = sum(step * other_step * deals(bound, other) for bound, step in steps for other, other_step in steps)
    return single, both


def steps_of(terms: Terms, cut: int, key: int) -> list[tuple[int, int]]:
    """What a seat brings against this key of the dealer, as steps: a bound, and by how much the result under the
    bound differs from that above it, in parts of an ante. Bounds are placed by twice their key."""
    places = {
        2 * cut - 1: CUT, 2 * key - 1: BELOW, 2 * key: UPTO, 2 * (5 << RANKS) - 1: FOUR, 2 * (6 << RANKS) - 1: FIVE,
        2 * (SIZES << RANKS): ALL,
    }  # fmt: skip
    qualifies = key >= terms.qualifier
    values = []
    for place in sorted(places):
        if place < 2 * cut:
            multiple = 0
        else:
            length = 4 if place <= 2 * (5 << RANKS) - 1 else (5 if place <= 2 * (6 << RANKS) - 1 else HAND)
            multiple = terms.largest[length]
        comparison = LOSE if place < 2 * key else (TIE if place == 2 * key else WIN)
        values.append((places[place], int(terms.unit * terms.net(multiple, qualifies, comparison))))
    following = [*(value for _, value in values[1:]), 0]
    return [(bound, value - after) for (bound, value), after in zip(values, following, strict=True) if value != after]
