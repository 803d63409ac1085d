"""The little that the store asks of a database. SQL is written with ``?`` for parameters wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache
from itertools import chain
from typing import Any, Final, Protocol

Row = tuple[Any, ...]
Query = Callable[[str, Sequence[Any]], list[Row]]
"""Runs one statement that reads."""

_SIZES: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""So many rows go into one statement: their parameters stay far below what either database takes."""


class Statements(Protocol):
    """Takes statements that write: runs them, or gathers them for somebody else to run."""

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]: ...

    def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        """Inserts rows, many of them a statement. ``into`` is the table with its columns in brackets."""


class Database(Statements, Protocol):
    """One connection that writes. Its errors are :class:`houserules.store.contract.StoreUnavailable` already."""

    @property
    def balances_every(self) -> int:
        """After how many events the balances of accounts are kept anew; 0: with every batch."""

    def begin(self) -> None:
        """Begins a transaction and waits until no other process is writing."""

    def commit(self) -> None:
        """Returns when the disk has it."""

    def rollback(self) -> None:
        """Undoes what was begun. Never raises: afterwards the connection is usable again, or known to be lost."""

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """One statement after another, for what is rare."""

    def together(self) -> AbstractContextManager[object]:
        """Statements inside may be sent without waiting for each; what failed is raised at the end at the latest."""

    def announce(self, position: int) -> None:
        """Tells other processes, once the transaction is durable, that the log has grown."""


def insertions(
    verb: str, into: str, rows: Sequence[Sequence[Any]], conflict: str
) -> Iterator[tuple[str, list[Any], int]]:
    """Statements that insert all rows, each with its parameters, and how many of them make a row.

    One statement for many rows is worked off by the database in one go, where one for each would hand over between
    this program and the database every time. They come in few sizes, so that few statements serve all batches and
    stay prepared.
    """
    start, left = 0, len(rows)
    while left:
        size = _largest_size(left)
        columns = len(rows[0])
        sql = _insertion(verb, into, columns, size, conflict)
        yield sql, list(chain.from_iterable(rows[start : start + size])), columns
        start, left = start + size, left - size


def marks(values: Sequence[object]) -> str:
    """A question mark for each, to stand in brackets."""
    return ",".join("?" * len(values))


@cache
def _largest_size(rows: int) -> int:
    return max(size for size in _SIZES if size <= rows)


@cache
def _insertion(verb: str, into: str, columns: int, size: int, conflict: str) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"{verb} INTO {into} VALUES {', '.join([row] * size)} {conflict}".rstrip()
