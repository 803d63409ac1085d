"""Which cases of a long list run: ``make test`` takes a part, spread evenly; ``make whole`` takes all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Final, TypeVar

T = TypeVar("T")

WHOLE: Final = os.environ.get("HOUSERULES_WHOLE") == "1"
"""Whether all cases run, as with ``make whole``."""


def part_of(cases: Iterable[T], every: int, start: int = 0) -> list[T]:
    """One case of ``every``, beginning with the one numbered ``start``; all cases with ``make whole``."""
    listed = list(cases)
    return listed if WHOLE else listed[start % every :: every]


def pairs_of(*values: Sequence[T]) -> list[tuple[T, ...]]:
    """Combinations in which each two values of different lists meet at least once; all combinations with
    ``make whole``."""
    every = list(product(*values))
    if WHOLE:
        return every
    places = list(combinations(range(len(values)), 2))
    missing = {(a, b, each[a], each[b]) for each in every for a, b in places}
    chosen = []
    while missing:
        best = max(every, key=lambda each: sum((a, b, each[a], each[b]) in missing for a, b in places))
        missing -= {(a, b, best[a], best[b]) for a, b in places}
        chosen.append(best)
    return chosen
