"""The sign over a table: it follows the meter, fits a wall, states odds with "to", and comes back by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front

WALL = {"width": 1920, "height": 1080}
GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")

QUALIFIES = "Dealer qualifies with a nine-high three-card flush; else Ante "
SAID = {
    GAMES[0]: (QUALIFIES + "pays, Raise pushes", "up to 2× with 5, up to 3× with 6 or 7", "at most $50,000"),
    GAMES[1]: (
        QUALIFIES + "pushes", "3× the Ante before the flop, 2× after the flop, 1× after the board",
        "3-card flush or less",
        "First three cards of one suit spin the wheel",
    ),
    GAMES[2]: (QUALIFIES + "pays, Raise pushes", "up to 2× with 5, up to 3× with 6 or 7"),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_pays_hangs_on_one_wall(browser: Browser, service: Service, game: str) -> None:
    guest = service.guest()
    table = guest.open_table(game, name=f"Sign of {game}")
    rules = guest.client.get(f"/api/tables/{table}/rules").json()
    with seat_in_front(browser, service) as passer_by:
        passer_by.page.set_viewport_size(WALL)  # type: ignore[arg-type]
        page = passer_by.open(f"/sign/{table}")
        expect(page.locator("h1")).to_have_text(rules["game"])
        titles = page.locator(".sign-tables caption").all_inner_texts()
        assert len(titles) == len(rules["paytables"]) + 1, "and the wagers against the dealer"
        text = page.locator("main").inner_text()
        for said in SAID[game]:
            assert said in text
        assert " to 1" in text
        assert " for 1" not in text
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "nobody scrolls a wall"
        columns = page.locator(".sign-column").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().top)"
        )
        assert len(set(columns)) == 1, "no table hangs alone in a second row"
        smallest = page.locator(".sign-tables td, .sign-tables th").evaluate_all(
            "all => Math.min(...all.map(each => parseFloat(getComputedStyle(each).fontSize)))"
        )
        assert smallest >= 24, "legible from across the pit"
        passer_by.assert_accessible()
        passer_by.screenshot("sign" if game == GAMES[0] else f"sign-{game}")


def test_the_meter_counts_up_to_what_the_table_has(browser: Browser, service: Service) -> None:
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 3")
    guest.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service, motion=True) as passer_by:
        page = passer_by.open(f"/sign/{table}")
        meter = page.locator("[data-meter=main]")
        expect(meter).to_have_text("$30,000.00")
        page.evaluate(
            "window.seen = []; window.meter = document.querySelector('[data-meter]');"
            "new MutationObserver(() => seen.push(meter.innerText))"
            ".observe(meter, {subtree: true, characterData: true, childList: true})"
        )
        guest.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
        main = guest.view(table)["meters"]["main"]
        expect(meter).to_have_text(f"${float(main):,.2f}")
        seen = page.evaluate("seen")
        assert len(set(seen)) > 3, f"it climbs: {seen}"
        assert seen == sorted(seen), "and never falls"


def test_the_sign_comes_back_by_itself(browser: Browser, service: Service) -> None:
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 4")
    guest.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service) as passer_by:
        page = passer_by.open(f"/sign/{table}")
        meter = page.locator("[data-meter=main]")
        expect(meter).to_have_text("$30,000.00")
        passer_by.context.set_offline(True)
        expect(page.locator("main")).to_have_attribute("data-link", "lost")
        expect(meter, "what was shown stays there").to_have_text("$30,000.00")
        guest.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
        passer_by.context.set_offline(False)
        expect(meter).to_have_text("$30,000.22")
        expect(page.locator("main")).to_have_attribute("data-link", "live")
