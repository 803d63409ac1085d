"""Signing in and out, and the accounts that administrators keep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from houserules.app import (
    LIVE,
    PRACTICE,
    Account,
    CommandId,
    Dollars,
    House,
    Job,
    Kind,
    Person,
    Refusal,
    Session,
    insist,
    purse,
    record_shapes,
)
from houserules.money import format_dollars, parse_dollars
from houserules.web.authentication import (
    TheHouse,
    ThePerson,
    caller_of,
    csrf_of,
    device_cookie,
    session_cookie,
)
from houserules.web.errors import documented
from houserules.web.limits import address_of
from houserules.web.parameters import AccountInPath, AccountName, ShownName
from houserules.web.settings import TheSettings

AnyRequest = Request[Any, Any, Any]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Keep = Literal["cookie", "bearer"]


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    account: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]
    keep: Keep = "cookie"
    """``cookie`` for browsers; ``bearer`` answers with a token for the Authorization header."""


class SignInByLink(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=200)]
    keep: Keep = "cookie"


class SignInAsGuest(Struct, frozen=True, forbid_unknown_fields=True):
    keep: Keep = "cookie"


class SignedIn(Struct, frozen=True):
    account: str
    name: str
    roles: list[str]
    guest: bool
    csrf: str
    """To be sent as ``x-csrf-token`` with every change, by those who signed in with a cookie."""
    token: str | None = None
    until: int | None = None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class OwnPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    old: Annotated[str, Meta(max_length=200)] | None = None
    """Needed, unless there is none yet or a one-time link was used to sign in."""


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    account: AccountName
    name: ShownName
    roles: Annotated[tuple[Job, ...], Meta(min_length=1, max_length=7)]
    password: Password


class NewRoles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: Annotated[tuple[Job, ...], Meta(min_length=1, max_length=7)]


class NewFunds(Struct, frozen=True, forbid_unknown_fields=True):
    command_id: CommandId
    amount: Dollars
    kind: Literal["live", "practice"] = "live"


class AccountShown(Struct, frozen=True):
    account: str
    name: str
    roles: list[str]
    guest: bool
    closed: bool
    failures: int
    """Wrong passwords since somebody last signed in."""


def _signed_in(person: Person, token: str, until: int | None = None, show_token: bool = False) -> SignedIn:
    roles = sorted(job.value for job in person.jobs)
    kept = token if show_token else None
    return SignedIn(person.account, person.name, roles, person.guest, csrf_of(token), kept, until)


def _welcome(session: Session, keep: str, house: House, request: AnyRequest) -> Response[SignedIn]:
    """A cookie that came by HTTPS is never sent in the clear; the proxy that was named says whether it did."""
    by_bearer = keep == "bearer"
    content = _signed_in(session.person, session.token, session.until, by_bearer)
    seconds = (session.until - house.now()) // 1000
    secure = request.url.scheme == "https"
    cookies = [] if by_bearer else [session_cookie(session.token, seconds, secure)]
    if session.device:
        cookies.append(device_cookie(session.device, secure))
    return Response(content, cookies=cookies)


@post("/", status_code=201, responses=documented(401, 409))
async def sign_in(data: JSONBody[SignIn], house: TheHouse, request: AnyRequest) -> Response[SignedIn]:
    """Sign in with a password. After five failures an address waits before it may try the same account again, from
    one second to a minute; other addresses, and browsers in which the person has signed in before, do not."""
    device = caller_of(request.scope).device if data.keep == "cookie" else None
    session = await house.people.sign_in(data.account, data.password, address_of(request.scope), device)
    return _welcome(session, data.keep, house, request)


@post("/link", status_code=201, responses=documented(401, 409))
async def sign_in_by_link(data: JSONBody[SignInByLink], house: TheHouse, request: AnyRequest) -> Response[SignedIn]:
    """Sign in with the secret of a one-time link."""
    return _welcome(await house.people.sign_in_by_link(data.secret), data.keep, house, request)


@post("/guest", status_code=201, responses=documented(403))
async def sign_in_as_guest(
    data: JSONBody[SignInAsGuest], house: TheHouse, settings: TheSettings, request: AnyRequest
) -> Response[SignedIn]:
    """Sit down without an account, at practice tables only."""
    if not settings.guests:
        raise Refusal("no_guests", "this house has no guests; sign in with an account", Kind.FORBIDDEN)
    return _welcome(await house.people.welcome_guest(), data.keep, house, request)


@get("/", responses=documented(401))
async def who_am_i(request: AnyRequest, person: ThePerson) -> SignedIn:
    caller = caller_of(request.scope)
    return _signed_in(person, caller.token)


@delete("/", responses=documented(401, 403, 409))
async def sign_out(request: AnyRequest, house: TheHouse, person: ThePerson) -> None:
    caller = caller_of(request.scope)
    await house.people.sign_out(caller.token)


@put("/password", status_code=204, responses=documented(401, 403, 404, 409))
async def change_password(
    request: AnyRequest, data: JSONBody[OwnPassword], house: TheHouse, person: ThePerson
) -> None:
    """Set your own password; a guest has none. All your other sessions end."""
    caller = caller_of(request.scope)
    await house.people.set_own_password(caller.token, data.old, data.password)


@get("/purse", responses=documented(401))
async def own_purse(house: TheHouse, person: ThePerson) -> record_shapes.Purse:
    """What the signed-in person has away from the tables."""
    live, practice = (house.log.balance(purse(kind, person.account)) for kind in (LIVE, PRACTICE))
    return {"live": format_dollars(live), "practice": format_dollars(practice)}


session_router = Router(
    "/api/session",
    route_handlers=[
        sign_in, sign_in_by_link, sign_in_as_guest, who_am_i, sign_out, change_password, own_purse,
    ],
    tags=["session"],
)  # fmt: skip


def _shown(account: Account) -> AccountShown:
    return AccountShown(account.id, account.name, list(account.jobs), account.guest, account.closed, account.failures)


@get("/", responses=documented(401, 403))
async def people(house: TheHouse, person: ThePerson) -> list[AccountShown]:
    insist(person, "see_people")
    return [_shown(account) for account in await house.people.all_but_guests()]


@post("/", status_code=201, responses=documented(401, 403, 422))
async def open_account(data: JSONBody[NewAccount], house: TheHouse, person: ThePerson) -> AccountShown:
    insist(person, "change_people")
    account = await house.people.open_account(
        data.account, data.name, frozenset(data.roles), data.password, person.account
    )
    return _shown(account)


@put("/{account:str}/roles", responses=documented(401, 403, 404, 409))
async def change_roles(
    account: AccountInPath, data: JSONBody[NewRoles], house: TheHouse, person: ThePerson
) -> AccountShown:
    insist(person, "change_people")
    return _shown(await house.people.change_jobs(account, frozenset(data.roles), person.account))


@put("/{account:str}/password", status_code=204, responses=documented(401, 403, 404, 409))
async def reset_password(
    account: AccountInPath, data: JSONBody[NewPassword], house: TheHouse, person: ThePerson
) -> None:
    """A new password for somebody else; all sessions of that person end."""
    insist(person, "change_people")
    await house.people.reset_password(account, data.password, person.account)


@delete("/{account:str}", responses=documented(401, 403, 404, 409, 422))
async def close_account(account: AccountInPath, house: TheHouse, person: ThePerson) -> None:
    """Close an account that sits nowhere and has no money: chips are cashed out, purses paid out first."""
    insist(person, "change_people")
    await house.cage.close_account(account, person.account)


@post("/{account:str}/funds", status_code=201, responses=documented(401, 403, 404, 409, 422))
async def fund(
    account: AccountInPath, data: JSONBody[NewFunds], house: TheHouse, person: ThePerson
) -> record_shapes.Funded:
    """Money that a player paid in at the cage."""
    return await _at_the_cage(house.cage.fund, account, data, person)


@post("/{account:str}/payouts", status_code=201, responses=documented(401, 403, 404, 409, 422))
async def pay_out(
    account: AccountInPath, data: JSONBody[NewFunds], house: TheHouse, person: ThePerson
) -> record_shapes.Funded:
    """Money that a player was paid at the cage, from the purse."""
    return await _at_the_cage(house.cage.pay_out, account, data, person)


async def _at_the_cage(
    move: Callable[[str, str, int, str, str], Awaitable[int]], account: str, data: NewFunds, person: Person
) -> record_shapes.Funded:
    insist(person, "fund_purse")
    balance = await move(account, data.kind, parse_dollars(data.amount), data.command_id, person.account)
    return {"account": account, "kind": data.kind, "balance": format_dollars(balance)}


people_router = Router(
    "/api/people",
    route_handlers=[people, open_account, change_roles, reset_password, close_account, fund, pay_out],
    tags=["people"],
)
