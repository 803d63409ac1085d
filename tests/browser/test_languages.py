"""The page in the languages that it has: the browser's first, and another by choice, kept on the device."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front

HEADINGS = {"en": "Sit down and play", "es": "Siéntese a jugar", "zh": "入座开玩"}
TAGS = {"en": "en", "es": "es", "zh": "zh-Hans"}


@pytest.mark.parametrize(("browsers", "shown"), [("es-MX", "es"), ("zh-CN", "zh"), ("fr-FR", "en")])
def test_the_first_language_is_the_browsers_where_there_is_one(
    browser: Browser, service: Service, browsers: str, shown: str
) -> None:
    with seat_in_front(browser, service, locale=browsers) as ann:
        ann.open("/")
        expect(ann.page.locator("h1")).to_have_text(HEADINGS[shown])
        expect(ann.page.locator("html")).to_have_attribute("lang", TAGS[shown])


def test_a_switch_shows_at_once_and_is_kept(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        ann.open("/")
        for language in ("es", "zh", "en", "es"):
            ann.page.locator(".site-header select.language").select_option(language)
            expect(ann.page.locator("h1")).to_have_text(HEADINGS[language])
            expect(ann.page.locator("html")).to_have_attribute("lang", TAGS[language])
            ann.assert_accessible()
        ann.open("/")
        expect(ann.page.locator("h1")).to_have_text(HEADINGS["es"])


def test_the_language_is_switched_at_the_table(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.page.get_by_role("button", name="Settings").click()
        ann.page.locator(".settings-sheet select.language").select_option("zh")
        expect(ann.page.locator(".settings-sheet")).to_contain_text("语言")
        expect(ann.page.locator(".session-clock")).to_have_attribute("title", "您已经玩了 0 分钟。")
