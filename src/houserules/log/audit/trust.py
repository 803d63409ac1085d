"""The keys of the audit: whose signatures under the heads of the log are trusted, and up to where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from houserules.log.entries import SignedHead
from houserules.log.reading import LogReader
from houserules.merkle import Frontier

RESTORATION_STREAM: Final = "restoration"
ARCHIVE_RESTORED: Final = "archive.restored/1"


class ArchiveRestored(Struct, frozen=True, tag_field="event", tag=ARCHIVE_RESTORED):
    """Everything before this event was taken from an archive whose audit found no fault.

    ``size`` and ``root`` are those of the log as the archive had it, ``keys`` the public keys that signed its heads.
    This database's own key signs this event, and so vouches for those heads up to that size and no further.
    """

    size: int
    root: str
    keys: tuple[str, ...]
    archive: str
    """The SHA-256 of the archive."""


_read_restored: Final = msgspec.json.Decoder(ArchiveRestored).decode


class Trust:
    """Keys that were named from outside are trusted; if none was, every key is.

    If a database was restored from an archive, a trusted key vouches for the archive's own keys, up to the end of the
    archive. The record that says so is itself only as good as the trusted head that covers it.
    """

    def __init__(self, log: LogReader, keys: frozenset[str]) -> None:
        self.keys = keys
        self.restored = tuple(_restorations(log))
        self._needed: dict[int, ArchiveRestored] = {}
        """Records on which trust in a head relied, by their positions."""
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
        """The head is signed, and the log matches it."""
        if head.key in self.keys:
            self._covered_to = max(self._covered_to, head.size)

    def differs(self, tree: Frontier) -> bool:
        """Whether a record says that the log of this size was a different one."""
        return any(record.size == tree.size and record.root != tree.root().hex() for _, record in self.restored)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Records that were relied on but that no trusted key signed: (position, description)."""
        for position, record in self._needed.items():
            if position > self._covered_to:
                named = " ".join(f"--key {key}" for key in record.keys)
                yield (
                    position,
                    f"a restored archive of {record.size} events is vouched for here, but not by a key that is "
                    f"trusted; if the archive's keys are known: {named}",
                )


def _restorations(log: LogReader) -> Iterator[tuple[int, ArchiveRestored]]:
    for stored in log.read(RESTORATION_STREAM):
        if stored.name == ARCHIVE_RESTORED and stored.data is not None:
            try:
                yield stored.position, _read_restored(stored.data)
            except msgspec.MsgspecError:
                continue  # It is reported among the edited events.
