"""Signing in and out, and the accounts that administrators keep."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
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
    insist,
    record_shapes,
    session_for,
    staff_requests,
)
from houserules.money import format_dollars, parse_dollars
from houserules.web.authentication import (
    TheHouse,
    ThePerson,
    caller_of,
    session_cookie,
)
from houserules.web.errors import documented
from houserules.web.parameters import AccountInPath, AccountName, RequestId, SessionId, ShownName
from houserules.web.rates import address_of
from houserules.web.routes.welcome import Keep, SignedIn, browser_of, signed_in, welcome
from houserules.web.settings import TheSettings

AnyRequest = Request[Any, Any, Any]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


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


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class OwnPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    old: Annotated[str, Meta(max_length=200)] | None = None
    """Required, unless there is none yet or a one-time link was used to sign in."""


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
    """Wrong passwords since the last successful sign-in."""
    made_by: str
    """Who asked for the account or for its present roles."""
    approved_by: str
    """Who else approved that; empty if nobody had to."""
    subject: str
    """The identifier by which the operator's OpenID provider knows this person; empty: none."""


class SessionShown(Struct, frozen=True):
    session: str
    opened_at: int
    heard_at: int
    """When something was last done in it, as far as this service knows."""
    until: int
    current: bool


class RequestAsked(Struct, frozen=True):
    """That something waits for another administrator."""

    request: str


class RequestShown(Struct, frozen=True):
    request: str
    by: str
    at: int
    change: str
    account: str
    roles: list[str]
    amount: str | None
    subject: str | None
    """The identifier by which the provider is to know the person; empty: none any more."""


class RequestDone(Struct, frozen=True):
    request: str
    account: str
    balance: str | None
    """What the purse holds now, if money was moved."""


@post("/", status_code=201, responses=documented(401, 403, 409))
async def sign_in(data: JSONBody[SignIn], house: TheHouse, request: AnyRequest) -> Response[SignedIn]:
    """Sign in with a password. After five failures an address waits before it may try the same account again, from
    one second to a minute; other addresses, and browsers in which the person has signed in before, do not."""
    device = browser_of(data.keep, request)
    session = await house.people.sign_in(data.account, data.password, address_of(request.scope), device)
    return welcome(session, data.keep, house, request)


@post("/link", status_code=201, responses=documented(401, 409))
async def sign_in_by_link(data: JSONBody[SignInByLink], house: TheHouse, request: AnyRequest) -> Response[SignedIn]:
    """Sign in with the secret of a one-time link."""
    session = await house.people.sign_in_by_link(data.secret, browser_of(data.keep, request))
    return welcome(session, data.keep, house, request)


@post("/guest", status_code=201, responses=documented(403))
async def sign_in_as_guest(
    data: JSONBody[SignInAsGuest], house: TheHouse, settings: TheSettings, request: AnyRequest
) -> Response[SignedIn]:
    """Sit down without an account, at practice tables only."""
    if not settings.guests:
        raise Refusal("no_guests", "this house has no guests; sign in with an account", Kind.FORBIDDEN)
    return welcome(await house.people.welcome_guest(), data.keep, house, request)


@get("/", responses=documented(401))
async def who_am_i(request: AnyRequest, house: TheHouse, person: ThePerson) -> SignedIn:
    """Who is signed in here, with which roles."""
    caller = caller_of(request.scope)
    assert caller.session is not None, "somebody asks"
    return signed_in(caller.session, caller.token, house)


@delete(
    "/",
    response_class=Response,
    response_cookies=[session_cookie("ended", 0, secure=False)],
    responses=documented(401, 403, 409),
)
async def sign_out(request: AnyRequest, house: TheHouse, person: ThePerson) -> None:
    """The session ends, and its cookie goes. What a browser keeps to be known again stays: it opens nothing."""
    caller = caller_of(request.scope)
    await house.people.sign_out(caller.token)


@get("/list", responses=documented(401))
async def own_sessions(request: AnyRequest, house: TheHouse, person: ThePerson) -> list[SessionShown]:
    """Where you are signed in, the oldest first."""
    session = caller_of(request.scope).session
    assert session is not None, "somebody asks"
    return [
        SessionShown(digest[:16], until - session_for(person), heard, until, digest == session.digest)
        for digest, until, heard in house.people.sessions_of(person.account)
    ]


@delete("/list/{session_id:str}", responses=documented(401, 403, 404, 409))
async def end_session(session_id: SessionId, house: TheHouse, person: ThePerson) -> None:
    """Sign out somewhere else."""
    await house.people.end_session(person.account, session_id)


@put("/password", status_code=204, responses=documented(401, 403, 404, 409, 422))
async def change_password(
    request: AnyRequest, data: JSONBody[OwnPassword], house: TheHouse, person: ThePerson
) -> None:
    """Set your own password; a guest has none. All your other sessions end."""
    caller = caller_of(request.scope)
    await house.people.set_own_password(caller.token, data.old, data.password)


@get("/purse", responses=documented(401))
async def own_purse(house: TheHouse, person: ThePerson) -> record_shapes.Purse:
    """What the signed-in person has away from the tables."""
    live, practice = (house.purse_of(kind, person.account) for kind in (LIVE, PRACTICE))
    return {"live": format_dollars(live), "practice": format_dollars(practice)}


session_router = Router(
    "/api/session",
    route_handlers=[
        sign_in, sign_in_by_link, sign_in_as_guest, who_am_i, sign_out, change_password, own_purse, own_sessions,
        end_session,
    ],
    tags=["session"],
)  # fmt: skip


def _shown(account: Account) -> AccountShown:
    return AccountShown(
        account.id, account.name, list(account.jobs), account.guest, account.closed, account.failures,
        account.made_by, account.approved_by, account.identity[1],
    )  # fmt: skip


@get("/", responses=documented(401, 403))
async def people(house: TheHouse, person: ThePerson) -> list[AccountShown]:
    """Every account but those of guests, with its roles and who made it."""
    insist(person, "see_people")
    return [_shown(account) for account in await house.people.all_but_guests()]


ASKED = {202: ResponseSpec(RequestAsked, description="It waits for another administrator.", generate_examples=False)}
AccountAnswer = Response[AccountShown | RequestAsked]
CageAnswer = Response[record_shapes.Funded | RequestAsked]


async def ask(house: House, person: Person, what: staff_requests.AnyChange, done: int = 200) -> AccountAnswer:
    insist(person, "change_people")
    asked = await house.requests.ask(what, person.account)
    if isinstance(asked, str):
        return Response(RequestAsked(asked), status_code=202)
    found = house.people.find(what.account)
    assert found is not None, "no account is ever gone"
    return Response(_shown(found), status_code=done)


def _in_order(roles: tuple[Job, ...]) -> tuple[str, ...]:
    return tuple(sorted({role.value for role in roles}))


@post("/", status_code=201, responses={**documented(401, 403, 409, 422), **ASKED})
async def open_account(data: JSONBody[NewAccount], house: TheHouse, person: ThePerson) -> AccountAnswer:
    """A new account. One with another role than player waits for another administrator, once there is one (202). Its
    owner sets another password before anything else."""
    insist(person, "change_people")
    kept = await house.people.hashed(data.password, data.account)
    what = staff_requests.OpenAccount(data.account, data.name, _in_order(data.roles), kept)
    return await ask(house, person, what, 201)


@put("/{account:str}/roles", responses={**documented(401, 403, 404, 409), **ASKED})
async def change_roles(
    account: AccountInPath, data: JSONBody[NewRoles], house: TheHouse, person: ThePerson
) -> AccountAnswer:
    """Other roles for somebody else; with another administrator's approval (202), once there is one."""
    return await ask(house, person, staff_requests.ChangeRoles(account, _in_order(data.roles)))


@put("/{account:str}/password", responses={**documented(401, 403, 404, 409, 422), **ASKED})
async def reset_password(
    account: AccountInPath, data: JSONBody[NewPassword], house: TheHouse, person: ThePerson
) -> AccountAnswer:
    """A new password for somebody else, with another administrator's approval (202), once there is one. All sessions
    of that person end, and the person sets another one before anything else."""
    insist(person, "change_people")
    kept = await house.people.hashed(data.password, account)
    return await ask(house, person, staff_requests.SetPassword(account, kept))


@delete("/{account:str}", status_code=200, responses={**documented(401, 403, 404, 409, 422), **ASKED})
async def close_account(account: AccountInPath, house: TheHouse, person: ThePerson) -> AccountAnswer:
    """Close an account that sits nowhere and has no money: chips are cashed out, purses paid out first. One of staff
    with another administrator's approval (202), once there is one."""
    return await ask(house, person, staff_requests.CloseAccount(account))


@post("/{account:str}/funds", status_code=201, responses={**documented(401, 403, 404, 409, 422), **ASKED})
async def fund(account: AccountInPath, data: JSONBody[NewFunds], house: TheHouse, person: ThePerson) -> CageAnswer:
    """Money that a player paid in at the cage; real money with another administrator's approval (202)."""
    return await _at_the_cage(staff_requests.PayIn, account, data, house, person)


@post("/{account:str}/payouts", status_code=201, responses={**documented(401, 403, 404, 409, 422), **ASKED})
async def pay_out(account: AccountInPath, data: JSONBody[NewFunds], house: TheHouse, person: ThePerson) -> CageAnswer:
    """Money that a player was paid at the cage, from the purse; real money with another administrator's approval
    (202)."""
    return await _at_the_cage(staff_requests.PayOut, account, data, house, person)


async def _at_the_cage(
    way: type[staff_requests.PayIn | staff_requests.PayOut],
    account: str,
    data: NewFunds,
    house: House,
    person: Person,
) -> CageAnswer:
    insist(person, "fund_purse")
    what = way(account, data.kind, parse_dollars(data.amount))
    asked = await house.requests.ask(what, person.account, data.command_id)
    if isinstance(asked, str):
        return Response(RequestAsked(asked), status_code=202)
    assert asked is not None, "a purse holds something"
    shown: record_shapes.Funded = {"account": account, "kind": data.kind, "balance": format_dollars(asked)}
    return Response(shown, status_code=201)


@get("/requests", responses=documented(401, 403))
async def requests(house: TheHouse, person: ThePerson) -> list[RequestShown]:
    """What one administrator has asked for and another is to approve, oldest first."""
    insist(person, "see_people")
    return [_request(each) for each in house.requests.waiting()]


def _request(each: staff_requests.Waiting) -> RequestShown:
    what = each.what
    change, amount = type(what).__struct_config__.tag, getattr(what, "amount", None)
    return RequestShown(
        each.request, each.by, each.at, str(change), what.account, list(getattr(what, "roles", ())),
        None if amount is None else format_dollars(amount), getattr(what, "subject", None),
    )  # fmt: skip


@post("/requests/{request_id:str}/approval", status_code=200, responses=documented(401, 403, 404, 409, 422))
async def approve_request(request_id: RequestId, house: TheHouse, person: ThePerson) -> RequestDone:
    """Approve what another administrator has asked for; it is done at once. Nobody approves what they asked for, or
    what is about themselves."""
    insist(person, "change_people")
    done, held = await house.requests.approve(request_id, person.account)
    return RequestDone(request_id, done.what.account, None if held is None else format_dollars(held))


@delete("/requests/{request_id:str}", responses=documented(401, 403, 404, 409))
async def decline_request(request_id: RequestId, house: TheHouse, person: ThePerson) -> None:
    """Decline what another administrator has asked for, or take back what you asked for yourself."""
    insist(person, "change_people")
    await house.requests.decline(request_id, person.account)


people_router = Router(
    "/api/people",
    route_handlers=[
        people, open_account, change_roles, reset_password, close_account, fund, pay_out, requests, approve_request,
        decline_request,
    ],
    tags=["people"],
)  # fmt: skip
