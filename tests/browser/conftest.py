"""A real Chromium at a real service. Where there is no browser these tests fail; none is skipped in silence."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from houserules.web.pages import STATIC
from tests.api.service import Service, log_errors_only
from tests.support.waiting import HANG_MS

log_errors_only()

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=HANG_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (STATIC / "index.html").is_file(), "the web client is not built: run scripts/client, or make client"
    found = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running
