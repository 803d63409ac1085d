"""The answer to somebody who has signed in, in any way."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Request, Response
from msgspec import Struct

from houserules.app import House, Recognized, Session
from houserules.web.authentication import caller_of, csrf_of, device_cookie, session_cookie

Keep = Literal["cookie", "bearer"]


class SignedIn(Struct, frozen=True):
    account: str
    name: str
    roles: list[str]
    guest: bool
    csrf: str
    """To be sent as ``x-csrf-token`` with every change, by clients that signed in with a cookie."""
    set_password: bool = False
    """Somebody else chose the password: nothing but setting another one is allowed."""
    add_passkey: bool = False
    """One of the roles signs in with a passkey: nothing but adding one is allowed."""
    token: str | None = None
    until: int | None = None


def signed_in(
    session: Recognized, token: str, house: House, until: int | None = None, show_token: bool = False
) -> SignedIn:
    person = session.person
    roles = sorted(job.value for job in person.jobs)
    lent, lacks = session.account.lent, house.people.policy.lacks_passkey(session)
    kept = token if show_token else None
    return SignedIn(person.account, person.name, roles, person.guest, csrf_of(token), lent, lacks, kept, until)


def browser_of(keep: Keep, request: Request[Any, Any, Any]) -> str | None:
    """The token that the browser of this request keeps to be recognized, empty if it has none; None for other
    programs."""
    return caller_of(request.scope).device if keep == "cookie" else None


def welcome(session: Session, keep: str, house: House, request: Request[Any, Any, Any]) -> Response[SignedIn]:
    """A cookie set over HTTPS is never sent in the clear; the named proxy says whether the request came over
    HTTPS."""
    by_bearer = keep == "bearer"
    recognized = house.people.recognize(session.token)
    assert recognized is not None, "it was just opened"
    content = signed_in(recognized, session.token, house, session.until, by_bearer)
    seconds = (session.until - house.now()) // 1000
    secure = request.url.scheme == "https"
    cookies = [] if by_bearer else [session_cookie(session.token, seconds, secure)]
    if session.device:
        cookies.append(device_cookie(session.device, secure))
    return Response(content, cookies=cookies)
