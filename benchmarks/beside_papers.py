"""What six players at a table wait for their answers over HTTP while the service prints, and while it does not.

``python -m benchmarks.beside_papers [--seconds 12] [--game NAME] [--printed NAME] [--turns 2]`` plays at one table,
with a pause after each answer, in turns with nothing else to do and with all papers of another submission being made,
one set after the other: each of another operator, so that none of them is kept from before.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.load import Seated, serving
from benchmarks.plain_http import connected, post
from benchmarks.six_players import Figures, Period, SixPlayers, submission_named
from houserules.law import bundled_submission

_PAUSE = 0.02
_POLL = 0.1


async def _print_on(port: int, name: str, until: float) -> int:
    """Ask for all papers, again and again; how many sets were made."""
    connection, sets = await connected("127.0.0.1", port), 0
    data = {key: str(value) if key == "approved_on" else value for key, value in bundled_submission(name).items()}
    while time.monotonic() < until:
        body = msgspec.json.encode({"submission": {**data, "operator": f"Casino {secrets.token_hex(4)}"}})
        while time.monotonic() < until:
            status, answer = await connection.ask(post("/api/papers/papers.zip"), body)
            if status >= 400:
                raise SystemExit(answer.decode())
            if answer.startswith(b"PK"):
                sets += 1
                break
            await asyncio.sleep(_POLL)
    connection.close()
    return sets


async def _turn(port: int, game: str, printed: str | None, seconds: float) -> tuple[Figures, int]:
    seated = Seated(port, SixPlayers(submission_named(game), f"papers-{secrets.token_hex(4)}"))
    await seated.open(game)

    async def send(seat: int, request: Any) -> int:
        version = await seated.send(seat, request)
        await asyncio.sleep(_PAUSE)
        return version

    period = Period(time.monotonic() + 2, time.monotonic() + 2 + seconds)
    version = await seated.script.sit_down(seated.send, await seated.version())
    papers = asyncio.create_task(_print_on(port, printed, period.end)) if printed else None
    figures = await seated.script.play(send, version, period)
    seated.close()
    return figures, await papers if papers else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--game", default="md-high-card-flush")
    parser.add_argument("--printed", default="md-chase-the-flush")
    parser.add_argument("--turns", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ.setdefault("HOUSERULES_CACHE", str(home / "cache"))
        with serving(str(home / "log.db"), home) as (port, _):
            for turn in range(2 * given.turns):
                printed = given.printed if turn % 2 else None
                figures, sets = asyncio.run(_turn(port, given.game, printed, given.seconds))
                print(
                    f"{'printing' if printed else 'idle':8} {len(figures.took):5} answers, median "
                    f"{figures.percentile(0.5):6.1f} ms, p99 {figures.percentile(0.99):6.1f} ms, slowest "
                    f"{max(figures.took) * 1000:6.1f} ms; {sets} sets of papers",
                    flush=True,
                )


if __name__ == "__main__":
    main()
