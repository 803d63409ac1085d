"""Every view passes axe-core, in dark and in light colours, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.looks import AT_REST, SCREENS
from tests.browser.stage import DESKTOP, PHONE, Scheme, seat_in_front

VIEWS = (
    "/", "/dealer", "/dealer/{table}", "/floor", "/people", "/records", "/sign/{table}", "/law/MD-CTF", "/submission",
    "/nowhere", "/account",
)  # fmt: skip
LARGER = (SCREENS["tablet"], SCREENS["wall"])
STAFF = ("dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator")


@pytest.fixture(scope="module")
def played(service: Service) -> str:
    """A table with some rounds behind it."""
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 2")
    guest.must(table, "sit", seat=2, buy_in="2000")
    for _ in range(12):
        guest.play_round(table, 2, guest.all_wagers(table))
    return table


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_view_passes_the_accessibility_check(
    browser: Browser, service: Service, played: str, phone: bool, scheme: Scheme
) -> None:
    """Pairwise: every view on both devices and in both schemes, and each device with each scheme. Nor does anything
    stick out where the window of the desktop becomes that of a tablet or a wall."""
    with seat_in_front(browser, service, phone=phone, scheme=scheme) as somebody:
        somebody.sign_in("sam", *STAFF)
        for path in VIEWS[phone ^ (scheme == "light") :: 2]:
            page = somebody.open(path.format(table=played))
            expect(page.locator("h1").first).to_be_visible()
            somebody.settled()
            somebody.assert_accessible()
            somebody.assert_nothing_sticks_out(path)
            name = path.strip("/").partition("/")[0] or "lobby"
            somebody.screenshot(f"{'phone-' if phone else ''}{name}-{scheme}")
            for width, height in () if phone else LARGER:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(AT_REST, [width, height])
                somebody.assert_nothing_sticks_out(f"{path} on a screen of {width} x {height}")
                somebody.screenshot(f"{width}-{name}")
            page.set_viewport_size(PHONE if phone else DESKTOP)
        somebody.assert_clean()


def test_the_law_shows_its_parts_and_that_readings_open(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, phone=True) as reader:
        page = reader.open("/law/MD-CTF")
        contents = page.get_by_role("navigation", name="On this page")
        reading = page.locator(".readings details").first
        expect(reading).to_be_attached()
        contents.get_by_role("button", name="Readings").click()
        heading = page.get_by_role("heading", name="The register of readings")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        turn = "element => getComputedStyle(element, '::before').content"
        assert "Show" in reading.locator(".reading-turn").evaluate(turn)
        reading.locator("summary").click()
        expect(reading.locator("dl")).to_be_visible()
        assert "Hide" in reading.locator(".reading-turn").evaluate(turn)
        reader.assert_accessible()


def test_the_focus_goes_to_the_heading_of_the_next_view(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as reader:
        page = reader.open("/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("body"), "a page that has just been opened is left alone").to_be_focused()
        views = {"The law": "The law", "Submission": "Rules Submission", "Lobby": "Sit down and play"}
        for link in views:
            page.get_by_role("link", name=link, exact=True).focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("navigation", name="Pages").locator("[aria-current]")).to_have_text(link)
            expect(page.get_by_role("heading", level=1)).to_be_focused()
        page.locator(".game-card").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage")).to_be_visible()
        expect(page.locator(".table-header h1")).to_be_focused()


def test_a_sign_leads_back_to_the_lobby(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as passer_by:
        page = passer_by.open(f"/sign/{played}")
        page.get_by_role("link", name="The lobby").click()
        expect(page).to_have_url(f"{service.url}/")


def test_an_account_can_be_changed_on_a_phone_without_scrolling_aside(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, phone=True) as boss:
        boss.sign_in("sam", *STAFF)
        change = boss.open("/people").get_by_role("button", name="Change the account sam")
        expect(change).to_be_visible()
        box = change.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
        boss.assert_accessible()
