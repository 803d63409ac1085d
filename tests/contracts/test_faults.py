"""When things break: kill -9, a full disk, a lost connection, a second process. Nothing is half written."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import monotonic, process_time
from typing import Any

import psycopg
import pytest

from houserules.log import BOUNDARIES, Commit, Log, LogLocked, LogUnavailable, UnusableLog, open_log
from houserules.log.databases import postgresql, postgresql_reading
from houserules.log.databases.schema import SCHEMA
from houserules.records import audit
from tests.support.databases import append, commit, event, open_base
from tests.support.postgres import Server
from tests.support.trial_table import TrialTable
from tests.support.waiting import HANG, wait_for
from tests.trials.crash import PLAYABLE_WITHIN, Trial


def is_sound(log: Log) -> bool:
    with log.frozen() as frozen:
        return audit(frozen).sound


def test_killed_at_every_boundary_and_in_between(url: str, tmp_path: Path) -> None:
    """The short run of ``python -m tests.trials.crash --kills 500``: each boundary once."""
    said: list[str] = []
    trial = Trial(url, tmp_path / "signing.key", seed=1, say=said.append, passes=8)
    for number in range(0, 2 * len(BOUNDARIES), 2):
        trial.kill_once(number)
    trial.kill_once(1)
    trial.kill_once(3)
    figures = trial.run(0)
    assert said == []
    assert figures.faults == 0
    assert figures.kills == len(BOUNDARIES) + 2
    assert figures.answered > 20


@pytest.mark.parametrize("boundary", BOUNDARIES[1:8])
def test_an_error_at_any_boundary_before_the_disk_has_it_keeps_nothing(
    url: str, tmp_path: Path, boundary: str
) -> None:
    armed = Event()

    def faults(passed: str) -> None:
        if passed == boundary and armed.is_set():
            raise RuntimeError("a fault of ours")

    with open_base(url, tmp_path / "signing.key", faults) as log:
        log.commit(commit("c1", append("s", 0)))
        armed.set()
        with pytest.raises(RuntimeError):
            log.commit(commit("c2", append("s", 1)))
        armed.clear()
        assert log.receipt("c2") is None
        assert log.version("s") == 1
        assert not log.commit(commit("c2", append("s", 1))).repeated
        assert is_sound(log)


def test_repeated_commands_disturb_nobody_in_their_batch(url: str, tmp_path: Path) -> None:
    """In one batch: new commands, repeated ones, one with another request, and a stale one."""
    gate = Event()
    gate.set()
    with open_base(url, tmp_path / "signing.key", lambda _boundary: _pass(gate)) as log:
        first = log.commit(commit("c1", append("s")))
        gate.clear()
        made = [
            commit("before"),
            commit("n1", append("s")),
            commit("c1", append("s")),
            commit("c1", append("s"), request=b"another"),
            commit("n2", append("t", 0)),
            commit("n2", append("t", 0)),
            commit("stale", append("t", 7)),
            commit("n3", append("s", 2)),
        ]
        answers = [log.submit(each) for each in made]
        gate.set()
        outcomes = [answer.exception() or answer.result() for answer in answers]
        assert [type(outcome).__name__ for outcome in outcomes] == [
            "Committed", "Committed", "Committed", "OtherRequest", "Committed", "Committed", "StaleVersion",
            "Committed",
        ]  # fmt: skip
        assert [getattr(outcome, "repeated", None) for outcome in outcomes] == [
            False, False, True, None, False, True, None, False,
        ]  # fmt: skip
        assert outcomes[2].position == first.position  # type: ignore[union-attr]
        assert log.streams() == (("notes", 1), ("s", 3), ("t", 1))
        assert is_sound(log)


def _pass(gate: Event) -> None:
    assert gate.wait(HANG)


def test_a_full_disk_gives_a_clear_error_and_no_half_written_round(tmp_path: Path) -> None:
    path = tmp_path / "small.db"
    with open_base(str(path), tmp_path / "signing.key") as log:
        table = TrialTable(log)
        table.play_round()
        log.carry_out(lambda database: _limit(database.query("PRAGMA page_count")[0][0] + 20, database))
        with pytest.raises(LogUnavailable, match="full"):
            play_rounds(table, 100)
        answered = len(table.answered)
        kept = len({stored.command_id for stored in log.read_all()}) - 1
        assert kept == answered
        assert is_sound(log)
        log.carry_out(lambda database: _limit(2**30, database))
        again = TrialTable(log)
        again.play_round()
        assert is_sound(log)


def play_rounds(table: TrialTable, count: int) -> None:
    for _ in range(count):
        table.play_round()


def _limit(pages: int, database: object) -> None:
    database.query(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]


def test_a_lost_connection_is_made_again(server: Server, tmp_path: Path) -> None:
    with open_base(server.new_database(), tmp_path / "signing.key") as log:
        heard: list[int] = []
        log.subscribe(lambda notice: heard.append(notice.position))
        log.commit(commit("c1", append("s", 0)))
        server.cut_connections()
        assert log.version("s") == 1
        log.commit(commit("c2", append("s", 1)))
        server.cut_connections()
        log.commit(commit("c3", append("s", 2)))
        wait_for(lambda: heard[-1:] == [3])
        assert is_sound(log)


@pytest.mark.parametrize("boundary", ["begun", "events written", "head written", "before commit"])
def test_a_connection_lost_inside_a_commit(server: Server, tmp_path: Path, boundary: str) -> None:
    armed = Event()

    def faults(passed: str) -> None:
        if passed == boundary and armed.is_set():
            armed.clear()
            server.cut_connections()

    with open_base(server.new_database(), tmp_path / "signing.key", faults) as log:
        log.commit(commit("c1", append("s", 0)))
        armed.set()
        with pytest.raises(LogUnavailable) as caught:
            log.commit(commit("c2", append("s", 1)))
        assert not caught.value.unknown
        assert log.receipt("c2") is None
        assert not log.commit(commit("c2", append("s", 1))).repeated
        assert is_sound(log)


def test_a_server_that_crashes_and_comes_back(server: Server, tmp_path: Path) -> None:
    with open_base(server.new_database(), tmp_path / "signing.key") as log:
        table = TrialTable(log)
        table.play_round()
        server.crash()
        with pytest.raises(LogUnavailable, match="cannot be reached"):
            log.commit(commit("c1", append("s", 0)))
        server.start()
        log.commit(commit("c1", append("s", 0)))
        TrialTable(log).play_round()
        assert is_sound(log)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that gives up soon, so that tests need not wait so long."""
    for name, seconds in {"_PATIENCE": 0.5, "_WRITE_WITHIN": 2.0, "_LONGEST": 3.0}.items():
        monkeypatch.setattr(postgresql, name, seconds)
    for name, seconds in {"_READ_WITHIN": 1.2, "_ASK_AGAIN": 0.1}.items():
        monkeypatch.setattr(postgresql_reading, name, seconds)
    monkeypatch.setitem(postgresql_reading._SETTINGS, "connect_timeout", 2)


@pytest.mark.usefixtures("impatient")
def test_a_server_that_stalls_is_not_waited_for_and_comes_back(server: Server, tmp_path: Path) -> None:
    with open_base(server.new_database(), tmp_path / "signing.key") as log:
        log.commit(commit("c1", append("s", 0)))
        with server.stalled():
            with pytest.raises(LogUnavailable):
                log.version("s")
            began = monotonic()
            for _ in range(100):
                with pytest.raises(LogUnavailable, match="does not answer"):
                    log.version("s")
            assert monotonic() - began < 60, "once is enough to know: a hundred times would be two minutes"
            with pytest.raises(LogUnavailable):
                log.submit(commit("c2", append("s", 1))).result(HANG)
        wait_for(lambda: _is_there(log))
        heard: list[int] = []
        log.subscribe(lambda notice: heard.append(notice.position))
        log.commit(commit("c2", append("s", 1)))
        assert log.version("s") == 2
        wait_for(lambda: heard[-1:] == [2])
        assert is_sound(log)


def _is_there(log: Log) -> bool:
    try:
        return log.version("s") >= 1
    except LogUnavailable:
        return False


@pytest.mark.usefixtures("impatient")
def test_a_process_that_stalls_in_a_transaction_keeps_nobody_for_long(server: Server, tmp_path: Path) -> None:
    """The others are told so, and after a while the server takes the lock away."""
    url, key = server.new_database(), tmp_path / "signing.key"
    holds, gate = Event(), Event()

    def faults(passed: str) -> None:
        if passed == "before commit":
            holds.set()
            _pass(gate)

    with open_base(url, key, faults) as stalled, open_base(url, key) as log:
        held = stalled.submit(commit("c1", append("s", 0)))
        assert holds.wait(HANG)
        with pytest.raises(LogUnavailable, match="another process"):
            log.submit(commit("c2", append("s", 0))).result(HANG)
        wait_for(lambda: _is_taken(log, commit("c2", append("s", 0))))
        gate.set()
        with pytest.raises(LogUnavailable):
            held.result(HANG)
        assert stalled.submit(commit("c1", append("s", 1))).result(HANG).position == 2
        assert is_sound(log)


def _is_taken(log: Log, made: Commit) -> bool:
    try:
        log.submit(made).result(HANG)
    except LogUnavailable:
        return False
    return True


def test_an_answer_lost_on_the_way_is_found_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server commits, and the connection breaks before it can say so: the log looks, and answers rightly."""
    commits = postgresql.PostgresqlDatabase.commit
    armed = Event()

    def commit_and_break(self: postgresql.PostgresqlDatabase) -> None:
        commits(self)
        if armed.is_set():
            armed.clear()
            server.cut_connections()
            raise LogUnavailable("the connection was lost while committing", unknown=True)

    monkeypatch.setattr(postgresql.PostgresqlDatabase, "commit", commit_and_break)
    with open_base(server.new_database(), tmp_path / "signing.key") as log:
        log.commit(commit("c1", append("s", 0)))
        armed.set()
        answer = log.commit(commit("c2", append("s", 1)))
        assert answer.reply == b"reply to c2"
        assert log.version("s") == 2


def _loses_an_answer(writer: Any, monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    """The next commit is kept, and nobody hears so."""
    commits = writer._database.commit

    def lost() -> None:
        monkeypatch.setattr(writer._database, "commit", commits)
        commits()
        then()
        raise LogUnavailable("the connection was lost while committing", unknown=True)

    monkeypatch.setattr(writer._database, "commit", lost)


def _fails_once(owner: object, name: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    real = getattr(owner, name)

    def fails(*_: object) -> None:
        monkeypatch.setattr(owner, name, real)
        raise error

    monkeypatch.setattr(owner, name, fails)


@pytest.mark.parametrize("error", [UnusableLog("no database any more"), RuntimeError("a fault of ours")])
def test_whatever_fails_while_a_lost_answer_is_looked_for(
    log: Log, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The commit is answered as unknown, the writer lives on, and a retry tells that it was kept."""
    writer: Any = log._writer
    log.commit(commit("c1", append("s", 0)))
    _loses_an_answer(writer, monkeypatch, lambda: _fails_once(writer._known, "load_named", error, monkeypatch))
    with pytest.raises(LogUnavailable) as caught:
        log.submit(commit("c2", append("s", 1))).result(HANG)
    assert caught.value.unknown
    assert log.submit(commit("c2", append("s", 1))).result(HANG).repeated
    log.submit(commit("c3", append("s", 2))).result(HANG)
    assert is_sound(log)


@pytest.mark.parametrize("boundary", ["taken", "after commit", "answered"])
def test_a_fault_outside_of_any_transaction_leaves_the_writer_alive(url: str, tmp_path: Path, boundary: str) -> None:
    armed = Event()

    def faults(passed: str) -> None:
        if passed == boundary and armed.is_set():
            armed.clear()
            raise RuntimeError("a fault of ours")

    with open_base(url, tmp_path / "signing.key", faults) as log:
        log.commit(commit("c1", append("s", 0)))
        armed.set()
        if boundary == "answered":
            log.submit(commit("c2", append("s", 1))).result(HANG)
        else:
            with pytest.raises(LogUnavailable) as caught:
                log.submit(commit("c2", append("s", 1))).result(HANG)
            assert caught.value.unknown
        again = log.submit(commit("c2", append("s", 1))).result(HANG)
        assert again.repeated == (boundary != "taken")
        log.submit(commit("c3", append("s", 2))).result(HANG)
        assert is_sound(log)


def test_a_batch_that_cannot_even_be_taken_back(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits and acts alike are answered when the way out of a failure fails too."""
    writer: Any = log._writer
    log.commit(commit("c1", append("s", 0)))
    for work in (commit("c2", append("s", 1)), lambda _database: None):
        _fails_once(writer._database, "begin", RuntimeError("a fault of ours"), monkeypatch)
        _fails_once(writer._database, "rollback", RuntimeError("another one"), monkeypatch)
        with pytest.raises(LogUnavailable):
            writer.submit(work).result(HANG)
    assert not log.submit(commit("c2", append("s", 1))).result(HANG).repeated
    assert is_sound(log)


def test_several_processes_on_one_server(server: Server, tmp_path: Path) -> None:
    """Commands on a stream are serial over all processes, and each hears of the others' commits."""
    url, key = server.new_database(), tmp_path / "signing.key"
    with open_base(url, key) as one:
        heard: dict[str, int] = {}
        one.subscribe(lambda notice: heard.update(notice.versions))
        program = (
            "import sys\n"
            "from pathlib import Path\n"
            "from houserules.log import StaleVersion, open_log\n"
            "from tests.support.databases import append, commit, event\n"
            "log = open_log(sys.argv[1], key_file=Path(sys.argv[2]))\n"
            "log.commit(commit(f'{sys.argv[3]} is here', append('here')))\n"
            "while log.version('here') < 3:\n"
            "    pass\n"
            "done = stale = 0\n"
            "while done < 40:\n"
            "    version = log.version('counter')\n"
            "    try:\n"
            "        log.commit(commit(f'{sys.argv[3]} {done} {version}', "
            "append('counter', version, event(str(version)))))\n"
            "        done += 1\n"
            "    except StaleVersion:\n"
            "        stale += 1\n"
            "log.close()\n"
            "print(stale)\n"
        )
        root = Path(__file__).resolve().parent.parent.parent
        others = [
            subprocess.Popen(
                [sys.executable, "-c", program, url, str(key), str(number)], stdout=subprocess.PIPE, cwd=root
            )
            for number in range(3)
        ]
        outputs = [process.communicate(timeout=HANG)[0] for process in others]
        assert [process.returncode for process in others] == [0, 0, 0]
        assert sum(int(output) for output in outputs) > 0, "the processes never met: nothing was tested"
        assert [e.data for e in one.read("counter")] == [event(str(n)).data for n in range(120)]
        wait_for(lambda: heard.get("counter") == 120)
        assert is_sound(one)


def test_a_second_process_is_told_that_the_file_is_taken(tmp_path: Path) -> None:
    path = str(tmp_path / "log.db")
    with open_log(path), pytest.raises(LogLocked, match="another process"):
        open_log(path)
    with open_log(path):
        pass


def test_a_reader_may_look_while_another_writes(url: str, tmp_path: Path) -> None:
    with open_base(url, tmp_path / "signing.key") as log:
        log.commit(commit("c1", append("s", 0)))
        with open_log(url, read_only=True) as reader:
            log.commit(commit("c2", append("s", 1)))
            assert reader.version("s") == 2
            with pytest.raises(LogUnavailable, match="read only"):
                reader.commit(commit("c3"))


@pytest.mark.parametrize("name", ["", ":memory:", "mysql://host/db", "sqlite://host/x.db", "/no/such/folder/x.db"])
def test_urls_that_cannot_be(name: str) -> None:
    with pytest.raises(UnusableLog):
        open_log(name)


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(LogUnavailable, match="cannot be reached"):
        open_log("postgresql:///nothing?host=/nowhere")


def test_files_that_are_no_store(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to look like one might want to read it" * 50)
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE something (x)").connection.close()
    for path in (text, other, tmp_path / "missing.db"):
        with pytest.raises(UnusableLog):
            open_log(str(path), read_only=True)
    with pytest.raises(UnusableLog):
        open_log(str(text))


def test_any_other_schema_is_refused(url: str, reopen: Callable[[], Log]) -> None:
    for _ in range(2):
        reopen().close()
    for other in (SCHEMA + 1, 0):
        _sql(url, f"UPDATE log SET schema = {other}")
        with pytest.raises(UnusableLog, match=f"schema {other}"):
            reopen()
        with pytest.raises(UnusableLog, match=f"schema {other}"):
            open_log(url, read_only=True)


def test_tables_of_another_program_are_refused(url: str, reopen: Callable[[], Log]) -> None:
    _sql(url, "CREATE TABLE log (id INTEGER)")
    with pytest.raises(UnusableLog, match="not a database of houserules"):
        reopen()
    with pytest.raises(UnusableLog, match="not a database of houserules"):
        open_log(url, read_only=True)


def _sql(url: str, statement: str) -> list[tuple[object, ...]]:
    if url.startswith("postgresql:"):
        with psycopg.connect(url, autocommit=True) as server:
            cursor = server.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []
    file = sqlite3.connect(url)
    rows = file.execute(statement).fetchall()
    file.commit()
    file.close()
    return rows


def test_a_listener_that_fails_stops_nothing(log: Log) -> None:
    def fails(_notice: object) -> None:
        raise RuntimeError("a fault of the listener")

    log.subscribe(fails)
    for number in range(3):
        log.commit(commit(f"c{number}", append("s", number)))
    assert log.version("s") == 3


def test_a_restart_in_every_phase_of_a_round(url: str, tmp_path: Path) -> None:
    """After every single command the log is closed and opened, and the round goes on where it was."""
    key = tmp_path / "signing.key"
    with open_base(url, key) as log:
        TrialTable(log, name="md-chase-the-flush").play_round()
    phases = set()
    for _ in range(60):
        with open_base(url, key) as log:
            began = process_time()
            table = TrialTable(log, name="md-chase-the-flush")
            assert process_time() - began < PLAYABLE_WITHIN
            phases.add(table.table.round.phase.value if table.table.round else "between rounds")
            table.do(next(table.commands()))
            if table.table.rounds == 2:
                break
    assert table.table.rounds == 2
    assert phases >= {"between rounds", "betting", "dealing", "decisions", "board", "reveal", "settling"}
    with open_log(url, read_only=True) as reader:
        assert is_sound(reader)
