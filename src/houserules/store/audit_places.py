"""Where things are found, in the audit: in which spans of positions an account or a stream has anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256


class Places:
    """Spans by name, worked out from the positions themselves, of which a span leaves out so many ``bits``."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._spans: dict[str, _Spans] = {}

    def add(self, name: str, position: int, version: int = 0) -> None:
        """Something of this name lies at a position; ``version`` is what a span is entered with, for streams."""
        self._spans.setdefault(name, _Spans()).add(position >> self._bits, version)

    def misplaced(self, kept: Iterable[tuple[str, int, int]]) -> Iterator[str]:
        """Names of which not all would be found: (name, span, version) as it is kept is not as they lie."""
        found: dict[str, _Spans] = {}
        for name, span, version in kept:
            found.setdefault(name, _Spans()).add(span, version)
        for name in self._spans.keys() | found.keys():
            here, there = self._spans.get(name), found.get(name)
            if here is None or there is None or here.digest() != there.digest():
                yield name


class _Spans:
    """Spans that come in order, hashed as they come: there may be very many."""

    def __init__(self) -> None:
        self._last = -1
        self._hash = sha256()

    def add(self, span: int, version: int) -> None:
        if span != self._last:
            self._last = span
            self._hash.update(f"{span!r} {version!r} ".encode())  # So that half a span is not a whole one.

    def digest(self) -> bytes:
        return self._hash.digest()
