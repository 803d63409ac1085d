"""How long ``houserules serve`` takes from the start of its process to its first answers.

``python -m benchmarks.start [--times 5] [--events 100000]`` starts the service on a new database and on one with so
many events, with the program's files in memory and (on Linux) dropped from it first. It prints the time until the
service says that it is well, shows the lobby, and shows a table, and the processor time that it took until then. What
it then does beside the tables, such as getting the coach ready, is not waited for.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import psutil
from msgspec import Struct
from rich.console import Console
from rich.table import Table

import houserules
from benchmarks.six_players import SEATS, SixPlayers, six_people, submission_named
from houserules import law
from houserules.app.house.house import House
from houserules.app.table.events import PRACTICE
from houserules.app.table.requests import AnyRequest
from houserules.law import read_toml
from houserules.log import open_log

_HOST: Final = "127.0.0.1"
_ANSWERS: Final = ("/health", "/api/tables", "/api/tables/md-high-card-flush/rules")


class Started(Struct):
    """Seconds from the start of the process to each of the answers, and its processor time until the last."""

    answers: list[float]
    processor: float


def start(database: Path) -> Started:
    with socket.socket() as free:
        free.bind((_HOST, 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(database), "--port", str(port)]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        connection = _connected(port, process)
        answers = []
        for path in _ANSWERS:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status}")
            answers.append(time.monotonic() - began)
        times = psutil.Process(process.pid).cpu_times()
        return Started(answers, times.user + times.system)
    finally:
        process.terminate()
        process.wait(30)


def _connected(port: int, process: subprocess.Popen[bytes]) -> http.client.HTTPConnection:
    while process.poll() is None:
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection(_HOST, port, timeout=60)
            connection.connect()
            return connection
        time.sleep(0.005)
    raise SystemExit("the service did not start")


def drop_from_memory() -> bool:
    """Let the system forget the program's files and those of the libraries. False where it cannot be told to."""
    advise = getattr(os, "posix_fadvise", None)
    if advise is None:
        return False
    places = {Path(sys.prefix), Path(sys.base_prefix) / "lib", Path(houserules.__file__).parent}
    for place in places:
        for path in place.rglob("*"):
            with contextlib.suppress(OSError):
                if path.suffix in (".py", ".pyc", ".so", ".toml", ".json") and path.is_file():
                    descriptor = os.open(path, os.O_RDONLY)
                    advise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
                    os.close(descriptor)
    return True


async def grow(database: Path, events: int) -> None:
    """Rounds played at thirty tables until there are at least this many events."""
    game = "md-high-card-flush"
    filed = read_toml(law.submissions()[game].folder.text("submission"), game)
    with open_log(str(database)) as log:
        house = House(log)
        await house.openings.furnish()
        await house.start()

        async def play(number: int) -> None:
            live = await house.openings.open(filed, PRACTICE, f"Table {number}", "bench")
            script, people = SixPlayers(submission_named(game), live.state.id), six_people(live.state.id)

            async def send(seat: int, request: AnyRequest) -> int:
                return (await live.handle(people[seat], request)).version

            version = await script.sit_down(send, live.state.version)
            while log.position() < events:
                for ask in (script.bet, script.decide):
                    for seat in SEATS:
                        version = await send(seat, ask(seat, version))

        await asyncio.gather(*(play(number) for number in range(30)))
        await house.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--grown", type=Path, help="a grown database, made there where it does not exist")
    given = parser.parse_args()
    console = Console(width=118)
    with tempfile.TemporaryDirectory() as name:
        grown = given.grown or Path(name) / "grown.db"
        if given.events and not grown.exists():
            console.print(f"playing until there are {given.events:,} events")
            asyncio.run(grow(grown, given.events))
        shown = Table(title="Seconds from the start of the process; the median, and the slowest")
        for heading in ("database", "files", "well", "lobby", "rules of a table", "processor time"):
            shown.add_column(heading, justify="left" if heading in ("database", "files") else "right")
        databases: list[tuple[str, Path | None]] = [("new", None)]
        if given.events:
            with open_log(str(grown), read_only=True) as log:
                databases.append((f"{log.position():,} events", grown))
        for what, kept in databases:
            for cold in (False, True):
                found = []
                for number in range(given.times + 1):
                    database = kept or Path(name) / f"{cold}-{number}.db"
                    if cold and not drop_from_memory():
                        break
                    started = start(database)
                    if number:  # The first may have compiled the program's files.
                        found.append(started)
                if found:
                    columns = [
                        *zip(*(each.answers for each in found), strict=True),
                        [each.processor for each in found],
                    ]
                    figures = [f"{statistics.median(times):.2f}, {max(times):.2f}" for times in columns]
                    shown.add_row(what, "on disk" if cold else "in memory", *figures)
        console.print(shown)


if __name__ == "__main__":
    main()
