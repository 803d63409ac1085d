"""A game that the client has never heard of: its table by mouse and by keyboard, its console, its lab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, dollars_of, seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install
from tests.support.parts import part_of

NAME = "ex-three-card-poker"
TITLE = "Three Card Poker"
PICTURES = THREE_CARD_POKER / "pictures"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def own_table(visitor: Visitor) -> str:
    page = visitor.open("/")
    page.locator(".own-table-games .action", has_text=TITLE).click()
    expect(page.locator(".bank strong")).to_be_visible()
    return page.url.rpartition("/tables/")[2].partition("?")[0]


@pytest.mark.parametrize("phone", part_of([False, True], 2, start=1))
def test_a_round_by_mouse(browser: Browser, house: Service, phone: bool) -> None:
    with seat_in_front(browser, house, phone=phone) as ann:
        table = own_table(ann)
        name = f"{'phone' if phone else 'table'}-{NAME}"
        assert {spot.get_attribute("data-wager") for spot in ann.page.locator("button[data-wager]").all()} == {
            "ante", "pair_plus",
        }  # fmt: skip
        ann.bet("ante", "pair_plus")
        ann.press("deal")
        ann.await_phase("decisions")
        assert len(ann.own_cards()) == 3
        ann.assert_accessible()
        ann.screenshot(f"{name}-decision")
        ann.play_on()
        ann.screenshot(f"{name}-settled")
        last = house.house.tables[f"table:{table}"].state.last
        assert last is not None
        shown = ann.lines()
        assert list(shown) == [line.wager for line in last.round.lines]
        for line in last.round.lines:
            assert dollars_of(shown[line.wager]) == (line.returned - line.stake) // 10_000
        ann.assert_accessible()
        ann.assert_clean()


def test_a_round_by_keyboard(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house) as ann:
        own_table(ann)
        page = ann.page
        _tab_to(page, "document.activeElement.dataset.wager === 'ante'")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        _tab_to(page, "document.activeElement.dataset.action === 'deal'")
        page.keyboard.press("Enter")
        ann.await_phase("decisions")
        _tab_to(page, "document.activeElement.dataset.action === 'fold'")
        page.keyboard.press("Enter")
        ann.await_phase("over")
        assert ann.lines()["ante"].startswith("-")


def _tab_to(page: Page, wanted: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(wanted):
            return
    pytest.fail(f"the keyboard does not reach {wanted}")


def test_a_round_at_the_console(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house) as dora, seat_in_front(browser, house) as ann:
        dealer = dora.sign_in("dora", "dealer")
        steps = ["open_cards", "verify_inspection", "shuffle", "fill_tray"]
        table = dealer.open_table(NAME, automatic=steps, betting_seconds=0, decision_seconds=0)
        console = dora.open(f"/dealer/{table}")
        ann.sit(table)
        now = console.locator(".walk-now")

        def take(step: str) -> None:
            expect(now.locator(f"[data-step={step}]")).to_be_visible()
            console.keyboard.press("n")
            expect(now.locator(f"[data-step={step}]")).to_have_count(0)

        take("shuffle")
        take("open_round")
        ann.bet("ante")
        ann.press("deal")
        take("no_more_bets")
        take("deal")
        expect(now).to_contain_text("play or fold?")
        ann.page.locator(".decision .action").last.click()
        dora.screenshot(f"console-{NAME}")
        take("reveal")
        take("settle")
        ann.await_phase("over")
        dora.assert_accessible()
        dora.assert_clean()


def test_its_lab(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house) as ann:
        page = ann.open("/lab/EX-TCP")
        expect(page.locator("[data-wager=base] strong")).to_have_text("3.3730 %")
        expect(page.locator("[data-wager=pair_plus] strong")).to_have_text("2.3167 %")
        page.get_by_role("tab", name="Edges").click()
        expect(page.get_by_role("tab", name="Meter"), "this game has no meter").to_have_count(0)
        ann.screenshot(f"lab-{NAME}")
        page.get_by_role("tab", name="Strategy").click()
        expect(page.get_by_text("Q-6-4").first).to_be_visible()
        ann.screenshot(f"lab-strategy-{NAME}")
        ann.assert_accessible()
        ann.assert_clean()
