"""Whether a witness that replays keeps up with a house: ``python -m benchmarks.replay [--tables 10] [--pause 2]``.

Six players at each table play through the use-cases of a real service on SQLite, each round with a pause in it. A
witness, a process of its own on this machine, follows the service over HTTP with ``--replay``. Once a second it is
asked how far it has come. At the end it prints rounds a second, how many events the witness was behind, and in how
many seconds it had replayed the last event after play had ended, and the processor time of both for each round,
which other programs on the machine disturb less. ``--pause 0`` plays as fast as the machine can.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx
from tests.api.service import Service
from tests.trials.witness import Running

from benchmarks.six_players import Period, SixPlayers, six_people, submission_named
from houserules import law
from houserules.app import parse_reader
from houserules.app.house.house import House
from houserules.app.table.events import PRACTICE
from houserules.app.table.live_table import LiveTable
from houserules.app.table.requests import AnyRequest
from houserules.law import read_toml

GAME = "md-high-card-flush"
REQUESTS_OF_A_ROUND = 12


async def busy(house: House, tables: int, seconds: float, pause: float) -> int:
    """Plays at this number of tables for this many seconds; the answer is how many rounds were settled."""
    filed = read_toml(law.submissions()[GAME].folder.text("submission"), GAME)
    opened = [await house.openings.open(filed, PRACTICE, f"Table {n}", "bench", f"t{n}") for n in range(tables)]
    period = Period(0, time.monotonic() + seconds)

    async def one(live: LiveTable, name: str) -> None:
        script, people = SixPlayers(submission_named(GAME), name), six_people(name)

        async def send(seat: int, request: AnyRequest) -> int:
            await asyncio.sleep(pause / REQUESTS_OF_A_ROUND)
            return (await live.handle(people[seat], request)).version

        await script.play(send, await script.sit_down(send, live.state.version), period)

    await asyncio.gather(*(one(live, f"t{number}") for number, live in enumerate(opened)))
    return sum(live.state.table.rounds for live in opened)


def measured(folder: Path, tables: int, seconds: float, pause: float) -> None:
    with Service(folder / "house.db") as service:
        running = Running(folder, "--follow", service.url, "--every", "0.2", "--replay")
        service.house.witnesses.readers = (parse_reader(running.key),)

        def house() -> dict[str, int]:
            (shown,) = httpx.get(f"{running.address}houses").json()
            return {name: shown[name] for name in ("size", "replayed", "rounds", "alarms")}

        began, worked = time.monotonic(), time.process_time()
        playing = asyncio.run_coroutine_threadsafe(busy(service.house, tables, seconds, pause), service.loop)
        behind = []
        while not playing.done():
            time.sleep(1)
            behind.append(service.log.position() - house()["replayed"])
        rounds, took, ended = playing.result(), time.monotonic() - began, time.monotonic()
        while house()["replayed"] < service.log.position():
            time.sleep(0.05)
        last, shown = time.monotonic() - ended, house()
        own, witness = time.process_time() - worked, _processor_time(running.process.pid)
        running.kill()
    half = len(behind) // 2
    print(f"{tables} tables, {rounds / took:.1f} rounds/s, {shown['size'] / took:.0f} events/s for {took:.0f} s; "
          f"behind by {median(behind[:half]):.0f} events in the first half, {median(behind[half:]):.0f} in the rest; "
          f"all {shown['rounds']} rounds replayed {last:.1f} s after the end, {shown['alarms']} alarms; "
          f"processor time a round: the witness {1000 * witness / rounds:.0f} ms, service and players "
          f"{1000 * own / rounds:.0f} ms")  # fmt: skip


def _processor_time(process: int) -> float:
    """The seconds that a process has computed, its start included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured(Path(folder), chosen.tables, chosen.seconds, chosen.pause)


if __name__ == "__main__":
    main()
