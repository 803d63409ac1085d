"""What a round brought is told in the order in which a dealer shows it, and nothing tells it before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.films import AHEAD
from tests.browser.looks import all_decide, others
from tests.browser.stage import Visitor, dollars_of, seat_in_front

HIGH, CHASE = "md-high-card-flush", "md-chase-the-flush"
STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"
SUITED = "2s 9s Ks"
LONGEST = 2500
"""From the last decision to the result, in milliseconds."""
STEP = 20


@pytest.fixture
def stacked(tmp_path: Path) -> Iterator[tuple[Service, Stacked]]:
    shuffler = Stacked()
    with Service(tmp_path / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


def beat_of(page: Page) -> str:
    return page.locator(".stage").get_attribute("data-beat") or ""


def at_decision(visitor: Visitor, game: str, *wagers: str) -> None:
    """Dealt a hand; the page's clock stands still from then on, unless the test pushes it."""
    visitor.page.clock.install()
    visitor.sit(visitor.service.guest().open_table(game, betting_seconds=0, decision_seconds=0))
    visitor.bet(*wagers)
    visitor.press("deal")
    visitor.await_phase("decisions")
    visitor.page.locator(".stage").click(position={"x": 5, "y": 5})
    expect(visitor.page.locator(".decision")).to_be_visible()
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now() / 1000") + AHEAD)


def passed_until(page: Page, beat: str) -> int:
    """Pushes the clock until this scene is shown. How far, in milliseconds."""
    passed = 0
    while beat_of(page) != beat:
        page.clock.run_for(STEP)
        passed += STEP
        assert passed < 10_000, f"{beat} does not come"
    return passed


def told(page: Page) -> set[str]:
    """What on the page tells how the round ended."""
    signs = {
        "verdict": ".dealer-worth",
        "lines": ".settled",
        "results": ".spot-result",
        "paid": ".paid",
        "deal again": "[data-action=deal]",
        "jackpot": ".jackpot",
    }
    return {sign for sign, found in signs.items() if page.locator(found).count()}


def test_nothing_tells_the_result_before_the_cards_do(browser: Browser, stacked: tuple[Service, Stacked]) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(HIGH, {3: STRAIGHT_FLUSH}))
    with seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        at_decision(ann, HIGH, "ante", "progressive")
        before, meter = ann.chips(), dollars_of(page.locator("[data-meter]").inner_text())
        ann.press("raise-smallest")
        ann.until(lambda: beat_of(page) == "reveal")
        expect(page.locator(".dealer-hand [data-card]")).to_have_count(7)
        expect(page.locator(".own-hand .hand-name")).to_have_text("Seven-card straight flush, eight high")
        expect(page.locator(".card-wins")).to_have_count(0)
        assert not told(page)
        lasted = passed_until(page, "verdict")
        assert told(page) == {"verdict"}
        assert ann.chips() == before, "what is won or bet is moved when the chips are"
        lasted += passed_until(page, "settle")
        assert lasted <= LONGEST
        assert told(page) == {"verdict", "lines", "results", "paid", "jackpot"}
        expect(page.locator(".own-hand .card-wins"), "they glow for the bonus that they win").to_have_count(7)
        assert dollars_of(page.locator("[data-meter]").inner_text()) >= meter, "it falls when the chips are home"
        held = ann.chips()
        passed_until(page, "")
        assert "deal again" in told(page)
        assert float(ann.chips()) > float(held)
        ann.assert_clean()


def test_streets_come_with_a_beat_and_the_wheel_before_its_symbol(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(CHASE, {3: SUITED}))
    with seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        at_decision(ann, CHASE, "ante", "progressive")
        page.locator(".decision .action").last.click()
        ann.until(lambda: beat_of(page) == "board")
        board = page.locator(".board [data-card]")
        expect(board).to_have_count(2)

        def next_street() -> bool:
            """The page sets its timer a moment after it shows the first street."""
            page.clock.run_for(50)
            return board.count() == 4

        ann.until(next_street)
        assert beat_of(page) == "board"
        assert not told(page)
        expect(page.locator(".dealer-hand [data-card]")).to_have_count(0)
        lasted = passed_until(page, "settle")
        assert "progressive" not in ann.lines(), "the wheel spins when all other wagers are settled"
        assert {"ante", "all_in"} <= set(ann.lines())
        lasted += passed_until(page, "wheel")
        assert "progressive" not in ann.lines()
        expect(page.locator(".wheel")).to_have_attribute("data-drawn", "")
        lasted += passed_until(page, "settle")
        assert "progressive" in ann.lines()
        assert lasted <= LONGEST
        line = next(each for each in service_lines(ann) if each.wager == "progressive")
        expect(page.locator(".wheel")).to_have_attribute("data-drawn", line.row)
        expect(page.locator(".wheel-text")).to_have_text(line.row)
        passed_until(page, "")
        ann.assert_clean()


def test_seats_are_turned_over_and_settled_one_after_another_from_the_right(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, _ = stacked
    with seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        page.clock.install()
        table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
        around = others(service, table, 5)
        ann.sit(table)
        ann.await_share(table)
        for seat, somebody in around.items():
            somebody.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
        ann.bet("ante", "ante")
        ann.press("deal")
        ann.await_phase("decisions")
        last = {6: around.pop(6)}
        all_decide(around, table)
        expect(page.locator(".decision")).to_be_visible()
        ann.press("raise-smallest")
        expect(page.locator(".pod-turn[data-seat='4']")).to_be_visible()
        all_decide(around, table)
        expect(page.locator(".pod-turn[data-seat='6']")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
        all_decide(last, table)
        ann.until(lambda: beat_of(page) == "reveal")
        passed_until(page, "verdict")
        assert not turned_up(page), "the dealer's hand is read before those of players are turned over"
        passed_until(page, "settle")
        seen = [turned_up(page)]
        while beat_of(page) == "settle":
            page.clock.run_for(STEP)
            if turned_up(page) != seen[-1]:
                seen.append(turned_up(page))
        assert seen == [[6], [5, 6], [4, 5, 6], [2, 4, 5, 6], [1, 2, 4, 5, 6]]
        read = page.locator(".pod[data-seat='1']")
        small = read.locator("[data-card]").first.bounding_box()
        read.get_by_role("button", name="Show the hand of seat 1 larger").click()
        expect(read.locator(".pod-worth")).to_be_in_viewport()
        larger = read.locator("[data-card]").first.bounding_box()
        assert small is not None
        assert larger is not None
        assert larger["width"] > 1.5 * small["width"], "the hands of others can be read"
        ann.assert_clean()


def test_what_anothers_hand_brings_comes_with_that_hand_and_turns_over_no_other(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    with seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        page.clock.install()
        table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
        around = others(service, table, 5)
        ann.sit(table)
        ann.await_share(table)
        shuffler.decks.append(deck_with(HIGH, {5: STRAIGHT_FLUSH}, seats=(1, 2, 3, 4, 5, 6)))
        for seat, somebody in around.items():
            wagers = {"ante": "10", "progressive": "1"}
            somebody.must(table, "place_wagers", seat=seat, wagers=wagers, ready=True)
        ann.bet("ante", "ante", "progressive")
        ann.press("deal")
        ann.await_phase("decisions")
        last = {6: around.pop(6)}
        all_decide(around, table)
        ann.press("raise-smallest")
        expect(page.locator(".pod-turn[data-seat='4']")).to_be_visible()
        all_decide(around, table)
        expect(page.locator(".pod-turn[data-seat='6']")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD)
        all_decide(last, table)
        ann.until(lambda: beat_of(page) == "reveal")
        passed_until(page, "settle")
        seen = []
        while beat_of(page) == "settle":
            state = (turned_up(page), page.locator(".settled").count())
            if state not in seen:
                seen.append(state)
            page.clock.run_for(STEP)
        everybody = [1, 2, 4, 5, 6]
        assert seen == [([6], 0), ([5, 6], 1), ([4, 5, 6], 1), ([4, 5, 6], 4), ([2, 4, 5, 6], 4), (everybody, 4)]
        expect(page.locator(".settled-for-another")).to_contain_text("for seat 5")
        ann.assert_clean()


def turned_up(page: Page) -> list[int]:
    """The seats of others whose cards one sees."""
    seats: list[int] = page.locator(".pod:has([data-card])").evaluate_all(
        "pods => pods.map(pod => +pod.dataset.seat)"
    )
    return sorted(seats)


def service_lines(visitor: Visitor) -> list[Any]:
    table = visitor.page.url.rpartition("/tables/")[2].partition("?")[0]
    last = visitor.service.house.tables[f"table:{table}"].state.last
    assert last is not None
    return list(last.round.lines)


def test_a_click_and_the_setting_for_speed_show_the_end_at_once(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, _ = stacked
    with seat_in_front(browser, service, motion=True) as ann:
        page = ann.page
        at_decision(ann, HIGH, "ante")
        ann.press("raise-smallest")
        ann.until(lambda: beat_of(page) == "reveal")
        page.locator(".stage").click(position={"x": 5, "y": 5})
        ann.await_phase("over")
        assert beat_of(page) == ""
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("At once").check()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        ann.press("deal")
        expect(page.locator(".decision")).to_be_visible()
        ann.press("raise-smallest")
        ann.await_phase("over")
        assert beat_of(page) == ""
        ann.assert_clean()
