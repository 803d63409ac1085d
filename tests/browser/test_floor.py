"""The floor: what waits, inventories, results against theory as a chart, meters and their corrections."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.service import Service
from tests.api.test_flags import rigged, sat_down, win_until_flagged
from tests.browser.stage import dollars_of, seat_in_front

ROUNDS = 36


@pytest.fixture(scope="module")
def played(service: Service) -> str:
    """A table with some dozens of rounds behind it."""
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 7")
    guest.must(table, "sit", seat=2, buy_in="5000")
    wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5"}
    for number in range(ROUNDS):
        guest.play_round(table, 2, wagers, raises=bool(number % 3))
    return table


def open_report(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    expect(page.locator(".table-report h2")).to_have_text(name)


def test_results_against_theory_are_drawn_with_their_band(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as pat:
        someone = pat.sign_in("pat", "pit_manager")
        page = pat.open("/floor")
        open_report(page, "High Card Flush 7")
        chart = page.locator(".theory-chart svg")
        expect(chart).to_be_visible()
        report = someone.client.get(f"/api/floor/{played}").json()
        row = page.locator(f"tr[data-table={played}]")
        expect(row).to_contain_text(str(ROUNDS))
        assert dollars_of(row.locator("td").nth(3).inner_text()) == round(100 * float(report["drop"]["day"]["drop"]))
        expect(chart).to_have_attribute("aria-label", re.compile(rf"Against the dealer: after {ROUNDS} hands"))
        assert int(chart.get_attribute("data-points") or "0") >= 30
        page.get_by_role("button", name="Straight Flush Bonus").click()
        expect(chart).to_have_attribute("aria-label", re.compile("Straight Flush Bonus"))
        net = next(each["net"] for each in report["wagers"] if each["wager"] == "straight_flush_bonus")
        shown = page.locator(".theory tr", has_text="Straight Flush Bonus").locator("td").nth(1).inner_text()
        assert dollars_of(shown.replace("\u2212", "-")) == round(100 * float(net))
        pat.assert_accessible()
        page.locator(".table-report").scroll_into_view_if_needed()
        pat.screenshot("floor-report")
        pat.assert_clean()


def test_a_report_that_is_opened_below_many_tables_comes_into_sight(
    browser: Browser, service: Service, played: str
) -> None:
    with seat_in_front(browser, service, phone=True) as pat:
        pat.sign_in("pat", "pit_manager")
        page = pat.open("/floor")
        open_report(page, "High Card Flush, Maryland")
        expect(page.locator("#report")).to_be_in_viewport()
        pat.assert_clean()


def test_the_tray_is_filled_and_credited(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as pat, seat_in_front(browser, service) as flo:
        pat.sign_in("pat", "pit_manager")
        page = pat.open("/floor")
        open_report(page, "High Card Flush 7")
        tray = page.locator("[data-tray]")
        before = float(tray.get_attribute("data-tray") or "0")
        page.get_by_label("Amount for the inventory").fill("750")
        page.get_by_role("button", name="Fill").click()
        expect(tray).to_have_attribute("data-tray", f"{before + 750:.2f}")
        page.get_by_label("Amount for the inventory").fill("250")
        page.get_by_role("button", name="Credit").click()
        expect(tray).to_have_attribute("data-tray", f"{before + 500:.2f}")
        expect(page.locator("[data-incident='table.tray_filled/1']").first).to_contain_text("Fill: $750")
        assert service.log.balance(f"table:{played}/tray") == round((before + 500) * 1_000_000)
        page.get_by_label("Amount for the inventory").fill("99999999")
        page.get_by_role("button", name="Credit").click()
        expect(page.get_by_role("alert")).to_contain_text("tray holds less")
        flo.sign_in("flo", "floorperson")
        flo.open("/floor")
        open_report(flo.page, "High Card Flush 7")
        expect(flo.page.get_by_text("Only a pit manager fills and credits")).to_be_visible()


def test_a_meter_is_corrected_by_two_persons(browser: Browser, service: Service) -> None:
    pit = service.someone("pat", "pit_manager")
    first = pit.open_table("md-high-card-flush", name="Linked 1")
    meter = next(
        each["meter"] for each in pit.client.get("/api/meters").json() if each["tables"] == [first]
    )  # fmt: skip
    pit.open_table("md-high-card-flush", name="Linked 2", meter=meter)
    with seat_in_front(browser, service) as pat, seat_in_front(browser, service) as flo:
        pat.sign_in("pat", "pit_manager")
        card = pat.open("/floor").locator(f"[data-meter={meter}]")
        expect(card).to_contain_text("2 tables linked")
        expect(card).to_contain_text("Linked 1, Linked 2")
        card.get_by_text("Propose a correction").click()
        card.get_by_label("The meter should show").fill("31000.50")
        card.get_by_label("Reason").fill("display replaced after a failure")
        card.get_by_role("button", name="Propose").click()
        expect(card.locator("[data-correction]")).to_contain_text("$31,000.50")
        card.get_by_role("button", name="Approve").click()
        expect(card.get_by_role("alert")).to_contain_text("second person")
        expect(card.locator(".meter-amount")).to_have_text("$30,000.00")
        flo.sign_in("flo", "floorperson")
        theirs = flo.open("/floor").locator(f"[data-meter={meter}]")
        expect(theirs.get_by_text("display replaced")).to_be_visible()
        flo.assert_accessible()
        theirs.scroll_into_view_if_needed()
        flo.screenshot("floor-meters")
        theirs.get_by_role("button", name="Approve").click()
        expect(theirs.locator(".meter-amount")).to_have_text("$31,000.50")
        expect(theirs.locator("[data-correction]")).to_have_count(0)
        expect(card.locator(".meter-amount")).to_have_text("$31,000.50")


def test_alarms_and_irregularities_come_to_the_floor(browser: Browser, service: Service) -> None:
    dealer = service.someone("dora", "dealer")
    table = dealer.open_table(name="High Card Flush 8")
    ann = service.guest()
    ann.must(table, "sit", seat=3, buy_in="100")
    ann.must(table, "place_wagers", seat=3, wagers={"ante": "10"}, ready=True)
    dealer.must(table, "report", kind="wrong_number_of_cards", seat=3)
    dealer.must(table, "report_device", device="shuffler")
    with seat_in_front(browser, service) as flo:
        flo.sign_in("flo", "floorperson")
        page = flo.open("/floor")
        alarm = page.locator("[data-alarm=device_out_of_order]", has_text="High Card Flush 8")
        expect(alarm).to_be_visible()
        assert alarm.bounding_box()["y"] < page.locator("#tables").bounding_box()["y"]  # type: ignore[index]
        open_report(page, "High Card Flush 8")
        void = page.locator("[data-incident='round.voided/1']")
        expect(void).to_contain_text("wrong number of cards")
        expect(void).to_contain_text("MD-HCF 13.D")
        flo.assert_accessible()
        page.evaluate("scrollTo(0, 0)")
        flo.screenshot("floor")
        flo.assert_clean()


def test_a_flagged_result_is_put_away_with_what_was_found(browser: Browser, tmp_path: Path) -> None:
    with rigged(tmp_path / "house.db") as service:
        ann, pit, table = sat_down(service, name="High Card Flush 9")
        win_until_flagged(ann, pit, table)
        with seat_in_front(browser, service) as pat, seat_in_front(browser, service) as flo:
            flo.sign_in("flo", "floorperson")
            alarm = flo.open("/floor").locator("[data-alarm=players_win_too_much]")
            expect(alarm).to_contain_text("Against the dealer at High Card Flush 9 flagged in round")
            expect(alarm.get_by_role("button")).to_have_count(0)
            pat.sign_in("pat", "pit_manager")
            alarm = pat.open("/floor").locator("[data-alarm=players_win_too_much]")
            alarm.get_by_label("What was found").fill("shuffler inspected, cards changed")
            pat.assert_accessible()
            pat.screenshot("floor-flagged")
            alarm.get_by_role("button", name="Close the flag").click()
            expect(alarm).to_have_count(0)
            open_report(pat.page, "High Card Flush 9")
            expect(pat.page.locator("[data-incident='watch.flag_put_away/1']")).to_contain_text(
                "Flag closed: Against the dealer, shuffler inspected, cards changed"
            )
            pat.assert_clean()
