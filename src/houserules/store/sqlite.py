"""A store in one file. One service process writes it; readers may come and go."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Lock, local
from typing import Any, Final

from houserules.store.address import is_an_address
from houserules.store.base import BaseStore
from houserules.store.contract import ConstraintBroken, StoreLocked, StoreUnavailable, UnusableStore
from houserules.store.database import Query, Row, insertions
from houserules.store.opening import insist_on_the_signed_root
from houserules.store.schema import SQLITE, migrate, refuse_newer
from houserules.store.signing import signer_from
from houserules.store.writer import LARGEST_BATCH, Faults

_CHECKPOINT_PAGES: Final = 8000
"""How long the write-ahead log grows before it is folded into the file: about 32 MB."""
_OUT_OF_SPACE: Final = "the disk is full; nothing of this commit was kept"


class UnusableAddress(UnusableStore):
    """Neither a path nor an address that is understood. It may hold a password, so nobody repeats it."""


def path_of(url: str) -> Path:
    """The file that a URL names: ``sqlite:///relative.db``, ``sqlite:////absolute.db``, or simply a path."""
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
    elif not is_an_address(url):
        path = url
    else:
        raise UnusableAddress(
            "the database is named neither by a path nor as sqlite:///… or postgresql://…; "
            "what was given is not repeated here, since it may hold a password"
        )
    if not path or path.startswith(":"):
        raise UnusableStore(f"{url}: the name of a file is wanted")
    return Path(path)


def files_of(path: Path) -> list[Path]:
    """The files that there may be of a database: those of SQLite, then the lock and the key beside it."""
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal", ".lock", ".key")]


def open_sqlite(
    url: str,
    *,
    read_only: bool = False,
    key_file: Path | None = None,
    faults: Faults | None = None,
    largest_batch: int = LARGEST_BATCH,
) -> BaseStore:
    path = path_of(url)
    if read_only:
        return _open_to_read(url, path)
    lock = _Locked(path)
    new = [file for file in files_of(path) if not file.exists()]
    try:
        _make_private(path)
        database = _ready(path)
        signer = signer_from(key_file or path.with_name(path.name + ".key"))
    except BaseException:
        _remove(new)
        lock.give_up()
        raise
    readers = _Readers(path)

    def release() -> None:
        readers.close()
        database.close()
        lock.release()

    return BaseStore(url, readers.query, release, readers.freeze, database, signer, faults, largest_batch)


def _ready(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    try:
        migrate(database, SQLITE)
        insist_on_the_signed_root(database)
    except BaseException:
        database.close()
        raise
    return database


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _make_private(path: Path) -> None:
    """The file holds cards that nobody may see yet: only its owner may read it. SQLite's other files follow it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise UnusableStore(f"{path}: {error.strerror}") from None


def _open_to_read(url: str, path: Path) -> BaseStore:
    if not path.is_file():
        raise UnusableStore(f"{path}: no such file")
    readers = _Readers(path)
    try:
        refuse_newer(int(readers.query("SELECT coalesce(max(number), 0) FROM migrations", ())[0][0]))
        readers.query("SELECT size FROM log", ())
    except StoreUnavailable as error:
        readers.close()
        raise UnusableStore(f"{path}: not a database of houserules ({error})") from None
    return BaseStore(url, readers.query, readers.close, readers.freeze)


class _Locked:
    """A lock file beside the database. The operating system lets go of it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._new = not self.path.exists()
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnusableStore(f"{self.path}: {error.strerror}") from None
        if not _lock(self._descriptor):
            holder = os.pread(self._descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
            os.close(self._descriptor)
            raise StoreLocked(
                f"{path} is open in another process (number {holder}). An SQLite file serves one process; "
                "stop that one first, or use PostgreSQL for several."
            )
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.give_up()
            raise UnusableStore(f"{self.path}: {error.strerror}") from None

    def release(self) -> None:
        os.close(self._descriptor)

    def give_up(self) -> None:
        """Nothing came of it: the file goes too, if it was not there before."""
        if self._new:
            _remove([self.path])
        self.release()


def _lock(descriptor: int) -> bool:
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:  # Windows, where a byte beyond the number of the process is locked instead.
        return _lock_on_windows(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_on_windows(descriptor: int) -> bool:
    import importlib  # noqa: PLC0415

    msvcrt: Any = importlib.import_module("msvcrt")
    os.lseek(descriptor, 100, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


class SqliteDatabase:
    """The connection that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = _connect(path, read_only=False)
        try:
            self._run("PRAGMA journal_mode = WAL")
            self._run("PRAGMA synchronous = FULL")
            self._run(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            self._run("PRAGMA cache_size = -65536")
        except BaseException:
            self.close()
            raise

    def _run(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise _translated(error, self._path) from error

    def begin(self) -> None:
        self._run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._run("COMMIT")

    def rollback(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        return self._run(sql, parameters)

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except sqlite3.Error as error:
            raise _translated(error, self._path) from error

    def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        """``OR FAIL`` spares SQLite its preparations to undo half a statement: here all is undone or nothing."""
        try:
            for sql, parameters in insertions("INSERT OR FAIL", into, rows, conflict):
                self._connection.execute(sql, parameters)
        except sqlite3.Error as error:
            raise _translated(error, self._path) from error

    def together(self) -> AbstractContextManager[object]:
        return nullcontext()

    def announce(self, position: int) -> None:
        """There is no other process to tell."""

    def close(self) -> None:
        self._connection.close()


class _Readers:
    """A connection for each thread that reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = local()
        self._all: list[sqlite3.Connection] = []
        self._guard = Lock()
        self._closed = False

    def query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        try:
            return self._connection().execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise _translated(error, self._path) from error

    def freeze(self) -> tuple[Query, Callable[[], None]]:
        connection = _connect(self._path, read_only=True)
        connection.text_factory = _text

        def query(sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
            try:
                return connection.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise _translated(error, self._path) from error

        query("BEGIN")
        return query, connection.close

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with self._guard:
                if self._closed:
                    raise StoreUnavailable("the store is closed")
                connection = self._local.connection = _connect(self._path, read_only=True)
                self._all.append(connection)
        return connection

    def close(self) -> None:
        with self._guard:
            self._closed = True
            for connection in self._all:
                connection.close()


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    mode = "ro" if read_only else "rwc"
    quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        return sqlite3.connect(
            f"file:{quoted}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False, timeout=30,
            cached_statements=256,
        )  # fmt: skip
    except sqlite3.Error as error:
        raise UnusableStore(f"{path}: {error}") from None


def _text(content: bytes) -> str:
    """Whoever reads everything must get past text that somebody made unreadable."""
    return content.decode(errors="replace")


def _translated(error: sqlite3.Error, path: Path) -> Exception:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreUnavailable(_OUT_OF_SPACE)
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return UnusableStore(f"{path}: {error}")
    if isinstance(error, sqlite3.IntegrityError):
        return ConstraintBroken(f"{path}: {error}")
    return StoreUnavailable(f"{path}: {error}; nothing of this commit was kept")
