"""Administrators make and keep accounts, and pit managers open live tables, without leaving the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.service import PASSWORD, Service
from tests.browser.stage import Visitor, seat_in_front


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A house of its own for each test: with one administrator, who needs nobody's approval."""
    with Service(tmp_path / "house.db") as running:
        yield running


OTHER_PASSWORD = "another long password"


def signs_in(service: Service, account: str, password: str) -> bool:
    answer = service.http().post("/api/session", json={"account": account, "password": password})
    return answer.status_code == 201


def open_account(visitor: Visitor, account: str) -> Page:
    """The sheet of an account, through its row."""
    visitor.page.get_by_role("button", name=f"Change the account {account}").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    return visitor.page


def test_an_account_is_opened_and_closed(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss", "administrator")
        page = boss.page
        page.get_by_role("link", name="People").click()
        expect(page.locator("[data-account=boss]")).to_contain_text("Administrator")
        page.get_by_label("Account", exact=True).fill("dee")
        page.get_by_label("Name", exact=True).fill("Dee")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_role("checkbox", name="Dealer").check()
        page.get_by_role("button", name="Open the account").click()
        row = page.locator("[data-account=dee]")
        expect(row).to_contain_text("Dealer")
        boss.assert_accessible()
        boss.screenshot("people")
        assert signs_in(service, "dee", PASSWORD)
        open_account(boss, "dee").get_by_role("button", name="Close the account").click()
        page.get_by_role("button", name="Cancel").click()
        assert signs_in(service, "dee", PASSWORD), "it asks first"
        page.get_by_role("button", name="Close the account").click()
        page.get_by_role("button", name="Close it for good").click()
        expect(page.get_by_role("dialog")).to_contain_text("stays closed")
        page.get_by_role("button", name="Back").click()
        expect(row).to_contain_text("Closed")
        expect(row.get_by_role("button")).to_have_count(0)
        assert not signs_in(service, "dee", PASSWORD)
        page.get_by_label("Account", exact=True).fill("dee")
        page.get_by_label("Name", exact=True).fill("Dee")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_role("button", name="Open the account").click()
        expect(page.get_by_role("alert")).to_contain_text("the name of a closed account is not used again")
        boss.assert_clean()


def test_the_next_account_does_not_get_the_last_ones_roles(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss-next", "administrator")
        page = boss.open("/people")
        form = page.locator("section", has=page.get_by_role("heading", name="A new account"))
        for account, more in (("ada", ("Administrator", "Pit manager")), ("eve", ())):
            form.get_by_label("Account", exact=True).fill(account)
            form.get_by_label("Name", exact=True).fill(account.title())
            form.get_by_label("First password").fill(PASSWORD)
            for role in more:
                form.get_by_role("checkbox", name=role).check()
            form.get_by_role("button", name="Open the account").click()
            expect(page.locator(f"[data-account={account}]")).to_be_visible()
            chosen = form.get_by_role("checkbox", checked=True)
            expect(chosen, "the form is as it was at first").to_have_count(1)
            expect(form.get_by_role("checkbox", name="Player")).to_be_checked()
        expect(page.locator("[data-account=eve] td").nth(1)).to_have_text("Player")


def test_roles_and_passwords_are_changed(browser: Browser, service: Service) -> None:
    service.someone("fay", "dealer")
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss-roles", "administrator")
        page = boss.open("/people")
        sheet = open_account(boss, "fay").get_by_role("dialog")
        expect(sheet.get_by_role("button", name="Change the roles")).to_be_disabled()
        sheet.get_by_role("checkbox", name="Floorperson").check()
        boss.assert_accessible()
        boss.screenshot("people-account")
        sheet.get_by_role("button", name="Change the roles").click()
        expect(sheet.get_by_role("status")).to_contain_text("Dealer, Floorperson")
        expect(page.locator("[data-account=fay]")).to_contain_text("Dealer, Floorperson")
        sheet.get_by_label("New password").fill(OTHER_PASSWORD)
        sheet.get_by_role("button", name="Set the password").click()
        expect(sheet.get_by_role("button", name="Cancel"), "the harmless button has the focus").to_be_focused()
        assert signs_in(service, "fay", PASSWORD), "the old one works until the question is answered"
        boss.assert_accessible()
        sheet.get_by_role("button", name="Replace it").click()
        expect(sheet.get_by_role("status")).to_contain_text("new password")
        assert signs_in(service, "fay", OTHER_PASSWORD)
        assert not signs_in(service, "fay", PASSWORD)
        boss.assert_clean()


def test_money_is_paid_in_once_by_keys_alone(browser: Browser, service: Service) -> None:
    player = service.someone("rob", "player")
    with seat_in_front(browser, service, phone=True) as boss:
        boss.sign_in("boss-cage", "administrator")
        page = boss.open("/people")
        opener = page.get_by_role("button", name="Change the account rob")
        opener.focus()
        page.keyboard.press("Enter")
        amount = page.get_by_label("Paid in at the cage")
        expect(amount).to_be_visible()
        amount.focus()
        page.keyboard.type("0")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Cancel"), "the harmless one").to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("more than $0")
        amount.fill("150.50")
        amount.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text("$150.50 goes to the purse of rob. This cannot be undone")
        assert player.client.get("/api/session/purse").json()["live"] == "0.00"
        boss.assert_accessible()
        boss.screenshot("phone-people-cage")
        page.keyboard.press("Tab")
        lost: list[str] = []

        def lose_the_first(route: Route) -> None:
            lost.append(route.request.url)
            route.fetch()  # It arrives; only the answer is lost.
            route.abort()

        page.route("**/funds", lose_the_first, times=1)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("does not answer")
        amount.press("Enter")
        expect(page.get_by_role("button", name="Cancel")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("holds $150.50")
        assert len(lost) == 1
        assert player.client.get("/api/session/purse").json() == {"live": "150.50", "practice": "0.00"}
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()


def test_money_is_paid_out_as_far_as_there_is_any(browser: Browser, service: Service) -> None:
    player = service.someone("ron", "player")
    service.run(service.house.cage.fund("ron", "live", 150_500_000, "funds-of-ron", "test"))
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss-out", "administrator")
        page = boss.open("/people")
        open_account(boss, "ron")
        out = page.get_by_label("Paid out at the cage")
        out.fill("150.51")
        out.press("Enter")
        page.get_by_role("button", name="Pay out $150.51").click()
        expect(page.get_by_role("alert")).to_contain_text("The purse holds only $150.50")
        out.fill("50.50")
        out.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text("$50.50 leaves the purse of ron. This cannot be undone")
        page.get_by_role("button", name="Pay out $50.50").click()
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("holds $100")
        assert player.client.get("/api/session/purse").json()["live"] == "100.00"


def test_nobody_changes_the_own_roles(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss-own", "administrator")
        boss.open("/people")
        sheet = open_account(boss, "boss-own").get_by_role("dialog")
        expect(sheet).to_contain_text("You cannot change your own roles")
        expect(sheet.get_by_role("checkbox")).to_have_count(0)
        expect(sheet.get_by_role("button", name="Close the account")).to_have_count(0)


def test_what_the_service_refuses_is_said_in_the_sheet(browser: Browser, service: Service) -> None:
    service.someone("gil", "dealer")
    with seat_in_front(browser, service) as boss:
        boss.sign_in("boss-late", "administrator")
        boss.open("/people")
        sheet = open_account(boss, "gil").get_by_role("dialog")
        boss.page.route("**/api/people", lambda route: route.abort())  # The page does not hear of it in time.
        service.run(service.house.cage.close_account("gil", "test"))
        sheet.get_by_role("checkbox", name="Auditor").check()
        sheet.get_by_role("button", name="Change the roles").click()
        expect(sheet.get_by_role("alert")).to_contain_text("It may have been closed")


def test_a_live_table_is_opened_on_the_floor(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as pit:
        pit.sign_in("pia", "pit_manager")
        page = pit.open("/floor")
        page.get_by_text("Open a live table").click()
        page.get_by_label("Name of the table").fill("Pit 1")
        page.get_by_label("Rules Submission").select_option(label="Paste a file")
        page.get_by_label("The submission, as TOML").fill("no = [")
        page.get_by_role("button", name="Open the table").click()
        told = page.locator("form").get_by_role("alert")
        expect(told).to_contain_text("No table was opened: the submission has a fault")
        expect(told.get_by_role("listitem")).to_contain_text("This is not TOML")
        text = service.http().get("/api/submissions/ma-high-card-flush").json()["toml"]
        faulty = text.replace("seats          = 6", "seats          = 9").replace(
            "[wagers.progressive]", "[wagers.jackpot]"
        )
        page.get_by_label("The submission, as TOML").fill(faulty)
        page.get_by_role("button", name="Open the table").click()
        expect(told).to_contain_text("faults")
        seats = told.get_by_role("listitem").filter(has_text="table.seats")
        expect(seats.first).to_contain_text("MA-HCF 7(c)")
        expect(seats.first).to_contain_text("Lawful: 1 to 6.")
        expect(told.get_by_role("listitem").filter(has_text="wagers.jackpot").first).to_be_visible()
        told.scroll_into_view_if_needed()
        pit.screenshot("open-table-faults")
        pit.assert_accessible()
        page.get_by_label("The submission, as TOML").fill('rulebook = "NV-HCF"')
        page.get_by_role("button", name="Open the table").click()
        expect(told).to_contain_text("There is no rulebook 'NV-HCF'")
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
