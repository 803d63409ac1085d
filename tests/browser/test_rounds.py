"""Full rounds as people play them, and what the page says compared with what the ledger paid."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, dollars_of, seat_in_front

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
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
    return page.url.rpartition("/table/")[2].partition("?")[0]


def kept_lines(service: Service, table: str) -> list[Any]:
    """The settlement lines as the store has them."""
    last = service.house.tables[f"table:{table}"].state.last
    assert last is not None
    return list(last.round.lines)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
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
        expect(page.locator(".table-card").first).to_be_visible()
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
        page.keyboard.press("b")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "10000000")
        page.keyboard.press("c")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "0")
        ann.assert_clean()


def test_a_newcomer_is_dealt_a_hand_at_once(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as newcomer:
        began = time.monotonic()
        page = newcomer.open("/")
        newcomer.screenshot("lobby")
        newcomer.assert_accessible()
        page.get_by_role("link", name="Play High Card Flush, Massachusetts").click()
        page.get_by_role("button", name="Bet the minimum and deal").click()
        newcomer.await_phase("decisions")
        assert time.monotonic() - began < 30
        assert len(newcomer.own_cards()) == 7


def test_what_is_not_lawful_is_not_offered_and_says_why(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        own_table(ann, "md-high-card-flush")
        ann.bet("flush_bonus")
        expect(ann.page.locator("[data-action=deal]")).to_have_attribute("aria-disabled", "true")
        expect(ann.page.locator(".why-not")).to_contain_text("The Ante comes first")
        ann.page.locator("[data-action=deal]").click(force=True)
        ann.await_phase("betting")
        ann.bet("ante")
        expect(ann.page.locator("[data-action=deal]")).to_have_attribute("aria-disabled", "false")
        ann.press("clear")
        ann.assert_clean()
