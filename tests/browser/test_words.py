"""What the page says: names of windows, keys, what is written on the felt, reasons, and for whom one waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import seat_in_front

HIGH, CHASE = "md-high-card-flush", "md-chase-the-flush"
FOUR_CARD_FLUSH = "Ah Kh 9h 4h 2c 3d 5s"
UNSUITED = "Ah Kc 2d"
NO_FLUSH_BOARD = "3h 4d 5s 6c"


@pytest.fixture
def stacked(tmp_path: Path) -> Iterator[tuple[Service, Stacked]]:
    shuffler = Stacked()
    with Service(tmp_path / "house.db", shuffler=shuffler) as service:
        yield service, shuffler


def test_every_view_has_a_name_of_its_own(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(name="Table of names", decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        for path, name in {
            "/": "Tables",
            "/law": "The law",
            "/lab": "The lab",
            "/sign-in": "Sign in",
            f"/sign/{table}": "The sign of Table of names",
            f"/tables/{table}?sit": "Table of names",
            "/nowhere": "There is nothing here",
        }.items():
            ann.open(path)
            expect(ann.page).to_have_title(f"{name} · houserules")
        ann.sit(table)
        ann.press("deal")
        expect(ann.page).to_have_title("Your decision, Table of names · houserules")


def test_single_letters_can_be_switched_off_and_are_none_with_shift(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        page = ann.page
        page.keyboard.press("d")
        ann.await_phase("decisions")
        page.keyboard.press("Shift+F")
        ann.await_phase("decisions")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Single letters and digits act as keys").uncheck()
        ann.assert_accessible()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.keyboard.press("f")
        expect(page.locator("[data-action=fold]")).to_be_visible()
        expect(page.locator("[data-action=fold] kbd")).to_have_count(0)
        page.reload()
        expect(page.locator("[data-action=fold]")).to_be_visible()
        page.keyboard.press("f")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Single letters and digits act as keys").check()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        ann.await_phase("decisions")
        page.keyboard.press("f")
        ann.await_phase("over")


def test_the_felt_says_what_chapter_2_asks_for(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        for game, said in {
            HIGH: {
                "qualifying": "else Ante pays, Raise pushes",
                "decision": "up to 3× with 6",
                "payout_limit": "$50,000",
            },
            CHASE: {"qualifying": "else Ante pushes", "decision": "3× the Ante before the flop", "wheel": "one suit"},
        }.items():
            ann.open(f"/tables/{service.guest().open_table(game)}")
            for about, text in said.items():
                expect(ann.page.locator(f".felt-drawing [data-inscription={about}]")).to_contain_text(text)
                expect(ann.page.locator(f".felt-words [data-inscription={about}]")).to_contain_text(text)


def test_a_reason_names_the_one_row_that_decided(browser: Browser, stacked: tuple[Service, Stacked]) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with("ma-high-card-flush", {3: FOUR_CARD_FLUSH}))
    table = service.guest().open_table("ma-high-card-flush", decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.page.keyboard.press("2")
        ann.bet("ante", "ante", "flush_bonus", "straight_flush_bonus")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("raise-smallest")
        ann.await_phase("over")
        why = {
            wager: ann.page.locator(f".settled[data-wager={wager}]")
            for wager in ("flush_bonus", "straight_flush_bonus")
        }
        for line in why.values():
            line.locator("button").first.click()
        expect(why["flush_bonus"].locator(".clause")).to_have_text("MA-HCF 11(c) Table A: 4-card flush, 1 to 1.")
        expect(why["straight_flush_bonus"].locator(".clause")).to_have_text(
            "MA-HCF 11(d) You hold no 3-card straight flush or better, and table A begins there."
        )
        ann.assert_accessible()


def test_a_fold_and_a_wheel_that_is_not_spun_are_told_in_a_sentence(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(CHASE, {3: UNSUITED}, board=NO_FLUSH_BOARD))
    table = service.guest().open_table(CHASE, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        page = ann.page
        ann.bet("ante", "ante", "same_suit", "progressive")
        page.locator("[data-action=deal]").focus()
        page.keyboard.press("Enter")
        ann.await_phase("decisions")
        expect(page.locator(".control-bar"), "the focus stays where one acts").to_be_focused()
        for _ in range(2):
            page.locator("[data-action=check]").focus()
            page.keyboard.press("Enter")
            expect(page.locator(".control-bar")).to_be_focused()
        page.locator("[data-action=fold]").focus()
        page.keyboard.press("Enter")
        ann.await_phase("over")
        expect(page.locator(".control-bar")).to_be_focused()
        said = {
            "ante": "You folded, so the Ante is lost.",
            "same_suit": "is on no line of table A, which begins at a 4-card flush.",
            "progressive": "Your first 3 cards are not all of one suit, so they do not spin the wheel.",
        }
        for wager, text in said.items():
            line = page.locator(f".settled[data-wager={wager}]")
            line.locator("button").first.click()
            expect(line.locator(".clause").first).to_contain_text(text)
        expect(page.get_by_role("button", name="Ante, last round's $15: lost")).to_be_visible()


def test_the_focus_is_not_lost_when_a_betting_area_goes(browser: Browser, stacked: tuple[Service, Stacked]) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(HIGH, {3: FOUR_CARD_FLUSH}))
    table = service.guest().open_table(HIGH, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.page.locator("button[data-wager=ante]").focus()
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("d")
        ann.await_phase("decisions")
        expect(ann.page.locator(".control-bar")).to_be_focused()
        ann.page.keyboard.press("Tab")
        ann.page.keyboard.press("Tab")
        expect(ann.page.locator("[data-action=fold]"), "after the way to more chips").to_be_focused()


def test_one_is_told_for_whom_the_table_waits(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(betting_seconds=0)
    service.guest().must(table, "sit", seat=2, buy_in="100")
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.press("deal")
        expect(ann.page.locator(".control-bar")).to_contain_text("Waiting for seat 2 to bet or pass.")


def test_what_cannot_be_paid_is_not_offered_and_what_is_missing_is_said(
    browser: Browser, stacked: tuple[Service, Stacked]
) -> None:
    service, shuffler = stacked
    shuffler.decks.append(deck_with(HIGH, {3: "Ah Kh 9h 4h 2h 3d 5s"}))
    table = service.guest().open_table(HIGH, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        page = ann.page
        page.keyboard.press("5")
        ann.bet("ante")
        page.get_by_role("button", name="Chips", exact=True).click()
        page.get_by_label("Amount in dollars").fill("130")
        page.get_by_role("button", name="Cash out").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        ann.press("deal")
        ann.await_phase("decisions")
        expect(page.locator("[data-action=raise-smallest]")).to_have_attribute("aria-disabled", "true")
        expect(page.locator(".decision .why-not")).to_have_text("You are $130 short of $500. Buy chips first.")
        page.keyboard.press("m")
        ann.await_phase("decisions")
        page.get_by_role("button", name="Chips", exact=True).click()
        expect(page.get_by_label("Amount in dollars")).to_have_value("130")
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Buy", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.locator(".decision .why-not")).to_have_text("You are $500 short of $1,000. Buy chips first.")
        ann.press("raise-smallest")
        ann.await_phase("over")
