"""Who is asking: sessions by cookie or bearer token, the guard against forged requests, and what roles may do."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from msgspec import Struct

from houserules.app.house import House
from houserules.app.refusal import Kind, Refusal, forbidden
from houserules.app.roles import Person, may

COOKIE: Final = "houserules_session"
CSRF_HEADER: Final = "x-csrf-token"
NOTED: Final = "houserules noted"
"""Where a request keeps what the log will say of it."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_USUAL_PORT: Final = {"http": ":80", "https": ":443"}
"""Browsers leave it out; a proxy may have added it to the name of the host."""

TheHouse = NamedDependency[SkipValidation[House]]
ThePerson = NamedDependency[SkipValidation[Person]]


class Caller(Struct, frozen=True):
    """A connection's session token, and whether it came by cookie, which browsers send unasked."""

    token: str
    by_cookie: bool


def caller_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller | None:
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer" and token:
        return Caller(token.strip(), by_cookie=False)
    cookie = connection.cookies.get(COOKIE)
    return Caller(cookie, by_cookie=True) if cookie else None


def csrf_of(token: str) -> str:
    """What a page of ours must send back with every change: it follows from the cookie, which others cannot read."""
    return sha256(b"csrf:" + token.encode()).hexdigest()[:32]


def who_asks(house: House, connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    caller = caller_of(connection)
    person = house.people.who(caller.token) if caller else None
    if caller is None or person is None:
        raise Refusal("not_signed_in", "sign in first", Kind.UNKNOWN_PERSON)
    note(connection, account=person.account, roles=" ".join(sorted(job.value for job in person.jobs)))
    method = connection.scope.get("method", "GET")
    if caller.by_cookie and method not in _SAFE:
        insist_own_page(connection, "this page may change nothing in this house")
        sent = connection.headers.get(CSRF_HEADER, "")
        if not compare_digest(sent.encode(), csrf_of(caller.token).encode()):
            raise Refusal("csrf", f"send the session's csrf value as {CSRF_HEADER}", Kind.FORBIDDEN)
    house.presence.heard(person.account)
    return person


def insist_own_page(connection: ASGIConnection[Any, Any, Any, Any], otherwise: str) -> None:
    """Browsers say of which origin a page is, and nothing else does: a page of another one is turned away."""
    if not _is_ours(connection.headers.get("origin"), connection.headers.get("host", "")):
        raise Refusal("other_origin", otherwise, Kind.FORBIDDEN)


def _is_ours(origin: str | None, host: str) -> bool:
    if origin is None:
        return True
    try:
        page = urlsplit(origin.lower())
    except ValueError:  # No address at all.
        return False
    return bool(page.netloc) and host.lower() in (page.netloc, page.netloc + _USUAL_PORT.get(page.scheme, ""))


def note(connection: ASGIConnection[Any, Any, Any, Any], **said: str) -> None:
    """What the log's line about this request will say besides."""
    connection.scope.setdefault("state", {}).setdefault(NOTED, {}).update(said)


def insist(person: Person, action: str) -> None:
    if not may(person, action):
        raise forbidden(action)


def session_cookie(token: str, seconds: int, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure)
