"""The dealer's console: whole rounds step by step, trainees tested, irregularities, cards from a scanner."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from houserules.app.table.verbs import STEPS
from houserules.cards import Card, format_card
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.browser.stage import Visitor, seat_in_front

TABLET = {"width": 1180, "height": 820}
OPENING = ("open_cards", "verify_inspection", "change_decks", "fill_tray", "abandoned_hands")
"""Everything else is the dealer's to do."""

BETTING = ("shuffle", "open_round", "no_more_bets", "collect_progressive")
COURSE = {
    "md-high-card-flush": [*BETTING, "deal", "reveal", "settle"],
    "ma-high-card-flush": [*BETTING, "deal", "reveal", "settle"],
    "md-chase-the-flush": [*BETTING, "deal", "deal_community", "deal_community", "reveal", "settle"],
}
HANDS = {
    "md-high-card-flush": {2: "Ah Jh 9h 5h 4c 2d 3s", 5: "8s 6s 2s Tc 9c 5d 4d"},
    "ma-high-card-flush": {2: "Ah Jh 9h 5h 4c 2d 3s", 5: "8s 6s 2s Tc 9c 5d 4d"},
    "md-chase-the-flush": {2: "Ah Kh 4c", 5: "8s 6c 2d"},
}
DEALER = {"md-high-card-flush": "Kd Jd 8d Qs 7h 6h 3c", "md-chase-the-flush": "Kd Jd 8c"}


def now(page: Page) -> Any:
    return page.locator(".walk-now")


class Players:
    """Two guests who bet everything that is offered but the Progressive at one seat, and stay in the game."""

    def __init__(self, service: Service, table: str) -> None:
        self.table = table
        self.seats = {seat: service.guest() for seat in (2, 5)}
        for seat, guest in self.seats.items():
            guest.must(table, "sit", seat=seat, buy_in="500")

    def bet(self) -> None:
        for seat, guest in self.seats.items():
            wagers = guest.all_wagers(self.table)
            if seat == 5:
                wagers.pop("progressive", None)
            guest.must(self.table, "place_wagers", seat=seat, wagers=wagers)

    def decide(self) -> None:
        someone = next(iter(self.seats.values()))
        while (turn := someone.view(self.table)["round"]["turn"]) is not None:
            options = self.seats[turn].view(self.table)["you"]["options"]
            acts = {each["action"]: each for each in options if each["type"] == "act"}
            chosen = acts.get("check") or next(iter(acts.values()))
            self.seats[turn].must(
                self.table, "act", seat=turn, action=chosen["action"], amount=chosen.get("smallest", "0")
            )


def open_console(dora: Visitor, service: Service, game: str, **settings: Any) -> tuple[str, Page]:
    dealer = dora.sign_in("dora", "dealer")
    table = dealer.open_table(game, **{"automatic": OPENING, "betting_seconds": 0, "decision_seconds": 0, **settings})
    dora.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    page = dora.open(f"/dealer/{table}")
    expect(now(page)).to_be_visible()
    return table, page


def stacked(game: str) -> Stacked:
    like = game.replace("ma-", "md-")
    return Stacked(deck_with(game, HANDS[game], dealer=DEALER[like], board="2s 3s 9d Tc" if "chase" in game else ""))


WIDTHS = (1920, 1440, 1366, 1280, 1180, 1024, 820, 390)
HEAD = "h1, .console-head > p, .console-head > div, .console-head > label, .console"


def test_nothing_covers_the_head_of_a_bundled_table(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as dora:
        dora.sign_in("dora", "dealer")
        for table in service.http().get("/api/tables").json():
            page = dora.open(f"/dealer/{table['table']}")
            expect(page.get_by_role("heading", name=table["name"], exact=True)).to_be_visible()
            expect(page.locator(".console-head .gold")).to_be_visible()
            expect(page.locator(".console")).to_be_visible()
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 768})
                page.wait_for_function(f"innerWidth === {width}")
                parts = page.evaluate(PLACES, HEAD)
                assert len(parts) == 5, "the name, the limits, both switches and the console"
                assert_apart(parts, f"{table['name']} at {width}")
                if width in (1366, 390):
                    dora.screenshot(f"console-head-{table['rulebook']}-{width}")
            dora.assert_accessible()


PLACES = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  return [part.className || part.tagName, left, top, right, bottom];
})"""
"""What is printed, not the space that is kept for it."""


def assert_apart(parts: list[Any], where: str) -> None:
    for one, other in combinations(parts, 2):
        wide = min(one[3], other[3]) - max(one[1], other[1])
        high = min(one[4], other[4]) - max(one[2], other[2])
        assert wide <= 0 or high <= 0, f"{where}: {one[0]} and {other[0]} overlap by {wide:.0f} x {high:.0f}"


@pytest.mark.parametrize("game", COURSE)
def test_a_full_round_step_by_step(browser: Browser, tmp_path: Path, game: str) -> None:
    with Service(tmp_path / "house.db", shuffler=stacked(game)) as service, seat_in_front(browser, service) as dora:
        table, page = open_console(dora, service, game)
        players = Players(service, table)
        taken = []
        for name in COURSE[game]:
            step = now(page).locator(f"[data-step={name}]")
            if not step.count() and name not in ("settle", "no_more_bets"):
                players.decide()
            if name == "no_more_bets":
                expect(now(page)).to_contain_text("Nobody has wagered yet")
                players.bet()
                expect(now(page).locator(".say")).to_have_text(re.compile("No more bets"))
            if name == "collect_progressive":
                count_chips(dora, page, game)
                taken.append(name)
                continue
            if name == "settle":
                settle_seat_by_seat(dora, page, game)
            expect(now(page).locator(".clause").first).to_contain_text(re.compile(r"(MD|MA)-(HCF|CTF) \d"))
            expect(step).to_be_visible()
            ticked = page.locator(".walk-done").count()
            if name == "deal":
                dora.screenshot(f"console-{game}-deal")
            page.keyboard.press("n")
            if name == "deal_community":
                which = "last" if taken.count(name) else "first"
                expect(now(page)).not_to_contain_text(f"Turn over the {which} two")
            else:
                expect(step).to_have_count(0)
            taken.append(name)
            if name != "settle":
                assert page.locator(".walk-done").count() > ticked or name == "shuffle"
        expect(page.get_by_role("heading", name="Round 1, settled")).to_be_visible()
        last = service.guest().view(table)["last_round"]
        assert last["number"] == 1
        shown = page.locator(".last-round .payout").evaluate_all("seats => seats.map(seat => +seat.dataset.seat)")
        assert shown == [5, 2], "settled from the dealer's right"
        dora.assert_accessible()
        dora.assert_clean()


def count_chips(dora: Visitor, page: Page, game: str) -> None:
    """A count that differs from the sensors stops the deal; the right one goes on."""
    step = page.locator("[data-step=collect_progressive]")
    expect(page.locator(".sensors .lit")).to_have_count(1)
    expect(page.get_by_label("Chips that you count", exact=True)).to_be_focused()
    page.keyboard.type("2")
    page.get_by_label("Sensors that are lit", exact=True).fill("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-step=deal]")).to_have_count(0)
    dora.screenshot(f"console-{game}-chips")
    page.get_by_role("button", name="One less: Chips that you count").click()
    page.get_by_label("Sensors that are lit", exact=True).press("Enter")
    expect(step).to_have_count(0)


def settle_seat_by_seat(dora: Visitor, page: Page, game: str) -> None:
    expect(now(page).locator(".say")).to_contain_text("The dealer")
    expect(now(page).locator(".payout")).to_have_attribute("data-seat", "5")
    dora.assert_accessible()
    page.evaluate("scrollTo(0, 0)")
    dora.screenshot("dealer-console" if game == "md-high-card-flush" else f"console-{game}-settle")
    page.keyboard.press("n")
    expect(now(page).locator(".payout")).to_have_attribute("data-seat", "2")


def test_a_trainee_answers_before_the_payouts_are_shown(browser: Browser, tmp_path: Path) -> None:
    """Seat 2 holds a four-card flush: even money but for the Straight Flush Bonus and the Progressive."""
    game = "md-high-card-flush"
    with Service(tmp_path / "house.db", shuffler=stacked(game)) as service, seat_in_front(browser, service) as dora:
        automatic = [step for step in STEPS if step not in ("settle", "close_betting", "collect_progressive")]
        table, page = open_console(dora, service, game, automatic=automatic)
        page.get_by_text("Test me first").click()
        players = Players(service, table)
        players.bet()
        expect(now(page).locator("[data-step=no_more_bets]")).to_be_visible()
        page.keyboard.press("n")
        page.get_by_label("Chips that you count", exact=True).fill("1")
        page.get_by_label("Sensors that are lit", exact=True).fill("1")
        page.keyboard.press("Enter")
        expect(now(page)).to_contain_text("Players decide")
        players.decide()
        seat = now(page).locator(".payout")
        expect(seat).to_have_attribute("data-seat", "5")
        expect(seat.locator(".payout-do")).to_have_count(0)
        assert "Take" not in seat.inner_text()
        expect(now(page).locator("[data-step=settle]"), "nothing is settled before the answer").to_have_count(0)
        page.get_by_role("button", name="Check my payouts for seat 5").click()
        expect(seat.locator(".right")).to_have_count(4)
        expect(page.get_by_role("button", name="Seat 5 is settled")).to_be_focused()
        page.keyboard.press("n")
        expect(seat).to_have_attribute("data-seat", "2")
        expect(seat.locator("input").first).to_be_focused()
        answers = {"ante": "10", "raise": "10", "flush_bonus": "4", "straight_flush_bonus": "", "progressive": "0"}
        for wager, answer in answers.items():
            seat.locator(f"[data-wager={wager}] input").fill(answer)
        dora.screenshot("console-training-asked")
        page.keyboard.press("Enter")
        expect(seat.locator("[data-wager=ante] .right")).to_be_visible()
        expect(page.get_by_role("button", name="Seat 2 is settled")).to_be_focused()
        wrong = seat.locator("[data-wager=flush_bonus]")
        expect(wrong.locator(".wrong")).to_be_visible()
        expect(wrong.locator(".payout-do")).to_have_text("Pay $5 (1 to 1)")
        wrong.get_by_text("Why").click()
        expect(wrong).to_contain_text("4-card flush, table A")
        expect(wrong).to_contain_text("MD-HCF 12.B(1)(d)")
        expect(page.locator("[data-score]")).to_have_attribute("data-score", "8/9")
        dora.assert_accessible()
        dora.screenshot("console-training")
        page.keyboard.press("n")
        expect(page.get_by_role("heading", name="Round 1, settled")).to_be_visible()
        page.reload()
        expect(page.locator("[data-score]")).to_have_attribute("data-score", "8/9")


def test_an_irregularity_is_confirmed_and_voids_the_round(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as dora:
        automatic = [step for step in STEPS if step != "deal"]
        table, page = open_console(dora, service, "md-high-card-flush", automatic=automatic)
        expect(page.locator("[data-kind=wrong_number_of_cards]"), "nothing is dealt yet").to_have_count(0)
        ann = service.guest()
        ann.must(table, "sit", seat=4, buy_in="100")
        ann.must(table, "place_wagers", seat=4, wagers={"ante": "10"}, ready=True)
        page.locator("[data-step=deal]").click()
        page.locator("[data-kind=wrong_number_of_cards]").click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("MD-HCF 13.D")
        dora.assert_accessible()
        dora.screenshot("console-irregularity")
        sheet.get_by_role("button", name="Cancel").click()
        expect(sheet).to_have_count(0)
        assert ann.view(table)["round"]["void"] is None
        page.locator("[data-kind=wrong_number_of_cards]").click()
        sheet.get_by_label("Whose hand").select_option("Seat 4")
        sheet.get_by_role("button", name="Report it").click()
        expect(page.get_by_text("Void: wrong number of cards")).to_be_visible()
        shown = ann.view(table)
        assert shown["last_round"]["void"] == "wrong_number_of_cards"
        assert shown["you"]["chips"] == "100.00"
        expect(page.locator("[data-kind=wrong_number_of_cards]")).to_have_count(0)


def test_cards_from_a_scanner_are_dealt_as_they_lie(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as dora:
        automatic = [step for step in STEPS if step != "shuffle"]
        table, page = open_console(dora, service, "md-high-card-flush", automatic=automatic)
        wanted = "As Ks Qs Js 2h 3d 4c"
        order = [format_card(Card(card)) for card in deck_with("md-high-card-flush", {1: wanted})]
        step = now(page)
        dora.settled()
        step.get_by_text("Cards read by a shoe or a scanner").click()
        cards = step.get_by_label("top card first")
        state = step.locator("[role=status]")
        cards.fill(" ".join(order[:50]))
        expect(state).to_contain_text("50 of 52 cards, without")
        cards.fill(" ".join([*order[:51], order[0]]))
        expect(state).to_contain_text("is listed twice")
        done = step.get_by_role("button", name="Done")
        expect(done).to_be_disabled()
        cards.fill(" ".join(order))
        expect(state).to_have_text("All 52 cards, each once")
        dora.screenshot("console-card-entry")
        done.click()
        expect(page.locator(".walk-now [data-step=shuffle]")).to_have_count(0)
        ann = service.guest()
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        assert sorted(ann.view(table)["round"]["seats"][0]["cards"]) == sorted(wanted.split())


def test_cards_are_read_as_a_shoe_gives_them_out(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as dora:
        automatic = [step for step in STEPS if step not in ("shuffle", "deal")]
        table, page = open_console(dora, service, "md-high-card-flush", automatic=automatic)
        order = [format_card(Card(card)) for card in deck_with("md-high-card-flush", {1: "As Ks Qs Js 2h 3d 4c"})]
        step = now(page)
        dora.settled()
        step.get_by_text("Cards read by a shoe or a scanner").click()
        step.get_by_label("Their order is unknown").check()
        step.get_by_role("button", name="Done").click()
        expect(page.locator(".walk-now [data-step=shuffle]")).to_have_count(0)
        ann = service.guest()
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        field = now(page).get_by_label("The next 14 cards")
        state = now(page).locator("[role=status]")
        field.fill(" ".join(order[:15]))
        expect(state).to_have_text("1 more than the next cards")
        expect(now(page).get_by_role("button", name="Done")).to_be_disabled()
        field.fill(" ".join(order[:10]))
        expect(state).to_have_text("10 of 14")
        dora.screenshot("console-cards-as-dealt")
        field.press("Enter")
        field = now(page).get_by_label("The next 4 cards")
        expect(field).to_have_value("")
        field.fill(" ".join(order[10:14]))
        field.press("Enter")
        expect(now(page).locator("[data-step=deal]")).to_be_visible()
        now(page).get_by_role("button", name="Done").click()
        expect(now(page).locator("[data-step=deal]")).to_have_count(0)
        held = {*ann.view(table)["round"]["seats"][0]["cards"]}
        assert held <= {*order[:14]}
        ann.must(table, "act", seat=1, action="fold")
        assert ann.view(table)["last_round"]


def test_new_cards_are_opened_by_two_persons(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as dora, seat_in_front(browser, service) as flo:
        table, page = open_console(dora, service, "md-chase-the-flush", automatic=())
        ann: Someone = service.guest()
        ann.must(table, "sit", seat=1, buy_in="100")
        for step in ("receive_cards", "inspect_cards"):
            expect(now(page).locator(f"[data-step={step}][data-deck='1']")).to_be_visible()
            page.keyboard.press("n")
        expect(now(page)).to_contain_text("A floorperson does this")
        flo.sign_in("flo", "floorperson")
        flo.open(f"/dealer/{table}")
        expect(now(flo.page).locator("[data-step=verify_inspection]")).to_be_visible()
        flo.page.keyboard.press("n")
        expect(now(page).locator("[data-step=spread_cards]")).to_be_visible()
        dora.assert_clean()
