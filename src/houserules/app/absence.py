"""Guests go without saying so: who has been heard of lately, and which seats and tables are left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from houserules.app.state import Sitting, TableState

ABSENT_AFTER: Final = 10 * 60 * 1000
"""A guest of whom nothing was heard for so long, and who follows no feed, has gone."""
DESERTED_AFTER: Final = 30 * 60 * 1000
"""A table that a guest opened and at which nobody has sat for so long is closed."""
MOST_OF_A_GUEST: Final = 5
"""How many open tables a guest may have opened."""


class Presence:
    """When each person last asked for anything, and who follows a feed now. It is not kept: after a restart everybody
    has the whole time again."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._began = now()
        self._heard: dict[str, int] = {}
        """Who was heard of last stands last."""
        self._following: Counter[str] = Counter()

    def heard(self, account: str) -> None:
        self._heard.pop(account, None)
        self._heard[account] = self.now()

    @contextmanager
    def following(self, account: str) -> Iterator[None]:
        self._following[account] += 1
        try:
            yield
        finally:
            self._following[account] -= 1
            if not self._following[account]:
                del self._following[account]
            self.heard(account)

    def is_here(self, account: str) -> bool:
        if self._following[account]:
            return True
        return self.now() - self._heard.get(account, self._began) < ABSENT_AFTER

    def is_absent(self, sitting: Sitting) -> bool:
        """Whether nothing has been heard of this player for long, neither here nor, by any service, at the table."""
        return self.now() - sitting.active_at >= ABSENT_AFTER and not self.is_here(sitting.account)

    def forget_the_absent(self) -> list[str]:
        """Of whom nothing was heard for long nothing need be known. The answer is who that was."""
        since, forgotten = self.now() - ABSENT_AFTER, []
        for account, at in self._heard.items():
            if at > since:
                break
            forgotten.append(account)
        for account in forgotten:
            del self._heard[account]
        return forgotten


def gone(state: TableState, presence: Presence, is_guest: Callable[[str], bool]) -> list[Sitting]:
    """Guests whose seats can be freed: absent, nothing on the felt, and nothing done at this table lately."""
    round_ = state.table.round
    betting = {box.player for box in round_.seats} if round_ else set()
    return [
        sitting
        for sitting in state.sittings
        if sitting.seat not in betting and presence.is_absent(sitting) and is_guest(sitting.account)
    ]


def is_put_away(state: TableState) -> bool:
    """Whether a table is closed and nobody has anything there any more."""
    return state.table.closed and state.table.round is None and not state.chips


def deserted(state: TableState, now: int) -> bool:
    """Whether a table that a guest opened has had nobody at it for long enough."""
    empty = not state.sittings and state.table.round is None
    return state.passing and empty and not state.table.closed and now - state.empty_since >= DESERTED_AFTER
