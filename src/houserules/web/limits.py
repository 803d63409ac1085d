"""How much one client may ask for: a bucket of tokens each, filled steadily."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address
from typing import Any, Final

_MOST_CLIENTS: Final = 10_000
_OF_ONE_HOUSEHOLD: Final = ~((1 << 64) - 1)


def address_of(scope: Any) -> str:
    """The address that a client is counted by. A household with IPv6 has 2^64 addresses, which count as one."""
    address: str = (scope.get("client") or ("unknown", 0))[0]
    if ":" not in address:
        return address
    try:
        written = IPv6Address(address)
    except ValueError:
        return address
    mapped = written.ipv4_mapped  # An address of IPv4, as a socket for both kinds writes it.
    return str(mapped or IPv6Address(int(written) & _OF_ONE_HOUSEHOLD))


class Buckets:
    """``rate`` a second on average, ``burst`` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._level: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> float:
        """Take one token. Answers 0.0 when there was one, else after how many seconds there will be."""
        now = self.clock()
        level, seen = self._level.get(client, (self.burst, now))
        level = min(self.burst, level + (now - seen) * self.rate)
        if level < 1:
            self._level[client] = (level, now)
            return (1 - level) / self.rate
        if len(self._level) >= _MOST_CLIENTS:
            self._forget(now)
        self._level[client] = (level - 1, now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Clients whose buckets are full again are as good as new."""
        full = [name for name, (level, seen) in self._level.items() if level + (now - seen) * self.rate >= self.burst]
        for name in full or list(self._level)[: _MOST_CLIENTS // 2]:
            del self._level[name]
