"""The caller's own hands at all tables, their results, and how to export or erase them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from litestar import Response, Router, delete, get
from litestar.params import QueryParameter

from houserules.app import own_history
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented
from houserules.web.parameters import FewHands, Moment

_Table = Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
_Rulebook = Annotated[str | None, QueryParameter(max_length=20, pattern=r"^[A-Za-z0-9_-]+\Z")]
_Outcome = Annotated[Literal["won", "lost"] | None, QueryParameter()]
_Kind = Annotated[Literal["live", "practice"] | None, QueryParameter()]


@get("/", responses=documented(401))
async def own_hands(
    house: TheHouse,
    person: ThePerson,
    limit: FewHands = 20,
    before: Moment = None,
    table: _Table = None,
    rulebook: _Rulebook = None,
    outcome: _Outcome = None,
    kind: _Kind = None,
) -> own_history.OwnHands:
    """One's own hands, the newest first, as one may remember them."""
    wanted = own_history.Filter(table, rulebook, outcome, kind)
    return await asyncio.to_thread(house.history.page, person.account, wanted, limit, before)


@get("/statistics", responses=documented(401))
async def statistics(
    house: TheHouse, person: ThePerson, table: _Table = None, rulebook: _Rulebook = None, kind: _Kind = None
) -> own_history.Statistics:
    """What one's last hands came to, by wager and by decision, beside what best play brings on average."""
    return await house.history.statistics(person.account, own_history.Filter(table, rulebook, None, kind))


@get("/export", responses=documented(401))
async def export(house: TheHouse, person: ThePerson, before: Moment = None) -> Response[own_history.OwnFile]:
    """One's own hands as a file, 500 at a time."""
    content = await asyncio.to_thread(house.history.file, person.account, before)
    headers = {"Content-Disposition": 'attachment; filename="houserules-history.json"'}
    return Response(content, headers=headers)


@delete("/", responses=documented(401, 403))
async def erase(house: TheHouse, person: ThePerson) -> None:
    """Erase one's history: hands are shown no more, answers of lessons are removed from the log. The house keeps the
    records of its tables."""
    await house.history.erase(person.account)


history_router = Router("/api/history", route_handlers=[own_hands, statistics, export, erase], tags=["history"])
