"""Settled rounds a second of eight processes against one, each with a pit, over HTTP with feeds, on one PostgreSQL.

``python -m benchmarks.floor [--pits 8] [--tables 10] [--seconds 8] [--turns 3]``: every process has ten tables and
players in a process of their own. One process alone and all of them take turns. Below two cores for each pit the
processors are the bound, and nothing else is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import httpx
from tests.support.postgres import running_server

from benchmarks.load import Job, over_http, serving

GAME = "md-high-card-flush"
CONNECTIONS = 500
"""Of the server's, which by itself takes a hundred: too few for eight processes."""


def played(port: int, pit: str, tables: int, seconds: float) -> float:
    """Rounds a second at the tables of one pit."""
    job = Job("PostgreSQL", "feeds", tables)
    figures = asyncio.run(over_http([port], job, GAME, seconds, int, int, f"/pits/{pit}"))
    return figures.rounds / seconds


def wait_until_held(port: int, pit: str) -> None:
    while httpx.get(f"http://127.0.0.1:{port}/pits/{pit}/health", timeout=60).status_code != httpx.codes.OK:
        time.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pits", type=int, default=8)
    parser.add_argument("--tables", type=int, default=10, help="of each pit")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as name, ExitStack() as running:
        server = running.enter_context(running_server(durable=True))
        server.execute(f"ALTER SYSTEM SET max_connections = {CONNECTIONS}")
        server.crash()
        server.start()
        url = server.new_database()
        floor: list[tuple[int, str]] = []
        for number in range(given.pits):
            port, _ = running.enter_context(serving(url, Path(name), pit=f"pit{number}"))
            floor.append((port, f"pit{number}"))
            wait_until_held(*floor[-1])
        players = running.enter_context(ProcessPoolExecutor(given.pits, get_context("spawn")))

        def together(pits: list[tuple[int, str]]) -> float:
            asked = [players.submit(played, *each, given.tables, given.seconds) for each in pits]
            return sum(each.result() for each in asked)

        turns = [(together(floor[:1]), together(floor)) for _ in range(given.turns)]
    one, every = (statistics.median(column) for column in zip(*turns, strict=True))
    times = statistics.median(many / single for single, many in turns)
    print(f"one process {one:.1f} rounds/s, {given.pits} processes {every:.1f}: {times:.1f} times")


if __name__ == "__main__":
    main()
