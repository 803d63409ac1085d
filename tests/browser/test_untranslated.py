"""What a player reads, looked at in Chinese: every text with a word in it has Chinese in it, or is a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front
from tests.support.installed import THREE_CARD_POKER, in_use, install

LATIN = r"""() => {
  const found = [];
  const add = (text) => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text) && found.push(text.trim());
  const printed = "script, style, kbd, code, pre, svg, .language, .felt-words, [data-inscription], .clause, cite";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const part = walker.currentNode.parentElement;
    if (part.closest(printed)) continue;
    if (part.closest("option") || part.checkVisibility()) add(walker.currentNode.textContent);
  }
  for (const part of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (part.closest(printed)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) add(part.getAttribute(name) ?? "");
  }
  return found;
}"""
"""Texts and labels in which there are Latin words and nothing else; what the law prints is left out."""
CLAUSE = re.compile(r"(MD|MA|EX)-[A-Z]+ [^a-z]*\w*$")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


class Reader:
    """Somebody who reads Chinese, and names."""

    def __init__(self, visitor: Visitor, books: Any) -> None:
        self.visitor, self.page = visitor, visitor.page
        titles = [each for book in books for each in (book["title"], book["jurisdiction"], book["shown"]["short"])]
        wagers = [each for book in books for wager in book["shown"]["wagers"].values() for each in wager.values()]
        names = sorted({*titles, *wagers, "houserules", "English", "Español"}, key=len, reverse=True)
        self.names = re.compile("|".join(map(re.escape, names)))

    def assert_all_is_chinese(self) -> None:
        self.visitor.settled()
        found = {text for text in self.page.evaluate(LATIN) if not CLAUSE.match(text)}
        left = {text for text in found if re.search("[A-Za-z]{3}", self.names.sub("", text))}
        assert not left, f"{self.page.url}: {left}"


def test_every_view_of_a_player_is_translated(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house, locale="zh-CN") as ann:
        page = ann.open("/")
        books = house.guest().client.get("/api/rulebooks").json()
        reader = Reader(ann, books)
        costs = page.locator("details summary")
        expect(costs).to_have_count(len(books))
        for summary in costs.all():
            summary.click()
        expect(page.locator("details table")).to_have_count(len(books))
        reader.assert_all_is_chinese()

        page.locator("[data-lesson=ex-three-card-poker]").click()
        guide = page.locator(".first-hand")
        expect(guide).to_have_attribute("data-step", "bet")
        reader.assert_all_is_chinese()
        ann.press("deal")
        expect(guide).to_have_attribute("data-step", "cards")
        reader.assert_all_is_chinese()
        page.locator("[data-lesson=next]").click()
        page.locator(".coach-head").click()
        expect(page.locator(".coach-options")).to_be_visible()
        reader.assert_all_is_chinese()
        ann.press("fold")
        ann.await_phase("over")
        reader.assert_all_is_chinese()
        page.locator("[data-lesson=next]").click()
        expect(guide).to_have_attribute("data-step", "paid")
        reader.assert_all_is_chinese()

        for path in ("/history", "/sign-in", "/nowhere", "/tables/none", "/learn/EX-TCP?view=exam"):
            ann.open(path)
            expect(page.locator("h1")).to_be_visible()
            reader.assert_all_is_chinese()
        ann.open("/history")
        page.locator(".history-hand a").click()
        expect(page.locator(".hand-view")).to_be_visible()
        reader.assert_all_is_chinese()

        ann.open("/learn/EX-TCP")
        page.locator(".learn-drill .action-primary").click()
        page.locator(".learn-options .action").first.click()
        expect(page.locator(".learn-verdict")).to_be_visible()
        reader.assert_all_is_chinese()
        ann.open("/learn/EX-TCP?view=slips")
        expect(page.locator(".learn-slips, #main > p").last).to_be_visible()
        reader.assert_all_is_chinese()
        ann.open("/learn/EX-TCP?view=payouts")
        page.locator(".learn-pay .action-primary").click()
        page.locator(".payout-answer input").first.fill("12345")
        page.locator(".learn-pay .action-primary").click()
        expect(page.locator(".payout-told").first).to_be_visible()
        reader.assert_all_is_chinese()


def test_a_text_that_is_not_translated_is_found(browser: Browser, house: Service) -> None:
    with seat_in_front(browser, house, locale="zh-CN") as ann:
        page = ann.open("/sign-in")
        reader = Reader(ann, house.guest().client.get("/api/rulebooks").json())
        expect(page.locator("h1")).to_be_visible()
        reader.assert_all_is_chinese()
        page.evaluate("document.querySelector('h1').append(' Sit down')")
        with pytest.raises(AssertionError, match="Sit down"):
            reader.assert_all_is_chinese()
