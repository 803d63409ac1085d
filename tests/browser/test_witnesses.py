"""The witnesses on the records page, in every state, on a desktop and on a phone; and a player's receipts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front
from tests.witness.houses import House
from tests.witness.test_service import Witnessed

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_receipt.py"
TABLE = "md-high-card-flush"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Witnessed]:
    with Service(tmp_path / "house.db") as service:
        made = Witnessed(tmp_path, service)
        try:
            yield made
        finally:
            for each in made.running:
                if each.process.poll() is None:
                    each.kill()


class Regulator:
    """Looks at the panel on both screens."""

    def __init__(self, desktop: Visitor, phone: Visitor) -> None:
        self.visitors = {"": desktop, "phone-": phone}
        for visitor in self.visitors.values():
            visitor.sign_in("rex", "regulator")

    def sees(self, name: str, *words: str, witnessed: str | None = None) -> None:
        for screen, visitor in self.visitors.items():
            page = visitor.open("/records")
            panel = page.locator("section.witnesses")
            for each in words:
                expect(panel).to_contain_text(each)
            expect(panel.locator("[data-witnessed]")).to_have_count(0 if witnessed is None else 1)
            if witnessed is not None:
                expect(panel.locator("[data-witnessed]")).to_have_attribute("data-witnessed", witnessed)
            panel.scroll_into_view_if_needed()
            visitor.screenshot(f"{screen}witnesses-{name}")
            visitor.assert_nothing_sticks_out("/records")
            visitor.assert_accessible()
            visitor.assert_clean()


def test_the_panel_tells_every_state(browser: Browser, two: Witnessed, tmp_path: Path) -> None:
    service = two.service
    with seat_in_front(browser, service) as desktop, seat_in_front(browser, service, phone=True) as phone:
        rex = Regulator(desktop, phone)
        rex.sees("none", "This house has no witness")
        two.choose(quorum=2)
        rex.sees("waiting", "It was not asked yet", witnessed="waiting")
        two.house.grow(3)
        two.ask()
        rex.sees("signed", "2 of 2 have signed; 2 needed", "0 behind", witnessed="true")
        two.running[1].kill()
        two.house.grow(2)
        two.ask()
        rex.sees("one-down", "Only 1 of 2 has signed; 2 needed", "it does not answer", witnessed="false")
        other = House(tmp_path / "other", two.house).grow(two.house.log.position() + 9, "another")
        two.running[0].add(0, other, other.log.position())
        two.running[0].kill()
        two.ask()
        rex.sees("none-signs", "No witness signs the log", witnessed="false")
        other.log.close()


def test_a_witness_that_signed_another_history_is_told_of(browser: Browser, two: Witnessed, tmp_path: Path) -> None:
    """The witness was shown a longer history of the same key first, as by a house that went back to a copy."""
    service = two.service
    other = House(tmp_path / "other", two.house).grow(2 * two.house.log.position() + 40, "another")
    assert two.running[0].add(0, other, other.log.position()).status_code == 200
    other.log.close()
    with seat_in_front(browser, service) as desktop, seat_in_front(browser, service, phone=True) as phone:
        rex = Regulator(desktop, phone)
        two.choose(quorum=1)
        two.ask()
        said = "The log is not the one that a witness signed"
        rex.sees("contradicts", said, "events of this log, which has", witnessed="false")
        assert "does not recognize the log" in json.dumps(two.health())


def test_a_player_verifies_wagers_and_share_under_a_cosigned_checkpoint(
    browser: Browser, two: Witnessed, tmp_path: Path
) -> None:
    two.choose()
    with seat_in_front(browser, two.service) as ann:
        ann.sit(TABLE)
        ann.await_share(TABLE)
        ann.bet("ante")
        ann.press("deal")
        ann.play_on()
        two.ask()
        ann.page.get_by_role("button", name="Hands").click()
        sheet = ann.page.get_by_role("dialog", name="The last hands")
        verify = sheet.get_by_role("button", name="Verify this deal")
        began = ann.page.evaluate("performance.now()")
        verify.click()
        verified = sheet.locator("[data-verified=true]")
        expect(verified).to_contain_text("2 witnesses")
        print(f"verified in {ann.page.evaluate('performance.now()') - began:.0f} ms")
        with ann.page.expect_download() as download:
            ann.page.get_by_role("link", name="Save the receipts").click()
        words = [word for key in two.keys for word in ("--witness", str(key))]
        keys = ["--log", str(two.house.key()), *words]
        command = [sys.executable, "-I", str(VERIFIER), str(download.value.path()), *keys]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        ann.assert_accessible()
