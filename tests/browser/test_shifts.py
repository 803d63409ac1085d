"""Nothing on the table jumps: in a whole round with five others no part of the page is laid out in another place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.browser.looks import CROWDED, MOST_STREETS, SEAT, Crowded, all_decide, moves_on, others, where
from tests.browser.stage import Visitor, seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install

THIRD = "ex-three-card-poker"
BEHIND = Crowded(("ante", "pair_plus"), {"ante": "10", "pair_plus": "10"}, "", 3, {})
SHIFTS = """() => {
  window.shifted = [];
  const named = (node) => {
    const part = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
    return part && `${part.parentElement.className} > ${part.localName}.${part.className.baseVal ?? part.className}`;
  };
  const moved = ({ node, previousRect: was, currentRect: is }) =>
    `${named(node)} from ${[was.x, was.y]} to ${[is.x, is.y]}`;
  const stage = document.querySelector(".stage").dataset;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      shifted.push([each.value, `${stage.phase} ${stage.beat}`, each.sources.map(moved)]);
    }
  }).observe({ type: "layout-shift" });
}"""
"""Those right after a click count as well: a button that runs away from the pointer is what one least wants."""


@pytest.fixture(scope="module")
def stacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Stacked]]:
    shuffler, place = Stacked(), tmp_path_factory.mktemp("house")
    folder = install(THREE_CARD_POKER, place / "site")
    with in_use(folder), Service(place / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


def play_a_round(ann: Visitor, table: str, company: dict[int, Someone], wagers: Crowded) -> None:
    service = ann.service
    for seat, somebody in company.items():
        somebody.must(table, "place_wagers", seat=seat, wagers=wagers.theirs, ready=True)
    ann.bet(*wagers.wagers)
    ann.press("deal")
    ann.await_phase("decisions")
    for _ in range(MOST_STREETS):
        stood = where(service, table)
        if stood is None:
            break
        all_decide(company, table)
        if stood == where(service, table):
            expect(ann.page.locator(".decision")).to_be_visible()
            ann.page.locator(".decision .action").last.click()
            moves_on(service, table, stood)
            all_decide(company, table)
    ann.await_phase("over")
    expect(ann.page.locator(".stage")).to_have_attribute("data-beat", "")
    ann.settled()


def shifts(ann: Visitor) -> list[object]:
    found: list[object] = ann.page.evaluate("shifted.splice(0)")
    return found


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", [*CROWDED, THIRD])
def test_nothing_shifts_in_a_whole_round(
    browser: Browser, stacked: tuple[Service, Stacked], game: str, phone: bool
) -> None:
    service, shuffler = stacked
    wagers = CROWDED.get(game, BEHIND)
    with seat_in_front(browser, service, phone=phone, motion=True) as ann:
        table = service.guest().open_table(game, betting_seconds=0, decision_seconds=0)
        company = others(service, table, 5)
        ann.sit(table)
        ann.await_share(table)
        ann.settled()
        if game in CROWDED:
            hands, seats = {SEAT: wagers.hand, **wagers.beside}, tuple(range(1, 7))
            shuffler.decks[:] = [deck_with(game, hands, board=wagers.board, seats=seats)]
        ann.page.evaluate(SHIFTS)
        play_a_round(ann, table, company, wagers)
        assert not shifts(ann)
        ann.press("deal")
        expect(ann.page.locator("[data-action=take-back], .waiting")).not_to_have_count(0)
        ann.settled()
        assert not shifts(ann), "the next round begins"
        ann.page.locator(".bank").evaluate("part => { part.style.marginLeft = '8px'; }")
        ann.until(lambda: shifts(ann))
        ann.assert_clean()
