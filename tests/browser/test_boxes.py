"""One player on two adjacent boxes, where the submission lets one: exactly what is lawful is offered."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from houserules.app.table.state import Closed
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.looks import AT_REST, cut_off
from tests.browser.stage import Visitor, dollars_of, seat_in_front


def front(visitor: Visitor) -> str:
    return visitor.page.locator(".own").get_attribute("data-front") or ""


def last_round(service: Service, table: str) -> Closed:
    last = service.house.tables[f"table:{table}"].state.last
    assert last is not None
    return last


def assert_paid_as_kept(visitor: Visitor, service: Service, table: str) -> None:
    """Every line of both boxes, with what the ledger paid."""
    shown = [
        (int(line.get_attribute("data-seat") or 0), line.get_attribute("data-wager"), dollars_of(text))
        for line in visitor.page.locator(".settlement .settled").all()
        if (text := line.locator(".settled-amount").inner_text().replace("\u2212", "-"))
    ]
    kept = [
        (line.seat, line.wager, (line.returned - line.stake) // 10_000)
        for line in last_round(service, table).round.lines
    ]
    assert shown == kept


@pytest.mark.parametrize("game", ["md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"])
def test_two_boxes_are_bet_on_and_decided_in_order(browser: Browser, service: Service, game: str) -> None:
    table = service.guest().open_table(game, decision_seconds=0, betting_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        page = ann.page
        ann.bet("ante")
        page.get_by_role("button", name="Also bet on seat 4").click()
        assert front(ann) == "4"
        ann.bet("ante", "ante")
        expect(page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "15000000")
        assert page.locator("[data-free]").count() == 0, "two boxes are what this submission allows"
        ann.assert_accessible()
        ann.press("deal")
        ann.await_phase("decisions")
        assert front(ann) == "3", "the lower seat decides first"
        held = ann.own_cards()
        beside = page.locator(".pod[data-seat='4'] [data-card]")
        expect(beside).to_have_count(len(held))
        assert not set(held) & {card.get_attribute("data-card") for card in beside.all()}, "two hands, both one's own"
        expect(page.locator(".spot[data-wager=ante] .chip-amount")).to_have_text("$10")
        ann.screenshot(f"two-boxes-{game}")
        seen = []
        for _ in range(8):
            if page.locator(".stage").get_attribute("data-phase") == "over":
                break
            expect(page.locator(".decision .action").first).to_be_visible()
            before = (front(ann), page.locator(".board [data-card]").count())
            seen.append(before)
            check = page.locator("[data-action=check]")
            (check if check.count() else page.locator(".decision .action").last).click()
            page.wait_for_function(
                """([front, board]) => document.querySelector('.stage').dataset.phase === 'over'
                || document.querySelector('.own').dataset.front !== front
                || document.querySelectorAll('.board [data-card]').length !== board""",
                arg=list(before),
            )
        ann.await_phase("over")
        streets = (0, 2, 4) if "chase" in game else (0,)
        assert seen == [(seat, street) for street in streets for seat in ("3", "4")]
        assert_paid_as_kept(ann, service, table)
        assert {box.player for box in last_round(service, table).round.seats} == {3}
        ann.screenshot(f"two-boxes-{game}-settled")
        page.locator("[data-front='4']").click()
        assert front(ann) == "4"
        ann.press("rebet")
        expect(page.locator(".pod[data-seat='3'] .chip-amount")).to_have_text("$10" if "high" in game else "$20")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.assert_clean()


def test_a_box_where_somebody_sits_is_not_offered(browser: Browser, service: Service) -> None:
    bob = service.guest()
    table = bob.open_table(betting_seconds=0, decision_seconds=0)
    bob.must(table, "sit", seat=4, buy_in="100")
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        expect(ann.page.locator(".own")).to_have_attribute("data-front", "3")
        free = ann.page.locator("[data-free]")
        expect(free).to_have_count(1)
        expect(free).to_have_attribute("aria-label", "Also bet on seat 2")
        free.click()
        ann.bet("ante")
        ann.page.locator("[data-front='3']").click()
        ann.bet("ante")
        late = service.guest()
        late.must(table, "sit", seat=2, buy_in="100")
        expect(ann.page.locator(".pod[data-seat='2']")).to_be_visible()
        ann.press("deal")
        expect(ann.page.get_by_role("alert")).to_contain_text("Seat 2 is taken")
        ann.assert_clean()


def test_only_one_box_where_the_submission_says_so(browser: Browser, service: Service) -> None:
    filed = service.http().get("/api/submissions/md-high-card-flush").json()["toml"]
    table = service.guest().open_table(filed.replace("adjacent_boxes = 2", "adjacent_boxes = 1"))
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        expect(ann.page.locator("[data-action=deal]")).to_be_visible()
        assert ann.page.locator("[data-free]").count() == 0


@pytest.mark.parametrize("phone", [False, True])
def test_one_player_bets_on_all_six_boxes(browser: Browser, service: Service, phone: bool) -> None:
    filed = service.http().get("/api/submissions/md-high-card-flush").json()["toml"]
    filed = filed.replace("adjacent_boxes = 2", "adjacent_boxes = 6")
    table = service.guest().open_table(filed, decision_seconds=0, betting_seconds=0)
    with seat_in_front(browser, service, phone) as ann:
        ann.sit(table)
        ann.bet("ante")
        for seat in (4, 5, 6, 2, 1):
            ann.page.get_by_role("button", name=f"Also bet on seat {seat}").click()
            ann.bet("ante")
        assert not cut_off(ann.page)
        ann.press("deal")
        ann.await_phase("decisions")
        for seat in range(1, 7):
            expect(ann.page.locator(f".own[data-front='{seat}']")).to_be_visible()
            expect(ann.page.locator(".own-hand [data-card]")).to_have_count(7)
            assert not cut_off(ann.page)
            ann.press("raise-smallest")
        ann.await_phase("over")
        assert_paid_as_kept(ann, service, table)
        ann.assert_nothing_sticks_out("the table")
        ann.assert_accessible()
        ann.assert_clean()


PHONES = [(844, 390), (740, 360), (360, 640)]
TORN = """() => [...document.querySelectorAll(".settled > button")].filter((line) =>
  line.scrollWidth > line.clientWidth + 1 || line.querySelector(".settled-amount").getClientRects().length > 1
  || line.clientHeight > 40).map((line) => line.innerText)"""


def test_no_line_of_two_boxes_is_torn_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    game = "md-high-card-flush"
    hands = {3: "Ks Qs Js Ts 9s 7s Kd", 4: "2h 3h 4h 5h 6h 7h 8h"}
    with Service(tmp_path / "house.db", shuffler=Stacked(deck_with(game, hands))) as service:
        table = service.guest().open_table(game, decision_seconds=0, betting_seconds=0)
        with seat_in_front(browser, service) as ann:
            ann.page.set_viewport_size({"width": PHONES[0][0], "height": PHONES[0][1]})
            ann.sit(table)
            wagers = ("ante", "ante", "flush_bonus", "straight_flush_bonus", "progressive")
            ann.bet(*wagers)
            ann.page.get_by_role("button", name="Also bet on seat 4").click()
            ann.bet(*wagers)
            ann.press("deal")
            for seat in ("3", "4"):
                expect(ann.page.locator(f".own[data-front='{seat}']")).to_be_visible()
                ann.press("raise-smallest")
            ann.await_phase("over")
            expect(ann.page.locator(".settled").nth(5)).to_be_visible()
            for width, height in PHONES:
                ann.page.set_viewport_size({"width": width, "height": height})
                ann.page.evaluate(AT_REST, [width, height])
                expect(ann.page.locator(".settled").nth(5)).to_be_visible()
                assert ann.page.evaluate(TORN) == [], f"{width} x {height}"
                expect(ann.page.locator(".settled-seat").first).to_contain_text("Seat 4")
                ann.assert_accessible()
