"""How much one client may ask for: each has a token bucket, refilled steadily."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush
from ipaddress import IPv6Address
from typing import Any, Final

_MOST_CLIENTS: Final = 10_000
AT_ONE_TURN: Final = 4
"""Requests that start in one turn of the event loop."""
_BETWEEN_TURNS: Final = 0.001
"""Seconds between turns when some requests have to wait."""
_OF_ONE_HOUSEHOLD: Final = ~((1 << 64) - 1)


def address_of(scope: Any) -> str:
    """The address under which a client is counted. An IPv6 household has 2^64 addresses, which count as one."""
    address: str = (scope.get("client") or ("unknown", 0))[0]
    if ":" not in address:
        return address
    try:
        written = IPv6Address(address)
    except ValueError:
        return address
    mapped = written.ipv4_mapped  # An IPv4 address, as a dual-stack socket writes it.
    return str(mapped or IPv6Address(int(written) & _OF_ONE_HOUSEHOLD))


class Buckets:
    """``rate`` a second on average, ``burst`` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._level: dict[str, tuple[float, float]] = {}

    def take(self, client: str, tokens: float = 1) -> float:
        """Takes tokens. Returns 0.0 if there were enough, else the number of seconds until there will be."""
        now = self.clock()
        level, seen = self._level.get(client, (self.burst, now))
        level = min(self.burst, level + (now - seen) * self.rate)
        if level < tokens:
            self._level[client] = (level, now)
            return (tokens - level) / self.rate
        if len(self._level) >= _MOST_CLIENTS:
            self._forget(now)
        self._level[client] = (level - tokens, now)
        return 0.0

    def used(self, client: str) -> float:
        """How many tokens are missing: the more, the more this client has asked for lately."""
        level, seen = self._level.get(client, (self.burst, 0.0))
        return max(0.0, self.burst - level - (self.clock() - seen) * self.rate)

    def _forget(self, now: float) -> None:
        """Clients whose buckets are full again need not be remembered."""
        full = [name for name, (level, seen) in self._level.items() if level + (now - seen) * self.rate >= self.burst]
        for name in full or list(self._level)[: _MOST_CLIENTS // 2]:
            del self._level[name]


class Turns:
    """How many requests start at once. If more arrive than can start, the client that has asked for least lately goes
    first, so that nobody waits for somebody else's flood; and writing threads get time between two turns."""

    def __init__(self) -> None:
        self._begun = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = 0
        self._next: asyncio.Handle | None = None

    async def begin(self, used: float) -> None:
        if self._begun >= AT_ONE_TURN or self._waiting:
            self._number += 1
            waiting = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (used, self._number, waiting))
            self._turn_later()
            await waiting
            return
        self._begun += 1
        self._turn_later()

    def _turn_later(self) -> None:
        if self._next is None:
            loop = asyncio.get_running_loop()
            later = loop.call_later(_BETWEEN_TURNS, self._turn) if self._waiting else loop.call_soon(self._turn)
            self._next = later

    def _turn(self) -> None:
        self._next, self._begun = None, 0
        while self._waiting and self._begun < AT_ONE_TURN:
            _, _, waiting = heappop(self._waiting)
            if not waiting.done():
                waiting.set_result(None)
                self._begun += 1
        if self._begun:
            self._turn_later()
