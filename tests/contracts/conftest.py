"""Every test here runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houserules.app import restore
from houserules.log import Log
from tests.support.databases import open_base, play_nine_rounds
from tests.support.postgres import Server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "log.db")
    running: Server = request.getfixturevalue("server")
    return running.new_database()


@pytest.fixture(scope="session")
def nine_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_nine_rounds(tmp_path_factory.mktemp("played"))


@pytest.fixture
def played(log: Log, nine_rounds: Path) -> Log:
    restore(log, nine_rounds)
    return log


@pytest.fixture
def another(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A second empty database of the same kind."""
    if url.startswith("postgresql:"):
        running: Server = request.getfixturevalue("server")
        return running.new_database()
    return str(tmp_path / "another.db")


@pytest.fixture
def reopen(url: str, tmp_path: Path) -> Callable[[], Log]:
    return lambda: open_base(url, tmp_path / "signing.key")


@pytest.fixture
def log(reopen: Callable[[], Log]) -> Iterator[Log]:
    with reopen() as opened:
        yield opened
