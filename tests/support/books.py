"""Books for tests: balances that add up what events move, beside the table that the same events change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from houserules.ledger import MAIN_METER, OPERATOR, SECONDARY_METER, Account, Posting, postings
from houserules.play import AnyEvent, Table, evolve


class Books:
    """Begin at a table whose meters the operator has filled."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._balances: Counter[Account] = Counter({MAIN_METER: table.main, SECONDARY_METER: table.secondary})
        self._balances[OPERATOR] -= table.main + table.secondary

    def post(self, *happened: AnyEvent) -> list[Posting]:
        moves: list[Posting] = []
        for event in happened:
            moves.extend(moved := postings(self.table, event))
            self.table = evolve(self.table, event)
            for move in moved:
                self._balances[move.source] -= move.amount
                self._balances[move.target] += move.amount
        return moves

    def balance(self, account: Account) -> int:
        return self._balances[account]

    @property
    def total(self) -> int:
        """Always zero: money is moved, never made."""
        return sum(self._balances.values())


def posted(table: Table, happened: Iterable[AnyEvent]) -> list[Posting]:
    """What these events move, from a table that stood so before them."""
    return Books(table).post(*happened)
