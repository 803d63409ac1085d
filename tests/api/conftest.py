from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.service import Service, log_errors_only

log_errors_only()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests of a module; each test opens the tables it needs."""
    with Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "house.db"
