"""A seat is kept until it is given up, a table of one's own is a click away, and nobody waits for a closed page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from houserules.app.table.timers import GUEST_AWAY_AFTER
from tests.api.service import Service
from tests.browser.stage import Visitor, cards_approved, seat_in_front
from tests.support.waiting import wait_for


def to_the_lobby(page: Page) -> None:
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Sit down and play")).to_be_visible()


def dealt(visitor: Visitor, *wagers: str) -> list[str]:
    visitor.bet(*wagers)
    visitor.press("deal")
    visitor.await_phase("decisions")
    return visitor.own_cards()


def live_seat(visitor: Visitor) -> str:
    service = visitor.service
    table = service.someone("pit-leaving", "pit_manager").open_table(kind="live", decision_seconds=0)
    visitor.sign_in("ann-leaving", "player")
    service.run(service.house.cage.fund("ann-leaving", "live", 300_000_000, "leaving-funds", "ada"))
    page = visitor.open(f"/tables/{table}")
    page.get_by_label("Buy chips for, in dollars").fill("200")
    visitor.press("sit")
    expect(page.locator(".bank strong")).to_be_visible()
    cards_approved(service, table)
    return table


@pytest.mark.parametrize("kind", ["practice", "live"])
def test_the_lobby_in_the_middle_of_a_hand_keeps_seat_and_hand(browser: Browser, service: Service, kind: str) -> None:
    with seat_in_front(browser, service) as ann:
        if kind == "live":
            table = live_seat(ann)
        else:
            table = service.guest().open_table(decision_seconds=0)
            ann.sit(table)
        held = dealt(ann, "ante")
        chips = ann.chips()
        to_the_lobby(ann.page)
        seats = ann.page.get_by_role("region", name="Your seats")
        ann.assert_accessible()
        seats.get_by_role("link", name="Return to your seat").click()
        ann.await_phase("decisions")
        assert ann.own_cards() == held
        assert ann.chips() == chips
        ann.press("raise-smallest")
        ann.await_phase("over")
        assert set(ann.lines()) == {"ante", "raise"}
        ann.assert_clean()


def test_giving_up_a_seat_asks_and_names_the_amount(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        dealt(ann, "ante", "ante", "flush_bonus")
        page = ann.page
        page.get_by_role("button", name="Settings").click()
        ann.press("give-up")
        expect(page.get_by_role("dialog")).to_contain_text("its $20 on the felt is lost")
        expect(page.get_by_role("dialog")).to_contain_text("$980 in chips goes back to your purse")
        ann.assert_accessible()
        ann.screenshot("settings")
        ann.press("stay")
        assert ann.own_cards(), "nothing has happened"
        ann.press("give-up")
        ann.press("leave")
        expect(page.get_by_role("heading", name="Sit down and play")).to_be_visible()
        expect(page.get_by_text("Return to your seat")).to_have_count(0)
        assert not service.house.tables[f"table:{table}"].state.sittings
        ann.assert_clean()


def test_play_leads_to_a_table_of_ones_own_and_back_to_it(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann, seat_in_front(browser, service) as bob:
        addresses = []
        for each in (ann, bob):
            page = each.open("/")
            page.locator(".own-table-games .action").first.click()
            expect(page.locator(".bank strong")).to_be_visible()
            addresses.append(page.url)
        assert addresses[0] != addresses[1], "nobody is put beside a stranger"
        to_the_lobby(ann.page)
        ann.page.locator(".own-table-games .action").first.click()
        expect(ann.page).to_have_url(addresses[0])
        expect(ann.page.locator(".bank strong")).to_be_visible()
        ann.page.get_by_role("button", name="Settings").click()
        invitation = ann.page.get_by_label("Others sit down here by this address").input_value()
        bob.page.goto(invitation)
        expect(ann.page.locator(".pod[data-seat]")).to_have_count(1)


def test_the_lobby_lists_tables_with_somebody_at_them_and_ones_own(browser: Browser, service: Service) -> None:
    alone = service.guest().open_table(name="Nobody here")
    taken = service.guest()
    shared = taken.open_table(name="Somebody here")
    taken.must(shared, "sit", seat=2, buy_in="100")
    with seat_in_front(browser, service) as ann:
        page = ann.open("/")
        listed = page.locator(f"[data-table={shared}]")
        expect(listed.get_by_role("link", name="Sit down Somebody here")).to_be_visible()
        expect(page.locator(f"[data-table={alone}]")).to_have_count(0)
        expect(page.locator("[data-table=md-high-card-flush]")).to_have_count(0)


def seat_of(visitor: Visitor) -> int:
    return int(visitor.page.locator(".own").get_attribute("data-front") or 0)


def test_whoever_waits_sees_why_how_long_and_a_way_out(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(betting_seconds=0)
    presence = service.house.presence
    with seat_in_front(browser, service) as ann:
        with seat_in_front(browser, service) as bob:
            for each in (ann, bob):
                each.sit(table)
                each.bet("ante")
            ann.press("deal")
            expect(ann.page.locator(".waiting")).to_contain_text("Waiting for seat")
            bob.press("deal")
            ann.await_phase("decisions")
            his = service.house.tables[f"table:{table}"].state.sitting(seat_of(bob))
            assert his is not None
            if ann.page.locator(".decision").count():
                ann.press("raise-smallest")
            expect(bob.page.locator(".decision")).to_be_visible()
        wait_for(lambda: presence.feed_lost_at(his.account, f"table:{table}") is not None)
        service.look()
        expect(ann.page.locator(".waiting")).to_contain_text(f"Waiting for seat {his.seat} to decide.")
        expect(ann.page.locator(".waiting")).to_contain_text(f"Seat {his.seat} closed the page.")
        expect(ann.page.locator(".clock")).to_have_text(re.compile(rf"Seat {his.seat}: Fold in \d+ s"))
        expect(ann.page.locator("[data-action=own-table]")).to_be_visible()
        ann.assert_accessible()
        service.clock.ahead += GUEST_AWAY_AFTER
        service.look()
        ann.await_phase("over")
        ann.assert_clean()
