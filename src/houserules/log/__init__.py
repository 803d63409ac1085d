"""The append-only log: streams of events, money, replies and messages in one transaction, and a hash tree over all.

It knows bytes, streams and accounts, and nothing about what is played. SQLite and PostgreSQL keep the same promises,
and one suite of tests, ``tests/contracts``, runs on both. Database drivers are loaded when a database is opened.
"""

from __future__ import annotations

from pathlib import Path

from houserules.log.address import is_an_address, is_postgresql, pit_address, without_password, without_passwords
from houserules.log.audit.auditor import MOST_FINDINGS, UNTRUSTED, Finding, LogAudit, audit_log
from houserules.log.audit.each_event import EventAudit, Observer
from houserules.log.audit.trust import RESTORATION_STREAM, ArchiveRestored
from houserules.log.batch import LARGEST_BATCH
from houserules.log.databases.database import Faults
from houserules.log.databases.sqlite_file import files_of, key_file_of, path_of
from houserules.log.entries import (
    ANY_VERSION,
    Append,
    Commit,
    Committed,
    Message,
    NewEvent,
    Notice,
    Receipt,
    SignedHead,
    Snapshot,
    Step,
    Stored,
    StoredMessage,
    StoredTransfer,
    Transfer,
    digest_of,
)
from houserules.log.errors import (
    BalanceTooLarge,
    ConstraintBroken,
    LeaseLost,
    LogError,
    LogLocked,
    LogUnavailable,
    OtherRequest,
    StaleVersion,
    Unbalanced,
    UnusableAddress,
    UnusableLog,
)
from houserules.log.lease import BEAT, Lease
from houserules.log.leaves import Leaf, event_leaf, leaf_of, leaf_salt, leaf_text
from houserules.log.log import Log
from houserules.log.private_files import write_private
from houserules.log.publishing import leaves_between, tile_content
from houserules.log.reading import LogReader
from houserules.log.restoring import Contents, restore_log
from houserules.log.signing import Signer, read_signer, signer_from
from houserules.log.writer import BOUNDARIES

__all__ = [
    "ANY_VERSION",
    "BEAT",
    "BOUNDARIES",
    "MOST_FINDINGS",
    "RESTORATION_STREAM",
    "UNTRUSTED",
    "Append",
    "ArchiveRestored",
    "BalanceTooLarge",
    "Commit",
    "Committed",
    "ConstraintBroken",
    "Contents",
    "EventAudit",
    "Faults",
    "Finding",
    "Leaf",
    "Lease",
    "LeaseLost",
    "Log",
    "LogAudit",
    "LogError",
    "LogLocked",
    "LogReader",
    "LogUnavailable",
    "Message",
    "NewEvent",
    "Notice",
    "Observer",
    "OtherRequest",
    "Receipt",
    "SignedHead",
    "Signer",
    "Snapshot",
    "StaleVersion",
    "Step",
    "Stored",
    "StoredMessage",
    "StoredTransfer",
    "Transfer",
    "Unbalanced",
    "UnusableAddress",
    "UnusableLog",
    "audit_log",
    "back_up",
    "digest_of",
    "event_leaf",
    "files_of",
    "is_an_address",
    "is_postgresql",
    "key_file_of",
    "leaf_of",
    "leaf_salt",
    "leaf_text",
    "leaves_between",
    "open_log",
    "path_of",
    "read_signer",
    "restore_log",
    "signer_from",
    "tile_content",
    "without_password",
    "without_passwords",
    "write_private",
]


def back_up(url: str, out: Path) -> int:
    """Copies an SQLite database with its key, even while a service writes to it; returns how many events the copy
    holds.

    Raises :class:`UnusableLog`.
    """
    from houserules.log.backup import back_up as copy  # noqa: PLC0415

    return copy(url, out)


def open_log(
    url: str,
    *,
    read_only: bool = False,
    key_file: Path | None = None,
    origin: str | None = None,
    pit: str = "",
    faults: Faults | None = None,
    largest_batch: int = LARGEST_BATCH,
) -> Log:
    """The log at a URL; its tables are created if necessary.

    ``sqlite:///relative.db``, ``sqlite:////absolute.db`` or a plain path is a file; ``postgresql://…`` is a server.
    The signing key is read from ``key_file``, or for SQLite from ``<database>.key`` beside the file, for PostgreSQL
    from ``houserules.key`` in the user's configuration directory; if missing, it is created with mode 0600.
    ``origin`` is the name under which the log is published; a log keeps the one that it has. ``pit`` names a separate
    log beside that of the house: another file, or another schema of the same database. The mark, beside the key, says
    how far was signed: a database that is behind it is refused. ``faults`` and ``largest_batch`` are for tests and
    measurements: the former is called with the name of each boundary that a commit passes.

    Raises :class:`LogLocked`, :class:`UnusableLog` or :class:`LogUnavailable`.
    """
    if is_postgresql(url):
        from houserules.log.databases.postgresql import open_postgresql as open_database  # noqa: PLC0415
    else:
        from houserules.log.databases.sqlite import open_sqlite as open_database  # noqa: PLC0415
    address = pit_address(url, pit) if pit else url
    return open_database(address, read_only, key_file, origin, pit, faults, largest_batch)
