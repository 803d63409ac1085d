"""Connections to a PostgreSQL server that do not wait for ever, and those that read."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Sequence
from functools import cache
from threading import Event, Lock, Thread
from typing import Any, Final

import msgspec
import psycopg
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from houserules.log.address import without_secrets_of
from houserules.log.databases.database import Pool, Query, Row
from houserules.log.entries import Notice
from houserules.log.errors import LogUnavailable, UnusableLog
from houserules.log.reading import LogReader

LOCK: Final = 0x686F757365
"""Combined with the name of the schema: the advisory lock that every writer of a log takes first."""
FAILURES: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
"""Not our faults: no connection, no space, a server file that cannot grow or be read."""
_READ_WITHIN: Final = 5.0
"""How many seconds a read may take. The service reads in its event loop, where nothing else is answered meanwhile."""
_SILENT_AFTER: Final = 1.0
"""A read that fails after this many seconds has met a server that does not answer; it is not tried again."""
_ASK_AGAIN: Final = 0.5
_LISTENER_WAITS: Final = 1.0
_SETTINGS: Final = {
    "connect_timeout": 5, "keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}  # fmt: skip
"""Settings for every connection unless the address itself says otherwise."""

_decode: Final = msgspec.json.Decoder(tuple[int, Notice]).decode
_log = logging.getLogger("houserules.log")


@cache
def native(sql: str) -> bytes:
    """Converts parameters to this server's notation. No statement of ours has both a parameter and a percent sign."""
    return sql.replace("?", "%s").encode()


class ServerConnection(Connection[Row]):
    """A connection that does not wait for ever: without an answer in time it is closed, and what happened on the
    server is unknown."""

    within: float | None = None

    def wait(self, gen: Any, *options: Any, **more: Any) -> Any:
        if self.within is None:
            return super().wait(gen, *options, **more)
        try:
            return super().wait(_bounded(gen, time.monotonic() + self.within), *options, **more)
        except _NoAnswer:
            self.close()
            raise


class _NoAnswer(psycopg.OperationalError):
    """The time is up."""


def _bounded(steps: Generator[Any, Any, Any], deadline: float) -> Generator[Any, Any, Any]:
    """The driver's own steps, each resumed with whether there is anything to read, until the time is up."""
    try:
        wanted = next(steps)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > deadline:
                raise _NoAnswer("the server does not answer in time")
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value


def connect(url: str, within: float | None = None, settings: str = "") -> ServerConnection:
    """``within``: how many seconds each answer may take. ``settings``: additional ones, for the server."""
    try:
        given: dict[str, Any] = {**_SETTINGS, **conninfo_to_dict(url), "application_name": "houserules"}
        connection = ServerConnection.connect(autocommit=True, **given)
        connection.within = within
        connection.execute(f"SET synchronous_commit = on{settings}".encode())
    except (psycopg.Error, ValueError) as error:
        why = without_secrets_of(url, first_line(error))
        raise LogUnavailable(f"the database server cannot be reached: {why}") from None
    return connection


def make_schema(url: str) -> None:
    """Each log has a schema of the database to itself. If the address names a missing one, it is created, by one
    process at a time: the server would refuse the others."""
    with connect(url) as connection:
        current, named = connection.execute("SELECT current_schema(), current_setting('search_path')").fetchall()[0]
        if current is None:
            with connection.transaction():
                connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})".encode())
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(named.strip('" '))))


def channel_of(schema: str) -> str:
    """The channel on which the processes that share a log notify each other."""
    return f"houserules:{schema}"


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def unusable(error: psycopg.Error) -> UnusableLog | None:
    if isinstance(error, errors.UndefinedTable | errors.UndefinedColumn):
        return UnusableLog(f"not a database of houserules, or one of an earlier build ({first_line(error)})")
    return None


class Readers:
    """The connections that read. A lost one is replaced, and the read repeated.

    A server that does not answer is waited for once. Until a separate thread has heard from it again all reads fail
    at once: otherwise every caller would wait, one behind the other.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool = Pool(self._connect)
        self.close = self._pool.close
        self._silent = Event()
        self._guard = Lock()

    def _connect(self) -> ServerConnection:
        return connect(self._url, _READ_WITHIN, f"; SET statement_timeout = {int(_READ_WITHIN * 1000)}")

    def query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        """SQL errors other than a missing table are our own faults, and propagate."""
        if self._silent.is_set():
            raise LogUnavailable("the database server does not answer")
        began = time.monotonic()
        try:
            return self._try_twice(sql, parameters, began)
        except psycopg.ProgrammingError as error:
            raise unusable(error) or error from None
        except (*FAILURES, LogUnavailable) as error:
            if time.monotonic() - began > _SILENT_AFTER:
                self._ask_until_it_answers()
            if isinstance(error, LogUnavailable):
                raise
            raise LogUnavailable(f"the database server failed: {first_line(error)}") from error

    def _try_twice(self, sql: str, parameters: Sequence[Any], began: float) -> list[Row]:
        try:
            return self._query(sql, parameters)
        except FAILURES:
            self._pool.drop()
            if time.monotonic() - began > _SILENT_AFTER:
                raise
        return self._query(sql, parameters)

    def _ask_until_it_answers(self) -> None:
        with self._guard:
            if self._silent.is_set() or self._pool.closed:
                return
            self._silent.set()
        Thread(target=self._ask, name="houserules-log-asks", daemon=True).start()

    def _ask(self) -> None:
        _log.warning("the database server does not answer")
        while not self._pool.closed:
            try:
                self._query("SELECT 1", ())
                break
            except (*FAILURES, LogUnavailable):
                time.sleep(_ASK_AGAIN)
        self._silent.clear()

    def _query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        with self._pool.lent() as connection:
            return connection.execute(native(sql), parameters or None).fetchall()

    def freeze(self) -> tuple[Query, Callable[[], None]]:
        connection = connect(self._url)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

        def query(sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
            try:
                return connection.execute(native(sql), parameters or None).fetchall()
            except FAILURES as error:
                raise LogUnavailable(f"the database server failed: {first_line(error)}") from error

        return query, connection.close


class Listener:
    """Hears from the server about every commit, by any process, and reports which streams grew.

    What was missed while the connection was lost is recovered by asking for the state of the log.
    """

    def __init__(self, url: str, channel: str, readers: Readers) -> None:
        """Listening has begun when this returns: no later commit is missed."""
        self._url = url
        self._channel = channel
        self._reader = LogReader(readers.query, "")
        self._ended = Event()
        self._first: Connection[Row] | None = self._listen()
        self._seen = self._reader.position()
        self._notify: Callable[[Notice], None] = lambda _notice: None
        self._thread = Thread(target=self._run, name="houserules-log-listener", daemon=True)

    def start(self, notify: Callable[[Notice], None]) -> None:
        self._notify = notify
        self._thread.start()

    def _listen(self) -> Connection[Row]:
        connection = connect(self._url)
        connection.execute(SQL("LISTEN {}").format(Identifier(self._channel)))
        return connection

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                connection = self._first or self._listen()
                self._first = None
                with connection:
                    self._catch_up()
                    self._follow(connection)
            except (LogUnavailable, psycopg.Error) as error:
                if not self._ended.is_set():
                    _log.warning("listening to the database was interrupted: %s", first_line(error))
                    self._ended.wait(_LISTENER_WAITS)

    def _follow(self, connection: Connection[Row]) -> None:
        while not self._ended.is_set():
            for news in connection.notifies(timeout=0.2, stop_after=1):
                self._hear(news.payload)

    def _hear(self, payload: str) -> None:
        """Notifications say what grew, unless it is too much for them; if some were missed the log is read."""
        before, notice = _decode(payload) if payload else (-1, None)
        if notice is not None and before == self._seen:
            self._seen = notice.position
            self._tell(notice)
        elif notice is None or notice.position > self._seen:
            self._catch_up()

    def _catch_up(self) -> None:
        """One notice for everything new."""
        notice = self._reader.news(self._seen)
        if notice is None:
            return
        self._seen = notice.position
        self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        try:
            self._notify(notice)
        except Exception:
            _log.exception("a listener failed")

    def close(self) -> None:
        self._ended.set()
        self._thread.join(timeout=5)
