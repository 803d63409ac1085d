"""What goes over the connections: the view once, then differences, and nothing after a command but its reply."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Every frame that the page receives on its feeds from now on."""
    frames: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))))
    return frames


def test_a_command_is_answered_by_its_reply_alone(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        frames = frames_of(ann.page)
        ann.sit(table)
        ann.settled()
        asked: list[str] = []
        ann.page.on(
            "request", lambda request: asked.append(f"{request.method} {request.url.removeprefix(service.url)}")
        )
        ann.press("deal")
        ann.await_phase("decisions")
        path = f"/api/tables/{table}"
        others = [each for each in asked if not each.startswith(f"POST {path}/commands?feed=")]
        assert [each for each in others if not each.startswith(f"GET {path}/advice")] == []
        assert [frame["type"] for frame in frames if frame["type"] != "ping"][:1] == ["table"]
        assert all(frame["type"] in {"changes", "ping"} for frame in frames[1:])


def test_others_are_sent_what_changed_and_see_the_same(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(betting_seconds=0, decision_seconds=0)
    bob = service.guest()
    bob.must(table, "sit", seat=2, buy_in="100")
    with seat_in_front(browser, service) as ann:
        frames = frames_of(ann.page)
        ann.sit(table)
        ann.await_share(table)
        bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"})
        expect(ann.page.locator("[data-seat='2'] .chip-amount")).to_have_text("$10")
        changes = [frame for frame in frames if frame["type"] == "changes"][-1]["changes"]
        assert {"version", "round"} <= set(changes)
        assert not {"name", "rulebook", "game"} & set(changes), "what has not changed is not sent again"


def test_after_a_lost_connection_the_page_goes_on_from_the_whole_view(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(betting_seconds=0, decision_seconds=0)
    bob = service.guest()
    bob.must(table, "sit", seat=2, buy_in="100")
    with seat_in_front(browser, service) as ann:
        frames = frames_of(ann.page)
        ann.sit(table)
        ann.await_share(table)
        ann.context.set_offline(True)
        expect(ann.page.get_by_text("Connection lost.")).to_be_visible()
        bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"})
        ann.context.set_offline(False)
        expect(ann.page.locator("[data-seat='2'] .chip-amount")).to_have_text("$10")
        assert [frame["type"] for frame in frames].count("table") == 2
        bob.must(table, "ready")
        ann.press("deal")
        ann.await_phase("decisions")
