"""Identifies the caller: sessions by cookie or bearer token, and protection against forged requests."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from houserules.app import House, Kind, Person, Recognized, Refusal

COOKIE: Final = "houserules_session"
DEVICE: Final = "houserules_device"
VISIT: Final = "houserules_visit"
"""The cookie that a browser keeps while it visits the operator's provider."""
CSRF_HEADER: Final = "x-csrf-token"
_A_YEAR: Final = 365 * 24 * 60 * 60
_CALLER: Final = "houserules caller"
_HOUSE: Final = "houserules house"
"""The key under which the state of a connection holds its caller and the house that it is for."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_USUAL_PORT: Final = {"http": ":80", "https": ":443"}
"""Browsers leave it out; a proxy may have added it to the host name."""

TheHouse = NamedDependency[SkipValidation[House]]
ThePerson = NamedDependency[SkipValidation[Person]]


Connection = ASGIConnection[Any, Any, Any, Any]


class Caller:
    """The client of one request or feed: its headers, its session, and what goes into the log and the metrics."""

    __slots__ = ("answer", "by_cookie", "client", "command", "headers", "noted", "session", "token")

    def __init__(self, scope: Any) -> None:
        self.headers: dict[bytes, bytes] = {name.lower(): value for name, value in scope["headers"]}
        self.session: Recognized | None = None
        self.noted: dict[str, str] = {}
        """What the log line of this request says besides the usual fields."""
        self.command = ""
        """The verb asked of a table, if any."""
        self.answer = "accepted"
        self.client = ""
        """The name under which limits count this client."""
        scheme, _, token = self.header(b"authorization").partition(" ")
        self.by_cookie = scheme.lower() != "bearer" or not token
        """Whether the token came by cookie, which browsers send unasked."""
        self.token = _value(own_cookie(self.headers.get(b"cookie", b""))) if self.by_cookie else token.strip()

    def header(self, name: bytes) -> str:
        return self.headers.get(name, b"").decode("latin-1")

    def person(self, house: House) -> Person | None:
        """Who is signed in, if anybody. The session is looked up once, and again only when something may have
        happened to the account since, as while a body is being received or a feed is open."""
        if not self.token:
            return None
        if self.session is None or not house.people.is_still(self.session):
            self.session = house.people.recognize(self.token)
            if self.session is None:
                self.token = ""
                return None
        return self.session.person

    @property
    def device(self) -> str:
        """The token that this browser was given when somebody signed in here before."""
        return _value(own_cookie(self.headers.get(b"cookie", b"")), DEVICE)

    @property
    def visit(self) -> str:
        """The token that this browser was given when it was sent to the provider."""
        return _value(own_cookie(self.headers.get(b"cookie", b"")), VISIT)

    @property
    def roles(self) -> str:
        return " ".join(self.session.account.jobs) if self.session is not None else ""


def own_cookie(header: bytes) -> bytes:
    """Our own cookies, out of all that a browser sends, unchanged. Python's own cookie parser takes time that grows
    with the square of their length."""
    ours = (COOKIE.encode(), DEVICE.encode(), VISIT.encode())
    return b"; ".join(part.strip() for part in header.split(b";") if part.partition(b"=")[0].strip() in ours)


def _value(cookies: bytes, wanted: str = COOKIE) -> str:
    for part in cookies.split(b"; "):
        name, _, value = part.partition(b"=")
        if name.strip() == wanted.encode():
            return value.decode("latin-1")
    return ""


def caller_of(scope: Any) -> Caller:
    """The middleware handles every client first, so there is always one."""
    kept = scope.setdefault("state", {})
    found: Caller | None = kept.get(_CALLER)
    if found is None:
        found = kept[_CALLER] = Caller(scope)
    return found


def house_of(scope: Any) -> House:
    """The house that a request is for; the middleware has chosen it by the path."""
    chosen: House = scope["state"][_HOUSE]
    return chosen


def choose_house(scope: Any, house: House) -> None:
    scope.setdefault("state", {})[_HOUSE] = house


def csrf_of(token: str) -> str:
    """What one of our pages must send back with every change. It is derived from the cookie, which others cannot
    read."""
    return sha256(b"csrf:" + token.encode()).hexdigest()[:32]


def still_signed_in(house: House, connection: Connection) -> Person:
    """The current account of the person who opened this connection."""
    person = caller_of(connection.scope).person(house)
    if person is None:
        raise Refusal("not_signed_in", "sign in first", Kind.UNKNOWN_PERSON)
    session = caller_of(connection.scope).session
    if session is not None and not connection.scope["path"].startswith("/api/session"):
        if session.account.lent:
            message = "somebody else has chosen your password; set one of your own first"
            raise Refusal("set_own_password", message, Kind.FORBIDDEN)
        if house.people.policy.lacks_passkey(session):
            message = "your role signs in with a passkey; add one, or sign in with it, first"
            raise Refusal("passkey_needed", message, Kind.FORBIDDEN)
    return person


def who_asks(house: House, connection: Connection) -> Person:
    person, caller = still_signed_in(house, connection), caller_of(connection.scope)
    caller.noted["account"] = person.account
    caller.noted["roles"] = caller.roles
    if caller.by_cookie and connection.scope.get("method", "GET") not in _SAFE:
        insist_same_origin(connection, "this page may not change anything here")
        sent = caller.headers.get(CSRF_HEADER.encode(), b"")
        if not compare_digest(sent, csrf_of(caller.token).encode()):
            raise Refusal("csrf", f"send the session's csrf value as {CSRF_HEADER}", Kind.FORBIDDEN)
    session = caller.session
    assert session is not None, "somebody is signed in"
    house.people.attendance.hear(session.digest, _idle_of(caller))
    house.presence.heard(person.account)
    return person


def _idle_of(caller: Caller) -> int:
    """For how many milliseconds nobody has touched a page that sends requests automatically, as the page reports; 0:
    a person sent the request."""
    said = caller.headers.get(b"x-idle", b"")
    return 1000 * int(said) if said.isdigit() and len(said) < 8 else 0


def insist_same_origin(connection: Connection, otherwise: str) -> None:
    """Browsers report the origin of a page, and nothing else does: a page of another origin is rejected."""
    caller = caller_of(connection.scope)
    if b"origin" in caller.headers and not _is_ours(caller.header(b"origin"), caller.header(b"host")):
        raise Refusal("other_origin", otherwise, Kind.FORBIDDEN)


def _is_ours(origin: str, host: str) -> bool:
    try:
        page = urlsplit(origin.lower())
    except ValueError:  # Not an address.
        return False
    return bool(page.netloc) and host.lower() in (page.netloc, page.netloc + _USUAL_PORT.get(page.scheme, ""))


def session_cookie(token: str, seconds: int, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure)


def device_cookie(device: str, secure: bool) -> Cookie:
    """Kept after signing out: it opens nothing, and only says that somebody signed in with this browser before."""
    return Cookie(
        key=DEVICE,
        value=device,
        max_age=_A_YEAR,
        path="/api/session",
        httponly=True,
        samesite="strict",
        secure=secure,
    )
