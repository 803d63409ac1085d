"""Commits a second of eight pits against one, each held by a process of its own, as a floor grows.

``python -m benchmarks.pits [--pits 8] [--tables 1] [--rounds 5] [--seconds 1] [--slower 2] [--db postgresql://...]``:
every wait for the disk takes 2 ms more, as it does on most disks, so that the pits wait and not the processors. One
pit alone and all of them take turns. Tables send as in ``benchmarks.log``; SQLite lies in ``TMPDIR``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.log import measure, postgresql, slower
from houserules.log import open_log


def hold(url: str, key: Path, pit: str, tables: int, more: float, orders: Connection) -> None:
    """One process with one pit: it measures for as many seconds as it is told, until it is told none."""
    with open_log(url, key_file=key, pit=pit, faults=slower(more)) as log:
        orders.send(0.0)
        while seconds := orders.recv():
            orders.send(measure(log, tables, seconds)[0])


@contextmanager
def held(url: str, key: Path, pits: int, tables: int, more: float) -> Iterator[list[Connection]]:
    fresh = get_context("spawn")
    orders, processes = [], []
    for number in range(pits):
        own, other = fresh.Pipe()
        process = fresh.Process(target=hold, args=(url, key, f"pit{number}", tables, more, other))
        process.start()
        orders.append(own)
        processes.append(process)
        own.recv()
    try:
        yield orders
    finally:
        for own in orders:
            own.send(0.0)
        for process in processes:
            process.join()


def together(orders: list[Connection], seconds: float) -> float:
    for own in orders:
        own.send(seconds)
    return sum(float(own.recv()) for own in orders)


def compare(name: str, url: str, key: Path, given: argparse.Namespace) -> None:
    with held(url, key, given.pits, given.tables, given.slower) as orders:
        turns = [(together(orders[:1], given.seconds), together(orders, given.seconds)) for _ in range(given.rounds)]
    one, all_ = (statistics.median(column) for column in zip(*turns, strict=True))
    times = statistics.median(many / single for single, many in turns)
    print(f"{name:10} one pit {one:8,.0f} commits/s, {given.pits} pits {all_:8,.0f}: {times:.1f} times", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pits", type=int, default=8)
    parser.add_argument("--tables", type=int, default=1, help="of each pit")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--slower", type=float, default=2.0, help="milliseconds more for each wait for the disk")
    parser.add_argument("--db", help="an empty PostgreSQL database")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        key = Path(name) / "signing.key"
        compare("SQLite", str(Path(name) / "house.db"), key, given)
        with postgresql(given.db) as url:
            compare("PostgreSQL", url, key, given)


if __name__ == "__main__":
    main()
