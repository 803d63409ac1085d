"""Guests leave without saying so: who was active lately, and which seats and tables are left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from houserules.app.table.state import Sitting, TableState

ABSENT_AFTER: Final = 10 * 60 * 1000
"""A guest who has sent no request for this long, and follows no feed, has gone."""
ABSENT_ANYWHERE: Final = 60 * 60 * 1000
"""If several services may share a database, none knows which people the others hear from. A guest is then gone after
doing nothing at the table for this long."""
DESERTED_AFTER: Final = 30 * 60 * 1000
"""A table that a guest opened is closed when nobody has sat at it for this long."""
NEVER: Final = 1 << 62
"""A moment that never comes."""


class Presence:
    """When each person last sent a request, and who follows a feed now. This is not stored: after a restart everybody
    has the whole time again."""

    def __init__(self, now: Callable[[], int], shared: bool = False) -> None:
        self.now = now
        self.shared = shared
        """Whether other services may hear from people from whom this one hears nothing."""
        self._began = now()
        self._heard: dict[str, int] = {}
        """In order of when they were last heard from, the latest last."""
        self._following: Counter[str] = Counter()
        self._feeds: Counter[tuple[str, str]] = Counter()
        """How many feeds of each table each person follows."""
        self._lost: dict[tuple[str, str], int] = {}
        """When the last of those feeds ended."""

    def heard(self, account: str) -> None:
        self._heard.pop(account, None)
        self._heard[account] = self.now()

    @contextmanager
    def following(self, account: str, stream: str) -> Iterator[None]:
        """Counts this person as following this table by a feed while the context lasts."""
        both = account, stream
        self._following[account] += 1
        self._feeds[both] += 1
        self._lost.pop(both, None)
        try:
            yield
        finally:
            _was_last(self._following, account)
            self.heard(account)
            if _was_last(self._feeds, both):
                self._lost[both] = self.now()

    def feed_lost_at(self, account: str, stream: str) -> int | None:
        """When this person stopped following this table; None while they follow it, and where another service may
        know better."""
        return None if self.shared else self._lost.get((account, stream))

    def is_here(self, account: str) -> bool:
        if self._following[account]:
            return True
        return self.now() - self._heard.get(account, self._began) < ABSENT_AFTER

    def is_absent(self, sitting: Sitting) -> bool:
        """Whether nothing has been heard from this player for long, either here or, by any service, at the table."""
        after = ABSENT_ANYWHERE if self.shared else ABSENT_AFTER
        return self.now() - sitting.active_at >= after and not self.is_here(sitting.account)

    def is_surely_absent(self, sitting: Sitting) -> bool:
        """Whether a player is absent and no other service can know better."""
        return not self.shared and self.is_absent(sitting)

    def absent_at(self, sitting: Sitting) -> int:
        """The moment at which this player counts as absent if nothing more is heard. A feed that is followed may end
        now."""
        account = sitting.account
        heard = self.now() if self._following[account] else self._heard.get(account, self._began)
        return max(sitting.active_at, heard) + ABSENT_AFTER

    def forget_the_absent(self) -> list[str]:
        """Forgets people from whom nothing was heard for long, and returns their names."""
        since, forgotten = self.now() - ABSENT_AFTER, []
        for account, at in self._heard.items():
            if at > since:
                break
            forgotten.append(account)
        for account in forgotten:
            del self._heard[account]
        gone = set(forgotten)
        self._lost = {both: at for both, at in self._lost.items() if both[0] not in gone} if gone else self._lost
        return forgotten


T = TypeVar("T")


def _was_last(counted: Counter[T], what: T) -> bool:
    """Decrements the count. Returns whether that was the last one."""
    counted[what] -= 1
    if counted[what]:
        return False
    del counted[what]
    return True


def gone(state: TableState, presence: Presence, is_guest: Callable[[str], bool]) -> list[Sitting]:
    """Guests whose seats can be freed: absent, nothing on the felt, and inactive at this table lately."""
    round_ = state.table.round
    betting = {box.player for box in round_.seats} if round_ else set()
    return [
        sitting
        for sitting in state.sittings
        if sitting.seat not in betting and presence.is_absent(sitting) and is_guest(sitting.account)
    ]


def is_put_away(state: TableState) -> bool:
    """Whether a table is closed, nobody has anything left there, and nobody needs to review its results."""
    return state.table.closed and state.table.round is None and not state.chips and not state.open_flags


def deserted(state: TableState, now: int) -> bool:
    """Whether a table that a guest opened has been empty for long enough."""
    return _may_be_deserted(state) and now - state.empty_since >= DESERTED_AFTER


def _may_be_deserted(state: TableState) -> bool:
    return state.passing and not state.sittings and not state.table.round_begun and not state.table.closed


def quiet_until(state: TableState, presence: Presence) -> int:
    """The earliest moment at which another guest can be gone or the table deserted, if nothing happens at it."""
    now = presence.now()
    if _may_be_deserted(state):
        return max(now, state.empty_since + DESERTED_AFTER)
    moments = (presence.absent_at(sitting) for sitting in state.sittings)
    return min((at if at > now else now + ABSENT_AFTER for at in moments), default=NEVER)
