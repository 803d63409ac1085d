"""The search for pay tables: lines that pay from a list, better hands at least as much, and their sum within bounds.

The lines are split in half. All ways to pay the upper half are sorted by what they bring, so that for each way to pay
the lower half those that complete the sum are adjacent. Top prizes are tried from the largest down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.arguments import BadArgument

if TYPE_CHECKING:
    from houserules.lab.solving.arrays import Floats, Ints

Truths = npt.NDArray[np.bool_]

MOST_WAYS: Final = 2_000_000
"""The greatest number of ways to pay half of the lines."""
CHUNK: Final = 400_000
"""The number of tables examined for one top prize."""
LARGEST: Final = 1 << 62


class Found(NamedTuple):
    """The tables with one top prize: for each line the index of its pay in the list; the best first."""

    tables: Ints
    found: int
    whole: bool


def find_tables(
    counts: Sequence[int],
    values: Sequence[int],
    bounds: tuple[int, int],
    accept: Callable[[Ints, Floats], Truths],
    keep: int,
    prizes: Sequence[int],
) -> Iterator[Found]:
    """Tables whose sum of counts times values lies within the bounds.

    ``counts`` are the hands of each line, the best first; ``values`` ascend, and no line pays more than the one
    before it. ``accept`` takes the sums and the sums of squares of many tables, and says which tables are acceptable.
    ``prizes`` are the indices of the top prizes to try, in this order. For each top prize, ``keep`` tables are given:
    those with the most different pays, and among these the closest to the middle of the bounds.
    """
    upper = len(counts) // 2 or 1
    if comb(len(values) + upper, len(counts) - upper) > MOST_WAYS:
        raise BadArgument("{odds}: too many for this number of lines; name fewer")
    if sum(counts) * max(values) >= LARGEST:
        raise BadArgument("{odds}: too large to be counted exactly")
    worth = np.array(values, np.int64)
    above, below = _ways(len(values), upper), _ways(len(values), len(counts) - upper)
    weights = np.array(counts, np.int64)
    below = below[np.argsort(-_different(below), kind="stable")]
    lower = _sums(below, worth, weights[upper:])
    for prize in prizes:
        heads = above[above[:, 0] == prize]
        heads = heads[np.argsort(_sums(heads, worth, weights[:upper])[0], kind="stable")]
        yield _matches(heads, _sums(heads, worth, weights[:upper]), below, lower, bounds, accept, keep)


def _ways(pays: int, lines: int) -> Ints:
    """All ways to pay this number of lines, the highest first."""
    ways = list(combinations_with_replacement(range(pays - 1, -1, -1), lines))
    return np.array(ways, np.int64).reshape(len(ways), lines)


def _sums(ways: Ints, worth: Ints, weights: Ints) -> tuple[Ints, Floats]:
    """The sums, exactly, and the sums of squares, approximately."""
    paid = worth[ways]
    return (paid * weights).sum(1), (paid.astype(np.float64) ** 2 * weights).sum(1)


def _different(ways: Ints) -> Ints:
    changes: Ints = (ways[:, 1:] != ways[:, :-1]).sum(1)
    return changes


def _matches(
    heads: Ints,
    heads_sums: tuple[Ints, Floats],
    tails: Ints,
    tails_sums: tuple[Ints, Floats],
    bounds: tuple[int, int],
    accept: Callable[[Ints, Floats], Truths],
    keep: int,
) -> Found:
    low, high = bounds
    start = np.searchsorted(heads_sums[0], low - tails_sums[0], "left")
    many = np.searchsorted(heads_sums[0], high - tails_sums[0], "right") - start
    ends = np.cumsum(many)
    whole = bool(ends[-1] <= CHUNK)
    if not whole:
        many = many[: int(np.searchsorted(ends, CHUNK)) + 1]
        many[-1] = max(0, CHUNK - int(many[:-1].sum()))
        ends = np.cumsum(many)
    tail = np.repeat(np.arange(len(many)), many)
    head = start[tail] + np.arange(len(tail)) - (ends - many)[tail]
    if tails.shape[1]:
        fits = heads[head, -1] >= tails[tail, 0]
        head, tail = head[fits], tail[fits]
    sums = heads_sums[0][head] + tails_sums[0][tail]
    fits = accept(sums, heads_sums[1][head] + tails_sums[1][tail])
    head, tail, sums = head[fits], tail[fits], sums[fits]
    tables = np.hstack([heads[head], tails[tail]])
    distance = np.abs(sums - (low + high) // 2)
    best = np.lexsort((distance, -_different(tables)))[:keep]
    return Found(tables[best], len(tables), whole)
