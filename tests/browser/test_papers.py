"""Papers from the page: of a table, of a submission in the editor, of the lab's choices, and of a progressive win."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from playwright.sync_api import Browser, Page, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import seat_in_front

HCF = "md-high-card-flush"
WON = "Kh Qh Jh Th 9h 8h 7h"


def saved(page: Page, button: str) -> tuple[str, bytes]:
    with page.expect_download() as coming:
        page.get_by_role("button", name=button, exact=True).click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def words(pdf: bytes) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)).split())


def test_papers_are_saved_from_the_table_the_editor_and_the_lab(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as visitor:
        page = visitor.open(f"/tables/{HCF}")
        page.get_by_role("button", name="Pays").click()
        page.get_by_text("Papers of this table").click()
        name, content = saved(page, "PDF of Gaming guide")
        assert name == "md-hcf-guide.pdf"
        assert "Approved" in words(content)
        page.get_by_role("button", name="PDF of Gaming guide", exact=True).scroll_into_view_if_needed()
        visitor.assert_accessible()
        visitor.screenshot("papers-table")
        page = visitor.open("/submission")
        expect(page.locator("#verdict")).to_have_text("Lawful")
        page.locator("#field-approved_on").fill("")
        expect(page.get_by_text("every page is marked as one")).to_be_visible()
        name, content = saved(page, "Letter of Signs")
        assert name == "md-hcf-signs.pdf"
        assert "DRAFT" in words(content)
        page.locator("#papers").scroll_into_view_if_needed()
        visitor.screenshot("papers-editor")
        page.locator("#field-table-minimum").fill("900")
        expect(page.get_by_text("Only a lawful submission is printed")).to_be_visible()
        page = visitor.open("/lab/MD-HCF?view=download")
        name, content = saved(page, "PAR workbook of Odds exhibit")
        assert name == "md-hcf-par.xlsx"
        assert content.startswith(b"PK")
        visitor.assert_accessible()
        assert visitor.faults == []


def test_the_floor_saves_the_slip_of_a_progressive_win(browser: Browser, tmp_path: Path) -> None:
    deck = deck_with(HCF, {1: WON}, dealer="2s 4s 6s 3d 5d 2c 4c")
    with Service(tmp_path / "house.db", shuffler=Stacked(deck)) as service:
        ann = service.guest()
        ann.must(HCF, "sit", seat=1, buy_in="500")
        ann.play_round(HCF, 1, {"ante": "10", "progressive": "1"})
        with seat_in_front(browser, service, phone=True) as visitor:
            visitor.sign_in("fay", "floorperson")
            page = visitor.open("/floor")
            page.get_by_role("button", name="High Card Flush").first.click()
            name, content = saved(page, "Payout slip of round 1")
            assert name == f"{HCF}-1-slip.pdf"
            assert WON in words(content)
            page.locator("#hits").scroll_into_view_if_needed()
            visitor.assert_accessible()
            visitor.screenshot("phone-papers-floor")
