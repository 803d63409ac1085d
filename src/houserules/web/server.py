"""The assembled service: the house behind its routes, and how it is started."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from ipaddress import ip_network
from threading import Lock
from typing import Any, Final

import uvicorn
from litestar import Litestar, MediaType, Request, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, ControllerRouterHandler, Scope
from msgspec.structs import replace

import houserules
from houserules.app import (
    House,
    Kind,
    Person,
    Pits,
    Refusal,
    SteadyClock,
    UnreadableLog,
    closing_when_told,
    insist,
    parse_reader,
    record_shapes,
)
from houserules.log import Lease, Log, LogError, LogUnavailable, open_log
from houserules.web.authentication import TheHouse, house_of, who_asks
from houserules.web.connections import Connections, TooFewDescriptors, is_local, room_for
from houserules.web.description.reference import reference_pages
from houserules.web.errors import (
    documented,
    on_http_exception,
    on_log_unavailable,
    on_our_fault,
    on_refusal,
)
from houserules.web.feeds import event_feed, table_feed
from houserules.web.hosts import Hosts
from houserules.web.listening import CannotListen, listen, listen_at_path, shown_address
from houserules.web.logs import set_up_logs
from houserules.web.metrics import Metrics, TheMetrics
from houserules.web.middleware import Middleware
from houserules.web.openapi import schema_of
from houserules.web.pages import page
from houserules.web.protocols import guarded
from houserules.web.request_bodies import LARGEST_REQUEST, StrictRequest, make_decoders
from houserules.web.responses import FOR_EVERYBODY, JsonResponse
from houserules.web.routes.floor import floor_router, meter_router
from houserules.web.routes.history import history_router
from houserules.web.routes.lab import lab_router
from houserules.web.routes.law import law_router
from houserules.web.routes.lessons import lesson_router
from houserules.web.routes.limits import limit_router
from houserules.web.routes.openid import openid_router
from houserules.web.routes.papers import paper_router
from houserules.web.routes.passkeys import passkey_router, sign_in_router
from houserules.web.routes.published import log_router
from houserules.web.routes.records import record_router
from houserules.web.routes.sessions import people_router, session_router
from houserules.web.routes.tables import table_router
from houserules.web.settings import ServiceSettings

_WARM_UP_AFTER: Final = 4.0
_GARBAGE: Final = 5000
"""How many more objects must exist before cyclic garbage is collected."""


@get("/api/openapi.json", include_in_schema=False, opt=FOR_EVERYBODY)
async def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Every route. Litestar's own page would answer for all of /api, and in HTML. Describing the routes takes a
    second, once, in the background."""
    return await asyncio.to_thread(_described, request.app)


def _described(app: Litestar) -> dict[str, Any]:
    with _describing:
        return schema_of(app)


_describing: Final = Lock()


@get("/health", responses=documented(), tags=["service"])
async def health(house: TheHouse) -> record_shapes.Health:
    """Whether the service can do its work."""
    return _health(house)


@get("/ready", responses=documented(), tags=["service"])
async def ready(house: TheHouse) -> record_shapes.Health:
    """Whether a proxy should send anybody here: 503 while the shuffler is locked or the database cannot be read."""
    if house.shuffler.locked:
        raise Refusal("shuffler_locked", "the shuffler is locked, and nothing is dealt", Kind.UNAVAILABLE)
    return _health(house)


def _health(house: House) -> record_shapes.Health:
    return {
        "status": "locked" if house.shuffler.locked else "troubled" if house.subscribers.troubles else "ok",
        "version": houserules.__version__,
        "tables": len(house.tables),
        "position": house.log.position(),
        "troubles": dict(house.subscribers.troubles),
        "witnesses": {
            "signed": sum(not each.trouble for each in house.witnesses.asked),
            "needed": house.witnesses.quorum,
            "of": len(house.witnesses.asked),
        },
    }


@get("/api/pits", responses=documented(), tags=["service"])
async def names_of_pits(house: TheHouse) -> list[str]:
    """The pits of this house, each reached under /pits/NAME/; a house without pits has none."""
    return house.pit_names


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics_page(request: Request[Any, Any, Any], house: TheHouse, metrics: TheMetrics) -> Response[bytes]:
    """For programs on this machine, and for those who may see all events."""
    if not is_local(request.scope):
        insist(who_asks(house, request), "see_events")
    from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415

    metrics.tables = sum(1 for live in house.tables.values() if not live.state.table.closed)
    metrics.position = house.log.position()
    registry = CollectorRegistry()
    registry.register(metrics)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


def create_app(house: House, guard: Connections | None = None, pits: Pits | None = None) -> ASGIApp:
    """The whole service as one ASGI application."""
    connections = guard or Connections(ServiceSettings(), Metrics())
    chosen, metrics = connections.settings, connections.metrics
    hosts = Hosts(chosen)
    set_up(house, chosen)
    house.people.attendance.idle_after = chosen.idle_minutes * 60_000
    house.openid.use(chosen.provider)

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        if pits is not None:
            await pits.start()
        try:
            yield
        finally:
            if pits is not None:
                await pits.stop()
            await house.stop()

    # No dependency is resolved concurrently with another: Litestar would make a task for each, which costs far more
    # than resolving it.
    async def the_house(scope: Scope) -> House:
        return house_of(scope)

    async def the_settings(house: TheHouse) -> ServiceSettings:
        return chosen

    async def the_hosts(house: TheHouse) -> Hosts:
        return hosts

    async def the_metrics(house: TheHouse) -> Metrics:
        return metrics

    async def the_connections(house: TheHouse) -> Connections:
        return connections

    async def person(request: Request[Any, Any, Any], house: TheHouse) -> Person:
        return who_asks(house, request)

    handlers: list[ControllerRouterHandler] = [
        session_router, passkey_router, openid_router, sign_in_router, people_router, table_router, floor_router,
        meter_router, record_router, law_router, lab_router, lesson_router, limit_router, paper_router, log_router,
        history_router, table_feed, event_feed, openapi, *reference_pages, health, ready, names_of_pits, metrics_page,
        page,
    ]  # fmt: skip
    app = Litestar(
        route_handlers=handlers,
        dependencies={
            "house": Provide(the_house),
            "settings": Provide(the_settings),
            "hosts": Provide(the_hosts),
            "metrics": Provide(the_metrics),
            "connections": Provide(the_connections),
            "person": Provide(person),
        },
        exception_handlers={
            Refusal: on_refusal,
            LogUnavailable: on_log_unavailable,
            HTTPException: on_http_exception,
            Exception: on_our_fault,
        },
        lifespan=[open_house],
        openapi_config=OpenAPIConfig(
            title="houserules",
            version=houserules.__version__,
            description="Tables that deal, keep the books, and can prove every card and every cent.",
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_class=StrictRequest,
        response_class=JsonResponse,
        request_max_body_size=LARGEST_REQUEST,
        logging_config=None,
        debug=False,
    )
    make_decoders(app)
    return Middleware(app, house, connections, hosts, pits)


def set_up(house: House, settings: ServiceSettings) -> None:
    """What applies to each pit as to the house."""
    house.corrections.bound = settings.correction_bound
    house.witnesses.choose(settings.witnesses, settings.quorum)
    house.webhooks.choose(settings.webhooks, settings.webhook_secret)
    house.witnesses.readers = tuple(map(parse_reader, settings.replayed_by))


def served(house: House, settings: ServiceSettings, pits: Pits | None = None) -> uvicorn.Config:
    """The service as uvicorn serves it, with its limits."""
    guard = Connections(settings, Metrics())
    return guarded(create_app(house, guard, pits), guard)


def run(
    db: str,
    host: str,
    port: int,
    settings: ServiceSettings | None = None,
    origin: str | None = None,
    pits: Mapping[str, tuple[str, bool]] | None = None,
    log_level: str = "info",
    **named: Any,
) -> int:
    """Opens the house and serves it until stopped. Returns the exit status. ``pits`` are its pits, each with its
    database and whether this process takes it as soon as it is free."""
    logs = set_up_logs(level=log_level)
    chosen = settings or ServiceSettings(**named)
    try:
        insist_on_addresses(chosen.proxy)
        with ExitStack() as opened:
            opened.enter_context(closing_when_told())
            listening = opened.enter_context(
                listen(host, port) if chosen.socket is None else listen_at_path(chosen.socket)
            )
            log = opened.enter_context(open_log(db, origin=origin))
            logs_of_pits = {
                name: (opened.enter_context(open_log(place, origin=origin, pit=name)), at_once)
                for name, (place, at_once) in (pits or {}).items()
            }
            serve(log, listening, replace(chosen, connections=room_for(chosen.connections)), logs_of_pits)
    except (CannotListen, NoAddress, LogError, TooFewDescriptors, UnreadableLog) as error:
        print(f"houserules: {error}", file=sys.stderr)
        return 2
    finally:
        logs.write()
    return 0


class NoAddress(Exception):
    """A proxy is given by something that is not an address: no client would ever be believed."""


def insist_on_addresses(proxy: str | None) -> None:
    """One or several, separated by commas; a network, as in 10.0.0.0/8, stands for everything in it."""
    for each in proxy.split(",") if proxy is not None else ():
        try:
            ip_network(each.strip(), strict=False)
        except ValueError:
            raise NoAddress(f"--proxy {proxy}: give the address of the proxy, as in 127.0.0.1") from None


def serve(
    log: Log, listening: socket.socket, settings: ServiceSettings, pits: Mapping[str, tuple[Log, bool]] | None = None
) -> None:
    """Serves the house of this log until stopped."""
    house = House(log, SteadyClock(log))
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(house, listening, settings, pits_of(house, settings, pits) if pits else None))


def pits_of(house: House, settings: ServiceSettings, logs: Mapping[str, tuple[Log, bool]]) -> Pits:
    """The pits with these logs within this house, as this process may hold them."""
    holder = f"{socket.gethostname()} {os.getpid()}"

    def make(name: str, lease: Lease) -> House:
        pit = House(lease.log, SteadyClock(lease.log), within=house, pit=name)
        set_up(pit, settings)
        return pit

    return Pits(house, {name: Lease(log, holder, at_once=first) for name, (log, first) in logs.items()}, make)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A faster event loop if there is one for this system; else Python's own."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(house: House, listening: socket.socket, settings: ServiceSettings, pits: Pits | None = None) -> None:
    server = uvicorn.Server(served(house, settings, pits))
    if pits is None:  # Otherwise the tables are in the pits.
        await house.openings.furnish()
    await house.start()
    secret = await house.people.owners_link()
    address = shown_address(listening, settings)
    print(f"houserules: tables at {address}", flush=True)
    if secret is not None:
        print(f"houserules: sign in once as the owner at {address}#sign-in={secret}", flush=True)
    warming = asyncio.create_task(_warm_up(server, house))
    gc.freeze()  # What was loaded stays: it need not be scanned again and again.
    gc.set_threshold(_GARBAGE)
    try:
        await server.serve(sockets=[listening])
    finally:
        warming.cancel()
        with suppress(asyncio.CancelledError):
            await warming


async def _warm_up(server: uvicorn.Server, house: House) -> None:
    """A little after clients are let in: preparation must not make them wait."""
    while not server.started:
        await asyncio.sleep(0.1)
    await asyncio.sleep(_WARM_UP_AFTER)
    with suppress(Refusal):  # Without the lab installed, requests for it are refused.
        await house.coach.warm_up()
