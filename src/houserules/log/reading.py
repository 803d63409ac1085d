"""Everything that is read from a log, in SQL that both databases understand."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, Final

from houserules.log.batch import NEWEST_VERSION
from houserules.log.databases.database import Query, Row
from houserules.log.databases.triggers import trigger_faults
from houserules.log.entries import (
    Notice,
    Receipt,
    SignedHead,
    Snapshot,
    Stored,
    StoredMessage,
    StoredTransfer,
    Transfer,
)
from houserules.log.errors import UnusableLog
from houserules.log.rows import TILE_BITS
from houserules.log.signing import is_sealed
from houserules.merkle import consistency_proof, inclusion_proof, node_hash

_PAGE: Final = 1000
_END: Final = 2**62
_EVENT: Final = (
    "SELECT e.position, s.name, e.version, e.part, e.name, e.at, e.actor, e.command_id, e.data, e.command, e.leaf, "
    "e.removed FROM events e JOIN streams s ON s.id = e.stream"
)
_HEAD: Final = "SELECT size, root, origin, key, signature FROM heads"
_log = logging.getLogger("houserules.log")


class LogReader:
    """The reading half of a log. All methods may be called from any thread.

    ``key`` is the public key whose snapshots are trusted; a reader without one folds from the events.
    """

    def __init__(self, query: Query, key: str = "", postgresql: bool = False) -> None:
        self._query = query
        self.key = key
        self._postgresql = postgresql

    def trigger_faults(self) -> tuple[str, ...]:
        """What is wrong with the triggers that refuse edits."""
        return tuple(trigger_faults(self._query, self._postgresql))

    def index_faults(self) -> tuple[str, ...]:
        """Where the file of an SQLite database contradicts itself: an index finds something that the table does not
        have."""
        if self._postgresql:
            return ()
        lines = (line for (said,) in self._query("PRAGMA integrity_check(20)", ()) for line in str(said).splitlines())
        return tuple(line for line in lines if line != "ok" and not line.startswith("***"))

    # Streams and events.

    def version(self, stream: str) -> int:
        """How many events the stream has; 0 if nobody has written to it."""
        rows = self._query(f"SELECT {NEWEST_VERSION} FROM streams s WHERE s.name = ?", (stream,))
        return int(rows[0][0] or 0) if rows else 0

    def streams(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        """The streams with this prefix, in the order of their names, with their versions."""
        rows = self._query(
            f"SELECT s.name, {NEWEST_VERSION} FROM streams s WHERE substr(s.name, 1, ?) = ? ORDER BY s.name",
            (len(prefix), prefix),
        )
        return tuple((name, version or 0) for name, version in rows)

    def first_of_each(self, prefix: str) -> tuple[Stored, ...]:
        """The first event of every stream with this prefix, in the order of their names."""
        return self._one_of_each(prefix, "ASC")

    def newest_of_each(self, prefix: str) -> tuple[Stored, ...]:
        """The newest event of every stream with this prefix, in the order of their names."""
        return self._one_of_each(prefix, "DESC")

    def _one_of_each(self, prefix: str, order: str) -> tuple[Stored, ...]:
        rows = self._query(
            f"{_EVENT} WHERE e.position IN (SELECT (SELECT l.position FROM events l WHERE l.stream = n.id "
            f"ORDER BY l.version {order} LIMIT 1) FROM streams n WHERE substr(n.name, 1, ?) = ?) ORDER BY s.name",
            (len(prefix), prefix),
        )
        return tuple(map(_stored, rows))

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        """The events with versions after ``after`` and up to and including ``upto``, in order."""
        last = _END if upto is None else upto
        sql = f"{_EVENT} WHERE e.version > ? AND e.version <= ? AND s.name = ? ORDER BY e.version LIMIT ?"
        return map(_stored, self._pages(sql, (after,), (last, stream), slice(2, 3)))

    def read_all(self, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        """The events of all streams with positions after ``after`` and up to and including ``upto``, in global
        order."""
        last = _END if upto is None else upto
        sql = f"{_EVENT} WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?"
        return map(_stored, self._pages(sql, (after,), (last,), slice(0, 1)))

    def _pages(self, sql: str, after: Row, rest: Row, place: slice) -> Iterator[Row]:
        """All rows of a query that starts after a place in its order; ``place`` says which columns of a row contain
        that place. In a damaged file a page may end where an earlier one ended, and reading would never end."""
        ended = {after}
        while rows := self._query(sql, (*after, *rest, _PAGE)):
            yield from rows
            after = tuple(rows[-1][place])
            if after in ended:
                raise UnusableLog(f"the database is damaged: what it has after {after} leads back there")
            ended.add(after)

    def latest(self, stream: str, name: str, limit: int = 1, before: int | None = None) -> tuple[Stored, ...]:
        """The newest events of this name in a stream, newest first; with ``before``, only versions below it."""
        rows = self._query(
            f"{_EVENT} WHERE s.name = ? AND e.name = ? AND e.version < ? ORDER BY e.version DESC LIMIT ?",
            (stream, name, _END if before is None else before, limit),
        )
        return tuple(map(_stored, rows))

    # Money.

    def transfers(
        self, after: int = 0, upto: int | None = None, account: str | None = None
    ) -> Iterator[StoredTransfer]:
        """Transfers of events with positions after ``after`` and up to and including ``upto``, in order; with
        ``account`` only those that take from it or give to it."""
        which, named = "", ()
        if account is not None:
            found = self._query("SELECT id FROM accounts WHERE name = ?", (account,))
            which, named = " AND (t.source = ? OR t.target = ?)", tuple(found[0] * 2 if found else (0, 0))
        return map(_transfer, self._transfer_rows(after, _END if upto is None else upto, "JOIN", which, named))

    def raw_transfers(self) -> Iterator[tuple[Any, ...]]:
        """The raw rows, (position, number, source, target, amount, detail): the audit trusts none of them."""
        return self._transfer_rows(-_END, _END, "LEFT JOIN")

    def _transfer_rows(
        self, after: int, last: int, join: str, which: str = "", named: tuple[int, ...] = ()
    ) -> Iterator[tuple[Any, ...]]:
        sql = (
            f"SELECT t.position, t.number, a.name, b.name, t.amount, t.detail FROM transfers t "
            f"{join} accounts a ON a.id = t.source {join} accounts b ON b.id = t.target "
            f"WHERE (t.position, t.number) > (?, ?) AND t.position <= ?{which} ORDER BY t.position, t.number LIMIT ?"
        )
        return self._pages(sql, (after, _END), (last, *named), slice(2))

    def balance(self, account: str) -> int:
        """The sum of all transfers to the account less those from it; 0 for an account that nobody has used."""
        rows = self._query("SELECT balance FROM accounts WHERE name = ?", (account,))
        return int(rows[0][0]) if rows else 0

    def balances(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        """The accounts with this prefix, in the order of their names, with their balances."""
        rows = self._query(
            "SELECT name, balance FROM accounts WHERE substr(name, 1, ?) = ? ORDER BY name", (len(prefix), prefix)
        )
        return tuple((name, balance) for name, balance in rows)

    # Receipts, documents, snapshots, messages.

    def receipt(self, command_id: str) -> Receipt | None:
        """The answer to a command id, if it was committed."""
        rows = self._query(
            "SELECT command_id, request, reply, position, events, at, salt FROM receipts WHERE command_id = ?",
            (command_id,),
        )
        if not rows:
            return None
        _, request, reply, position, events, at, salt = rows[0]
        return Receipt(command_id, request, as_bytes(reply), position, events, at, salt)

    def stray_receipts(self, limit: int) -> tuple[tuple[str, int], ...]:
        """Receipts of commands that have no event where they say: (command id, position)."""
        rows = self._query(
            "SELECT r.command_id, r.position FROM receipts r LEFT JOIN events e ON e.position = r.position "
            "WHERE e.command_id IS NULL OR e.command_id <> r.command_id OR r.events < 1 "
            "ORDER BY r.position, r.command_id LIMIT ?",
            (limit,),
        )
        return tuple((command_id, position) for command_id, position in rows)

    def document(self, digest: str) -> bytes | None:
        """A document by its digest."""
        rows = self._query("SELECT content FROM documents WHERE digest = ?", (digest,))
        return as_bytes(rows[0][0]) if rows else None

    def documents(self) -> Iterator[tuple[str, bytes]]:
        """All documents with their digests, in the order of the digests; whether they match is not checked."""
        for (digest,) in self._query("SELECT digest FROM documents ORDER BY digest", ()):
            content = self.document(digest)
            if content is not None:
                yield digest, content

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest at a version up to and including ``upto``. Only one that
        this log's own key signed is trusted."""
        last = _END if upto is None else upto
        while self.key and (
            rows := self._query(
                "SELECT version, data, signature FROM snapshots WHERE stream = ? AND version <= ? "
                "ORDER BY version DESC LIMIT 1",
                (stream, last),
            )
        ):
            version, data, signature = rows[0]
            if version > last:  # A damaged file may return this; the events give the same state.
                return None
            found = Snapshot(stream, version, as_bytes(data))
            if is_sealed(found, signature, self.key):
                return found
            _log.warning("the snapshot of %s at version %s was not signed by this key; ignored", stream, version)
            last = version - 1
        return None

    def snapshots(self) -> Iterator[tuple[Snapshot, str]]:
        """Every snapshot with its signature; whether it is right is not checked."""
        sql = (
            "SELECT stream, version, data, signature FROM snapshots WHERE (stream, version) > (?, ?) "
            "ORDER BY stream, version LIMIT ?"
        )
        for stream, version, data, signature in self._pages(sql, ("", 0), (), slice(2)):
            yield Snapshot(stream, version, as_bytes(data)), signature

    def messages(self, after: int = 0, limit: int = 1000) -> tuple[StoredMessage, ...]:
        """The outbox from here on."""
        rows = self._query(
            "SELECT number, topic, body FROM outbox WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
        )
        return tuple(StoredMessage(number, topic, bytes(body)) for number, topic, body in rows)

    def last_message(self) -> int:
        """The number of the newest message ever put in the outbox, 0 if there was none."""
        return int(self._query("SELECT messages FROM log", ())[0][0])

    def news(self, after: int) -> Notice | None:
        """Which streams have grown since the log had this size; None if it has not grown. The size is read first, so
        that nothing is missed."""
        size = self.position()
        if size <= after:
            return None
        grown = self._query(
            "SELECT s.name, max(e.version) FROM events e JOIN streams s ON s.id = e.stream "
            "WHERE e.position > ? AND e.position <= ? GROUP BY s.name ORDER BY max(e.position)",
            (after, size),
        )
        return Notice(size, tuple((name, version) for name, version in grown))

    # The hash tree.

    def position(self) -> int:
        """The size of the log."""
        return int(self.size_as_kept())

    def size_as_kept(self) -> Any:
        """The stored size of the log: in SQLite an edit by hand may have left something other than a whole number."""
        return self._query("SELECT size FROM log", ())[0][0]

    def peaks(self) -> bytes:
        """The peaks of the tree, to which the next leaf is added."""
        return as_bytes(self._query("SELECT peaks FROM log", ())[0][0])

    def head(self) -> SignedHead | None:
        """The newest signed head; None while the log is empty."""
        rows = self._query(f"{_HEAD} ORDER BY size DESC LIMIT 1", ())
        return SignedHead(*rows[0]) if rows else None

    def heads(self) -> Iterator[SignedHead]:
        """All signed heads, oldest first."""
        sql = f"{_HEAD} WHERE size > ? ORDER BY size LIMIT ?"
        return (SignedHead(*row) for row in self._pages(sql, (0,), (), slice(1)))

    def counts_of_heads(self) -> tuple[int, int]:
        """How many heads were signed, as counted with each, and how many there are."""
        signed, kept = self._query("SELECT heads, (SELECT count(*) FROM heads) FROM log", ())[0]
        return signed, kept

    def tiles(self) -> Iterator[tuple[int, int, bytes]]:
        """The stored subtrees for proofs: (level, number, hash)."""
        sql = "SELECT level, number, hash FROM tiles WHERE (level, number) > (?, ?) ORDER BY level, number LIMIT ?"
        for level, number, value in self._pages(sql, (-1, -1), (), slice(2)):
            yield level, number, as_bytes(value)

    def inclusion(self, position: int, size: int | None = None) -> tuple[bytes, ...]:
        """The proof that the event at this position is in the log of this size (None: of the newest head).
        :func:`houserules.merkle.root_from_inclusion` checks it."""
        return inclusion_proof(self.node, position - 1, self._size(size))

    def consistency(self, old: int, new: int | None = None) -> tuple[bytes, ...]:
        """The proof that the log of size ``new`` begins with the log of size ``old``.
        :func:`houserules.merkle.is_consistent` checks it."""
        return consistency_proof(self.node, old, self._size(new))

    def _size(self, size: int | None) -> int:
        now = self.position()
        if size is not None and size > now:
            raise ValueError(f"the log has {now} leaves, not {size}")
        return now if size is None else size

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree, computed from the nearest stored level below it."""
        kept = level - level % TILE_BITS
        first, count = index << (level - kept), 1 << (level - kept)
        hashes = self.kept_nodes(kept, first, count)
        if len(hashes) != count:
            raise ValueError(f"the log is damaged: nodes {first} to {first + count - 1} of level {kept}")
        while len(hashes) > 1:
            hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def kept_nodes(self, level: int, first: int, count: int) -> list[bytes]:
        """Hashes of complete subtrees of a stored level: every eighth is stored."""
        if level == 0:
            rows = self._query(
                "SELECT leaf FROM events WHERE position > ? AND position <= ? ORDER BY position",
                (first, first + count),
            )
        else:
            rows = self._query(
                "SELECT hash FROM tiles WHERE level = ? AND number >= ? AND number < ? ORDER BY number",
                (level, first, first + count),
            )
        return [bytes(row[0]) for row in rows]


def as_bytes(value: Any) -> bytes:
    """The content of a column of bytes. SQLite stores whatever was put there: an edit by hand leaves text or a
    number."""
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def _bytes(value: Any) -> bytes | None:
    return None if value is None else as_bytes(value)


def _stored(row: tuple[Any, ...]) -> Stored:
    position, stream, version, part, name, at, actor, command_id, data, command, leaf, removed = row
    return Stored(
        position, stream, version, part, name, at, actor, command_id, _bytes(data), _bytes(command),
        as_bytes(leaf), _bytes(removed),
    )  # fmt: skip


def _transfer(row: tuple[Any, ...]) -> StoredTransfer:
    position, number, *said = row
    return StoredTransfer(position, number, Transfer(*said))
