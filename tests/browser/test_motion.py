"""Nothing moves without need: dealt cards lie in order, and what is shown already does not come again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from houserules import law
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.films import AHEAD, MOVE_ON
from tests.browser.looks import all_decide
from tests.browser.stage import PHONE, seat_in_front

HIGH, CHASE = "md-high-card-flush", "md-chase-the-flush"
STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"
STEP = 20
HAND = "2d 3d Qs 7c Th Kc 9c"
"""Dealt so that the cards that will stand first come last."""
LANDED_MS = 1200
"""All seven lie there, and none is turned over yet."""
ABOVE = """(dealt) => {
  const boxes = dealt.map((card) => document.querySelector(`.own-hand [data-card='${card}']`).closest(".hand-card"));
  const backs = boxes.map((box) => box.querySelector(".card-back").getBoundingClientRect());
  return backs.slice(1).map((later, at) => {
    const earlier = backs[at];
    const overlap = [Math.max(earlier.left, later.left), Math.min(earlier.right, later.right)];
    if (overlap[1] - overlap[0] < 2) return "they do not touch";
    const seen = document.elementFromPoint((overlap[0] + overlap[1]) / 2, (later.top + later.bottom) / 2);
    return boxes[at + 1].contains(seen) ? "later" : boxes[at].contains(seen) ? "earlier" : String(seen?.className);
  });
}"""

NOTE_WHAT_COMES = """() => {
  window.came = [];
  document.addEventListener("animationstart", ({ target }) => {
    const wager = target.closest(".spot")?.dataset.wager;
    const part = ["spot-name", "spot-result"].find((each) => target.classList.contains(each));
    if (wager && wager !== "raise" && part) came.push([wager, part]);
  });
}"""
"""Parts of the betting areas that fade or slide in; the Raise has chips only later."""


def test_a_dealt_card_lies_upon_the_one_before_it_and_tells_nothing_of_its_place(
    browser: Browser, tmp_path: Path
) -> None:
    shuffler = Stacked(deck_with(HIGH, {3: HAND}))
    with (
        Service(tmp_path / "house.db", shuffler=shuffler) as service,
        seat_in_front(browser, service, phone=True, motion=True) as ann,
    ):
        page = ann.page
        page.clock.install()
        table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
        ann.sit(table)
        ann.await_share(table)
        ann.bet("ante")
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
        ann.press("deal")
        ann.until(lambda: page.locator(".stage").get_attribute("data-beat") == "dealing")
        page.evaluate(MOVE_ON, 0)
        page.evaluate(MOVE_ON, LANDED_MS)
        assert page.evaluate(ABOVE, HAND.split()) == ["later"] * 6
        ann.assert_clean()


def test_what_stands_at_the_betting_areas_does_not_come_a_second_time(browser: Browser, tmp_path: Path) -> None:
    """Where an area opens or closes, its name and what became of the wager stay as they are."""
    with Service(tmp_path / "house.db") as service, seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
        ann.sit(table)
        ann.bet("ante", "flush_bonus")
        page.evaluate(NOTE_WHAT_COMES)
        ann.press("deal")
        page.locator(".decision .action").last.click()
        page.locator("[data-action=deal]").wait_for()
        ann.settled()
        assert sorted(page.evaluate("came")) == [["ante", "spot-result"], ["flush_bonus", "spot-result"]]
        ann.assert_clean()


def test_the_coach_speaks_when_the_round_has_been_told_and_leaves_the_hands_of_others_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    shuffler = Stacked(deck_with(HIGH, {2: "2h 4d 6c 8h Ts Qd Kc", 3: STRAIGHT_FLUSH}))
    with (
        Service(tmp_path / "house.db", shuffler=shuffler) as service,
        seat_in_front(browser, service, motion=True) as ann,
    ):
        page, stage = ann.page, ann.page.locator(".stage")
        page.clock.install()
        table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
        ann.sit(table)
        ann.await_share(table)
        bob = service.guest()
        bob.must(table, "sit", seat=2, buy_in="1000")
        bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        ann.bet("ante", "flush_bonus", "straight_flush_bonus", "progressive")
        ann.press("deal")
        ann.await_phase("decisions")
        all_decide({2: bob}, table)
        expect(page.locator(".decision")).to_be_visible()
        page.keyboard.press("h")
        page.locator(".coach-options .best").wait_for()
        page.keyboard.press("h")
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
        ann.press("raise-smallest")
        expect(page.locator(".coach-cost")).to_have_attribute("data-slips", "1")
        ann.until(lambda: stage.get_attribute("data-beat") == "reveal")
        told = page.locator(".coach-verdict")
        while stage.get_attribute("data-beat") != "settle":
            expect(told).to_have_count(0)
            page.clock.run_for(STEP)
        expect(told).to_contain_text("Best was Raise 3")
        page.clock.run_for(5000)
        page.set_viewport_size(PHONE)
        expect(page.locator(".settlement-told")).to_contain_text("Best was Raise 3")
        expect(page.locator(".pod[data-seat='2'] [data-card]").first).to_be_visible()
        expect(page.locator(".settlement .settled").first).to_be_in_viewport()
        ann.assert_clean()


@pytest.mark.parametrize("dealing", ["automated", "hand"])
def test_community_cards_lie_face_down_where_the_document_deals_them_first(
    browser: Browser, service: Service, dealing: str
) -> None:
    """MD-CTF 10.B(1); where the cards are dealt by hand they come with each street (11.C, 11.E)."""
    filed = tomllib.loads(law.submissions()[CHASE].folder.text("submission"))
    filed["table"]["dealing"] = dealing
    del filed["approved_on"]
    table = service.guest().open_table(filed, decision_seconds=0)  # type: ignore[arg-type]
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.bet("ante")
        backs, lie = ann.page.locator(".board .card-back"), ann.page.locator(".board .hand > *")
        expect(backs).to_have_count(0)
        places = lie.evaluate_all("cards => cards.map((card) => card.offsetLeft)")
        ann.press("deal")
        ann.await_phase("decisions")
        expect(backs).to_have_count(4 if dealing == "automated" else 0)
        expect(ann.page.locator(".dealer-hand .card-back")).to_have_count(3)
        ann.press("check")
        expect(ann.page.locator(".board [data-card]")).to_have_count(2)
        expect(backs).to_have_count(2 if dealing == "automated" else 0)
        ann.assert_accessible()
        ann.play_on()
        expect(ann.page.locator(".board [data-card]")).to_have_count(4)
        expect(backs).to_have_count(0)
        assert lie.evaluate_all("cards => cards.map((card) => card.offsetLeft)") == places, (
            "each lies where its place is"
        )
        ann.assert_clean()
