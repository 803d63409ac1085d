"""What an idle table costs: memory, and processor time while nothing happens.

``python -m benchmarks.idle_tables [--tables 1000] [--seconds 10]`` opens this number of tables through the use-cases,
in a process of their own, lets six players play two rounds at each, and starts anew on what was kept. Memory is what
the operating system counts as resident, less what the house took before it had any tables.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import psutil
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks.six_players import SEATS, SixPlayers, six_people, submission_named
from houserules import law
from houserules.app.house.house import House
from houserules.app.table.events import PRACTICE
from houserules.app.table.requests import AnyRequest
from houserules.law import read_toml
from houserules.log import open_log

GAMES = tuple(law.submissions())


class Seen(Struct):
    """Bytes that a table takes, the seconds until all were there, and the share of a core that they take idle."""

    each: float
    ready: float
    idle: float


def resident() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


async def idling(house: House, seconds: float) -> float:
    """Once the house has looked at every table, which it does when they are new to it."""
    started = house.now()
    while house.looked_at < started:
        await asyncio.sleep(0.1)
    began = time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - began) / seconds


async def opened(database: str, tables: int, seconds: float) -> Seen:
    """New tables of all three games in turn. One of each is open before anything is measured: what they share."""
    with open_log(database) as log:
        house = House(log)
        await house.start()
        filed = {game: read_toml(law.submissions()[game].folder.text("submission"), game) for game in GAMES}
        for game in GAMES:
            await house.openings.open(filed[game], PRACTICE, game, "bench")
        before, began = resident(), time.monotonic()
        for number in range(tables - len(GAMES)):
            game = GAMES[number % len(GAMES)]
            await house.openings.open(filed[game], PRACTICE, f"Table {number}", "bench")
        ready = time.monotonic() - began
        seen = Seen((resident() - before) / (tables - len(GAMES)), ready, await idling(house, seconds))
        await house.stop()
    return seen


async def loaded(database: str, tables: int, seconds: float) -> Seen:
    with open_log(database) as log:
        house = House(log)
        before, began = resident(), time.monotonic()
        await house.start()
        ready = time.monotonic() - began
        seen = Seen((resident() - before) / len(house.tables), ready, await idling(house, seconds))
        await house.stop()
    return seen


async def play(database: str, tables: int, seconds: float) -> Seen:
    """Two rounds at every table, fifty tables at a time, so that each has a last round to show."""
    with open_log(database) as log:
        house = House(log)
        await house.start()
        began = time.monotonic()

        async def at(name: str) -> None:
            live = house.tables[name]
            book = live.rules.book.id
            script, people = SixPlayers(submission_named(GAMES[BOOKS.index(book)]), name), six_people(name)

            async def send(seat: int, request: AnyRequest) -> int:
                return (await live.handle(people[seat], request)).version

            version = await script.sit_down(send, live.state.version)
            for _ in range(2):
                for ask in (script.bet, script.decide):
                    for seat in SEATS:
                        version = await send(seat, ask(seat, version))

        names = list(house.tables)
        for first in range(0, len(names), 50):
            await asyncio.gather(*(at(name) for name in names[first : first + 50]))
        await house.stop()
    return Seen(0.0, time.monotonic() - began, 0.0)


BOOKS = [submission_named(game).rulebook.id for game in GAMES]
PARTS = {"opened": opened, "loaded": loaded, "play": play}


def apart(part: str, database: Path, tables: int, seconds: float) -> Seen:
    command = [sys.executable, "-m", "benchmarks.idle_tables", "--part", part, "--database", str(database),
               "--tables", str(tables), "--seconds", str(seconds)]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--part", choices=list(PARTS), help=argparse.SUPPRESS)
    parser.add_argument("--database", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        seen = asyncio.run(PARTS[given.part](given.database, given.tables, given.seconds))
        sys.stdout.buffer.write(msgspec.json.encode(seen))
        return
    shown = Table(title=f"{given.tables:,} idle tables")
    for heading in ("tables", "memory of each", "all ready after", "share of a core"):
        shown.add_column(heading, justify="left" if heading == "tables" else "right")
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "house.db"
        for what, part in (("just opened", "opened"), ("after a start, never played", "loaded"), ("", "play"),
                           ("after a start, two rounds played", "loaded")):  # fmt: skip
            seen = apart(part, database, given.tables, given.seconds)
            if what:
                shown.add_row(what, f"{seen.each / 1024:.1f} kB", f"{seen.ready:.2f} s", f"{seen.idle:.1%}")
    Console(width=118).print(shown)


if __name__ == "__main__":
    main()
