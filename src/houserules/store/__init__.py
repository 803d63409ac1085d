"""The append-only store: events, money, replies and the outbox in one transaction, and an audit log over all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from houserules.store.address import is_postgresql
from houserules.store.contract import (
    ANY_VERSION,
    Append,
    BalanceTooLarge,
    Commit,
    Committed,
    ConstraintBroken,
    Message,
    NewEvent,
    Notice,
    OtherRequest,
    Receipt,
    SignedHead,
    Snapshot,
    StaleVersion,
    Step,
    Store,
    Stored,
    StoredMessage,
    StoredTransfer,
    StoreError,
    StoreLocked,
    StoreUnavailable,
    Unbalanced,
    UnusableStore,
    digest_of,
    felt_of,
)
from houserules.store.records import ContentRemoved, RulesPinned
from houserules.store.steps import filing_data, filing_document, read_filing_document, step

__all__ = [
    "ANY_VERSION",
    "Append",
    "BalanceTooLarge",
    "Commit",
    "Committed",
    "ConstraintBroken",
    "ContentRemoved",
    "Message",
    "NewEvent",
    "Notice",
    "OtherRequest",
    "Receipt",
    "RulesPinned",
    "SignedHead",
    "Snapshot",
    "StaleVersion",
    "Step",
    "Store",
    "StoreError",
    "StoreLocked",
    "StoreUnavailable",
    "Stored",
    "StoredMessage",
    "StoredTransfer",
    "Unbalanced",
    "UnusableStore",
    "digest_of",
    "felt_of",
    "filing_data",
    "filing_document",
    "open_store",
    "read_filing_document",
    "step",
]


def open_store(
    url: str,
    *,
    read_only: bool = False,
    key_file: Path | None = None,
    faults: Callable[[str], None] | None = None,
    many: int | None = None,
) -> Store:
    """The store at a URL, made and migrated if need be.

    ``sqlite:///relative.db``, ``sqlite:////absolute.db`` or a plain path is a file; ``postgresql://…`` is a server.
    The signing key is read from ``key_file``, or for SQLite from ``<database>.key`` beside the file, for PostgreSQL
    from ``houserules.key`` in the user's configuration directory; it is made with mode 0600 when it is not there.
    ``faults`` is for tests: it is called with the name of each boundary that a commit passes. ``many`` is for tests
    and measurements: from so many waiting commits on a second process writes an SQLite file; 0 is never.

    Raises :class:`StoreLocked`, :class:`UnusableStore` or :class:`StoreUnavailable`.
    """
    if is_postgresql(url):
        from houserules.store.postgresql import open_postgresql  # noqa: PLC0415

        return open_postgresql(url, read_only=read_only, key_file=key_file, faults=faults)
    from houserules.store.sqlite import open_sqlite  # noqa: PLC0415

    return open_sqlite(url, read_only=read_only, key_file=key_file, faults=faults, many=many)
