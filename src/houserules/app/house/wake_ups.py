"""Which tables to look at: those at which something happened, and those whose time has come."""

from __future__ import annotations

from heapq import heappop, heappush

from houserules.app.house.absence import NEVER


class WakeUps:
    """Sleeping tables cost nothing until they are woken, or until the moment they asked for."""

    def __init__(self) -> None:
        self._awake: dict[str, None] = {}
        self._alarms: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        """The next alarm of each table. One that is too early does no harm: the table goes back to sleep."""

    def wake(self, stream: str) -> None:
        self._awake[stream] = None

    def sleep(self, stream: str, until: int) -> None:
        self._awake.pop(stream, None)
        if until < self._next.get(stream, NEVER):
            self._next[stream] = until
            heappush(self._alarms, (until, stream))

    def forget(self, stream: str) -> None:
        """This table no longer exists."""
        self._awake.pop(stream, None)
        self._next.pop(stream, None)

    def awake(self, now: int) -> tuple[str, ...]:
        while self._alarms and self._alarms[0][0] <= now:
            at, stream = heappop(self._alarms)
            if self._next.get(stream) == at:
                del self._next[stream]
            self._awake[stream] = None
        return tuple(self._awake)
