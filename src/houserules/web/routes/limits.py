"""The limits that players set for themselves at live tables, and breaks."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Router, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from houserules.app import House, Kind, Refusal, own_limits
from houserules.money import format_dollars, parse_dollars
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented

_Amount = Annotated[str, Meta(max_length=16, pattern=r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?\Z")]
_MINUTES = 24 * 60


class NewLimit(Struct, frozen=True, forbid_unknown_fields=True):
    amount: _Amount | None
    """Dollars, or whole minutes; null: no limit."""


class NewBreak(Struct, frozen=True, forbid_unknown_fields=True):
    hours: Annotated[int, Meta(ge=1, le=365 * 24)]


class LimitShown(Struct, frozen=True):
    what: str
    amount: str | None
    used: str
    """Today's use, UTC: lost (won if negative), bought for, or minutes."""
    next: str | None
    """What was asked for instead, in effect from ``next_from``; null together with ``next_from`` set: no limit."""
    next_from: int | None


class LimitsShown(Struct, frozen=True):
    limits: list[LimitShown]
    break_until: int | None
    day_ends: int


def _text(what: str, amount: int | None) -> str | None:
    return None if amount is None else str(amount) if what == "minutes" else format_dollars(amount)


def _shown(house: House, account: str) -> LimitsShown:
    now = house.now()
    own, used = house.limits.used_today(account)
    shown = []
    for what, limit in own.all().items():
        waits = limit.next_from is not None and now < limit.next_from
        shown.append(
            LimitShown(
                what=what,
                amount=_text(what, limit.at(now)),
                used=_text(what, used[what]) or "0",
                next=_text(what, limit.next) if waits else None,
                next_from=limit.next_from if waits else None,
            )
        )
    day = own_limits.DAY
    return LimitsShown(shown, own.break_until if own.break_until > now else None, (now // day + 1) * day)


@get("/", responses=documented(401))
async def see_limits(house: TheHouse, person: ThePerson) -> LimitsShown:
    """Your own limits at live tables, and how much of each is used today."""
    return _shown(house, person.account)


@put("/{what:str}", status_code=200, responses=documented(401, 403))
async def set_limit(
    what: Annotated[Literal["loss", "deposit", "minutes"], PathParameter()],
    data: JSONBody[NewLimit],
    house: TheHouse,
    person: ThePerson,
) -> LimitsShown:
    """Set a limit of the day. A lower one holds at once, a higher one or none after a day."""
    _insist_account(person.guest)
    amount = None
    if data.amount is not None:
        amount = _minutes(data.amount) if what == "minutes" else parse_dollars(data.amount)
    await house.limits.set(person.account, what, amount)
    return _shown(house, person.account)


@post("/break", status_code=200, responses=documented(401, 403))
async def take_break(data: JSONBody[NewBreak], house: TheHouse, person: ThePerson) -> LimitsShown:
    """No wagers at live tables until the hours are over. It cannot be shortened."""
    _insist_account(person.guest)
    await house.limits.take_break(person.account, data.hours)
    return _shown(house, person.account)


def _insist_account(guest: bool) -> None:
    if guest:
        raise Refusal("guests_practise", "guests play at practice tables only", Kind.FORBIDDEN)


def _minutes(text: str) -> int:
    if not text.isdigit() or int(text) > _MINUTES:
        raise Refusal("malformed", f"whole minutes, {_MINUTES} at most", Kind.MALFORMED)
    return int(text)


limit_router = Router("/api/limits", route_handlers=[see_limits, set_limit, take_break], tags=["limits"])
