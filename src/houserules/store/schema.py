"""The tables of a store, as numbered migrations. The same for SQLite and PostgreSQL but for types and triggers.

A migration that has been released is never changed; a new one follows it. That nothing is edited is not left to the
program alone: triggers refuse it, except that retention may take away the content of an event and leave its digests.
"""

from __future__ import annotations

import time
from typing import Final

from houserules.store.contract import UnusableStore
from houserules.store.database import Database

Dialect = dict[str, str]

SQLITE: Final[Dialect] = {
    "int": "INTEGER",
    "bytes": "BLOB",
    "text": "TEXT",
    "none": "x''",
    "rowless": " WITHOUT ROWID",
}
POSTGRESQL: Final[Dialect] = {
    "int": "BIGINT", "bytes": "BYTEA", "text": 'TEXT COLLATE "C"', "none": "''::bytea", "rowless": "",
}  # fmt: skip

_TABLES: Final = (
    """CREATE TABLE log (
        id {int} PRIMARY KEY CHECK (id = 1), size {int} NOT NULL, peaks {bytes} NOT NULL, messages {int} NOT NULL)""",
    "INSERT INTO log (id, size, peaks, messages) VALUES (1, 0, {none}, 0)",
    """CREATE TABLE streams (
        id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE, version {int} NOT NULL CHECK (version > 0))""",
    "CREATE TABLE accounts (id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE, balance {int} NOT NULL)",
    """CREATE TABLE events (
        position {int} PRIMARY KEY CHECK (position > 0), stream {int} NOT NULL,
        version {int} NOT NULL CHECK (version > 0), part {int} NOT NULL, name {text} NOT NULL, at {int} NOT NULL,
        actor {text} NOT NULL, command_id {text} NOT NULL, data {bytes}, command {bytes}, leaf {bytes} NOT NULL,
        removed {bytes},
        CHECK ((data IS NULL) = (removed IS NOT NULL)), CHECK ((data IS NULL) = (command IS NULL)),
        UNIQUE (stream, version))""",
    """CREATE TABLE transfers (
        position {int} NOT NULL, number {int} NOT NULL, source {int} NOT NULL, target {int} NOT NULL,
        amount {int} NOT NULL CHECK (amount > 0), detail {text} NOT NULL,
        CHECK (source <> target), PRIMARY KEY (position, number)){rowless}""",
    "CREATE INDEX transfers_by_source ON transfers (source, position)",
    "CREATE INDEX transfers_by_target ON transfers (target, position)",
    """CREATE TABLE receipts (
        command_id {text} PRIMARY KEY, request {text} NOT NULL, reply {bytes} NOT NULL, position {int} NOT NULL,
        events {int} NOT NULL, at {int} NOT NULL){rowless}""",
    "CREATE TABLE outbox (number {int} PRIMARY KEY, topic {text} NOT NULL, body {bytes} NOT NULL)",
    "CREATE TABLE documents (digest {text} PRIMARY KEY, content {bytes} NOT NULL){rowless}",
    """CREATE TABLE snapshots (
        stream {text} NOT NULL, version {int} NOT NULL, data {bytes} NOT NULL,
        PRIMARY KEY (stream, version)){rowless}""",
    """CREATE TABLE heads (
        size {int} PRIMARY KEY, root {text} NOT NULL, at {int} NOT NULL, key {text} NOT NULL,
        signature {text} NOT NULL)""",
    """CREATE TABLE tiles (
        level {int} NOT NULL, number {int} NOT NULL, hash {bytes} NOT NULL, PRIMARY KEY (level, number)){rowless}""",
)

EVENT_COLUMNS: Final = "position, stream, version, part, name, at, actor, command_id, data, command, leaf, removed"
_KEPT: Final = ("transfers", "receipts", "documents", "heads")
"""What is neither updated nor deleted, ever."""

_SAME: Final = " AND ".join(
    f"NEW.{column} = OLD.{column}"
    for column in ("position", "stream", "version", "part", "name", "at", "actor", "command_id", "leaf")
)
_ONLY_REMOVED: Final = f"OLD.data IS NOT NULL AND NEW.data IS NULL AND NEW.removed IS NOT NULL AND {_SAME}"

_SQLITE_TRIGGERS: Final = (
    *(
        f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} are append-only'); END"
        for table in _KEPT
        for act in ("UPDATE", "DELETE")
    ),
    "CREATE TRIGGER events_no_delete BEFORE DELETE ON events "
    "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
    f"CREATE TRIGGER events_no_update BEFORE UPDATE ON events WHEN NOT ({_ONLY_REMOVED}) "
    "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
)

_POSTGRESQL_TRIGGERS: Final = (
    "CREATE FUNCTION houserules_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION '% are append-only', TG_TABLE_NAME; END $$",
    *(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION houserules_append_only()"
        for table in _KEPT
    ),
    *(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION houserules_append_only()"
        for table in (*_KEPT, "events")
    ),
    "CREATE TRIGGER events_no_delete BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION houserules_append_only()",
    f"CREATE TRIGGER events_no_update BEFORE UPDATE ON events FOR EACH ROW WHEN (NOT ({_ONLY_REMOVED})) "
    "EXECUTE FUNCTION houserules_append_only()",
)


_BLOCKS: Final = (
    "ALTER TABLE log ADD COLUMN batches {int} NOT NULL DEFAULT 0",
    """CREATE TABLE account_blocks (
        account {int} NOT NULL, block {int} NOT NULL, PRIMARY KEY (account, block)){rowless}""",
    "INSERT INTO account_blocks (account, block) "
    "SELECT source, position >> 10 FROM transfers UNION SELECT target, position >> 10 FROM transfers",
    "DROP INDEX transfers_by_source",
    "DROP INDEX transfers_by_target",
)
"""The transfers of an account by the blocks of 1024 positions in which it has any, instead of one by one: an index
entry for every transfer touched a page of its own for every account, and pages are what a commit waits for."""

_SQLITE_RECEIPTS: Final = (
    """CREATE TABLE receipts_in_order (
        number INTEGER PRIMARY KEY, command_id TEXT NOT NULL UNIQUE, request TEXT NOT NULL, reply BLOB NOT NULL,
        position INTEGER NOT NULL, events INTEGER NOT NULL, at INTEGER NOT NULL)""",
    "INSERT INTO receipts_in_order (command_id, request, reply, position, events, at) "
    "SELECT command_id, request, reply, position, events, at FROM receipts ORDER BY position, command_id",
    "DROP TABLE receipts",
    "ALTER TABLE receipts_in_order RENAME TO receipts",
    *(trigger for trigger in _SQLITE_TRIGGERS if " ON receipts " in trigger),
)
"""Receipts in the order in which they came, with an index of their ids, as PostgreSQL always had them: sorted by ids
that clients make up, every reply would lie on a page of its own."""


_SEALED: Final = (
    "ALTER TABLE snapshots ADD COLUMN signature {text} NOT NULL DEFAULT ''",
    "ALTER TABLE log ADD COLUMN heads {int} NOT NULL DEFAULT 0",
    "UPDATE log SET heads = (SELECT count(*) FROM heads)",
)
"""A snapshot is believed only with a signature; those of before have none and are passed over. Heads are counted."""
SEALED_SINCE: Final = 4

_STREAM_BLOCKS: Final = (
    """CREATE TABLE stream_blocks (
        stream {int} NOT NULL, block {int} NOT NULL, first {int} NOT NULL, PRIMARY KEY (stream, block)){rowless}""",
    "INSERT INTO stream_blocks (stream, block, first) "
    "SELECT stream, position >> 10, min(version) FROM events GROUP BY stream, position >> 10",
)
"""The events of a stream by the blocks of 1024 positions in which it has any, as the transfers of an account: an
index of all events by stream and version touched a page of its own for every stream of a batch. ``first`` is the
version of the stream's first event in the block."""

_SQLITE_EVENTS: Final = (
    next(table for table in _TABLES if table.startswith("CREATE TABLE events "))
    .replace("CREATE TABLE events ", "CREATE TABLE events_in_order ")
    .replace(",\n        UNIQUE (stream, version)", "")
    .format(**SQLITE),
    f"INSERT INTO events_in_order ({EVENT_COLUMNS}) SELECT {EVENT_COLUMNS} FROM events ORDER BY position",
    "DROP TABLE events",
    "ALTER TABLE events_in_order RENAME TO events",
    *(trigger for trigger in _SQLITE_TRIGGERS if " ON events " in trigger),
)
_POSTGRESQL_EVENTS: Final = ("ALTER TABLE events DROP CONSTRAINT events_stream_version_key",)
_BY_BLOCK: Final = "CREATE UNIQUE INDEX events_by_block ON events ((position >> 10), stream, version)"
"""Within a block events are found by stream and version; only the newest block grows, and that is a few pages."""
BLOCKS_SINCE: Final = 5

_SALTED: Final = "ALTER TABLE receipts ADD COLUMN salt {text} NOT NULL DEFAULT ''"
"""What the leaves of a command's events are blinded with; those of before have none."""
SALTED_SINCE: Final = 6

PLACE_BITS: Final = 16
"""The place of a transfer is the position of its event, and in so many bits after that its number there."""
MOST_TRANSFERS: Final = 1 << PLACE_BITS
LAST_POSITION: Final = (1 << (63 - PLACE_BITS)) - 1
_PLACED: Final = (
    f"CREATE TABLE number_that_fits (number {{int}} CHECK (number < {MOST_TRANSFERS}))",
    "INSERT INTO number_that_fits (number) SELECT max(number) FROM transfers",
    "DROP TABLE number_that_fits",
    """CREATE TABLE transfers_in_order (
        place {int} PRIMARY KEY CHECK (place >= 65536), source {int} NOT NULL, target {int} NOT NULL,
        amount {int} NOT NULL CHECK (amount > 0), detail {text} NOT NULL, CHECK (source <> target))""",
    "INSERT INTO transfers_in_order (place, source, target, amount, detail) "
    f"SELECT (position << {PLACE_BITS}) | number, source, target, amount, detail FROM transfers "
    "ORDER BY position, number",
    "DROP TABLE transfers",
    "ALTER TABLE transfers_in_order RENAME TO transfers",
)
"""A table that grows at its end by one number is written to one page after the other. Where the key is two of them,
SQLite spreads what it has over neighbouring pages again and again, and writes three times as many."""
_SELDOM: Final = (
    "CREATE TABLE streams_by_name (id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE)",
    "INSERT INTO streams_by_name (id, name) SELECT id, name FROM streams",
    "DROP TABLE streams",
    "ALTER TABLE streams_by_name RENAME TO streams",
    "ALTER TABLE log ADD COLUMN balances_at {int} NOT NULL DEFAULT 0",
    "UPDATE log SET balances_at = size",
)
"""The version of a stream is that of its last event. The balances of accounts are as of the position
``balances_at``; what moved since is added when they are read."""
PLACED_SINCE: Final = 7

BLOCK_BITS: Final = 10
"""Within blocks of so many positions (a power of two) events are found by stream and version."""
SPAN_BITS: Final = 13
"""In which spans of so many positions a stream has events and an account transfers is kept."""
_SPANS: Final = (
    """CREATE TABLE stream_spans (
        stream {int} NOT NULL, span {int} NOT NULL, first {int} NOT NULL, PRIMARY KEY (stream, span)){rowless}""",
    "INSERT INTO stream_spans (stream, span, first) "
    "SELECT stream, block >> 3, min(first) FROM stream_blocks GROUP BY stream, block >> 3",
    "DROP TABLE stream_blocks",
    """CREATE TABLE account_spans (
        account {int} NOT NULL, span {int} NOT NULL, PRIMARY KEY (account, span)){rowless}""",
    "INSERT INTO account_spans (account, span) SELECT DISTINCT account, block >> 3 FROM account_blocks",
    "DROP TABLE account_blocks",
)
"""Where a stream has events and an account transfers by spans of 8192 positions instead of blocks: each entry is on a
page of its own, as those of a stream or an account lie together, and a third of all pages written were these.
``first`` is the version of the stream's first event in the span."""


def blocks_of(span: str, bits: int = SPAN_BITS) -> str:
    """The blocks of a span that leaves out so many bits of a position; both are SQL."""
    return ", ".join(f"({span} << {bits - BLOCK_BITS}) + {block}" for block in range(1 << (bits - BLOCK_BITS)))


NEWEST_SPAN: Final = "(SELECT max(n.span) FROM stream_spans n WHERE n.stream = s.id)"
NEWEST_VERSION: Final = (
    f"(SELECT max(l.version) FROM events l WHERE (l.position >> {BLOCK_BITS}) IN ({blocks_of(NEWEST_SPAN)}) "
    "AND l.stream = s.id)"
)
"""Of a stream ``s``."""


def _migrations(dialect: Dialect) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every migration in order, by name."""
    tables = tuple(statement.format(**dialect) for statement in _TABLES)
    triggers = _SQLITE_TRIGGERS if dialect is SQLITE else _POSTGRESQL_TRIGGERS
    blocks = tuple(statement.format(**dialect) for statement in _BLOCKS)
    receipts = _SQLITE_RECEIPTS if dialect is SQLITE else ()
    sealed = tuple(statement.format(**dialect) for statement in _SEALED)
    stream_blocks = tuple(statement.format(**dialect) for statement in _STREAM_BLOCKS)
    events = _SQLITE_EVENTS if dialect is SQLITE else _POSTGRESQL_EVENTS
    seldom = tuple(statement.format(**dialect) for statement in (*_PLACED, *_SELDOM, *_SPANS))
    guarded = tuple(trigger for trigger in triggers if " ON transfers " in trigger)
    return (
        ("tables", tables), ("append-only", triggers), ("fewer pages", (*blocks, *receipts)), ("sealed", sealed),
        ("streams by block", (*stream_blocks, *events, _BY_BLOCK)), ("salted", (_SALTED.format(**dialect),)),
        ("fewer rows", (*seldom, *guarded)),
    )  # fmt: skip


NEWEST: Final = len(_migrations(SQLITE))


def migrate(database: Database, dialect: Dialect, upto: int = NEWEST) -> None:
    """Brings the database to the newest schema, each migration recorded with it, all in one transaction."""
    database.begin()
    try:
        _create_ledger_of_migrations(database, dialect)
        done = _newest_done(database)
        refuse_newer(done)
        for number, (name, statements) in enumerate(_migrations(dialect)[:upto], start=1):
            if number > done:
                for statement in statements:
                    database.query(statement)
                database.query(
                    "INSERT INTO migrations (number, name, at) VALUES (?, ?, ?)",
                    (number, name, int(time.time() * 1000)),
                )
        database.commit()
    except BaseException:
        database.rollback()
        raise


def refuse_newer(done: int) -> None:
    if done > NEWEST:
        raise UnusableStore(f"the database is of schema {done}; this program knows schemas up to {NEWEST}")


def _create_ledger_of_migrations(database: Database, dialect: Dialect) -> None:
    table = (
        "CREATE TABLE IF NOT EXISTS migrations (number {int} PRIMARY KEY, name {text} NOT NULL, at {int} NOT NULL)"
    )
    database.query(table.format(**dialect))


def _newest_done(database: Database) -> int:
    return int(database.query("SELECT coalesce(max(number), 0) FROM migrations")[0][0])
