"""A part of the log, from one position to another, for a reader that follows the log as it grows: JSON Lines as in an
archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import astuple

from houserules.log import LogReader, Receipt, Stored, Transfer
from houserules.records.archive import (
    FORMAT,
    BrokenArchive,
    DocumentLine,
    EventLine,
    Header,
    Line,
    ReceiptLine,
    as_text,
    events_between,
    read_archive,
    stored_of,
    write_lines,
)
from houserules.records.events import RULES_PINNED, ContentRemoved
from houserules.records.tables import read_folded, read_pinned, read_removed, removals


class _Removal(Struct, frozen=True, tag_field="kind", tag="removal"):
    """What retention recorded about content that is no longer in this part; its event comes later in the log."""

    record: str


_read_line: Final[Callable[[bytes], Line | _Removal]] = msgspec.json.Decoder(Line | _Removal).decode


class Part(Struct, frozen=True):
    """Events in order with their transfers, and what is needed to judge them: receipts by command, documents by
    digest, and what retention recorded of those whose content is gone."""

    events: list[tuple[Stored, tuple[Transfer, ...]]] = field(default_factory=list)
    receipts: dict[str, Receipt] = field(default_factory=dict)
    documents: dict[str, bytes] = field(default_factory=dict)
    removals: list[ContentRemoved] = field(default_factory=list)


def export_part(log: LogReader, after: int, upto: int) -> bytes:
    """The events after a position, up to and including another, which the log must have."""
    out = BytesIO()
    write_lines(_lines(log, after, upto), out)
    return out.getvalue()


def _lines(log: LogReader, after: int, upto: int) -> Iterator[Struct]:
    lines = list(events_between(log, after, upto))
    events = [line for line in lines if isinstance(line, EventLine)]
    removed = list(_removed(log, events))
    yield Header(FORMAT)
    for digest in {*_pinned(events), *(read_folded(record.table).document for record in removed)}:
        content = log.document(digest)
        if content is not None:
            yield DocumentLine(digest, as_text(content))
    for record in removed:
        yield _Removal(as_text(msgspec.json.encode(record)))
    yield from lines


def _pinned(events: list[EventLine]) -> Iterator[str]:
    for event in events:
        if event.name == RULES_PINNED and event.data is not None:
            with suppress(msgspec.MsgspecError):  # The replay reports what is wrong.
                yield read_pinned(event.data.encode()).document


def _removed(log: LogReader, events: list[EventLine]) -> Iterator[ContentRemoved]:
    gone: dict[str, tuple[int, int]] = {}
    for event in events:
        if event.data is None:
            gone[event.stream] = gone.get(event.stream, (event.version, 0))[0], event.version
    for stream, (first, last) in gone.items():
        yield from (record for record in removals(log, stream) if record.first <= last and first <= record.last)


def read_part(content: bytes) -> Part:
    """:class:`BrokenArchive` if it is not a part, or not a complete one."""
    part = Part()
    for line in read_archive(content.splitlines(), _read_line):
        match line:
            case EventLine():
                moves = tuple(Transfer(*astuple(each)) for each in line.transfers)
                part.events.append((_stored(line), moves))
            case ReceiptLine():
                part.receipts[line.command_id] = line
            case DocumentLine():
                part.documents[line.digest] = line.content.encode()
            case _Removal():
                part.removals.append(_record(line.record))
            case _:
                pass
    return part


def _stored(line: EventLine) -> Stored:
    try:
        return stored_of(line)
    except ValueError as error:
        raise BrokenArchive(f"position {line.position}: {error}") from None


def _record(text: str) -> ContentRemoved:
    try:
        return read_removed(text.encode())
    except msgspec.MsgspecError as error:
        raise BrokenArchive(f"what retention recorded cannot be read: {error}") from None
