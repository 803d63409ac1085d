"""A store on a PostgreSQL server. Several service processes may write it; one at a time holds the log's lock."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, LifoQueue
from threading import Event, Lock, Thread
from typing import Any, Final

import psycopg
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict

from houserules.store.address import without_secrets_of
from houserules.store.base import BaseStore
from houserules.store.contract import ConstraintBroken, Notice, StoreError, StoreUnavailable, UnusableStore
from houserules.store.database import Query, Row
from houserules.store.opening import insist_on_the_signed_root, warn_of_another_key
from houserules.store.schema import POSTGRESQL, migrate, refuse_newer
from houserules.store.scribe import insertions
from houserules.store.signing import signer_from
from houserules.store.writer import LARGEST_BATCH, Faults

CHANNEL: Final = "houserules"
_LOCK: Final = 0x686F757365
"""The number of the advisory lock that every writer of a database takes first."""
_PATIENCE: Final = 5.0
"""How many seconds a lost server, or the lock, is waited for before a commit is answered with an error."""
_READ_WITHIN: Final = 5.0
"""How many seconds a read may take. The service reads in its event loop, where nothing else is answered meanwhile."""
_WRITE_WITHIN: Final = 30.0
"""How many seconds one statement that writes may take."""
_LONGEST: Final = 60.0
"""How many seconds a transaction may be open: a process that has stalled does not keep the lock for good."""
_TRANSACTION_TIMEOUT_SINCE: Final = 170000
_SILENT_AFTER: Final = 1.0
"""A read that fails after so many seconds has met a server that says nothing; it is not tried again."""
_ASK_AGAIN: Final = 0.5
_SETTINGS: Final = {
    "connect_timeout": 5, "keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}  # fmt: skip
"""What holds for every connection unless the address itself says otherwise."""
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
    patient = PostgresqlDatabase(url, patient=True)
    try:
        migrate(patient, POSTGRESQL)
        insist_on_the_signed_root(patient)
        signer = signer_from(key_file or _default_key_file())
        warn_of_another_key(patient, signer)
    finally:
        patient.close()
    database = PostgresqlDatabase(url)
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


class _Connection(Connection[Row]):
    """A connection that does not wait for ever: without an answer in time it is closed, and nobody knows the rest."""

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
    """The driver's own steps, each after it was told whether there is anything to read, until the time is up."""
    try:
        wanted = next(steps)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > deadline:
                raise _NoAnswer("the server does not answer in time")
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value


def _connect(url: str, within: float | None = None, settings: str = "") -> _Connection:
    """``within``: how many seconds each answer may take. ``settings``: more of them, for the server."""
    try:
        given: dict[str, Any] = {**_SETTINGS, **conninfo_to_dict(url), "application_name": "houserules"}
        connection = _Connection.connect(autocommit=True, **given)
        connection.within = within
        connection.execute(f"SET synchronous_commit = on{settings}".encode())
    except (psycopg.Error, ValueError) as error:
        why = without_secrets_of(url, _first_line(error))
        raise StoreUnavailable(f"the database server cannot be reached: {why}") from None
    return connection


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class PostgresqlDatabase:
    """The connection that writes. It is made anew when it was lost.

    A patient one waits for the lock and for every answer as long as it takes, as migrations do.
    """

    def __init__(self, url: str, *, patient: bool = False) -> None:
        self._url = url
        self._patient = patient
        self._broke_off = False
        """Whether statements that were sent together were given up. What was to be prepared among them is not, which
        the driver does not always see; so that connection is not used again."""
        self._connection: _Connection | None = self._connect()

    def _connect(self) -> _Connection:
        if self._patient:
            return _connect(self._url)
        lock, write, longest = (int(seconds * 1000) for seconds in (_PATIENCE, _WRITE_WITHIN, _LONGEST))
        settings = f"; SET lock_timeout = {lock}; SET statement_timeout = {write}"
        connection = _connect(self._url, _WRITE_WITHIN, settings)
        if connection.info.server_version >= _TRANSACTION_TIMEOUT_SINCE:
            connection.execute(f"SET transaction_timeout = {longest}".encode())
        return connection

    @property
    def balances_every(self) -> int:
        """Other processes read them with every batch."""
        return 0

    def begin(self) -> None:
        """The lock is given back with the end of the transaction, also when its process dies."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self._take_the_lock()
            except errors.LockNotAvailable:
                self.rollback()
                raise StoreUnavailable("another process is writing to the database and does not end") from None
            except (StoreUnavailable, psycopg.OperationalError, psycopg.InterfaceError) as error:
                self.close()
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"the database server cannot be reached: {_first_line(error)}") from None
                time.sleep(0.1)
            else:
                return

    def _take_the_lock(self) -> None:
        """The server says by itself that the lock is taken; only one that says nothing is given up here."""
        if self._connection is None:
            self._connection = self._connect()
        connection = self._connection
        usual = connection.within
        connection.within = None if self._patient else _PATIENCE + 1
        connection.execute(f"BEGIN; SELECT pg_advisory_xact_lock({_LOCK})")
        connection.within = usual

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
        if not self._broke_off:
            with suppress(psycopg.Error):
                self._connection.execute("ROLLBACK")
                return
        self.close()

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            cursor = self._connected().execute(_native(sql), parameters or None)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise _translated(error) from error

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        listed = list(rows)
        if not listed:
            return
        try:
            self._connected().cursor().executemany(_native(sql), listed)
        except psycopg.Error as error:
            raise _translated(error) from error

    def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        try:
            for sql, parameters, _ in insertions("INSERT", into, rows, conflict):
                self._connected().execute(_native(sql), parameters)
        except psycopg.Error as error:
            raise _translated(error) from error

    @contextmanager
    def together(self) -> Iterator[None]:
        try:
            with self._connected().pipeline():
                yield
        except psycopg.Error as error:
            self._broke_off = True
            raise _translated(error) from error
        except BaseException:
            self._broke_off = True
            raise

    def announce(self, position: int) -> None:
        self.many("SELECT pg_notify(?, ?)", [(CHANNEL, str(position))])

    def _connected(self) -> Connection[Row]:
        if self._connection is None:
            raise StoreUnavailable("the connection to the database server was lost")
        return self._connection

    def close(self) -> None:
        self._broke_off = False
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
    """Connections that read, lent to whichever thread asks. One that was lost is replaced, and the read repeated.

    A server that says nothing is waited for once. Until a thread of its own has heard from it again all reads fail at
    once: else whoever asks would wait, and everybody else behind them.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: LifoQueue[_Connection] = LifoQueue()
        self._closed = False
        self._silent = Event()
        self._guard = Lock()
        self._put_back(self._connect())

    def _connect(self) -> _Connection:
        return _connect(self._url, _READ_WITHIN, f"; SET statement_timeout = {int(_READ_WITHIN * 1000)}")

    def query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._silent.is_set():
            raise StoreUnavailable("the database server does not answer")
        began = time.monotonic()
        try:
            return self._try_twice(sql, parameters, began)
        except (*_FAILURES, StoreUnavailable) as error:
            if time.monotonic() - began > _SILENT_AFTER:
                self._ask_until_it_answers()
            if isinstance(error, StoreUnavailable):
                raise
            raise StoreUnavailable(f"the database server failed: {_first_line(error)}") from error

    def _try_twice(self, sql: str, parameters: Sequence[Any], began: float) -> list[Row]:
        try:
            return self._query(self._take(), sql, parameters)
        except _FAILURES:
            self._drop_idle()
            if time.monotonic() - began > _SILENT_AFTER:
                raise
        return self._query(self._connect(), sql, parameters)

    def _ask_until_it_answers(self) -> None:
        with self._guard:
            if self._silent.is_set() or self._closed:
                return
            self._silent.set()
        Thread(target=self._ask, name="houserules-store-asks", daemon=True).start()

    def _ask(self) -> None:
        _log.warning("the database server does not answer")
        while not self._closed:
            try:
                connection = self._connect()
            except StoreUnavailable:
                time.sleep(_ASK_AGAIN)
            else:
                self._put_back(connection)
                break
        self._silent.clear()

    def _query(self, connection: _Connection, sql: str, parameters: Sequence[Any]) -> list[Row]:
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

    def _take(self) -> _Connection:
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._connect()

    def _put_back(self, connection: _Connection) -> None:
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
