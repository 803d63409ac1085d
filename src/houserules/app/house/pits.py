"""The pits that one process holds: each is opened when its lease is taken, and let go when the lease is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import structlog

from houserules.app.house.house import House
from houserules.app.refusals import Refusal
from houserules.log import BEAT, Lease, LogError


class Pits:
    """``houses`` are the pits played here now, each with its tables."""

    def __init__(self, cage: House, leases: Mapping[str, Lease], make: Callable[[str, Lease], House]) -> None:
        """``make`` builds the house of a pit from its name and its log, without starting it."""
        self.leases = leases
        self.houses: dict[str, House] = {}
        self._make = make
        self._looking: list[asyncio.Task[None]] = []
        self._opening: dict[str, asyncio.Task[None]] = {}
        """Opening a pit takes a while, during which its lease must beat like the others."""
        self._threads = {name: ThreadPoolExecutor(1, f"houserules-lease-{name}") for name in leases}
        """A lease must beat even while all other threads are busy with slow work."""
        cage.pits.update((name, lease.log) for name, lease in leases.items())
        cage.openings.capacity.most_tables = 0  # The tables stand in the pits.

    async def start(self) -> None:
        self._looking = [asyncio.create_task(self._look_again(name)) for name in self.leases]
        await self.look()

    async def _look_again(self, name: str) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._look_at(name)

    async def look(self) -> None:
        """Sends the beats for the pits held here, takes pits that nobody holds, and lets go of lost ones."""
        await asyncio.gather(*map(self._look_at, self.leases))
        await asyncio.gather(*self._opening.values())

    async def _look_at(self, name: str) -> None:
        lease = self.leases[name]
        try:
            held = await asyncio.get_running_loop().run_in_executor(self._threads[name], lease.look)
        except LogError as trouble:  # Nobody knows who holds it now. The log refuses writes without the lease.
            structlog.get_logger().warning("a pit cannot be held", pit=name, why=str(trouble))
            return
        if held and name not in self.houses and name not in self._opening:
            self._opening[name] = asyncio.create_task(self._open(name))
        elif not held and name in self.houses:
            structlog.get_logger().warning("another process has taken over a pit", pit=name)
            await self.houses.pop(name).stop()

    async def _open(self, name: str) -> None:
        """A pit that cannot be opened now is tried again with the next beat."""
        try:
            pit = self._make(name, self.leases[name])
            if pit.transit is not None:
                pit.transit.insist_belongs()
            await pit.openings.furnish()
            await pit.start()
            self.houses[name] = pit
        except (LogError, Refusal) as trouble:
            structlog.get_logger().warning("a pit cannot be opened", pit=name, why=str(trouble))
        except Exception as fault:
            structlog.get_logger().error("our fault", pit=name, exc_info=fault)
        finally:
            del self._opening[name]

    async def stop(self) -> None:
        """Gives the pits back, so that another process can take them at once."""
        tasks = [*self._looking, *self._opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for name, lease in self.leases.items():  # Including a pit that was still being opened.
            if name in self.houses:
                await self.houses.pop(name).stop()
            with suppress(LogError):
                await asyncio.get_running_loop().run_in_executor(self._threads[name], lease.give_back)
            self._threads[name].shutdown(wait=False)
