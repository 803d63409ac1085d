"""The table on every kind of screen: nothing is cut off, and nothing lies on anything else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.looks import (
    ALWAYS_THERE,
    AT_REST,
    BEYOND_THE_RING,
    CROWDED,
    MOST_STREETS,
    SCREENS,
    SEAT,
    all_decide,
    assert_all_in_sight,
    assert_all_words_are_read,
    assert_chips_can_be_pressed,
    assert_felt_and_lines_agree,
    assert_nothing_covers_anything,
    assert_the_heading_is_read,
    assert_the_lines_fit,
    moves_on,
    others,
    where,
)
from tests.browser.stage import Visitor, seat_in_front


@pytest.fixture(scope="module")
def stacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Stacked]]:
    shuffler = Stacked()
    with Service(tmp_path_factory.mktemp("house") / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


def show_the_coach(ann: Visitor) -> None:
    ann.page.locator(".coach-head").click()
    ann.page.get_by_label("Always show").check()
    ann.page.locator(".coach-head").click()


@pytest.mark.parametrize("company", [0, 5], ids=["alone", "six-seats"])
@pytest.mark.parametrize("game", CROWDED)
def test_the_table_fits_every_screen(
    browser: Browser, stacked: tuple[Service, Stacked], game: str, company: int
) -> None:
    service, shuffler = stacked
    crowded = CROWDED[game]
    hands = {SEAT: crowded.hand, **(crowded.beside if company else {})}
    seats = tuple(range(1, 7)) if company else (SEAT,)
    shuffler.decks[:] = [deck_with(game, hands, board=crowded.board, seats=seats)]
    with seat_in_front(browser, service, scheme="light") as ann:
        table = service.guest().open_table(game, betting_seconds=0, decision_seconds=0)
        around = others(service, table, company)
        ann.sit(table)
        show_the_coach(ann)
        ann.bet(*crowded.wagers)
        for seat, somebody in around.items():
            somebody.must(table, "place_wagers", seat=seat, wagers=crowded.theirs, ready=True)
        ann.press("deal")
        ann.await_phase("decisions")
        all_decide(around, table)

        def look(number: int, moment: str, *parts: str) -> None:
            """Pairwise: every screen at every moment, and with and without company, in turns."""
            for screen, (width, height) in list(SCREENS.items())[(number + bool(company)) % 2 :: 2]:
                ann.page.set_viewport_size({"width": width, "height": height})
                ann.page.evaluate(AT_REST, [width, height])
                if os.environ.get("HOUSERULES_SCREENSHOTS"):
                    ann.screenshot(f"{screen}-{game}-{company}-{moment}")
                assert_all_in_sight(ann.page, screen, *parts)
                assert_nothing_covers_anything(ann.page, screen)
                assert_chips_can_be_pressed(ann.page, screen)
                assert_all_words_are_read(ann.page, screen)
                if moment == "settled":
                    assert_the_lines_fit(ann.page, screen)
                    assert_the_heading_is_read(ann.page, screen)

        for _ in range(MOST_STREETS):
            stands = where(service, table)
            if stands is None:
                break
            expect(ann.page.locator(".board [data-card]")).to_have_count(2 * stands[1])
            expect(ann.page.locator(".coach-options li").first).to_be_visible()
            expect(ann.page.locator(".spot-lamp")).to_have_text("$1")
            if stands[1] != 1:  # The street between looks like the last one.
                look(stands[1] // 2, f"decision-{stands[1]}", *ALWAYS_THERE, ".decision", ".coach-options")
                ann.assert_accessible()
            check = ann.page.locator("[data-action=check]")
            (check if check.count() else ann.page.locator(".decision .action").last).click()
            moves_on(service, table, stands)
            all_decide(around, table)
        ann.await_phase("over")
        expect(ann.page.locator(".settlement .settled:not(.settled-for-another)")).to_have_count(crowded.lines)
        if company and crowded.beside:  # What the wheel brings for others is left to chance.
            expect(ann.page.locator(".settlement .settled-for-another")).to_have_count(len(crowded.beside))
        assert_felt_and_lines_agree(ann)
        look(1, "settled", *ALWAYS_THERE, ".settlement", ".betting")
        ann.assert_accessible()
        ann.assert_clean()


STAY = [".stage", ".bank", ".bar-left .quiet", ".coach-head", ".spots", ".meter", ".own-hand"]
"""Parts that have one place in all phases."""
PLACES = """(parts) => parts.map((part) => {
  const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
  const x = part === ".coach-head" ? right : part === ".own-hand" || part === ".meter" ? (left + right) / 2 : left;
  return [part, x, top, bottom].map((at) => at.toFixed?.(0) ?? at);
})"""


@pytest.mark.parametrize("screen", ["phone", "low-phone", "phone-on-its-side", "desktop"])
def test_the_felt_stays_where_it_is(browser: Browser, stacked: tuple[Service, Stacked], screen: str) -> None:
    """Whether chips are to be bet, something is wrong with them, or a hand is to be decided."""
    width, height = SCREENS[screen]
    game = "md-high-card-flush"
    service, shuffler = stacked
    shuffler.decks[:] = [deck_with(game, {SEAT: CROWDED[game].hand})]
    with seat_in_front(browser, service) as ann:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.sit(service.guest().open_table(game, betting_seconds=0, decision_seconds=0))

        def places() -> Any:
            ann.page.evaluate(AT_REST, [width, height])
            return ann.page.evaluate(PLACES, STAY)

        rack = ann.page.locator(".chip-rack")
        first, chips = places(), rack.bounding_box()
        last_button = None

        def the_gold_button() -> None:
            """Where the most usual act stands, it stands in the same place; a decision's last option too."""
            nonlocal last_button
            box = ann.page.locator(".actions .action").last.bounding_box()
            assert last_button in (None, box)
            last_button = box

        ann.bet("flush_bonus")
        expect(ann.page.locator(".why-not")).to_contain_text("Ante")
        assert places() == first
        ann.press("clear")
        ann.bet("ante", "ante")
        the_gold_button()
        ann.press("deal")
        ann.await_phase("decisions")
        expect(ann.page.locator(".other-amount")).to_be_visible()
        assert places() == first
        the_gold_button()
        cards = ann.page.locator(".own-hand .hand").bounding_box()
        ann.press("raise-smallest")
        ann.await_phase("over")
        assert places() == first
        the_gold_button()
        assert ann.page.locator(".own-hand .hand").bounding_box() == cards, "the cards stay where they are"
        assert rack.bounding_box() == chips
        ann.press("new-bet")
        assert places() == first
        the_gold_button()
        assert rack.bounding_box() == chips, "the same chips in the same place"
        expect(ann.page.get_by_label("$1000 chip"), "there are fewer than that left").to_be_disabled()
        expect(ann.page.get_by_label("$500 chip")).to_be_enabled()


@pytest.mark.parametrize("game", CROWDED)
def test_the_clock_lies_on_nothing_and_every_name_stays_in_its_betting_area(
    browser: Browser, stacked: tuple[Service, Stacked], game: str
) -> None:
    service, _ = stacked
    with seat_in_front(browser, service) as ann:
        bob = service.guest()
        table = bob.open_table(game, betting_seconds=3600)
        bob.must(table, "sit", seat=2, buy_in="100")
        bob.must(table, "place_wagers", seat=2, wagers=CROWDED[game].theirs)
        ann.sit(table)
        expect(ann.page.locator(".clock")).to_be_visible()
        expect(ann.page.locator(".spot-name").first).to_be_visible()
        for screen, (width, height) in SCREENS.items():
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate(AT_REST, [width, height])
            assert_all_in_sight(ann.page, screen, ".clock")
            assert_nothing_covers_anything(ann.page, screen)
            for name, beyond in ann.page.evaluate(BEYOND_THE_RING):
                assert beyond <= 0, f"{screen}: {name} sticks out by {beyond:.1f} px"
