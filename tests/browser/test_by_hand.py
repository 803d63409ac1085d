"""A table where nothing happens by itself: a dealer at the console and a player at the felt, from sealed cards on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.looks import AT_REST, SCREENS
from tests.browser.stage import Visitor, seat_in_front

DECKS = (1, 2)


def assert_the_deck_is_in_sight(visitor: Visitor) -> None:
    """Every card of the deck that is spread, also on a phone and on one that lies on its side."""
    for screen in ("phone", "low-phone", "low-phone-on-its-side", "desktop-at-twice-the-size", "desktop"):
        width, height = SCREENS[screen]
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(AT_REST, [width, height])
        outside = visitor.page.locator(".spread-deck [data-card]").evaluate_all(
            """cards => {
              const felt = document.querySelector(".stage").getBoundingClientRect();
              const inside = ({ left, right, top, bottom }) =>
                left >= felt.left && right <= felt.right && top >= felt.top && bottom <= felt.bottom;
              return cards.filter((card) => !inside(card.getBoundingClientRect())).map((card) => card.dataset.card);
            }"""
        )
        assert not outside, f"{screen}: {outside}"


def test_a_table_run_by_people_alone(browser: Browser, tmp_path: Path) -> None:
    with (
        Service(tmp_path / "house.db") as service,
        seat_in_front(browser, service) as dora,
        seat_in_front(browser, service) as ann,
    ):
        dealer, floor = dora.sign_in("dora", "dealer"), service.someone("flo", "floorperson")
        table = dealer.open_table("md-high-card-flush", automatic=[], betting_seconds=0, decision_seconds=0)
        console = dora.open(f"/dealer/{table}")
        ann.sit(table)
        now = console.locator(".walk-now")

        def take(step: str, deck: int | None = None) -> None:
            wanted = f"[data-step={step}]" + (f"[data-deck='{deck}']" if deck else "")
            expect(now.locator(wanted)).to_be_visible()
            console.keyboard.press("n")
            expect(now.locator(wanted)).to_have_count(0)

        for deck in DECKS:
            take("receive_cards", deck)
            take("inspect_cards", deck)
            expect(now).to_contain_text("A floorperson does this")
            floor.must(table, "verify_inspection", deck=deck)
            take("spread_cards", deck)
        expect(now).to_contain_text("waits for a player to view the cards")
        expect(now.locator(".clause").first).to_contain_text("MD-HCF")
        for deck in DECKS:
            expect(ann.page.get_by_text(f"The dealer has spread deck {deck} face up")).to_be_visible()
            spread = ann.page.get_by_role("region", name=f"Deck {deck}, spread for inspection")
            expect(spread).to_contain_text("none missing, none twice")
            faces = spread.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
            assert len(set(faces)) == len(faces) == 52, "face up"
            ann.assert_accessible()
            ann.screenshot("view-cards")
            assert_the_deck_is_in_sight(ann)
            ann.press("view-cards")
        expect(ann.page.locator("[data-action=view-cards]")).to_have_count(0)
        take("stack_cards", 1)
        take("shuffle")
        take("open_round")
        ann.bet("ante")
        button = ann.page.locator("[data-action=deal]")
        expect(button, "a person deals here; the player bets").to_contain_text("Place bets")
        expect(ann.page.locator(".spot-not-placed")).to_be_visible()
        button.click()
        take("no_more_bets")
        take("deal")
        ann.page.locator(".decision .action").last.click()
        take("reveal")
        for _ in range(3):
            if service.guest().view(table)["last_round"]:
                break
            console.keyboard.press("n")
        ann.await_phase("over")
        assert "ante" in ann.lines()
        dora.assert_clean()
        ann.assert_clean()
