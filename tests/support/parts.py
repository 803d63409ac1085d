"""Which cases of a long list run: ``make test`` takes a part, spread evenly; ``make whole`` takes all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

WHOLE: Final = os.environ.get("HOUSERULES_WHOLE") == "1"
"""Whether all cases run, as with ``make whole``."""


def part_of(cases: Iterable[T], every: int, start: int = 0) -> list[T]:
    """One case of ``every``, beginning with the one numbered ``start``; all cases with ``make whole``."""
    listed = list(cases)
    return listed if WHOLE else listed[start % every :: every]
