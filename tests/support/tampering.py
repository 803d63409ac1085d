"""Books tampered with, and read as they then are: each change is undone before the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from msgspec import Struct

from houserules.log import Contents, LogReader, Receipt, Stored, Transfer, open_log, restore_log, signer_from
from houserules.log.leaves import LEAF_FORMAT, content_digest, event_leaf
from houserules.merkle import Frontier

Query = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]


class Tampering:
    """Somebody who can write the database past the log and its triggers, in a transaction that is never kept."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._postgresql = url.startswith("postgresql:")

    @contextmanager
    def done(self, *statements: str) -> Iterator[LogReader]:
        with self._connection() as query:
            for statement in ("BEGIN", *self._without_triggers(query, statements)):
                query(statement if self._postgresql else statement.replace("'\\x", "x'"), ())
            yield LogReader(query, "", self._postgresql)

    def _without_triggers(self, query: Query, statements: Sequence[str]) -> Sequence[str]:
        if self._postgresql:
            role = "SET LOCAL session_replication_role = "
            return (f"{role}replica", *statements, f"{role}origin")
        triggers = query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'", ())
        kept = [statement for statement in statements if " TRIGGER " in statement]
        others = [statement for statement in statements if " TRIGGER " not in statement]
        return (*(f"DROP TRIGGER {name}" for name, _ in triggers), *others, *(sql for _, sql in triggers), *kept)

    @contextmanager
    def _connection(self) -> Iterator[Query]:
        if self._postgresql:
            with psycopg.connect(self.url, autocommit=True) as server:
                yield lambda sql, values: _rows(server.execute(sql.replace("?", "%s").encode(), values or None))
                server.execute("ROLLBACK")
            return
        file = sqlite3.connect(self.url, isolation_level=None)
        try:
            yield lambda sql, values: file.execute(sql, values).fetchall()
        finally:
            file.close()


def _rows(cursor: psycopg.Cursor[Any]) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []


class Entry(Struct):
    """An event of rewritten books, with its transfers. Its position, version and hash are worked out anew."""

    stream: str
    part: int
    name: str
    at: int
    actor: str
    command_id: str
    data: dict[str, Any]
    command: bytes
    moves: list[Transfer]

    def says(self, **values: Any) -> None:
        self.data.update(values)

    def moves_instead(self, number: int, **values: Any) -> None:
        self.moves[number] = msgspec.structs.replace(self.moves[number], **values)


class Forger:
    """Somebody who has the database and the key: rewrites the books and signs them anew, sound in themselves."""

    def __init__(self, books: LogReader) -> None:
        transfers: dict[int, list[Transfer]] = {}
        for kept in books.transfers():
            transfers.setdefault(kept.position, []).append(kept.transfer)
        self._documents = dict(books.documents())
        self._entries: list[Entry] = []
        self._receipts: dict[str, Receipt] = {}
        for stored in books.read_all():
            self._entries.append(_entry(stored, transfers.get(stored.position, [])))
            receipt = books.receipt(stored.command_id)
            assert receipt is not None
            self._receipts[stored.command_id] = receipt

    def rewritten(self, edit: Callable[[list[Entry]], object]) -> list[Entry]:
        entries = deepcopy(self._entries)
        edit(entries)
        return entries

    def sign(self, url: str, key: Path, entries: Sequence[Entry]) -> None:
        """The rewritten books as a database, signed with the house's own key."""
        contents = Contents()
        for digest, document in self._documents.items():
            contents.add_document(digest, document)
        receipts = dict(self._receipts)
        tree, versions = Frontier(), dict[str, int]()
        counted: dict[str, int] = {}
        last: dict[str, tuple[int, int]] = {}
        for position, entry in enumerate(entries, start=1):
            version = versions[entry.stream] = versions.get(entry.stream, 0) + 1
            made_up = Receipt(entry.command_id, "", b"", 0, 0, 0, "00")
            receipt = receipts.setdefault(entry.command_id, made_up)
            data = msgspec.json.encode(entry.data)
            leaf = event_leaf((
                LEAF_FORMAT, position, entry.stream, version, entry.part, entry.name, entry.at, entry.actor,
                entry.command_id, content_digest(data), content_digest(entry.command), entry.moves,
                receipt.request_digest, sha256(receipt.reply).hexdigest(), receipt.salt,
            ))  # fmt: skip
            tree.add(leaf)
            counted[entry.command_id] = counted.get(entry.command_id, 0) + 1
            last[entry.command_id] = (position, entry.at)
            contents.add_event(
                Stored(position, entry.stream, version, entry.part, entry.name, entry.at, entry.actor,
                       entry.command_id, data, entry.command, leaf),
                entry.moves,
            )  # fmt: skip
        for command_id, (position, at) in last.items():
            old = receipts[command_id]
            contents.add_receipt(msgspec.structs.replace(old, position=position, events=counted[command_id], at=at))
        contents.add_head(signer_from(key).sign(tree.size, tree.root()))
        with open_log(url, key_file=key) as log:
            restore_log(log, contents)


def _entry(stored: Stored, moves: list[Transfer]) -> Entry:
    assert stored.data is not None
    data = msgspec.json.decode(stored.data)
    return Entry(
        stored.stream, stored.part, stored.name, stored.at, stored.actor, stored.command_id, data,
        stored.command or b"", moves,
    )  # fmt: skip
