"""Durable commits a second: group commit against one wait for the disk per command, on the same disk in the same run.

Every table is a client that waits for its answer before it sends its next commit: one event with two transfers and a
message, and a reply. All kinds take turns, a second each, so that whatever else the machine does meets all of them;
the median over the rounds is told, of the factors too.

``python -m benchmarks.log [--rounds 11] [--seconds 1] [--db postgresql://...]``: without ``--db`` a server is
started as the tests start theirs. SQLite lies in the temporary directory (``TMPDIR``). ``--slower 0.5`` makes every
commit on SQLite wait half a millisecond more, as it would for a slower disk.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.support.postgres import running_server

from houserules.log import Append, Commit, Faults, Log, Message, NewEvent, Step, Transfer, open_log

DETAIL = '["{}","x/1","ante",["MD-HCF 12.A"]]'
_BEGAN = f"ui-{int(time.time() * 1000):012x}-7"
_numbers = count()


class Client:
    """One table that has one commit under way at a time."""

    def __init__(self, number: int) -> None:
        self.stream = f"bench:{number}"
        self.version = 0
        stake = Transfer(f"purse:{self.stream}", f"{self.stream}/felt", 10, DETAIL.format("pending"))
        back = Transfer(f"{self.stream}/felt", "house", 10, DETAIL.format("posted"))
        event = NewEvent("x/1", b'{"event":"x/1","clauses":["MD-HCF 12.A"],"seat":1,"amount":10}', (stake, back))
        self._steps = (Step((event,), b'{"command":"x/1","by":"player","at":0}'),)
        self._outbox = (Message(self.stream, b"1"),)

    def next(self) -> Commit:
        append = Append(self.stream, self.version, self._steps)
        identity = f"{_BEGAN}{next(_numbers):019x}"  # as long as a UUID of version 7, and ordered by time as those
        return Commit(identity, b"request", b'{"version":1}', 0, "bench", (append,), self._outbox)


def measure(log: Log, tables: int, seconds: float) -> tuple[float, float, float]:
    """Commits a second, and the median and the 99th percentile of a commit in milliseconds."""
    clients = [Client(number) for number in range(tables)]
    for client in clients:
        client.version = log.version(client.stream)
    took: list[float] = []
    began = time.perf_counter()
    under_way = [(client, began, log.submit(client.next())) for client in clients]
    while under_way:
        sent = []
        for client, since, answer in under_way:
            client.version = answer.result().versions[0][1]
            now = time.perf_counter()
            took.append(now - since)
            if now - began < seconds:
                sent.append((client, now, log.submit(client.next())))
        under_way = sent
    spent = time.perf_counter() - began
    took.sort()
    return len(took) / spent, statistics.median(took) * 1000, took[int(len(took) * 0.99)] * 1000


@contextlib.contextmanager
def postgresql(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with running_server(durable=True) as server:
        yield server.new_database()


def fsyncs_a_second(folder: Path) -> float:
    """What the disk itself gives: 4 KB appended and waited for."""
    with (folder / "fsync").open("wb") as file:
        began = time.perf_counter()
        for _ in range(200):
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        return 200 / (time.perf_counter() - began)


def compare(name: str, alone: Log, group: Log, rounds: int, seconds: float) -> None:
    """Group commit beside one wait per command, in turns."""
    kinds = [("one wait per command", alone, 100), *(("group commit", group, tables) for tables in (1, 10, 100))]
    found: list[list[tuple[float, float, float]]] = [[] for _ in kinds]
    for _ in range(rounds):
        for results, (_, log, tables) in zip(found, kinds, strict=True):
            results.append(measure(log, tables, seconds))
    for results, (kind, _, tables) in zip(found, kinds, strict=True):
        rate, median, late = (statistics.median(column) for column in zip(*results, strict=True))
        times = statistics.median(one[0] / first[0] for one, first in zip(results, found[0], strict=True))
        print(
            f"{name + ', ' + kind:34} {tables:4} tables {rate:9,.0f} commits/s {times:6.1f} times   "
            f"p50 {median:7.2f} ms   p99 {late:7.2f} ms"
        )


def slower(milliseconds: float) -> Faults | None:
    def wait(boundary: str) -> None:
        if boundary == "before commit":
            time.sleep(milliseconds / 1000)

    return wait if milliseconds else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--db", help="an empty PostgreSQL database")
    parser.add_argument("--slower", type=float, default=0.0, help="milliseconds more for each wait of SQLite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"the disk: {fsyncs_a_second(folder):,.0f} appended and waited-for blocks a second")
        with (
            open_log(str(folder / "one.db"), largest_batch=1, faults=slower(given.slower)) as alone,
            open_log(str(folder / "group.db"), faults=slower(given.slower)) as group,
        ):
            compare("SQLite", alone, group, given.rounds, given.seconds)
        print(f"the disk: {fsyncs_a_second(folder):,.0f} appended and waited-for blocks a second")
        with postgresql(given.db) as url:
            key = folder / "pg.key"
            with (
                open_log(url, key_file=key, largest_batch=1) as alone,
                open_log(url, key_file=key) as group,
            ):
                compare("PostgreSQL", alone, group, given.rounds, given.seconds)


if __name__ == "__main__":
    main()
