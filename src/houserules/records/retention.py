"""Retention: removes the content of old rounds and puts a record of the removal in the log.

The record comes first, as an event in the audit log: which versions of which stream, the digest over their leaves,
why, and the table as it then was. Only then is the content removed, and with it the snapshots that were made of it,
which hold the seeds of its shuffles. Digests stay, so the tree still holds and every later hand can still be
replayed. Money stays: transfers are never removed.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from typing import Final

import msgspec

from houserules.log import ANY_VERSION, Append, Commit, Log, Snapshot
from houserules.records.events import CLOSED, RETENTION_STREAM, TABLE_PREFIX, ContentRemoved
from houserules.records.steps import step
from houserules.records.tables import Folded, fold_event, past_name, read_folded, removals

_AT_ONCE: Final = 1000
StateAt = Callable[[str, int], str | None]
"""The service's state of a stream up to a version."""
PastOf = Callable[[str, int], bytes]
"""What the service keeps of the snapshots of a stream up to a version."""


def remove_before(
    log: Log,
    before: int,
    *,
    at: int,
    actor: str,
    reason: str,
    state_at: StateAt | None = None,
    past_of: PastOf | None = None,
) -> tuple[ContentRemoved, ...]:
    """Removes the content of every table's rounds that closed before a moment (milliseconds since 1970, UTC).

    ``state_at`` returns what must be known about a stream once its content is gone, besides the table of the rules;
    it goes into the record. ``past_of`` returns what is to be kept of the removed snapshots; it becomes a snapshot
    itself, under :func:`houserules.records.past_name`. A run that was cut short is completed by the next.
    """
    newest = _complete(log)
    removed = []
    for stream, _ in log.streams(TABLE_PREFIX):
        record = _record(log, stream, newest.get(stream), before, reason, state_at)
        if record is not None:
            log.commit(_commit(record, at, actor, _past(record, past_of)))
            _take_away(log, record)
            removed.append(record)
    return tuple(removed)


def erase(log: Log, stream: str, *, at: int, actor: str, reason: str) -> ContentRemoved | None:
    """Removes the content of all events of a stream that is not a table's, recorded like that of rounds."""
    assert not stream.startswith(TABLE_PREFIX), "tables are removed by whole rounds"
    gone = max((each.last for each in removals(log, stream)), default=0)
    stored = list(log.read(stream, gone))
    if not stored:
        return None
    digest = sha256(b"".join(each.leaf for each in stored)).hexdigest()
    record = ContentRemoved(stream, gone + 1, stored[-1].version, digest, reason, "")
    log.commit(_commit(record, at, actor, ()))
    _take_away(log, record)
    return record


def _complete(log: Log) -> dict[str, ContentRemoved]:
    """Removes what earlier runs recorded but did not get to. Returns the last record of each stream."""
    newest: dict[str, ContentRemoved] = {}
    for recorded in removals(log):
        newest[recorded.stream] = max(recorded, newest.get(recorded.stream, recorded), key=lambda each: each.last)
        last = next(log.read(recorded.stream, recorded.last - 1, recorded.last), None)
        if last is None or last.data is not None:  # Removal goes in the order of versions.
            _take_away(log, recorded)
    return newest


def _record(
    log: Log, stream: str, earlier: ContentRemoved | None, before: int, reason: str, state_at: StateAt | None
) -> ContentRemoved | None:
    """What would be removed from a stream: whole rounds, from what is left up to the last that closed in time.

    ``earlier`` is what was last removed from it; the tables in other records need not be read again.
    """
    gone = earlier.last if earlier is not None else 0
    folded = read_folded(earlier.table) if earlier is not None else None
    last: Folded | None = None
    digest, up_to_last = sha256(), ""
    for stored in log.read(stream, gone):
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


def _take_away(log: Log, record: ContentRemoved) -> None:
    """Removes the content, and with it the snapshots that were made of it. What is kept of them under ``past_name``
    holds all that was kept before."""
    snapshots = [(record.stream, record.last), (past_name(record.stream), record.last - 1)]
    events = log.read(record.stream, record.first - 1, record.last)
    while some := list(islice(events, _AT_ONCE)):
        log.remove_content(some, snapshots)
