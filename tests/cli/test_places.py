"""Files and folders that cannot be used: one line that says which and why, and exit status 2."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.store import open_store
from houserules.store.trial_table import TrialTable
from tests.support.privileges import without_privileges


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody can get to, unlike those of pytest."""
    made = Path(tempfile.mkdtemp(prefix="houserules-places-"))
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def books(folder: Path) -> Path:
    """A sound database that belongs to whoever will ask for it."""
    db = folder / "house.db"
    with open_store(str(db)) as store:
        TrialTable(store).play_round()
    for file in folder.iterdir():
        file.chmod(0o644)
    (folder / "house.db.lock").unlink()
    (folder / "house.db.key").unlink()
    return db


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.startswith("houserules: ")
    assert "Traceback" not in said
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("home", ["read only", "missing"])
def test_a_data_directory_that_cannot_be_made(
    home: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if home == "read only":
        folder.chmod(0o555)
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    else:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        monkeypatch.setenv("HOME", "/proc/nonexistent")
    import_module("houserules.cli.serve")
    with without_privileges():
        assert run(["serve", "--port", "0"]) == 2
    said = one_line(capsys)
    assert "--db" in said
    assert ("Permission denied" in said) == (home == "read only")


@pytest.mark.parametrize(
    "command",
    [
        ["audit", "DB"],
        ["audit", "DB.jsonl"],
        ["replay", "DB"],
        ["explain", "DB", "1", "1"],
        ["archive", "head", "DB"],
        ["archive", "export", "DB", "--out", "OUT"],
        ["archive", "hand", "DB", "--table", "1", "--number", "1"],
        ["archive", "retain", "DB", "--before", "2026-01-31", "--reason", "law"],
        ["archive", "restore", "DB.jsonl", "--db", "OUT"],
        ["archive", "restore", "ARCHIVE", "--db", "DB.new"],
        ["serve", "--port", "0", "--db", "DB"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("_logs_as_before")
def test_a_folder_that_may_not_be_entered(
    command: list[str], books: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For an audit status 1 would mean that the books were changed."""
    whole = folder / "whole.jsonl"
    assert run(["archive", "export", str(books), "--out", str(whole)]) == 0
    whole.chmod(0o644)
    closed = folder / "closed"
    closed.mkdir()
    (closed / "house.db").write_bytes(books.read_bytes())
    run([str(folder / "missing" / "x") if part.startswith("DB") else part for part in command])  # Loads the modules.
    named = {
        "DB": str(closed / "house.db"),
        "DB.jsonl": str(closed / "house.jsonl"),
        "DB.new": str(closed / "new.db"),
        "ARCHIVE": str(whole),
        "OUT": str(folder / "out"),
    }
    capsys.readouterr()
    closed.chmod(0)
    try:
        with without_privileges():
            assert run([named.get(part, part) for part in command]) == 2
    finally:
        closed.chmod(0o700)
    said = one_line(capsys)
    assert "Permission denied" in said
    assert "closed/" in said
    assert os.listdir(closed) == ["house.db"]
