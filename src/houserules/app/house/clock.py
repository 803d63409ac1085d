"""The time of the house, in milliseconds: that of the machine, except that it never goes back."""

from __future__ import annotations

import time
from collections.abc import Callable

from houserules.log import LogReader


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def _since_some_moment() -> int:
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """If the machine's clock is set back, time continues from where it was, at the same pace, until the machine has
    caught up. Events therefore follow each other in time, no step is refused, and nobody is waited for any longer."""

    def __init__(
        self,
        log: LogReader,
        wall: Callable[[], int] = wall_clock,
        running: Callable[[], int] = _since_some_moment,
    ) -> None:
        self._wall, self._running = wall, running
        size = log.position()
        newest = max((stored.at for stored in log.read_all(size - 1, size)), default=0) if size else 0
        self._last, self._then = max(wall(), newest), running()

    def __call__(self) -> int:
        running = self._running()
        self._last = max(self._wall(), self._last + running - self._then)
        self._then = running
        return self._last
