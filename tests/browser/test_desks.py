"""The desks: floor, regulator, sign, law, submission. Each is looked at by axe-core, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import dollars_of, seat_in_front

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


def test_the_regulator_scrubs_a_hand_and_checks_its_proofs(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")
        page = reg.open("/desk")
        expect(page.locator("[data-signed=true]")).to_be_visible()
        page.get_by_label("Table").select_option(played)
        page.get_by_label("Round").fill("7")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("button", name="Round 7").click()
        expect(page.locator("[data-included=true]")).to_be_visible()
        slider = page.get_by_role("slider")
        last = int(slider.get_attribute("max") or "0")
        cards = page.locator(".frame [data-card]")
        expect(cards).to_have_count(14)
        slider.focus()
        for _ in range(last):
            page.keyboard.press("ArrowLeft")
        expect(cards).to_have_count(0)
        page.keyboard.press("End")
        page.get_by_role("button", name="Open and check the seal").click()
        expect(page.locator("[data-seal=true]")).to_contain_text("all 52 places")
        expect(page.locator(".desk-events tbody tr").first).to_be_visible()
        reg.assert_accessible()
        page.evaluate("scrollTo(0, 0)")
        reg.screenshot("regulator-desk")
        settled = page.locator(".replay .settlement .settlement-head strong").inner_text().replace("\u2212", "-")
        hand = next(
            each
            for each in service.guest().client.get(f"/api/tables/{played}/hands?limit=20").json()
            if each["number"] == 7
        )
        net = sum(round(100 * (float(line["returned"]) - float(line["staked"]))) for line in hand["settled"])
        assert dollars_of(settled) == net
        reg.assert_clean()


def test_a_forged_proof_is_not_believed(browser: Browser, service: Service, played: str) -> None:
    with seat_in_front(browser, service) as reg:
        reg.sign_in("rex", "regulator")

        def forge(route: object) -> None:
            answer = route.fetch()  # type: ignore[attr-defined]
            body = answer.json()
            body["openings"][5]["card"] = (body["openings"][5]["card"] + 1) % 52
            route.fulfill(response=answer, json=body)  # type: ignore[attr-defined]

        reg.page.route("**/stub", forge)
        page = reg.open("/desk")
        page.get_by_label("Table").select_option(played)
        page.get_by_role("button", name="Search").click()
        page.locator(".hand-list button").first.click()
        page.get_by_role("button", name="Open and check the seal").click()
        expect(page.locator("[data-seal=false]")).to_contain_text("does not hold")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    "path",
    ["/", "/dealer", "/dealer/{table}", "/floor", "/desk", "/sign/{table}", "/law/MD-CTF", "/submission", "/nowhere"],
)
def test_every_view_passes_the_accessibility_check(
    browser: Browser, service: Service, played: str, path: str, phone: bool
) -> None:
    with seat_in_front(browser, service, phone=phone, scheme="light") as somebody:
        somebody.sign_in("sam", *STAFF)
        page = somebody.open(path.format(table=played))
        page.wait_for_load_state("networkidle")
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_timeout(200)
        somebody.assert_accessible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing sticks out to the side"
        name = path.strip("/").partition("/")[0] or "lobby"
        if name in ("floor", "sign", "law", "submission") or (phone and name == "lobby"):
            somebody.screenshot(f"{'phone-' if phone else ''}{name}-light")
        somebody.assert_clean()


def test_the_sign_follows_the_meter(browser: Browser, service: Service) -> None:
    guest = service.guest()
    table = guest.open_table("md-high-card-flush", name="High Card Flush 3")
    guest.must(table, "sit", seat=1, buy_in="100")
    with seat_in_front(browser, service) as passer_by:
        page = passer_by.open(f"/sign/{table}")
        meter = page.locator("[data-meter=main]")
        expect(meter).to_have_text("$30,000.00")
        passer_by.screenshot("sign")
        text = page.locator("main").inner_text()
        assert " to 1" in text
        assert " for 1" not in text
        guest.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
        main = guest.view(table)["meters"]["main"]
        expect(meter).to_have_text(f"${float(main):,.2f}")


def test_the_submission_editor_shows_faults_as_one_types(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        seats = page.get_by_label("Seats", exact=True)
        seats.fill("9")
        expect(page.locator("#verdict")).to_contain_text("fault")
        expect(page.locator("#field-table-seats-faults")).to_contain_text("MD-HCF 2.A")
        expect(seats).to_have_attribute("aria-invalid", "true")
        operator.assert_accessible()
        operator.screenshot("submission-faults")
        page.reload()
        expect(page.get_by_label("Seats", exact=True)).to_have_value("9")
        page.get_by_label("Seats", exact=True).fill("6")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        text = page.locator(".toml").inner_text()
        answer = service.http().post("/api/submissions/check", json={"submission": text}).json()
        assert answer["lawful"]
        operator.assert_clean()
