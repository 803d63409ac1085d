"""Signing in through the operator's OpenID provider, and the available ways of signing in."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, Router, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta, Struct

from houserules.app import Kind, Refusal, insist, staff_requests
from houserules.web.authentication import VISIT, TheHouse, ThePerson, caller_of
from houserules.web.errors import documented
from houserules.web.hosts import TheHosts, origin_of
from houserules.web.parameters import AccountInPath
from houserules.web.routes.sessions import ASKED, AccountAnswer, ask
from houserules.web.routes.welcome import Keep, SignedIn, browser_of, welcome

AnyRequest = Request[Any, Any, Any]
_FIVE_MINUTES: Final = 300


class VisitBegun(Struct, frozen=True):
    address: str
    """Where the browser goes. It comes back to ``/sign-in`` with ``code`` and ``state``."""


class VisitDone(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=4000)]
    state: Annotated[str, Meta(min_length=1, max_length=200)]
    keep: Keep = "cookie"


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    subject: Annotated[str, Meta(max_length=255, pattern=r"^[\x20-\x7e]*\Z")]
    """The provider's identifier for the person; empty: none any more."""


class WaysIn(Struct, frozen=True):
    provider: str | None
    """The operator's name for the provider."""


@get("/api/sign-in", responses=documented(), tags=["session"])
async def ways_in(house: TheHouse) -> WaysIn:
    """Which ways of signing in there are besides accounts of this house."""
    provider = house.openid.provider
    return WaysIn(provider.title if provider is not None else None)


@post("/api/session/openid/visit", status_code=201, responses=documented(401, 422), tags=["session"])
async def begin_visit(request: AnyRequest, house: TheHouse, hosts: TheHosts) -> Response[VisitBegun]:
    """Begin to sign in through the provider. The visit is good for five minutes, once, and for this browser."""
    host = caller_of(request.scope).header(b"host")
    if not hosts.is_own(host):
        message = "open the house by a name that was given with --name, or on its own machine"
        raise Refusal("no_provider_here", message, Kind.REFUSED)
    address, browser = await house.openid.begin(f"{origin_of(request.url.scheme, host)}/sign-in")
    kept = Cookie(
        key=VISIT, value=browser, max_age=_FIVE_MINUTES, path="/api/session", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return Response(VisitBegun(address), cookies=[kept])


@post("/api/session/openid", status_code=201, responses=documented(401, 403, 409, 422), tags=["session"])
async def sign_in_by_provider(request: AnyRequest, data: JSONBody[VisitDone], house: TheHouse) -> Response[SignedIn]:
    """Sign in with the code that the provider gave the browser."""
    device = browser_of(data.keep, request)
    session = await house.openid.sign_in(data.state, data.code, caller_of(request.scope).visit, device)
    return welcome(session, data.keep, house, request)


@put(
    "/api/people/{account:str}/identity",
    responses={**documented(401, 403, 404, 409, 422), **ASKED},
    tags=["people"],
)
async def link_identity(
    account: AccountInPath, data: JSONBody[Identity], house: TheHouse, person: ThePerson
) -> AccountAnswer:
    """Whom the provider calls by this subject signs in as this person; with another administrator's approval (202),
    once there is one."""
    insist(person, "change_people")
    provider = house.openid.provider
    if provider is None:
        raise Refusal("no_provider", "this house has no OpenID provider", Kind.REFUSED)
    if data.subject and await house.openid.linked(provider.issuer, data.subject) is not None:
        raise Refusal("identity_taken", "an account is linked to this subject already", Kind.REFUSED)
    return await ask(house, person, staff_requests.LinkIdentity(account, provider.issuer, data.subject))


openid_router = Router("/", route_handlers=[ways_in, begin_visit, sign_in_by_provider, link_identity])
