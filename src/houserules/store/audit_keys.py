"""The keys of the audit: whose signatures under the heads of the log are trusted, and how far."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houserules.merkle import Frontier
from houserules.store.contract import SignedHead
from houserules.store.reading import Reading
from houserules.store.records import ARCHIVE_RESTORED, RESTORATION_STREAM, ArchiveRestored


class Trust:
    """Keys that were named from outside are trusted; if none was, every key is.

    Where a database was restored from an archive, a trusted key vouches for the archive's own keys, as far as the
    archive went. What the record of that says is itself only as good as the trusted head that covers it.
    """

    def __init__(self, store: Reading, keys: frozenset[str]) -> None:
        self.keys = keys
        self.restored = tuple(_restorations(store))
        self._needed: dict[int, ArchiveRestored] = {}
        """Records on whose word a head was trusted, by their positions."""
        self._covered_to = 0

    def trusts(self, head: SignedHead) -> bool:
        if not self.keys or head.key in self.keys:
            return True
        for position, record in self.restored:
            if head.key in record.keys and head.size <= record.size < position:
                self._needed[position] = record
                return True
        return False

    def agrees(self, head: SignedHead) -> None:
        """The head is signed, and the log is as it says."""
        if head.key in self.keys:
            self._covered_to = max(self._covered_to, head.size)

    def differs(self, size: int, log: Frontier) -> bool:
        """Whether a record says of the log of this size that it was another."""
        return any(record.size == size and record.root != log.root().hex() for _, record in self.restored)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Records that were relied on and that no trusted key signed: (position, what)."""
        for position, record in self._needed.items():
            if position > self._covered_to:
                named = " ".join(f"--key {key}" for key in record.keys)
                yield (
                    position,
                    f"a restored archive of {record.size} events is vouched for here, but not by a key that is "
                    f"trusted; if the archive's keys are known: {named}",
                )


def _restorations(store: Reading) -> Iterator[tuple[int, ArchiveRestored]]:
    for stored in store.read(RESTORATION_STREAM):
        if stored.name == ARCHIVE_RESTORED and stored.data is not None:
            try:
                yield stored.position, msgspec.json.decode(stored.data, type=ArchiveRestored)
            except msgspec.MsgspecError:
                continue  # Whoever edited it finds it among the edited events.
