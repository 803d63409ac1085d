"""A lease: one process writes a log; when it is not heard of, another does, and the first one writes nothing more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from houserules.log import Lease, LeaseLost, Log, Notice, open_log
from houserules.log.databases.postgresql_reading import channel_of
from houserules.log.lease import BEAT, SILENT_FOR
from tests.support.databases import audited, commit
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for

TAKEN_OVER_WITHIN = 5.0


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def other(url: str, reopen: Callable[[], Log], log: Log) -> Iterator[Log]:
    """The log as another process has it open."""
    if not url.startswith("postgresql:"):
        pytest.skip("an SQLite file is open in one process")
    with reopen() as opened:
        yield opened


def test_a_free_log_is_taken_and_written_under_the_lease(log: Log) -> None:
    lease = Lease(log, "one")
    assert lease.look()
    assert lease.look()
    log.commit(commit("under the lease"))
    lease.give_back()
    assert lease.held is None
    with pytest.raises(LeaseLost):
        log.commit(commit("after it was given back"))
    assert lease.look()
    log.commit(commit("held again"))
    assert audited(log).findings == ()


def test_without_a_lease_a_log_is_written_as_ever(log: Log) -> None:
    log.commit(commit("by any process"))
    assert log.lease() == (0, "", 0)


def test_nobody_takes_it_from_who_beats(log: Log, other: Log, clock: Seconds) -> None:
    held, wanted = Lease(log, "one", clock=clock), Lease(other, "two", clock=clock)
    assert held.look()
    for _ in range(20):
        clock.now += BEAT
        assert held.look()
        assert not wanted.look()


def test_it_is_taken_over_in_time_and_the_first_writes_nothing_more(log: Log, other: Log, clock: Seconds) -> None:
    held, wanted = Lease(log, "one", clock=clock), Lease(other, "two", clock=clock)
    assert held.look()
    began = clock.now
    while not wanted.look():
        clock.now += BEAT
    assert SILENT_FOR <= clock.now - began < TAKEN_OVER_WITHIN
    with pytest.raises(LeaseLost):
        log.commit(commit("too late"))
    other.commit(commit("by the new holder"))
    assert log.receipt("too late") is None
    assert not held.look()
    assert held.held is None
    assert audited(other).findings == ()


def test_of_two_that_want_it_one_has_it(log: Log, other: Log, reopen: Callable[[], Log], clock: Seconds) -> None:
    with reopen() as third:
        Lease(third, "gone", clock=clock).look()
        wanting = [Lease(log, "one", clock=clock), Lease(other, "two", clock=clock)]
        for each in wanting:
            each.look()
        clock.now += SILENT_FOR
        assert [each.look() for each in wanting] == [True, False]


def test_of_two_of_the_same_name_one_has_it(log: Log) -> None:
    """As processes have in containers that share a host's name: each is the first process of its own."""
    seen = log.lease()
    wanting = [Lease(log, "house 1"), Lease(log, "house 1")]
    for each in wanting:
        each._take(seen)
    assert [each.held for each in wanting] == [1, None]


def test_one_that_stands_by_lets_others_come_first(log: Log, clock: Seconds) -> None:
    lease = Lease(log, "one", at_once=False, clock=clock)
    assert not lease.look()
    clock.now += SILENT_FOR
    assert lease.look()


def test_pits_have_logs_of_their_own(url: str, log: Log, tmp_path: Path) -> None:
    log.commit(commit("of the house"))
    key = tmp_path / "signing.key"
    with open_log(url, pit="north", key_file=key) as north, open_log(url, pit="south", key_file=key) as south:
        north.commit(commit("of the pit"))
        assert (log.position(), north.position(), south.position()) == (1, 1, 0)
        assert log.receipt("of the pit") is None
        heads = north.head(), log.head()
        assert heads[0] is not None
        assert heads[1] is not None
        assert heads[0].origin.endswith("/pits/north")
        assert heads[0].origin != heads[1].origin


def test_the_locks_of_pits_are_apart(server: Server, tmp_path: Path) -> None:
    """While one pit is being written, another one is not waited for."""
    url = server.new_database()
    waits: list[str] = []
    with open_log(url, pit="south", key_file=tmp_path / "signing.key") as south:

        def meanwhile(boundary: str) -> None:
            if boundary == "planned" and not waits:
                waits.append(south.commit(commit("in the other pit")).reply.decode())

        with open_log(url, pit="north", key_file=tmp_path / "signing.key", faults=meanwhile) as north:
            north.commit(commit("in this pit"))
    assert waits == ["reply to in the other pit"]


def test_a_pit_is_told_by_its_own_process(server: Server, tmp_path: Path) -> None:
    """What the server tells takes a lock of all its databases until the disk has it: no pit could be committed while
    another one is."""
    heard: list[Notice] = []
    url = server.new_database()
    with (
        open_log(url, pit="north", key_file=tmp_path / "signing.key") as north,
        psycopg.connect(server.administrator, autocommit=True) as listening,
    ):
        schema = north._query("SELECT current_schema()", ())[0][0]
        listening.execute(f'LISTEN "{channel_of(schema)}"'.encode())
        north.subscribe(heard.append)
        kept = north.commit(commit("in the pit"))
        wait_for(lambda: bool(heard))
        listening.execute(f"SELECT pg_notify('{channel_of(schema)}', 'the end')".encode())
        told = [news.payload for news in listening.notifies(timeout=HANG, stop_after=1)]
    assert [notice.position for notice in heard] == [kept.position]
    assert told == ["the end"]


def test_processes_that_start_at_once_make_a_pit_once(server: Server, tmp_path: Path) -> None:
    url, key = server.new_database(), tmp_path / "signing.key"
    with ThreadPoolExecutor(6) as starting:
        logs = list(starting.map(lambda _: open_log(url, pit="north", key_file=key), range(6)))
    for log in logs:
        log.close()
