"""The house edge and hit frequency of every wager, in the lobby, in the law and under *Pays*: those of the lab."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Locator, expect

from houserules.cli.main import run
from tests.api.service import Service
from tests.browser.stage import seat_in_front

GAMES = {"md-high-card-flush": "MD-HCF", "ma-high-card-flush": "MA-HCF", "md-chase-the-flush": "MD-CTF"}


def told(part: Locator) -> dict[str, tuple[str, str]]:
    """Wager to its house edge and hit frequency, as exact as the page has them."""
    rows = part.locator("[data-part=odds] tbody tr")
    expect(rows.first).to_be_visible()
    return {
        row.get_attribute("data-wager") or "": (
            row.get_attribute("data-edge") or "",
            row.get_attribute("data-hits") or "",
        )
        for row in rows.all()
    }


@pytest.mark.parametrize("game", GAMES)
def test_they_are_those_that_analyze_prints(
    browser: Browser, service: Service, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["analyze", game, "--json"]) == 0
    wagers = json.loads(capsys.readouterr().out)["wagers"]
    exact = {name: (each["house_edge"]["exact"], each["hit_frequency"]["exact"]) for name, each in wagers.items()}
    assert len(exact) >= 4
    with seat_in_front(browser, service) as ann:
        page = ann.open("/")
        own = page.locator(".own-game", has=page.locator(f"[data-lesson={game}]"))
        own.locator("summary").click()
        assert told(own) == exact, "in the lobby"
        edge = float(wagers["base"]["house_edge"]["decimal"])
        expect(own.locator("[data-wager=base]")).to_contain_text(f"{100 * edge:.2f} %")
        ann.assert_accessible()
        ann.open(f"/law/{GAMES[game]}")
        assert told(page.get_by_role("region", name="House edges")) == exact, "in the law"
        ann.sit(game)
        page.get_by_role("button", name="Pays", exact=True).click()
        assert told(page.get_by_role("dialog", name="What the table pays")) == exact, "under Pays"
        ann.assert_clean()
