"""The names of accounts across the house. Money only ever moves between them; their sum is always zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from houserules.app.table import events as f
from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.ledger import FELT, HOUSE, MAIN_METER, OPERATOR, SECONDARY_METER, Account, Transfer, player
from houserules.records import felt_of

CAGE: Final = "cage"
"""Source of fills and target of credits; chips that leave a table become money again here."""
_OPERATOR: Final = "operator"
"""The account that owes what the progressive meters show."""
BANK: Final = "bank"
"""Where money in players' purses comes from and goes to."""
PRACTICE_BANK: Final = "practice/bank"


def purse(kind: str, account: str) -> str:
    """A player's money away from the tables; practice money has a separate purse and never becomes real."""
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
    """The tables and players of the non-empty chip accounts among these."""
    for name, amount in balances:
        stream, found, account = name.partition(_CHIPS)
        if found and amount:
            yield stream, account


def is_holding(name: str) -> bool:
    """Whether an account cannot give more than it has: purses, chips and trays."""
    return name.startswith(("purse:", "practice/purse:")) or _CHIPS in name or name.endswith("/tray")


def main_meter(meter: str) -> str:
    return f"{meter}/main"


def secondary_meter(meter: str) -> str:
    return f"{meter}/secondary"


def moved(source: str, target: str, amount: int, event: str) -> Transfer:
    """A transfer made by the house itself, outside any wager."""
    return Transfer(source, target, amount, "posted", event, None, ())


def names_at(state: TableState) -> dict[Account, str]:
    """The name in the books of each account that play knows at this table."""
    names = {FELT: felt_of(state.stream), HOUSE: tray(state.stream), OPERATOR: operator(state.kind)}
    for sitting in state.sittings:
        names[player(sitting.seat)] = chips(state.stream, sitting.account)
    if state.meter is not None:
        names[MAIN_METER], names[SECONDARY_METER] = main_meter(state.meter), secondary_meter(state.meter)
    return names


def table_transfers(state: TableState, fact: f.TableFact, lent: int = 0) -> tuple[Transfer, ...]:
    """What a fact moves at a table in this state; ``lent`` is practice money for chips that the purse could not pay
    for. :mod:`houserules.ledger` says what play moves."""
    name = type(fact).__struct_config__.tag
    assert isinstance(name, str)
    pairs: tuple[tuple[str, str, int], ...] = ()
    match fact:
        case f.TableOpened(kind=kind, tray=amount):
            pairs = ((cage(kind), tray(state.stream), amount),)
        case f.ChipsBought(account=account, amount=amount):
            own = purse(state.kind, account)
            pairs = (
                (bank(state.kind), own, lent),
                (own, drop(state.stream), amount),
                (tray(state.stream), chips(state.stream, account), amount),
            )
        case f.ChipsCashed(account=account, amount=amount):
            pairs = (
                (chips(state.stream, account), cage(state.kind), amount),
                (cage(state.kind), purse(state.kind, account), amount),
            )
        case f.TrayFilled(amount=amount):
            pairs = ((cage(state.kind), tray(state.stream), amount),)
        case f.TrayCredited(amount=amount):
            pairs = ((tray(state.stream), cage(state.kind), amount),)
        case _:
            pass
    return tuple(moved(source, target, amount, name) for source, target, amount in pairs if amount)
