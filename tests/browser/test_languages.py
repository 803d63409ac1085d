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


VIEWS = {
    "es": {
        "/lab/MD-HCF": "El laboratorio",
        "/law/MD-HCF": "La ley",
        "/submission": "Presentación de reglas",
        "/history": "Historial",
    },
    "zh": {"/lab/MD-HCF": "实验室", "/law/MD-HCF": "规则", "/submission": "规则申报", "/history": "历史"},
}


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("language", ["es", "zh"])
def test_views_fit_in_every_language(browser: Browser, service: Service, language: str, phone: bool) -> None:
    with seat_in_front(browser, service, locale=language, phone=phone) as ann:
        for path, heading in VIEWS[language].items():
            page = ann.open(path)
            expect(page.locator("h1")).to_have_text(heading)
            expect(page.locator("main .panel, main .history-filters").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            ann.assert_accessible()


def test_the_sign_is_as_the_law_prints_it(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service, locale="es-MX") as ann:
        page = ann.open(f"/sign/{table}")
        expect(page.locator(".sign-back")).to_have_text("El vestíbulo")
        expect(page.locator(".sign-head p").last).to_have_text("Ante $10 to $500")
        expect(page.locator(".sign-tables")).to_contain_text("Against the dealer")
