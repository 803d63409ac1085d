"""The tables of a log: the same for SQLite and PostgreSQL except for types and triggers.

Nothing is edited, and this does not depend on the program alone: see :mod:`houserules.log.databases.triggers`.
"""

from __future__ import annotations

from typing import Final

from houserules.log.databases.database import Database, Query
from houserules.log.databases.triggers import POSTGRESQL_TRIGGERS, SQLITE_TRIGGERS
from houserules.log.errors import UnusableLog

SCHEMA: Final = 1
"""The number of this schema. A database with any other is refused."""

Dialect = dict[str, str]
SQLITE: Final[Dialect] = {
    "int": "INTEGER", "bytes": "BLOB", "text": "TEXT", "none": "x''", "rowless": " WITHOUT ROWID",
}  # fmt: skip
POSTGRESQL: Final[Dialect] = {
    "int": "BIGINT", "bytes": "BYTEA", "text": 'TEXT COLLATE "C"', "none": "''::bytea", "rowless": "",
}  # fmt: skip

_LOG: Final = """CREATE TABLE IF NOT EXISTS log (
    id {int} PRIMARY KEY CHECK (id = 1), schema {int} NOT NULL, size {int} NOT NULL, peaks {bytes} NOT NULL,
    messages {int} NOT NULL, batches {int} NOT NULL, heads {int} NOT NULL)"""
"""One row: how long the log is, the peaks of its tree, and how many messages, batches and heads there ever were."""
_TABLES: Final = (
    "CREATE TABLE streams (id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE)",
    "CREATE TABLE accounts (id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE, balance {int} NOT NULL)",
    """CREATE TABLE events (
        position {int} PRIMARY KEY CHECK (position > 0), stream {int} NOT NULL,
        version {int} NOT NULL CHECK (version > 0), part {int} NOT NULL, name {text} NOT NULL, at {int} NOT NULL,
        actor {text} NOT NULL, command_id {text} NOT NULL, data {bytes}, command {bytes}, leaf {bytes} NOT NULL,
        removed {bytes},
        CHECK ((data IS NULL) = (removed IS NOT NULL)), CHECK ((data IS NULL) = (command IS NULL)),
        UNIQUE (stream, version))""",
    """CREATE TABLE transfers (
        position {int} NOT NULL CHECK (position > 0), number {int} NOT NULL, source {int} NOT NULL,
        target {int} NOT NULL, amount {int} NOT NULL CHECK (amount > 0), detail {text} NOT NULL,
        CHECK (source <> target), PRIMARY KEY (position, number)){rowless}""",
    """CREATE TABLE receipts (
        command_id {text} PRIMARY KEY, request {text} NOT NULL, reply {bytes} NOT NULL, position {int} NOT NULL,
        events {int} NOT NULL, at {int} NOT NULL, salt {text} NOT NULL){rowless}""",
    "CREATE TABLE outbox (number {int} PRIMARY KEY, topic {text} NOT NULL, body {bytes} NOT NULL)",
    "CREATE TABLE documents (digest {text} PRIMARY KEY, content {bytes} NOT NULL)",
    """CREATE TABLE snapshots (
        stream {text} NOT NULL, version {int} NOT NULL, data {bytes} NOT NULL, signature {text} NOT NULL,
        PRIMARY KEY (stream, version))""",
    """CREATE TABLE heads (
        size {int} PRIMARY KEY, root {text} NOT NULL, origin {text} NOT NULL, key {text} NOT NULL,
        signature {text} NOT NULL)""",
    "CREATE TABLE lease (number {int} PRIMARY KEY, holder {text} NOT NULL, beats {int} NOT NULL)",
    "INSERT INTO lease (number, holder, beats) VALUES (0, '', 0)",
    "CREATE TABLE tiles (level {int} NOT NULL, number {int} NOT NULL, hash {bytes} NOT NULL,"
    " PRIMARY KEY (level, number)){rowless}",
    f"INSERT INTO log (id, schema, size, peaks, messages, batches, heads) VALUES (1, {SCHEMA}, 0, {{none}}, 0, 0, 0)",
)

INSERTED: Final = {
    "streams": ("id int, name text", ""),
    "events": (
        "position int, stream int, version int, part int, name text, at int, actor text, command_id text, "
        "data bytes, command bytes, leaf bytes, removed bytes", "",
    ),
    "accounts": (
        "id int, name text, balance int", "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance"
    ),
    "transfers": ("position int, number int, source int, target int, amount int, detail text", ""),
    "receipts": (
        "command_id text, request text, reply bytes, position int, events int, at int, salt text", ""
    ),
    "outbox": ("number int, topic text, body bytes", ""),
    "documents": ("digest text, content bytes", "ON CONFLICT (digest) DO NOTHING"),
    "snapshots": (
        "stream text, version int, data bytes, signature text",
        "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data, signature = excluded.signature",
    ),
    "tiles": ("level int, number int, hash bytes", ""),
    "heads": ("size int, root text, origin text, key text, signature text", ""),
    "log": (
        "id int, schema int, size int, peaks bytes, messages int, batches int, heads int",
        "ON CONFLICT (id) DO UPDATE SET size = excluded.size, peaks = excluded.peaks, "
        "messages = excluded.messages, batches = excluded.batches, heads = excluded.heads",
    ),
}  # fmt: skip
"""What is inserted into a table: its columns, in the order of a row, and what happens to an existing row."""

_POSTGRESQL_INDEXES: Final = (
    "CREATE INDEX transfers_by_source ON transfers (source, position)",
    "CREATE INDEX transfers_by_target ON transfers (target, position)",
)
"""SQLite scans all transfers for those of an account, some eight million a second. There, an index would cost a
commit one page per account that it names, as much as everything else."""


def columns_of(table: str) -> list[list[str]]:
    """The name and the type of each column."""
    return [column.split(" ") for column in INSERTED[table][0].split(", ")]


def ensure_schema(database: Database, dialect: Dialect) -> None:
    """Creates the tables in an empty database, all in one transaction; a database with another schema is refused."""
    database.begin()
    try:
        database.query(_LOG.format(**dialect))
        found = database.query("SELECT schema FROM log")
        if found:
            insist_on_schema(lambda sql, _: database.query(sql))
        else:
            for statement in _TABLES:
                database.query(statement.format(**dialect))
            own = SQLITE_TRIGGERS if dialect is SQLITE else (*_POSTGRESQL_INDEXES, *POSTGRESQL_TRIGGERS)
            for statement in own:
                database.query(statement)
        database.commit()
    except BaseException:
        database.rollback()
        raise


def insist_on_schema(query: Query) -> None:
    found = query("SELECT schema FROM log", ())
    if not found or found[0][0] != SCHEMA:
        raise UnusableLog(
            f"the database has schema {found[0][0] if found else 'none'}; this program reads and writes {SCHEMA} only"
        )
