"""Tables read back from their streams: the fold, a round by its number, and a round as a file that plays again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from houserules.law import LawPin
from houserules.play import AnyCommand, AnyEvent, Table, evolve
from houserules.play.events import MeterChanged, RoundOpened
from houserules.play.replay import Outside, export_round
from houserules.store.contract import TABLE_PREFIX, Snapshot, Store, Stored, StoreError
from houserules.store.records import (
    CONTENT_REMOVED,
    RETENTION_STREAM,
    RULES_PINNED,
    STATE_ADOPTED,
    ContentRemoved,
    RulesPinned,
    StateAdopted,
)
from houserules.store.steps import read_filing_document

_FOLD: Final = "#fold"
_PAST: Final = "#past"
_SHOWN: Final = 10
"""How many tables are named to somebody who asks for one that is not there."""
OPENED: Final = "round.opened/1"
CLOSED: Final = "round.closed/1"

_events: Final = msgspec.json.Decoder(AnyEvent)
_commands: Final = msgspec.json.Decoder(AnyCommand)
_pinned: Final = msgspec.json.Decoder(RulesPinned)
_removed: Final = msgspec.json.Decoder(ContentRemoved)
_PLAY_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in AnyEvent.__args__)


class NotReadable(StoreError):
    """A hand that was never dealt, whose content retention removed, or whose documents are not there."""


class Folded(Struct, frozen=True):
    """A table as its stream leaves it at a version, and under which rules: digests as in :class:`RulesPinned`."""

    version: int
    document: str
    submission: str
    law: LawPin
    table: Table


def fold_table(store: Store, stream: str, upto: int | None = None) -> Folded | None:
    """The table of a stream, at its newest version or at an older one; None where no rules were ever pinned.

    It starts from the newest snapshot that :func:`fold_snapshot` made, or from what retention left.
    """
    folded = _start(store, stream, upto)
    for stored in store.read(stream, folded.version if folded else 0, upto):
        folded = fold_event(folded, stored)
    return folded


def fold_snapshot(stream: str, folded: Folded) -> Snapshot:
    """Put this into a commit now and then, every hundred rounds or so, and a table starts at once."""
    return Snapshot(fold_name(stream), folded.version, msgspec.json.encode(folded))


def fold_name(stream: str) -> str:
    """The name under which snapshots of a stream's fold are kept, beside those of whoever keeps the stream."""
    return stream + _FOLD


def past_name(stream: str) -> str:
    """The name under which that is kept of a stream's snapshots which outlives them when retention removes them."""
    return stream + _PAST


def stream_of(snapshot: str) -> str:
    """The stream that a snapshot of this name was made of."""
    return snapshot.removesuffix(_FOLD)


def fold_event(folded: Folded | None, stored: Stored) -> Folded | None:
    """One event further. Events that ``play`` does not know leave the table as it is."""
    if stored.data is None:
        if folded is not None and folded.version >= stored.version:
            return folded
        raise NotReadable(f"{stored.stream}: the content of version {stored.version} was removed")
    if stored.name == RULES_PINNED:
        pinned = _pinned.decode(stored.data)
        table = folded.table if folded else Table(main=pinned.main, secondary=pinned.secondary)
        return Folded(stored.version, pinned.document, pinned.submission, pinned.law, table)
    if folded is None:
        return None
    table = evolve(folded.table, _events.decode(stored.data)) if stored.name in _PLAY_EVENTS else folded.table
    return Folded(stored.version, folded.document, folded.submission, folded.law, table)


def _start(store: Store, stream: str, upto: int | None) -> Folded | None:
    left = [
        msgspec.json.decode(removed.table, type=Folded)
        for removed in removals(store)
        if removed.stream == stream and removed.table is not None and (upto is None or removed.last <= upto)
    ]
    snapshot = _from_snapshot(store, stream, upto)
    return max((*left, *((snapshot,) if snapshot else ())), key=lambda folded: folded.version, default=None)


def _from_snapshot(store: Store, stream: str, upto: int | None) -> Folded | None:
    """A snapshot that cannot be read is no loss: it is never the truth."""
    snapshot = store.snapshot(fold_name(stream), upto)
    if snapshot is None:
        return None
    try:
        return msgspec.json.decode(snapshot.data, type=Folded)
    except msgspec.MsgspecError:
        return None


def removals(store: Store) -> Iterator[ContentRemoved]:
    """What retention has removed, in the order in which it did."""
    for stored in store.read(RETENTION_STREAM):
        if stored.name == CONTENT_REMOVED and stored.data is not None:
            yield _removed.decode(stored.data)


def left_state(store: Store, stream: str, after: int, upto: int | None = None) -> str | None:
    """The newest state of a stream that the log holds because its content is gone, of a version between the two."""
    found: list[tuple[int, str]] = []
    for stored in store.read(RETENTION_STREAM):
        if stored.data is None or msgspec.json.decode(stored.data, type=_About).stream != stream:
            continue
        if stored.name == CONTENT_REMOVED:
            removed = _removed.decode(stored.data)
            found += [(removed.last, removed.state)] if removed.state is not None else []
        elif stored.name == STATE_ADOPTED:
            adopted = msgspec.json.decode(stored.data, type=StateAdopted)
            found.append((adopted.version, adopted.state))
    fitting = [each for each in found if each[0] >= after and (upto is None or each[0] <= upto)]
    return max(fitting)[1] if fitting else None


class _About(Struct, frozen=True):
    """Which stream an event of retention is about: most are about another one, and need not be read further."""

    stream: str


def is_play_event(name: str) -> bool:
    return name in _PLAY_EVENTS


def read_event(data: bytes) -> AnyEvent:
    event: AnyEvent = _events.decode(data)
    return event


def read_command(data: bytes) -> AnyCommand:
    command: AnyCommand = _commands.decode(data)
    return command


def read_pinned(data: bytes) -> RulesPinned:
    return _pinned.decode(data)


def round_versions(store: Store, stream: str, number: int) -> tuple[int, int] | None:
    """The versions at which a round was opened and closed; the second is 0 while it is on.

    Round numbers grow with versions, so halving finds a round in any archive.
    """
    low, high = 1, store.version(stream)
    while low < high:
        middle = (low + high) // 2
        if _round_at(store, stream, middle) >= number:
            high = middle
        else:
            low = middle + 1
    opened = next((event for event in store.read(stream, low - 1, low) if event.name == OPENED), None)
    if opened is None or _round_at(store, stream, low) != number:
        return None
    return low, _closed_after(store, stream, low)


def _round_at(store: Store, stream: str, version: int) -> int:
    """The number of the last round opened up to and with a version; -1 where there is none that can be read."""
    for stored in store.latest(stream, OPENED, 1, version + 1):
        if stored.data is not None:
            return msgspec.json.decode(stored.data, type=RoundOpened).round
    return -1


def _closed_after(store: Store, stream: str, version: int) -> int:
    return next((event.version for event in store.read(stream, version) if event.name == CLOSED), 0)


def export_hand(store: Store, stream: str, number: int) -> bytes:
    """A round as the file of docs/round-format.md, which ``houserules replay`` plays again to the same bytes."""
    versions = round_versions(store, stream, number)
    if versions is None:
        raise NotReadable(_why_there_is_none(store, stream, number))
    opened, closed = versions
    before = fold_table(store, stream, opened - 1)
    if before is None:
        raise NotReadable(f"{stream}: no rules were pinned before round {number}")
    played = read_played(store.read(stream, opened - 1, closed or None))
    document = store.document(before.document)
    if document is None:
        raise NotReadable(f"there is no document {before.document}")
    filed, submission = read_filing_document(document, before.law)
    return export_round(filed, submission, before.table, played.commands, played.events, played.outside)


def _why_there_is_none(store: Store, stream: str, number: int) -> str:
    """A round that cannot be read was removed, or it was never dealt."""
    if not store.version(stream):
        known = ", ".join(name.removeprefix(TABLE_PREFIX) for name, _ in store.streams(TABLE_PREFIX)[:_SHOWN])
        return f"there is no table {stream.removeprefix(TABLE_PREFIX)}" + (f"; there are {known}" if known else "")
    return why_removed(store, stream, number) or f"{stream} has no round {number}"


def why_removed(store: Store, stream: str, number: int) -> str | None:
    """When retention removed this round, and for which reason; None where it did not."""
    for stored in store.read(RETENTION_STREAM):
        if stored.name != CONTENT_REMOVED or stored.data is None:
            continue
        removed = _removed.decode(stored.data)
        if removed.stream == stream and 1 <= number <= _rounds_up_to(store, removed):
            day = datetime.fromtimestamp(stored.at / 1000, UTC).date()
            return f"retention removed round {number} of {stream} on {day}: {removed.reason}"
    return None


def _rounds_up_to(store: Store, removed: ContentRemoved) -> int:
    """The number of the last round that a record of retention speaks of."""
    if removed.table is not None:
        return msgspec.json.decode(removed.table, type=Folded).table.rounds
    return sum(1 for stored in store.read(removed.stream, 0, removed.last) if stored.name == OPENED)


class Played(Struct, frozen=True):
    """What was done at a table, what came of it, and what moved its meter from outside."""

    commands: tuple[AnyCommand, ...]
    events: tuple[AnyEvent, ...]
    outside: tuple[Outside, ...]


def read_played(stored_events: Iterable[Stored]) -> Played:
    """The play among these events of one table; those that ``play`` does not know are left out."""
    commands: list[AnyCommand] = []
    events: list[AnyEvent] = []
    outside: list[Outside] = []
    for stored in stored_events:
        if not is_play_event(stored.name):
            continue
        if stored.data is None or stored.command is None:
            raise NotReadable(f"{stored.stream}: the content of version {stored.version} was removed")
        event = read_event(stored.data)
        if stored.part == 0:
            if stored.command:
                commands.append(read_command(stored.command))
            elif isinstance(event, MeterChanged):
                outside.append(Outside(len(commands), event))
            else:
                raise NotReadable(f"{stored.stream}: version {stored.version} came from outside the table")
        events.append(event)
    return Played(tuple(commands), tuple(events), tuple(outside))
