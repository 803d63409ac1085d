"""A guided first hand in the browser: from the lobby and from the first table of one's own, also of a third game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install

TITLE = "Three Card Poker"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def read(visitor: Visitor, step: str, keyboard: bool = False) -> str:
    """What a step says, when it is all there and nothing of it is cut off; then go on to the next."""
    page = visitor.page
    panel = page.locator(f".first-hand[data-step={step}]")
    expect(panel).to_be_visible()
    if step == "decision":
        expect(panel).to_contain_text("Best here")
    visitor.settled()
    assert panel.evaluate("panel => panel.scrollHeight <= panel.clientHeight + 1"), f"{step}: cut off"
    said = panel.locator(".first-hand-said").inner_text()
    visitor.assert_accessible()
    go_on = panel.locator("[data-lesson=next]")
    if go_on.count():
        page.keyboard.press("l") if keyboard else go_on.click()
    return said


@pytest.mark.parametrize(
    ("game", "phone"), [("md-chase-the-flush", True), ("md-high-card-flush", True), ("ex-three-card-poker", False)]
)
def test_a_newcomer_plays_the_first_hand(browser: Browser, house: Service, game: str, phone: bool) -> None:
    with seat_in_front(browser, house, phone=phone) as ann:
        page = ann.open("/")
        page.locator(f"[data-lesson={game}]").click()
        assert "at least $10" in read(ann, "bet")
        expect(page.locator(".entered-sign"), "not a live deal").to_be_visible()
        ann.press("deal")
        assert "You have" in read(ann, "cards", keyboard=not phone)
        assert "Best here" in read(ann, "decision")
        page.reload()
        read(ann, "cards")
        page.locator(".decision .action").last.click()
        assert "qualifies" in read(ann, "dealer", keyboard=not phone)
        won = read(ann, "paid")
        assert "wins 1 to 1: +$10" in won
        page.locator("[data-lesson=done]").click()
        expect(page.locator(".first-hand")).to_have_count(0)
        table = page.url.rpartition("/tables/")[2]
        last = house.house.tables[f"table:{table}"].state.last
        assert last is not None
        assert last.round.entered
        assert all(line.outcome == "win" for line in last.round.lines)
        ann.open("/history")
        expect(page.locator(f"[data-hand='{table} 1']")).to_contain_text("not counted")
        ann.assert_clean()


def test_who_deals_before_the_cards_are_chosen_begins_the_lesson_after_that_round(
    browser: Browser, house: Service
) -> None:
    with seat_in_front(browser, house) as ann:
        page = ann.open("/")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/api/lessons/first-hand", hold)
        page.locator("[data-lesson=ex-three-card-poker]").click()
        ann.until(lambda: held)
        ann.press("deal")
        ann.await_phase("decisions")
        page.unroute_all(behavior="ignoreErrors")  # What was held goes on.
        panel = page.locator(".first-hand")
        expect(panel).to_contain_text("Your guided hand comes next")
        ann.press("fold")
        ann.await_phase("over")
        expect(panel).to_have_attribute("data-step", "bet")
        ann.press("deal")
        assert "You have" in read(ann, "cards")
        table = page.url.rpartition("/tables/")[2].partition("?")[0]
        current = house.house.tables[f"table:{table}"].state.table.round
        assert current is not None
        assert (current.number, current.entered) == (2, True)
        ann.assert_clean()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_it_is_offered_once_at_a_table_of_ones_own_and_never_forced(
    browser: Browser, house: Service, phone: bool
) -> None:
    with seat_in_front(browser, house, phone=phone) as ann:
        page = ann.open("/")
        page.locator(".own-table-games .action", has_text=TITLE).click()
        offer = page.locator(".first-hand-offer")
        expect(offer).to_contain_text(f"New to {TITLE}?")
        ann.settled()
        ann.assert_accessible()
        ann.screenshot(f"{'phone-' if phone else ''}first-hand-offer")
        if phone:  # One plays without an answer.
            ann.press("deal")
            ann.await_phase("decisions")
            expect(offer).to_have_count(0)
        else:
            offer.locator("[data-lesson=decline]").click()
            expect(offer).to_have_count(0)
            page.reload()
            ann.settled()
            expect(offer).to_have_count(0)
        ann.assert_clean()


def test_at_tables_of_others_nothing_is_offered(browser: Browser, house: Service) -> None:
    table = house.guest().open_table("ex-three-card-poker")
    with seat_in_front(browser, house) as ann:
        ann.sit(table)
        ann.settled()
        expect(ann.page.locator(".first-hand")).to_have_count(0)
        ann.open(f"/tables/{table}?lesson")
        expect(ann.page.locator("[data-code=no_lesson_here]")).to_be_visible()
        ann.assert_clean()


def test_the_offer_begins_the_lesson(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house, phone=True) as ann:
        page = ann.open("/")
        page.locator(".own-table-games .action", has_text=TITLE).click()
        page.locator("[data-lesson=begin]").click()
        read(ann, "bet")
        page.get_by_role("button", name="Leave the lesson").click()
        expect(page.locator(".first-hand[data-step]")).to_have_count(0)
        ann.assert_clean()
