"""The records: events live, hands found and scrubbed card by card, proofs checked in the browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.service import Service
from tests.browser.stage import dollars_of, seat_in_front

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_deal.py"


@pytest.fixture(scope="module")
def played(service: Service) -> str:
    """A table with some rounds behind it."""
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 2")
    guest.must(table, "sit", seat=2, buy_in="2000")
    for _ in range(8):
        guest.play_round(table, 2, guest.all_wagers(table))
    return table


def find_round(page: Page, table: str, number: int) -> None:
    page.locator(".search-form select").select_option(table)
    page.get_by_label("Round", exact=True).fill(str(number))
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("button", name=f"Round {number}").click()
    expect(page.get_by_role("slider")).to_be_visible()


def insist_files_are_good(page: Page, played: str) -> None:
    """The hand as a file, and its deal as one that the verifier takes."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Export this hand").click()
    assert json.loads(download.value.path().read_text())["events"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save for verify_deal.py").click()
    assert download.value.suggested_filename == f"{played}-7-deal.json"
    verified = subprocess.run(
        [sys.executable, VERIFIER, download.value.path()], capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    told = page.locator("section", has=page.get_by_role("heading", name="The log"))
    expect(told).to_contain_text("houserules archive export")


def test_a_hand_is_scrubbed_card_by_card(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        rex = reg.sign_in("rex", "regulator")
        page = reg.open("/records")
        expect(page.locator("[data-signed=true]")).to_be_visible()
        find_round(page, played, 7)
        expect(page.locator("[data-included=true]")).to_be_visible()
        cards = page.locator(".felt-then [data-card]")
        slider = page.get_by_role("slider", name="Moment of the round")
        expect(slider, "a hand begins at its beginning").to_have_value("0")
        expect(cards).to_have_count(0)
        page.get_by_role("button", name="End", exact=True).click()
        expect(cards).to_have_count(14)
        expect(slider).to_have_value(slider.get_attribute("max") or "")
        frames = rex.client.get(f"/api/hands/{played}/7/replay").json()["frames"]
        dealt = next(frame["dealt"] for frame in frames if "dealt" in frame)
        assert len(dealt) == 14
        page.locator("h1").click()
        page.keyboard.press("Home")
        expect(cards).to_have_count(0)
        told = page.locator(".replay-event strong")
        while not told.inner_text().startswith("Card 1 of 14"):
            page.keyboard.press("ArrowRight")
        for number, each in enumerate(dealt, start=1):
            expect(told).to_contain_text(f"Card {number} of 14")
            expect(cards).to_have_count(number)
            expect(page.locator(".then-fresh [data-card]")).to_have_attribute("data-card", each["card"])
            if number == 9:
                reg.screenshot("records-ninth-card")
            page.keyboard.press("ArrowRight")
        page.get_by_role("slider").focus()
        page.keyboard.press("End")
        settled = page.locator(".replay .settlement-head strong").inner_text().replace("\u2212", "-")
        hand = rex.client.get(f"/api/tables/{played}/hands/7").json()
        net = sum(round(100 * (float(line["returned"]) - float(line["staked"]))) for line in hand["settled"])
        assert dollars_of(settled) == net
        page.get_by_text("cards in the stub").click()
        stub = next(frame["stub"] for frame in reversed(frames) if "stub" in frame)
        expect(page.locator(".stub-cards")).to_have_text(" ".join(stub))
        page.get_by_role("button", name="Open and check the seal").click()
        expect(page.locator("[data-seal=true]")).to_contain_text("all 52 places")
        reg.assert_accessible()
        page.set_viewport_size({"width": 1280, "height": 1180})
        page.evaluate("scrollTo(0, 0)")
        reg.screenshot("records")
        insist_files_are_good(page, played)
        reg.assert_clean()


def test_a_link_leads_to_a_moment_of_a_hand(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")
        page = reg.open(f"/records?table={played}&round=6&step=5")
        expect(page.get_by_role("heading", name="High Card Flush 2, round 6")).to_be_visible()
        slider = page.get_by_role("slider", name="Moment of the round")
        expect(slider).to_have_value("4")
        page.get_by_role("button", name="Next", exact=True).click()
        page.get_by_role("link", name="Link to this moment").click()
        expect(page).to_have_url(f"{service.url}/records?table={played}&round=6&step=6")
        expect(slider).to_have_value("5")
        page.reload()
        expect(slider).to_have_value("5")
        page.goto(f"/records?table={played}&round=6&step=9999")
        expect(page.get_by_role("button", name="End", exact=True)).to_be_disabled()
        reg.assert_accessible()
        reg.assert_clean()


def test_hands_are_found_by_cards_player_and_time(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        rex = reg.sign_in("rex", "regulator")
        hand = rex.client.get(f"/api/hands/{played}/5/replay").json()["frames"][-1]["hands"]["2"]
        page = reg.open("/records")
        page.locator(".search-form select").select_option(played)
        page.get_by_label("Cards").fill(" ".join(hand))
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".hand-list button")).to_have_count(1)
        expect(page.locator(".hand-list button")).to_contain_text("Round 5")
        page.get_by_label("Cards").fill("")
        page.get_by_label("Account", exact=True).fill("nobody-here")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.get_by_text("No such hand")).to_be_visible()
        page.get_by_label("Account", exact=True).fill("")
        page.get_by_label("From", exact=True).fill("2026-01-01T00:00")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".hand-list button")).to_have_count(8)
        page.get_by_label("To", exact=True).fill("2026-01-02T00:00")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.get_by_text("No such hand")).to_be_visible()


def test_what_cannot_be_looked_for_is_said_in_words(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        rex = reg.sign_in("rex", "regulator")
        hand = rex.client.get(f"/api/hands/{played}/5/replay").json()["frames"][-1]["hands"]["2"]
        page = reg.open("/records")
        page.locator(".search-form select").select_option(played)
        search = page.get_by_role("button", name="Search", exact=True)
        cards = page.get_by_label("Cards")
        cards.fill("10h zz")
        search.click()
        told = page.get_by_role("alert")
        expect(told).to_have_text("“zz” is not a card: write cards as in Ah Kh; ten is T")
        expect(cards).to_have_attribute("aria-invalid", "true")
        reg.assert_accessible()
        reg.screenshot("records-no-card")
        cards.fill(", ".join(card.replace("T", "10").lower() for card in hand))
        expect(told).to_have_count(0)
        search.click()
        expect(page.locator(".hand-list button")).to_have_count(1)
        expect(page.locator(".hand-list button")).to_contain_text("Round 5")
        page.get_by_label("Round", exact=True).fill("five")
        search.click()
        expect(told).to_have_text("“five” is not the number of a round")


def test_an_auditor_is_told_that_the_deck_is_not_opened_to_them(
    browser: Browser, service: Service, played: str
) -> None:
    with seat_in_front(browser, service) as aud:
        aud.sign_in("abe", "auditor")
        page = aud.open("/records")
        page.locator(".search-form select").select_option(played)
        page.get_by_label("Round", exact=True).fill("3")
        page.get_by_role("button", name="Search", exact=True).click()
        page.get_by_role("button", name="Round 3").click()
        page.get_by_role("button", name="Save for verify_deal.py").click()
        expect(page.locator(".save-deal").get_by_role("alert")).to_be_visible()


def test_events_come_as_they_happen(browser: Browser, service: Service, played: str) -> None:
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 5")
    guest.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")
        page = reg.open("/records")
        rows = page.locator(".events-table tbody tr")
        expect(rows.first).to_be_visible()
        page.get_by_label("Only events with").fill(table)
        page.get_by_label("Kind of event").select_option("round")
        expect(rows).to_have_count(0)
        guest.play_round(table, 1, {"ante": "10"})
        expect(rows.first).to_have_attribute("data-event", "round.closed/1")
        page.get_by_role("button", name="Pause").click()
        before = rows.count()
        guest.play_round(table, 1, {"ante": "10"})
        expect(page.get_by_text("more since")).to_contain_text("paused")
        assert rows.count() == before
        page.get_by_role("button", name="Continue").click()
        expect(rows).not_to_have_count(before)
        rows.last.get_by_role("button").click()
        expect(page.locator("[data-included=true]")).to_be_visible()


def test_the_log_only_grew_since_the_last_look(browser: Browser, service: Service, played: str) -> None:
    guest = service.guest()
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")
        page = reg.open("/records")
        expect(page.locator("[data-grew=first]")).to_be_visible()
        guest.open_table("md-high-card-flush", name="One more")
        page.reload()
        expect(page.locator("[data-grew=true]")).to_contain_text("The log only grew")
        # Somebody rewrote what this browser had seen: the root it remembers is no longer the root of those events.
        page.evaluate(
            "localStorage.setItem('audit-head', JSON.stringify({...JSON.parse(localStorage.getItem('audit-head')),"
            " root: '00'.repeat(32)}))"
        )
        guest.open_table("md-high-card-flush", name="And another")
        page.reload()
        expect(page.locator("[data-grew=false]")).to_contain_text("something was changed or removed")
        reg.assert_accessible()
        page.reload()
        expect(page.locator("[data-grew=false]"), "a bad head never takes the place of the good one").to_be_visible()
        page.get_by_role("button", name="Forget the last head").click()
        expect(page.locator("[data-grew=first]")).to_be_visible()


def forging(change: Any) -> Any:
    def forge(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        change(body)
        route.fulfill(response=answer, json=body)

    return forge


def another_card(body: Any) -> None:
    body["openings"][5]["card"] = (body["openings"][5]["card"] + 1) % 52


def another_step(body: Any) -> None:
    body["path"][0] = "11" * 32


def another_root(body: Any) -> None:
    body["root"] = "22" * 32


@pytest.mark.parametrize(
    ("route", "change", "shown"),
    [
        ("**/stub", another_card, "[data-seal=false]"),
        ("**/api/audit/inclusion/**", another_step, "[data-included=false]"),
        ("**/api/audit/head", another_root, "[data-signed=false]"),
    ],
    ids=["seal", "inclusion", "signature"],
)
def test_a_forged_proof_is_not_believed(
    browser: Browser, service: Service, played: str, route: str, change: Any, shown: str
) -> None:
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")
        reg.page.route(route, forging(change))
        page = reg.open("/records")
        find_round(page, played, 3)
        page.get_by_role("button", name="Open and check the seal").click()
        expect(page.locator(shown)).to_contain_text("✗")
        if shown == "[data-seal=false]":
            expect(page.locator(shown)).to_contain_text("place 6")
