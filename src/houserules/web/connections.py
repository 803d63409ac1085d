"""Limits on connections: how many at once, how many from one address, and how slow a client may be."""

from __future__ import annotations

import asyncio
import math
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from typing import Any, Final, Protocol

import structlog
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from houserules.app import Kind, Refusal
from houserules.web.metrics import Metrics
from houserules.web.rates import address_of
from houserules.web.settings import ServiceSettings

_LOOK_EVERY: Final = 1.0
_KEPT_FREE: Final = 96
"""Descriptors reserved for the database, for files that are sent, and for connections being refused."""
_FEWEST: Final = 8


class TooFewDescriptors(Exception):
    """The system lets this process open so few files that hardly anybody could connect."""


class Connected(Protocol):
    """One connection, as it is counted here."""

    address: str
    """The address that it counts towards."""
    read_by: float
    """When, on the loop's clock, what the client is sending must have arrived."""
    write_by: float
    """When the client must have accepted some of what it is sent."""

    def too_slow(self) -> str:
        """The deadline has passed: ends the connection, and returns what was too slow."""

    def make_room(self) -> None:
        """Another client needs the place: ends the connection."""


class _Address:
    """The connections of one address, grouped by how expendable they are; in each group the oldest first."""

    __slots__ = ("busy", "idle", "unheard")

    def __init__(self) -> None:
        self.unheard: dict[Connected, None] = {}
        """These have not sent a complete request yet."""
        self.idle: dict[Connected, None] = {}
        self.busy: dict[Connected, None] = {}

    def __len__(self) -> int:
        return len(self.unheard) + len(self.idle) + len(self.busy)

    def spared(self) -> Connected | None:
        return next(iter(self.unheard), None) or next(iter(self.idle), None)

    def move(self, connection: Connected, group: dict[Connected, None] | None) -> None:
        for each in (self.unheard, self.idle, self.busy):
            each.pop(connection, None)
        if group is not None:
            group[connection] = None


class Connections:
    """If there is no room, the connection that has been without a request the longest is closed, at the same address
    or at the address with the most; a new client is refused only if all the others are being answered."""

    def __init__(self, settings: ServiceSettings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.most = settings.connections
        self._by_address: dict[str, _Address] = {}
        self._count = 0
        self._refused: Counter[tuple[str, str]] = Counter()
        """Since the last line of the log: what was refused, and to which address."""
        self._looking: asyncio.TimerHandle | None = None
        self._feeds: Counter[str] = Counter()
        """Open feeds, by account and by address."""
        self._proxies = [ip_network(each.strip(), strict=False) for each in (settings.proxy or "").split(",") if each]

    # The life of a connection

    def admit(self, connection: Connected) -> bool:
        """Whether there is room for it; if so, it is counted until it is ``gone``."""
        address = connection.address
        own = self._by_address.setdefault(address, _Address())
        full = len(own) >= self.settings.connections_per_address and not self._is_proxy(address)
        if full and not self._spare(own, "connections_of_address", address):
            return False
        if self._count >= self.most:
            crowd = max(self._by_address.values(), key=len)
            if not self._spare(crowd, "connections", address):
                self._forget(address)
                return False
        self._by_address.setdefault(address, own).unheard[connection] = None
        self._count += 1
        self.metrics.connections = self._count
        self._look_later()
        return True

    def busy(self, connection: Connected) -> None:
        if own := self._own(connection):
            own.move(connection, own.busy)

    def idle(self, connection: Connected) -> None:
        if own := self._own(connection):
            own.move(connection, own.idle)

    def gone(self, connection: Connected) -> None:
        if own := self._own(connection):
            own.move(connection, None)
            self._count -= 1
            self.metrics.connections = self._count
            self._forget(connection.address)

    def refused(self, why: str, address: str) -> None:
        """Counted at once, and logged once a second, however often it happens."""
        self.metrics.refused[why] += 1
        self._refused[why, address] += 1
        self._look_later()

    def _own(self, connection: Connected) -> _Address | None:
        own = self._by_address.get(connection.address)
        held = own is not None and any(connection in group for group in (own.unheard, own.idle, own.busy))
        return own if held else None

    def _forget(self, address: str) -> None:
        if not len(self._by_address.get(address, ())):
            self._by_address.pop(address, None)

    def _spare(self, of: _Address, why: str, address: str) -> bool:
        self.refused(why, address)
        spared = of.spared()
        if spared is None:
            return False
        self.gone(spared)
        spared.make_room()
        return True

    def _is_proxy(self, address: str) -> bool:
        """The clients behind a proxy have its address; the proxy must count their connections."""
        return self.settings.socket is not None or any(ip_address(address) in each for each in self._proxies)

    # Feeds

    def insist_room_for_feed(self, account: str, address: str) -> None:
        if self._feeds[f"account:{account}"] >= self.settings.feeds_per_account:
            self._no_feed("feeds_of_account", address, "you follow as many feeds as one account may; close one")
        if self._feeds[address] >= self.settings.feeds_per_address:
            self._no_feed("feeds_of_address", address, "your address follows as many feeds as one may; close one")

    def _no_feed(self, why: str, address: str, message: str) -> None:
        self.refused(why, address)
        raise Refusal("too_many_feeds", message, Kind.BUSY)

    @contextmanager
    def feed(self, account: str, address: str) -> Iterator[None]:
        """Counts one feed of this account from this address while the context lasts."""
        names = (f"account:{account}", address)
        self._feeds.update(names)
        try:
            yield
        finally:
            self._feeds.subtract(names)
            for name in names:
                if not self._feeds[name]:
                    del self._feeds[name]

    # Time

    def _look_later(self) -> None:
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(_LOOK_EVERY, self._look)

    def _look(self) -> None:
        """One timer for all connections: ends those that are too slow, and logs what was refused."""
        self._looking = None
        now = asyncio.get_running_loop().time()
        for own in tuple(self._by_address.values()):
            for connection in (*own.unheard, *own.idle, *own.busy):
                if min(connection.read_by, connection.write_by) < now:
                    connection.read_by = connection.write_by = math.inf
                    self.refused(connection.too_slow(), connection.address)
        told, self._refused = self._refused, Counter()
        for why in sorted({why for why, _ in told}):
            by = {address: count for (reason, address), count in told.items() if reason == why}
            most = max(by, key=lambda address: by[address])
            structlog.get_logger().warning(
                "refused", refused=why, times=sum(by.values()), addresses=len(by), most=most
            )
        if self._count:
            self._look_later()


def room_for(wanted: int) -> int:
    """How many clients may be connected, given the descriptors that this process may have: its limit is raised if
    that is allowed, and some are reserved for everything else."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows has no such limit.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _open_now() + _KEPT_FREE
    if soft != resource.RLIM_INFINITY and soft < needed:
        raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        if raised > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    room = wanted if soft == resource.RLIM_INFINITY else min(wanted, soft - _open_now() - _KEPT_FREE)
    if room < _FEWEST:
        least = _open_now() + _KEPT_FREE + _FEWEST
        raise TooFewDescriptors(f"this process may open {soft} files; it needs {least} at least: ulimit -n {least}")
    if room < wanted:
        structlog.get_logger().warning("few descriptors", connections=room, wanted=wanted, descriptors=soft)
    return room


def _open_now() -> int:
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return 32


def reason_phrase(status: int) -> bytes:
    return {
        400: b"Bad Request", 408: b"Request Timeout", 413: b"Content Too Large", 414: b"URI Too Long",
        431: b"Request Header Fields Too Large", 503: b"Service Unavailable",
    }[status]  # fmt: skip


def plain_answer(status: int, body: bytes) -> bytes:
    """An answer made without the application, after which the connection is closed."""
    head = (
        b"HTTP/1.1 %d %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
        b"cache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head % (status, reason_phrase(status), len(body)) + body


def is_local(scope: Any) -> bool:
    """Whether a request comes from this machine itself, and not from a client that a proxy here serves."""
    forwarded = {b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"}
    if any(name in forwarded for name, _ in scope["headers"]):
        return False
    try:
        return ip_address(address_of(scope)).is_loopback
    except ValueError:
        return False


TheConnections = NamedDependency[SkipValidation[Connections]]
