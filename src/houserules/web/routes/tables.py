"""The lobby, a table as a person may see it, requests to it, its rules, and the hands played there."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, cast

from litestar import Request, Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Raw, Struct

from houserules.app import (
    LIVE,
    PRACTICE,
    AnyRequest,
    Dollars,
    House,
    Seconds,
    Steps,
    changed_settings,
    default_settings,
    floor_shapes,
    hand_shapes,
    history,
    in_lobby,
    insist_may_open,
    odds_shown,
    rule_shapes,
    rules_shown,
    table_shapes,
    verb_of,
)
from houserules.log import Log
from houserules.money import parse_dollars
from houserules.web.authentication import TheHouse, ThePerson, caller_of
from houserules.web.errors import documented
from houserules.web.parameters import (
    BeforeHand,
    Desk,
    FeedId,
    FewHands,
    HandNumber,
    MeterName,
    ShownName,
    TableId,
    ViewWanted,
)  # fmt: skip
from houserules.web.responses import FOR_EVERYBODY
from houserules.web.submissions import Submitted, read_submission


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    kind: Literal["practice", "live"] = "practice"
    name: ShownName | None = None
    meter: MeterName | None = None
    """A meter that this table shares with others; absent: one of its own."""
    automatic: Steps | None = None
    """The steps that the service takes automatically; absent: all, except second looks at a live table, which it
    never takes automatically."""
    betting_seconds: Seconds | None = None
    decision_seconds: Seconds | None = None
    least_tray: Dollars | None = None
    entered_cards: bool | None = None
    """Whether cards may be entered by hand, which cannot be verified; absent: at practice tables only. At a live
    table a second person confirms them. It stays as it was when the table was opened."""


@get("/", responses=documented())
async def lobby(house: TheHouse, request: Request[Any, Any, Any]) -> list[table_shapes.TableInLobby]:
    """Every table that is open, for anybody to see; who is signed in is told which are theirs."""
    person = caller_of(request.scope).person(house)
    account = person.account if person is not None else ""
    return [in_lobby(house, live, account) for live in house.live_tables() if not live.state.table.closed]


@post("/", status_code=201, responses=documented(401, 403, 409, 422))
async def open_table(data: JSONBody[NewTable], house: TheHouse, person: ThePerson) -> table_shapes.TableInLobby:
    """Open a table. Live ones need a submission that is lawful and approved, and a pit manager."""
    insist_may_open(person, data.kind)
    filed = await read_submission(data.submission)
    name = data.name or ("Live table" if data.kind == LIVE else f"{person.name}'s table")
    kind = LIVE if data.kind == LIVE else PRACTICE
    least_tray = parse_dollars(data.least_tray) if data.least_tray is not None else None
    settings = changed_settings(
        default_settings(kind),
        data.automatic,
        data.betting_seconds,
        data.decision_seconds,
        least_tray,
        data.entered_cards,
    )  # fmt: skip
    live = await house.openings.open(
        filed, kind, name, person.account, settings=settings, meter=data.meter, passing=person.guest
    )
    return in_lobby(house, live, person.account)


@get("/{table_id:str}", responses=documented(401, 403, 404))
async def see_table(
    table_id: TableId, house: TheHouse, person: ThePerson, desk: Desk = "player"
) -> table_shapes.TableView:
    """The table as the caller may see it from this desk."""
    return cast(table_shapes.TableView, Raw(house.table(table_id).view_in_json(person, desk)))


@get("/{table_id:str}/rules", responses=documented(404), opt=FOR_EVERYBODY)
async def see_rules(table_id: TableId, house: TheHouse) -> rule_shapes.RulesShown:
    """What may be wagered here, how it pays, and the steps of a round, each with its clause."""
    return rules_shown(house.table(table_id).rules)


@get("/{table_id:str}/odds", responses=documented(404))
async def odds(table_id: TableId, house: TheHouse) -> floor_shapes.OddsShown:
    """The house edge of every wager here and how often it wins, exact, under best play; the progressive at its
    initial amount. What is not known yet is left out while it is computed."""
    return odds_shown(await house.theories.figures(house.table(table_id).rules.submission))


@post("/{table_id:str}/commands", status_code=200, responses=documented(401, 403, 404, 409, 413, 422, 503))
async def command(
    table_id: TableId,
    data: JSONBody[AnyRequest],
    house: TheHouse,
    person: ThePerson,
    request: Request[Any, Any, Any],
    feed: FeedId = None,
    desk: Desk = "player",
    view: ViewWanted = "whole",
) -> table_shapes.CommandAnswer:
    """Ask something of a table. The answer is given after it is kept; a retry with the same id changes nothing."""
    caller_of(request.scope).command = verb_of(data).name
    table = house.table(table_id)
    if view == "none":
        return cast(table_shapes.CommandAnswer, await table.handle(person, data))
    with house.subscribers.answering(feed, person.account, table.state.stream) as followed:
        reply = await table.handle(person, data)
        return cast(table_shapes.CommandAnswer, Raw(table.answer(reply, person, followed, desk)))


@get(
    "/{table_id:str}/advice",
    responses={
        **documented(401, 403, 404, 422),
        202: ResponseSpec(
            table_shapes.AdviceShown, description="It is being worked out: ask again.", generate_examples=False
        ),
    },
)
async def advice(table_id: TableId, house: TheHouse, person: ThePerson) -> Response[table_shapes.AdviceShown]:
    """The exact value of each option, at practice tables only. A live table has no such thing.

    202 while it is being worked out: ask again.
    """
    live = house.table(table_id)
    shown = await house.coach.advise(live.rules.submission, live.state, person)
    if shown["computing"]:
        return Response(shown, status_code=202, headers={"Retry-After": "1"})
    return Response(shown)


@get("/{table_id:str}/hands", responses=documented(401, 404))
async def recall(
    table_id: TableId, house: TheHouse, person: ThePerson, limit: FewHands = 10, before: BeforeHand = None
) -> list[hand_shapes.RecalledHand]:
    """The last hands, newest first, as the caller may remember them."""
    stream = house.table(table_id).state.stream
    return await asyncio.to_thread(_recalled, house.log, stream, person.account, limit, before)


def _recalled(log: Log, stream: str, account: str, limit: int, before: int | None) -> list[hand_shapes.RecalledHand]:
    return [history.as_seen_by(log, hand, account) for hand in history.last_hands(log, stream, limit, before)]


async def found_hand(house: House, table_id: str, number: int) -> history.Hand:
    """Any hand ever dealt here. It is read in a thread in the background, so that tables do not wait for it."""
    return await asyncio.to_thread(history.find_hand, house.log, house.table(table_id).state.stream, number)


@get("/{table_id:str}/hands/{number:int}", responses=documented(401, 404))
async def hand(table_id: TableId, number: HandNumber, house: TheHouse, person: ThePerson) -> hand_shapes.RecalledHand:
    """Any hand ever dealt here, as the caller may remember it."""
    found = await found_hand(house, table_id, number)
    return await asyncio.to_thread(history.as_seen_by, house.log, found, person.account)


@get("/{table_id:str}/hands/{number:int}/openings", responses=documented(401, 404))
async def openings(table_id: TableId, number: HandNumber, house: TheHouse, person: ThePerson) -> hand_shapes.Openings:
    """Proof that the cards one saw are those that were sealed before betting closed."""
    found = await found_hand(house, table_id, number)
    return await asyncio.to_thread(history.openings, found, person.account)


table_router = Router(
    "/api/tables",
    route_handlers=[lobby, open_table, see_table, see_rules, odds, command, advice, recall, hand, openings],
    tags=["tables"],
)
