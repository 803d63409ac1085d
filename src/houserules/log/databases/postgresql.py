"""A log on a PostgreSQL server. Several service processes may write it; one at a time holds the log's lock."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from psycopg import errors
from psycopg.pq import Escaping

from houserules.log.address import without_password
from houserules.log.databases.database import Faults, Row, closing_on_failure
from houserules.log.databases.postgresql_reading import (
    LOCK,
    Listener,
    Readers,
    ServerConnection,
    channel_of,
    connect,
    first_line,
    make_schema,
    native,
    unusable,
)
from houserules.log.databases.schema import INSERTED, POSTGRESQL, columns_of, ensure_schema, insist_on_schema
from houserules.log.entries import Notice
from houserules.log.errors import ConstraintBroken, LogError, LogUnavailable
from houserules.log.log import Log
from houserules.log.mark import Mark, mark_file_of
from houserules.log.signing import signer_from
from houserules.log.startup import (
    choose_origin,
    insist_on_the_mark,
    insist_on_the_marked_key,
    insist_on_the_signed_root,
    warn_of_another_key,
)

_PATIENCE: Final = 5.0
"""How many seconds a lost server, or the lock, is waited for before a commit is answered with an error."""
_WRITE_WITHIN: Final = 30.0
"""How many seconds one statement that writes may take."""
_LONGEST: Final = 60.0
"""How many seconds a transaction may be open, so that a stalled process does not keep the lock for good."""
_TRANSACTION_TIMEOUT_SINCE: Final = 170000
_AT_ONCE: Final = 1000
"""The maximum number of rows of each table that one statement inserts."""
_LONGEST_NEWS: Final = 8000
"""The maximum number of bytes in a notification by the server."""
_FROM_JSON: Final = {"int": "(r ->> {})::bigint", "text": "r ->> {}", "bytes": "decode(r ->> {}, 'base64')"}


def _insertion(table: str) -> str:
    columns = columns_of(table)
    values = ", ".join(_FROM_JSON[kind].format(number) for number, (_, kind) in enumerate(columns))
    return (
        f"{table}_ AS (INSERT INTO {table} ({', '.join(name for name, _ in columns)}) "
        f"SELECT {values} FROM given, jsonb_array_elements(given.rows -> '{table}') AS r {INSERTED[table][1]})"
    )


@cache
def _writing(tables: tuple[str, ...], told: bool) -> str:
    """One statement that writes rows of these tables, and notifies other processes of them. All rows are one
    parameter: the driver takes longer over a parameter than the server over a row."""
    inserted = ", ".join(map(_insertion, tables))
    return f"WITH given AS (SELECT ?::jsonb AS rows), {inserted} SELECT {'pg_notify(?, ?)' if told else '1'}"


_TAKE_THE_LOCK: Final = f"SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), {LOCK}))".encode()
_encode: Final = msgspec.json.Encoder().encode


def open_postgresql(
    url: str,
    read_only: bool,
    key_file: Path | None,
    origin: str | None,
    pit: str,
    faults: Faults | None,
    largest_batch: int,
) -> Log:
    readers = Readers(url)
    key = key_file or _default_key_file()
    with closing_on_failure(readers):
        if not read_only:
            make_schema(url)
        name, schema = readers.query("SELECT current_database(), current_schema()", ())[0]
    mark = Mark(mark_file_of(key, name if schema in (None, "public") else f"{name}.{schema}"))
    if read_only:
        with closing_on_failure(readers):
            insist_on_schema(readers.query)
        return Log(url, readers.query, readers.close, readers.freeze, mark)
    with closing_on_failure(readers):
        insist_on_the_mark(readers.query, mark, mark.read(), without_password(url), key, of_one=False)
    channel = None if pit else channel_of(schema)
    database = PostgresqlDatabase(url, channel)
    with closing_on_failure(readers, database):
        ensure_schema(database, POSTGRESQL)
        insist_on_the_signed_root(database)
        signer = signer_from(key)
        insist_on_the_marked_key(mark, signer, key)
        warn_of_another_key(database, signer)
        choose_origin(database, signer, origin, pit)
        listener = Listener(url, channel, readers) if channel is not None else None

    def release() -> None:
        if listener is not None:
            listener.close()
        readers.close()
        database.close()

    log = Log(
        url, readers.query, release, readers.freeze, mark, database, signer, faults, largest_batch,
        shared=True, announced=listener is not None,
    )  # fmt: skip
    if listener is not None:
        listener.start(log.notify)
    return log


def _default_key_file() -> Path:
    configuration = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(configuration) / "houserules" / "houserules.key"


class PostgresqlDatabase:
    """The connection that writes. It is reopened when it was lost.

    On ``channel``, the processes that write a log notify each other. A pit has none: one process writes it, and every
    notification takes a lock of the whole server, from before the wait for the disk until after it, so that pits
    would wait for each other.
    """

    def __init__(self, url: str, channel: str | None) -> None:
        self._url = url
        self._channel = channel
        self._rows: dict[str, list[Row]] = {}
        """The rows to insert, by table. They are sent with the commit."""
        self._announced = ""
        self._statements: dict[str, bytes] = {}
        """The statements that the server has prepared for this connection, with their names."""
        self._connection: ServerConnection | None = self._connect()

    def _connect(self) -> ServerConnection:
        lock, write, longest = (int(seconds * 1000) for seconds in (_PATIENCE, _WRITE_WITHIN, _LONGEST))
        settings = (
            f"; SET lock_timeout = {lock}; SET statement_timeout = {write}; SET plan_cache_mode = force_generic_plan"
        )
        connection = connect(self._url, _WRITE_WITHIN, settings)
        self._statements.clear()
        if connection.info.server_version >= _TRANSACTION_TIMEOUT_SINCE:
            connection.execute(f"SET transaction_timeout = {longest}".encode())
        return connection

    def begin(self, sql: str = "", parameters: Sequence[str] = ()) -> list[Row]:
        """The lock is released when the transaction ends, even if its process dies."""
        self._rows.clear()
        self._announced = ""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                return self._take_the_lock(sql, parameters)
            except errors.LockNotAvailable:
                self.rollback()
                raise LogUnavailable("another process is writing to the database and does not end") from None
            except (LogUnavailable, psycopg.OperationalError, psycopg.InterfaceError) as error:
                self.close()
                if time.monotonic() > deadline:
                    raise LogUnavailable(f"the database server cannot be reached: {first_line(error)}") from None
                time.sleep(0.1)
            except psycopg.Error as error:
                raise _translated(error) from error

    def _take_the_lock(self, sql: str, parameters: Sequence[str]) -> list[Row]:
        """In one exchange with the server, which itself reports that the lock is taken; only a server that does not
        answer is given up on here."""
        if self._connection is None:
            self._connection = self._connect()
        asked = (self._prepared(self._connection, sql, parameters),) if sql else ()
        connection = self._connection
        connection.within = _PATIENCE + 1
        try:
            cursor = connection.execute(b"; ".join((b"BEGIN", _TAKE_THE_LOCK, *asked)), prepare=False)
            while cursor.nextset():
                pass
            return cursor.fetchall() if asked else []
        finally:
            connection.within = _WRITE_WITHIN

    def _prepared(self, connection: ServerConnection, sql: str, parameters: Sequence[str]) -> bytes:
        """A statement that the server has prepared already, with its parameters, to be sent together with others."""
        if sql not in self._statements:
            name = f"houserules_{len(self._statements)}"
            numbers = (f"${number}" for number in count(1))
            numbered = re.sub(r"\?", lambda _: next(numbers), sql)
            connection.execute(f"PREPARE {name} AS {numbered}".encode())
            self._statements[sql] = name.encode()
        quote = Escaping(connection.pgconn).escape_literal
        return b"EXECUTE %b(%b)" % (self._statements[sql], b", ".join([quote(each.encode()) for each in parameters]))

    def commit(self) -> None:
        """The rows go with the commit itself, in one exchange with the server."""
        connection = self._connected()
        told = (self._channel, self._announced) if self._channel is not None else ()
        try:
            statements = []
            while some := {table: rows[:_AT_ONCE] for table, rows in self._rows.items() if rows}:
                self._rows = {table: rows[_AT_ONCE:] for table, rows in self._rows.items()}
                sql = _writing(tuple(some), bool(told))
                statements.append(self._prepared(connection, sql, (_encode(some).decode(), *told)))
            connection.execute(b"; ".join((*statements, b"COMMIT")), prepare=False)
        except psycopg.Error as error:
            if connection.closed or connection.broken:
                why = f"the connection was lost while committing: {first_line(error)}"
                raise LogUnavailable(why, unknown=True) from error
            raise _translated(error) from error

    def rollback(self) -> None:
        if self._connection is None:
            return
        with suppress(psycopg.Error):
            self._connection.execute("ROLLBACK")
            return
        self.close()

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            cursor = self._connected().execute(native(sql), parameters or None)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise _translated(error) from error

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        try:
            with self._connected().cursor() as cursor:
                cursor.executemany(native(sql), rows)
        except psycopg.Error as error:
            # The driver sends several at once, and may take for prepared what was not; it starts again.
            self.close()
            raise _translated(error) from error

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        self._rows.setdefault(table, []).extend(rows)

    def announce(self, before: int, notice: Notice) -> None:
        told = _encode((before, notice)).decode()
        self._announced = told if len(told.encode()) < _LONGEST_NEWS else ""

    def _connected(self) -> ServerConnection:
        if self._connection is None:
            raise LogUnavailable("the connection to the database server was lost")
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None


def _translated(error: psycopg.Error) -> LogError:
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
        return ConstraintBroken(first_line(error))
    if isinstance(error, errors.DiskFull):
        return LogUnavailable("the disk of the database server is full; nothing of this commit was kept")
    return unusable(error) or LogUnavailable(
        f"the database server failed: {first_line(error)}; nothing of this commit was kept"
    )
