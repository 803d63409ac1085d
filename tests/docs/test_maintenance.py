"""docs/maintenance.md, carried out as it stands there, section by section, on a house in which was played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from houserules.log import open_log
from tests.support.trial_table import TrialTable

PAGE = (Path(__file__).parents[2] / "docs" / "maintenance.md").read_text(encoding="utf-8")
SECTIONS = {
    part.partition("\n")[0]: re.findall(r"```sh\n(.*?)```", part, re.DOTALL) for part in PAGE.split("\n## ")[1:]
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The folder of a house that is stopped, with a command ``houserules`` on the path."""
    for folder in ("backup", "elsewhere", "new", "bin"):
        (tmp_path / folder).mkdir()
    command = tmp_path / "bin" / "houserules"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m houserules "$@"\n')
    command.chmod(0o755)
    play(tmp_path / "house.db")
    return tmp_path


def play(database: Path) -> int:
    with open_log(str(database)) as log:
        TrialTable(log).play_round()
        return log.position()


def walk(house: Path, section: str, *, only: int | None = None) -> str:
    """The commands of a section, each of which must succeed; what they print."""
    blocks = SECTIONS[section]
    printed = ""
    for block in blocks if only is None else [blocks[only]]:
        found = {**os.environ, "PATH": f"{house / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(
            ["sh", "-euc", block], cwd=house, env=found, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{section}: {block}{done.stdout}{done.stderr}"
        printed += done.stdout
    return printed


def test_every_section_with_commands_is_walked() -> None:
    assert {name for name, blocks in SECTIONS.items() if blocks} == {
        "Back up", "Restore", "Upgrade", "Roll back", "Change the key of the log",
    }  # fmt: skip


def test_back_up_lose_and_restore(house: Path) -> None:
    walk(house, "Back up")
    with open_log(str(house / "house.db"), read_only=True) as log:
        position = log.position()
    walk(house, "Restore", only=0)
    with open_log(str(house / "house.db")) as log:
        assert log.position() == position, "it goes on where it was"
    walk(house, "Restore", only=1)
    with open_log(str(house / "recovered.db"), read_only=True) as log:
        assert log.position() > position, "with a record of what was restored"


def test_upgrade_and_roll_back(house: Path) -> None:
    walk(house, "Back up")
    walk(house, "Upgrade")
    walk(house, "Roll back")
    walk(house, "Restore", only=0)
    walk(house, "Upgrade")


def test_change_the_key(house: Path) -> None:
    printed = walk(house, "Change the key of the log")
    keys = []
    for database in (house / "house.db", house / "new" / "house.db"):
        with open_log(str(database)) as log:
            keys.append(log.key)
    assert len({*keys}) == 2
    assert all(key in printed for key in keys)
    for end in ("", ".key", ".mark"):
        (house / "new" / f"house.db{end}").replace(house / f"house.db{end}")
    with open_log(str(house / "house.db")) as log:
        assert log.key == keys[1], "the service goes on with the new key"
