"""The names of accounts over the whole house. Money only ever moves between them; together they are always zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.ledger import FELT, HOUSE, MAIN_METER, OPERATOR, SECONDARY_METER, Account, Transfer, player
from houserules.records import felt_of

CAGE: Final = "cage"
"""Where fills come from and credits go, and where chips that leave a table become money again."""
_OPERATOR: Final = "operator"
"""Who owes what the progressive meters show."""
BANK: Final = "bank"
"""Where money on players' purses comes from and goes to."""
PRACTICE_BANK: Final = "practice/bank"


def purse(kind: str, account: str) -> str:
    """A player's money away from the tables; practice money is another purse and never becomes real."""
    return f"practice/purse:{account}" if kind == PRACTICE else f"purse:{account}"


def bank(kind: str) -> str:
    return PRACTICE_BANK if kind == PRACTICE else BANK


def cage(kind: str) -> str:
    return f"practice/{CAGE}" if kind == PRACTICE else CAGE


def operator(kind: str) -> str:
    return f"practice/{_OPERATOR}" if kind == PRACTICE else _OPERATOR


def tray(stream: str) -> str:
    return f"{stream}/tray"


def drop(stream: str) -> str:
    return f"{stream}/drop"


_CHIPS: Final = "/chips:"


def chips(stream: str, account: str) -> str:
    """The chips of a player at one table."""
    return f"{stream}{_CHIPS}{account}"


def chips_held(balances: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """The tables and players of all accounts of chips, among these, that are not empty."""
    for name, amount in balances:
        stream, found, account = name.partition(_CHIPS)
        if found and amount:
            yield stream, account


def main_meter(meter: str) -> str:
    return f"{meter}/main"


def secondary_meter(meter: str) -> str:
    return f"{meter}/secondary"


def moved(source: str, target: str, amount: int, event: str) -> Transfer:
    """A transfer of the house's own, outside any wager."""
    return Transfer(source, target, amount, "posted", event, None, ())


def names_at(state: TableState) -> dict[Account, str]:
    """The name in the books of each account that play knows at this table."""
    names = {FELT: felt_of(state.stream), HOUSE: tray(state.stream), OPERATOR: operator(state.kind)}
    for sitting in state.sittings:
        names[player(sitting.seat)] = chips(state.stream, sitting.account)
    if state.meter is not None:
        names[MAIN_METER], names[SECONDARY_METER] = main_meter(state.meter), secondary_meter(state.meter)
    return names
