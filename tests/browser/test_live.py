"""A live table in the browser: an account with a password, chips from a purse, a round, and the money back."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from houserules.money import DOLLAR
from tests.api.service import Service
from tests.browser.stage import cards_approved, dollars_of, seat_in_front


def test_a_round_for_money_from_buying_in_to_cashing_out(browser: Browser, service: Service) -> None:
    pit = service.someone("pit-live", "pit_manager")
    table = pit.open_table(kind="live", name="Live table 1", decision_seconds=0)
    admin = service.someone("ada-live", "administrator")
    with seat_in_front(browser, service) as ann:
        player = ann.sign_in("ann-live", "player")
        paid_in = {"command_id": "live-funds-1", "amount": "300"}
        assert admin.client.post("/api/people/ann-live/funds", json=paid_in).status_code == 201
        page = ann.open("/")
        page.get_by_role("link", name="Go to the table Live table 1").click()
        expect(page.get_by_text("Your purse holds $300.")).to_be_visible()
        amount = page.get_by_label("Buy chips for, in dollars")
        expect(amount).to_have_value("200")
        ann.assert_accessible()
        amount.fill("1000")
        ann.press("sit")
        expect(page.get_by_role("alert")).to_contain_text("Your purse is short by $700")
        expect(amount).to_have_value("1000")
        amount.fill("250")
        ann.press("sit")
        expect(page.locator(".bank strong")).to_have_text("$250")
        expect(page.get_by_text("Waiting for the dealer")).to_be_visible()
        cards_approved(service, table)
        assert page.locator(".coach").count() == 0
        ann.bet("ante", "flush_bonus")
        expect(page.locator("[data-action=deal]")).to_contain_text("Place bets")
        expect(page.locator("button[data-wager=ante]")).to_contain_text("not placed yet")
        ann.screenshot("live-bet")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.screenshot("live-decision")
        ann.press("raise-smallest")
        ann.await_phase("over")
        change = sum(dollars_of(text) for text in ann.lines().values())
        held = 25_000 + change
        assert round(float(ann.chips()) * 100) == held
        page.get_by_role("button", name="Chips", exact=True).click()
        page.get_by_label("Amount in dollars").fill("50")
        page.get_by_role("button", name="Cash out").click()
        expect(page.get_by_role("dialog")).to_contain_text("$100 in your purse")
        assert round(float(ann.chips()) * 100) == held - 5_000
        ann.assert_accessible()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Settings").click()
        ann.press("give-up")
        ann.press("leave")
        expect(page.get_by_role("heading", name="Sit down and play")).to_be_visible()
        purse = player.client.get("/api/session/purse").json()
        assert round(float(purse["live"]) * 100) == 30_000 + change, "all that was not lost is back in the purse"
        ann.assert_clean()


def test_a_guest_is_told_how_to_play_at_a_live_table(browser: Browser, service: Service) -> None:
    table = service.someone("pit-guest", "pit_manager").open_table(kind="live")
    with seat_in_front(browser, service) as guest:
        page = guest.open(f"/tables/{table}")
        expect(page.get_by_text("This is a live table.")).to_be_visible()
        guest.assert_accessible()
        page.locator(".own").get_by_role("link", name="Sign in").click()
        expect(page.get_by_label("Password")).to_be_visible()


def test_an_empty_purse_is_said_to_be_so_and_looked_at_again(browser: Browser, service: Service) -> None:
    table = service.someone("pit-empty", "pit_manager").open_table(kind="live", name="Pit 7")
    service.someone("ada-empty", "administrator")
    with seat_in_front(browser, service, phone=True) as eve:
        eve.sign_in("eve-empty", "player")
        page = eve.open(f"/tables/{table}")
        expect(page.get_by_text("Your purse is empty. Pay money in at the cage")).to_be_visible()
        expect(page.locator("[data-action=sit]"), "nothing is bought for nothing").to_have_count(0)
        expect(page.get_by_role("button", name="Sit")).to_have_count(0)
        expect(page.locator(".tag-game"), "without the drawing the game has a name").to_contain_text(
            "High Card Flush"
        )
        eve.assert_accessible()
        service.run(service.house.cage.fund("eve-empty", "live", 70 * DOLLAR, "empty-funds-1", "ada-empty"))
        expect(page.get_by_text("Your purse holds $70.")).to_be_visible()
        expect(page.get_by_label("Buy chips for, in dollars")).to_have_value("70")
        eve.press("sit")
        expect(page.locator(".bank strong")).to_have_text("$70")
        eve.assert_clean()
