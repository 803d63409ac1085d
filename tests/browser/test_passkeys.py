"""In a real browser with a device of its own: a passkey is added, signs in, is required, and is removed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import PASSWORD, Service
from tests.browser.stage import Visitor, seat_in_front
from tests.support.parts import part_of


def plug_in(visitor: Visitor, verified: bool = True) -> tuple[Any, str]:
    """A device that knows who is there, or does not; the browser's own, made for tests."""
    devices = visitor.context.new_cdp_session(visitor.page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": verified, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devices, made["authenticatorId"]


def by_name(service: Service) -> Service:
    """A passkey belongs to a name: the page is opened as localhost, and not by its address."""
    service.url = service.url.replace("127.0.0.1", "localhost")
    return service


def add(visitor: Visitor, name: str) -> None:
    page = visitor.open("/account")
    page.get_by_label("Your password, to add or remove one").fill(PASSWORD)
    page.get_by_label("Name of the new passkey").fill(name)
    page.get_by_role("button", name="Add a passkey").click()


def sign_out(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(visitor.page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("phone", part_of([False, True], 2))
def test_a_passkey_is_added_signs_in_and_is_removed(browser: Browser, tmp_path: Path, phone: bool) -> None:
    size = "-phone" if phone else ""
    with Service(tmp_path / "house.db") as service, seat_in_front(browser, by_name(service), phone) as dana:
        devices, device = plug_in(dana)
        dana.sign_in("dana", "dealer")
        add(dana, "My phone")
        page = dana.page
        expect(page.get_by_text("The passkey is added")).to_be_visible()
        row = page.locator("[data-passkey='My phone']")
        expect(row).to_contain_text("not used yet")
        dana.assert_accessible()
        dana.assert_nothing_sticks_out("account")
        dana.screenshot(f"passkeys{size}")
        (kept,) = devices.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
        assert (kept["rpId"], kept["isResidentCredential"]) == ("localhost", True)
        add(dana, "Again")
        expect(page.get_by_role("alert")).to_contain_text("has a passkey of yours already")
        sign_out(dana)
        dana.open("/sign-in")
        dana.assert_accessible()
        dana.screenshot(f"sign-in{size}")
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
        dana.open("/account")
        expect(row).to_contain_text("last used")
        page.get_by_label("Your password, to add or remove one").fill(PASSWORD)
        row.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("The passkey “My phone” is removed.")).to_be_visible()
        expect(row).to_have_count(0)
        sign_out(dana)
        dana.open("/sign-in")
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)
        dana.assert_clean()


def test_a_device_that_was_not_unlocked_signs_nobody_in(browser: Browser, tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service, seat_in_front(browser, by_name(service)) as dana:
        devices, device = plug_in(dana)
        dana.sign_in("dana", "dealer")
        add(dana, "My phone")
        expect(dana.page.get_by_text("The passkey is added")).to_be_visible()
        sign_out(dana)
        devices.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
        page = dana.open("/sign-in")
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("alert")).to_contain_text("No passkey was given")


def test_a_role_that_needs_a_passkey_is_led_to_add_one(browser: Browser, tmp_path: Path) -> None:
    with (
        Service(tmp_path / "house.db") as service,
        seat_in_front(browser, by_name(service)) as root,
        seat_in_front(browser, service) as dana,
    ):
        root.sign_in("root", "administrator")
        page = root.open("/people")
        page.get_by_text("Passkeys instead of passwords").click()
        panel = page.get_by_role("form", name="Passkeys")
        panel.get_by_role("checkbox", name="Dealer").check()
        panel.get_by_role("button", name="Require passkeys").click()
        expect(page.get_by_text("Settled.")).to_be_visible()
        root.assert_accessible()
        root.screenshot("passkey-roles")
        plug_in(dana)
        dana.sign_in("dana", "dealer")
        expect(dana.page.get_by_text("Your role signs in with a passkey. Add one")).to_be_visible()
        add(dana, "Security key")
        expect(dana.page.get_by_text("The passkey is added")).to_be_visible()
        expect(dana.page.get_by_text("Your role signs in with a passkey. Add one")).to_have_count(0)
        sign_out(dana)
        own = dana.open("/sign-in")
        own.get_by_label("Account").fill("dana")
        own.get_by_label("Password").fill(PASSWORD)
        own.get_by_role("button", name="Sign in").click()
        expect(own.get_by_role("alert")).to_contain_text("not with a password alone")
        own.get_by_role("button", name="Use a passkey").click()
        expect(own.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
        for visitor in (root, dana):
            visitor.assert_clean()
