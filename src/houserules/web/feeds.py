"""Live feeds: what has changed at a table, as its viewer may see it; and, for examiners, every event as it
happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from houserules.app import EVERYTHING, Feed, House, Kind, LiveTable, Person, Refusal, Subscriber, insist, unavailable
from houserules.log import LogUnavailable
from houserules.web.authentication import TheHouse, insist_same_origin, still_signed_in, who_asks
from houserules.web.connections import TheConnections
from houserules.web.errors import body_of
from houserules.web.metrics import Metrics, TheMetrics
from houserules.web.parameters import DESKS, TableId
from houserules.web.rates import address_of
from houserules.web.routes.records import read_events

_CLOSE: Final = {
    Kind.UNKNOWN_PERSON: 4401,
    Kind.FORBIDDEN: 4403,
    Kind.UNKNOWN: 4404,
    Kind.BUSY: 4429,
    Kind.UNAVAILABLE: 4503,
}
_PING: Final = b'{"type":"ping"}'
_PING_SECONDS: Final = 10.0
_BETWEEN_FRAMES: Final = 1 / 30
"""Seconds between two messages to one client: what happens within them is sent as one. Nobody sees a table change
more often, and most of the work of a busy table would be views that the next one replaces."""
_encode: Final = msgspec.json.Encoder().encode
_MOST_EVENTS: Final = 200

Socket = WebSocket[Any, Any, Any]
Sender = Callable[[], Awaitable[bool]]
"""Sends what is new, and returns whether anything was."""
T = TypeVar("T")


@websocket("/api/tables/{table_id:str}/feed")
async def table_feed(
    socket: Socket, table_id: TableId, house: TheHouse, metrics: TheMetrics, connections: TheConnections
) -> None:
    """The caller's view: whole at the start, then what has changed. After a new connection it is whole again."""
    desk, address = socket.query_params.get("desk", "player"), address_of(socket.scope)

    def admitted() -> tuple[Person, LiveTable]:
        person = _welcome(house, socket)
        connections.insist_room_for_feed(person.account, address)
        if desk not in DESKS:
            raise Refusal("no_such_desk", f"there is no desk {desk!r}", Kind.UNKNOWN)
        table = house.table(table_id)
        table.view_for(person, desk)
        return person, table

    found = await _let_in(socket, admitted)
    if found is None:
        return
    person, table = found
    feed = Feed(person.account, table.state.stream, desk)

    async def send() -> bool:
        frame = table.frame(feed, still_signed_in(house, socket))
        if frame is not None:
            await _send(socket, frame)
        return frame is not None

    with (
        connections.feed(person.account, address),
        house.following(person.account, table),
        house.subscribers.follow(feed) as watcher,
    ):
        await _keep_sending(socket, watcher, send, metrics)


@websocket("/api/events/feed")
async def event_feed(socket: Socket, house: TheHouse, metrics: TheMetrics, connections: TheConnections) -> None:
    """Every event after the position ``after``, as it happens."""

    address = address_of(socket.scope)

    def admitted() -> tuple[Person, int]:
        person = _welcome(house, socket)
        insist(person, "see_events")
        connections.insist_room_for_feed(person.account, address)
        return person, _position(socket.query_params.get("after", "0"))

    found = await _let_in(socket, admitted)
    if found is None:
        return
    person, position = found

    async def send() -> bool:
        nonlocal position
        before = position
        while events := await read_events(house, lambda: still_signed_in(house, socket), position, _MOST_EVENTS):
            position = events[-1]["position"]
            await _send(socket, _encode({"type": "events", "position": position, "events": events}))
        return position > before

    with connections.feed(person.account, address), house.subscribers.watch(EVERYTHING) as watcher:
        await _keep_sending(socket, watcher, send, metrics)


def _position(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise Refusal("malformed", "after is a position, as in after=120", Kind.UNKNOWN)
    return int(text)


def _welcome(house: House, socket: Socket) -> Person:
    """Browsers send cookies along from any page; a page of another origin is rejected."""
    insist_same_origin(socket, "this page may not watch this house")
    return who_asks(house, socket)


async def _let_in(socket: Socket, admitted: Callable[[], T]) -> T | None:
    """A rejected client is told why; a browser learns it only on a connection that was accepted."""
    await socket.accept()
    try:
        return admitted()
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    except LogUnavailable as error:
        await _turn_away(socket, unavailable(error))
    return None


async def _turn_away(socket: Socket, refusal: Refusal) -> None:
    await _send(socket, _encode({"type": "error", "error": body_of(refusal)}))
    await socket.close(code=_CLOSE.get(refusal.kind, 4400), reason=refusal.code)


async def _send(socket: Socket, frame: bytes) -> None:
    await socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})


async def _keep_sending(socket: Socket, watcher: Subscriber, send: Sender, metrics: Metrics) -> None:
    """Sends at once, then whenever something has changed, until the other side is gone or signed out. Changes that
    arrive soon after a message, or while the other side is slow to receive, are sent as one."""
    metrics.watchers += 1
    pulse = _Pulse(watcher)
    gone = asyncio.ensure_future(_until_gone(socket))
    gone.add_done_callback(lambda _: watcher.wake())
    try:
        while not gone.done():
            if await send():
                pulse.sent = True
                await asyncio.wait((gone,), timeout=_BETWEEN_FRAMES)
            elif pulse.is_due:
                pulse.is_due = False
                await _send(socket, _PING)
            await watcher.wait()
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    except LogUnavailable as error:
        await _turn_away(socket, unavailable(error))
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # The other side left while something was being sent to it.
    finally:
        pulse.stop()
        gone.cancel()
        metrics.watchers -= 1


class _Pulse:
    """Has a ping sent when nothing else was sent for a while. One timer per connection, whatever it sends."""

    def __init__(self, watcher: Subscriber) -> None:
        self.sent = True
        self.is_due = False
        self._watcher = watcher
        self._timer = asyncio.get_running_loop().call_later(_PING_SECONDS, self._beat)

    def _beat(self) -> None:
        if not self.sent:
            self.is_due = True
            self._watcher.wake()
        self.sent = False
        self._timer = asyncio.get_running_loop().call_later(_PING_SECONDS, self._beat)

    def stop(self) -> None:
        self._timer.cancel()


async def _until_gone(socket: Socket) -> None:
    """Ignores what clients send on a feed; only their leaving matters."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except Exception:
        return
