"""The whole log as JSON Lines, in the open format of docs/archive-format.md, written and read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import file_digest
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from houserules.log import (
    RESTORATION_STREAM,
    Append,
    ArchiveRestored,
    Commit,
    ConstraintBroken,
    Contents,
    Log,
    LogError,
    LogReader,
    Receipt,
    SignedHead,
    Stored,
    Transfer,
    restore_log,
)
from houserules.records.auditing import Audit
from houserules.records.steps import step

FORMAT: Final = "houserules.archive/1"
_SMALLEST: Final = -(1 << 63)
_LARGEST: Final = (1 << 63) - 1
_encode = msgspec.json.Encoder().encode


class BrokenArchive(LogError):
    """A file that is not an archive, or not a complete one. The message says which line."""


class Header(Struct, frozen=True, tag_field="kind", tag="archive"):
    format: str


class DocumentLine(Struct, frozen=True, tag_field="kind", tag="document"):
    digest: str
    content: str


class ReceiptLine(Receipt, frozen=True, tag_field="kind", tag="receipt"):
    """A receipt whose reply is written in base64."""


class _Transfer(Transfer, frozen=True, array_like=False):
    """A transfer with named fields."""


class EventLine(Struct, frozen=True, tag_field="kind", tag="event"):
    position: int
    stream: str
    version: int
    part: int
    name: str
    at: int
    actor: str
    command_id: str
    data: str | None
    command: str | None
    removed: str | None
    transfers: tuple[_Transfer, ...]
    leaf: str


class _Head(SignedHead, frozen=True, tag_field="kind", tag="head"):
    pass


class End(Struct, frozen=True, tag_field="kind", tag="end"):
    lines: int


Line = EventLine | ReceiptLine | _Head | DocumentLine | Header | End
Record = TypeVar("Record", bound=Struct)
_read_line: Final[Callable[[bytes], Line]] = msgspec.json.Decoder(Line).decode


def export_log(log: LogReader, out: BinaryIO) -> int:
    """Writes everything that matters; returns the number of lines. Snapshots and the outbox are not history."""
    return write_lines(_records(log), out)


def write_lines(records: Iterable[Struct], out: BinaryIO) -> int:
    """Writes records and the line that ends them; returns the number of lines."""
    lines = 0
    for record in records:
        out.write(_encode(record) + b"\n")
        lines += 1
    out.write(_encode(End(lines)) + b"\n")
    return lines + 1


def _records(log: LogReader) -> Iterator[Line]:
    yield Header(FORMAT)
    for digest, document in log.documents():
        yield DocumentLine(digest, as_text(document))
    yield from events_between(log)
    for head in log.heads():
        yield _Head(*astuple(head))


def events_between(log: LogReader, after: int = 0, upto: int | None = None) -> Iterator[Line]:
    """The events after a position in global order, with each command's receipt before the first of its events."""
    transfers = log.transfers(after, upto)
    move = next(transfers, None)
    last = None
    for stored in log.read_all(after, upto):
        if stored.command_id != last:
            last = stored.command_id
            receipt = log.receipt(last)
            if receipt is not None:
                yield ReceiptLine(*astuple(receipt))
        moves = []
        while move is not None and move.position <= stored.position:
            moves.append(_Transfer(*astuple(move.transfer)))
            move = next(transfers, None)
        yield EventLine(
            stored.position, stored.stream, stored.version, stored.part, stored.name, stored.at, stored.actor,
            stored.command_id, None if stored.data is None else as_text(stored.data),
            None if stored.command is None else as_text(stored.command),
            None if stored.removed is None else stored.removed.hex(), tuple(moves), stored.leaf.hex(),
        )  # fmt: skip


def as_text(content: bytes) -> str:
    """The log stores only text. If somebody edited it into something else, the audit of the archive finds that."""
    return content.decode(errors="replace")


def read_archive(lines: Iterable[bytes], read_line: Callable[[bytes], Record]) -> Iterator[Record]:
    """The records of an archive, without its last line, which says whether all of them are there."""
    number, ended = 0, False
    for number, line in enumerate(lines, start=1):
        if ended:
            raise BrokenArchive(f"line {number}: the archive ended before")
        try:
            record = read_line(line)
            _each_key_once.decode(line.decode())
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BrokenArchive(f"line {number}: {error}") from None
        if not _fits(record):
            raise BrokenArchive(f"line {number}: a number is larger than any that a database keeps")
        if (number == 1) != isinstance(record, Header):
            raise BrokenArchive(f"line {number}: an archive begins with one line that names its format")
        if isinstance(record, Header) and record.format != FORMAT:
            raise BrokenArchive(f"line {number}: the format is {record.format!r}, not {FORMAT!r}")
        if isinstance(record, End):
            ended = True
            if record.lines != number - 1:
                raise BrokenArchive(f"line {number}: {number - 1} lines come before this one, not {record.lines}")
        else:
            yield record
    if not ended:
        raise BrokenArchive(f"line {number + 1}: the last line is missing; the archive is not whole")


def _fits(record: Struct) -> bool:
    """Whether both databases can store each whole number in a record."""
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if isinstance(value, int) and not _SMALLEST <= value <= _LARGEST:
            return False
        if isinstance(value, tuple) and not all(_fits(each) for each in value if isinstance(each, Struct)):
            return False
    return True


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} is there twice")


_each_key_once: Final = json.JSONDecoder(object_pairs_hook=_each_once)
"""JSON readers differ in which of two equal keys counts: what is sound to one may mean something else to the next."""


def read_contents(archive: Path) -> Contents:
    """The content of an archive, ready to be written; or :class:`BrokenArchive`, before any database is touched."""
    contents = Contents()
    try:
        with archive.open("rb") as lines:
            for number, record in enumerate(read_archive(lines, _read_line), start=1):
                try:
                    _add(contents, record)
                except ValueError as error:
                    raise BrokenArchive(f"line {number}: {error}") from None
    except BrokenArchive as error:
        raise BrokenArchive(f"{archive}: {error}") from None
    except OSError as error:
        raise BrokenArchive(f"{archive}: {error.strerror}") from None
    return contents


def stored_of(line: EventLine) -> Stored:
    return Stored(
        line.position, line.stream, line.version, line.part, line.name, line.at, line.actor, line.command_id,
        _bytes(line.data), _bytes(line.command), bytes.fromhex(line.leaf),
        None if line.removed is None else bytes.fromhex(line.removed),
    )  # fmt: skip


def _add(contents: Contents, record: Line) -> None:
    match record:
        case EventLine():
            contents.add_event(stored_of(record), record.transfers)
        case ReceiptLine():
            contents.add_receipt(record)
        case DocumentLine():
            contents.add_document(record.digest, record.content.encode())
        case _Head():
            contents.add_head(record)
        case _:
            pass


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def fill(log: Log, archive: Path, contents: Contents | None = None) -> None:
    """Fills an empty log from an archive, unchanged; an audit checks afterwards whether it is sound.

    The heads of the archive keep their signatures; this log's own key signs what follows. ``contents`` is the content
    of the archive if it was read before.
    """
    try:
        restore_log(log, contents or read_contents(archive))
    except ConstraintBroken as error:
        why = str(error.__cause__ or error).partition("\n")[0]
        raise BrokenArchive(f"{archive}: something is there twice, is no transfer or no text: {why}") from None


def vouch(log: Log, archive: Path, found: Audit, *, at: int, actor: str) -> ArchiveRestored | None:
    """Records what was restored, signed with this log's own key, so that its audit need not be given old keys.

    Only what an audit found sound is vouched for, and only if another key than this log's signed any of it.
    """
    if not found.sound or not found.events or set(found.keys) == {log.key}:
        return None
    with archive.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    record = ArchiveRestored(found.events, found.root, found.keys, digest)
    written = msgspec.json.encode(record)
    append = Append(RESTORATION_STREAM, log.version(RESTORATION_STREAM), (step([(record, ())]),))
    log.commit(Commit(f"restored {found.events} {found.root}", written, b"", at, actor, (append,)))
    return record
