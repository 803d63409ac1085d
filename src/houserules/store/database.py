"""The little that the store asks of a database. SQL is written with ``?`` for parameters wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]
Query = Callable[[str, Sequence[Any]], list[Row]]
"""Runs one statement that reads."""


class Database(Protocol):
    """One connection that writes. Its errors are :class:`houserules.store.contract.StoreUnavailable` already."""

    def begin(self) -> None:
        """Begins a transaction and waits until no other process is writing."""

    def commit(self) -> None:
        """Returns when the disk has it."""

    def rollback(self) -> None:
        """Undoes what was begun. Never raises: afterwards the connection is usable again, or known to be lost."""

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]: ...

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def together(self) -> AbstractContextManager[object]:
        """Statements inside may be sent without waiting for each; what failed is raised at the end at the latest."""

    def announce(self, position: int) -> None:
        """Tells other processes, once the transaction is durable, that the log has grown."""
