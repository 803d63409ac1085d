"""The coach of a practice table: what it shows is what ``houserules hand`` says, and it keeps the bill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from houserules.cli.main import run
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.films import AHEAD
from tests.browser.stage import Visitor, cards_approved, seat_in_front

HIGH, CHASE = "md-high-card-flush", "md-chase-the-flush"
HANDS = {
    "raise 1x": "Th 8h 6h Js Ad Qd Jc",
    "raise 2x": "Ah Kh Qh Jh 9h 2c 3d",
    "raise 3x": "Ks Js 9s 7s 5s 2s 4d",
}
STEP = 20
"""Milliseconds by which the page's clock is pushed."""
HOLE, BOARD = "Ah Kh 2c", "3h 4d 5h 6s"


@pytest.fixture
def stacked(tmp_path: Path) -> Iterator[tuple[Service, Stacked]]:
    shuffler = Stacked()
    with Service(tmp_path / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


def said_by_hand(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What the command says of a hand."""
    capsys.readouterr()
    assert run(["hand", *words, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def shown(page: Page) -> dict[str, str]:
    """Option to exact value, as the page has them."""
    options = page.locator(".coach-options li")
    expect(options.first).to_be_visible()
    return {each.get_attribute("data-option") or "": each.get_attribute("data-exact") or "" for each in options.all()}


def assert_as_said(page: Page, said: dict[str, Any], ante: int) -> None:
    assert shown(page) == {option["action"]: option["ev"]["exact"] for option in said["options"]}
    best = page.locator(".coach-options .best")
    expect(best).to_have_attribute("data-option", said["best"])
    for option in said["options"]:
        cents = round(float(option["ev"]["decimal"]) * ante * 100)
        worth = page.locator(f"[data-option='{option['action']}'] .coach-worth")
        expect(worth).to_have_text(f"{'−' if cents < 0 else '+'}${abs(cents) / 100:.2f}")


def always(visitor: Visitor) -> None:
    visitor.page.locator(".coach-head").click()
    visitor.page.get_by_label("Always show").check()
    visitor.page.locator(".coach-head").click()


def test_the_coach_at_high_card_flush_with_raises_of_every_size(
    browser: Browser, stacked: tuple[Service, Stacked], capsys: pytest.CaptureFixture[str]
) -> None:
    service, shuffler = stacked
    shuffler.decks.extend(deck_with(HIGH, {3: hand}) for hand in HANDS.values())
    table = service.guest().open_table(HIGH, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        always(ann)
        ann.bet("ante")
        for most, hand in HANDS.items():
            ann.press("deal")
            ann.await_phase("decisions")
            said = said_by_hand(capsys, HIGH, hand)
            assert most in {option["action"] for option in said["options"]}
            assert_as_said(ann.page, said, ante=10)
            if most == "raise 2x":
                ann.assert_accessible()
                ann.screenshot("coach")
            ann.press("raise-smallest")
            ann.await_phase("over")
        ann.assert_clean()


def test_the_coach_on_every_street_of_chase_the_flush(
    browser: Browser, stacked: tuple[Service, Stacked], capsys: pytest.CaptureFixture[str]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(CHASE, {3: HOLE}, board=BOARD))
    table = service.guest().open_table(CHASE, decision_seconds=0)
    with seat_in_front(browser, service, phone=True) as ann:
        ann.sit(table)
        always(ann)
        ann.bet("ante")
        ann.press("deal")
        for cards in ("", BOARD[:5], BOARD):
            expect(ann.page.locator(".board [data-card]")).to_have_count(len(cards.split()))
            ann.await_phase("decisions")
            assert_as_said(ann.page, said_by_hand(capsys, CHASE, HOLE, "--board", cards), ante=10)
            expect(ann.page.locator(".own-hand")).to_be_in_viewport(ratio=0.99)
            if len(cards.split()) < 4:
                ann.press("check")
        ann.screenshot("phone-coach")
        ann.assert_accessible()
        ann.assert_clean()


def test_the_bill_for_ones_mistakes(
    browser: Browser, stacked: tuple[Service, Stacked], capsys: pytest.CaptureFixture[str]
) -> None:
    service, shuffler = stacked
    hand = HANDS["raise 2x"]
    shuffler.decks.extend([deck_with(HIGH, {3: hand})] * 3)
    table = service.guest().open_table(HIGH, decision_seconds=0)
    values = {
        option["action"]: float(option["ev"]["decimal"]) for option in said_by_hand(capsys, HIGH, hand)["options"]
    }
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.bet("ante", "ante")
        bill = ann.page.locator(".coach-cost")
        costs = [0.0]
        for number, action in enumerate(("fold", "raise 1x", "raise 2x"), start=1):
            ann.press("deal")
            ann.await_phase("decisions")
            assert ann.page.locator(".coach-options").count() == 0, "advice is given on request"
            ann.press({"fold": "fold", "raise 1x": "raise-smallest", "raise 2x": "raise-largest"}[action])
            costs.append(costs[-1] + 15 * (values["raise 2x"] - values[action]))
            expect(bill).to_have_attribute("data-hands", str(number))
            expect(bill).to_have_attribute("data-cost", str(round(costs[-1] * 1_000_000)))
            ann.await_phase("over")
            said = ann.page.locator(".coach [aria-live]")
            if action == "raise 2x":
                expect(said).to_have_text("Right: Raise 2×.")
            else:
                lost = f"${15 * (values['raise 2x'] - values[action]):.2f}"
                name = "Fold" if action == "fold" else "Raise 1×"
                expect(said).to_contain_text(f"Best was Raise 2×. {name} cost {lost}.")
                listed = ann.page.locator(".coach-verdict a")
                expect(listed).to_have_attribute("href", "/learn/MD-HCF?view=slips")
                ann.screenshot("coach-verdict")
        expect(bill).to_have_attribute("data-slips", "2")
        ann.page.reload()
        expect(bill).to_have_attribute("data-slips", "2")
        ann.page.keyboard.press("h")
        expect(ann.page.locator(".coach-note").last).to_contain_text(f"−${costs[-1] / 3:.2f} a hand")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_a_mistake_on_an_early_street_is_seen_when_the_round_is_over(
    browser: Browser, stacked: tuple[Service, Stacked], capsys: pytest.CaptureFixture[str], phone: bool
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(CHASE, {3: HOLE}, board=BOARD))
    first, second = (said_by_hand(capsys, CHASE, HOLE, "--board", cards) for cards in ("", BOARD[:5]))
    assert first["best"] == "all-in 3x"
    assert second["best"] == "all-in 2x"
    worth = {option["action"]: float(option["ev"]["decimal"]) for option in first["options"]}
    table = service.guest().open_table(CHASE, decision_seconds=0)
    with seat_in_front(browser, service, phone=phone) as ann:
        ann.sit(table)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("check")
        expect(ann.page.locator(".board [data-card]")).to_have_count(2)
        ann.press("all_in-smallest")
        ann.await_phase("over")
        said = ann.page.locator(".coach [aria-live]")
        expect(said, "the last decision is heard last").to_have_text("Right: All In 2×.")
        told = ann.page.locator(".settlement-told" if phone else ".coach-verdict")
        lost = 10 * (worth["all-in 3x"] - worth["check"])
        expect(told).to_contain_text(f"Best was All In 3×. Check cost ${lost:.2f}. Staying in wins")
        expect(told).to_be_in_viewport(ratio=1)
        expect(told.locator("a")).to_have_attribute("href", "/learn/MD-CTF?view=slips")
        ann.assert_accessible()
        ann.screenshot(f"{'phone-' if phone else ''}slip")
        ann.assert_clean()


def test_the_coach_says_calmly_that_it_is_computing(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(HIGH, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        ann.page.route("**/advice", hold)
        ann.sit(table)
        always(ann)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        said = ann.page.get_by_role("region", name="Coach").get_by_role("status")
        expect(said, "a screen reader says it too").to_contain_text("Computing")
        expect(ann.page.locator("[data-action=fold]")).to_be_enabled()
        ann.until(lambda: held)
        ann.page.unroute_all(behavior="ignoreErrors")  # Whatever was held goes on.
        assert shown(ann.page)
        expect(said, "and the values when they come").to_contain_text("best")


def test_a_mistake_whose_price_is_still_computed_is_listed_all_the_same(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(HIGH, {3: HANDS["raise 2x"]}))
    table = service.guest().open_table(HIGH, decision_seconds=0)
    asked: list[Route] = []

    def compute(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            return route.continue_()
        progress = {"done": 0, "ahead": 0, "question": "0" * 32}
        return route.fulfill(status=202, json={"progress": progress})

    with seat_in_front(browser, service) as ann:
        ann.page.route("**/api/lessons/decisions", compute)
        ann.sit(table)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("fold")
        ann.await_phase("over")
        ann.until(lambda: len(asked) > 1)
        ann.settled()
        ann.open("/learn/MD-HCF?view=slips")
        expect(ann.page.locator(".learn-slips > li")).to_have_count(1)


def test_there_is_no_coach_at_a_live_table(browser: Browser, service: Service) -> None:
    pit = service.someone("pit-coach", "pit_manager")
    table = pit.open_table(HIGH, kind="live")
    cards_approved(service, table)
    with seat_in_front(browser, service) as ann:
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        ann.sign_in("ann-coach", "player")
        admin = service.someone("ada-coach", "administrator")
        admin.client.post("/api/people/ann-coach/funds", json={"command_id": "coach-funds-1", "amount": "500"})
        ann.open(f"/tables/{table}")
        expect(ann.page.get_by_label("Buy chips for, in dollars")).to_have_value("200")
        ann.press("sit")
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        expect(ann.page.locator(".decision")).to_be_visible()
        assert ann.page.locator(".coach").count() == 0
        assert not [url for url in asked if "advice" in url]
        answer = ann.page.evaluate(f"fetch('/api/tables/{table}/advice').then(got => got.status)")
        assert answer == 404


def test_a_decision_that_was_never_delivered_costs_nothing(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(HIGH, {3: HANDS["raise 3x"]}))
    table = service.guest().open_table(HIGH, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        always(ann)
        ann.press("deal")
        ann.await_phase("decisions")
        shown(ann.page)
        ann.page.route("**/commands?**", lambda route: route.abort())
        ann.press("fold")
        expect(ann.page.get_by_role("alert")).to_contain_text("does not answer")
        assert ann.page.locator(".coach-cost").get_attribute("data-hands") == "0"
        ann.page.unroute("**/commands?**")
        ann.press("fold")
        ann.await_phase("over")
        expect(ann.page.locator(".coach-cost")).to_have_attribute("data-slips", "1")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_the_coach_that_is_opened_while_cards_move_stays_open_for_the_decision(
    browser: Browser, service: Service, phone: bool
) -> None:
    table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
    with seat_in_front(browser, service, phone=phone, motion=True) as ann:
        page, head = ann.page, ann.page.locator(".coach-head")
        page.clock.install()
        ann.sit(table)
        ann.bet("ante")
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
        page.locator("[data-action=deal]").dispatch_event("click")

        def dealing() -> bool:
            if page.locator(".stage").get_attribute("data-beat") == "dealing":
                return True
            page.clock.run_for(STEP)
            return False

        ann.until(dealing)
        head.dispatch_event("click")
        expect(head).to_have_attribute("aria-expanded", "true")
        page.clock.run_for(10_000)
        expect(page.locator(".decision")).to_be_visible()
        expect(head).to_have_attribute("aria-expanded", "true")
