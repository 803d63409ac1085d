"""Benchmarks rot unseen: those that play through the service or write to a log run here as small as can be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.start import grow

from houserules.log import open_log
from tests.support.loops import run_apart


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("idle_tables --tables 6 --seconds 0.1", "after a start, two rounds played"),
        ("log --rounds 1 --seconds 0.05", "PostgreSQL, group commit"),
        ("beside_papers --seconds 0.5 --turns 1", "sets of papers"),
        ("pits --pits 2 --rounds 1 --seconds 0.05", "PostgreSQL one pit"),
    ],
)
def test_a_benchmark_runs(command: str, told: str) -> None:
    name, *options = command.split()
    program = [sys.executable, "-m", f"benchmarks.{name}", *options]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout


def test_a_database_grows_for_the_starts_that_are_measured(tmp_path: Path) -> None:
    database = tmp_path / "grown.db"
    run_apart(grow(database, 2_000))
    with open_log(str(database), read_only=True) as log:
        assert log.position() >= 2_000
        assert len(log.streams("table:")) == 33
