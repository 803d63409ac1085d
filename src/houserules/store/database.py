"""The little that the store asks of a database. SQL is written with ``?`` for parameters wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]
Query = Callable[[str, Sequence[Any]], list[Row]]
"""Runs one statement that reads."""


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


def marks(values: Sequence[object]) -> str:
    """A question mark for each, to stand in brackets."""
    return ",".join("?" * len(values))
