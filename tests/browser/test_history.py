"""A player's history in the browser, of a game that the client has never heard of; limits at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def test_a_guest_finds_a_hand_again_shares_it_and_erases_it(browser: Browser, house: Service) -> None:
    table = house.guest().open_table("ex-three-card-poker", decision_seconds=0)
    with seat_in_front(browser, house, phone=True) as ann, seat_in_front(browser, house) as eve:
        ann.sit(table)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        cards = ann.own_cards()
        ann.press("fold")
        ann.await_phase("over")
        page = ann.open("/history")
        entry = page.locator(f"[data-hand='{table} 1']")
        expect(entry).to_be_visible()
        expect(page.get_by_role("heading", name="What it came to")).to_be_visible()
        ann.assert_accessible()
        ann.screenshot("phone-history")
        entry.get_by_role("link").click()
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
        for card in cards:
            expect(page.locator(f".hand-felt [data-card='{card}']")).to_be_visible()
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator(".settlement")).to_have_count(0)
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".settlement")).to_be_visible()
        page.locator(".settled > button").first.click()
        ann.assert_accessible()
        ann.screenshot("phone-hand")
        felt, column, lines = (
            page.locator(each).bounding_box() for each in (".hand-felt", ".hand-view", ".settlement")
        )
        assert felt
        assert column
        assert felt["width"] == column["width"], "nothing stands beside it"
        assert lines
        assert lines["y"] > felt["y"] + felt["height"], "lines stay below the cards when one of them is opened"
        other = eve.open(f"/hands/{table}/1")
        expect(other.locator(".hand-felt")).to_be_visible()
        assert not {each.get_attribute("data-card") for each in other.locator("[data-card]").all()} & set(cards)
        eve.screenshot("shared-hand")
        page = ann.open("/history")
        page.get_by_role("button", name="Erase").click()
        page.locator("[data-erase]").click()
        expect(page.get_by_text("No hands yet")).to_be_visible()
        page.reload()
        expect(page.get_by_text("No hands yet")).to_be_visible()
        ann.assert_clean()


def test_a_link_is_shared_where_the_browser_gives_no_clipboard(browser: Browser, house: Service) -> None:
    table = house.guest().open_table("ex-three-card-poker", decision_seconds=0)
    with seat_in_front(browser, house) as ann:
        ann.sit(table)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("fold")
        ann.await_phase("over")
        page = ann.open(f"/hands/{table}/1")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.get_by_role("button", name="Copy the link").click()
        address = page.get_by_label("Copy this address")
        expect(address).to_have_value(f"{house.url}/hands/{table}/1")
        ann.assert_accessible()
        ann.assert_clean()


def test_a_guest_who_comes_back_as_another_finds_every_hand_with_its_cards_in_the_browser(
    browser: Browser, house: Service
) -> None:
    table = house.guest().open_table("ex-three-card-poker", decision_seconds=0)
    with seat_in_front(browser, house) as ann:
        ann.sit(table)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        cards = ann.own_cards()
        ann.press("fold")
        ann.await_phase("over")
        ann.context.clear_cookies()
        page = ann.open("/history")
        page.get_by_label("Result").select_option("lost")
        page.get_by_label("Game").select_option("EX-TCP")
        entry = page.locator(f"[data-hand='{table} 1']")
        expect(entry).to_be_visible()
        page.get_by_label("Played until").fill("2020-01-01")
        expect(page.get_by_text("No hand fits.")).to_be_visible()
        page.get_by_label("Played until").fill("")
        with page.expect_download() as saving:
            page.locator("[data-export]").click()
        saved = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
        assert [(each["table"], each["number"]) for each in saved["hands"]] == [(table, 1)]
        entry.get_by_role("link").click()
        for card in cards:
            expect(page.locator(f".hand-felt [data-card='{card}']")).to_be_visible()
        ann.assert_accessible()


@pytest.mark.parametrize("locale", ["en-US", "es-MX", "zh-CN"])
def test_no_amount_of_the_statistics_is_broken_after_its_sign(browser: Browser, house: Service, locale: str) -> None:
    table = house.guest().open_table("md-high-card-flush", decision_seconds=0)
    with seat_in_front(browser, house, phone=True, locale=locale) as ann:
        ann.sit(table)
        ann.bet("ante", "flush_bonus", "straight_flush_bonus", "progressive")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("fold")
        ann.await_phase("over")
        page = ann.open("/history")
        cells = page.locator("[data-statistics] td")
        expect(cells.first).to_be_visible()
        ann.settled()
        broken = cells.evaluate_all(
            """cells => cells.filter((cell) => {
              const text = document.createRange();
              text.selectNodeContents(cell);
              return new Set([...text.getClientRects()].map((line) => line.top)).size > 1;
            }).map((cell) => cell.innerText)"""
        )
        assert broken == []
        ann.assert_clean()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_limits_are_set_where_one_plays(browser: Browser, house: Service, phone: bool) -> None:
    name = f"lim-{'phone' if phone else 'desktop'}"
    with seat_in_front(browser, house, phone=phone) as ann:
        ann.sign_in(name, "player")
        table = house.guest().open_table("ex-three-card-poker", decision_seconds=0)
        ann.sit(table)
        ann.screenshot(f"{name}-table")
        ann.page.locator(".session-clock").click()
        sheet = ann.page.get_by_role("dialog", name="Your limits")
        form = sheet.locator("[data-limit=loss]")
        field, button = form.get_by_role("textbox").bounding_box(), form.get_by_role("button").first.bounding_box()
        assert field
        assert button
        assert field["x"] + field["width"] <= button["x"], "the field ends before its button"
        form.get_by_role("textbox").fill("12,50")
        form.get_by_role("button", name="Set").click()
        expect(form.locator("input:invalid"), "which is not $1,250").to_have_count(1)
        assert house.house.limits.of(name).loss.amount is None
        form.get_by_role("textbox").fill("200")
        form.get_by_role("button", name="Set").click()
        expect(form).to_contain_text("$200, lost today: $0")
        form.get_by_role("textbox").fill("500")
        form.get_by_role("button", name="Set").click()
        expect(form).to_contain_text("$500 from")
        ann.assert_accessible()
        ann.screenshot(name)
        own = house.house.limits.of(name).loss
        assert (own.amount, own.next) == (200_000_000, 500_000_000)
        sheet.locator("[data-break='720']").click()
        sheet.get_by_role("button", name="Not now").click()
        sheet.locator("[data-break='1']").click()
        expect(sheet.get_by_role("alertdialog")).to_contain_text("A break of 1 hour begins at once")
        ann.assert_accessible()
        assert not house.house.limits.of(name).break_until, "it begins when it is confirmed"
        sheet.locator("[data-break=begin]").click()
        expect(sheet.get_by_text("You are taking a break until")).to_be_visible()
        assert house.house.limits.of(name).break_until <= house.clock() + 3_600_000
        ann.assert_clean()
