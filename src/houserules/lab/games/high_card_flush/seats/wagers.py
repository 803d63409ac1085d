"""High Card Flush: one seat against the dealer beside what another seat's own cards bring, and two seats' own cards.

What a pay table asks of a hand is asked of its suits: that none has a longer flush, or a longer run. So the counting
of `seats` goes through with such a condition in place of one of the bounds.
"""

# Kernels take plain numbers, because objects cost too much there.
# ruff: noqa: PLR0912

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np

from houserules.cards import AceReading, has_suited_nine_to_ace, longest_run
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_INDEX, LANE_SIZE, RANKS
from houserules.lab.games.high_card_flush.seats.two_seats import (
    ALL,
    ANY_KEY,
    BELOW,
    BOUNDS,
    CHUNK,
    CUT,
    CUT_LENGTH,
    DEALS,
    FOUR,
    SIZES,
    UPTO,
    Words,
    coefficient,
    exact_number,
    lanes_of_size,
    steps_of,
    ways,
)
from houserules.lab.games.high_card_flush.terms import Terms
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import OwnWager, Progress
from houserules.lab.solving.threads import in_threads

FLUSHES: Final = (3, 4, 5, 6)
RUNS: Final = (2, 3, 4, 5, 6)
ANY: Final = len(FLUSHES) + len(RUNS) + 1
"""No flush longer than these; no run longer than these, 6 twice: without nine to ace, and with it; then anything."""
FOLDED: Final = ANY + 1
"""From here on the same of runs and of anything, in a hand that is folded: as a flush it is short of the raise."""
CONDITIONS: Final = FOLDED + len(RUNS) + 2


@cache
def conditions(ace: AceReading, cut: int) -> Ints:
    """``[condition, lane]``: whether a suit with this lane meets it. Hands are raised from the key ``cut`` on."""
    met = np.ones((CONDITIONS, 1 << RANKS), np.int64)
    for lane in range(1 << RANKS):
        size, run = lane.bit_count(), longest_run(lane, ace)
        for place, most in enumerate(FLUSHES):
            met[place, lane] = size <= most
        for place, most in enumerate(RUNS[:-1], len(FLUSHES)):
            met[place, lane] = run <= most
        met[ANY - 2, lane] = run <= RUNS[-1] and not has_suited_nine_to_ace(lane)
        met[ANY - 1, lane] = run <= RUNS[-1]
        met[FOLDED:, lane] = met[len(FLUSHES) : FOLDED, lane] * (size << RANKS | lane < cut)
    return met


@jit
def _count_subsets(met: Ints, found: Ints) -> None:
    """``found[lane, condition, size]``: how many sets of ranks of a lane have this size and meet the condition."""
    for lane in range(1 << RANKS):
        part = lane
        while True:
            size = LANE_SIZE[part]
            if size < SIZES:
                for condition in range(CONDITIONS):
                    found[lane, condition, size] += met[condition, part]
            if part == 0:
                break
            part = (part - 1) & lane


@jit
def _fill_conditions(lanes: Ints, short: Ints, subsets: Ints, out: Ints) -> None:
    """Sums of subsets of what is left: beside each lane before lane i (0), beside pairs of them (1), beside one of
    them and lane i (2), and beside one of them and a lane short of the raise (3)."""
    for i in range(len(lanes)):
        out[0, i + 1] = out[0, i] + subsets[FULL_LANE & ~lanes[i]]
        for j in range(i):
            if not lanes[j] & lanes[i]:
                out[2, i] += subsets[FULL_LANE & ~(lanes[i] | lanes[j])]
        out[1, i + 1] = out[1, i] + 2 * out[2, i]
        out[3, i + 1] = out[3, i]
        for j in range(len(short)):
            if not short[j] & lanes[i]:
                out[3, i + 1] += subsets[FULL_LANE & ~(lanes[i] | short[j])]


@jit
def _count_beside(
    size: int, cut: Ints, all_lanes: Ints, out: Ints, start: int, totals: Words, nearly: Floats
) -> None:
    """``totals[lane, itself, bound, condition]``: deals in which one seat is under the bound, the other's hand meets
    the condition, and the dealer is under the lane, or also has it."""
    p = np.zeros((SIZES, SIZES, SIZES), np.int64)
    for at in range(len(totals)):
        i = start + at
        for itself in range(2):
            for bound in range(BOUNDS):
                level = size
                if bound == CUT:
                    level = CUT_LENGTH
                elif bound >= FOUR:
                    level = 5 + (bound - FOUR) if bound < ALL else SIZES
                upto = 1 if bound == UPTO else 0
                for condition in range(CONDITIONS):
                    for a in range(SIZES):
                        for c in range(SIZES):
                            for b in range(SIZES):
                                count = 0
                                if a <= level and c <= size and a + b + c <= RANKS:
                                    if a == level and c == size:
                                        if bound == CUT:
                                            count = out[3, i + itself, condition, b]
                                        elif bound in (BELOW, UPTO):
                                            count = (
                                                out[1, i, condition, b] + (upto + itself) * out[2, i, condition, b]
                                            )
                                    elif a == level:
                                        if bound == CUT:
                                            count = cut[condition, b] * ways(RANKS - a - b, c, 0, 0)
                                        elif bound in (BELOW, UPTO):
                                            count = out[0, i + upto, condition, b] * ways(RANKS - a - b, c, 0, 0)
                                    elif c == size:
                                        count = out[0, i + itself, condition, b] * ways(RANKS - c - b, a, 0, 0)
                                    else:
                                        count = all_lanes[condition, b] * ways(RANKS - b, a, c, 0)
                                p[a, b, c] = count
                    number, about = coefficient(p)
                    totals[at, itself, bound, condition] = number
                    nearly[at, itself, bound, condition] = about


def beside_moments(
    terms: Terms, cut: int, ace: AceReading, progress: Progress | None = None, below: int = ANY_KEY
) -> list[Fraction]:
    """By condition: the average of what one seat brings, in antes, where the other's hand meets it and the dealer is
    below a key; other deals bring nothing."""
    met = conditions(ace, cut)
    subsets = np.zeros((1 << RANKS, CONDITIONS, SIZES), np.int64)
    _count_subsets(met, subsets)
    short = lanes_of_size(CUT_LENGTH)[: int(LANE_INDEX[cut & FULL_LANE])]
    beside_cut = sum((subsets[FULL_LANE & ~int(lane)] for lane in short), np.zeros((CONDITIONS, SIZES), np.int64))
    levels = {}
    for size in range(2, SIZES):
        lanes = lanes_of_size(size)
        levels[size] = np.zeros((4, len(lanes) + 1, CONDITIONS, SIZES), np.int64)
        _fill_conditions(lanes, short, subsets, levels[size])
    jobs = [
        (size, start)
        for size, level in levels.items()
        for start in range(0, level.shape[1] - 1, CHUNK)
        if size << RANKS | int(lanes_of_size(size)[start]) < below
    ]

    def work(job: tuple[int, int]) -> list[int]:
        size, start = job
        lanes = lanes_of_size(size)[start : start + CHUNK]
        totals = np.zeros((len(lanes), 2, BOUNDS, CONDITIONS), np.uint64)
        nearly = np.zeros(totals.shape)
        _count_beside(size, beside_cut, subsets[FULL_LANE], levels[size], start, totals, nearly)
        sums = [0] * CONDITIONS
        keys = [size << RANKS | int(lane) for lane in lanes]
        for at, key in enumerate(keys):
            for bound, step in steps_of(terms, cut, key) if key < below else ():
                for condition in range(CONDITIONS):
                    under, upto = (
                        exact_number(totals[at, itself, bound, condition], nearly[at, itself, bound, condition])
                        for itself in (0, 1)
                    )
                    sums[condition] += step * (upto - under)
        return sums

    found = list(in_threads(work, jobs, progress))
    return [Fraction(sum(part[at] for part in found), terms.unit * DEALS) for at in range(CONDITIONS)]


@jit
def _count_pairs(met: Ints, found: Ints) -> None:
    """``found[one, other, size, other size]``: disjoint lanes that meet two conditions."""
    for lane in range(1 << RANKS):
        if LANE_SIZE[lane] >= SIZES:
            continue
        free = FULL_LANE & ~lane
        part = free
        while True:
            if LANE_SIZE[part] < SIZES:
                for one in range(CONDITIONS):
                    if met[one, lane]:
                        for other in range(CONDITIONS):
                            found[one, other, LANE_SIZE[lane], LANE_SIZE[part]] += met[other, part]
            if part == 0:
                break
            part = (part - 1) & free


def pair_chances(ace: AceReading, cut: int) -> list[list[Fraction]]:
    """How often the hand of one seat meets a condition and that of another seat another."""
    found = np.zeros((CONDITIONS, CONDITIONS, SIZES, SIZES), np.int64)
    _count_pairs(conditions(ace, cut), found)
    every = _fourth(found[ANY, ANY])
    return [[Fraction(_fourth(found[one, other]), every) for other in range(CONDITIONS)] for one in range(CONDITIONS)]


def _fourth(p: Ints) -> int:
    rows: Sequence[Sequence[int]] = p.tolist()
    square = [[0] * SIZES for _ in range(SIZES)]
    for a in range(SIZES):
        for b in range(SIZES):
            for c in range(SIZES - a):
                for d in range(SIZES - b):
                    square[a + c][b + d] += rows[a][b] * rows[c][d]
    last = SIZES - 1
    return sum(square[a][b] * square[last - a][last - b] for a in range(SIZES) for b in range(SIZES))


def _flush_class(kind: Kind) -> int:
    return max(kind.flush - FLUSHES[0], 0)


def _run_class(kind: Kind) -> int:
    """With nine to ace there is a run of six."""
    beyond = 1 if kind.run > RUNS[-1] or (kind.run == RUNS[-1] and kind.nine_to_ace) else 0
    return max(kind.run - RUNS[0], 0) + beyond


FLUSH_PLACES: Final = (*range(len(FLUSHES)), ANY)
RUN_PLACES: Final = (*range(len(FLUSHES), ANY), ANY)
CLASSES: Final = (
    (_flush_class, FLUSH_PLACES, (CONDITIONS - 1,) * len(FLUSH_PLACES)),
    (_run_class, RUN_PLACES, tuple(range(FOLDED, CONDITIONS))),
)
"""How a pay table tells hands apart, and the conditions that do so: among all hands, and among those that are folded,
which have no flush of more than three cards."""


def weights_of(wagers: Sequence[OwnWager]) -> list[Fraction]:
    """What own cards bring as a sum over conditions. What a fold forfeits is struck from hands that are folded."""
    weights = [Fraction(0)] * CONDITIONS
    for wager in wagers:
        for class_of, places, folded in CLASSES:
            values: dict[int, set[Fraction]] = {}
            for kind, value in wager.worth.items():
                values.setdefault(class_of(kind), set()).add(value)
            if all(len(found) == 1 for found in values.values()):
                each = [values[at].pop() for at in range(len(places))]
                for place, value, following in zip(places, each, [*each[1:], Fraction(0)], strict=True):
                    weights[place] += value - following
                if wager.after_fold is not None:
                    gone = [value - wager.after_fold for value in each]
                    for place, value, following in zip(folded, gone, [*gone[1:], Fraction(0)], strict=True):
                        weights[place] -= value - following
                break
        else:
            raise Unsupported("seats together are counted for tables of flushes alone, or of runs alone")
    return weights
