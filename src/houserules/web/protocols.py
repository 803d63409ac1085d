"""Uvicorn's two protocols, with limits on what a client may send before anything is processed."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

import httptools
import msgspec
import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from houserules.web.authentication import own_cookie
from houserules.web.connections import Connections, plain_answer
from houserules.web.errors import ErrorBody, ErrorReply
from houserules.web.rates import address_of
from houserules.web.request_bodies import LARGEST_REQUEST

LARGEST_HEAD: Final = 16 * 1024
"""Bytes of a request's first line and headers, including trailers."""
LARGEST_TARGET: Final = 4 * 1024
MOST_HEADERS: Final = 100
MOST_AHEAD: Final = 16
"""Requests that a client may send before the first of them is answered."""
LARGEST_ON_THE_WIRE: Final = 4 * LARGEST_REQUEST
"""Bytes of one request as sent: a body in small chunks is longer than its content."""
LARGEST_MESSAGE: Final = 4 * 1024
"""Bytes of a message on a feed, where clients' messages are ignored."""
FEED_BURST: Final = 2 * LARGEST_HEAD
FEED_RATE: Final = 1024
"""Bytes per second that a client may send on a feed: answers to pings need far less."""
REFUSED_AFTER: Final = 0.5
"""Seconds until a client is told that it broke a limit, which slows down one that reconnects at once."""
_BACKLOG: Final = 128
_NO_TEXT: Final = 1007
_GO_ON: Final = b"HTTP/1.1 100 "
"""What a client receives that asks before it sends a body; the answer itself comes later."""

_SAID: Final = {
    "malformed": (400, "this is no request of HTTP"),
    "slow_request": (408, "the request took too long to arrive"),
    "request_too_large": (413, "the request is too large"),
    "target_too_long": (414, f"the address is longer than {LARGEST_TARGET} bytes"),
    "head_too_large": (431, f"the headers are more than {LARGEST_HEAD} bytes or {MOST_HEADERS} lines"),
    "too_many_ahead": (400, f"more than {MOST_AHEAD} requests were sent before the first was answered"),
    "no_room": (503, "too many are connected; try again later"),
}


class _Refused(Exception):
    """Raised inside the parser, which then stops."""


class _Answers:
    """Sends answers to one client. Uvicorn writes the head of an answer and its body separately; here the head waits
    for the body, and both go out in one system call, which costs as much as routing a request."""

    __slots__ = ("_began", "_head", "_silent", "_transport")

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._head = b""
        self._began = self._silent = False

    def silence(self) -> bool:
        """Stops all writing, unless an answer has begun. Returns whether it stopped."""
        self._silent = not self._began
        return self._silent

    def write(self, data: bytes) -> None:
        if self._silent:
            return
        if self._began or data.startswith(_GO_ON):
            self._transport.write(self._head + data)
            self._head = b""
        else:
            self._began, self._head = True, data

    def end(self) -> None:
        """Ends one answer. For some requests a head is the whole answer."""
        if self._head:
            self._transport.write(self._head)
        self._began, self._head = False, b""

    def close(self) -> None:
        self.end()
        if not self._silent:
            self._transport.close()

    def is_closing(self) -> bool:
        closing: bool = self._transport.is_closing()
        return closing


class GuardedHttp(HttpToolsProtocol):
    """Counts what arrives, and how long it takes. Uvicorn itself would accept headers without end."""

    def __init__(self, *given: Any, guard: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.guard = guard
        self.address = ""
        self.read_by = self.write_by = math.inf
        self._why = ""
        self._head = self._lines = self._sent = 0
        self._reading = "nothing"
        """The part of a request that is arriving: nothing, head or body."""
        self._refusing = False

    # What the guard asks

    def too_slow(self) -> str:
        if self.flow.write_paused:
            self.transport.abort()
            return "slow_reader"
        self._say("slow_request")
        return "slow_request"

    def make_room(self) -> None:
        self.transport.abort()

    # What arrives

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._answers = _Answers(transport)
        self.address = address_of({"client": self.client})
        if self.guard.admit(self):
            self.read_by = self.loop.time() + self.guard.settings.head_seconds
        else:
            self._say("no_room")

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.gone(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._refusing or self.transport.is_closing():
            return
        if self._reading == "nothing" and self.read_by == math.inf:
            self.read_by = self.loop.time() + self.guard.settings.head_seconds
        self._sent += len(data)
        try:
            self.parser.feed_data(data)
            self._insist_small()
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except (httptools.HttpParserError, _Refused):
            self._refuse(self._why or "malformed")

    def _insist_small(self) -> None:
        if self._reading == "head" and self._sent > LARGEST_HEAD:
            self._stop("head_too_large")
        if self._sent > LARGEST_ON_THE_WIRE:
            self._stop("request_too_large")

    def on_message_begin(self) -> None:
        if self._reading != "nothing" or self.cycle is not None:
            self.read_by = self.loop.time() + self.guard.settings.head_seconds
            self._sent = 0
        self._reading = "head"
        self._head = self._lines = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LARGEST_TARGET:
            self._stop("target_too_long")

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value)
        self._lines += 1
        if self._lines > MOST_HEADERS or self._head > LARGEST_HEAD:
            self._stop("head_too_large")
        if name.lower() == b"cookie":  # Nothing behind this sees other sites' cookies.
            value = own_cookie(value)
            if not value:
                return
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._reading = "body"
        self.read_by = self.loop.time() + self.guard.settings.body_seconds
        self._sent = 0
        if len(self.pipeline) >= MOST_AHEAD:
            self._stop("too_many_ahead")
        self.guard.busy(self)
        super().on_headers_complete()
        if self.cycle is not None:  # A feed has none.
            self.cycle.transport = self._answers  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        self._reading = "nothing"
        self.read_by = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._answers.end()
        if self._refusing:  # Further requests are not started.
            return
        super().on_response_complete()
        if not self.pipeline:
            self.guard.idle(self)

    def handle_websocket_upgrade(self) -> None:
        self.guard.gone(self)
        super().handle_websocket_upgrade()

    # A client that does not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self.write_by = self.loop.time() + self.guard.settings.write_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.write_by = math.inf

    # Refusing

    def _stop(self, why: str) -> None:
        self._why = why
        raise _Refused(why)

    def _refuse(self, why: str) -> None:
        """The client hears nothing until later. Until then nothing is read from it, and it may lose its place."""
        self.guard.refused(why, self.address)
        self._refusing, self.read_by = True, math.inf
        self.transport.pause_reading()
        self.guard.idle(self)
        end = partial(self._say, why) if self._answers.silence() else self.transport.close
        self.loop.call_later(REFUSED_AFTER, end)

    def _say(self, why: str) -> None:
        """Says nothing if an answer is already being sent: the text would be taken for part of it."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        nothing_on_its_way = not self.pipeline and (
            cycle is None or not cycle.response_started or cycle.response_complete
        )
        if self._refusing or nothing_on_its_way:
            status, message = _SAID[why]
            self.transport.write(plain_answer(status, msgspec.json.encode(ErrorReply(ErrorBody(why, message)))))
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
        self.transport.close()


class GuardedFeed(WebSocketsSansIOProtocol):
    """Accepts little from a client, and keeps little for one that does not read."""

    def __init__(self, *given: Any, guard: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.guard = guard
        self.address = ""
        self.read_by = self.write_by = math.inf
        self._may_send, self._asked_at = float(FEED_BURST), self.loop.time()

    def too_slow(self) -> str:
        self.transport.abort()
        return "slow_reader"

    def make_room(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = address_of({"client": self.client})
        if self.guard.admit(self):
            self.guard.busy(self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.gone(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        now = self.loop.time()
        self._may_send = min(FEED_BURST, self._may_send + (now - self._asked_at) * FEED_RATE) - len(data)
        self._asked_at = now
        if self.transport.is_closing():
            return
        if self._may_send < 0:
            self.guard.refused("feed_flooded", self.address)
            self.transport.abort()
            return
        super().data_received(data)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:  # A client that does not answer our close gives up its place.
            self.guard.idle(self)

    def handle_parser_exception(self) -> None:
        """The message is too large, compressed, or not a message at all."""
        self.guard.refused("feed_message", self.address)
        super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Invalid text ends the feed, and counts like other messages; the server would log a trace for each."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(_NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.write_by = self.loop.time() + self.guard.settings.write_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.write_by = math.inf


def guarded(app: ASGIApp, guard: Connections) -> uvicorn.Config:
    """How uvicorn serves this application."""
    settings = guard.settings
    return uvicorn.Config(
        app,
        # A client that can set the header X-Forwarded-For chooses the address that limits count.
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.socket is not None else settings.proxy,
        log_config=None,
        access_log=False,
        lifespan="on",
        http=partial(GuardedHttp, guard=guard),  # type: ignore[arg-type]
        ws=partial(GuardedFeed, guard=guard),  # type: ignore[arg-type]
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        backlog=_BACKLOG,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
    )
