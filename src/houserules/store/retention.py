"""Retention: taking away the content of old rounds, and saying so where it cannot be denied.

The record comes first, as an event in the audit log: which versions of which stream, the digest over their leaves,
why, and the table as it then stood. Only then is the content taken away, and with it the snapshots that were made of
it, which hold the seeds of its shuffles. Digests stay, so the tree still holds and every later hand still replays.
Money stays: transfers are never removed.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec

from houserules.store.answers import Act
from houserules.store.base import BaseStore
from houserules.store.contract import ANY_VERSION, TABLE_PREFIX, Append, Commit, Snapshot, Stored
from houserules.store.database import Database
from houserules.store.leaves import content_digest
from houserules.store.records import RETENTION_STREAM, ContentRemoved
from houserules.store.steps import step
from houserules.store.tables import CLOSED, Folded, fold_event, fold_name, fold_table, past_name, removals

_AT_ONCE: Final = 1000
StateAt = Callable[[str, int], str | None]
"""What whoever keeps a stream makes of it up to a version."""
PastOf = Callable[[str, int], bytes]
"""What whoever keeps a stream wants to keep of its snapshots up to a version."""


def remove_before(
    store: BaseStore,
    before: int,
    *,
    at: int,
    actor: str,
    reason: str,
    state_at: StateAt | None = None,
    past_of: PastOf | None = None,
) -> tuple[ContentRemoved, ...]:
    """Removes the content of every table's rounds that closed before a moment (milliseconds since 1970, UTC).

    ``state_at`` says what must be known of a stream once its content is gone, besides the table of the rules; it goes
    into the record. ``past_of`` says what is to be kept of the snapshots that go; it becomes one itself, under
    :func:`houserules.store.tables.past_name`. A run that was cut short is completed by the next.
    """
    newest = _complete(store)
    removed = []
    for stream, _ in store.streams(TABLE_PREFIX):
        record = _record(store, stream, newest.get(stream), before, reason, state_at)
        if record is not None:
            store.commit(_commit(record, at, actor, _past(record, past_of)))
            _take_away(store, record)
            removed.append(record)
    return tuple(removed)


def _complete(store: BaseStore) -> dict[str, ContentRemoved]:
    """Takes away what earlier runs recorded and did not get to. The answer is the last record of each stream."""
    newest: dict[str, ContentRemoved] = {}
    snapshots: list[tuple[str, int]] = []
    for recorded in removals(store):
        newest[recorded.stream] = max(recorded, newest.get(recorded.stream, recorded), key=lambda each: each.last)
        if _is_gone(store, recorded):
            snapshots += _snapshots(recorded)  # They did not always go with the content.
        else:
            _take_away(store, recorded)
    store.act(_removal([], snapshots))
    return newest


def _record(
    store: BaseStore, stream: str, earlier: ContentRemoved | None, before: int, reason: str, state_at: StateAt | None
) -> ContentRemoved | None:
    """What would be removed of a stream: whole rounds, from what is left up to the last that closed in time.

    ``earlier`` is what was removed of it last; the tables of all others need not be read again for it.
    """
    gone = earlier.last if earlier is not None else 0
    folded = _as_left(store, earlier) if earlier is not None else None
    last: Folded | None = None
    digest, up_to_last = sha256(), ""
    for stored in store.read(stream, gone):
        if stored.at >= before:
            break
        folded = fold_event(folded, stored)
        digest.update(stored.leaf)
        if stored.name == CLOSED:
            last, up_to_last = folded, digest.hexdigest()
    if last is None:
        return None
    table = msgspec.json.encode(last).decode()
    state = state_at(stream, last.version) if state_at is not None else None
    return ContentRemoved(stream, gone + 1, last.version, up_to_last, reason, table, state)


def _past(record: ContentRemoved, past_of: PastOf | None) -> tuple[Snapshot, ...]:
    if past_of is None or record.state is None:
        return ()
    return (Snapshot(past_name(record.stream), record.last, past_of(record.stream, record.last)),)


def _commit(record: ContentRemoved, at: int, actor: str, past: tuple[Snapshot, ...]) -> Commit:
    written = msgspec.json.encode(record)
    identity = f"retention {record.stream} {record.first}-{record.last}"
    append = Append(RETENTION_STREAM, ANY_VERSION, (step([(record, ())]),))
    return Commit(identity, written, b"", at, actor, (append,), snapshots=past)


def _as_left(store: BaseStore, record: ContentRemoved) -> Folded | None:
    if record.table is not None:
        return msgspec.json.decode(record.table, type=Folded)
    return fold_table(store, record.stream, record.last)


def _is_gone(store: BaseStore, record: ContentRemoved) -> bool:
    """Whether all of the content was taken away, which goes in the order of versions."""
    last = next(store.read(record.stream, record.last - 1, record.last), None)
    return last is not None and last.data is None


def _take_away(store: BaseStore, record: ContentRemoved) -> None:
    rows = []
    for stored in store.read(record.stream, record.first - 1, record.last):
        if stored.data is not None:
            rows.append((_digests(stored), stored.position))
        if len(rows) >= _AT_ONCE:
            store.act(_removal(rows, _snapshots(record)))
            rows = []
    store.act(_removal(rows, _snapshots(record)))


def _digests(stored: Stored) -> bytes:
    return bytes.fromhex(content_digest(stored.data or b"") + content_digest(stored.command or b""))


def _removal(rows: list[tuple[bytes, int]], snapshots: list[tuple[str, int]]) -> Act:
    def act(database: Database) -> None:
        if rows:
            database.many("UPDATE events SET data = NULL, command = NULL, removed = ? WHERE position = ?", rows)
        database.many("DELETE FROM snapshots WHERE stream = ? AND version <= ?", snapshots)

    return act


def _snapshots(record: ContentRemoved) -> list[tuple[str, int]]:
    """Up to which version the snapshots of each name go.

    Where the record does not hold how things stood at its end, as older ones do not, the snapshot of that very
    version may be the only witness, and stays. What was kept of snapshots holds all that was kept before.
    """
    state = record.last if record.state is not None else record.last - 1
    table = record.last if record.table is not None else record.last - 1
    return [(record.stream, state), (fold_name(record.stream), table), (past_name(record.stream), record.last - 1)]
