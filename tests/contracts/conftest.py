"""Every test here runs on SQLite, on SQLite where a scribe writes whatever it can and balances are kept often, and on
PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houserules.store import beside, sqlite
from houserules.store.archive import restore
from houserules.store.base import BaseStore
from tests.support.postgres import Server, running_server
from tests.support.stores import open_base, play_nine_rounds


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


@pytest.fixture(params=["sqlite", "scribe", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param != "postgresql":
        if request.param == "scribe":
            monkeypatch.setattr(beside, "MANY", 1)
            monkeypatch.setattr(beside, "_PLANNING", 10**9)  # However long the disk is waited for.
            monkeypatch.setattr(sqlite, "BALANCES_EVERY", 3)
        return str(tmp_path / "store.db")
    running: Server = request.getfixturevalue("server")
    return running.new_database()


@pytest.fixture
def without_scribe(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For what can go wrong only where the store writes by itself."""
    assert url
    monkeypatch.setattr(beside, "MANY", 10**9)


@pytest.fixture(scope="session")
def nine_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_nine_rounds(tmp_path_factory.mktemp("played"))


@pytest.fixture
def played(store: BaseStore, nine_rounds: Path) -> BaseStore:
    restore(store, nine_rounds)
    return store


@pytest.fixture
def another(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A second empty database of the same kind."""
    if url.startswith("postgresql:"):
        running: Server = request.getfixturevalue("server")
        return running.new_database()
    return str(tmp_path / "another.db")


@pytest.fixture
def reopen(url: str, tmp_path: Path) -> Callable[[], BaseStore]:
    return lambda: open_base(url, tmp_path / "signing.key")


@pytest.fixture
def store(reopen: Callable[[], BaseStore]) -> Iterator[BaseStore]:
    with reopen() as opened:
        yield opened
