"""The shuffler as drafts use it: drafting twice for one promise gives the same shuffle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from houserules.shuffle import Promise, Shuffled, ShuffleSource

_MOST_KEPT: Final = 256


class DraftedShuffles:
    """A refused wager leaves behind a draft that nobody saw, with its deck already shuffled.

    The next draft for the same promise gets the same cards; the shuffler itself must not treat this as a repetition.
    """

    def __init__(self, source: ShuffleSource) -> None:
        self.source = source
        self._known: dict[tuple[str, tuple[bytes, ...]], Shuffled] = {}

    @property
    def locked(self) -> str | None:
        return self.source.locked

    def promise(self, deal: str) -> Promise:
        return self.source.promise(deal)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        asked = (promise.deal + promise.seed, tuple(shares))
        known = self._known.get(asked)
        if known is None:
            if len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            known = self._known[asked] = self.source.shuffle(promise, asked[1])
        return known

    def salts(self, count: int) -> bytes:
        return self.source.salts(count)
