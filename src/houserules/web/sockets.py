"""Live feeds: a table as one may see it after every change, and for examiners every event as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from houserules.app.house.house import House
from houserules.app.house.subscribers import EVERYTHING, Subscriber
from houserules.app.people.roles import Person
from houserules.app.refusals import Kind, Refusal, unavailable
from houserules.app.table.live_table import LiveTable
from houserules.log import LogUnavailable
from houserules.web.access import TheHouse, insist, insist_own_page, who_asks
from houserules.web.errors import body_of
from houserules.web.parameters import DESKS, TableId
from houserules.web.record_routes import read_events
from houserules.web.surroundings import Metrics, TheMetrics
from houserules.web.table_routes import view

_CLOSE: Final = {Kind.UNKNOWN_PERSON: 4401, Kind.FORBIDDEN: 4403, Kind.UNKNOWN: 4404, Kind.UNAVAILABLE: 4503}
_PING_SECONDS: Final = 20.0
_MOST_EVENTS: Final = 200

Socket = WebSocket[Any, Any, Any]
Sender = Callable[[], Awaitable[None]]
T = TypeVar("T")


@websocket("/api/tables/{table_id:str}/feed")
async def table_feed(socket: Socket, table_id: TableId, house: TheHouse, metrics: TheMetrics) -> None:
    """The view of who is signed in: once at the start, then after every change. Reconnecting goes on from there."""
    desk_name = socket.query_params.get("desk", "player")

    def admitted() -> tuple[Person, LiveTable]:
        person = _welcome(house, socket)
        if desk_name not in DESKS:
            raise Refusal("no_such_desk", f"there is no desk {desk_name!r}", Kind.UNKNOWN)
        desk = house.table(table_id)
        view(desk, person, desk_name)
        return person, desk

    found = await _let_in(socket, admitted)
    if found is None:
        return
    person, desk = found

    async def send() -> None:
        who = who_asks(house, socket)
        shown = view(desk, who, desk_name)
        await _send(socket, {"type": "view", "version": desk.state.version, "view": shown})

    with house.presence.following(person.account), house.subscribers.watch(desk.state.stream) as watcher:
        await _keep_sending(socket, watcher, send, metrics)


@websocket("/api/events/feed")
async def event_feed(socket: Socket, house: TheHouse, metrics: TheMetrics) -> None:
    """Every event after the position ``after``, as it happens."""

    def admitted() -> int:
        insist(_welcome(house, socket), "see_events")
        return _position(socket.query_params.get("after", "0"))

    found = await _let_in(socket, admitted)
    if found is None:
        return
    position = found

    async def send() -> None:
        nonlocal position
        while events := await read_events(house, lambda: who_asks(house, socket), position, _MOST_EVENTS):
            position = events[-1]["position"]
            await _send(socket, {"type": "events", "position": position, "events": events})

    with house.subscribers.watch(EVERYTHING) as watcher:
        await _keep_sending(socket, watcher, send, metrics)


def _position(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise Refusal("malformed", "after is a position, as in after=120", Kind.UNKNOWN)
    return int(text)


def _welcome(house: House, socket: Socket) -> Person:
    """Browsers send cookies along from any page; a page of another origin is turned away."""
    insist_own_page(socket, "this page may not watch this house")
    return who_asks(house, socket)


async def _let_in(socket: Socket, admitted: Callable[[], T]) -> T | None:
    """Whoever is not let in is told why, which a browser hears only on a connection that was accepted."""
    await socket.accept()
    try:
        return admitted()
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    except LogUnavailable as error:
        await _turn_away(socket, unavailable(error))
    return None


async def _turn_away(socket: Socket, refusal: Refusal) -> None:
    await _send(socket, {"type": "error", "error": msgspec.to_builtins(body_of(refusal))})
    await socket.close(code=_CLOSE.get(refusal.kind, 4400), reason=refusal.code)


async def _send(socket: Socket, frame: dict[str, Any]) -> None:
    await socket.send_data(msgspec.json.encode(frame), mode="text")


async def _keep_sending(socket: Socket, watcher: Subscriber, send: Sender, metrics: Metrics) -> None:
    """Send at once, then whenever something changed, until the other side is gone or signed out."""
    metrics.watchers.inc()
    gone = asyncio.ensure_future(_until_gone(socket))
    gone.add_done_callback(lambda _: watcher.wake())
    try:
        await send()
        while not gone.done():
            changed = await watcher.wait(_PING_SECONDS)
            if gone.done():
                break
            if changed:
                await send()
            else:
                await _send(socket, {"type": "ping"})
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    except LogUnavailable as error:
        await _turn_away(socket, unavailable(error))
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # The other side left while something was on its way to it.
    finally:
        gone.cancel()
        metrics.watchers.dec()


async def _until_gone(socket: Socket) -> None:
    """What clients say on a feed is not listened to; only that they leave."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except Exception:
        return
