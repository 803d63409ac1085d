"""More than one person at a table: different cards, a second pair of eyes, lost lines, void rounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houserules.app.table.verbs import STEPS
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import Visitor, dollars_of, seat_in_front
from tests.support.parts import part_of

STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"


def test_two_browsers_at_one_table_see_different_cards(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(betting_seconds=0, decision_seconds=0)
    with seat_in_front(browser, service) as ann, seat_in_front(browser, service) as bob:
        for each in (ann, bob):
            each.sit(table)
            each.bet("ante")
        ann.press("deal")
        expect(ann.page.locator("[data-action=take-back]")).to_be_visible()
        bob.press("deal")
        ann.await_phase("decisions")
        bob.await_phase("decisions")
        hers, his = ann.own_cards(), bob.own_cards()
        assert len(hers) == len(his) == 7
        assert not set(hers) & set(his)
        for one, other in ((ann, his), (bob, hers)):
            seen = one.page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
            assert not set(seen) & set(other), "nobody sees the other's cards before they are turned up"
            assert one.page.locator(".pod-cards .card-back").count() == 7
        ann.screenshot("table-two-players")
        first, second = (ann, bob) if ann.page.locator(".decision").count() else (bob, ann)
        first.press("raise-smallest")
        expect(second.page.locator(".decision")).to_be_visible()
        second.press("raise-smallest")
        for one, other in ((ann, his), (bob, hers)):
            one.await_phase("over")
            turned = one.page.locator(".pod-cards [data-card]")
            expect(turned).to_have_count(7)
            assert {card.get_attribute("data-card") for card in turned.all()} == set(other)
            one.assert_accessible()
            one.assert_clean()


def test_a_reconnect_in_the_middle_of_a_decision(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.bet("ante", "flush_bonus")
        ann.press("deal")
        ann.await_phase("decisions")
        held = ann.own_cards()
        ann.context.set_offline(True)
        ann.page.evaluate("window.dispatchEvent(new Event('offline'))")
        ann.press("fold")
        expect(ann.page.get_by_role("alert")).to_contain_text("does not answer")
        expect(ann.page.locator(".notice"), "it is said once").to_have_count(1)
        assert ann.own_cards() == held, "what was on the felt stays there"
        ann.context.set_offline(False)
        ann.page.reload()
        ann.await_phase("decisions")
        assert ann.own_cards() == held
        ann.press("raise-smallest")
        ann.await_phase("over")
        assert set(ann.lines()) == {"ante", "raise", "flush_bonus"}


def test_chips_set_down_outlive_a_reload_and_a_lost_session(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sign_in("ann-lost", "player")
        ann.sit(table)
        ann.bet("ante", "ante", "progressive")
        ann.page.reload()
        expect(ann.page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "15000000")
        ann.await_share(table)
        ann.deal_without_session()
        expect(ann.page.get_by_role("heading", name="Your session has ended")).to_be_visible()
        ann.assert_accessible()
        ann.page.get_by_label("Account").fill("ann-lost")
        ann.page.get_by_label("Password").fill("correct horse battery")
        ann.page.get_by_role("button", name="Sign in").click()
        expect(ann.page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "15000000")
        ann.press("deal")
        ann.await_phase("decisions")


def test_a_full_table_says_so(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    for seat in range(1, 7):
        service.guest().must(table, "sit", seat=seat, buy_in="100")
    with seat_in_front(browser, service) as late:
        late.open(f"/tables/{table}?sit")
        expect(late.page.get_by_text("This table is full.")).to_be_visible()
        expect(late.page.locator(".pod[data-seat]"), "a watcher sees all of them").to_have_count(6)
        late.assert_accessible()
        late.screenshot("table-full")


@pytest.mark.parametrize("phone", part_of([False, True], 2, start=1))
def test_a_progressive_hit_is_validated_by_a_second_person(browser: Browser, tmp_path: Path, phone: bool) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {3: STRAIGHT_FLUSH}))
    with Service(tmp_path / "house.db", shuffler=shuffler) as service:
        automatic = [step for step in STEPS if step not in ("reveal", "settle", "validate_payout")]
        pit = service.someone("pat", "pit_manager")
        table = pit.open_table(automatic=automatic, decision_seconds=0, name="High Card Flush 1")
        with (
            seat_in_front(browser, service) as ann,
            seat_in_front(browser, service) as dealer,
            seat_in_front(browser, service, phone=phone) as floor,
        ):
            ann.sit(table)
            ann.bet("ante", "progressive")
            ann.press("deal")
            ann.await_phase("decisions")
            ann.press("raise-largest")
            dealer.sign_in("dora", "dealer")
            dealer.open(f"/dealer/{table}")
            dealer.page.locator("[data-step=reveal] button").click()
            dealer.page.locator("[data-step=settle] button").click()
            expect(dealer.page.get_by_text("waits for a second person")).to_be_visible()
            dealer.assert_accessible()
            dealer.screenshot("dealer-claim")
            expect(ann.page.get_by_text("A second person is validating a progressive win")).to_be_visible()
            floor.sign_in("flo", "floorperson")
            floor.open("/floor")
            floor.page.locator("[data-alarm=validation_waits]").wait_for()
            floor.assert_accessible()
            floor.screenshot("floor-validation")
            look_at_the_win(floor.page, ann)
            floor.assert_accessible()
            floor.screenshot("floor-claim")
            floor.press("validate")
            expect(floor.page.locator("[data-alarm=validation_waits]")).to_have_count(0)
            expect(dealer.page.get_by_text("waits for a second person")).to_have_count(0)
            expect(dealer.page.locator(".payout[data-seat='3'] [data-wager=progressive]")).to_be_visible()
            dealer.page.locator("[data-step=settle] button").click()
            ann.await_phase("over")
            ann.screenshot("table-progressive-hit")
            line = next(
                line
                for line in service.house.tables[f"table:{table}"].state.last.round.lines  # type: ignore[union-attr]
                if line.wager == "progressive"
            )
            assert line.outcome == "win"
            assert dollars_of(ann.lines()["progressive"]) == (line.returned - line.stake) // 10_000
            for each in (ann, dealer, floor):
                each.assert_clean()


def look_at_the_win(page: Page, winner: Visitor) -> None:
    """Nothing is validated blind: player, cards, pay line, amount, the meter before and after, and the deal."""
    page.get_by_role("button", name="Look at the win at seat 3").click()
    sheet = page.get_by_role("dialog")
    name = winner.service.house.tables[f"table:{table_of(winner)}"].state.sittings[0].name
    for said in (
        name,
        "Seven-card straight flush",
        "7-card straight flush",
        "$30,000.22",
        "100% of the meter",
        "Meter before",
        "Meter after",
    ):
        expect(sheet).to_contain_text(said)
    cards = sheet.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert sorted(cards) == sorted(STRAIGHT_FLUSH.split())
    expect(sheet.locator("[data-verifiable=true]")).to_be_visible()
    expect(sheet.get_by_role("button", name="Print the slip")).to_be_visible()
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), "nothing is cut off at the side"


def table_of(visitor: Visitor) -> str:
    return visitor.page.url.rpartition("/tables/")[2].partition("?")[0]


def test_a_void_round_that_keeps_a_dollar_says_why_and_ticks_only_what_happened(
    browser: Browser, tmp_path: Path
) -> None:
    automatic = [step for step in STEPS if step not in ("deal", "settle")]
    # A hand that wins no Progressive: one that does stays in the round and is settled after the others.
    shuffler = Stacked(deck_with("md-high-card-flush", {3: "2s 4d 6c 8h Ts Qd Kc"}))
    with (
        Service(tmp_path / "house.db", shuffler=shuffler) as service,
        seat_in_front(browser, service) as ann,
        seat_in_front(browser, service) as dana,
    ):
        table = service.someone("dana", "dealer").open_table(automatic=automatic, name="Training table 2")
        ann.sit(table)
        before = float(ann.chips())
        ann.bet("ante", "progressive")
        ann.press("deal")
        ann.await_phase("dealing")
        dana.sign_in("dana", "dealer")
        page = dana.open(f"/dealer/{table}")
        page.locator("[data-step=deal]").click()
        page.locator("[data-kind=dealer_card_exposed]").click()
        page.get_by_role("button", name="Report it").click()
        settle = page.locator(".walk-now [data-step=settle] button")
        expect(settle).to_be_visible()
        ticked = page.locator(".walk-done").all_inner_texts()
        assert any("Deal" in each for each in ticked)
        never = ("Players decide", "Turn over")
        assert not [each for each in ticked if each.startswith(never)], "these never happened"
        settle.click()
        ann.await_phase("over")
        lost = before - float(ann.chips())
        sign = ann.page.locator(".void-kept[data-kept=progressive]")
        assert lost == 1
        expect(sign).to_contain_text("Progressive: $1 is not returned.")
        expect(sign.locator("cite").first).to_contain_text("MD-HCF 1")
        ann.assert_accessible()
        ann.screenshot("table-void-kept")


def test_a_void_round_gives_the_wagers_back(browser: Browser, service: Service) -> None:
    automatic = [step for step in STEPS if step != "deal"]
    dealer = service.someone("dan", "dealer")
    table = dealer.open_table(automatic=automatic, name="Training table")
    with seat_in_front(browser, service) as ann, seat_in_front(browser, service) as dan:
        ann.sit(table)
        before = ann.chips()
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("dealing")
        dan.sign_in("dan", "dealer")
        dan.open(f"/dealer/{table}")
        dan.page.locator("[data-step=deal]").click()
        dan.page.locator("[data-kind=wrong_number_of_cards]").wait_for()
        dan.screenshot("dealer-irregularities")
        dan.page.locator("[data-kind=wrong_number_of_cards]").click()
        dan.page.get_by_role("button", name="Report it").click()
        ann.await_phase("over")
        expect(ann.page.get_by_text("Round void").first).to_be_visible()
        assert ann.chips() == before
        ann.screenshot("table-void")
        ann.assert_accessible()
