"""The sheet of what the table pays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front

SAID = {
    "md-high-card-flush": (
        "With a flush of 5 cardsMD-HCF 11.B(2)1× to 2× the Ante",
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


LINES = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return [part.innerText, new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size];
})"""
"""On how many lines each of these is printed."""


@pytest.mark.parametrize("width", [390, 360])
def test_a_phone_tears_nothing_apart(browser: Browser, service: Service, width: int) -> None:
    with seat_in_front(browser, service, phone=True) as player:
        page = player.page
        page.set_viewport_size({"width": width, "height": 740})
        for book in ("MD-HCF", "MD-CTF", "MA-HCF"):
            player.open(f"/law/{book}")
            expect(page.get_by_role("heading", name="Pay tables")).to_be_visible()
            expect(page.locator(".matrix").first).to_be_visible()
            torn = [each for each in page.evaluate(LINES, ".matrix tbody th") if each[1] > 1]
            assert not torn, f"{book}: {torn}"
        player.sit(service.guest().open_table("md-high-card-flush", betting_seconds=0, decision_seconds=0))
        for _ in range(3):
            player.bet("ante")
            player.press("deal")
            player.await_phase("decisions")
            player.press("fold")
            player.await_phase("over")
            player.press("new-bet")
        page.get_by_role("button", name="Hands", exact=True).click()
        expect(page.locator(".history-item .amount")).to_have_count(3)
        assert [lines for _, lines in page.evaluate(LINES, ".history-item .amount")] == [1, 1, 1]
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Pays", exact=True).click()
        sheet = page.get_by_role("dialog", name="What the table pays")
        odds, close = sheet.get_by_role("link", name="Exact odds"), sheet.get_by_role("button", name="Close")
        tops = {box["y"] for each in (odds, close) if (box := each.bounding_box())}
        assert len(tops) == 1, "on one line"
        player.assert_clean()
