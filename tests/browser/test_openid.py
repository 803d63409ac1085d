"""In a real browser: to the operator's provider and back."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from houserules.app import Provider
from tests.api.service import FAST, Service
from tests.browser.stage import seat_in_front
from tests.support.provider import provider


def test_a_person_signs_in_through_the_provider_once_linked(browser: Browser, tmp_path: Path) -> None:
    with provider() as corp:
        settings = replace(FAST, provider=Provider(corp.issuer, "the-house", "a secret", "Corp"))
        with (
            Service(tmp_path / "house.db", settings) as service,
            seat_in_front(browser, service) as dana,
            seat_in_front(browser, service, phone=True) as root,
        ):
            service.someone("dana", "dealer")
            page = dana.open("/sign-in")
            page.get_by_role("button", name="Sign in with Corp").click()
            page.locator("input[name=sub]").fill("dana@corp.example")
            page.locator("button", has_text="Authorize").first.click()
            expect(page.get_by_role("alert")).to_contain_text("knows you as dana@corp.example")
            assert "code=" not in page.url
            dana.assert_accessible()
            dana.screenshot("openid-not-linked")
            root.sign_in("root", "administrator")
            people = root.open("/people")
            people.get_by_role("button", name="Change the account dana").click()
            people.get_by_label("Subject at Corp").fill("dana@corp.example")
            people.get_by_role("button", name="Link the account").click()
            expect(people.get_by_text("signs in as Dana from now on")).to_be_visible()
            root.assert_accessible()
            root.assert_nothing_sticks_out("people")
            root.screenshot("openid-linked")
            page.get_by_role("button", name="Sign in with Corp").click()
            page.locator("input[name=sub]").fill("dana@corp.example")
            page.locator("button", has_text="Authorize").first.click()
            expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
            assert not dana.faults
