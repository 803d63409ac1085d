"""Accounts and the transfers between them. Every transfer takes from one account what it gives to another."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

FELT: Final = "felt"
"""What lies on the layout, undecided. It is empty when a round ends."""
HOUSE: Final = "house"
"""The table inventory and whatever else the operator pays from."""
MAIN_METER: Final = "meter:main"
SECONDARY_METER: Final = "meter:secondary"


def player(number: int) -> str:
    """The account of a player, named by that player's own seat."""
    return f"player:{number}"


class Transfer(Struct, frozen=True, gc=False):
    """``status`` is ``pending`` for stakes that lie on the felt, ``posted`` or ``voided`` when they leave it."""

    source: str
    target: str
    amount: int
    status: str
    event: str
    wager: str | None
    clauses: tuple[str, ...]


class Ledger(Struct, frozen=True):
    """Balances by account, and which player bets at which seat in the round that is on."""

    balances: tuple[tuple[str, int], ...] = ()
    players: tuple[tuple[int, int], ...] = ()
    collected: bool = False

    def balance(self, account: str) -> int:
        return next((amount for name, amount in self.balances if name == account), 0)

    def player_at(self, seat: int) -> str:
        return player(next(own for box, own in self.players if box == seat))

    @property
    def total(self) -> int:
        """Always zero: money is moved, never made."""
        return sum(amount for _, amount in self.balances)


def opening_ledger(main: int, secondary: int) -> Ledger:
    """What the meters show when the table opens is owed by the house."""
    balances = {HOUSE: -main - secondary, MAIN_METER: main, SECONDARY_METER: secondary}
    return Ledger(tuple((name, amount) for name, amount in balances.items() if amount))
