"""Who is not signed in, who mistypes a password, and a page that is older than the service."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from tests.api.service import FAST, PASSWORD, Service
from tests.browser.stage import seat_in_front


def test_a_wrong_password_is_called_so_until_one_must_wait(browser: Browser, service: Service) -> None:
    service.someone("walt", "player")
    with seat_in_front(browser, service) as walt:
        page = walt.open("/sign-in")
        page.get_by_label("Account").fill("walt")
        page.get_by_label("Password").fill("not the password")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("The account or the password is wrong.")
        expect(page.get_by_role("alert")).to_contain_text("you must wait before you try again")
        for _ in range(20):
            answer = walt.page.request.post("/api/session", data={"account": "walt", "password": "wrong again"})
            if answer.status != 401:
                break
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("Too many wrong passwords")
        expect(page.get_by_role("alert")).to_contain_text("second")
        walt.assert_accessible()


def test_a_link_that_is_good_no_more_says_how_to_get_another(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as owner:
        page = owner.open("/sign-in")
        expect(page.get_by_role("main")).to_contain_text("At first there is no password")
        owner.screenshot("sign-in")
        owner.assert_accessible()
        good = service.run(service.house.people.owners_link())
        owner.page.goto(f"/#sign-in={good}")
        expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
        for number, link in enumerate((good, f"{good}x", "owner.mistyped")):
            owner.page.goto(f"/#sign-in={link}")
            told = page.get_by_role("alert")
            expect(told).to_contain_text("was used already, is over an hour old, or is not complete")
            expect(told).to_contain_text("Start the service again")
            expect(page.get_by_role("dialog"), "nobody's session has ended").to_have_count(0)
            expect(page.get_by_role("button", name="Sign out")).to_be_visible()
            if not number:
                owner.screenshot("sign-in-old-link")
                owner.assert_accessible()
            told.get_by_role("button", name="Close").click()
        owner.assert_clean()


def test_a_guest_who_mistypes_a_password_stays_a_guest(browser: Browser, service: Service) -> None:
    service.someone("wim", "player")
    with seat_in_front(browser, service) as wim:
        wim.sit(service.guest().open_table("md-high-card-flush"))
        page = wim.open("/sign-in")
        page.get_by_label("Account").fill("wim")
        page.get_by_label("Password").fill("not the password")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("The account or the password is wrong.")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("button", name="Sign out"), "no dialog stood in the way").to_be_visible()


@pytest.mark.parametrize("view", ["dealer", "floor", "records", "people"])
def test_staff_pages_ask_to_sign_in(browser: Browser, service: Service, view: str) -> None:
    with seat_in_front(browser, service) as stranger:
        page = stranger.open(f"/{view}")
        main = page.get_by_role("main")
        expect(main).to_contain_text("Sign in to ")
        assert main.locator("section, table, [role=alert]").count() == 0, "no empty frames"
        stranger.assert_accessible()
        main.get_by_role("link", name="Sign in").click()
        expect(page.get_by_label("Password")).to_be_visible()


def test_a_part_that_a_new_build_replaced_is_fetched_by_one_reload(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as guest:
        page = guest.open("/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        loads: list[str] = []
        page.on("load", lambda loaded: loads.append(loaded.url))
        page.route("**/Law-*.js", lambda route: route.fulfill(status=404, body=""))
        page.get_by_role("link", name="The law", exact=True).click()
        expect(page.get_by_role("heading", name="There is a new version: reload")).to_be_visible()
        assert len(loads) == 1, "one reload, and then no more"
        page.unroute("**/Law-*.js")
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_role("heading", name="There is a new version")).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_house_without_guests_says_how_to_get_in(browser: Browser, tmp_path: Path) -> None:
    with (
        Service(tmp_path / "house.db", settings=replace(FAST, guests=False)) as service,
        seat_in_front(browser, service) as stranger,
    ):
        page = stranger.open("/tables/md-high-card-flush?sit")
        expect(page.get_by_role("alert")).to_contain_text("This house does not admit guests.")
        stranger.assert_accessible()
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
        expect(page.get_by_label("Password")).to_be_visible()
