"""The names of accounts over the whole house. Money only ever moves between them; together they are always zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.ledger import FELT, HOUSE, MAIN_METER, SECONDARY_METER, Transfer, player
from houserules.records import felt_of

CAGE: Final = "cage"
"""Where fills come from and credits go, and where chips that leave a table become money again."""
OPERATOR: Final = "operator"
"""Who owes what the progressive meters show."""
BANK: Final = "bank"
"""Where money on players' purses comes from and goes to."""
PRACTICE_BANK: Final = "practice/bank"
_METER_CHANGED: Final = "progressive.meter_changed/1"


def purse(kind: str, account: str) -> str:
    """A player's money away from the tables; practice money is another purse and never becomes real."""
    return f"practice/purse:{account}" if kind == PRACTICE else f"purse:{account}"


def bank(kind: str) -> str:
    return PRACTICE_BANK if kind == PRACTICE else BANK


def cage(kind: str) -> str:
    return f"practice/{CAGE}" if kind == PRACTICE else CAGE


def operator(kind: str) -> str:
    return f"practice/{OPERATOR}" if kind == PRACTICE else OPERATOR


def tray(stream: str) -> str:
    return f"{stream}/tray"


def drop(stream: str) -> str:
    return f"{stream}/drop"


def chips(stream: str, account: str) -> str:
    return f"{stream}/chips:{account}"


def main_meter(meter: str) -> str:
    return f"{meter}/main"


def secondary_meter(meter: str) -> str:
    return f"{meter}/secondary"


def moved(source: str, target: str, amount: int, event: str) -> Transfer:
    """A transfer of the house's own, outside any wager."""
    return Transfer(source, target, amount, "posted", event, None, ())


def house_wide(state: TableState, moves: Iterable[Sequence[Transfer]]) -> list[tuple[Transfer, ...]]:
    """The transfers that each event of a command means, under the names of the whole house instead of the ledger's
    own, which names players by their seats."""
    names = {FELT: felt_of(state.stream), HOUSE: tray(state.stream)}
    for sitting in state.sittings:
        names[player(sitting.seat)] = chips(state.stream, sitting.account)
    if state.meter is not None:
        names[MAIN_METER], names[SECONDARY_METER] = main_meter(state.meter), secondary_meter(state.meter)
    of_meter = {**names, HOUSE: operator(state.kind)}
    return [
        tuple([_named(each, of_meter if each.event == _METER_CHANGED else names) for each in some]) for some in moves
    ]


def _named(transfer: Transfer, names: Mapping[str, str]) -> Transfer:
    return Transfer(
        names[transfer.source], names[transfer.target], transfer.amount, transfer.status, transfer.event,
        transfer.wager, transfer.clauses,
    )  # fmt: skip
