"""Violations are planted, and the tests of the violated clause, run alone, must fail.

``python -m tests.planted [--rulebook MD-HCF] [--clause "MD-HCF 13.B"] [--printed] [--jobs 2]``. For every enforced
clause at least one violation: those that ``violations.toml`` lists for it, all of which must be found; where it lists
none, other values in the place of those that cite the clause, of which one must be found. Only tests that play count:
those in which the engine decides a command, or a submission is judged. One that compares data with data does not. For
every clause about what is printed, what it asks for is taken out of the papers; there the tests of the papers count.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TextIO, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from houserules import installed
from houserules.law import ClauseStatus, clause_list, rulebook_ids
from tests.planted.passages import listed as violations
from tests.planted.plants import Plant, caches
from tests.planted.values import values_for
from tests.support import playing

ROOT = Path(__file__).resolve().parent.parent.parent
HANGS_AFTER = 120
"""Seconds after which tests that do not end count as failed."""


T = TypeVar("T")


class Verdict(Enum):
    FOUND = "found"
    MISSED = "not found by a test that plays"
    NOTHING = "without a planted violation"
    STALE = "with a violation that cannot be planted any more"


class End(Enum):
    """How the tests of a clause ended; the value is the exit status of their process."""

    PASSED = 0
    FAILED = 1
    STALE = 2


@dataclass(frozen=True, slots=True)
class Result:
    clause: str
    verdict: Verdict
    plants: tuple[str, ...]
    """Those that were not found; or the one that was, where one is enough."""


def enforced(rulebook: str | None) -> list[str]:
    return _with(ClauseStatus.ENFORCED, rulebook)


def printed(rulebook: str | None) -> list[str]:
    return _with(ClauseStatus.PRINTED, rulebook)


def _with(status: ClauseStatus, rulebook: str | None) -> list[str]:
    return [
        str(clause.citation)
        for identity in ([rulebook] if rulebook else rulebook_ids())
        for clause in clause_list(identity).clauses
        if clause.status is status
    ]


class Planting:
    """A plugin that collects the tests with ``@clause`` and, instead of running them, plants."""

    def __init__(self, clauses: list[str], jobs: int) -> None:
        self.clauses = clauses
        self.jobs = jobs
        self.printed = set(printed(None))
        self.results: list[Result] = []
        self.failing: list[str] = []
        self._items: dict[str, list[pytest.Item]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        playing.watch()
        for cache in caches():
            cache.cache_clear()
        gc.freeze()
        wanted = set(self.clauses)
        marked = [(item, wanted & set(_clauses_of(item))) for item in session.items]
        self.failing = _in_a_process(_failing, [item for item, clauses in marked if clauses])
        for item, clauses in sorted(marked, key=lambda pair: _is_slow(pair[0])):
            if item.nodeid not in self.failing:
                for clause in clauses:
                    self._items[clause].append(item)
        self._share_out()
        return True

    def _share_out(self) -> None:
        """The clauses go to this number of processes; each of them takes a new process for each plant."""
        shares = [self.clauses[job :: self.jobs] for job in range(self.jobs)]
        pipes = [_begin(self._try_all, share) for share in shares]
        for pipe in pipes:
            for line in pipe:
                clause, verdict, *plants = line.rstrip("\n").split("\x1f")
                self.results.append(Result(clause, Verdict[verdict], tuple(plants)))
            os.wait()
        place = {clause: number for number, clause in enumerate(self.clauses)}
        self.results.sort(key=lambda result: place[result.clause])
        assert len(self.results) == len(self.clauses), "a process ended early"

    def _try_all(self, clauses: list[str]) -> Iterator[str]:
        for clause in clauses:
            result = self._try(clause)
            yield "\x1f".join((clause, result.verdict.name, *result.plants))

    def _try(self, clause: str) -> Result:
        listed = violations().get(clause, ())
        if listed:
            ends = {plant: self._end_of(clause, plant) for plant in listed}
            for end, verdict in ((End.STALE, Verdict.STALE), (End.PASSED, Verdict.MISSED)):
                if end in ends.values():
                    return Result(clause, verdict, tuple(str(plant) for plant in listed if ends[plant] is end))
            return Result(clause, Verdict.FOUND, tuple(map(str, listed)))
        tried = []
        for value in values_for(clause):
            if self._end_of(clause, value) is End.FAILED:
                return Result(clause, Verdict.FOUND, (str(value),))
            tried.append(str(value))
        return Result(clause, Verdict.MISSED if tried else Verdict.NOTHING, tuple(tried))

    def _end_of(self, clause: str, plant: Plant) -> End:
        child = os.fork()
        if child == 0:
            try:
                end = _run(plant, self._items[clause], clause in self.printed)
            except BaseException:
                end = End.STALE
            os._exit(end.value)
        _, status = os.waitpid(child, 0)
        return End(os.waitstatus_to_exitcode(status)) if os.WIFEXITED(status) else End.FAILED


def _begin(work: Callable[[list[T]], Iterator[str]], on: list[T]) -> TextIO:
    """The lines that another process writes, a copy of this one."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        try:
            for line in work(on):
                os.write(writing, f"{line}\n".encode())
        finally:
            os._exit(0)
    os.close(writing)
    return os.fdopen(reading)


def _in_a_process(work: Callable[[list[T]], Iterator[str]], on: list[T]) -> list[str]:
    with _begin(work, on) as pipe:
        lines = [line.rstrip("\n") for line in pipe]
    os.wait()
    return lines


def _failing(items: list[pytest.Item]) -> Iterator[str]:
    """The tests that fail as it is, without any violation: they find nothing."""
    _silence()
    for item in items:
        if _fails(item):
            yield item.nodeid


def _silence() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _clauses_of(item: pytest.Item) -> list[str]:
    return [clause for mark in item.iter_markers("clause") for clause in mark.args]


def _is_slow(item: pytest.Item) -> bool:
    """Tests of the service come last: they are asked only where the others do not fail."""
    return item.nodeid.startswith("tests/api/")


def _run(plant: Plant, items: Iterable[pytest.Item], of_paper: bool) -> End:
    """How these tests end with the violation: a test that failed counts if it had played by then, and for a clause
    about papers if it reads them."""
    _silence()
    signal.alarm(HANGS_AFTER)
    plant.put_in()
    for item in items:
        before = playing.seen()
        counts = item.nodeid.startswith("tests/exhibits/") if of_paper else None
        if counts is not False and _fails(item) and (counts or playing.seen() > before):
            return End.FAILED
    return End.PASSED


def files_of(clauses: Iterable[str]) -> list[str]:
    return sorted({test.partition("::")[0] for clause in clauses for test in installed.proving(clause)})


def planted(clauses: list[str], jobs: int = 2) -> Planting:
    plugin = Planting(clauses, jobs)
    options = (
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:terminal",
        "-m",
        "clause",
        "--rootdir",
        str(ROOT),
    )
    files = files_of(clauses)
    if files:
        pytest.main([*options, *files], plugins=[plugin])
    return plugin


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.planted", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rulebook", choices=rulebook_ids())
    parser.add_argument("--clause", action="append", help="only this one; may be said again")
    parser.add_argument("--printed", action="store_true", help="only clauses about what is printed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="print also what was found, and by which plant")
    arguments = parser.parse_args()
    began = time.monotonic()
    of_papers = printed(arguments.rulebook)
    chosen = of_papers if arguments.printed else [*enforced(arguments.rulebook), *of_papers]
    plugin = planted(arguments.clause or chosen, arguments.jobs)
    results = plugin.results
    for test in plugin.failing:
        print(f"{test}: fails without any violation")
    for result in results:
        if arguments.all or result.verdict is not Verdict.FOUND:
            print(f"{result.clause}: {result.verdict.value}")
            for plant in result.plants:
                print(f"    {plant}")
    for identity in rulebook_ids():
        print(*_figures(identity, results), sep="", end="")
    print(f"{time.monotonic() - began:.0f} seconds", file=sys.stderr)
    return 0 if results and not plugin.failing and all(result.verdict is Verdict.FOUND for result in results) else 1


def _figures(identity: str, results: list[Result]) -> Iterator[str]:
    of_book = [result for result in results if result.clause.split()[0] == identity]
    if of_book:
        counts = ", ".join(
            f"{sum(result.verdict is verdict for result in of_book)} {verdict.value}" for verdict in Verdict
        )
        yield f"{identity}: {len(of_book)} clauses: {counts}\n"
