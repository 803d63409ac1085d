"""Who is asking: sessions by cookie or bearer token, the guard against forged requests, and what roles may do."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

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
        sent = connection.headers.get(CSRF_HEADER, "")
        if not compare_digest(sent.encode(), csrf_of(caller.token).encode()):
            raise Refusal("csrf", f"send the session's csrf value as {CSRF_HEADER}", Kind.FORBIDDEN)
    house.presence.heard(person.account)
    return person


def note(connection: ASGIConnection[Any, Any, Any, Any], **said: str) -> None:
    """What the log's line about this request will say besides."""
    connection.scope.setdefault("state", {}).setdefault(NOTED, {}).update(said)


def insist(person: Person, action: str) -> None:
    if not may(person, action):
        raise forbidden(action)


def session_cookie(token: str, seconds: int, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure)
