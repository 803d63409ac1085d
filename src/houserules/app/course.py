"""How a table came to where it stands: results along the way, and what went wrong on it. Read from the store."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.app.folding import decode
from houserules.app.shapes import Compared, Incident
from houserules.app.state import TableState
from houserules.app.theory import Figures
from houserules.app.views import dollars
from houserules.app.watching import compared, verdicts
from houserules.store import Store, Stored

POINTS: Final = 48
"""As many as a chart of a hand's breadth can show."""

_INCIDENTS: Final = (
    "round.voided/1",
    "round.card_set_aside/1",
    "round.card_drawn_in_error/1",
    "round.wagers_forfeited/1",
    "round.chip_returned/1",
    "table.shuffler_jammed/1",
    "table.device_failed/1",
    "table.device_covered/1",
    "table.dealing_changed/1",
    "table.deck_removed/1",
    "table.tray_filled/1",
    "table.tray_credited/1",
    "watch.result_flagged/1",
    "watch.flag_put_away/1",
)
_EACH: Final = 10
_TOLD: Final = ("reason", "seat", "deck", "device", "method", "wager", "alarm")


def course_of(store: Store, state: TableState, figures: Figures) -> dict[str, list[Compared]]:
    """By wager: the result, what was expected and the band, at about equal steps up to now."""
    found: dict[str, list[Compared]] = {}
    seen = -1
    for step in range(1, POINTS + 1):
        kept = store.snapshot(state.stream, upto=state.version * step // POINTS)
        at = msgspec.json.decode(kept.data, type=TableState) if kept is not None else None
        if step == POINTS:
            at = state
        if at is None or at.version <= seen:
            continue
        seen = at.version
        for each in verdicts(at, figures):
            if each.hands:
                found.setdefault(each.wager, []).append(compared(each))
    return found


def incidents_of(store: Store, stream: str) -> list[Incident]:
    """What went wrong, or was brought to the table and taken from it; newest first."""
    stored = [each for name in _INCIDENTS for each in store.latest(stream, name, limit=_EACH)]
    return [_incident(each) for each in sorted(stored, key=lambda each: -each.version) if each.data is not None]


def _incident(stored: Stored) -> Incident:
    assert stored.data is not None
    event = decode(stored.data)
    told = {name: getattr(event, name) for name in _TOLD if hasattr(event, name)}
    if hasattr(event, "amount"):
        told["amount"] = dollars(event.amount)
    return {
        "at": stored.at, "position": stored.position, "event": stored.name, "actor": stored.actor,
        "clauses": list(getattr(event, "clauses", ())), "facts": told,
    }  # fmt: skip
