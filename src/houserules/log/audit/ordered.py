"""Heads and transfers, which the audit reads beside the events, each taken when the log reaches it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from houserules.log.entries import Transfer

Item = TypeVar("Item")


class Ordered(Generic[Item]):
    """Items in the order of the positions that ``place`` returns. ``following`` is the first that was not taken
    yet."""

    def __init__(self, items: Iterable[Item], place: Callable[[Item], int]) -> None:
        self._items = iter(items)
        self._place = place
        self.following = next(self._items, None)

    def upto(self, position: int) -> Iterator[Item]:
        while self.following is not None and self._place(self.following) <= position:
            item, self.following = self.following, next(self._items, None)
            yield item


class Transfers:
    """Transfers as they are in the database, which may not be what the log wrote."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows = Ordered(rows, lambda row: row[0])
        self._strays: list[int] = []

    def of(self, position: int) -> tuple[Transfer, ...] | None:
        """Those of an event; None if they are not transfers."""
        rows = list(self._rows.upto(position))
        self._strays += [row[0] for row in rows if row[0] < position]
        moves = [row[2:] for row in rows if row[0] == position]
        return tuple(Transfer(*move) for move in moves) if all(map(_is_transfer, moves)) else None

    def strays(self) -> Iterator[int]:
        """Positions that have transfers but no event."""
        yield from self._strays
        if self._rows.following is not None:
            yield self._rows.following[0]


def _is_transfer(move: tuple[Any, ...]) -> bool:
    source, target, amount, detail = move
    are_texts = all(isinstance(text, str) for text in (source, target, detail))
    return are_texts and isinstance(amount, int) and amount > 0
