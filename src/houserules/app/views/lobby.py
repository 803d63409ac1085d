"""A table as the lobby shows it, to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.app.views.table_shapes import TableInLobby
from houserules.money import format_dollars

if TYPE_CHECKING:
    from houserules.app.house.house import House
    from houserules.app.table.live_table import LiveTable


def in_lobby(house: House, live: LiveTable, account: str) -> TableInLobby:
    """``account`` is the viewer's; it is empty if nobody is signed in."""
    state, table, meter = live.state, live.rules.submission.table, live.meter
    return {
        "table": state.id,
        "name": state.name,
        "kind": state.kind,
        "rulebook": live.rules.book.id,
        "game": live.rules.book.title,
        "jurisdiction": live.rules.book.jurisdiction,
        "minimum": format_dollars(table.minimum),
        "maximum": format_dollars(table.maximum),
        "seats": table.seats,
        "open_seats": table.seats - len(state.sittings),
        "meter": {"id": meter.id, "main": format_dollars(meter.main)} if meter else None,
        "phase": state.phase.value if state.phase else "waiting",
        "entered_cards": state.settings.entered_cards,
        "closed": state.table.closed,
        "trouble": house.subscribers.troubles.get(state.stream),
        "seat": state.seat_of(account),
        "own": state.opened_by == account,
    }
