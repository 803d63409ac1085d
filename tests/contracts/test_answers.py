"""The futures of a log are futures: every caller, by whichever means it waits, is told once and in time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from pathlib import Path
from threading import Event

import pytest

from houserules.log import Commit, Committed, Log, StaleVersion
from tests.support.databases import append, commit, open_base
from tests.support.loops import run_apart
from tests.support.waiting import HANG


class Gate:
    """Holds the writer before it commits, so that others can begin to wait."""

    def __init__(self) -> None:
        self.open = Event()
        self.open.set()

    def __call__(self, boundary: str) -> None:
        if boundary == "before commit":
            assert self.open.wait(HANG)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def log(tmp_path: Path, gate: Gate) -> Iterator[Log]:
    with open_base(str(tmp_path / "log.db"), tmp_path / "signing.key", gate) as opened:
        yield opened
        gate.open.set()


def commits(count: int) -> list[Commit]:
    return [commit(f"c{number}", append(f"s{number}", 0)) for number in range(count)]


def test_many_threads_wait_for_answers_of_several_batches(log: Log) -> None:
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(log.commit, commits(200)))
    assert sorted(answer.position for answer in answers) == list(range(1, 201))


def test_an_answer_that_does_not_come_in_time(log: Log, gate: Gate) -> None:
    gate.open.clear()
    answer = log.submit(commit("c"))
    with pytest.raises(TimeoutError):
        answer.result(timeout=0.01)
    assert not answer.done()
    gate.open.set()
    assert answer.result(timeout=HANG).position == 1
    assert answer.done()


def test_a_refusal_is_raised_and_shown(log: Log) -> None:
    answer = log.submit(commit("c", append("s", 5)))
    assert isinstance(answer.exception(timeout=HANG), StaleVersion)
    with pytest.raises(StaleVersion):
        answer.result()


def test_what_was_handed_in_cannot_be_taken_back(log: Log, gate: Gate) -> None:
    gate.open.clear()
    answer = log.submit(commit("c"))
    assert not answer.cancel()
    gate.open.set()
    assert answer.result(timeout=HANG).position == 1


@pytest.mark.parametrize("before", [True, False])
def test_callbacks_are_called_once_and_one_that_fails_stops_nothing(log: Log, gate: Gate, before: bool) -> None:
    told: list[int] = []
    if before:
        gate.open.clear()
    answer = log.submit(commit("c"))
    if not before:
        answer.result(timeout=HANG)

    def fails(_answer: object) -> None:
        raise RuntimeError("a fault of the one who was told")

    answer.add_done_callback(fails)
    answer.add_done_callback(lambda done: told.append(done.result().position))
    heard = threading.Event()
    answer.add_done_callback(lambda _done: heard.set())
    gate.open.set()
    log.commit(commit("later"))
    assert heard.wait(HANG)
    assert told == [1]


def test_the_standard_ways_to_wait_for_several(log: Log, gate: Gate) -> None:
    gate.open.clear()
    answers = [log.submit(each) for each in commits(3)]
    gate.open.set()
    done, missing = wait(answers, timeout=HANG)
    assert (len(done), len(missing)) == (3, 0)
    gate.open.clear()
    more = [log.submit(commit(f"more {number}")) for number in range(3)]
    gate.open.set()
    assert sorted(answer.result().position for answer in as_completed(more, timeout=HANG)) == [4, 5, 6]


def test_asyncio_waits_and_may_stop_waiting(log: Log, gate: Gate) -> None:
    async def waits() -> Committed:
        gate.open.clear()
        given_up = asyncio.wrap_future(log.submit(commit("c1")))
        await asyncio.sleep(0)
        given_up.cancel()
        gate.open.set()
        return await asyncio.wrap_future(log.submit(commit("c2")))

    assert run_apart(waits()).position == 2
    assert log.receipt("c1") is not None
