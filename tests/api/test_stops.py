"""Backup, restore, upgrade and recovery as the docs describe them, on services that were stopped in each way.

All that was answered is there afterwards, or it is said in one message what is missing and what to do.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from houserules.cli.main import run
from houserules.log import open_log
from tests.api.test_serving import first_answer
from tests.support.waiting import HANG

ENDS = ("", ".key", ".mark")
STOPS = [signal.SIGTERM, signal.SIGINT, signal.SIGKILL]


def files(db: Path, *ends: str) -> list[Path]:
    return [db.with_name(db.name + end) for end in ends]


class Running:
    """A service in a process of its own, with one guest who was answered."""

    def __init__(self, db: Path | str) -> None:
        command = [sys.executable, "-m", "houserules", "serve", "--db", str(db), "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, self.process.communicate()
        first_answer(f"{found[0]}health")
        assert httpx.post(f"{found[0]}api/session/guest", json={}).status_code == 201
        self.position = int(httpx.get(f"{found[0]}health").json()["position"])

    def stop(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=HANG)


def refused(db: Path | str, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``serve`` says; it does not start."""
    capsys.readouterr()
    assert run(["serve", "--db", str(db), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("houserules: ")
    assert said.count("\n") == 1
    return said


def position(db: Path | str) -> int:
    with open_log(str(db), read_only=True) as log:
        return log.position()


@pytest.mark.parametrize("how", STOPS, ids=[how.name for how in STOPS])
def test_what_is_documented_after_each_way_to_stop(
    how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "house").mkdir()
    db, copy = tmp_path / "house" / "h.db", tmp_path / "backup" / "h.db"
    copy.parent.mkdir()
    service = Running(db)
    assert run(["backup", "--db", str(db), "--out", str(copy)]) == 0, "while it runs"
    held = position(copy)
    assert 0 < held <= service.position
    assert run(["audit", str(copy)]) == 0
    assert all(file.stat().st_mode & 0o077 == 0 for file in files(copy, *ENDS))
    service.stop(how)
    log_is_there = files(db, "-wal")[0].exists()
    assert log_is_there is (how is signal.SIGKILL)
    assert service.process.returncode == {signal.SIGTERM: 0, signal.SIGINT: 130, signal.SIGKILL: -9}[how]

    # A copy of the file alone, as it was documented once: whole after a stop in order, else refused or nothing.
    alone = tmp_path / "alone" / "h.db"
    alone.parent.mkdir()
    for source, target in zip(files(db, *ENDS), files(alone, *ENDS), strict=True):
        shutil.copy(source, target)
    if how is signal.SIGKILL:
        assert "play that was answered is missing" in refused(alone, capsys)
        assert position(db) >= service.position
    else:
        assert position(alone) >= service.position
        assert run(["audit", str(alone)]) == 0

    # It starts again where it was, also under another program of the same schema, and is copied while it is stopped.
    again = Running(db)
    assert again.position > service.position
    again.stop(how)
    later = copy.with_name("later.db")
    assert run(["backup", "--db", str(db), "--out", str(later)]) == 0
    assert position(later) >= again.position

    # After a loss: the newest copy in its place, and the mark left there, goes on. An older one is refused.
    for file in files(db, "", "-wal", "-shm"):
        file.unlink(missing_ok=True)
    assert "To begin a new house here" in refused(db, capsys)
    shutil.copy(copy, db)
    said = refused(db, capsys)
    assert "play that was answered is missing" in said
    assert str(files(db, ".mark")[0]) in said
    assert run(["audit", str(db)]) == 1
    db.unlink()
    shutil.copy(later, db)
    with open_log(str(db)) as log:
        assert log.position() >= again.position

    # Where the newest copy is lost, what is left goes on under a key of its own.
    books, new = tmp_path / "books.jsonl", tmp_path / "new.db"
    assert run(["archive", "export", str(copy), "--out", str(books)]) == 0
    assert run(["archive", "restore", str(books), "--db", str(new)]) == 0
    with open_log(str(new)) as log, open_log(str(copy)) as old:
        assert log.position() > held
        assert log.key != old.key
    assert run(["audit", str(new)]) == 0
