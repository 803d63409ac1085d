"""A full table in the windows that have least room for it: in each phase, with the widest names, in Spanish too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.looks import (
    ALWAYS_THERE,
    AT_REST,
    CROWDED,
    MOST_STREETS,
    SCREENS,
    SEAT,
    all_decide,
    assert_all_in_sight,
    assert_all_words_are_read,
    assert_nothing_covers_anything,
    assert_the_heading_is_read,
    assert_the_lines_fit,
    moves_on,
    others,
    where,
)
from tests.browser.stage import seat_in_front

WINDOWS = ("laptop", "low-phone-on-its-side", "small-phone-on-its-side", "desktop-at-twice-the-size")
LONG_NAMED = {"md-high-card-flush": "3s 4s 5s 9h Td 9c Jd", "md-chase-the-flush": "Ac Kc Qc"}
"""The dealer's: hands whose names are long."""
WIDEST = """names => names.forEach((name) => {
  name.firstChild.textContent = "Warm ";
  name.lastChild.textContent = "Swan";
})"""
"""The widest name that a guest can have."""


@pytest.fixture(scope="module")
def stacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Stacked]]:
    shuffler = Stacked()
    with Service(tmp_path_factory.mktemp("house") / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


@pytest.mark.parametrize("locale", ["en-US", "es-MX"])
@pytest.mark.parametrize("game", CROWDED)
def test_a_full_table_fits_a_small_window(
    browser: Browser, stacked: tuple[Service, Stacked], game: str, locale: str
) -> None:
    service, shuffler = stacked
    crowded = CROWDED[game]
    hands = {SEAT: crowded.hand, **crowded.beside}
    shuffler.decks[:] = [deck_with(game, hands, LONG_NAMED[game], crowded.board, tuple(range(1, 7)))]
    with seat_in_front(browser, service, locale=locale) as ann:
        table = service.guest().open_table(game, betting_seconds=0, decision_seconds=0)
        around = others(service, table, 5)
        ann.sit(table)
        names = ann.page.locator(".pod-name strong")
        expect(names).to_have_count(5)
        names.evaluate_all(WIDEST)

        def look(*parts: str) -> None:
            for screen in WINDOWS:
                width, height = SCREENS[screen]
                ann.page.set_viewport_size({"width": width, "height": height})
                ann.page.evaluate(AT_REST, [width, height])
                assert_all_in_sight(ann.page, screen, *parts)
                assert_nothing_covers_anything(ann.page, screen)
                assert_all_words_are_read(ann.page, screen)
                if ".settlement" in parts:
                    assert_the_lines_fit(ann.page, screen)
                    assert_the_heading_is_read(ann.page, screen)

        ann.bet(*crowded.wagers)
        for seat, somebody in around.items():
            somebody.must(table, "place_wagers", seat=seat, wagers=crowded.theirs, ready=True)
        expect(ann.page.locator(".pod-note")).to_have_count(5)
        look(".own-hand .hand", ".dealer-hand .hand", ".meter div", ".table-header h1", ".betting")
        ann.press("deal")
        ann.await_phase("decisions")
        for _ in range(MOST_STREETS):
            all_decide(around, table)
            stands = where(service, table)
            if stands is None:
                break
            expect(ann.page.locator(".board [data-card]")).to_have_count(2 * stands[1])
            expect(ann.page.locator(".decision .action").first).to_be_visible()
            if stands[1] != 1:
                look(*ALWAYS_THERE, ".decision")
            check = ann.page.locator("[data-action=check]")
            (check if check.count() else ann.page.locator(".decision .action").last).click()
            moves_on(service, table, stands)
        ann.await_phase("over")
        look(*ALWAYS_THERE, ".settlement", ".betting")
        ann.assert_clean()
