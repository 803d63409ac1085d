"""The money of the audit: balances worked out from transfers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from houserules.ledger import Transfer
from houserules.store.audit_places import Places
from houserules.store.contract import TABLE_PREFIX, Stored, felt_of
from houserules.store.tables import CLOSED


class Money:
    def __init__(self, span_bits: int) -> None:
        self.count = 0
        self._balances: dict[str, int] = {}
        self._places = Places(span_bits)

    def post(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, int]]:
        """Moves the money of one event; yields a felt that is not empty although its round closes."""
        for move in moves:
            self._balances[move.source] = self._balances.get(move.source, 0) - move.amount
            self._balances[move.target] = self._balances.get(move.target, 0) + move.amount
            for account in (move.source, move.target):
                self._places.add(account, stored.position)
        self.count += len(moves)
        if stored.name == CLOSED and stored.stream.startswith(TABLE_PREFIX):
            felt = felt_of(stored.stream)
            if balance := self._balances.get(felt, 0):
                yield felt, balance

    def differences(self, kept: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int, int]]:
        """Accounts whose kept balance is not what the transfers come to: (account, kept, computed)."""
        left = dict(self._balances)
        for account, balance in kept:
            computed = left.pop(account, 0)
            if computed != balance:
                yield account, balance, computed
        for account, computed in left.items():
            if computed:
                yield account, 0, computed

    def misplaced(self, kept: Iterable[tuple[str, int]]) -> Iterator[str]:
        """Accounts whose transfers would not all be found: (account, span) as it is kept is not as they lie."""
        return self._places.misplaced((account, span, 0) for account, span in kept)
