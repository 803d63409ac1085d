"""A store on a PostgreSQL server. Several service processes may write it; one at a time holds the log's lock."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, LifoQueue
from threading import Event, Thread
from typing import Any, Final

import psycopg
from psycopg import Connection, errors

from houserules.store.address import without_secrets_of
from houserules.store.base import BaseStore
from houserules.store.contract import ConstraintBroken, Notice, StoreError, StoreUnavailable, UnusableStore
from houserules.store.database import Query, Row, insertions
from houserules.store.opening import insist_on_the_signed_root, warn_of_another_key
from houserules.store.schema import POSTGRESQL, migrate, refuse_newer
from houserules.store.signing import signer_from
from houserules.store.writer import LARGEST_BATCH, Faults

CHANNEL: Final = "houserules"
_LOCK: Final = 0x686F757365
"""The number of the advisory lock that every writer of a database takes first."""
_PATIENCE: Final = 5.0
"""How many seconds a lost server is waited for before a commit is answered with an error."""
_READERS: Final = 8
_LISTENER_WAITS: Final = 1.0
_FAILURES: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
"""What is no fault of ours: no connection, no room, a file of the server's that cannot grow or be read."""

_log = logging.getLogger("houserules.store")


def open_postgresql(
    url: str,
    *,
    read_only: bool = False,
    key_file: Path | None = None,
    faults: Faults | None = None,
    largest_batch: int = LARGEST_BATCH,
) -> BaseStore:
    readers = _Readers(url)
    if read_only:
        try:
            refuse_newer(int(readers.query("SELECT coalesce(max(number), 0) FROM migrations", ())[0][0]))
        except errors.UndefinedTable:
            readers.close()
            raise UnusableStore("this database holds no store of houserules") from None
        return BaseStore(url, readers.query, readers.close, readers.freeze)
    database = PostgresqlDatabase(url)
    try:
        migrate(database, POSTGRESQL)
        insist_on_the_signed_root(database)
        signer = signer_from(key_file or _default_key_file())
        warn_of_another_key(database, signer)
    except BaseException:
        database.close()
        raise
    listener = _Listener(url, readers)

    def release() -> None:
        listener.close()
        readers.close()
        database.close()

    store = BaseStore(
        url,
        readers.query,
        release,
        readers.freeze,
        database,
        signer,
        faults,
        largest_batch,
        notices_from_elsewhere=True,
    )
    listener.start(store.notify)
    return store


def _default_key_file() -> Path:
    configuration = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(configuration) / "houserules" / "houserules.key"


@cache
def _native(sql: str) -> bytes:
    """Parameters in this server's way. No statement of ours has both a parameter and a percent sign."""
    return sql.replace("?", "%s").encode()


def _connect(url: str) -> Connection[Row]:
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=10, application_name="houserules")
    except (psycopg.Error, ValueError) as error:
        why = without_secrets_of(url, _first_line(error))
        raise StoreUnavailable(f"the database server cannot be reached: {why}") from None
    connection.execute("SET synchronous_commit = on")
    return connection


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class PostgresqlDatabase:
    """The connection that writes. It is made anew when it was lost."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection[Row] | None = _connect(url)

    def begin(self) -> None:
        """The lock is given back with the end of the transaction, also when its process dies."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                if self._connection is None:
                    self._connection = _connect(self._url)
                self._connection.execute(f"BEGIN; SELECT pg_advisory_xact_lock({_LOCK})")
            except (StoreUnavailable, psycopg.OperationalError, psycopg.InterfaceError) as error:
                self.close()
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"the database server cannot be reached: {_first_line(error)}") from None
                time.sleep(0.1)
            else:
                return

    def commit(self) -> None:
        connection = self._connected()
        try:
            connection.execute("COMMIT")
        except _FAILURES as error:
            lost = connection.closed or connection.broken
            why = f"the connection was lost while committing: {_first_line(error)}" if lost else _first_line(error)
            raise StoreUnavailable(why, unknown=bool(lost)) from error

    def rollback(self) -> None:
        if self._connection is None:
            return
        with suppress(psycopg.Error):
            self._connection.execute("ROLLBACK")
            return
        self.close()

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            cursor = self._connected().execute(_native(sql), parameters or None)
            return cursor.fetchall() if cursor.description else []
        except (*_FAILURES, psycopg.IntegrityError) as error:
            raise _translated(error) from error

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        listed = list(rows)
        if not listed:
            return
        try:
            self._connected().cursor().executemany(_native(sql), listed)
        except (*_FAILURES, psycopg.IntegrityError) as error:
            raise _translated(error) from error

    def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        try:
            for sql, parameters in insertions("INSERT", into, rows, conflict):
                self._connected().execute(_native(sql), parameters)
        except (*_FAILURES, psycopg.IntegrityError, psycopg.DataError) as error:
            raise _translated(error) from error

    @contextmanager
    def together(self) -> Iterator[None]:
        try:
            with self._connected().pipeline():
                yield
        except (*_FAILURES, psycopg.IntegrityError) as error:
            raise _translated(error) from error

    def announce(self, position: int) -> None:
        self.many("SELECT pg_notify(?, ?)", [(CHANNEL, str(position))])

    def _connected(self) -> Connection[Row]:
        if self._connection is None:
            raise StoreUnavailable("the connection to the database server was lost")
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None


def _translated(error: psycopg.Error) -> StoreError:
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
        return ConstraintBroken(_first_line(error))
    if isinstance(error, errors.DiskFull):
        return StoreUnavailable("the disk of the database server is full; nothing of this commit was kept")
    return StoreUnavailable(f"the database server failed: {_first_line(error)}; nothing of this commit was kept")


class _Readers:
    """Connections that read, lent to whichever thread asks. One that was lost is replaced, and the read repeated."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: LifoQueue[Connection[Row]] = LifoQueue()
        self._closed = False
        self._put_back(_connect(url))

    def query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        try:
            return self._query(self._take(), sql, parameters)
        except _FAILURES:
            self._drop_idle()
        try:
            return self._query(_connect(self._url), sql, parameters)
        except _FAILURES as error:
            raise StoreUnavailable(f"the database server failed: {_first_line(error)}") from error

    def _query(self, connection: Connection[Row], sql: str, parameters: Sequence[Any]) -> list[Row]:
        try:
            rows = connection.execute(_native(sql), parameters or None).fetchall()
        except psycopg.Error:
            connection.close()
            raise
        self._put_back(connection)
        return rows

    def freeze(self) -> tuple[Query, Callable[[], None]]:
        connection = _connect(self._url)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

        def query(sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
            try:
                return connection.execute(_native(sql), parameters or None).fetchall()
            except _FAILURES as error:
                raise StoreUnavailable(f"the database server failed: {_first_line(error)}") from error

        return query, connection.close

    def _take(self) -> Connection[Row]:
        try:
            return self._idle.get_nowait()
        except Empty:
            return _connect(self._url)

    def _put_back(self, connection: Connection[Row]) -> None:
        if self._closed or self._idle.qsize() >= _READERS:
            connection.close()
        else:
            self._idle.put(connection)

    def _drop_idle(self) -> None:
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()

    def close(self) -> None:
        self._closed = True
        self._drop_idle()


class _Listener:
    """Hears from the server of every commit, by whichever process, and says which streams grew.

    What was missed while the connection was lost is made up for by asking where the log stands.
    """

    def __init__(self, url: str, readers: _Readers) -> None:
        self._url = url
        self._readers = readers
        self._ended = Event()
        self._seen = 0
        self._notify: Callable[[Notice], None] = lambda _notice: None
        self._thread = Thread(target=self._run, name="houserules-store-listener", daemon=True)

    def start(self, notify: Callable[[Notice], None]) -> None:
        """Listening has begun when this returns: no later commit is missed."""
        self._notify = notify
        connection = self._listen()
        self._seen = self._position()
        self._first: Connection[Row] | None = connection
        self._thread.start()

    def _listen(self) -> Connection[Row]:
        connection = _connect(self._url)
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                connection = self._first or self._listen()
                self._first = None
                with connection:
                    self._catch_up()
                    self._follow(connection)
            except (StoreUnavailable, psycopg.Error) as error:
                if not self._ended.is_set():
                    _log.warning("listening to the database was interrupted: %s", _first_line(error))
                    self._ended.wait(_LISTENER_WAITS)

    def _follow(self, connection: Connection[Row]) -> None:
        while not self._ended.is_set():
            heard = False
            for _ in connection.notifies(timeout=0.2, stop_after=1):
                heard = True
            if heard:
                self._catch_up()

    def _position(self) -> int:
        return int(self._readers.query("SELECT size FROM log", ())[0][0])

    def _catch_up(self) -> None:
        """One notice for all that is new. The position is asked for first, so that nothing falls between."""
        position = self._position()
        if position <= self._seen:
            return
        grown = self._readers.query(
            "SELECT s.name, max(e.version) FROM events e JOIN streams s ON s.id = e.stream "
            "WHERE e.position > ? AND e.position <= ? GROUP BY s.name ORDER BY max(e.position)",
            (self._seen, position),
        )
        self._seen = position
        try:
            self._notify(Notice(position, tuple((name, version) for name, version in grown)))
        except Exception:
            _log.exception("a listener failed")

    def close(self) -> None:
        self._ended.set()
        self._thread.join(timeout=5)
