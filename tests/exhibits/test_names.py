"""Any name that an operator may file is printed as it is, or refused by the letter that no font has."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from houserules.cli.main import run
from houserules.exhibits import check_layout, drawing, layout_of
from houserules.law import MalformedData
from tests.exhibits.reading import CTF, HCF, pages, printed
from tests.exhibits.test_layout import rules_of

PAPERS = ("layout", "signs", "guide", "submission", "dealer-card", "strategy-card")
MARKUP = """#panic("x") *b* _e_ $1+1$ `r` <l> @ref \\ [x] // c "q" & it's ]]> &amp;"""
ENDLESS = "Megacasino" * 20


@pytest.mark.parametrize("name", [MARKUP, "=1+1", "{}", "O'Neill & Söhne", "Žižkov Ægir", "A"])
def test_a_name_is_text_and_never_markup(name: str) -> None:
    made = printed(HCF, "layout", "signs", "dealer-card", operator=name)
    assert b"%PDF" in made["layout.pdf"]
    for file, content in made.items():
        if file.endswith(".pdf") and file != "layout.pdf":
            assert all("".join(name.split()) in "".join(page.split()) for page in pages(content)), file


def test_a_word_that_no_line_holds_is_broken() -> None:
    """Nothing of it leaves the page, and nothing lies over the name of the game beside it."""
    made = printed(CTF, *PAPERS, operator=ENDLESS)
    for file, content in made.items():
        if not file.endswith(".pdf"):
            continue
        for page in pypdfium2.PdfDocument(content):
            width, height = page.get_size()
            text = page.get_textpage()
            boxes = [text.get_charbox(at) for at in range(text.count_chars())]
            assert all(left >= 0 and right <= width for left, _, right, _ in boxes), file
            if file != "layout.pdf":
                assert all(bottom >= 3 and top <= height - 3 for _, bottom, _, top in boxes), file
    (first, *_) = pages(made["signs.pdf"])
    assert "Chase the Flush, Maryland" in first


@pytest.mark.parametrize(("name", "letter"), [("Casino 🎰", "🎰"), ("澳門", "澳")])
def test_a_letter_that_no_font_has_is_named(
    name: str, letter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(MalformedData, match=letter):
        printed(HCF, "signs", operator=name)
    out = tmp_path / "out"
    assert run(["print", HCF, "--only", "signs", "--set", f"operator={name}", "--out", str(out)]) == 2
    assert f"operator: {letter} is in none of the fonts" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("operator", ["W" * 200, ENDLESS, "THE GRAND CASINO AND HOTEL OF MARYLAND " * 5])
@pytest.mark.parametrize(("name", "sides"), [(HCF, 3), (CTF, 4)])
def test_the_widest_names_leave_a_strategy_card_its_sides(name: str, sides: int, operator: str) -> None:
    card = printed(name, "strategy-card", operator=operator.strip())["strategy-card.pdf"]
    assert len(pypdfium2.PdfDocument(card)) == sides


@pytest.mark.parametrize(("operator", "least"), [("W" * 200, 14), (ENDLESS, 25), (f"The Grand {ENDLESS[:180]}", 25)])
def test_a_word_that_no_line_holds_is_broken_on_the_felt(operator: str, least: float) -> None:
    """In letters that players can read, in millimetres, and the check of the layout finds the name."""
    layout = layout_of(rules_of(CTF, operator=operator))
    svg = drawing(layout)
    sizes = [float(each) for each in re.findall(r'data-inscription="operator".*?font-size="([\d.]+)"', svg)]
    assert len(sizes) == 3
    assert min(sizes) >= least
    assert check_layout(svg, layout) == []
    cut = re.sub(r'(data-inscription="operator".*?>)[^<>]([^<>]+</textPath>)', r"\1\2", svg, count=1)
    assert cut != svg
    assert any("the layout does not say" in each.what for each in check_layout(cut, layout))
