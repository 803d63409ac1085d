"""The submission editor: the lawful choices of each rulebook with their clauses, faults as one types, the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from houserules.cli.main import run
from tests.api.service import Service
from tests.browser.stage import seat_in_front

NAMES = {
    "MD-HCF": "High Card Flush, Maryland",
    "MD-CTF": "Chase the Flush, Maryland",
    "MA-HCF": "High Card Flush, Massachusetts",
}
FAULTS = {
    "MD-HCF": ("wagers.progressive.initial", "20000", "30000", "MD-HCF 12.E(2)(b)(i)"),
    "MD-CTF": ("payout_limit.per_hand", "400", "50000", "MD-CTF 12.E(1)"),
    "MA-HCF": ("table.minimum", "900", "10", "MA-HCF 6(a)(1)"),
}
"""For each rulebook: a field, something unlawful to type there, what is lawful, and the clause of the fault."""


@pytest.mark.parametrize("rulebook", FAULTS)
def test_a_fault_comes_with_its_clause_and_goes_when_mended(
    browser: Browser, service: Service, tmp_path: Path, rulebook: str
) -> None:
    key, unlawful, lawful, clause = FAULTS[rulebook]
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.get_by_role("button", name=NAMES[rulebook]).click()
        expect(page.locator(".toml")).to_contain_text(f'rulebook = "{rulebook}"')
        verdict = page.locator("#verdict")
        expect(verdict).to_have_text("Lawful")
        fields = page.locator(".editor-form [data-key]")
        expect(fields.nth(10)).to_be_visible()
        for each in fields.all():
            expect(each.locator(".field-clause"), each.get_attribute("data-key")).to_contain_text(f"{rulebook} ")
        operator.assert_accessible()
        typed = page.locator(f"#field-{key.replace('.', '-')}")
        typed.fill(unlawful)
        expect(verdict).to_contain_text("fault")
        under = page.locator(f"[data-key='{key}'] .fault").first
        expect(under).to_contain_text("Lawful:")
        expect(page.locator(".fault-list")).to_contain_text(clause)
        expect(typed).to_have_attribute("aria-invalid", "true")
        operator.assert_accessible()
        typed.evaluate("field => field.scrollIntoView({block: 'center'})")
        operator.screenshot("submission-faults" if rulebook == "MD-HCF" else f"submission-{rulebook}")
        page.reload()
        expect(typed).to_have_value(unlawful)
        page.locator(".fault-list").get_by_role("button", name=key).first.click()
        expect(typed).to_be_focused()
        typed.fill(lawful)
        expect(verdict).to_have_text("Lawful")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        saved = tmp_path / "submission.toml"
        download.value.save_as(saved)
        assert run(["check", str(saved)]) == 0
        operator.assert_clean()


def test_a_reading_is_chosen_under_its_own_name(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.locator("#field-readings-ace_low_straight_flush").select_option("also_low")
        expect(page.locator(".toml")).to_contain_text('[readings]\nace_low_straight_flush = "also_low"')
        expect(page.locator("#verdict")).to_have_text("Lawful")
        operator.assert_clean()


def test_what_cannot_be_read_is_told_at_its_field(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.locator("#field-table-minimum").fill("ten")
        expect(page.locator("[data-key='table.minimum'] .fault")).to_be_visible()
        expect(page.locator("#verdict")).to_have_text("1 fault")
        page.locator("#field-table-minimum").fill("10")
        expect(page.locator("#verdict")).to_have_text("Lawful")


def test_choices_hang_on_each_other(browser: Browser, service: Service) -> None:
    """Without a shuffler there is one deck; by hand there must be a shuffler; the pay table sets the least meter."""
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        shuffler, decks = page.locator("#field-table-shuffler"), page.locator("#field-table-decks")
        expect(shuffler.locator("option")).to_have_count(4)
        page.locator("#field-table-dealing").select_option("hand")
        expect(shuffler.locator("option")).to_have_text(["Plain", "Counting", "Reshuffling"])
        page.locator("#field-table-dealing").select_option("manual_shoe")
        shuffler.select_option("none")
        expect(page.locator("#verdict")).to_have_text("1 fault")
        expect(decks.locator("option")).to_have_text(["2 (not lawful)", "1"])
        decks.select_option("1")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        table = page.locator("[data-key='wagers.progressive.paytable']")
        expect(table.locator(".lines")).to_contain_text("Suited nine to ace")
        expect(page.locator("[data-key='wagers.progressive.envy']")).to_be_visible()
        page.get_by_text("Offer the Progressive").click()
        expect(page.locator("[data-key='wagers.progressive.initial']")).to_have_count(0)
        page.get_by_text("Offer the Progressive").click()
        expect(page.locator("#field-wagers-progressive-initial")).to_have_value("30000")
        expect(page.locator("#verdict")).to_have_text("Lawful")


def test_the_wheel_is_edited_segment_by_segment(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.get_by_role("button", name=NAMES["MD-CTF"]).click()
        jackpot = page.get_by_label("Segments with Jackpot")
        expect(jackpot).to_have_value("1")
        expect(page.locator(".segments caption")).to_contain_text("1,000 in all")
        jackpot.fill("")
        expect(page.locator("[data-key='wagers.progressive.segments'] .fault")).to_contain_text(
            "no segment carries it"
        )
        jackpot.fill("11")
        expect(page.locator(".segments caption")).to_contain_text("1,010 in all")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        expect(page.locator(".toml")).to_contain_text('symbol = "Jackpot"\ncount = 11')
        page.locator(".segments").scroll_into_view_if_needed()
        operator.screenshot("submission-wheel")


def test_a_file_is_opened_and_nothing_typed_is_lost(browser: Browser, service: Service, tmp_path: Path) -> None:
    text = service.http().get("/api/submissions/ma-high-card-flush").json()["toml"]
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("Example Casino", "The Harbour").replace("seats          = 6", "seats          = 9"))
    broken = tmp_path / "broken.toml"
    broken.write_text("rulebook = ")
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.locator("#field-operator").fill("Typed by hand")
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("#field-operator")).to_have_value("The Harbour")
        expect(page.locator("#verdict")).to_contain_text("fault")
        expect(page.locator("#field-table-seats")).to_have_value("9")
        page.locator("#field-table-seats").select_option("6")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        page.get_by_role("button", name="Undo the replacement").click()
        expect(page.locator("#field-operator")).to_have_value("Typed by hand")
        page.locator("input[type=file]").set_input_files(broken)
        expect(page.get_by_role("alert")).to_contain_text("“broken.toml” is not a TOML file")
        expect(page.locator("#field-operator")).to_have_value("Typed by hand")
        page.get_by_role("button", name="Play it").click()
        expect(page.locator(".bank strong")).to_be_visible()


def test_a_file_that_is_no_toml_is_called_so(browser: Browser, service: Service, tmp_path: Path) -> None:
    picture, prose, large, shapeless = (
        tmp_path / name for name in ("felt.png", "letter.txt", "large.toml", "odd.toml")
    )
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20_000)
    prose.write_text("Dear operator, the rules are enclosed.")
    large.write_text("# a comment\n" * 200_000)
    shapeless.write_text('rulebook = "MD-HCF"\ntable = 5\nwagers = 7\n')
    with seat_in_front(browser, service) as operator:
        page = operator.open("/submission")
        page.locator("#field-operator").fill("Typed by hand")
        told = page.get_by_role("alert")
        for file, more in ((picture, ""), (prose, "line 1"), (large, "longer than a submission may be")):
            page.locator("input[type=file]").set_input_files(file)
            expect(told).to_contain_text(f"“{file.name}” is not a TOML file")
            expect(told).to_contain_text(more)
        operator.screenshot("submission-no-toml")
        operator.assert_accessible()
        page.locator("input[type=file]").set_input_files(shapeless)
        expect(told).to_contain_text("“odd.toml” cannot be read as a submission")
        expect(told.get_by_role("listitem")).to_have_count(2)
        expect(page.locator("#field-operator")).to_have_value("Typed by hand")
        operator.assert_clean()


def test_on_a_phone_the_verdict_stays_in_sight_and_is_led_to(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, phone=True) as operator:
        page = operator.open("/submission")
        line = page.locator(".verdict-line")
        expect(line).to_contain_text("Lawful")
        typed = page.get_by_label("Smallest Ante")
        typed.fill("1000")
        expect(line).to_contain_text("1 fault")
        expect(line).to_be_in_viewport()
        operator.assert_accessible()
        line.get_by_role("button", name="Show what is wrong").click()
        expect(page.locator("#verdict")).to_be_in_viewport()
        expect(page.locator("#verdict")).to_be_focused()
        page.locator(".fault-list").get_by_role("button", name="table.minimum").click()
        expect(typed).to_be_focused()
        expect(typed).to_be_in_viewport()
        operator.assert_nothing_sticks_out("/submission")
        operator.assert_clean()
