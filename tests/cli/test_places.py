"""Files and folders that cannot be used: one line that says which and why, and exit status 2."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.log import open_log
from tests.support.privileges import without_privileges
from tests.support.trial_table import TrialTable


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
    """A sound database that belongs to the user who will ask for it."""
    db = folder / "house.db"
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
    for file in folder.iterdir():
        file.chmod(0o644)
    for end in ("lock", "key", "mark"):
        (folder / f"house.db.{end}").unlink()
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
    # So that the command has imported what it needs while it may read Python's own files.
    assert run(["serve", "--port", "0", "--db", "/proc/none/x.db"]) == 2
    capsys.readouterr()
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


def test_books_on_read_only_media(books: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite wants to make files beside a database to read it; where it cannot, it need not."""
    assert run(["audit", str(books)]) == 0
    for file in folder.glob("house.db-*"):
        file.unlink()
    folder.chmod(0o555)
    with without_privileges():
        assert run(["audit", str(books)]) == 0
        assert run(["replay", str(books)]) == 0
        assert run(["archive", "head", str(books)]) == 0
    assert "Traceback" not in capsys.readouterr().err
    assert os.listdir(folder) == ["house.db"]


def test_a_link_on_read_only_media_leads_to_the_log(
    books: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a service has just written stands in the log beside the file itself, and none beside the link."""
    link = folder / "links" / "house.db"
    link.parent.mkdir()
    link.symlink_to(books)
    link.parent.chmod(0o555)
    run(["audit", str(books)])
    capsys.readouterr()
    with open_log(str(books), key_file=tmp_path / "signing.key") as log:
        TrialTable(log).play_round()
        for file in folder.glob("house.db*"):
            file.chmod(0o644)
        with without_privileges():
            assert run(["audit", str(link), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["events"] == log.position()
    link.parent.chmod(0o755)


def test_a_log_on_read_only_media(
    books: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_log(str(books), key_file=tmp_path / "signing.key") as log:
        TrialTable(log).play_round()
        write_ahead = (folder / "house.db-wal").read_bytes()
    (folder / "house.db-wal").write_bytes(write_ahead)
    (folder / "house.db-wal").chmod(0o644)
    folder.chmod(0o555)
    capsys.readouterr()
    with without_privileges():
        assert run(["audit", str(books)]) == 2
    said = one_line(capsys)
    assert "house.db-wal" in said
    assert "copy both to a folder" in said


def test_a_plain_copy_of_a_running_database(
    books: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_log(str(folder / "new.db")) as log:
        TrialTable(log).play_round()
        (tmp_path / "new.db").write_bytes((folder / "new.db").read_bytes())
    content = books.read_bytes()
    (tmp_path / "cut.db").write_bytes(content[: len(content) // 2])
    (tmp_path / "empty.db").touch()
    for name, expected in (
        ("new.db", "if it was copied while the service ran"),
        ("cut.db", "if it was copied while the service ran"),
        ("empty.db", "the file is empty"),
    ):
        assert run(["audit", str(tmp_path / name)]) == 2
        said = one_line(capsys)
        assert expected in said
        assert "commit" not in said
        assert said.count(name) == 1


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", "this is a folder"),
        ("missing/house.db", "there is no folder"),
        ("README.md", "this is not a database"),
    ],
)
@pytest.mark.usefixtures("_logs_as_before")
def test_a_place_where_no_database_can_be(
    name: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("# Not a database, and there is nothing that one could take for one\n" * 40)
    assert run(["serve", "--port", "0", "--db", str(tmp_path / name)]) == 2
    said = one_line(capsys)
    assert f"{tmp_path / name}: {expected}" in said
    assert ".lock" not in said
    assert os.listdir(tmp_path) == ["README.md"]
