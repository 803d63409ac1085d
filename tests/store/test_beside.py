"""A scribe writes beside the planner: the same answers as without one, whatever becomes of it."""

from __future__ import annotations

import marshal
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest

from houserules.store import ANY_VERSION, Commit, Committed, StoreError, StoreUnavailable, scribe, sqlite
from houserules.store.audit import audit
from houserules.store.base import BaseStore
from houserules.store.beside import Scribes, WriterBeside
from houserules.store.sqlite import open_sqlite
from tests.support.stores import append, commit, event, move
from tests.support.waiting import HANG

STREAMS = tuple(f"s{number}" for number in range(8))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[BaseStore]:
    with open_sqlite(str(tmp_path / "beside.db"), many=1) as opened:
        yield opened


def writer_of(store: BaseStore) -> WriterBeside:
    assert isinstance(store._writer, WriterBeside)
    return store._writer


def scribe_of(store: BaseStore) -> subprocess.Popen[bytes]:
    writing = writer_of(store)._scribe
    assert writing is not None
    return writing._process


def is_sound(store: BaseStore) -> bool:
    with store.frozen() as frozen:
        return audit(frozen).sound


def begin(store: BaseStore) -> None:
    """The first commit is written by the store itself, as it must ask the database; the second by a scribe."""
    for number in range(2):
        store.commit(commit(f"begin {number}", *(append(stream) for stream in STREAMS)))


def outcome_of(answer: Callable[[], Committed]) -> object:
    try:
        return answer()
    except StoreError as refusal:
        return type(refusal), str(refusal)


def some_commits(chance: random.Random, count: int) -> list[Commit]:
    """Right ones and wrong ones: stale, repeated, with another request, with money that is not there."""
    made: list[Commit] = []
    versions = dict.fromkeys(STREAMS, 2)
    for number in range(count):
        kind = chance.randrange(12)
        if kind == 0 and made:
            made.append(chance.choice(made))
            continue
        identity = chance.choice(made).command_id if kind == 1 and made else f"c{number}"
        request = b"something else" if kind == 1 else b"ask"
        stream = chance.choice(STREAMS)
        expected = chance.choice((ANY_VERSION, versions[stream], versions[stream], chance.randrange(20)))
        account = chance.choice((stream, f"{stream} {chance.randrange(number + 1)}"))  # Known, or new perhaps.
        moves = [move(account, f"{stream}/felt", chance.randrange(1, 50)) for _ in range(chance.randrange(3))]
        watched = (account,) if kind == 2 else ()
        made.append(
            commit(identity, append(stream, expected, event("x", *moves)), request=request, not_negative=watched)
        )
        versions[stream] += 1
    return made


@pytest.mark.parametrize("seed", range(12))
def test_the_same_answers_as_one_at_a_time(tmp_path: Path, seed: int) -> None:
    commits = some_commits(random.Random(seed), 300)
    with (
        open_sqlite(str(tmp_path / "alone.db"), largest_batch=1, many=0) as alone,
        open_sqlite(
            str(tmp_path / "beside.db"), largest_batch=random.Random(seed).choice((3, 16, 512)), many=1
        ) as two,
    ):
        begin(alone)
        begin(two)
        expected = [outcome_of(lambda each=each: alone.commit(each)) for each in commits]  # type: ignore[misc]
        answers = [two.submit(each) for each in commits]
        found = [outcome_of(answer.result) for answer in answers]
        told = [(each, one, other) for each, one, other in zip(commits, expected, found, strict=True)]
        # A repeated commit tells the versions of now, which depend on how far the others have come.
        plain = [_without_versions(outcome) for outcome in found]
        assert plain == [_without_versions(outcome) for outcome in expected], told[:3]
        assert any(isinstance(outcome, tuple) for outcome in found)
        assert any(isinstance(outcome, Committed) and outcome.repeated for outcome in found)
        for stream in STREAMS:
            assert [stored.data for stored in two.read(stream)] == [stored.data for stored in alone.read(stream)]
        assert two.balances() == alone.balances()
        assert two.position() == alone.position()
        assert is_sound(two)
        scribe_of(two)


def _without_versions(outcome: object) -> object:
    if isinstance(outcome, Committed) and outcome.repeated:
        return outcome.reply, outcome.position
    return outcome


class Gate:
    """Lets many commits gather: the writer waits with one of them until it is opened."""

    def __init__(self) -> None:
        self._open, self._reached = Event(), Event()
        self._open.set()

    def __call__(self, boundary: str) -> None:
        if boundary == "taken" and not self._open.is_set():
            self._reached.set()
            assert self._open.wait(30)

    def gather(self, store: BaseStore, name: str, waiting: int) -> None:
        self._open.clear()
        first = store.submit(commit(f"{name} first"))
        assert self._reached.wait(30)
        answers = [store.submit(commit(f"{name} {number}")) for number in range(waiting)]
        self._reached.clear()
        self._open.set()
        assert all(answer.result(30) for answer in (first, *answers))


def test_few_are_written_without_a_scribe_and_many_with_one(tmp_path: Path) -> None:
    gate = Gate()
    with open_sqlite(str(tmp_path / "beside.db"), many=8, faults=gate) as store:
        for number in range(3):
            store.commit(commit(f"alone {number}"))
        gate.gather(store, "few", 7)
        assert writer_of(store)._scribe is None
        gate.gather(store, "enough", 8)
        scribe_of(store)


def test_where_the_disk_is_waited_for_long_one_wait_is_better_than_two(tmp_path: Path) -> None:
    gate = Gate()
    with open_sqlite(str(tmp_path / "beside.db"), faults=gate) as store:
        writer: Any = writer_of(store)
        store.commit(commit("alone"))
        writer._wait = 100_000
        gate.gather(store, "slow", 100)
        assert writer._scribe is None
        assert 70_000 < writer._wait < 100_000, "what was measured counts, little by little"
        writer._wait = 0
        gate.gather(store, "below", 30)
        assert writer._scribe is None
        gate.gather(store, "quick", 31)  # And one who has just been answered makes 32.
        scribe_of(store)
        assert writer._wait > 0, "the scribe tells how long it waited"
        assert is_sound(store)


def test_one_long_wait_among_short_ones_counts_little(store: BaseStore) -> None:
    writer: Any = writer_of(store)
    writer._wait = 400
    writer._waited(1_000_000)
    assert 400 < writer._wait < 500
    for _ in range(200):
        writer._waited(10_000)
    assert 9_900 < writer._wait <= 10_000, "many long ones are how it is now"


class OneByOne:
    """Every batch waits, once it is taken, until it is let go."""

    def __init__(self) -> None:
        self._taken, self._go = Semaphore(0), Semaphore(0)

    def __call__(self, boundary: str) -> None:
        if boundary == "taken":
            self._taken.release()
            assert self._go.acquire(timeout=HANG)

    def wait_for_batch(self) -> None:
        assert self._taken.acquire(timeout=HANG)

    def let_go(self) -> None:
        self._go.release()


@pytest.mark.parametrize(("first", "second", "beside"), [(15, 16, False), (16, 16, True), (40, 15, False)])
def test_two_groups_that_wait_for_each_other_are_counted_as_one(
    tmp_path: Path, first: int, second: int, beside: bool
) -> None:
    steps = OneByOne()
    with open_sqlite(str(tmp_path / "beside.db"), faults=steps) as store:
        writer: Any = writer_of(store)
        answers = [store.submit(commit("before"))]
        steps.wait_for_batch()
        writer._wait = 10**6  # The first group is written here, however large it is.
        answers += [store.submit(commit(f"first {number}")) for number in range(first)]
        steps.let_go()
        steps.wait_for_batch()
        writer._wait = 0
        answers += [store.submit(commit(f"second {number}")) for number in range(second)]
        steps.let_go()
        steps.wait_for_batch()
        assert (writer._scribe is not None) is beside
        for _ in range(first + second):
            steps.let_go()
        assert all(answer.result(30) for answer in answers)


@pytest.mark.parametrize("moment", [0.0, 0.002, 0.01])
def test_a_scribe_that_is_killed_costs_nothing(store: BaseStore, moment: float) -> None:
    begin(store)
    killed = scribe_of(store)
    answers = [store.submit(commit(f"c{number}", append(STREAMS[number % 8]))) for number in range(400)]
    time.sleep(moment)
    killed.kill()
    assert [answer.result(30).reply for answer in answers] == [
        f"reply to c{number}".encode() for number in range(400)
    ]
    assert store.position() == 16 + 400
    store.commit(commit("afterwards"))
    store.commit(commit("with another scribe"))
    assert scribe_of(store).pid != killed.pid
    assert is_sound(store)


def test_after_three_scribes_the_store_writes_by_itself(store: BaseStore) -> None:
    begin(store)
    for number in range(3):
        scribe_of(store).kill()
        scribe_of(store).wait()
        while writer_of(store)._scribe is not None:
            time.sleep(0.001)
        store.commit(commit(f"by itself {number}"))
        store.commit(commit(f"by the next {number}"))
    assert writer_of(store)._scribe is None
    assert store.position() == 16 + 6
    assert is_sound(store)


@pytest.mark.parametrize("program", ["does not start", "ends at once"])
def test_no_scribe_can_be_had(tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ("/nowhere/python",) if program == "does not start" else (sys.executable, "-c", "pass")
    with open_sqlite(str(tmp_path / "beside.db"), many=1) as store:
        writer: Any = writer_of(store)
        monkeypatch.setattr(writer, "_scribes", Scribes((), program=wrong))
        for number in range(20):
            store.commit(commit(f"c{number}"))
        assert store.position() == 20
        assert is_sound(store)


def test_what_a_scribe_cannot_keep_is_written_by_the_store_with_all_after_it(
    store: BaseStore, tmp_path: Path
) -> None:
    """Here somebody counts a batch by hand, so that nothing planned before fits any more."""
    begin(store)
    with sqlite3.connect(tmp_path / "beside.db", isolation_level=None) as by_hand:
        by_hand.execute("UPDATE log SET batches = batches + 1")
    answers = [store.submit(commit(f"c{number}", append("s0", 2 + number))) for number in range(50)]
    assert [answer.result(30).position for answer in answers] == list(range(17, 67))
    store.commit(commit("c50", append("s0", 52)))
    scribe_of(store)
    assert is_sound(store)


def test_a_table_that_refuses_is_told_as_without_a_scribe(store: BaseStore, tmp_path: Path) -> None:
    begin(store)
    with sqlite3.connect(tmp_path / "beside.db", isolation_level=None) as by_hand:
        by_hand.execute(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.actor = 'bob' "
            "BEGIN SELECT RAISE(ABORT, 'no room for bob'); END"
        )
    with pytest.raises(StoreError, match="no room for bob"):
        store.commit(commit("c1", append("s0", 2), actor="bob"))
    store.commit(commit("c2", append("s0", 2)))
    store.commit(commit("c3", append("s0", 3)))
    assert store.receipt("c1") is None
    assert is_sound(store)


def test_a_full_disk_is_told_as_without_a_scribe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "beside.db")
    open_sqlite(path).close()
    with monkeypatch.context() as small:
        small.setattr(sqlite, "_SETTINGS", (*sqlite._SETTINGS, "PRAGMA max_page_count = 120"))
        with open_sqlite(path, many=1) as store:
            begin(store)
            answers = [store.submit(commit(f"c{number}", append("s0", 2 + number))) for number in range(3000)]
            found = [outcome_of(answer.result) for answer in answers]
            kept = [isinstance(outcome, Committed) for outcome in found]
            until = kept.index(False)
            assert until > 50
            assert found[until] == (StoreUnavailable, "the disk is full; nothing of this commit was kept")
            assert store.version("s0") == 2 + sum(kept), "whoever is told that it was kept finds it kept"
            assert is_sound(store)
    with open_sqlite(path, many=1) as store:
        store.commit(commit("with room again", append("s0", 2 + sum(kept))))
        assert is_sound(store)


def test_acts_come_in_their_turn(store: BaseStore) -> None:
    begin(store)
    before = [store.submit(commit(f"before {number}")) for number in range(60)]
    seen: list[int] = []
    act = writer_of(store).submit(lambda database: seen.append(database.query("SELECT count(*) FROM receipts")[0][0]))
    after = [store.submit(commit(f"after {number}")) for number in range(60)]
    assert all(answer.result(30) for answer in (*before, act, *after))
    assert seen == [62]
    assert is_sound(store)


def test_closing_writes_what_was_handed_in_and_ends_the_scribe(tmp_path: Path) -> None:
    store = open_sqlite(str(tmp_path / "beside.db"), many=1)
    begin(store)
    process = scribe_of(store)
    answers = [store.submit(commit(f"c{number}")) for number in range(300)]
    store.close()
    assert all(answer.result(0) for answer in answers)
    assert process.returncode == 0
    with pytest.raises(StoreUnavailable):
        store.commit(commit("too late"))


def test_a_service_that_is_killed_leaves_the_lock_to_its_scribe(tmp_path: Path) -> None:
    """Whoever starts again at once waits until the scribe has written what it was given."""
    path = tmp_path / "beside.db"
    program = (
        "import os, signal, sys\n"
        "from houserules.store.sqlite import open_sqlite\n"
        "from tests.support.stores import commit\n"
        "store = open_sqlite(sys.argv[1], many=1)\n"
        "for number in range(3):\n"
        "    store.commit(commit(f'c{number}'))\n"
        "process = store._writer._scribe._process\n"
        "os.kill(process.pid, signal.SIGSTOP)\n"
        "print(process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    orphan = int(killed.stdout)
    waker = subprocess.Popen([sys.executable, "-c", f"import os, time; time.sleep(0.5); os.kill({orphan}, 18)"])
    began = time.monotonic()
    with open_sqlite(str(path)) as store:
        assert time.monotonic() - began > 0.2
        assert store.position() == 3
        assert is_sound(store)
    waker.wait()


def test_the_scribe_needs_nothing_but_python_and_ends_with_its_input(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    with sqlite3.connect(path, isolation_level=None) as made:
        made.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)")
        made.execute("CREATE TABLE log (batches INTEGER)")
        made.execute("INSERT INTO log VALUES (0)")

    def batch(number: int, *rows: tuple[int, bytes | None], counted: int | None = None) -> bytes:
        count = number if counted is None else counted
        last = ("UPDATE log SET batches = batches + 1 WHERE batches = ?", [count])
        content = marshal.dumps(([("t (a, b)", list(rows), "")], last), 2)
        return scribe.LENGTH.pack(len(content)) + content

    go_on = scribe.LENGTH.pack(0)
    messages = (
        batch(0, (1, b"one"), (2, None)),
        batch(1, (1, b"again")),  # A number twice: not kept, nor what follows, until the store says to go on.
        batch(1, (3, b"three")),
        go_on,
        batch(1, (4, b"four"), counted=7),  # Somebody else has written.
        go_on,
        batch(1, (5, b"five")),
        batch(2, (6, b"six"))[:-3],  # Cut short.
    )
    ended = subprocess.run(
        [*Scribes(()).program, f"file:{path}?mode=rw", "PRAGMA synchronous = FULL"],
        input=b"".join(messages), capture_output=True, env={}, check=True, timeout=HANG,
    )  # fmt: skip
    answers = list(scribe.ANSWER.iter_unpack(ended.stdout))
    assert b"".join(kept for kept, _ in answers) == b"knnnk"
    assert all((waited > 0) == (kept == b"k") for kept, waited in answers)
    assert ended.stderr == b""
    with sqlite3.connect(path) as looked:
        assert looked.execute("SELECT a, b, typeof(b) FROM t ORDER BY a").fetchall() == [
            (1, b"one", "blob"), (2, None, "null"), (5, b"five", "blob"),
        ]  # fmt: skip


def test_signals_that_stop_a_service_do_not_stop_its_scribe(store: BaseStore) -> None:
    begin(store)
    process = scribe_of(store)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(process.pid, number)
    answers = [store.submit(commit(f"c{number}")) for number in range(40)]
    assert all(answer.result(30) for answer in answers)
    assert scribe_of(store) is process
    assert process.poll() is None
