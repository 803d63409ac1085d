"""What wraps every request: limits, headers that keep browsers careful, one log line, and counts for metrics."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import structlog
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from houserules.app import House
from houserules.log import LogUnavailable
from houserules.web.authentication import Caller, caller_of
from houserules.web.errors import ErrorBody, ErrorReply
from houserules.web.limits import Buckets, address_of
from houserules.web.metrics import METHODS, Metrics
from houserules.web.settings import ServiceSettings

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
_UNKNOWN_METHOD: Final = "TRACE"
ADDRESS_TIMES: Final = 5
"""All clients of one address together may ask this many times as much as one client."""
_log = structlog.get_logger()


class Middleware:
    """An ASGI application around the whole service."""

    def __init__(self, app: ASGIApp, house: House, settings: ServiceSettings, metrics: Metrics) -> None:
        self.app = app
        self.house = house
        self.metrics = metrics
        self.settings = settings
        rate, burst = settings.requests_per_second, settings.requests_at_once
        self.clients = Buckets(rate, burst)
        self.addresses = Buckets(ADDRESS_TIMES * rate, ADDRESS_TIMES * burst)
        self.sign_ins = Buckets(settings.sign_ins_per_minute / 60, settings.sign_ins_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET and (wait := self._wait(scope, caller_of(scope))):
            await _too_much(send, wait, "websocket.http.response")
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0
        caller = caller_of(scope)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_headers(scope["path"])]
            await send(message)

        try:
            wait = self._wait(scope, caller)
            if wait:
                await _too_much(watched, wait, "http.response")
            elif scope["method"] == HttpMethod.OPTIONS:
                unknown: Any = {**scope, "method": _UNKNOWN_METHOD}
                await self.app(unknown, receive, _as_options(watched))
            else:
                await self.app(scope, receive, watched)
        finally:  # Also of an answer that breaks off.
            self._count(scope, caller, status, time.perf_counter() - began)

    def _wait(self, scope: Any, caller: Caller) -> float:
        """After how many seconds this client may ask again; 0.0: now. The address is charged for all its clients."""
        address = address_of(scope)
        wait = self.addresses.take(address)
        if wait:
            return wait
        if scope.get("method") == "POST" and scope["path"].startswith("/api/session"):
            return self.sign_ins.take(address)
        return self.clients.take(self._account(caller) or address)

    def _account(self, caller: Caller) -> str | None:
        """Who is signed in. A token that nobody was given does not make a client of its own."""
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
        _log.info(
            "request", method=method, path=scope["path"][:200], status=status,
            ms=round(seconds * 1000, 1), **caller.noted,
        )  # fmt: skip


def _as_options(send: Send) -> Send:
    """The answer to an unknown method, which lists those that there are, made the answer to OPTIONS.

    Litestar's own answer to OPTIONS lists the methods of one handler only, where a path has several.
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


def _headers(path: str) -> tuple[tuple[bytes, bytes], ...]:
    """Nobody may keep an answer. Built files may be kept for ever, for their names change with their content."""
    if path.startswith("/api"):
        return _OF_AN_ANSWER
    return _OF_A_BUILT_FILE if path.startswith("/assets/") else _OF_A_PAGE


async def _too_much(send: Callable[[Any], Awaitable[None]], wait: float, kind: str) -> None:
    body = msgspec.json.encode(ErrorReply(ErrorBody("too_much", "you ask too fast; wait a moment")))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(int(wait) + 1).encode()),
    ]
    await send({"type": f"{kind}.start", "status": 429, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
