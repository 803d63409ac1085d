"""Passkeys: adding and removing one's own, signing in with one, and which roles need one."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from houserules.app import Assertion, Attestation, Job, Kind, Passkey, Refusal, Site, insist, shown_id, staff_requests
from houserules.web.authentication import TheHouse, ThePerson, caller_of
from houserules.web.errors import documented
from houserules.web.hosts import TheHosts, origin_of
from houserules.web.parameters import ShownName
from houserules.web.rates import address_of
from houserules.web.routes.sessions import ASKED, RequestAsked
from houserules.web.routes.welcome import Keep, SignedIn, browser_of, welcome

AnyRequest = Request[Any, Any, Any]
Base64url = Annotated[str, Meta(min_length=1, max_length=8000, pattern=r"^[A-Za-z0-9_-]+\Z")]
PasskeyId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}\Z")]
OldPassword = Annotated[str, Meta(max_length=200)]


class Challenge(Struct, frozen=True):
    """What a browser puts before a device. ``site`` is the name that the passkey belongs to."""

    challenge: str
    site: str


class AddingChallenge(Struct, frozen=True):
    challenge: str
    site: str
    user: str
    """The account, in base64url, as the device stores it."""
    account: str
    name: str
    known: list[str]
    """Existing passkeys: no device adds a second one."""


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    name: ShownName
    credential: Base64url
    client_data: Base64url
    attestation: Base64url
    password: OldPassword = ""
    """Required, unless there is none or a one-time link was used to sign in."""


class PasskeySignIn(Struct, frozen=True, forbid_unknown_fields=True):
    credential: Base64url
    client_data: Base64url
    authenticator_data: Base64url
    signature: Base64url
    user: Base64url
    keep: Keep = "cookie"


class PasskeyRemoval(Struct, frozen=True, forbid_unknown_fields=True):
    password: OldPassword = ""


class PasskeyShown(Struct, frozen=True):
    passkey: str
    name: str
    site: str
    added_at: int
    used_at: int
    """0: not yet."""


class PasskeyRoles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: Annotated[tuple[Job, ...], Meta(max_length=7)]


class PasskeyRolesShown(Struct, frozen=True):
    roles: list[str]


def _site(request: AnyRequest, hosts: TheHosts) -> Site:
    """A passkey belongs to a name of the house; nobody knows who will have an address tomorrow."""
    host = caller_of(request.scope).header(b"host")
    name = hosts.name_in(host)
    if name is None:
        message = "passkeys need a name: open the house by one that was given with --name, or as localhost"
        raise Refusal("no_passkeys_here", message, Kind.REFUSED)
    return Site(name, origin_of(request.url.scheme, host))


def _shown(passkey: Passkey) -> PasskeyShown:
    return PasskeyShown(shown_id(passkey), passkey.name, passkey.site, passkey.added_at, passkey.used_at)


@get("/passkeys", responses=documented(401))
async def own_passkeys(house: TheHouse, person: ThePerson) -> list[PasskeyShown]:
    """Your own passkeys."""
    return [_shown(each) for each in house.passkeys.of(person.account)]


@post("/passkeys/challenge", status_code=201, responses=documented(401, 403, 404, 422))
async def begin_adding(request: AnyRequest, house: TheHouse, hosts: TheHosts, person: ThePerson) -> AddingChallenge:
    """Begin to add a passkey. The challenge is good for five minutes, once, and for this session."""
    site = _site(request, hosts)
    challenge, account = house.passkeys.begin_adding(caller_of(request.scope).token)
    user = urlsafe_b64encode(account.id.encode()).rstrip(b"=").decode()
    known = [each.credential for each in account.passkeys if each.site == site.name]
    return AddingChallenge(challenge, site.name, user, account.id, account.name, known)


@post("/passkeys", status_code=201, responses=documented(401, 403, 404, 409, 422))
async def add_passkey(
    request: AnyRequest, data: JSONBody[NewPasskey], house: TheHouse, hosts: TheHosts, person: ThePerson
) -> PasskeyShown:
    """Add the passkey that a device has made for the challenge. The device must have asked who is there."""
    given = Attestation(data.credential, data.client_data, data.attestation)
    token = caller_of(request.scope).token
    return _shown(await house.passkeys.add(token, data.password, data.name, given, _site(request, hosts)))


@post("/passkeys/{passkey_id:str}/removal", status_code=204, responses=documented(401, 403, 404, 409))
async def remove_passkey(
    request: AnyRequest, passkey_id: PasskeyId, data: JSONBody[PasskeyRemoval], house: TheHouse, person: ThePerson
) -> None:
    """Remove one of your passkeys: it signs nobody in any more."""
    await house.passkeys.remove(caller_of(request.scope).token, data.password, passkey_id)


@post("/passkey/challenge", status_code=201, responses=documented(422))
async def begin_signing_in(request: AnyRequest, house: TheHouse, hosts: TheHosts) -> Challenge:
    """Begin to sign in with a passkey. The challenge is good for five minutes, once."""
    return Challenge(house.passkeys.begin_signing_in(), _site(request, hosts).name)


@post("/passkey", status_code=201, responses=documented(401, 409, 422))
async def sign_in_with_passkey(
    request: AnyRequest, data: JSONBody[PasskeySignIn], house: TheHouse, hosts: TheHosts
) -> Response[SignedIn]:
    """Sign in with what a device has signed for the challenge."""
    given = Assertion(data.credential, data.client_data, data.authenticator_data, data.signature, data.user)
    device, address = browser_of(data.keep, request), address_of(request.scope)
    session = await house.passkeys.sign_in(given, _site(request, hosts), address, device)
    return welcome(session, data.keep, house, request)


passkey_router = Router(
    "/api/session",
    route_handlers=[
        own_passkeys, begin_adding, add_passkey, remove_passkey, begin_signing_in, sign_in_with_passkey,
    ],
    tags=["session"],
)  # fmt: skip


@get("/passkeys", responses=documented(401, 403))
async def passkey_roles(house: TheHouse, person: ThePerson) -> PasskeyRolesShown:
    """The roles that do not sign in with a password alone."""
    insist(person, "see_people")
    return PasskeyRolesShown(sorted(house.people.policy.roles))


@put("/passkeys", responses={**documented(401, 403, 422), **ASKED})
async def require_passkeys(
    data: JSONBody[PasskeyRoles], house: TheHouse, person: ThePerson
) -> Response[PasskeyRolesShown | RequestAsked]:
    """Which roles sign in with a passkey, and not with a password alone; with another administrator's approval (202),
    once there is one. Who has such a role and no passkey may only add one."""
    insist(person, "change_people")
    roles = tuple(sorted({role.value for role in data.roles}))
    asked = await house.requests.ask(staff_requests.RequirePasskeys("", roles), person.account)
    if isinstance(asked, str):
        return Response(RequestAsked(asked), status_code=202)
    return Response(PasskeyRolesShown(sorted(house.people.policy.roles)), status_code=200)


sign_in_router = Router("/api/sign-in", route_handlers=[passkey_roles, require_passkeys], tags=["people"])
