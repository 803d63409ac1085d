"""What the audit reads beside the events: heads, transfers and receipts, each taken as the log reaches it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houserules.log.entries import Receipt, SignedHead, Transfer
from houserules.log.reading import LogReader


class Heads:
    """Heads in the order of their sizes, taken as the log reaches them."""

    def __init__(self, heads: Iterable[SignedHead]) -> None:
        self._heads = iter(heads)
        self._next = next(self._heads, None)

    def of_size(self, size: int) -> Iterable[SignedHead]:
        while self._next is not None and self._next.size <= size:
            head, self._next = self._next, next(self._heads, None)
            if head.size == size:
                yield head

    def rest(self) -> Iterable[SignedHead]:
        if self._next is not None:
            yield self._next


class Transfers:
    """Transfers in the order of positions, taken as the log reaches them."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)
        self._strays: list[int] = []

    def of(self, position: int) -> tuple[Transfer, ...] | None:
        moves = []
        while self._next is not None and self._next[0] <= position:
            row, self._next = self._next, next(self._rows, None)
            if row[0] < position:
                self._strays.append(row[0])
            else:
                moves.append(row)
        try:
            return tuple(_transfer(row) for row in moves)
        except ValueError:
            return None

    def rest(self) -> Iterable[int]:
        yield from self._strays
        if self._next is not None:
            yield self._next[0]


def _transfer(row: tuple[Any, ...]) -> Transfer:
    _, _, source, target, amount, detail = row
    are_texts = all(isinstance(text, str) for text in (source, target, detail))
    if not are_texts or not isinstance(amount, int) or amount <= 0:
        raise ValueError("not a transfer")
    return Transfer(source, target, amount, detail)


class Receipts:
    """The receipt of a command, looked up once for all of its events."""

    def __init__(self, log: LogReader) -> None:
        self._log = log
        self._recent: dict[str, Receipt | None] = {}

    def of(self, command_id: str) -> Receipt | None:
        if command_id not in self._recent:
            if len(self._recent) > 1:
                self._recent.pop(next(iter(self._recent)))
            self._recent[command_id] = self._log.receipt(command_id)
        return self._recent[command_id]
