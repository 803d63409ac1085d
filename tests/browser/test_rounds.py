"""Full rounds as people play them, and what the page says compared with what the ledger paid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, dollars_of, seat_in_front
from tests.support.parts import part_of

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
DEVICES = dict(zip(GAMES, (False, True, False), strict=True))
"""Whether ``make test`` plays each game on a phone: the one with most to show is."""
SIDE_BETS = {
    "md-high-card-flush": ("flush_bonus", "straight_flush_bonus", "progressive"),
    "md-chase-the-flush": ("same_suit", "progressive"),
    "ma-high-card-flush": ("flush_bonus", "straight_flush_bonus", "progressive"),
}


def own_table(visitor: Visitor, game: str) -> str:
    """A practice table of one's own, opened with the two clicks that the lobby promises."""
    page = visitor.open("/")
    page.locator(".own-table-games .action").nth(GAMES.index(game)).click()
    expect(page.locator(".bank strong")).to_be_visible()
    return page.url.rpartition("/tables/")[2].partition("?")[0]


def kept_lines(service: Service, table: str) -> list[Any]:
    """The settlement lines as the log has them."""
    last = service.house.tables[f"table:{table}"].state.last
    assert last is not None
    return list(last.round.lines)


@pytest.mark.parametrize(
    ("game", "phone"), part_of([(game, phone) for game, first in DEVICES.items() for phone in (first, not first)], 2)
)
def test_a_full_round_by_mouse_pays_what_the_ledger_paid(
    browser: Browser, service: Service, game: str, phone: bool
) -> None:
    with seat_in_front(browser, service, phone=phone) as ann:
        table = own_table(ann, game)
        before = float(ann.chips())
        ann.bet("ante", "ante", *SIDE_BETS[game])
        name = f"{'phone' if phone else 'table'}-{game}"
        ann.press("deal")
        ann.await_phase("decisions")
        ann.assert_accessible()
        if phone:
            fits = ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert fits, "hand, dealer, community cards and actions are seen without scrolling"
            for part in (".own-hand", ".dealer-zone", ".decision"):
                expect(ann.page.locator(part)).to_be_in_viewport(ratio=0.99)
        if "chase" in game:
            ann.press("check")
            expect(ann.page.locator(".board [data-card]")).to_have_count(2)
        ann.screenshot(f"{name}-decision")
        ann.play_on()
        ann.screenshot(f"{name}-settled")
        shown = ann.lines()
        kept = kept_lines(service, table)
        assert [line.wager for line in kept] == list(shown)
        for line in kept:
            assert dollars_of(shown[line.wager]) == (line.returned - line.stake) // 10_000
        change = sum(line.returned - line.stake for line in kept)
        assert round((float(ann.chips()) - before) * 1_000_000) == change
        first = ann.page.locator(".settled button").first
        first.click()
        expect(ann.page.locator(".why .clause").first).to_contain_text(str(kept[0].clauses[0]))
        ann.assert_accessible()
        ann.assert_clean()


def test_a_round_by_keyboard_alone(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        page = ann.open("/")
        expect(page.locator(".game-card").first).to_be_visible()
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.innerText.startsWith('High Card Flush, Mass')"):
                break
        else:
            pytest.fail("the keyboard does not reach the game")
        page.keyboard.press("Enter")
        expect(page.locator(".bank strong")).to_be_visible()
        page.keyboard.press("2")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.wager") == "ante":
                break
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "15000000")
        page.keyboard.press("u")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "10000000")
        page.keyboard.press("d")
        ann.await_phase("decisions")
        page.keyboard.press("r")
        ann.await_phase("over")
        assert "ante" in ann.lines()
        first = page.locator(".settled button").first
        first.focus()
        page.keyboard.press("Enter")
        expect(first).to_have_attribute("aria-expanded", "true")
        expect(page.locator(".why .clause").first).to_contain_text("MA-HCF")
        expect(page.locator(".why dl").first).to_contain_text("Returned to you")
        page.keyboard.press("b")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "10000000")
        page.keyboard.press("c")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "0")
        ann.assert_clean()


def test_a_newcomer_is_dealt_a_hand_with_two_clicks(browser: Browser, service: Service) -> None:
    """A fresh browser: no account, nothing to fill in, nothing to read; which is well under half a minute."""
    with seat_in_front(browser, service) as newcomer:
        page = newcomer.open("/")
        newcomer.screenshot("lobby")
        newcomer.assert_accessible()
        page.evaluate(
            "addEventListener('click', () => sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1)"
        )
        page.locator(".game-card").first.click()
        deal = page.get_by_role("button", name="Bet the minimum and deal")
        expect(deal).to_be_visible()
        assert page.locator("input:not([type=radio]):visible").count() == 0, "nothing is to be filled in"
        assert page.get_by_role("dialog").count() == 0
        deal.click()
        newcomer.await_phase("decisions")
        assert len(newcomer.own_cards()) == 7
        assert page.evaluate("Number(sessionStorage.clicks)") == 2
        newcomer.assert_clean()


def test_what_is_not_lawful_is_not_offered_and_says_why(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        own_table(ann, "md-high-card-flush")
        page, why, deal = ann.page, ann.page.locator(".why-not"), ann.page.locator("[data-action=deal]")
        ann.bet("flush_bonus")
        expect(deal).to_have_attribute("aria-disabled", "true")
        expect(why).to_contain_text("The Ante is required: $10 or more.")
        expect(why.locator("cite")).to_have_text("MD-HCF 7.F(1)")
        deal.click(force=True)
        ann.await_phase("betting")
        ann.bet("progressive")
        wagers = {"flush_bonus": "5", "progressive": "1"}
        refusal = refusal_of(service, wagers)
        expect(why.locator("cite")).to_have_text(refusal["clause"])
        ann.bet("ante")
        expect(deal).to_have_attribute("aria-disabled", "false")
        page.get_by_label("$1000 chip").check(force=True)
        ann.bet("ante")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "500000000")
        expect(why).to_contain_text("Ante: at most $500.")
        expect(deal).to_have_attribute("aria-disabled", "false")
        ann.bet("straight_flush_bonus")
        expect(why).to_contain_text("at most $")
        page.get_by_label("$1 chip").check(force=True)
        page.locator("button[data-wager=ante]").press("Delete")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "0")
        ann.press("undo")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "500000000")
        ann.press("clear")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "0")
        ann.assert_clean()


def refusal_of(service: Service, wagers: dict[str, str]) -> dict[str, Any]:
    """What the service itself says to these wagers."""
    bob = service.guest()
    table = bob.open_table()
    bob.must(table, "sit", seat=1, buy_in="1000")
    error: dict[str, Any] = bob.refused(table, "place_wagers", 422, "wager_missing", seat=1, wagers=wagers)
    return error


def test_a_bet_that_the_payout_limit_cuts_says_so(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, phone=True) as ann:
        table = own_table(ann, "md-high-card-flush")
        rules = service.http().get(f"/api/tables/{table}/rules").json()
        ann.bet("ante", "straight_flush_bonus")
        assert ann.page.locator(".why-not").inner_text() == ""
        ann.page.get_by_label("$25 chip").check(force=True)
        ann.bet("straight_flush_bonus")
        expect(ann.page.locator(".why-not")).to_contain_text("These wagers pay at most $50,000 for one hand")
        expect(ann.page.locator(".why-not cite")).to_have_text(rules["payout_limit"]["clause"])
        expect(ann.page.locator("[data-action=deal]")).to_have_attribute("aria-disabled", "false")


def test_bets_may_be_taken_back_until_no_more_bets(browser: Browser, service: Service) -> None:
    bob = service.guest()
    table = bob.open_table(betting_seconds=30, decision_seconds=0)
    bob.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.bet("ante", "flush_bonus")
        ann.press("deal")
        expect(ann.page.locator(".clock")).to_contain_text("Bets close in")
        ann.press("take-back")
        expect(ann.page.locator(".spot[data-wager=flush_bonus]")).to_have_attribute("data-amount", "5000000")
        expect(ann.page.locator(".bank strong")).to_have_attribute("data-chips", "1000.00")
        ann.press("deal")
        expect(ann.page.locator("[data-action=take-back]")).to_be_visible()
        bob.must(table, "ready")
        ann.await_phase("decisions")
        assert ann.page.locator("[data-action=take-back]").count() == 0


@pytest.mark.parametrize(
    ("game", "warned", "said"),
    [("md-high-card-flush", "You fold in", "fold"), ("md-chase-the-flush", "You check in", "check")],
)
def test_the_clock_says_what_happens_at_zero_and_it_does(
    browser: Browser, tmp_path: Path, game: str, warned: str, said: str
) -> None:
    with Service(tmp_path / "house.db") as service:
        table = service.guest().open_table(game, decision_seconds=40)
        with seat_in_front(browser, service) as ann:
            ann.sit(table)
            ann.bet("ante")
            ann.press("deal")
            ann.await_phase("decisions")
            expect(ann.page.locator(".clock")).to_contain_text(warned)
            service.clock.ahead += 41_000
            if said == "fold":
                ann.await_phase("over")
                expect(ann.page.get_by_text("Folded")).to_be_visible()
            else:
                expect(ann.page.locator(".board [data-card]")).to_have_count(2)
