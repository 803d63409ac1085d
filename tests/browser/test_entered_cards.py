"""Cards entered by hand at a live table, in the browser: two persons, and amber on every player's screen."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.service import Service
from tests.api.test_entered_cards import CHOSEN, Live
from tests.browser.stage import seat_in_front
from tests.browser.test_regulator import find_round
from tests.support.parts import part_of

SIGN = "Cards entered by hand: this deal cannot be verified."


AMBER = """part => [getComputedStyle(part.querySelector(".check-open")).color, (() => {
  const sample = document.createElement("i");
  sample.style.color = "var(--warn)";
  part.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
})()]"""


def assert_amber(page: Page, part: str, text: str) -> None:
    """It says that something cannot be checked, and is neither green nor red."""
    found = page.locator(part)
    expect(found).to_contain_text(text)
    shown, amber = found.evaluate(AMBER)
    assert shown == amber


def assert_the_replay_is_amber(browser: Browser, service: Service, table: str) -> None:
    with seat_in_front(browser, service) as rex:
        rex.sign_in("rex", "regulator")
        records = rex.open("/records")
        find_round(records, table, 1)
        records.get_by_role("button", name="End", exact=True).click()
        records.get_by_text("cards in the stub").click()
        records.get_by_role("button", name="Open and check the seal").click()
        assert_amber(records, "[data-seal='in part']", "entered by hand")
        rex.assert_accessible()


@pytest.mark.parametrize("phone", part_of([False, True], 2))
def test_everybody_sees_that_cards_were_entered(browser: Browser, tmp_path: Path, phone: bool) -> None:
    with (
        Service(tmp_path / "house.db") as service,
        seat_in_front(browser, service, phone) as dora,
        seat_in_front(browser, service, phone) as flora,
        seat_in_front(browser, service, phone) as ann,
    ):
        live = Live(service, entered_cards=True)
        dora.sign_in("dana", "dealer")
        flora.sign_in("flo", "floorperson")
        ann.sign_in("ann", "player")
        lobby = ann.open("/")
        expect(lobby.locator(f"[data-table='{live.table}']")).to_contain_text("Cards may be entered by hand here")
        felt, console = ann.open(f"/tables/{live.table}"), dora.open(f"/dealer/{live.table}")
        expect(felt.locator(".bank strong")).to_be_visible()
        expect(felt.get_by_text(SIGN)).to_have_count(0)
        console.get_by_text("Cards read by a shoe or a scanner").first.click()
        labels = console.locator("details[open] label").evaluate_all(
            "labels => labels.map((each) => each.getBoundingClientRect()).map((at) => [at.top, at.bottom, at.left])"
        )
        for (_, bottom, left), (top, _, beside) in pairwise(labels):
            assert top >= bottom or beside > left, "no label runs into the next one"
        console.get_by_label("Or all 52 cards, top card first").first.fill(" ".join(CHOSEN))
        console.locator(".walk-now").get_by_role("button", name="Shuffle").click()
        expect(console.locator(".walk-now")).to_contain_text("a second person confirms them")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        flora.open(f"/dealer/{live.table}").get_by_role("button", name="Confirm the entered cards").click()
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        ann.assert_nothing_sticks_out("the table")
        ann.assert_accessible()
        ann.screenshot(f"entered-cards{'-phone' if phone else ''}")
        dora.screenshot(f"entered-cards-console{'-phone' if phone else ''}")
        ann.press("fold")
        ann.await_phase("over")
        expect(felt.get_by_text(SIGN)).to_be_visible()
        felt.get_by_role("button", name="Verify this deal").click()
        assert_amber(felt, "[data-verified='in part']", "This deal cannot be verified.")
        assert felt.get_by_text("The deal holds.").count() == 0
        ann.assert_accessible()
        assert_the_replay_is_amber(browser, service, live.table)
        ann.page.get_by_role("button", name="Hands").click()
        expect(felt.get_by_role("dialog").get_by_text(SIGN)).to_be_visible()
        ann.assert_clean()


@pytest.mark.parametrize("phone", [False, True])
def test_the_console_says_what_the_shuffler_counts(browser: Browser, tmp_path: Path, phone: bool) -> None:
    with Service(tmp_path / "house.db") as service, seat_in_front(browser, service, phone) as dora:
        live = Live(service, entered_cards=True)
        dora.sign_in("dana", "dealer")
        console = dora.open(f"/dealer/{live.table}")
        shuffle = console.locator(".walk-now form")
        shuffle.get_by_text("Cards read by a shoe or a scanner").click()
        counted = shuffle.locator("input[name=counted]")
        expect(counted).to_have_value("52")
        shuffle.get_by_label("Their order is unknown").check()
        counted.fill("51")
        dora.assert_nothing_sticks_out("the console")
        dora.assert_accessible()
        dora.screenshot(f"shuffler-counts{'-phone' if phone else ''}")
        expect(console.get_by_text("Deck 1 stacked, deck 2 stacked")).to_be_visible()
        shuffle.get_by_role("button", name="Shuffle").click()
        expect(console.get_by_text("Deck 1 stacked, deck 2 stacked")).to_have_count(0)
        dora.assert_clean()
