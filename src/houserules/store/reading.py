"""Everything that is read from a store, in SQL that both databases understand."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from houserules.ledger import Transfer
from houserules.merkle import consistency_proof, inclusion_proof, node_hash
from houserules.store.contract import (
    Receipt,
    SignedHead,
    Snapshot,
    Stored,
    StoredMessage,
    StoredTransfer,
)
from houserules.store.database import Query, marks
from houserules.store.rows import TILE_BITS
from houserules.store.schema import (
    BLOCK_BITS,
    BLOCKS_SINCE,
    LAST_POSITION,
    MOST_TRANSFERS,
    NEWEST_VERSION,
    PLACE_BITS,
    PLACED_SINCE,
    SALTED_SINCE,
    SEALED_SINCE,
    SPAN_BITS,
    blocks_of,
)
from houserules.store.signing import is_sealed

_PAGE: Final = 1000
_EVENT: Final = (
    "SELECT e.position, s.name, e.version, e.part, e.name, e.at, e.actor, e.command_id, e.data, e.command, e.leaf, "
    "e.removed FROM events e JOIN streams s ON s.id = e.stream"
)
_HEAD: Final = "SELECT size, root, at, key, signature FROM heads"
_BLOCK: Final = f"(e.position >> {BLOCK_BITS})"
_END: Final = 2**62
_SPANS_AT_ONCE: Final = 128
_NUMBER: Final = MOST_TRANSFERS - 1
_log = logging.getLogger("houserules.store")
_detail = msgspec.json.Decoder(tuple[str, str, str | None, tuple[str, ...]])


class Reading:
    """The reading half of a store. ``_query`` is the database's; it may be called from any thread.

    ``key`` is the public key whose snapshots are believed; who has none folds from the events.
    """

    def __init__(self, query: Query, key: str = "") -> None:
        self._query = query
        self.key = key
        self._schema = 0

    def receipt(self, command_id: str) -> Receipt | None:
        rows = self._query(f"{self._receipt_columns()} WHERE command_id = ?", (command_id,))
        return _receipt(rows[0]) if rows else None

    def receipts(self) -> Iterator[Receipt]:
        """All receipts, in the order of their command ids."""
        last = ""
        while rows := self._query(
            f"{self._receipt_columns()} WHERE command_id > ? ORDER BY command_id LIMIT ?", (last, _PAGE)
        ):
            yield from map(_receipt, rows)
            last = rows[-1][0]

    def _receipt_columns(self) -> str:
        salt = "salt" if self.schema() >= SALTED_SINCE else "''"
        return f"SELECT command_id, request, reply, position, events, at, {salt} FROM receipts"

    def stray_receipts(self, limit: int) -> tuple[tuple[str, int], ...]:
        """Receipts of commands of which no event is where they say: (command id, position)."""
        rows = self._query(
            "SELECT r.command_id, r.position FROM receipts r LEFT JOIN events e ON e.position = r.position "
            "WHERE e.command_id IS NULL OR e.command_id <> r.command_id OR r.events < 1 "
            "ORDER BY r.position, r.command_id LIMIT ?",
            (limit,),
        )
        return tuple((command_id, position) for command_id, position in rows)

    def peaks(self) -> bytes:
        """The peaks of the tree, to which the next leaf is added."""
        return as_bytes(self._query("SELECT peaks FROM log", ())[0][0])

    def counts_of_heads(self) -> tuple[int, int]:
        """How many heads were signed, as counted with each, and how many are there."""
        there = "(SELECT count(*) FROM heads)"
        counted = "heads" if self.schema() >= SEALED_SINCE else there
        signed, kept = self._query(f"SELECT {counted}, {there} FROM log", ())[0]
        return signed, kept

    def tiles(self) -> Iterator[tuple[int, int, bytes]]:
        """The subtrees that are kept for proofs: (level, number, hash)."""
        level, number = 0, -1
        while rows := self._query(
            "SELECT level, number, hash FROM tiles WHERE level >= ? AND (level > ? OR number > ?) "
            "ORDER BY level, number LIMIT ?",
            (level, level, number, _PAGE),
        ):
            for level, number, value in rows:
                yield level, number, as_bytes(value)

    def version(self, stream: str) -> int:
        rows = self._query(f"SELECT {self._version()} FROM streams s WHERE s.name = ?", (stream,))
        return int(rows[0][0] or 0) if rows else 0

    def streams(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        rows = self._query(
            f"SELECT s.name, {self._version()} FROM streams s WHERE substr(s.name, 1, ?) = ? ORDER BY s.name",
            (len(prefix), prefix),
        )
        return tuple((name, version or 0) for name, version in rows)

    def _version(self) -> str:
        return NEWEST_VERSION if self.schema() >= PLACED_SINCE else "s.version"

    def first_of_each(self, prefix: str) -> tuple[Stored, ...]:
        return self._one_of_each(prefix, "min")

    def newest_of_each(self, prefix: str) -> tuple[Stored, ...]:
        return self._one_of_each(prefix, "max")

    def _one_of_each(self, prefix: str, which: str) -> tuple[Stored, ...]:
        """By position: asked for by stream and version, SQLite would look through all events."""
        table, bits = self._spans_of("stream")
        span = f"(SELECT {which}(p.span) FROM {table} p WHERE p.stream = n.id)"
        rows = self._query(
            f"{_EVENT} WHERE e.position IN (SELECT (SELECT {which}(l.position) FROM events l "
            f"WHERE (l.position >> {BLOCK_BITS}) IN ({blocks_of(span, bits)}) AND l.stream = n.id) "
            "FROM streams n WHERE substr(n.name, 1, ?) = ?) ORDER BY s.name",
            (len(prefix), prefix),
        )
        return tuple(map(_stored, rows))

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        number, last = self._number(stream), _END if upto is None else upto
        if self.schema() < BLOCKS_SINCE:
            yield from self._read_by_version(number, after, last)
            return
        for blocks in self._blocks_with(number, after, last):
            rows = self._query(
                f"{_EVENT} WHERE {_BLOCK} IN ({marks(blocks)}) AND e.stream = ? "
                "AND e.version > ? AND e.version <= ? ORDER BY e.version",
                (*blocks, number, after, last),
            )
            yield from map(_stored, rows)

    def _number(self, stream: str) -> int:
        """The number under which a stream is kept; 0 if there is no such stream."""
        found = self._query("SELECT id FROM streams WHERE name = ?", (stream,))
        return int(found[0][0]) if found else 0

    def _spans_of(self, kind: str) -> tuple[str, int]:
        """The table that says in which spans of positions each stream or account has something, and how many bits of
        a position a span leaves out. Before schema 7 a span was a block."""
        if self.schema() >= PLACED_SINCE:
            return f"{kind}_spans", SPAN_BITS
        first = ", first" if kind == "stream" else ""
        return f"(SELECT {kind}, block AS span{first} FROM {kind}_blocks)", BLOCK_BITS

    def span_bits(self) -> int:
        return self._spans_of("stream")[1]

    def _blocks_with(self, number: int, after: int, last: int) -> Iterator[list[int]]:
        """The blocks where a stream may have these versions, as many together as hold about a page of its events."""
        table, bits = self._spans_of("stream")
        spans = self._query(
            f"SELECT p.span, p.first FROM {table} p WHERE p.stream = ? AND p.first <= ? AND p.span >= coalesce("
            f"(SELECT q.span FROM {table} q WHERE q.stream = ? AND q.first <= ? ORDER BY q.span DESC LIMIT 1), 0) "
            "ORDER BY p.span",
            (number, last, number, after + 1),
        )
        together: list[int] = []
        events = 0
        ends = [*(first for _, first in spans[1:]), _END]
        for (span, first), beyond in zip(spans, ends, strict=False):
            blocks, here = list(_blocks(span, bits)), beyond - first
            if together and events + here > _PAGE:
                yield together
                together, events = [], 0
            if here > _PAGE:  # Or nobody knows, as of the newest.
                yield from ([block] for block in blocks)
            else:
                together, events = together + blocks, events + here
        if together:
            yield together

    def _read_by_version(self, number: int, after: int, last: int) -> Iterator[Stored]:
        """From a database of before schema 5 that is only read."""
        while rows := self._query(
            f"{_EVENT} WHERE e.stream = ? AND e.version > ? AND e.version <= ? ORDER BY e.version LIMIT ?",
            (number, after, last, _PAGE),
        ):
            yield from map(_stored, rows)
            after = rows[-1][2]

    def read_all(self, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        last = _END if upto is None else upto
        while rows := self._query(
            f"{_EVENT} WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?", (after, last, _PAGE)
        ):
            yield from map(_stored, rows)
            after = rows[-1][0]

    def latest(self, stream: str, name: str, limit: int = 1, before: int | None = None) -> tuple[Stored, ...]:
        number, end = self._number(stream), _END if before is None else before
        found: list[Stored] = []
        for where, parameters in self._backwards(number, end):
            rows = self._query(
                f"{_EVENT} WHERE {where} AND e.stream = ? AND e.name = ? AND e.version < ? "
                "ORDER BY e.version DESC LIMIT ?",
                (*parameters, number, name, end, limit - len(found)),
            )
            found.extend(map(_stored, rows))
            if len(found) >= limit:
                break
        return tuple(found)

    def _backwards(self, number: int, end: int) -> Iterator[tuple[str, list[int]]]:
        """Where the events of a stream before a version are, the newest first: more blocks each time."""
        if self.schema() < BLOCKS_SINCE:
            yield "e.position > 0", []
            return
        table, bits = self._spans_of("stream")
        below, count = _END, 1
        while rows := self._query(
            f"SELECT p.span FROM {table} p WHERE p.stream = ? AND p.first < ? AND p.span < ? "
            "ORDER BY p.span DESC LIMIT ?",
            (number, end, below, count),
        ):
            blocks = [block for (span,) in rows for block in _blocks(span, bits)]
            yield f"{_BLOCK} IN ({marks(blocks)})", blocks
            below, count = rows[-1][0], min(2 * count, _SPANS_AT_ONCE)

    def stream_spans(self) -> Iterator[tuple[str, int, int]]:
        """In which spans of positions each stream has events, as it is kept to find them: (stream, span, first)."""
        if self.schema() < BLOCKS_SINCE:
            return
        table, _ = self._spans_of("stream")
        stream, span = 0, -1
        while rows := self._query(
            f"SELECT s.name, p.stream, p.span, p.first FROM {table} p LEFT JOIN streams s ON s.id = p.stream "
            "WHERE p.stream >= ? AND (p.stream > ? OR p.span > ?) ORDER BY p.stream, p.span LIMIT ?",
            (stream, stream, span, _PAGE),
        ):
            for name, _, each, first in rows:
                yield name or "", each, first
            stream, span = rows[-1][1], rows[-1][2]

    def transfers(
        self, after: int = 0, upto: int | None = None, account: str | None = None
    ) -> Iterator[StoredTransfer]:
        last = _END if upto is None else upto
        if account is None:
            yield from self._transfers(after, last)
            return
        table, bits = self._spans_of("account")
        for number, span in self._query(
            f"SELECT p.account, p.span FROM {table} p JOIN accounts a ON a.id = p.account "
            "WHERE a.name = ? AND p.span >= ? AND p.span <= ? ORDER BY p.span",
            (account, after >> bits, last >> bits),
        ):
            first = span << bits
            yield from self._transfers(
                max(after, first - 1), min(last, first + (1 << bits) - 1),
                " AND (t.source = ? OR t.target = ?)", (number, number),
            )  # fmt: skip

    def _transfers(
        self, after: int, last: int, which: str = "", parameters: tuple[int, ...] = ()
    ) -> Iterator[StoredTransfer]:
        return map(_transfer, self._transfer_rows(after, last, "JOIN", which, parameters))

    def raw_transfers(self) -> Iterator[tuple[Any, ...]]:
        """Rows as they stand, (position, number, source, target, amount, detail): the audit trusts none of them."""
        return self._transfer_rows(-LAST_POSITION, LAST_POSITION, "LEFT JOIN")

    def _transfer_rows(
        self, after: int, last: int, join: str, which: str = "", parameters: tuple[int, ...] = ()
    ) -> Iterator[tuple[Any, ...]]:
        if self.schema() < PLACED_SINCE:
            yield from self._unplaced_transfer_rows(after, last, join, which, parameters)
            return
        place, end = (
            (max(-LAST_POSITION, min(position, LAST_POSITION)) << PLACE_BITS) | _NUMBER for position in (after, last)
        )
        while rows := self._query(
            "SELECT t.place, a.name, b.name, t.amount, t.detail FROM transfers t "
            f"{join} accounts a ON a.id = t.source {join} accounts b ON b.id = t.target "
            f"WHERE t.place > ? AND t.place <= ?{which} ORDER BY t.place LIMIT ?",
            (place, end, *parameters, _PAGE),
        ):
            for place, *said in rows:
                yield place >> PLACE_BITS, place & _NUMBER, *said

    def _unplaced_transfer_rows(
        self, after: int, last: int, join: str, which: str, parameters: tuple[int, ...]
    ) -> Iterator[tuple[Any, ...]]:
        """From a database of before schema 7 that is only read."""
        index = _END
        while rows := self._query(
            "SELECT t.position, t.number, a.name, b.name, t.amount, t.detail FROM transfers t "
            f"{join} accounts a ON a.id = t.source {join} accounts b ON b.id = t.target "
            "WHERE t.position >= ? AND (t.position > ? OR t.number > ?) "
            f"AND t.position <= ?{which} ORDER BY t.position, t.number LIMIT ?",
            (after, after, index, last, *parameters, _PAGE),
        ):
            yield from rows
            after, index = rows[-1][0], rows[-1][1]

    def account_spans(self) -> Iterator[tuple[str, int]]:
        """In which spans of positions each account has transfers, as it is kept to find them: (account, span)."""
        table, _ = self._spans_of("account")
        account, span = 0, -1
        while rows := self._query(
            f"SELECT a.name, p.account, p.span FROM {table} p LEFT JOIN accounts a ON a.id = p.account "
            "WHERE p.account >= ? AND (p.account > ? OR p.span > ?) ORDER BY p.account, p.span LIMIT ?",
            (account, account, span, _PAGE),
        ):
            for name, _, each in rows:
                yield name or "", each
            account, span = rows[-1][1], rows[-1][2]

    def idle_receipts(self) -> Iterator[Receipt]:
        """Receipts that say they have no events. No store writes such; an archive has them, for the audit to find."""
        return (receipt for receipt in self.receipts() if not receipt.events)

    def balance(self, account: str) -> int:
        return dict(self._balances("name = ?", (account,))).get(account, 0)

    def balances(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        return self._balances("substr(name, 1, ?) = ?", (len(prefix), prefix))

    def _balances(self, which: str, parameters: tuple[Any, ...]) -> tuple[tuple[str, int], ...]:
        """What is kept, and what moved since: asked for together, or it could be of two moments."""
        accounts, later, asked = f"SELECT name, id, 0, balance FROM accounts WHERE {which}", "", parameters
        if self.schema() >= PLACED_SINCE:
            those = f"(SELECT id FROM accounts WHERE {which})"
            later = (
                " UNION ALL SELECT NULL, source, target, amount FROM transfers "
                f"WHERE place >= (SELECT (balances_at + 1) << {PLACE_BITS} FROM log) "
                f"AND (source IN {those} OR target IN {those})"
            )
            asked = parameters * 3
        names: dict[int, str] = {}
        balances: dict[int, int] = {}
        rows = self._query(accounts + later, asked)
        for name, number, _, balance in rows:
            if name is not None:
                names[number], balances[number] = name, balance
        for name, source, target, amount in rows:
            if name is None:
                balances[source] = balances.get(source, 0) - amount
                balances[target] = balances.get(target, 0) + amount
        return tuple(sorted((name, balances[number]) for number, name in names.items()))

    def document(self, digest: str) -> bytes | None:
        rows = self._query("SELECT content FROM documents WHERE digest = ?", (digest,))
        return as_bytes(rows[0][0]) if rows else None

    def documents(self) -> Iterator[bytes]:
        for (digest,) in self._query("SELECT digest FROM documents ORDER BY digest", ()):
            content = self.document(digest)
            if content is not None:
                yield content

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        """Only a snapshot that this store's own key signed is believed; without a key there is none."""
        last = _END if upto is None else upto
        while self.key and (
            rows := self._query(
                "SELECT version, data, signature FROM snapshots WHERE stream = ? AND version <= ? "
                "AND signature <> '' ORDER BY version DESC LIMIT 1",
                (stream, last),
            )
        ):
            version, data, signature = rows[0]
            found = Snapshot(stream, version, as_bytes(data))
            if is_sealed(found, signature, self.key):
                return found
            _log.warning("the snapshot of %s at version %s was not signed by this store; ignored", stream, version)
            last = version - 1
        return None

    def unsigned_snapshot(self, stream: str, since: int) -> Snapshot | None:
        rows = self._query(
            "SELECT version, data FROM snapshots WHERE stream = ? AND version >= ? AND signature = '' "
            "ORDER BY version LIMIT 1",
            (stream, since),
        )
        return Snapshot(stream, rows[0][0], as_bytes(rows[0][1])) if rows else None

    def signed_snapshots(self) -> Iterator[tuple[Snapshot, str]]:
        """Every snapshot that has a signature, with it; whether it is right is not looked at."""
        stream, version = "", 0
        while self.schema() >= SEALED_SINCE and (
            rows := self._query(
                "SELECT stream, version, data, signature FROM snapshots WHERE signature <> '' "
                "AND stream >= ? AND (stream > ? OR version > ?) ORDER BY stream, version LIMIT ?",
                (stream, stream, version, _PAGE),
            )
        ):
            for stream, version, data, signature in rows:
                yield Snapshot(stream, version, as_bytes(data)), signature

    def unsigned_snapshots(self) -> Iterator[tuple[str, int]]:
        """The names and versions of snapshots that have no signature, in the order of their names."""
        stream, version = "", 0
        while self.schema() >= SEALED_SINCE and (
            rows := self._query(
                "SELECT stream, version FROM snapshots WHERE signature = '' "
                "AND stream >= ? AND (stream > ? OR version > ?) ORDER BY stream, version LIMIT ?",
                (stream, stream, version, _PAGE),
            )
        ):
            for stream, version in rows:
                yield stream, version

    def schema(self) -> int:
        if not self._schema:
            self._schema = int(self._query("SELECT coalesce(max(number), 0) FROM migrations", ())[0][0])
        return self._schema

    def messages(self, after: int = 0, limit: int = 1000) -> tuple[StoredMessage, ...]:
        rows = self._query(
            "SELECT number, topic, body FROM outbox WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
        )
        return tuple(StoredMessage(number, topic, bytes(body)) for number, topic, body in rows)

    def last_message(self) -> int:
        return int(self._query("SELECT messages FROM log", ())[0][0])

    def balances_at(self) -> Any:
        """What stands where it is kept up to which position balances are; 0 before schema 7."""
        return self._query("SELECT balances_at FROM log", ())[0][0] if self.schema() >= PLACED_SINCE else 0

    def position(self) -> int:
        return int(self._query("SELECT size FROM log", ())[0][0])

    def size_as_kept(self) -> Any:
        """What stands where the size of the log is kept: in SQLite an edit by hand may leave no whole number."""
        return self._query("SELECT size FROM log", ())[0][0]

    def head(self) -> SignedHead | None:
        rows = self._query(f"{_HEAD} ORDER BY size DESC LIMIT 1", ())
        return SignedHead(*rows[0]) if rows else None

    def heads(self) -> Iterator[SignedHead]:
        last = 0
        while rows := self._query(f"{_HEAD} WHERE size > ? ORDER BY size LIMIT ?", (last, _PAGE)):
            for row in rows:
                yield SignedHead(*row)
            last = rows[-1][0]

    def inclusion(self, position: int, size: int | None = None) -> tuple[bytes, ...]:
        return inclusion_proof(self.node, position - 1, self._size(size))

    def consistency(self, old: int, new: int | None = None) -> tuple[bytes, ...]:
        return consistency_proof(self.node, old, self._size(new))

    def _size(self, size: int | None) -> int:
        now = self.position()
        if size is not None and size > now:
            raise ValueError(f"the log has {now} leaves, not {size}")
        return now if size is None else size

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree, worked out from the nearest level below it that is kept."""
        kept = level - level % TILE_BITS
        first, count = index << (level - kept), 1 << (level - kept)
        hashes = self._kept_nodes(kept, first, count)
        if len(hashes) != count:
            raise ValueError(f"the audit log is damaged: nodes {first} to {first + count - 1} of level {kept}")
        while len(hashes) > 1:
            hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def _kept_nodes(self, level: int, first: int, count: int) -> list[bytes]:
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


def _blocks(span: int, bits: int) -> range:
    """The blocks that make a span."""
    count = 1 << (bits - BLOCK_BITS)
    return range(span * count, (span + 1) * count)


def _receipt(row: tuple[Any, ...]) -> Receipt:
    command_id, request, reply, position, events, at, salt = row
    return Receipt(command_id, request, as_bytes(reply), position, events, at, salt)


def _stored(row: tuple[Any, ...]) -> Stored:
    position, stream, version, part, name, at, actor, command_id, data, command, leaf, removed = row
    return Stored(
        position, stream, version, part, name, at, actor, command_id, _bytes(data), _bytes(command),
        as_bytes(leaf), _bytes(removed),
    )  # fmt: skip


def _bytes(value: Any) -> bytes | None:
    return None if value is None else as_bytes(value)


def as_bytes(value: Any) -> bytes:
    """What a column of bytes holds. SQLite keeps whatever was put there: an edit by hand leaves text or a number."""
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def _transfer(row: tuple[Any, ...]) -> StoredTransfer:
    position, number, source, target, amount, detail = row
    status, event, wager, clauses = _detail.decode(detail)
    return StoredTransfer(position, number, Transfer(source, target, amount, status, event, wager, clauses))
