"""Cards entered by hand at a live table, in the browser: two persons, and amber on every player's screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.api.test_entered_cards import CHOSEN, Live
from tests.browser.stage import seat_in_front

SIGN = "Cards entered by hand: this deal cannot be verified."


@pytest.mark.parametrize("phone", [False, True])
def test_everybody_sees_that_cards_were_entered(browser: Browser, tmp_path: Path, phone: bool) -> None:
    with (
        Service(tmp_path / "house.db") as service,
        seat_in_front(browser, service, phone) as dora,
        seat_in_front(browser, service, phone) as flora,
        seat_in_front(browser, service, phone) as ann,
    ):
        live = Live(service, entered_cards=True)
        dora.sign_in("dana", "dealer")
        flora.sign_in("flo", "floorperson")
        ann.sign_in("ann", "player")
        lobby = ann.open("/")
        expect(lobby.locator(f"[data-table='{live.table}']")).to_contain_text("Cards may be entered by hand here")
        felt, console = ann.open(f"/tables/{live.table}"), dora.open(f"/dealer/{live.table}")
        expect(felt.locator(".bank strong")).to_be_visible()
        expect(felt.get_by_text(SIGN)).to_have_count(0)
        console.get_by_text("Cards read by a shoe or a scanner").first.click()
        console.get_by_label("Or all 52 cards, top card first").first.fill(" ".join(CHOSEN))
        console.locator(".walk-now").get_by_role("button", name="Shuffle").click()
        expect(console.locator(".walk-now")).to_contain_text("a second person confirms them")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        flora.open(f"/dealer/{live.table}").get_by_role("button", name="Confirm the entered cards").click()
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        ann.assert_nothing_sticks_out("the table")
        ann.assert_accessible()
        ann.screenshot(f"entered-cards{'-phone' if phone else ''}")
        dora.screenshot(f"entered-cards-console{'-phone' if phone else ''}")
        ann.press("fold")
        ann.await_phase("over")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        ann.page.get_by_role("button", name="Hands").click()
        expect(felt.get_by_role("dialog").get_by_text(SIGN)).to_be_visible()
        ann.assert_clean()
