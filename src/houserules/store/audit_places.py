"""Where things are found, in the audit: in which blocks of positions an account or a stream has anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from houserules.store.rows import BLOCK_BITS


class Places:
    """Blocks by name, worked out from the positions themselves."""

    def __init__(self) -> None:
        self._blocks: dict[str, _Blocks] = {}

    def add(self, name: str, position: int, version: int = 0) -> None:
        """Something of this name lies at a position; ``version`` is what a block is entered with, for streams."""
        self._blocks.setdefault(name, _Blocks()).add(position >> BLOCK_BITS, version)

    def misplaced(self, kept: Iterable[tuple[str, int, int]]) -> Iterator[str]:
        """Names of which not all would be found: (name, block, version) as it is kept is not as they lie."""
        found: dict[str, _Blocks] = {}
        for name, block, version in kept:
            found.setdefault(name, _Blocks()).add(block, version)
        for name in self._blocks.keys() | found.keys():
            here, there = self._blocks.get(name), found.get(name)
            if here is None or there is None or here.digest() != there.digest():
                yield name


class _Blocks:
    """Blocks that come in order, hashed as they come: there may be very many."""

    def __init__(self) -> None:
        self._last = -1
        self._hash = sha256()

    def add(self, block: int, version: int) -> None:
        if block != self._last:
            self._last = block
            self._hash.update(f"{block!r} {version!r} ".encode())  # So that half a block is not a whole one.

    def digest(self) -> bytes:
        return self._hash.digest()
