"""The mark: the newest head that was signed here, in a small file beside the key and outside the database.

A database that lost its end, because its write-ahead log was damaged or an older copy replaced it, looks complete in
itself. Compared with the mark it does not. The file holds one signed head, in the form of ``houserules archive
head``.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec

from houserules.log.entries import SignedHead
from houserules.log.errors import UnusableLog
from houserules.log.private_files import write_private
from houserules.log.signing import Signer, is_signed
from houserules.merkle import Frontier

_read_head: Final = msgspec.json.Decoder(SignedHead).decode
_LENGTH: Final = 512
"""How many bytes are written, in place: one sector, which a disk writes completely or not at all."""
_SYNC_AFTER: Final = 1.0
"""The minimum number of seconds between two waits for the disk."""
_sync: Final = getattr(os, "fdatasync", os.fsync)
_log = logging.getLogger("houserules.log")


def mark_file_of(key: Path, database: str) -> Path:
    """The mark of a database lies beside the key that signs it, which may sign for several databases."""
    name = quote(database, safe=" ")
    return key.with_name(f"{name}.mark" if key.name == f"{database}.key" else f"{key.name}.{name}.mark")


class Mark:
    """``size`` is the size up to which this process knows the log to have been signed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self._descriptor: int | None = None
        self._synced_at = -_SYNC_AFTER

    def read(self) -> SignedHead | None:
        """None if there is no mark. :class:`UnusableLog` if it is damaged."""
        try:
            with self.path.open("rb") as file, _locked(file.fileno(), exclusive=False):
                head = _decoded(file.read())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UnusableLog(f"{self.path}: {error.strerror}") from None
        if head is None or not is_signed(head):
            raise UnusableLog(
                f"{self.path}: this mark, which says how far the log was signed, is damaged. Put a copy of it back. "
                "If there is none, and `houserules audit ARCHIVE --head HEAD` finds no fault, with an archive made "
                f"now and the newest head kept elsewhere: `houserules archive head DB --out {self.path}`"
            )
        return head

    def begin(self, signer: Signer) -> None:
        """The mark of a key that has signed nothing yet."""
        self.write(signer.sign(0, Frontier().root()))

    def advance(self, head: SignedHead) -> None:
        """Called after the database has the head on disk. What is written survives the end of the process at once,
        and a crash of the machine after the wait for the disk, which happens here once a second and when the log is
        closed."""
        self.size = max(self.size, head.size)
        try:
            if self._descriptor is None:
                if not self.path.exists():
                    self.write(head)
                self._descriptor = os.open(self.path, os.O_RDWR)
            with _locked(self._descriptor, exclusive=True):  # Several services may sign with one key.
                held = _decoded(os.pread(self._descriptor, _LENGTH, 0))
                if held is None or held.size < head.size:
                    os.pwrite(self._descriptor, _encoded(head), 0)
            if time.monotonic() - self._synced_at >= _SYNC_AFTER:
                self._wait_for_the_disk()
        except OSError as error:
            _log.warning("the mark cannot be written, %s: %s", self.path, error.strerror)

    def _wait_for_the_disk(self) -> None:
        if self._descriptor is not None:
            _sync(self._descriptor)
            self._synced_at = time.monotonic()

    def close(self) -> None:
        try:
            self._wait_for_the_disk()
        except OSError as error:
            _log.warning("the mark cannot be written, %s: %s", self.path, error.strerror)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def write(self, head: SignedHead) -> None:
        """Creates or replaces the file."""
        write_private(self.path, _encoded(head))


def _encoded(head: SignedHead) -> bytes:
    return msgspec.json.encode(head).ljust(_LENGTH - 1) + b"\n"


def _decoded(content: bytes) -> SignedHead | None:
    try:
        return _read_head(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


@contextmanager
def _locked(descriptor: int, *, exclusive: bool) -> Iterator[None]:
    import fcntl  # noqa: PLC0415  Windows has none, and runs the commands that need no database.

    fcntl.flock(descriptor, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
