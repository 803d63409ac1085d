"""A log in one file. One service process writes it; readers may come and go."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from houserules.log.databases.database import Faults, Pool, Query, Row, closing_on_failure, marks
from houserules.log.databases.schema import INSERTED, SQLITE, columns_of, ensure_schema, insist_on_schema
from houserules.log.databases.sqlite_file import (
    FileLock,
    files_of,
    insist_on_a_file,
    insist_on_a_place,
    key_file_of,
    make_private,
    nobody_can_write,
    path_of,
    remove,
    write_ahead_log_of,
)
from houserules.log.entries import Notice
from houserules.log.errors import ConstraintBroken, LogUnavailable, UnusableLog
from houserules.log.log import Log
from houserules.log.mark import Mark, mark_file_of
from houserules.log.signing import signer_from
from houserules.log.startup import (
    choose_origin,
    insist_on_the_mark,
    insist_on_the_marked_key,
    insist_on_the_signed_root,
)

_PAGE: Final = 2048
"""Half of the usual size: a commit writes whole pages of an index, and most of each is unchanged."""
_CHECKPOINT_PAGES: Final = 16_000
"""How long the write-ahead log grows before it is folded into the file: about 32 MB."""
_SETTINGS: Final = (
    f"PRAGMA page_size = {_PAGE}", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
    f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}", "PRAGMA cache_size = -16384",
    "PRAGMA secure_delete = ON",
)  # fmt: skip
_INSERTIONS: Final = {
    table: f"INSERT INTO {table} ({', '.join(name for name, _ in columns_of(table))}) "
    f"VALUES ({marks(columns_of(table))}) {conflict}"
    for table, (_, conflict) in INSERTED.items()
}
_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""The latter if names in a damaged database are not text."""
_COPIED: Final = (
    "; if it was copied while the service ran, copy it with the service stopped or with `houserules backup`, or use "
    "`houserules archive export`"
)


def open_sqlite(
    url: str,
    read_only: bool,
    key_file: Path | None,
    origin: str | None,
    pit: str,
    faults: Faults | None,
    largest_batch: int,
) -> Log:
    path = path_of(url)
    (insist_on_a_file if read_only else insist_on_a_place)(path)
    key = key_file or key_file_of(path)
    mark = Mark(mark_file_of(key, path.name))
    readers = _Readers(path)
    if read_only:
        with closing_on_failure(readers):
            insist_on_schema(readers.query)
        return Log(url, readers.query, readers.close, readers.freeze, mark)
    lock = FileLock(path)
    new = [file for file in files_of(path) if not file.exists()]
    try:
        query = readers.query if path.exists() else _nothing
        if key_file is None and not key.exists():
            _insist_on_its_log(path, query)
        insist_on_the_mark(query, mark, mark.read(), str(path), key, of_one=key_file is None)
        make_private(path)
        signer = signer_from(key, mark.begin)
        insist_on_the_marked_key(mark, signer, key)
        database = _ready(path)
        choose_origin(database, signer, origin, pit)
    except BaseException:
        readers.close()
        remove(new)
        lock.give_up()
        raise

    def release() -> None:
        readers.close()
        database.close()
        lock.release()

    return Log(url, readers.query, release, readers.freeze, mark, database, signer, faults, largest_batch)


def _insist_on_its_log(path: Path, query: Query) -> None:
    """A new house has its key before the first page of its file. A file with pages, but no tables and no key, was
    copied from a house whose play was still in the write-ahead log."""
    if path.exists() and path.stat().st_size and not query("SELECT name FROM sqlite_master LIMIT 1", ()):
        raise UnusableLog(
            f"{path} holds nothing, and is not new: it was copied without {path}-wal, which has what was played, "
            "from a house that ran or was killed. Copy that file with it, and its key and mark, or use `houserules "
            f"backup`. To begin a new house here, move {path} away"
        )


def _nothing(_sql: str, _parameters: Sequence[Any]) -> list[Row]:
    """The content of a database that does not exist."""
    return []


def _ready(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    with closing_on_failure(database):
        ensure_schema(database, SQLITE)
        insist_on_the_signed_root(database)
    return database


def copy_pages(path: Path, target: Path) -> None:
    """Copies a database as it is at one moment, into an empty file. A service that writes to it need not wait."""
    source, copy = _connect(path, read_only=True), _connect(target, read_only=False)
    try:
        source.backup(copy)
    except _FAILURES as error:
        raise _not_read(error, path) from error
    finally:
        copy.close()
        source.close()


class SqliteDatabase:
    """The connection that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = _connect(path, read_only=False)
        with closing_on_failure(self):
            for setting in _SETTINGS:
                self.query(setting)

    def begin(self, sql: str = "", parameters: Sequence[str] = ()) -> list[Row]:
        self.query("BEGIN IMMEDIATE")
        return self.query(sql, parameters) if sql else []

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except _FAILURES as error:
            raise _not_written(error, self._path) from error

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except _FAILURES as error:
            raise _not_written(error, self._path) from error

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        if rows:
            self.each(_INSERTIONS[table], rows)

    def announce(self, before: int, notice: Notice) -> None:
        """There is no other process to tell."""

    def close(self) -> None:
        """The write-ahead log is folded into the file, and removed unless somebody else is reading."""
        with suppress(*_FAILURES):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._connection.close()


class _Readers:
    """The connections that read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pool = Pool(lambda: _connect(path, read_only=True))
        self.close = self._pool.close

    def query(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        with self._pool.lent() as connection:
            return self._query(connection, sql, parameters)

    def _query(self, connection: sqlite3.Connection, sql: str, parameters: Sequence[Any]) -> list[Row]:
        try:
            return connection.execute(sql, parameters).fetchall()
        except _FAILURES as error:
            raise _not_read(error, self._path) from error

    def freeze(self) -> tuple[Query, Callable[[], None]]:
        connection = _connect(self._path, read_only=True)
        # An audit must get past text that somebody made unreadable.
        connection.text_factory = lambda content: content.decode(errors="replace")
        self._query(connection, "BEGIN", ())
        return lambda sql, parameters: self._query(connection, sql, parameters), connection.close


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    mode = "rwc" if not read_only else "ro&immutable=1" if nobody_can_write(path) else "ro"
    quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        return sqlite3.connect(
            f"file:{quoted}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False, timeout=30,
            cached_statements=256,
        )  # fmt: skip
    except sqlite3.Error as error:
        raise UnusableLog(f"{path}: {error}") from None


def _not_written(error: Exception, path: Path) -> Exception:
    """The error for a failure of the connection that writes."""
    if _code(error) == sqlite3.SQLITE_FULL:
        return LogUnavailable("the disk is full; nothing of this commit was kept")
    if isinstance(error, sqlite3.IntegrityError):
        return ConstraintBroken(f"{path}: {error}")
    return _unusable(error, path) or LogUnavailable(f"{path}: {error}; nothing of this commit was kept")


def _not_read(error: Exception, path: Path) -> Exception:
    """The error for a failure of a connection that reads."""
    log = write_ahead_log_of(path)
    if _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and log.exists():
        return UnusableLog(
            f"{path}: {error}; to read its log, {log.name}, files must be made beside it: "
            "copy both to a folder that can be written to"
        )
    return _unusable(error, path) or LogUnavailable(f"{path}: {error}")


def _unusable(error: Exception, path: Path) -> UnusableLog | None:
    if isinstance(error, UnicodeDecodeError):
        return UnusableLog(f"{path}: the database is damaged: what it says is no text{_COPIED}")
    match _code(error):
        case sqlite3.SQLITE_NOTADB:
            return UnusableLog(f"{path}: {error}")
        case sqlite3.SQLITE_CORRUPT:
            return UnusableLog(f"{path}: {error}{_COPIED}")
        case sqlite3.SQLITE_ERROR if str(error).startswith("no such "):  # A table or a column.
            hint = _COPIED if path.stat().st_size else ": the file is empty"
            return UnusableLog(f"{path}: not a database of houserules, or one of an earlier build ({error}){hint}")
        case _:
            return None


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
