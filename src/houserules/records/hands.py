"""Hands: a round found by its number, and written as a file that can be replayed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from houserules.law import day_of
from houserules.log import LogReader, Stored
from houserules.play import AnyCommand, AnyEvent, Outside, export_round
from houserules.play.events import MeterChanged, RoundOpened
from houserules.records.events import CLOSED, CONTENT_REMOVED, OPENED, RETENTION_STREAM, TABLE_PREFIX, ContentRemoved
from houserules.records.steps import read_filing_document
from houserules.records.tables import (
    PLAY_EVENTS,
    NotReadable,
    fold_table,
    read_command,
    read_event,
    read_folded,
    read_removed,
)

_SHOWN: Final = 10
_read_opened: Final = msgspec.json.Decoder(RoundOpened).decode
"""How many tables are named to somebody who asks for one that is not there."""


def round_versions(log: LogReader, stream: str, number: int) -> tuple[int, int] | None:
    """The versions at which a round was opened and closed; the second is 0 while it is in progress.

    Round numbers grow with versions, so bisection finds a round in any archive.
    """
    low, high = 1, log.version(stream)
    while low < high:
        middle = (low + high) // 2
        if _round_at(log, stream, middle) >= number:
            high = middle
        else:
            low = middle + 1
    opened = next((event for event in log.read(stream, low - 1, low) if event.name == OPENED), None)
    if opened is None or _round_at(log, stream, low) != number:
        return None
    return low, _closed_after(log, stream, low)


def _round_at(log: LogReader, stream: str, version: int) -> int:
    """The number of the last round opened up to and including a version; -1 if none can be read."""
    for stored in log.latest(stream, OPENED, 1, version + 1):
        if stored.data is not None:
            return _read_opened(stored.data).round
    return -1


def _closed_after(log: LogReader, stream: str, version: int) -> int:
    return next((event.version for event in log.read(stream, version) if event.name == CLOSED), 0)


def export_hand(log: LogReader, stream: str, number: int) -> bytes:
    """A round as the file of docs/round-format.md, which ``houserules replay`` replays to the same bytes."""
    versions = round_versions(log, stream, number)
    if versions is None:
        raise NotReadable(_why_there_is_none(log, stream, number))
    opened, closed = versions
    before = fold_table(log, stream, opened - 1)
    if before is None:
        raise NotReadable(f"{stream}: no rules were pinned before round {number}")
    played = read_played(log.read(stream, opened - 1, closed or None))
    document = log.document(before.document)
    if document is None:
        raise NotReadable(f"there is no document {before.document}")
    filed, submission = read_filing_document(document, before.law)
    return export_round(
        filed, submission, before.table, played.commands, played.events, played.outside, before.engine
    )


def _why_there_is_none(log: LogReader, stream: str, number: int) -> str:
    """A round that cannot be read was removed, or was never dealt."""
    if not log.version(stream):
        known = ", ".join(name.removeprefix(TABLE_PREFIX) for name, _ in log.streams(TABLE_PREFIX)[:_SHOWN])
        return f"there is no table {stream.removeprefix(TABLE_PREFIX)}" + (f"; there are {known}" if known else "")
    return why_removed(log, stream, number) or f"{stream} has no round {number}"


def why_removed(log: LogReader, stream: str, number: int) -> str | None:
    """When and why retention removed this round; None if it did not."""
    for stored in log.read(RETENTION_STREAM):
        if stored.name != CONTENT_REMOVED or stored.data is None:
            continue
        removed = read_removed(stored.data)
        if removed.stream == stream and 1 <= number <= _rounds(removed):
            day = day_of(stored.at)
            return f"retention removed round {number} of {stream} on {day}: {removed.reason}"
    return None


def _rounds(removed: ContentRemoved) -> int:
    """The number of the last round that a record of retention covers."""
    return read_folded(removed.table).table.rounds


class Played(Struct, frozen=True):
    """What was done at a table, what resulted, and what moved its meter from outside."""

    commands: tuple[AnyCommand, ...]
    events: tuple[AnyEvent, ...]
    outside: tuple[Outside, ...]


def read_played(stored_events: Iterable[Stored]) -> Played:
    """The play among these events of one table; those that ``play`` does not know are left out."""
    commands: list[AnyCommand] = []
    events: list[AnyEvent] = []
    outside: list[Outside] = []
    for stored in stored_events:
        if stored.name not in PLAY_EVENTS:
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
