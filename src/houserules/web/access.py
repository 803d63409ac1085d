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

from houserules.app.house.house import House
from houserules.app.people.people import Recognized
from houserules.app.people.roles import Person, may
from houserules.app.refusals import Kind, Refusal, forbidden

COOKIE: Final = "houserules_session"
CSRF_HEADER: Final = "x-csrf-token"
NOTED: Final = "houserules noted"
"""Where a request keeps what the log will say of it."""
_SESSION: Final = "houserules session"
"""Where a connection keeps whose session it has."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_USUAL_PORT: Final = {"http": ":80", "https": ":443"}
"""Browsers leave it out; a proxy may have added it to the name of the host."""

TheHouse = NamedDependency[SkipValidation[House]]
ThePerson = NamedDependency[SkipValidation[Person]]


Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(Struct, frozen=True):
    """A connection's session token, and whether it came by cookie, which browsers send unasked."""

    token: str
    by_cookie: bool


class _Presented(Struct, frozen=True):
    caller: Caller | None
    session: Recognized | None


def caller_of(connection: Connection) -> Caller | None:
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer" and token:
        return Caller(token.strip(), by_cookie=False)
    cookie = connection.cookies.get(COOKIE)
    return Caller(cookie, by_cookie=True) if cookie else None


def _presented(house: House, connection: Connection) -> _Presented:
    """What a connection showed, and whose session that is: looked up once, and again only where something may have
    happened to the account since, as while a body is on its way or a feed is open."""
    kept = connection.scope.setdefault("state", {})
    known: _Presented | None = kept.get(_SESSION)
    if known is not None and (known.session is None or house.people.is_still(known.session)):
        return known
    caller = known.caller if known is not None else caller_of(connection)
    session = house.people.recognize(caller.token) if caller is not None else None
    found = kept[_SESSION] = _Presented(caller, session)
    return found


def person_of(house: House, connection: Connection) -> Person | None:
    """Who is signed in, if anybody is."""
    session = _presented(house, connection).session
    return session.person if session is not None else None


def csrf_of(token: str) -> str:
    """What a page of ours must send back with every change: it follows from the cookie, which others cannot read."""
    return sha256(b"csrf:" + token.encode()).hexdigest()[:32]


def who_asks(house: House, connection: Connection) -> Person:
    presented = _presented(house, connection)
    caller, session = presented.caller, presented.session
    if caller is None or session is None:
        raise Refusal("not_signed_in", "sign in first", Kind.UNKNOWN_PERSON)
    person = session.person
    note(connection, account=person.account, roles=" ".join(sorted(job.value for job in person.jobs)))
    method = connection.scope.get("method", "GET")
    if caller.by_cookie and method not in _SAFE:
        insist_own_page(connection, "this page may change nothing in this house")
        sent = connection.headers.get(CSRF_HEADER, "")
        if not compare_digest(sent.encode(), csrf_of(caller.token).encode()):
            raise Refusal("csrf", f"send the session's csrf value as {CSRF_HEADER}", Kind.FORBIDDEN)
    house.presence.heard(person.account)
    return person


def insist_own_page(connection: Connection, otherwise: str) -> None:
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


def note(connection: Connection, **said: str) -> None:
    """What the log's line about this request will say besides."""
    connection.scope.setdefault("state", {}).setdefault(NOTED, {}).update(said)


def insist(person: Person, action: str) -> None:
    if not may(person, action):
        raise forbidden(action)


def session_cookie(token: str, seconds: int, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure)
