"""The description of the API as a page: everything is on it, it asks nobody else, and what it sends is answered."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from tests.api.service import Service


def test_the_api_can_be_read_and_tried(browser: Browser, service: Service) -> None:
    described = service.http().get("/api/openapi.json").json()
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{service.url}/api/docs")
    operations = page.locator("main > section > details")
    expect(operations).to_have_count(
        sum(len(methods) for methods in described["paths"].values()) + len(described["x-feeds"])
    )

    page.get_by_role("button", name="Sit down as a guest").click()
    expect(page.locator("#session")).to_contain_text("Requests are sent as")

    page.get_by_label("Find").fill("/commands")
    expect(operations.locator("visible=true")).to_have_count(1)
    commands = page.locator("#ApiTablesTableIdCommandsCommand")
    commands.locator("summary").first.click()
    commands.get_by_label("table_id").fill("md-high-card-flush")
    commands.get_by_label("Which example").select_option("sit")
    body = {
        "type": "sit", "command_id": "0123456789abcdef", "seat": 2, "buy_in": "100",
        "expected_version": service.log.version("table:md-high-card-flush"),
    }  # fmt: skip
    commands.get_by_label("Body").fill(json.dumps(body))
    commands.get_by_role("button", name="Send").click()
    expect(commands.get_by_label("Answer")).to_contain_text("200 OK")
    expect(commands.get_by_label("Answer")).to_contain_text('"accepted": true')

    page.get_by_label("Find").fill("feed")
    feed = operations.filter(has_text="/api/tables/{table_id}/feed").locator("visible=true")
    feed.locator("summary").first.click()
    feed.get_by_role("button", name="Listen").click()
    expect(feed.get_by_label("Messages")).to_contain_text('"type": "table"')
    feed.get_by_role("button", name="Stop").click()
    expect(feed.get_by_label("Messages")).to_contain_text("Closed")
    assert faults == []
    assert {url.split("/")[2] for url in asked} == {f"127.0.0.1:{service.port}"}
    context.close()


def test_a_phone_shows_it_without_scrolling_sideways(browser: Browser, service: Service) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{service.url}/api/docs")
    for group in ("tables", "feeds"):
        page.locator(f"#group-{group} > details").first.locator("summary").first.click()
    expect(page.locator("#group-tables").get_by_role("button", name="Send")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
