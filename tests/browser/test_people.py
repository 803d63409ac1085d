"""Administrators make accounts, and pit managers open live tables, without leaving the page."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.api.service import PASSWORD, Service
from tests.browser.stage import seat_in_front


def test_an_account_is_opened_and_closed(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss", "administrator")
        page = boss.page
        page.get_by_role("link", name="People").click()
        expect(page.locator("[data-account=boss]")).to_contain_text("Administrator")
        expect(page.locator("[data-account=boss] button"), "nobody closes the own account").to_have_count(0)
        page.get_by_label("Account", exact=True).fill("dee")
        page.get_by_label("Name", exact=True).fill("Dee")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_role("checkbox", name="Dealer").check()
        page.get_by_role("button", name="Open the account").click()
        row = page.locator("[data-account=dee]")
        expect(row).to_contain_text("Dealer")
        boss.assert_accessible()
        boss.screenshot("people")
        signing_in = {"account": "dee", "password": PASSWORD}
        assert service.http().post("/api/session", json=signing_in).status_code == 201
        row.get_by_role("button", name="Close the account dee").click()
        row.get_by_role("button", name="Close it for good").click()
        expect(row).to_contain_text("Closed")
        assert service.http().post("/api/session", json=signing_in).status_code == 401
        page.get_by_label("Account", exact=True).fill("dee")
        page.get_by_label("Name", exact=True).fill("Dee")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_role("button", name="Open the account").click()
        expect(page.get_by_role("alert")).to_be_visible()
        boss.assert_clean()


def test_a_live_table_is_opened_on_the_floor(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as pit:
        pit.sign_in("pia", "pit_manager")
        page = pit.open("/floor")
        page.get_by_text("Open a live table").click()
        page.get_by_label("Name of the table").fill("Pit 1")
        page.get_by_label("Rules Submission").select_option(label="Paste a file")
        page.get_by_label("The submission, as TOML").fill("no = [")
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator("form").get_by_role("alert")).to_be_visible()
        page.get_by_label("Rules Submission").select_option(label="Chase the Flush, Maryland, as bundled")
        page.get_by_role("checkbox", name="Shuffle").uncheck()
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_text("Pit 1 is open.")).to_be_visible()
        pit.assert_accessible()
        pit.screenshot("open-table")
        opened = next(each for each in service.http().get("/api/tables").json() if each["name"] == "Pit 1")
        assert (opened["kind"], opened["rulebook"]) == ("live", "MD-CTF")
        pit.assert_clean()


def test_others_see_neither(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as flo:
        flo.sign_in("flo", "floorperson")
        page = flo.open("/floor")
        expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
        expect(page.get_by_text("Open a live table")).to_have_count(0)
        expect(page.get_by_role("link", name="People")).to_have_count(0)
