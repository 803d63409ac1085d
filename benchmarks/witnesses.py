"""What two witnesses cost a service: settled rounds of six players a second, with them and without, in turns.

``python -m benchmarks.witnesses [--tables 10] [--seconds 4] [--turns 6]`` plays at the tables of one house, through
its use-cases on SQLite. In every other turn its two witnesses, processes of their own on this machine, are
asked to cosign, once a second. The figures are medians over pairs of turns that follow each other: the quotient of
rounds a second, and that of rounds for each second of processor time that the house took, which other programs on
the machine disturb less. At the end it prints how far behind the witnesses were when a turn with them ended.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.trials.witness import Running

from benchmarks.six_players import Period, SixPlayers, six_people, submission_named
from houserules import law
from houserules.app.house.house import House
from houserules.app.table.events import PRACTICE
from houserules.app.table.live_table import LiveTable
from houserules.app.table.requests import AnyRequest
from houserules.law import read_toml
from houserules.log import open_log

GAME = "md-high-card-flush"


async def measured(folder: Path, tables: int, seconds: float, turns: int) -> None:
    submission = submission_named(GAME)
    filed = read_toml(law.submissions()[GAME].folder.text("submission"), GAME)
    with open_log(str(folder / "house.db")) as log:
        house = House(log)
        await house.start()
        opened = [await house.openings.open(filed, PRACTICE, f"Table {n}", "bench", f"t{n}") for n in range(tables)]
        head = log.head()
        assert head is not None
        running = []
        for number in range(2):
            (folder / str(number)).mkdir()
            running.append(Running(folder / str(number), "--vkey", str(head.vkey())))
        period = Period(0, time.monotonic() + 10**6)

        async def one(live: LiveTable, name: str) -> None:
            script, people = SixPlayers(submission, name), six_people(name)

            async def send(seat: int, request: AnyRequest) -> int:
                return (await live.handle(people[seat], request)).version

            await script.play(send, await script.sit_down(send, live.state.version), period)

        playing = [asyncio.create_task(one(live, f"t{number}")) for number, live in enumerate(opened)]
        await asyncio.sleep(seconds)
        rates: dict[bool, list[float]] = {True: [], False: []}
        costs: dict[bool, list[float]] = {True: [], False: []}
        behind = []
        for turn in range(2 * turns):
            asked = turn % 2 == 0
            if asked:
                house.witnesses.choose([f"{each.key} {each.address}" for each in running], None)
                house.witnesses.start()
            began, worked = time.monotonic(), time.process_time()
            before = sum(live.state.table.rounds for live in opened)
            await asyncio.sleep(seconds)
            rounds = sum(live.state.table.rounds for live in opened) - before
            rates[asked].append(rounds / (time.monotonic() - began))
            costs[asked].append(rounds / (time.process_time() - worked))
            if asked:
                behind.append(max(each["behind"] for each in house.witnesses.shown()["witnesses"]))
                await house.witnesses.stop()
        period.end = time.monotonic()
        await asyncio.gather(*playing)
        await house.stop()
        for each in running:
            each.kill()
    said = f"{median(rates[True]):.1f} rounds/s with two witnesses, {median(rates[False]):.1f} without"
    print(f"{tables} tables, {turns} turns of {seconds} s each: {said}, {quotient(rates)}; "
          f"by processor time {quotient(costs)}; "
          f"the witnesses were {median(behind):.0f} events behind, {max(behind)} at most")  # fmt: skip


def quotient(found: dict[bool, list[float]]) -> str:
    """The median over pairs, and the middle half of them."""
    low, middle, high = quantiles([one / other for one, other in zip(found[True], found[False], strict=True)], n=4)
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--turns", type=int, default=6)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder), chosen.tables, chosen.seconds, chosen.turns))


if __name__ == "__main__":
    main()
