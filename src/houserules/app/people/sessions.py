"""Sessions, and whether somebody is still there: a staff session ends when nobody has done anything in it for
long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from houserules.app.people.events import Account
from houserules.app.people.roles import Person

_SESSION_FOR: Final = 12 * 60 * 60 * 1000
_GUEST_FOR: Final = 60 * 24 * 60 * 60 * 1000
"""A guest has no other way back to hands and lessons, and learning a slip takes more than a month."""
_MOST_HEARD: Final = 10_000


class Session(msgspec.Struct, frozen=True):
    """What a person signed in with. ``token`` is shown once and never stored."""

    token: str
    person: Person
    until: int
    device: str = ""
    """What the browser keeps, so that other people's failures do not slow its owner down."""


class Recognized(msgspec.Struct, frozen=True):
    """Whose session a token is, and the account as it was when that was looked up."""

    account: Account
    person: Person
    until: int
    digest: str


def session_for(person: Person) -> int:
    """How many milliseconds a session of this person lasts."""
    return _GUEST_FOR if person.guest else _SESSION_FOR


class Attendance:
    """When something was last done in each session, as far as this process knows."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.idle_after = 0
        """How many milliseconds a staff session may go unattended before it ends; 0: without limit."""
        self._began = now()
        self._heard: dict[str, int] = {}

    def hear(self, session: str, idle: int) -> None:
        """A request of this session; ``idle``: milliseconds since the person using it last did something."""
        at = self.now() - idle
        if at > self._heard.get(session, 0):
            self._heard[session] = at
            if len(self._heard) > _MOST_HEARD:
                del self._heard[next(iter(self._heard))]

    def last(self, person: Person, session: str, until: int) -> int:
        """When something was last done in it. This process does not know what happened before it started."""
        return self._heard.get(session) or max(until - session_for(person), self._began)

    def is_idle(self, person: Person, session: str, until: int) -> bool:
        """Whether a staff member's desk has been unattended for too long. Players keep their seats."""
        if not self.idle_after or person.only_plays:
            return False
        return self.now() - self.last(person, session, until) >= self.idle_after
