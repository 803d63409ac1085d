"""The pits that one process holds: each is opened when its lease is taken, and let go when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import structlog

from houserules.app.house.house import House
from houserules.app.refusals import Refusal
from houserules.log import BEAT, Lease, LogError


class Pits:
    """``houses`` are the pits that are played here now, each with its tables."""

    def __init__(self, cage: House, leases: Mapping[str, Lease], make: Callable[[str, Lease], House]) -> None:
        """``make`` puts the house of a pit together from its name and its log; it is not started yet."""
        self.leases = leases
        self.houses: dict[str, House] = {}
        self._make = make
        self._looking: asyncio.Task[None] | None = None
        cage.pits.update((name, lease.log) for name, lease in leases.items())
        cage.openings.capacity.most_tables = 0  # The tables stand in the pits.

    async def start(self) -> None:
        await self.look()
        self._looking = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.look()

    async def look(self) -> None:
        """Beats for the pits that are held here, takes those that nobody holds, lets go of those that are lost."""
        await asyncio.gather(*map(self._look_at, self.leases))

    async def _look_at(self, name: str) -> None:
        lease = self.leases[name]
        try:
            held = await asyncio.to_thread(lease.look)
            if held and name not in self.houses:
                await self._open(name)
            elif not held and name in self.houses:
                structlog.get_logger().warning("another process has taken over a pit", pit=name)
                await self.houses.pop(name).stop()
        except (LogError, Refusal) as trouble:  # Nobody can write this log meanwhile, nor take it over.
            structlog.get_logger().warning("a pit cannot be held", pit=name, why=str(trouble))
        except Exception as fault:
            structlog.get_logger().error("our fault", pit=name, exc_info=fault)

    async def _open(self, name: str) -> None:
        pit = self._make(name, self.leases[name])
        await pit.openings.furnish()
        await pit.start()
        self.houses[name] = pit

    async def stop(self) -> None:
        """The pits are given back: another process takes them at once."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        for name, pit in tuple(self.houses.items()):
            await pit.stop()
            with suppress(LogError):
                await asyncio.to_thread(self.leases[name].give_back)
        self.houses.clear()
