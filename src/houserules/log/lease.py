"""A lease on a log: one process writes it, and another takes over when the first is not heard from any more.

No clocks are compared. The holder of a lease beats: it increments a number in the database. A process that wants the
lease watches that number, and takes the lease when its own clock says that the number has not changed for long
enough. Each taking has the next fencing number, and every commit is checked against it in its own transaction: a
process that was only slow, and believes that it still holds the lease, writes nothing more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from houserules.log.databases.database import Database
from houserules.log.errors import LeaseLost
from houserules.log.log import Log

BEAT: Final = 0.5
"""Seconds between two looks at a lease, by the process that holds it and by those that want it."""
SILENT_FOR: Final = 2.0
"""Seconds without a beat after which another process may take it."""
Seen = tuple[int, str, int]


class Lease:
    """The lease of one log as one process sees it. ``held`` is its fencing number while this process has it.

    ``at_once``: a lease that nobody holds is taken as soon as it is seen; otherwise only after it has not changed for
    long enough, so that a process that is meant for it comes first.
    """

    def __init__(
        self, log: Log, holder: str, *, at_once: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.log = log
        self.holder = holder
        self.held: int | None = None
        self._at_once = at_once
        self._clock = clock
        self._seen: Seen | None = None
        self._since = 0.0

    def look(self) -> bool:
        """Beats, or takes the lease if it may be taken. Returns whether this process holds it. Raises
        :class:`LogUnavailable` if nobody can know."""
        if self.held is not None:
            try:
                self._change(self.held, "beats = beats + 1")
            except LeaseLost:
                self.lose()
            return self.held is not None
        seen = self.log.lease()
        now = self._clock()
        if seen != self._seen:
            self._seen, self._since = seen, now
        free = self._at_once and not seen[1]
        if free or now - self._since >= SILENT_FOR:
            self._take(seen)
        return self.held is not None

    def _take(self, seen: Seen) -> None:
        """Takes it only if it is still as it was seen: of several processes that want it the first gets it, whatever
        their names."""
        number, taken = seen[0] + 1, False

        def act(database: Database) -> None:
            nonlocal taken
            taken = database.query("SELECT number, holder, beats FROM lease") == [seen]
            if taken:
                database.query("UPDATE lease SET number = ?, holder = ?, beats = 0", (number, self.holder))

        self.log.carry_out(act)
        if taken:
            self.held = number
            self.log.fence(number)

    def lose(self) -> None:
        """This process must not write any more, whether or not another one has started to."""
        self.held, self._seen = None, None

    def give_back(self) -> None:
        """Others need not wait. The log stays fenced: commits submitted after this are refused."""
        if self.held is None:
            return
        number = self.held
        self.lose()
        with suppress(LeaseLost):
            self._change(number, "number = number + 1, holder = ''")

    def _change(self, held: int, how: str) -> None:
        def act(database: Database) -> None:
            ((number,),) = database.query("SELECT number FROM lease")
            if number != held:
                raise LeaseLost(held, number)
            database.query(f"UPDATE lease SET {how}")

        self.log.carry_out(act)
