"""A house of a million players, simulated from measured costs: ``python -m benchmarks.scale [--players 1000000]``.

Every player's command goes its way in virtual time: it waits for the one core of the process that holds its pit,
then for the thread that writes and the group commit under way, then for a core of the database server, then for the
disk. Costs are those of docs/performance.md and docs/log.md; none is fitted. What comes out is how busy each part is
and how long players wait for their answers: with too few pits, cores or servers the waits grow without end.
"""

from __future__ import annotations

import argparse
import random
import statistics
from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

COMMAND: Final = 1.82
"""Milliseconds of a core for a command over HTTP with feeds, on PostgreSQL: docs/performance.md."""
COMMIT: Final = 0.29
"""Milliseconds of a core for a commit within a batch, service and server together: 6,845 a second on two cores."""
DISK: Final = 2.0
"""Milliseconds until the disk of the database server has a batch."""
SEATS: Final = 6
COMMANDS: Final = 12
"""Commands of a round of six players."""


class House(Struct):
    players: int
    pits: int
    servers: int
    cores: int
    """Of each database server."""
    round_seconds: float

    @property
    def commands_a_second(self) -> float:
        return self.players / SEATS * COMMANDS / self.round_seconds


class Result(Struct):
    commands: int
    median: float
    late: float
    """The 99th percentile, in milliseconds."""
    pit_busy: float
    server_busy: float
    batch: float
    """Commits of a batch, on average."""


class _Pit:
    __slots__ = ("free_at", "waiting", "writing")

    def __init__(self) -> None:
        self.free_at = 0.0
        self.waiting: list[float] = []
        self.writing = False


def simulate(house: House, seconds: float, seed: int = 1) -> Result:
    """Players are independent of each other and many: their commands arrive one by one, at random."""
    chance = random.Random(seed)
    pits = [_Pit() for _ in range(house.pits)]
    servers = [[0.0] * house.cores for _ in range(house.servers)]
    end, between = seconds * 1000, 1000 / house.commands_a_second
    took: list[float] = []
    batches, pit_busy, server_busy = 0, 0.0, 0.0
    events: list[tuple[float, int, int, float]] = [(chance.expovariate(1) * between, 0, 0, 0.0)]
    done: dict[int, list[float]] = {}
    while events:
        now, kind, number, asked = heappop(events)
        if kind == 0:  # A command arrives at its process.
            number = chance.randrange(house.pits)
            pit = pits[number]
            pit.free_at = max(now, pit.free_at) + COMMAND
            pit_busy += COMMAND
            heappush(events, (pit.free_at, 1, number, now))
            if now < end:
                heappush(events, (now + chance.expovariate(1) * between, 0, 0, 0.0))
            continue
        pit = pits[number]
        if kind == 1:  # It was decided, and is handed to the thread that writes.
            pit.waiting.append(asked)
        else:  # The disk has the batch.
            took.extend(now - since for since in done.pop(number))
            pit.writing = False
        if pit.waiting and not pit.writing:
            batch, pit.waiting, pit.writing = pit.waiting, [], True
            cores, work = servers[number % house.servers], COMMIT * len(batch)
            begins = max(now, heappop(cores))
            heappush(cores, begins + work)
            batches, server_busy = batches + 1, server_busy + work
            done[number] = batch
            heappush(events, (begins + work + DISK, 2, number, 0.0))
    took.sort()
    return Result(
        len(took), statistics.median(took), took[int(len(took) * 0.99)], pit_busy / house.pits / end,
        server_busy / (house.servers * house.cores) / end, len(took) / batches,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--pits", default="60,100,167", help="how many, each with a core of its own")
    parser.add_argument("--servers", type=int, default=4, help="of the database")
    parser.add_argument("--cores", type=int, default=8, help="of each of them")
    parser.add_argument("--round-seconds", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=20.0, help="that are simulated")
    given = parser.parse_args()
    for pits in map(int, given.pits.split(",")):
        house = House(given.players, pits, given.servers, given.cores, given.round_seconds)
        found = simulate(house, given.seconds)
        print(
            f"{house.players:,} players, {house.commands_a_second:,.0f} commands/s, {pits} pits: "
            f"{found.commands:,} commands simulated, answered after {found.median:.1f} ms (median) and "
            f"{found.late:,.0f} ms (99th percentile); a pit's core busy {found.pit_busy:.0%}, "
            f"a database core {found.server_busy:.0%}, {found.batch:.1f} commits a batch",
            flush=True,
        )


if __name__ == "__main__":
    main()
