"""What can go wrong for a player: each says what happened and what to do, and nothing set down is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front


def set_down(visitor: Visitor) -> None:
    visitor.bet("ante", "ante", "progressive")
    assert_set_down(visitor)


def assert_set_down(visitor: Visitor) -> None:
    for wager, amount in (("ante", "15000000"), ("progressive", "1000000")):
        expect(visitor.page.locator(f".spot[data-wager={wager}]")).to_have_attribute("data-amount", amount)


def test_a_restart_of_the_service(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with Service(database) as service:
        port = service.port
        table = service.guest().open_table(decision_seconds=0)
        ann_in_front = seat_in_front(browser, service)
        ann = ann_in_front.__enter__()
        ann.sit(table)
        set_down(ann)
    page = ann.page
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    ann.press("deal")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    expect(page.get_by_role("alert")).to_contain_text("Your chips are as you left them")
    assert_set_down(ann)
    ann.assert_accessible()
    ann.screenshot("connection-lost")
    with Service(database, port=port):
        expect(page.get_by_text("Connection lost.")).to_be_hidden()
        expect(page.get_by_role("alert"), "what could not be sent is no news any more").to_have_count(0)
        assert_set_down(ann)
        ann.press("deal")
        ann.await_phase("decisions")
        held = ann.own_cards()
    with Service(database, port=port):
        expect(page.get_by_text("Connection lost.")).to_be_hidden()
        assert ann.own_cards() == held, "a hand goes on after a restart"
        ann.press("raise-smallest")
        ann.await_phase("over")
        ann.assert_clean()
        ann_in_front.__exit__(None, None, None)


@pytest.mark.parametrize("by_a_proxy", [False, True], ids=["no answer", "answer of a proxy"])
def test_a_lost_line_and_an_answer_that_never_came(browser: Browser, service: Service, by_a_proxy: bool) -> None:
    """The bet arrives, its answer does not. Pressing again does not bet twice."""
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        set_down(ann)
        lost: list[int] = []

        def swallow(route: Route) -> None:
            if not lost and "place_wagers" in (route.request.post_data or ""):
                lost.append(route.fetch().status)
                route.fulfill(status=502) if by_a_proxy else route.abort()
            else:
                route.continue_()

        ann.page.route("**/commands?**", swallow)
        ann.press("deal")
        expect(ann.page.get_by_role("alert")).to_contain_text("does not answer")
        assert lost == [200], "the service had taken the bet"
        (ann.page.locator("[data-action=deal], [data-action=ready]")).first.click()
        ann.await_phase("decisions")
        state = service.house.tables[f"table:{table}"].state
        assert state.table.round is not None
        assert sum(amount for _, amount in state.table.round.seats[0].stakes) == 16_000_000, "bet once"


def test_going_offline_is_said_at_once_and_mends_itself(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        set_down(ann)
        ann.context.set_offline(True)
        expect(ann.page.get_by_text("Connection lost.")).to_be_visible()
        assert_set_down(ann)
        ann.context.set_offline(False)
        expect(ann.page.get_by_text("Connection lost.")).to_be_hidden()
        assert_set_down(ann)
        ann.press("deal")
        ann.await_phase("decisions")


def test_a_guest_whose_session_is_over_goes_on_with_the_same_chips(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        set_down(ann)
        ann.await_share(table)
        ann.deal_without_session()
        expect(ann.page.get_by_role("heading", name="Your session has ended")).to_be_visible()
        expect(ann.page.get_by_role("dialog")).to_contain_text("a new guest, at another seat")
        ann.page.get_by_role("button", name="Continue as a new guest").click()
        expect(ann.page.locator(".own")).to_have_attribute("data-front", "4")  # Seat 3 is still the first guest's.
        assert_set_down(ann)
        ann.press("deal")
        expect(ann.page.locator("[data-action=take-back]")).to_be_visible()


def test_bets_that_come_too_late_wait_for_the_next_round(browser: Browser, service: Service) -> None:
    bob = service.guest()
    table = bob.open_table(betting_seconds=0, decision_seconds=0)
    bob.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        set_down(ann)

        def close_first(route: Route) -> None:
            betting = "place_wagers" in (route.request.post_data or "")
            if betting and service.house.tables[f"table:{table}"].state.table.round is None:
                bob.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
                dealer.must(table, "no_more_bets")
            route.continue_()

        dealer = service.someone("dan-late", "dealer")
        ann.await_share(table)
        ann.page.route("**/commands?**", close_first)
        ann.press("deal")
        expect(ann.page.get_by_role("alert")).to_contain_text("Betting has closed for this round")
        expect(ann.page.get_by_role("alert")).to_contain_text("Your chips stay in place for the next round")
        bob.must(table, "act", seat=1, action="fold")
        assert_set_down(ann)


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (429, "too_much", "Too many requests"),
        (503, "database_unavailable", "cannot save anything"),
        (503, "shuffler_locked", "shuffler has locked itself"),
        (500, "our_fault", "went wrong in the service"),
    ],
)
def test_what_the_service_cannot_do_now_takes_no_chips(
    browser: Browser, service: Service, status: int, code: str, said: str
) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        set_down(ann)
        body = {"error": {"code": code, "message": code.replace("_", " "), "facts": {}}}
        ann.page.route("**/commands?**", lambda route: route.fulfill(status=status, json=body))
        ann.press("deal")
        expect(ann.page.get_by_role("alert")).to_contain_text(said)
        assert_set_down(ann)
        ann.page.unroute("**/commands?**")
        ann.press("deal")
        ann.await_phase("decisions")


def dealt_chase_the_flush(visitor: Visitor) -> None:
    visitor.sit(visitor.service.guest().open_table("md-chase-the-flush", decision_seconds=0))
    visitor.bet("ante")
    visitor.press("deal")
    visitor.await_phase("decisions")


def cards_on_board(visitor: Visitor, count: int) -> None:
    expect(visitor.page.locator(".board [data-card]")).to_have_count(count)


def test_what_others_do_while_a_reply_is_on_its_way_is_shown_after_it(browser: Browser, service: Service) -> None:
    """The feed goes on from the reply, whichever of them arrives first."""
    table = service.guest().open_table(betting_seconds=0, decision_seconds=0)
    bob = service.guest()
    bob.must(table, "sit", seat=2, buy_in="100")
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.await_share(table)
        ann.bet("ante")
        held: list[Route] = []

        def hold_the_first(route: Route) -> None:
            held.append(route)
            if len(held) > 1:
                route.continue_()

        ann.page.route("**/commands?**", hold_the_first)
        ann.press("deal")
        ann.until(lambda: held)
        answer = held[0].fetch()
        bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"})
        held[0].fulfill(response=answer)
        expect(ann.page.locator("[data-seat='2'] .chip-amount")).to_have_text("$10")
        expect(ann.page.locator(".spot[data-wager=ante]")).to_have_attribute("data-amount", "10000000")
        expect(ann.page.get_by_role("alert")).to_have_count(0)
        ann.assert_clean()


def test_a_double_click_takes_one_decision(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        dealt_chase_the_flush(ann)
        sent: list[str] = []
        ann.page.on("request", lambda request: sent.append(request.post_data or ""))
        ann.page.locator("[data-action=check]").dblclick()
        cards_on_board(ann, 2)
        assert len([body for body in sent if '"act"' in body]) == 1
        ann.page.keyboard.down("c")
        cards_on_board(ann, 4)
        ann.page.keyboard.up("c")


@pytest.mark.parametrize("address", ["t0000000000?sit", "nosuch", "No%20Such!", "50%"])
def test_a_table_that_is_not_there(browser: Browser, service: Service, address: str) -> None:
    with seat_in_front(browser, service) as ann:
        page = ann.open(f"/tables/{address}")
        expect(page.get_by_role("alert")).to_contain_text("There is no such table.")
        expect(page.get_by_role("button", name="Try again"), "it would not help").to_have_count(0)
        expect(page.get_by_role("navigation", name="Pages").get_by_role("link", name="The law")).to_be_visible()
        ann.assert_accessible()
        page.get_by_role("link", name="Back to the lobby").click()
        expect(page.get_by_role("heading", name="Sit down and play")).to_be_visible()
        ann.assert_clean()


def test_a_table_that_closes_lets_its_players_go(browser: Browser, service: Service) -> None:
    floor = service.someone("flo-close", "floorperson")
    table = floor.open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        expect(ann.page.locator("[data-action=deal]")).to_be_visible()
        # The page adds to the shuffle at the same time, and the table moves on.
        assert any(floor.send(table, "close_table").status_code == 200 for _ in range(100))
        expect(ann.page.get_by_text("The table is closed.")).to_be_visible()
        ann.page.get_by_role("link", name="Lobby").click()
        expect(ann.page.get_by_role("heading", name="Sit down and play")).to_be_visible()
