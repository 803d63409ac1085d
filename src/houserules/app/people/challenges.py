"""Things begun that are to be finished soon, and once: the challenge of a passkey, a visit to a provider."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from houserules.app.refusals import Kind, Refusal

GOOD_FOR: Final = 5 * 60 * 1000
_MOST_KEPT: Final = 10_000
T = TypeVar("T")


class Challenges(Generic[T]):
    """In memory only, each with its subject. The first answer uses a challenge up, right or wrong."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._kept: dict[str, tuple[int, T]] = {}

    def make(self, about: T) -> str:
        challenge = secrets.token_urlsafe(32)
        self._kept[challenge] = self.now() + GOOD_FOR, about
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return challenge

    def take(self, challenge: str) -> T:
        until, about = self._kept.pop(challenge, (0, None))
        if about is None or until <= self.now():
            message = "this was begun too long ago, was answered before, or was begun elsewhere; begin again"
            raise Refusal("challenge_over", message, Kind.STALE)
        return about
