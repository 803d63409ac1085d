"""The accounts of one table, and transfers between accounts. What a transfer takes from one account it gives to
another."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final

from msgspec import Struct


class AccountKind(Enum):
    FELT = "felt"
    """What lies on the layout, undecided. It is empty when a round ends."""
    HOUSE = "house"
    """The table inventory: it pays what wins and takes what loses."""
    OPERATOR = "operator"
    """Owes what the meters show: it pays in what they accrue and what a reset adds."""
    MAIN_METER = "meter:main"
    SECONDARY_METER = "meter:secondary"
    PLAYER = "player"


class Account(Struct, frozen=True, gc=False, cache_hash=True):
    """An account as play knows it. The service knows which account of its books this is."""

    kind: AccountKind
    player: int = 0
    """The seat that identifies a player; 0 for all other accounts."""

    @property
    def name(self) -> str:
        return f"{self.kind.value}:{self.player}" if self.kind is AccountKind.PLAYER else self.kind.value


FELT: Final = Account(AccountKind.FELT)
HOUSE: Final = Account(AccountKind.HOUSE)
OPERATOR: Final = Account(AccountKind.OPERATOR)
MAIN_METER: Final = Account(AccountKind.MAIN_METER)
SECONDARY_METER: Final = Account(AccountKind.SECONDARY_METER)


@cache
def player(number: int) -> Account:
    """The account of a player, identified by that player's own seat."""
    return Account(AccountKind.PLAYER, number)


class Posting(Struct, frozen=True, gc=False):
    """Money that an event moves. ``status`` is ``pending`` for stakes that are on the felt, ``posted`` or ``voided``
    when they leave it."""

    source: Account
    target: Account
    amount: int
    status: str
    wager: str | None


class Transfer(Struct, frozen=True, gc=False):
    """A posting in the books of a service: the accounts by their names there, with the event and the clauses behind
    it."""

    source: str
    target: str
    amount: int
    status: str
    event: str
    wager: str | None
    clauses: tuple[str, ...]
