"""A store in one file. One service process writes it; readers may come and go."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Lock, local
from typing import Any, Final

from houserules.store.address import is_an_address
from houserules.store.base import BaseStore
from houserules.store.beside import Scribes
from houserules.store.contract import ConstraintBroken, StoreLocked, StoreUnavailable, UnusableStore
from houserules.store.database import Query, Row
from houserules.store.opening import insist_on_the_signed_root
from houserules.store.schema import SQLITE, migrate, refuse_newer
from houserules.store.scribe import INSERT, insertions, quick_to_bind
from houserules.store.signing import signer_from
from houserules.store.writer import LARGEST_BATCH, Faults

BALANCES_EVERY: Final = 1024
"""Balances are kept anew after so many events. What was moved since is added up whenever one is read."""
_CHECKPOINT_PAGES: Final = 8000
"""How long the write-ahead log grows before it is folded into the file: about 32 MB."""
_SETTINGS: Final = (
    "PRAGMA synchronous = FULL", f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}", "PRAGMA cache_size = -16384",
)  # fmt: skip
"""Of every connection that writes."""
_SCRIBE_ENDS_WITHIN: Final = 5.0
_OUT_OF_SPACE: Final = "the disk is full; nothing of this commit was kept"
_MAGIC: Final = b"SQLite format 3\x00"
_COPIED: Final = (
    "; if it was copied while the service ran, copy it with the service stopped or with "
    '`sqlite3 DB ".backup COPY"`, or use `houserules archive export`'
)


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
    many: int | None = None,
) -> BaseStore:
    """From ``many`` waiting commits on a process of its own writes beside this one; None: as usual; 0: never."""
    path = path_of(url)
    if read_only:
        return _open_to_read(url, path)
    _insist_on_a_place(path)
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

    scribes = _scribes(path, lock, many) if many != 0 and sys.executable else None
    return BaseStore(
        url, readers.query, release, readers.freeze, database, signer, faults, largest_batch, scribes=scribes
    )


def _scribes(path: Path, lock: _Locked, many: int | None) -> Scribes:
    """A scribe keeps the lock: should this process be killed, nobody else writes before the scribe has ended."""
    keeps = (lock.descriptor,) if os.name == "posix" else ()
    return Scribes((_address(path, "rw"), *_SETTINGS), keeps, many)


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


def _insist_on_a_file(path: Path) -> None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnusableStore(f"{path}: this is no file; the file of a database is wanted")
        os.close(os.open(path, os.O_RDONLY))
    except FileNotFoundError:
        raise UnusableStore(f"{path}: no such file") from None
    except (OSError, ValueError) as error:  # The latter where no file can have such a name.
        raise UnusableStore(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _insist_on_a_place(path: Path) -> None:
    """A database can be here, or is. Whoever mistyped its name finds nothing new beside what is there."""
    try:
        if path.is_dir():
            raise UnusableStore(f"{path}: this is a folder; the name of a file is wanted, as in {path / 'house.db'}")
        if not path.parent.is_dir():
            raise UnusableStore(f"{path}: there is no folder {path.parent}")
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(_MAGIC)) not in (b"", _MAGIC):
                    raise UnusableStore(f"{path}: this is not a database")
    except (OSError, ValueError) as error:
        raise UnusableStore(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _open_to_read(url: str, path: Path) -> BaseStore:
    _insist_on_a_file(path)
    readers = _Readers(path)
    try:
        refuse_newer(int(readers.query("SELECT coalesce(max(number), 0) FROM migrations", ())[0][0]))
        readers.query("SELECT size FROM log", ())
    except StoreUnavailable as error:
        readers.close()
        if not isinstance(error.__cause__, sqlite3.Error) or _code(error.__cause__) != sqlite3.SQLITE_ERROR:
            raise
        hint = _COPIED if path.stat().st_size else ": the file is empty"
        raise UnusableStore(f"{path}: not a database of houserules ({error.__cause__}){hint}") from None
    return BaseStore(url, readers.query, readers.close, readers.freeze)


class _Locked:
    """A lock file beside the database. The operating system lets go of it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._new = not self.path.exists()
        try:
            self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnusableStore(f"{path}: {error.strerror}") from None
        if not self._taken():
            holder = self._holder() or "unknown"
            os.close(self.descriptor)
            raise StoreLocked(
                f"{path} is open in another process (number {holder}). An SQLite file serves one process; "
                "stop that one first, or use PostgreSQL for several."
            )
        try:
            os.ftruncate(self.descriptor, 0)
            os.pwrite(self.descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.give_up()
            raise UnusableStore(f"{self.path}: {error.strerror}") from None

    def _taken(self) -> bool:
        """A scribe that has outlived its service holds the lock until it has written what it was given."""
        until = time.monotonic() + _SCRIBE_ENDS_WITHIN
        while not _lock(self.descriptor):
            if _is_alive(self._holder()) or time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True

    def _holder(self) -> str:
        return os.pread(self.descriptor, 20, 0).decode(errors="replace").strip()

    def release(self) -> None:
        os.close(self.descriptor)

    def give_up(self) -> None:
        """Nothing came of it: the file goes too, if it was not there before."""
        if self._new:
            _remove([self.path])
        self.release()


def _is_alive(number: str) -> bool:
    """Whether there is a process of this number, as far as can be told."""
    if os.name != "posix" or not number.isdecimal():
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


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
            for setting in _SETTINGS:
                self._run(setting)
        except BaseException:
            self.close()
            raise

    def _run(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise _translated(error, self._path) from error

    @property
    def balances_every(self) -> int:
        return BALANCES_EVERY

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
        try:
            for sql, parameters, columns in insertions(INSERT, into, rows, conflict):
                self._connection.execute(sql, quick_to_bind(parameters, columns))
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
            raise _not_read(error, self._path) from error

    def freeze(self) -> tuple[Query, Callable[[], None]]:
        connection = _connect(self._path, read_only=True)
        connection.text_factory = _text

        def query(sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
            try:
                return connection.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise _not_read(error, self._path) from error

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
    mode = "rwc" if not read_only else "ro&immutable=1" if _nobody_can_write(path) else "ro"
    try:
        return sqlite3.connect(
            _address(path, mode), uri=True, isolation_level=None, check_same_thread=False, timeout=30,
            cached_statements=256,
        )  # fmt: skip
    except sqlite3.Error as error:
        raise UnusableStore(f"{path}: {error}") from None


def _address(path: Path, mode: str) -> str:
    quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?mode={mode}"


def _nobody_can_write(path: Path) -> bool:
    """A folder in which SQLite cannot make the files that it reads with, as on read-only media, and no log in it."""
    log = _log_of(path)
    return not log.exists() and not os.access(
        log.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    )


def _log_of(path: Path) -> Path:
    """The write-ahead log, which lies beside the file itself where the path is a link to it."""
    real = path.resolve()
    return real.with_name(real.name + "-wal")


def _text(content: bytes) -> str:
    """Whoever reads everything must get past text that somebody made unreadable."""
    return content.decode(errors="replace")


def _translated(error: sqlite3.Error, path: Path) -> Exception:
    """What the connection that writes stumbled over."""
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return StoreUnavailable(_OUT_OF_SPACE)
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return _damaged(error, path)
    if isinstance(error, sqlite3.IntegrityError):
        return ConstraintBroken(f"{path}: {error}")
    return StoreUnavailable(f"{path}: {error}; nothing of this commit was kept")


def _not_read(error: sqlite3.Error, path: Path) -> Exception:
    """What a connection that reads stumbled over."""
    code = _code(error)
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return _damaged(error, path)
    log = _log_of(path)
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and log.exists():
        return UnusableStore(
            f"{path}: {error}; to read its log, {log.name}, files must be made beside it: "
            "copy both to a folder that can be written to"
        )
    return StoreUnavailable(f"{path}: {error}")


def _damaged(error: sqlite3.Error, path: Path) -> UnusableStore:
    return UnusableStore(f"{path}: {error}{_COPIED if _code(error) == sqlite3.SQLITE_CORRUPT else ''}")


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
