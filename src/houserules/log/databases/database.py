"""The few operations that a log needs from a database. All SQL is written with ``?`` for parameters."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Generic, Protocol, TypeVar

from houserules.log.entries import Notice
from houserules.log.errors import LogUnavailable

Row = tuple[Any, ...]
Query = Callable[[str, Sequence[Any]], list[Row]]
"""Runs one statement that reads."""
Freeze = Callable[[], tuple[Query, Callable[[], None]]]
"""Opens a connection that sees the database as it is now, for as long as it is read; also returns how to close it."""
Faults = Callable[[str], None]
"""For tests: called with the name of each boundary that a commit passes."""

_MOST_IDLE: Final = 8


class Database(Protocol):
    """One connection that writes. Its errors are already those of :mod:`houserules.log.errors`."""

    def begin(self, sql: str = "", parameters: Sequence[str] = ()) -> list[Row]:
        """Begins a transaction, waits until no other process is writing, and then runs the given query, if any."""

    def commit(self) -> None:
        """Returns when the disk has it."""

    def rollback(self) -> None:
        """Undoes what was begun. Never raises: afterwards the connection is usable again, or known to be lost."""

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]: ...

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        """Runs the same statement for each of these rows of parameters."""

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        """Inserts rows as :data:`~houserules.log.databases.schema.INSERTED` says. Errors in them may not show before
        the commit."""

    def announce(self, before: int, notice: Notice) -> None:
        """Tells other processes, once the transaction is durable, that the log has grown from the size before."""


def marks(values: Sequence[object]) -> str:
    """A question mark for each, for use in parentheses."""
    return ",".join("?" * len(values))


class _Closable(Protocol):
    def close(self) -> None: ...


Connection = TypeVar("Connection", bound=_Closable)


class Pool(Generic[Connection]):
    """Connections that read, lent to any thread that asks. A connection that failed is not used again."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._idle: deque[Connection] = deque()
        self.closed = False

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        if self.closed:
            raise LogUnavailable("the log is closed")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if len(self._idle) >= _MOST_IDLE:
            connection.close()
        else:
            self._idle.append(connection)
        if self.closed:
            self.drop()

    def drop(self) -> None:
        """Closes all idle connections."""
        while self._idle:
            with suppress(IndexError):  # Another thread took the last one.
                self._idle.pop().close()

    def close(self) -> None:
        self.closed = True
        self.drop()


@contextmanager
def closing_on_failure(*opened: _Closable) -> Iterator[None]:
    """Closes everything that was opened if the rest could not be."""
    try:
        yield
    except BaseException:
        for each in opened:
            each.close()
        raise
