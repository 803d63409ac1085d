"""The sheet of what the table pays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front

SAID = {
    "md-high-card-flush": (
        "With a 5-card flushMD-HCF 11.B(2)1× to 2× the Ante",
        "MD-HCF 11.B(1)",
        "MD-HCF 11.B(5)(c)",
    ),
    "md-chase-the-flush": ("Before flop", "3× the Ante", "Dealer does not qualifyMD-CTF 11.H(1)by the hands"),
}


@pytest.mark.parametrize("game", SAID)
def test_the_sheet_says_what_the_main_game_pays(browser: Browser, service: Service, game: str) -> None:
    with seat_in_front(browser, service) as player:
        player.sit(game)
        page = player.page
        page.get_by_role("button", name="Pays").click()
        sheet = page.get_by_role("dialog", name="What the table pays")
        expect(sheet.get_by_role("button", name="Close")).to_be_focused()
        for text in SAID[game]:
            expect(sheet.locator("[data-part=main-game]")).to_contain_text(text)
        expect(sheet).to_contain_text("100% of the meter")
        player.assert_accessible()
        player.screenshot(f"pays-{game}")
