"""What wraps every request: limits, headers that keep browsers careful, one log line, and counts for metrics."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import structlog
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.enums import HttpMethod, ScopeType
from litestar.params import SkipValidation
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from houserules.app.house.house import House
from houserules.log import LogUnavailable
from houserules.web.access import NOTED, person_of
from houserules.web.errors import ErrorBody, ErrorReply
from houserules.web.limits import Buckets, address_of
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
_UNKNOWN_METHOD: Final = "TRACE"
ADDRESS_TIMES: Final = 5
"""How many times as much as one client all clients of one address together may ask."""
_log = structlog.get_logger()


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "houserules_requests", "Requests answered", ["method", "status"], registry=self.registry
        )
        self.seconds = Histogram("houserules_request_seconds", "Time to answer", ["method"], registry=self.registry)
        self.commands = Counter(
            "houserules_commands", "Commands of tables", ["type", "answer"], registry=self.registry
        )
        self.watchers = Gauge("houserules_watchers", "Open feeds", registry=self.registry)
        self.tables = Gauge("houserules_tables", "Tables open", registry=self.registry)
        self.position = Gauge("houserules_log_position", "Events in the audit log", registry=self.registry)


TheMetrics = NamedDependency[SkipValidation[Metrics]]


class Surroundings:
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
        elif scope["type"] == ScopeType.WEBSOCKET and (wait := self._wait(scope)):
            await _too_much(send, wait, "websocket.http.response")
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS, *_caching(scope)]
            await send(message)

        try:
            wait = self._wait(scope)
            if wait:
                await _too_much(watched, wait, "http.response")
            elif scope["method"] == HttpMethod.OPTIONS:
                unknown: Any = {**scope, "method": _UNKNOWN_METHOD}
                await self.app(unknown, receive, _as_options(watched))
            else:
                await self.app(scope, receive, watched)
        finally:  # Also of an answer that breaks off.
            self._count(scope, status, time.perf_counter() - began)

    def _wait(self, scope: Any) -> float:
        """After how many seconds this client may ask again; 0.0: now. Whoever asks, the address is charged too."""
        address = address_of(scope)
        wait = self.addresses.take(address)
        if wait:
            return wait
        if scope.get("method") == "POST" and scope["path"].startswith("/api/session"):
            return self.sign_ins.take(address)
        return self.clients.take(self._account(scope) or address)

    def _account(self, scope: Any) -> str | None:
        """Who is signed in. A token that nobody was given makes no client of its own."""
        try:
            person = person_of(self.house, ASGIConnection(scope))
        except LogUnavailable:
            return None
        return f"account:{person.account}" if person else None

    def _count(self, scope: Any, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in ("GET", "POST", "PUT", "DELETE") else "other"
        self.metrics.requests.labels(method, str(status)).inc()
        self.metrics.seconds.labels(method).observe(seconds)
        said = scope.get("state", {}).get(NOTED, {})
        took = round(seconds * 1000, 1)
        _log.info("request", method=method, path=scope["path"][:200], status=status, ms=took, **said)


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


def _caching(scope: Any) -> tuple[tuple[bytes, bytes], ...]:
    """Answers are kept by nobody, built files for ever, for their names change with their content."""
    if scope["path"].startswith("/api"):
        return ((b"cache-control", b"no-store"),)
    if scope["path"].startswith("/assets/"):
        return ((b"cache-control", b"public, max-age=31536000, immutable"),)
    return ((b"cache-control", b"no-cache"),)


async def _too_much(send: Callable[[Any], Awaitable[None]], wait: float, kind: str) -> None:
    body = msgspec.json.encode(ErrorReply(ErrorBody("too_much", "you ask too fast; wait a moment")))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(int(wait) + 1).encode()),
    ]
    await send({"type": f"{kind}.start", "status": 429, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
