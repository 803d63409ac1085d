"""What wraps every request: limits, security headers, one log line, and counts for metrics."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import msgspec
import structlog
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from houserules.app import DATABASE_SILENT, House, Pits
from houserules.log import LogUnavailable
from houserules.web.authentication import Caller, caller_of, choose_house, house_of
from houserules.web.connections import Connections
from houserules.web.errors import ErrorBody, ErrorReply
from houserules.web.hosts import Hosts
from houserules.web.metrics import METHODS
from houserules.web.rates import Buckets, Turns, address_of

_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_OF_AN_ANSWER: Final = (*_HEADERS, (b"cache-control", b"no-store"))
_OF_A_BUILT_FILE: Final = (*_HEADERS, (b"cache-control", b"public, max-age=31536000, immutable"))
_OF_A_PAGE: Final = (*_HEADERS, (b"cache-control", b"no-cache"))
_PITS: Final = "/pits/"
_ASK_AGAIN: Final = 0.5
_UNKNOWN_METHOD: Final = "TRACE"
ADDRESS_TIMES: Final = 5
"""All clients of one address together may send this many times as much as one client."""
MODEST: Final = 10
"""A signed-in client that asks for no more than this fraction of its limit is answered whatever others at the same
address ask for."""
FEED_COSTS: Final = 10
"""Opening a feed counts as this many requests. A page opens one, and another when its connection was lost."""
_UNSPEAKABLE: Final = "\x00"
_LONGEST_PART: Final = 255
"""No file, and nothing else here, has a longer name, or one with a NUL."""
_log = structlog.get_logger()


class Middleware:
    """An ASGI application around the whole service."""

    def __init__(
        self, app: ASGIApp, house: House, guard: Connections, hosts: Hosts, pits: Pits | None = None
    ) -> None:
        self.app = app
        self.house = house
        self.pits = pits
        self.guard = guard
        self.metrics = guard.metrics
        self.hosts = hosts
        settings = guard.settings
        rate, burst = settings.requests_per_second, settings.requests_at_once
        self.clients = Buckets(rate, burst)
        self.feed_costs = min(FEED_COSTS, burst)
        self.addresses = Buckets(ADDRESS_TIMES * rate, ADDRESS_TIMES * burst)
        self.modest = Buckets(rate / MODEST, max(1, burst / MODEST))
        self.turns = Turns()
        self.sign_ins = Buckets(settings.sign_ins_per_minute / 60, settings.sign_ins_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return
        elsewhere = self._choose_house(scope)
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send, elsewhere)
        else:
            await self._open_feed(scope, receive, send, elsewhere)

    def _choose_house(self, scope: Any) -> _No | None:
        """Chooses the house itself, or the pit that the path names, and removes that part of the path. Returns the
        reason if it cannot."""
        choose_house(scope, self.house)
        if self.pits is None or not scope["path"].startswith(_PITS):
            return None
        name, _, rest = scope["path"].removeprefix(_PITS).partition("/")
        pit = self.pits.houses.get(name)
        if pit is not None:
            choose_house(scope, pit)
            scope["path"] = f"/{rest}"
            scope["raw_path"] = scope["path"].encode()
            return None
        if name in self.pits.leases:
            return _No(503, "pit_elsewhere", f"the pit {name} is not held by this process; ask again", _ASK_AGAIN)
        return _No(404, "no_such_pit", "there is no such pit")

    async def _answer(self, scope: Any, receive: Receive, send: Send, elsewhere: _No | None) -> None:
        began = time.perf_counter()
        status = 0
        caller = caller_of(scope)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", ())
                message["headers"] = [*own, *_headers(scope["path"], own)]
            await send(message)

        try:
            if no := elsewhere or self._no(scope, caller):
                await no.send(watched, "http.response")
                return
            await self.turns.begin(self.clients.used(caller.client))
            shows = scope["method"] == HttpMethod.GET and scope["path"].startswith("/api/")
            if shows and (no := await self._read_on(scope)):
                await no.send(watched, "http.response")
                return
            if scope["method"] == HttpMethod.OPTIONS:
                unknown: Any = {**scope, "method": _UNKNOWN_METHOD}
                await self.app(unknown, receive, _as_options(watched))
            else:
                await self.app(scope, receive, watched)
        finally:  # Even if an answer breaks off.
            self._count(scope, caller, status, time.perf_counter() - began)

    async def _open_feed(self, scope: Any, receive: Receive, send: Send, elsewhere: _No | None) -> None:
        caller = caller_of(scope)
        no = elsewhere or self._no(scope, caller)
        if no is None:
            await self.turns.begin(self.clients.used(caller.client))
            no = await self._read_on(scope)
        if no is not None:
            await no.send(send, "websocket.http.response")
        else:
            await self.app(scope, receive, send)

    async def _read_on(self, scope: Any) -> _No | None:
        """Reads what others have committed before anything is shown. While the database does not answer, what is
        known here is shown; nothing of a pit is, as another process may have taken it over."""
        house = house_of(scope)
        try:
            await house.read_on()
        except LogUnavailable:
            if house is not self.house:
                return _No(503, "database_unavailable", DATABASE_SILENT, _ASK_AGAIN)
        return None

    def _no(self, scope: Any, caller: Caller) -> _No | None:
        """Why this request is rejected without being processed, if it is."""
        if not self.hosts.known(caller.header(b"host")):
            self.guard.refused("other_host", address_of(scope))
            return _No(421, "other_host", "this is no name of this house; it is reached by its address or by --name")
        if wait := self._wait(scope, caller):
            self.guard.refused("too_much", address_of(scope))
            caller.answer = "too_much"
            return _No(429, "too_much", "you ask too fast; wait a moment", wait)
        if _UNSPEAKABLE in scope["path"] or any(len(part) > _LONGEST_PART for part in scope["path"].split("/")):
            return _No(404, "not_found", "there is no such page")
        return None

    def _wait(self, scope: Any, caller: Caller) -> float:
        """How many seconds this client must wait; 0.0: none. The address is charged for all its clients."""
        address = address_of(scope)
        crowded = self.addresses.take(address)
        if scope.get("method") == "POST" and scope["path"].startswith("/api/session"):
            return crowded or self.sign_ins.take(address)
        account = self._account(caller)
        if crowded and (account is None or self.modest.take(account)):
            return crowded
        caller.client = account or address
        return self.clients.take(caller.client, self.feed_costs if scope["type"] == ScopeType.WEBSOCKET else 1)

    def _account(self, caller: Caller) -> str | None:
        """Who is signed in. A token that was never issued does not make a separate client."""
        try:
            person = caller.person(self.house)
        except LogUnavailable:
            return None
        return f"account:{person.account}" if person else None

    def _count(self, scope: Any, caller: Caller, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.answered(method, status, seconds)
        if caller.command:
            self.metrics.commanded(caller.command, caller.answer)
        if caller.answer == "too_much":
            return  # The log reports once a second how often this happened.
        _log.info(
            "request", method=method, path=scope["path"][:200], status=status,
            ms=round(seconds * 1000, 1), **caller.noted,
        )  # fmt: skip


def _as_options(send: Send) -> Send:
    """Turns the answer to an unknown method, which lists the existing methods, into the answer to OPTIONS.

    Litestar's own answer to OPTIONS lists the methods of one handler only, even if a path has several.
    """

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 405:
            allow = [(name, value) for name, value in message["headers"] if name.lower() == b"allow"]
            await send({"type": "http.response.start", "status": 204, "headers": allow})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            answered.append(True)
        elif not answered:
            await send(message)

    answered: list[bool] = []
    return answer


def _headers(path: str, own: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...]:
    """Answers may not be cached, except those that say so themselves, such as the published log, and those that are
    the same for everybody. Built files may be cached for ever, because their names change with their content."""
    if any(name == b"cache-control" for name, _ in own) or path.startswith("/log/"):
        return _HEADERS
    if path.startswith("/api"):
        return _OF_AN_ANSWER
    return _OF_A_BUILT_FILE if path.startswith("/assets/") else _OF_A_PAGE


class _No(Struct, frozen=True):
    """An answer that the middleware gives itself."""

    status: int
    code: str
    message: str
    wait: float = 0.0

    async def send(self, send: Callable[[Any], Awaitable[None]], kind: str) -> None:
        body = msgspec.json.encode(ErrorReply(ErrorBody(self.code, self.message)))
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        if self.wait:
            headers.append((b"retry-after", b"%d" % (int(self.wait) + 1)))
        await send({"type": f"{kind}.start", "status": self.status, "headers": headers})
        await send({"type": f"{kind}.body", "body": body})
