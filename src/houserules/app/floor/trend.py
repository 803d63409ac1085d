"""How a table reached its present figures: results along the way, and what went wrong on it. Read from the log."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from houserules.app.floor.report import compared, verdicts
from houserules.app.floor.theory import Figures
from houserules.app.table.events import AUTOMATION, ResultFlagged, TrayFilled
from houserules.app.table.folding import decode
from houserules.app.table.state import TableState, WagerResult
from houserules.app.views.floor_shapes import Compared, Incident
from houserules.log import Log, Stored
from houserules.money import format_dollars
from houserules.records import past_name

POINTS: Final = 48
"""As many points as a small chart can show."""

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


class Point(Struct, frozen=True):
    """What each wager had brought at a given version of the table: a part of :class:`TableState`, read as such."""

    version: int
    results: tuple[WagerResult, ...]


_point: Final = msgspec.json.Decoder(Point)
_points: Final = msgspec.json.Decoder(tuple[Point, ...])


def course_of(log: Log, state: TableState, figures: Figures) -> dict[str, list[Compared]]:
    """By wager: the result, the expected value and the band, at roughly equal steps up to now."""
    now = Point(state.version, state.results)
    before = [point for point in points_of(log, state.stream, state.version) if point.results != now.results]
    found: dict[str, list[Compared]] = {}
    for point in (*before, now):
        for each in verdicts(point.results, figures):
            if each.hands:
                found.setdefault(each.wager, []).append(compared(each))
    return found


def points_of(log: Log, stream: str, upto: int) -> list[Point]:
    """The state of the table at roughly equal steps up to a version, taken from its snapshots; where retention
    removed those, from what it kept."""
    kept = log.snapshot(past_name(stream), upto)
    past = _points.decode(kept.data) if kept is not None else ()
    found = {}
    for step in range(1, POINTS + 1):
        point = _newest(log, stream, past, upto * step // POINTS)
        if point is not None:
            found[point.version] = point
    return list(found.values())


def _newest(log: Log, stream: str, past: tuple[Point, ...], upto: int) -> Point | None:
    snapshot = log.snapshot(stream, upto)
    points = [point for point in past if point.version <= upto]
    if snapshot is not None and (not points or snapshot.version > points[-1].version):
        return _point.decode(snapshot.data)
    return points[-1] if points else None


def past_of(log: Log, stream: str, upto: int) -> bytes:
    """What retention keeps of the snapshots that it removes: totals by wager, and no cards of any round."""
    return msgspec.json.encode(points_of(log, stream, upto))


def incidents_of(log: Log, stream: str) -> list[Incident]:
    """What went wrong, and what was brought to the table or taken from it; newest first."""
    stored = [each for name in _INCIDENTS for each in log.latest(stream, name, limit=_EACH)]
    return [_incident(each) for each in sorted(stored, key=lambda each: -each.version) if each.data is not None]


def _incident(stored: Stored) -> Incident:
    assert stored.data is not None
    event = decode(stored.data)
    told = {name: getattr(event, name) for name in _TOLD if hasattr(event, name)}
    if hasattr(event, "amount"):
        told["amount"] = format_dollars(event.amount)
    # Such an event is kept with the person who asked for something else just then.
    by_itself = isinstance(event, ResultFlagged) or (isinstance(event, TrayFilled) and event.by_itself)
    return {
        "at": stored.at, "position": stored.position, "event": stored.name,
        "actor": AUTOMATION if by_itself else stored.actor,
        "clauses": list(getattr(event, "clauses", ())), "facts": told,
    }  # fmt: skip
