"""The whole store as JSON Lines, in the open format of docs/store-format.md, and back again."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import file_digest
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from houserules.ledger import Transfer
from houserules.merkle import Frontier
from houserules.store.audit import Audit, audit
from houserules.store.base import BaseStore
from houserules.store.contract import Append, Commit, ConstraintBroken, SignedHead, StoreError, digest_of
from houserules.store.database import Database
from houserules.store.reading import Reading
from houserules.store.records import RESTORATION_STREAM, ArchiveRestored
from houserules.store.rows import TILE_BITS, transfer_detail, write_heads
from houserules.store.schema import LAST_POSITION, MOST_TRANSFERS, PLACE_BITS, SPAN_BITS
from houserules.store.steps import step

FORMAT: Final = "houserules.store/1"
_SMALLEST: Final = -(1 << 63)
_LARGEST: Final = (1 << 63) - 1
_encode = msgspec.json.Encoder().encode


class BrokenArchive(StoreError):
    """A file that is no archive, or not a whole one. It says which line."""


class _Header(Struct, frozen=True, tag_field="kind", tag="store"):
    format: str


class _Document(Struct, frozen=True, tag_field="kind", tag="document"):
    digest: str
    content: str


class _Receipt(Struct, frozen=True, tag_field="kind", tag="receipt"):
    command_id: str
    request: str
    reply: str
    position: int
    events: int
    at: int
    salt: str = ""


class _Event(Struct, frozen=True, tag_field="kind", tag="event"):
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
    transfers: tuple[Transfer, ...]
    leaf: str


class _Head(Struct, frozen=True, tag_field="kind", tag="head"):
    size: int
    root: str
    at: int
    key: str
    signature: str


class _End(Struct, frozen=True, tag_field="kind", tag="end"):
    lines: int


_Line = _Event | _Receipt | _Head | _Document | _Header | _End


def export_store(store: Reading, out: BinaryIO) -> int:
    """Writes everything that matters; returns the number of lines. Snapshots and the outbox are not history."""
    lines = 0
    for record in _records(store):
        out.write(_encode(record) + b"\n")
        lines += 1
    out.write(_encode(_End(lines)) + b"\n")
    return lines + 1


def _records(store: Reading) -> Iterator[_Line]:
    yield _Header(FORMAT)
    for document in store.documents():
        yield _Document(digest_of(document), document.decode())
    yield from _log(store)
    for receipt in store.idle_receipts():
        yield _Receipt(
            receipt.command_id, receipt.request_digest, _text(receipt.reply), receipt.position, 0, receipt.at,
            receipt.salt,
        )  # fmt: skip
    for head in store.heads():
        yield _Head(head.size, head.root, head.at, head.key, head.signature)


def _log(store: Reading) -> Iterator[_Line]:
    """Every event in global order, each command's receipt before the first of its events."""
    moves = _Moves(store)
    last = None
    for stored in store.read_all():
        if stored.command_id != last:
            last = stored.command_id
            receipt = store.receipt(last)
            if receipt is not None:
                yield _Receipt(
                    receipt.command_id, receipt.request_digest, _text(receipt.reply), receipt.position,
                    receipt.events, receipt.at, receipt.salt,
                )  # fmt: skip
        yield _Event(
            stored.position, stored.stream, stored.version, stored.part, stored.name, stored.at, stored.actor,
            stored.command_id, None if stored.data is None else stored.data.decode(),
            None if stored.command is None else stored.command.decode(),
            None if stored.removed is None else stored.removed.hex(), moves.of(stored.position), stored.leaf.hex(),
        )  # fmt: skip


class _Moves:
    def __init__(self, store: Reading) -> None:
        self._transfers = store.transfers()
        self._next = next(self._transfers, None)

    def of(self, position: int) -> tuple[Transfer, ...]:
        moves = []
        while self._next is not None and self._next.position <= position:
            moves.append(self._next.transfer)
            self._next = next(self._transfers, None)
        return tuple(moves)


def _text(content: bytes) -> str:
    return b64encode(content).decode()


def read_archive(lines: Iterable[bytes]) -> Iterator[_Line]:
    """The records of an archive, without its last line, which says whether all are there."""
    decoder: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)
    number, ended = 0, False
    for number, line in enumerate(lines, start=1):
        if ended:
            raise BrokenArchive(f"line {number}: the archive ended before")
        try:
            record = decoder.decode(line)
            _each_key_once.decode(line.decode())
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BrokenArchive(f"line {number}: {error}") from None
        if not _fits(record):
            raise BrokenArchive(f"line {number}: a number is larger than any that a database keeps")
        if (number == 1) != isinstance(record, _Header):
            raise BrokenArchive(f"line {number}: an archive begins with one line that names its format")
        if isinstance(record, _Header) and record.format != FORMAT:
            raise BrokenArchive(f"line {number}: the format is {record.format!r}, not {FORMAT!r}")
        if isinstance(record, _End):
            ended = True
            if record.lines != number - 1:
                raise BrokenArchive(f"line {number}: there were {record.lines} lines before this one")
        else:
            yield record
    if not ended:
        raise BrokenArchive(f"line {number + 1}: the last line is missing; the archive is not whole")


def _fits(record: Struct) -> bool:
    """Whether each whole number in a record is one that both databases keep."""
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
"""Which of two equal keys counts, every reader of JSON decides for itself: what is sound to one may say another thing
to the next."""


def read_rows(archive: Path) -> Rows:
    """What an archive holds, ready to be written; or :class:`BrokenArchive`, before any database is touched."""
    try:
        with archive.open("rb") as lines:
            return Rows(read_archive(lines))
    except BrokenArchive as error:
        raise BrokenArchive(f"{archive}: {error}") from None
    except OSError as error:
        raise BrokenArchive(f"{archive}: {error.strerror}") from None


def restore(store: BaseStore, archive: Path, keys: Sequence[str] = (), rows: Rows | None = None) -> Audit:
    """Fills an empty store from an archive as it stands, then audits what came of it. ``keys`` are those trusted.

    The heads of the archive come over with their signatures; this store's own key signs what follows. ``rows`` is the
    archive where it was read before.
    """
    if store.position() or store.streams():
        raise StoreError("only an empty store can be filled from an archive")
    rows = rows or read_rows(archive)
    try:
        store.act(rows.write)
    except ConstraintBroken as error:
        why = str(error.__cause__ or error).partition("\n")[0]
        raise BrokenArchive(f"{archive}: something is there twice, is no transfer or no text: {why}") from None
    with store.frozen() as frozen:
        return audit(frozen, keys=keys)


def vouch(store: BaseStore, archive: Path, found: Audit, *, at: int, actor: str) -> ArchiveRestored | None:
    """Puts on record, signed with this store's own key, what was restored; so its audit need not be told of old keys.

    Only what an audit found sound is vouched for, and only where another key than this store's signed any of it.
    """
    if not found.sound or not found.events or set(found.keys) == {store.key}:
        return None
    with archive.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    record = ArchiveRestored(found.events, found.root, found.keys, digest)
    written = msgspec.json.encode(record)
    append = Append(RESTORATION_STREAM, store.version(RESTORATION_STREAM), (step([(record, ())]),))
    store.commit(Commit(f"restored {found.events} {found.root}", written, b"", at, actor, (append,)))
    return record


class Rows:
    """The tables of a store as an archive has them."""

    def __init__(self, records: Iterable[_Line]) -> None:
        self.frontier = Frontier()
        self.streams: dict[str, int] = {}
        self.accounts: dict[str, list[int]] = {}
        self.events: list[tuple[Any, ...]] = []
        self.transfers: list[tuple[Any, ...]] = []
        self.account_spans: dict[tuple[int, int], None] = {}
        self.stream_spans: dict[tuple[int, int], int] = {}
        self.receipts: list[tuple[Any, ...]] = []
        self.documents: list[tuple[str, bytes]] = []
        self.heads: list[SignedHead] = []
        self.tiles: list[tuple[int, int, bytes]] = []
        for number, record in enumerate(records, start=1):
            self._add(number, record)

    def _add(self, number: int, record: _Line) -> None:
        try:
            match record:
                case _Event():
                    self._event(record)
                case _Receipt():
                    reply = b64decode(record.reply, validate=True)
                    self.receipts.append(
                        (record.command_id, record.request, reply, record.position, record.events, record.at,
                         record.salt)
                    )  # fmt: skip
                case _Document():
                    self.documents.append((record.digest, record.content.encode()))
                case _Head():
                    self.heads.append(SignedHead(record.size, record.root, record.at, record.key, record.signature))
                case _:
                    pass
        except ValueError as error:
            raise BrokenArchive(f"line {number}: {error}") from None

    def _event(self, event: _Event) -> None:
        if event.position > LAST_POSITION or len(event.transfers) > MOST_TRANSFERS:
            raise ValueError(
                f"position {event.position}, {len(event.transfers)} transfers: no database keeps so many"
            )
        stream = self.streams.setdefault(event.stream, len(self.streams) + 1)
        self.stream_spans.setdefault((stream, event.position >> SPAN_BITS), event.version)
        leaf = bytes.fromhex(event.leaf)
        self.tiles.extend(
            (level, index, value) for level, index, value in self.frontier.add(leaf) if level % TILE_BITS == 0
        )
        self.events.append(
            (event.position, stream, event.version, event.part, event.name, event.at, event.actor,
             event.command_id, _bytes(event.data), _bytes(event.command), leaf,
             None if event.removed is None else bytes.fromhex(event.removed))
        )  # fmt: skip
        for number, move in enumerate(event.transfers):
            source, target = self._account(move.source, -move.amount), self._account(move.target, move.amount)
            detail = transfer_detail((move.status, move.event, move.wager, move.clauses))
            place = (event.position << PLACE_BITS) | number
            self.transfers.append((place, source, target, move.amount, detail))
            self.account_spans.update(dict.fromkeys((each, event.position >> SPAN_BITS) for each in (source, target)))

    def _account(self, name: str, by: int) -> int:
        account = self.accounts.setdefault(name, [len(self.accounts) + 1, 0])
        account[1] += by
        if not _SMALLEST <= account[1] <= _LARGEST:
            raise ValueError(f"the balance of {name} is larger than any that a database keeps")
        return account[0]

    def write(self, database: Database) -> None:
        database.insert("streams (id, name)", [(number, name) for name, number in self.streams.items()])
        database.insert(
            "events (position, stream, version, part, name, at, actor, command_id, data, command, leaf, removed)",
            self.events,
        )
        database.insert(
            "stream_spans (stream, span, first)",
            [(stream, span, first) for (stream, span), first in self.stream_spans.items()],
        )
        database.insert(
            "accounts (id, name, balance)",
            [(number, name, balance) for name, (number, balance) in self.accounts.items()],
        )
        database.insert("transfers (place, source, target, amount, detail)", self.transfers)
        database.insert("account_spans (account, span)", list(self.account_spans))
        database.insert("receipts (command_id, request, reply, position, events, at, salt)", self.receipts)
        database.insert("documents (digest, content)", self.documents)
        write_heads(database, self.heads)
        database.insert("tiles (level, number, hash)", self.tiles)
        database.query(
            "UPDATE log SET size = ?, peaks = ?, batches = batches + 1, heads = ?, balances_at = ? WHERE id = 1",
            (self.frontier.size, b"".join(self.frontier.peaks), len(self.heads), self.frontier.size),
        )


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
