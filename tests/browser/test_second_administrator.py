"""In the browser: what one administrator asks for, another approves; one's own account; who made whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import PASSWORD, Service
from tests.browser.stage import seat_in_front
from tests.support.parts import part_of


@pytest.mark.parametrize("phone", part_of([False, True], 2))
def test_staff_is_made_by_two_and_sets_a_password_of_its_own(browser: Browser, tmp_path: Path, phone: bool) -> None:
    size = "-phone" if phone else ""
    with (
        Service(tmp_path / "house.db") as service,
        seat_in_front(browser, service, phone) as one,
        seat_in_front(browser, service, phone) as two,
        seat_in_front(browser, service, phone) as flo,
    ):
        one.sign_in("one", "administrator")
        two.sign_in("two", "administrator")
        page = one.open("/people")
        page.get_by_label("Account", exact=True).fill("flo")
        page.get_by_label("Name", exact=True).fill("Flo")
        page.get_by_label("First password").fill("a first long one")
        page.get_by_role("checkbox", name="Floorperson").check()
        page.get_by_role("button", name="Open the account").click()
        expect(page.get_by_text("Another administrator must approve this")).to_be_visible()
        waiting = page.locator("[data-request=open_account]")
        expect(waiting).to_contain_text("Open the account flo: Floorperson, Player")
        expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)
        expect(waiting.get_by_role("button", name="Take back")).to_be_visible()
        other = two.open("/people")
        expect(other.locator("[data-request=open_account]")).to_contain_text("asked for by one")
        two.assert_accessible()
        two.assert_nothing_sticks_out("people")
        two.screenshot(f"requests{size}")
        other.get_by_role("button", name="Approve").click()
        expect(other.locator("[data-account=flo]")).to_contain_text("one, approved by two")
        expect(other.locator("[data-request]")).to_have_count(0)
        own = flo.open("/sign-in")
        own.get_by_label("Account").fill("flo")
        own.get_by_label("Password").fill("a first long one")
        own.get_by_role("button", name="Sign in").click()
        expect(own.get_by_text("Somebody else has chosen your password")).to_be_visible()
        own.get_by_label("Present password").fill("a first long one")
        own.get_by_label("New password").fill("Casino2026")
        own.get_by_role("button", name="Set the password").click()
        expect(own.get_by_role("alert")).to_contain_text("among those that are tried first")
        own.get_by_label("New password").fill(PASSWORD)
        own.get_by_role("button", name="Set the password").click()
        expect(own.get_by_text("Your password is set.")).to_be_visible()
        elsewhere = service.someone("flo")
        own.reload()
        expect(own.locator("[data-session=other]")).to_have_count(1)
        flo.assert_accessible()
        flo.assert_nothing_sticks_out("account")
        flo.screenshot(f"own-account{size}")
        own.get_by_role("button", name="Sign out there").click()
        expect(own.locator("[data-session=other]")).to_have_count(0)
        assert elsewhere.client.get("/api/session").status_code == 401
        own.get_by_role("button", name="Sign out").click()
        expect(own.get_by_role("link", name="Sign in")).to_be_visible()
        names = {each.get("name") for each in flo.context.cookies()}
        assert "houserules_session" not in names
        for visitor in (one, two, flo):
            visitor.assert_clean()


def test_an_auditor_sees_who_made_whom_and_changes_nothing(browser: Browser, tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service, seat_in_front(browser, service) as audrey:
        service.someone("dora", "dealer")
        audrey.sign_in("audrey", "auditor")
        page = audrey.open("/people")
        expect(page.locator("[data-account=dora]")).to_contain_text("test alone")
        expect(page.get_by_role("heading", name="A new account")).to_have_count(0)
        expect(page.get_by_role("button", name="Change the account")).to_have_count(0)
