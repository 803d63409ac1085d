"""The floor: what waits, what is due, inventories, results against theory; and the meters."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Router, delete, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from houserules.app import (
    CommandId,
    House,
    SharedMeter,
    course_of,
    decode_meter,
    floor_report,
    floor_shapes,
    incidents_of,
    insist,
    own_id,
)
from houserules.log import Log
from houserules.money import format_dollars, parse_dollars
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented
from houserules.web.parameters import CorrectionId, Limit, MeterAmount, MeterId, TableId

Shown = dict[str, Any]


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    command_id: CommandId
    main: MeterAmount
    reason: Annotated[str, Meta(min_length=3, max_length=400)]
    secondary: MeterAmount | None = None
    """Absent: unchanged. Only for a meter whose document has a secondary part."""


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    command_id: CommandId


@get("/", responses=documented(401, 403))
async def floor(house: TheHouse, person: ThePerson) -> list[floor_shapes.FloorTable]:
    """Every open table with its inventory, what it did today, and what somebody should see to; and closed ones of
    which a flagged result was not put away."""
    insist(person, "see_floor")
    tables = [live for live in house.live_tables() if live.state.open_flags or not live.state.table.closed]
    known = await asyncio.gather(*(house.theories.figures(live.rules.submission) for live in tables))
    shown: list[floor_shapes.FloorTable] = []
    for live, figures in zip(tables, known, strict=True):
        shown.append(
            {
                **floor_report.report(
                    live.rules, live.standing, figures, house.now(), house.theories.refusal(live.rules.submission)
                ),
                "version": live.state.version,
                "phase": live.state.phase.value if live.state.phase else "waiting",
                "decks": [{"deck": deck.number, "status": deck.status.value} for deck in live.state.table.decks],
                "automatic": list(live.state.settings.automatic),
            }
        )
    return shown


@get("/{table_id:str}", responses=documented(401, 403, 404))
async def report(table_id: TableId, house: TheHouse, person: ThePerson) -> floor_shapes.FloorReport:
    """Drop, win and hold of a table by day, month and year, and each wager against exact theory with its band."""
    insist(person, "see_floor")
    live = house.table(table_id)
    figures = await house.theories.figures(live.rules.submission)
    refused = house.theories.refusal(live.rules.submission)
    return floor_report.report(live.rules, live.standing, figures, house.now(), refused)


@get("/{table_id:str}/course", responses=documented(401, 403, 404))
async def course(table_id: TableId, house: TheHouse, person: ThePerson) -> floor_shapes.Course:
    """How each wager's result came about, with the band around exact theory: enough points to draw it."""
    insist(person, "see_floor")
    live = house.table(table_id)
    figures = await house.theories.figures(live.rules.submission)
    wagers = await asyncio.to_thread(course_of, house.log, live.state, figures or {})
    return {"table": table_id, "theory_computing": figures is None, "wagers": wagers}


@get("/{table_id:str}/incidents", responses=documented(401, 403, 404))
async def incidents(table_id: TableId, house: TheHouse, person: ThePerson) -> list[floor_shapes.Incident]:
    """The last irregularities, fills and credits of a table, newest first, with their clauses."""
    insist(person, "see_floor")
    return await asyncio.to_thread(incidents_of, house.log, house.table(table_id).state.stream)


floor_router = Router("/api/floor", route_handlers=[floor, report, course, incidents], tags=["floor"])


def _meter(house: House, meter: SharedMeter) -> floor_shapes.MeterShown:
    state = meter.state
    return {
        "meter": state.id,
        "name": state.name,
        "version": state.version,
        "main": format_dollars(state.main),
        "secondary": format_dollars(state.secondary),
        "tables": house.tables_on(state.stream),
        "hits": [
            {
                "at": at, "table": hit.table, "round": hit.round, "line": hit.line, "paid": format_dollars(hit.paid),
                "from_meter": hit.from_meter,
            }
            for at, hit in reversed(state.hits)
        ],
    }  # fmt: skip


@get("/", responses=documented())
async def meters(house: TheHouse) -> list[floor_shapes.MeterShown]:
    """Every progressive meter, with its last hits, for anybody to see: they hang over the tables. Meters of practice
    tables that are closed are found by their names only."""
    return [_meter(house, meter) for meter in house.known_meters()]


@get("/{meter_id:str}", responses=documented(404))
async def meter(meter_id: MeterId, house: TheHouse) -> floor_shapes.MeterShown:
    """One meter: what it shows, its last hits, the tables on it."""
    return _meter(house, house.known_meter(meter_id))


@get("/{meter_id:str}/history", responses=documented(401, 403, 404))
async def meter_history(
    meter_id: MeterId, house: TheHouse, person: ThePerson, limit: Limit = 100
) -> list[floor_shapes.MeterEvent]:
    """Every change of the meter, newest last, and the corrections that wait."""
    insist(person, "see_meter_history")
    return await asyncio.to_thread(_meter_events, house.log, house.known_meter(meter_id).state.stream, limit)


def _meter_events(log: Log, stream: str, limit: int) -> list[floor_shapes.MeterEvent]:
    after = max(0, log.version(stream) - limit)
    return [
        {
            "version": stored.version, "at": stored.at, "actor": stored.actor, "event": stored.name,
            "data": _amounts_in_text(decode_meter(stored)),
        }
        for stored in log.read(stream, after=after)
    ]  # fmt: skip


def _amounts_in_text(event: Struct) -> Shown:
    amounts = ("main", "secondary", "main_by", "secondary_by", "paid")
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    return {name: format_dollars(value) if name in amounts else value for name, value in fields.items()}


@get("/{meter_id:str}/corrections", responses=documented(401, 403, 404))
async def corrections(meter_id: MeterId, house: TheHouse, person: ThePerson) -> list[floor_shapes.CorrectionShown]:
    """The corrections of this meter that wait to be approved."""
    insist(person, "see_meter_history")
    return [
        {
            "correction": each.correction, "by": each.by, "main": format_dollars(each.main),
            "secondary": format_dollars(each.secondary), "reason": each.reason, "seconded_by": each.seconded_by,
            "approvals": 1 + (each.size > house.corrections.bound and not each.seconded_by),
        }
        for each in house.known_meter(meter_id).state.corrections
    ]  # fmt: skip


@post("/{meter_id:str}/corrections", status_code=201, responses=documented(401, 403, 404, 409, 422))
async def propose(
    meter_id: MeterId, data: JSONBody[Proposal], house: TheHouse, person: ThePerson
) -> floor_shapes.Proposed:
    """Propose what a meter should show. Nothing moves until somebody else approves."""
    insist(person, "propose_correction")
    main = parse_dollars(data.main)
    secondary = None if data.secondary is None else parse_dollars(data.secondary)
    name = await house.corrections.propose(meter_id, main, secondary, data.reason, data.command_id, person)
    return {"correction": name}


@post(
    "/{meter_id:str}/corrections/{correction_id:str}/approval",
    status_code=200,
    responses=documented(401, 403, 404, 409, 422),
)
async def approve(
    meter_id: MeterId, correction_id: CorrectionId, data: JSONBody[Approval], house: TheHouse, person: ThePerson
) -> floor_shapes.MeterShown:
    """Approve somebody else's correction; the meter moves, and so does the money behind it. One by more than the
    house's bound waits for a second approval, by a third person."""
    insist(person, "approve_correction")
    await house.corrections.approve(meter_id, correction_id, data.command_id, person)
    return _meter(house, house.known_meter(meter_id))


@delete("/{meter_id:str}/corrections/{correction_id:str}", responses=documented(401, 403, 404, 409))
async def decline(meter_id: MeterId, correction_id: CorrectionId, house: TheHouse, person: ThePerson) -> None:
    """Decline a correction, or take back one's own; the meter stays as it is."""
    insist(person, "approve_correction")
    await house.corrections.decline(meter_id, correction_id, own_id("decline", meter_id, correction_id), person)


meter_router = Router(
    "/api/meters",
    route_handlers=[meters, meter, meter_history, corrections, propose, approve, decline],
    tags=["meters"],
)
