"""The names of accounts over the whole house. Money only ever moves between them; together they are always zero."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.ledger import FELT, HOUSE, MAIN_METER, SECONDARY_METER, Transfer
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


def house_wide(state: TableState, transfer: Transfer) -> Transfer:
    """A transfer of the ledger under the names of the whole house."""
    return replace(
        transfer,
        source=_named(state, transfer.source, transfer.event),
        target=_named(state, transfer.target, transfer.event),
    )


def _named(state: TableState, account: str, event: str) -> str:
    if account == FELT:
        return felt_of(state.stream)
    if account == HOUSE:
        return operator(state.kind) if event == _METER_CHANGED else tray(state.stream)
    if account in (MAIN_METER, SECONDARY_METER):
        assert state.meter is not None, "only a table with a meter moves one"
        return main_meter(state.meter) if account == MAIN_METER else secondary_meter(state.meter)
    sitting = state.sitting(int(account.removeprefix("player:")))
    assert sitting is not None, "only who sits at the table can bet there"
    return chips(state.stream, sitting.account)
