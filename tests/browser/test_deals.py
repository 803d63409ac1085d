"""Players have a hand in the shuffle, and the page itself proves a deal; a forged proof is not believed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Browser, Locator, Route, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front

Forgery = Callable[[dict[str, Any]], None]


def played(visitor: Visitor, table: str) -> None:
    visitor.sit(table)
    visitor.await_share(table)
    visitor.bet("ante")
    visitor.press("deal")
    visitor.await_phase("decisions")
    visitor.press("raise-smallest")
    visitor.await_phase("over")


def insist_it_holds(verdict: Locator) -> None:
    """A verdict does not change once it is shown: what does not hold is told at once."""
    expect(verdict).to_be_visible()
    assert verdict.get_attribute("data-verified") == "true", verdict.inner_text()


def test_a_deal_is_verified_against_the_seal_that_was_seen_before(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        played(ann, table)
        seen = ann.page.locator("[data-card]").count()
        ann.page.get_by_role("button", name="Verify this deal").click()
        verdict = ann.page.locator("[data-verified]")
        insist_it_holds(verdict)
        expect(verdict).to_be_focused()
        cut = ann.page.locator(".settlement").evaluate("panel => panel.scrollHeight - panel.clientHeight")
        assert cut <= 0, "the whole result is in sight"
        expect(verdict).to_contain_text("shown while bets were still open")
        expect(verdict).to_contain_text(f"Each of the {seen} cards")
        shares = service.guest().client.get(f"/api/tables/{table}/hands/1").json()["seal"]["shares"]
        assert len(shares) == 1, "the browser added its share by itself"
        expect(verdict).to_contain_text("Your characters")
        ann.assert_accessible()
        ann.screenshot("verified-deal")
        ann.assert_clean()


def test_own_wagers_and_characters_are_proved_to_be_in_the_log(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        played(ann, table)
        verdict = verified_in_history(ann)
        insist_it_holds(verdict)
        expect(verdict).to_contain_text("wagers")
        expect(verdict).to_contain_text("stand in the log as you sent them")
        expect(verdict.get_by_role("link", name="Save the receipts")).to_be_visible()
        ann.screenshot("verified-receipts")
        ann.assert_clean()


def verified_in_history(visitor: Visitor) -> Locator:
    visitor.page.get_by_role("button", name="Hands").click()
    sheet = visitor.page.get_by_role("dialog", name="The last hands")
    sheet.get_by_role("button", name="Verify this deal").click()
    return sheet.locator("[data-verified]")


def test_a_house_is_believed_whatever_characters_its_key_has(browser: Browser, tmp_path: Path) -> None:
    """Of 131 keys in base 64 one has two plus signs as far apart as those around the number of a verifier key."""
    private = Ed25519PrivateKey.from_private_bytes((228).to_bytes(32, "big"))
    key = tmp_path / "house.key"
    key.write_bytes(private.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()))
    key.chmod(0o600)
    database = tmp_path / "house.db"
    with Service(database, url=str(database)) as service, seat_in_front(browser, service) as ann:
        head = service.log.head()
        assert head is not None
        assert re.search(r"\+.{8}\+.*\+.{8}\+", str(head.vkey()))
        played(ann, service.guest().open_table(decision_seconds=0))
        verdict = verified_in_history(ann)
        insist_it_holds(verdict)
        expect(verdict).to_contain_text("stand in the log as you sent them")


def refusing(status: int) -> Callable[[Route], None]:
    """Answers nothing but this status, or breaks off where it is 0."""

    def refuse(route: Route) -> None:
        if status:
            route.fulfill(status=status, body="")
        else:
            route.abort("connectionreset")

    return refuse


@pytest.mark.parametrize(
    ("address", "said"),
    [("**/openings", "The proof could not be fetched"), ("**/api/receipts/*", "could not be checked")],
)
def test_what_is_not_answered_accuses_nobody(browser: Browser, service: Service, address: str, said: str) -> None:
    """Neither a lost connection nor a refusal proves anything against the house, and all can be checked later."""
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        played(ann, table)
        for status in (0, 404, 429, 503):
            ann.page.route(address, refusing(status))
            verdict = verified_in_history(ann)
            expect(verdict, str(status)).to_have_attribute("data-verified", "in part")
            expect(verdict, str(status)).to_contain_text("Not everything could be checked.")
            expect(verdict, str(status)).to_contain_text(said)
            if not status:
                ann.assert_accessible()
            ann.page.unroute(address)
            verdict.get_by_role("button", name="Verify again").click()
            expect(verdict, str(status)).to_have_attribute("data-verified", "true")
            ann.page.reload()


def test_pits_with_tables_of_one_name_are_told_apart(browser: Browser, tmp_path: Path) -> None:
    """Their shuffles have the same names too, and a seal seen in one pit says nothing about the other."""
    with Service(tmp_path / "house.db", pits=["north", "south"]) as service, seat_in_front(browser, service) as ann:
        for pit in ("north", "south"):
            ann.open(f"/pits/{pit}/tables/md-high-card-flush?sit")
            expect(ann.page.locator(".bank strong")).to_be_visible()
            ann.bet("ante")
            ann.press("deal")
            ann.play_on()
            verdict = verified_in_history(ann)
            insist_it_holds(verdict)
            expect(verdict).to_contain_text("shown while bets were still open")


def another_card(proof: dict[str, Any]) -> None:
    proof["openings"][3]["card"] = (proof["openings"][3]["card"] + 1) % 52


def another_seal(proof: dict[str, Any]) -> None:
    proof["commitment"]["root"] = "00" * 32


def a_card_less(proof: dict[str, Any]) -> None:
    proof["openings"].pop()


def another_place(proof: dict[str, Any]) -> None:
    proof["openings"][0]["place"] += 1


def forging(forge: Forgery) -> Callable[[Route], None]:
    def forged(route: Route) -> None:
        answer = route.fetch()
        proof = answer.json()
        forge(proof)
        route.fulfill(response=answer, json=proof)

    return forged


def test_a_forged_deal_does_not_hold(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        played(ann, table)
        for forge, said in (
            (another_card, "Not from the sealed deck"),
            (another_seal, "not the one that this browser was shown"),
            (a_card_less, "does not open every card"),
            (another_place, "Not from the sealed deck"),
        ):
            ann.page.route("**/openings", forging(forge))
            ann.page.get_by_role("button", name="Verify this deal").click()
            verdict = ann.page.locator("[data-verified]")
            expect(verdict, forge.__name__).to_have_attribute("data-verified", "false")
            expect(verdict, forge.__name__).to_contain_text(said)
            ann.page.unroute("**/openings")
            ann.page.reload()


def test_a_share_of_ones_own_or_none(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        page = ann.page
        ann.await_share(table)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Or type characters").fill("seven of hearts")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text("goes into the next shuffle")).to_be_visible()
        page.get_by_label("Add random characters").uncheck()
        ann.assert_accessible()
        page.get_by_role("button", name="Close").click()
        (added,) = page.evaluate("JSON.parse(sessionStorage.getItem('shares')).slice(0, 1)")
        for number, shares in enumerate(([added, "seven of hearts"], []), start=1):
            ann.bet("ante")
            ann.press("deal")
            ann.await_phase("decisions")
            ann.press("fold")
            ann.await_phase("over")
            kept = service.guest().client.get(f"/api/tables/{table}/hands/{number}").json()["seal"]["shares"]
            assert [bytes.fromhex(share).decode() for share in kept] == shares
