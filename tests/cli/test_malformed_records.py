"""Whatever a file or a database holds, and however full the disk is: one message and exit status 2, no traceback."""

from __future__ import annotations

import copy
import errno
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houserules.play as engine
from houserules.cli.main import run
from houserules.log import Snapshot, open_log
from tests.support.databases import append, commit, event
from tests.support.parts import part_of
from tests.support.postgres import Server
from tests.support.small_disk import mount
from tests.support.trial_table import TrialTable
from tests.support.waiting import HANG

HUGE = 10**30
VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify_archive.py"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    with open_log(str(folder / "house.db")) as log:
        table = TrialTable(log)
        for _ in range(2):
            table.play_round()
    assert run(["archive", "hand", str(folder / "house.db"), "--table", "1", "--number", "2",
                "--out", str(folder / "hand.json")]) == 0  # fmt: skip
    assert run(["archive", "export", str(folder / "house.db"), "--out", str(folder / "house.jsonl")]) == 0
    return folder


def _with(hand: dict[str, Any], place: tuple[str | int, ...], value: object) -> dict[str, Any]:
    changed = copy.deepcopy(hand)
    at: Any = changed
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("command", "place", "value", "said"),
    [
        ("replay", ("before", "decks", 1, "cards", 0), -1, "before.decks[1].cards[0]: -1 is not a card"),
        ("replay", ("before", "decks", 1, "cards", 0), HUGE, "before.decks[1].cards[0]: a number of 100 bits"),
        ("replay", ("before", "decks", 1, "cards", 0), 10**10, "is not a card"),
        ("replay", ("before", "dealing"), "x", "KeyError: 'x'"),
        ("replay", ("before", "order"), "x", "no such order of dealing"),
        ("replay", ("before", "main"), HUGE, "before.main: a number of 100 bits"),
        ("explain", ("events", 1, "seat"), HUGE, "events[1].seat"),
        ("explain", ("events", 1, "seat"), 5, "cannot have come about (KeyError"),
        ("explain", ("events", 1, "wagers", 0, 1), -1, "event 2 cannot have come about (AssertionError"),
        ("explain", ("events", 1, "wagers", 0, 1), 3, "cannot have come about (AssertionError"),
    ],
)
def test_a_hand_file_that_was_changed(
    played: Path,
    tmp_path: Path,
    command: str,
    place: tuple[str | int, ...],
    value: object,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = json.loads((played / "hand.json").read_bytes())
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(_with(hand, place, value)))
    assert run([command, str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"houserules: {file}: ")
    assert said in err


def test_a_fault_of_the_program_is_not_taken_for_a_malformed_file(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_content: bytes, _engine: str) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(engine, "replay", fails)
    with pytest.raises(RuntimeError, match="ours"):
        run(["replay", str(played / "hand.json")])


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("receipt", lambda line: line.update(at=HUGE)),
        ("event", lambda line: line.update(position=HUGE)),
        ("event", lambda line: line.update(version=-HUGE)),
        ("head", lambda line: line.update(size=HUGE)),
        ("event", lambda line: line["transfers"][0].update(amount=HUGE)),
        ("event", lambda line: line.update(leaf="x")),
    ],
)
def test_an_archive_with_a_number_that_is_too_large(
    played: Path,
    tmp_path: Path,
    kind: str,
    change: Callable[[dict[str, Any]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = [json.loads(line) for line in (played / "house.jsonl").read_bytes().splitlines()]
    number, line = next(
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line["kind"] == kind and (kind != "event" or line["transfers"])
    )
    change(line)
    archive = tmp_path / "changed.jsonl"
    archive.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for command in (["audit", str(archive)], ["archive", "restore", str(archive), "--db", str(tmp_path / "r.db")]):
        assert run(command) == 2
        assert capsys.readouterr().err.startswith(f"houserules: {archive}: line {number}: ")
    assert not list(tmp_path.glob("r.db*"))


@pytest.mark.parametrize(
    ("kind", "pattern", "instead", "said"),
    [
        ("event", '"actor":', '"actor":"bob","actor":', "the key 'actor' is there twice"),
        ("event", '"actor":', '"\\\\u0061ctor":"bob","actor":', "the key 'actor' is there twice"),
        ("event", '"transfers":[{', '"transfers":[{"amount":7,', "the key 'amount' is there twice"),
        ("head", '"size":', '"size":1,"size":', "the key 'size' is there twice"),
        ("event", r'("version":\d+)', r"\1.0", "Expected `int`, got `float`"),
        ("receipt", r'("at":\d+)', r"\1e0", "Expected `int`, got `float`"),
        ("end", r'("lines":\d+)', r"\1.0", "Expected `int`, got `float`"),
    ],
)
def test_an_archive_that_not_everybody_reads_alike(
    kind: str,
    pattern: str,
    instead: str,
    said: str,
    played: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Which of two equal keys counts, and whether 133.0 is a whole number, readers of JSON decide for themselves."""
    lines = (played / "house.jsonl").read_text().splitlines(keepends=True)
    where = re.compile(pattern if pattern.startswith("(") else re.escape(pattern))
    number = next(at for at, line in enumerate(lines) if f'"kind":"{kind}"' in line and where.search(line))
    lines[number] = where.sub(instead, lines[number], count=1)
    archive = tmp_path / "changed.jsonl"
    archive.write_text("".join(lines))
    for command in (["audit", str(archive)], ["archive", "restore", str(archive), "--db", str(tmp_path / "r.db")]):
        assert run(command) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"houserules: {archive}: line {number + 1}: ")
        assert said in err
    verified = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(archive)], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stdout) == (2, "")
    assert verified.stderr.startswith(f"{archive}: line {number + 1} cannot be read: ")
    assert (said if "twice" in said else "is not written as a whole number") in verified.stderr


@pytest.mark.parametrize("change", [{"actor": "a\0b"}, {"position": -5}])
def test_an_archive_that_a_server_does_not_take(
    change: dict[str, object],
    server: Server,
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    lines = [json.loads(line) for line in (played / "house.jsonl").read_bytes().splitlines()]
    next(line for line in lines if line["kind"] == "event").update(change)
    archive = tmp_path / "changed.jsonl"
    archive.write_text("".join(json.dumps(line) + "\n" for line in lines))
    status = run(["archive", "restore", str(archive), "--db", server.new_database()])
    said = capsys.readouterr()
    if "actor" in change:
        assert status == 1
        assert f"{archive}: not as it was written; nothing was restored" in said.out.replace("\n", " ")
    else:
        assert status == 2
        assert said.err.startswith(f"houserules: {archive}: ")
        assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "statement",
    ["UPDATE streams SET name = CAST(name AS BLOB)", "UPDATE snapshots SET stream = CAST(stream AS BLOB)"],
)
def test_a_name_that_became_a_blob_is_a_finding(
    tmp_path: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "house.db"
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
        version = log.version("table:1")
        log.commit(commit("kept", append("other", 0, event()), snapshots=(Snapshot("table:1#x", version, b"{}"),)))
    file = sqlite3.connect(db)
    for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        file.execute(f"DROP TRIGGER {trigger}")
    assert file.execute(statement).rowcount > 0
    file.commit()
    file.close()
    capsys.readouterr()
    assert run(["audit", str(db)]) == 1
    assert "finding" in capsys.readouterr().out
    assert run(["audit", str(db), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"]


def _with_small_files(size: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command that may write no file beyond a size, which fails as a full disk does."""
    return subprocess.run(
        [sys.executable, "-m", "houserules", *command],
        capture_output=True, text=True, check=False, timeout=HANG,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )  # fmt: skip


@pytest.mark.parametrize("size", part_of([0, 4096, 16_384, 100_000, 150_000], 2))
def test_serving_without_room(size: int, tmp_path: Path) -> None:
    ended = _with_small_files(size, "serve", "--port", "0", "--db", str(tmp_path / "x.db"))
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("houserules: ")


def _restoring_fails(ended: subprocess.CompletedProcess[str], folder: Path) -> None:
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("houserules: ")
    assert ended.stderr.count("\n") == 1
    assert not list(folder.iterdir())


@pytest.mark.parametrize("size", part_of([0, 4, 100, 4096, 16_384, 65_536, 100_000, 130_000], 3, start=1))
def test_restoring_without_room_leaves_nothing_behind(size: int, played: Path, tmp_path: Path) -> None:
    new = tmp_path / "r.db"
    ended = _with_small_files(size, "archive", "restore", str(played / "house.jsonl"), "--db", str(new))
    _restoring_fails(ended, tmp_path)


@pytest.mark.parametrize("pages", part_of([1, 2, 4, 8, 20, 30, 40], 3))
def test_restoring_onto_a_full_disk_leaves_nothing_behind(pages: int, played: Path, tmp_path: Path) -> None:
    """A file system of its own, or, where that takes a right that we do not have, files that may not grow."""
    command = ("archive", "restore", str(played / "house.jsonl"), "--db", str(tmp_path / "r.db"))
    size = pages * resource.getpagesize()
    if not mount(tmp_path, size):
        _restoring_fails(_with_small_files(size, *command), tmp_path)
        return
    try:
        _restoring_fails(_with_small_files(resource.RLIM_INFINITY, *command), tmp_path)
    finally:
        subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.parametrize("command", ["export", "head", "hand"])
def test_half_a_file_is_not_left_behind(
    command: str, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    out = tmp_path / "out"
    which = ("--table", "1", "--number", "1") if command == "hand" else ()
    monkeypatch.setattr(os, "fsync", full)
    assert run(["archive", command, str(played / "house.db"), *which, "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"houserules: {out}: No space left on device\n"
    assert not list(tmp_path.iterdir())
    if command != "export":
        out.write_text("of yesterday")
        assert run(["archive", command, str(played / "house.db"), *which, "--out", str(out)]) == 2
        assert [file.read_text() for file in tmp_path.iterdir()] == ["of yesterday"]


def test_an_output_without_room(played: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "houserules", "audit", str(played / "house.db"), "--json"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (2, "houserules: No space left on device\n")


def test_serving_with_a_locked_shuffler(tmp_path: Path) -> None:
    """In a process of its own: the service needs a thread in which no other event loop runs."""
    program = (
        "import os, sys\n"
        "os.urandom = bytes\n"
        "from houserules.cli.main import run\n"
        f"sys.exit(run(['serve', '--port', '0', '--db', {str(tmp_path / 'x.db')!r}]))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "the shuffler is locked" in ended.stderr
