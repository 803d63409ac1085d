"""The PDFs for those who do not see them: tags, title, language, alternative texts, and text in reading order.

Typst checks PDF/UA-1 as it writes. Here the files are read back, with veraPDF too where the machine has it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from houserules.cli.files import submission_data
from houserules.exhibits import PAPERS, difference_paper
from houserules.law import bundled_submission
from tests.exhibits.reading import CTF, HCF, MA, WHEEL, pages, printed

LONG = "The Grand Chesapeake Bay and Potomac River Casino, Hotel, Spa and Conference Centre of Maryland"
QUICK = tuple(name for name in PAPERS if name not in ("odds", "strategy-card"))


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """Every kind of PDF, of several submissions, by a name that says which."""
    found = {f"{HCF} {name}": content for name, content in printed(HCF, operator=LONG).items()}
    for name in (CTF, MA):
        found |= {f"{name} {file}": content for file, content in printed(name, *QUICK, operator="X").items()}
    other = bundled_submission(HCF)
    other["table"]["minimum"] = "25"
    found |= difference_paper(bundled_submission(HCF), other, ("old", "new"))
    return {name: content for name, content in found.items() if name.endswith(".pdf")}


def elements(part: Any) -> Iterator[pikepdf.Dictionary]:
    """The elements of the structure, in reading order."""
    if isinstance(part, pikepdf.Array):
        for each in part:
            yield from elements(each)
    elif isinstance(part, pikepdf.Dictionary):
        if "/S" in part:
            yield part
        if "/K" in part:
            yield from elements(part.K)


def test_every_pdf_is_tagged_and_says_its_title_and_language(made: dict[str, bytes]) -> None:
    for name, content in made.items():
        with pikepdf.open(BytesIO(content)) as pdf:
            assert pdf.Root.MarkInfo.Marked, name
            assert str(pdf.Root.Lang) == "en-US", name
            assert pdf.Root.ViewerPreferences.DisplayDocTitle, name
            assert str(pdf.docinfo.Title).strip(), name
            with pdf.open_metadata() as about:
                assert about["pdfuaid:part"] == "1", name


def test_tables_have_heads_pictures_have_words_and_headings_skip_no_level(made: dict[str, bytes]) -> None:
    for name, content in made.items():
        with pikepdf.open(BytesIO(content)) as pdf:
            found = list(elements(pdf.Root.StructTreeRoot.K))
        for each in found:
            kind = str(each.S)
            if kind == "/Figure":
                assert len(str(each.Alt)) > 20, name
            if kind == "/Table":
                assert any(str(inner.S) == "/TH" for inner in elements(each.K)), name
        levels = [int(str(each.S)[2]) for each in found if re.fullmatch("/H[1-6]", str(each.S))]
        if "layout.pdf" not in name:
            assert levels[:1] == [1], name
        for before, after in pairwise(levels):
            assert after <= before + 1, (name, levels)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("signs.pdf", ["What this table pays", "Against the dealer", "X-tra Bonus", "Same Suit",
                       "Seven-card straight flush", "Progressive", "Jackpot", "Community Pay", "Please note",
                       "Dealer qualifies", "All In: 3×"]),
        ("guide.pdf", ["How to play", "A round", "Wager.", "Cards.", "Decide.", "One hand, worked through",
                       "You hold", "Community cards", "The dealer holds", "comes back", "What is paid"]),
        ("submission.pdf", ["Rules Submission", "The operator", "The table", "The wagers", "The payout limit",
                            "Pay tables", "Readings"]),
        ("dealer-card.pdf", ["Dealer's procedure", "Opening the table", "A round", "no more bets", "Deal:",
                             "All In of 3×", "first two community cards", "All In of 2×", "last two community cards",
                             "All In of 1×", "From your right"]),
    ],
)  # fmt: skip
def test_the_text_comes_in_reading_order(made: dict[str, bytes], file: str, said: list[str]) -> None:
    read = _text(made[f"{CTF} {file}"])
    at = 0
    for each in said:
        found = read.find(each, at)
        assert found >= 0, f"{file}: {each!r} does not follow"
        at = found


def _text(content: bytes) -> str:
    """By pdftotext where there is one, which reads as a program for the blind would; else by PDFium."""
    tool = shutil.which("pdftotext")
    if tool is None:
        return " ".join(pages(content))
    ran = subprocess.run([tool, "-raw", "-", "-"], input=content, capture_output=True, check=True)
    return " ".join(ran.stdout.decode().split())


def test_nothing_is_cut_at_the_edge_of_a_page(made: dict[str, bytes]) -> None:
    """Every letter lies on its page, with a margin."""
    for name, content in made.items():
        if name.endswith("layout.pdf"):
            continue
        for number, page in enumerate(pypdfium2.PdfDocument(content), 1):
            width, height = page.get_size()
            text = page.get_textpage()
            for at in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(at)
                inside = left >= 3 and right <= width - 3 and bottom >= 3 and top <= height - 3
                assert inside, f"{name}, page {number}: {text.get_text_range(max(0, at - 20), 40)!r}"


def test_nothing_is_smaller_than_six_points(made: dict[str, bytes]) -> None:
    for name, content in made.items():
        for page in pypdfium2.PdfDocument(content):
            text = page.get_textpage()
            sizes = {round(pypdfium2.raw.FPDFText_GetFontSize(text, at), 1) for at in range(text.count_chars())}
            assert min(sizes - {0.0, 1.0}) >= 6, (name, sizes)


def test_verapdf_finds_nothing(made: dict[str, bytes], tmp_path: Path) -> None:
    tool = shutil.which("verapdf")
    if tool is None:
        pytest.skip("veraPDF is not on this machine")
    for number, content in enumerate(made.values()):
        (tmp_path / f"{number}.pdf").write_bytes(content)
    ran = subprocess.run(
        [tool, "--flavour", "ua1", "--format", "text", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert "FAIL" not in ran.stdout, ran.stdout
    assert ran.stdout.count("PASS") == len(made)


def test_no_citation_is_broken_from_line_to_line(made: dict[str, bytes]) -> None:
    """Neither behind the document's name nor within a number; nor is a name such as five-card."""
    wheel = difference_paper(bundled_submission(CTF), submission_data(WHEEL, ()), ("old", "new"))
    for name, content in {**made, **{f"wheel {file}": pdf for file, pdf in wheel.items()}}.items():
        for page in pypdfium2.PdfDocument(content):
            lines = page.get_textpage().get_text_range().replace("\ufffe", "-").splitlines()
            for line, after in pairwise(each.strip() for each in lines):
                assert not re.search(r"(MD|MA)-(HCF|CTF)$|(MD|MA)-$", line), (name, line)
                assert not re.match(r"Paytable [A-D]|\([ivx]+\)|Raise wager\(", after), (name, line, after)
                assert not re.search(r"(three|four|five|six|seven)-$", line, re.I), (name, line)


def test_the_rows_of_a_notice_keep_clear_of_the_lines_between_them(made: dict[str, bytes]) -> None:
    """In letters of 22 points a descender would reach over a line that is as near as in small tables."""
    text = pypdfium2.PdfDocument(made["limits.pdf"])[0].get_textpage()
    feet = [text.get_charbox(text.search(name).get_next()[0])[1] for name in ("Ante", "Flush Bonus", "Straight")]
    assert all(one - other > 32 for one, other in pairwise(feet)), feet
