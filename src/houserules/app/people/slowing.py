"""Wrong passwords slow down the client that tries them, and nobody else: the right password is never locked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from houserules.app.refusals import Kind, Refusal

FREE: Final = 5
"""This many failures cost no time."""
LONGEST: Final = 60_000
FORGOTTEN_AFTER: Final = 15 * 60 * 1000
_MOST_KEPT: Final = 10_000


class Failures(Struct, frozen=True):
    count: int
    at: int
    """When the last one was, in milliseconds since 1970."""

    @property
    def until(self) -> int:
        """When the next attempt is accepted: one second after the fifth failure, and twice as long for each further
        one."""
        return self.at + min(LONGEST, 1000 << min(self.count - FREE, 16)) if self.count >= FREE else 0


class SlowingDown:
    """Failures, keyed by who tries what: an address and an account, a browser that its owner has used before, a
    session.

    In memory only. Names that nobody has are slowed down too, so that the delay does not reveal which accounts exist.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._failures: dict[str, Failures] = {}

    def insist_may_try(self, key: str) -> None:
        """An attempt that comes too early is neither checked nor counted."""
        now, failures = self.now(), self._failures.get(key)
        if failures is None:
            return
        if not 0 <= now - failures.at < FORGOTTEN_AFTER:
            del self._failures[key]
        elif failures.until > now:
            seconds = -(-(failures.until - now) // 1000)
            raise Refusal("slow_down", "too many failed attempts; wait, and try again", Kind.BUSY, seconds=seconds)

    def failed(self, key: str) -> None:
        before = self._failures.pop(key, None)
        self._failures[key] = Failures(before.count + 1 if before else 1, self.now())
        if len(self._failures) > _MOST_KEPT:
            del self._failures[next(iter(self._failures))]

    def succeeded(self, key: str) -> None:
        self._failures.pop(key, None)
