"""Lessons in the browser: a drill of twenty, slips that are listed, payouts and the exam; also of a third game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.films import AHEAD
from tests.browser.stage import seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install
from tests.support.parts import part_of

HANDS = 20


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


@pytest.mark.parametrize("phone", part_of([True, False], 2))
def test_a_drill_of_twenty_and_the_list_of_its_slips(browser: Browser, house: Service, phone: bool) -> None:
    with seat_in_front(browser, house, phone=phone) as ann:
        page = ann.open("/learn/EX-TCP")
        for game in page.get_by_role("navigation", name="Games").get_by_role("link").all():
            expect(game, "no name is cut off").to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Begin: 20 hands").click()
        costs = []
        for _ in range(HANDS):
            page.locator(".learn-options .action").first.click()
            told = page.locator(".learn-verdict")
            costs.append(told.get_attribute("data-cost"))
            if len(costs) == 2:
                ann.assert_accessible()
                ann.screenshot(f"{'phone-' if phone else ''}drill")
                hints = page.locator(".learn-hand .figures dt .hint")
                sizes = hints.evaluate_all(
                    "hints => hints.map(own => [own, own.parentElement].map(one => getComputedStyle(one).fontSize))"
                )
                assert sizes, "the best choice is marked"
                assert all(one == other for one, other in sizes), "what is beside a name is no larger than the name"
            page.get_by_role("button", name="See the result" if len(costs) == HANDS else "Next hand").click()
        right = costs.count("0")
        expect(page.locator(".learn-done")).to_have_attribute("data-right", str(right))
        plays = page.locator(".learn-plays")
        # Which hands come is chance: once in a while too few of one part came for a price to be told.
        expect(plays).to_contain_text("You play at" if plays.get_attribute("data-price") else "A few more hands")
        ann.screenshot(f"{'phone-' if phone else ''}drill-done")
        page.get_by_role("button", name="Your mistakes").click()
        expect(page.locator(".learn-slips > li")).to_have_count(HANDS - right)
        ann.assert_accessible()
        ann.screenshot(f"{'phone-' if phone else ''}slips")
        ann.assert_clean()


def test_a_dealer_pays_a_layout_and_takes_the_exam(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house) as dan:
        dan.sign_in("dan-learns", "dealer", "floorperson")
        page = dan.page
        page.clock.install()
        dan.open("/learn/MD-HCF?view=exam")
        expect(page.get_by_role("button", name="Begin the exam")).to_be_visible()
        page.get_by_role("button", name="Payouts").click()
        page.get_by_role("button", name="Show me a layout").click()
        page.locator(".payout-answer input").first.fill("12345")
        page.get_by_role("button", name="Check my payouts").click()
        expect(page.locator(".payout-line .wrong").first).to_be_visible()
        expect(page.locator(".learn-why .clause, .learn-why button, .learn-why a").first).to_be_visible()
        dan.assert_accessible()
        dan.screenshot("payouts")
        page.get_by_role("button", name="Dealers' exam").click()
        page.get_by_role("button", name="Begin the exam").click()
        for number in range(1, 6):
            expect(page.get_by_text(f"Layout {number} of 5")).to_be_visible()
            page.locator(".payout-answer input").first.fill("7")
            if number == 3:
                dan.settled()
                page.reload()
                expect(page.get_by_text("Layout 3 of 5")).to_be_visible()
                expect(page.locator(".payout-answer input").first).to_have_value("7")
                expect(page.get_by_role("region", name="Your exams").locator("tbody tr")).to_have_count(1)
                page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
            page.get_by_role("button", name="Hand in the exam" if number == 5 else "Next layout").click()
        expect(page.locator("[data-passed=false]")).to_be_visible()
        expect(page.get_by_text("Layout 1 of 5"), "the first with a wrong amount").to_be_visible()
        expect(page.locator(".payout-line .wrong").first).to_be_visible()
        for _ in range(4):  # Effects of the page run, and no timer that asks for the record anew.
            page.clock.run_for(500)
        expect(page.get_by_role("region", name="Your exams").locator("tbody tr")).to_contain_text("Not passed")
        expect(page.get_by_role("region", name="Exams of everybody").locator("tbody tr")).to_have_count(1)
        dan.screenshot("exam")
        dan.assert_clean()
