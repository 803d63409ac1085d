"""The PAR workbook: its values are those of ``houserules analyze --json``, and a reviewer may change the pays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from openpyxl.utils import get_column_letter

from houserules.exhibits.fonts import text_width
from houserules.law import bundled_submission, read_filing
from tests.exhibits.reading import BUNDLED, HCF, PACKAGE, TCP, WHEEL, analysed, exact, printed, printed_with
from tests.exhibits.workbooks import Sheets

Read = tuple[str, bytes, dict[str, Any]]


@pytest.fixture(scope="module", autouse=True)
def third_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGE))
        patch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))
        yield


@pytest.fixture(scope="module", params=[*BUNDLED, TCP])
def read(request: pytest.FixtureRequest) -> Read:
    return request.param, printed(request.param, "odds")["par.xlsx"], analysed(request.param)


def title(name: str, wager: str) -> str:
    book = read_filing(bundled_submission(name), name).rulebook
    return "Base game" if wager == "base" else book.shown.wagers[wager].title


def near(figure: dict[str, str] | str) -> Any:
    value = Fraction(figure) if isinstance(figure, str) else exact(figure)
    return pytest.approx(float(value), rel=1e-14, abs=1e-15)


def test_the_summary_and_each_sheet_have_the_figures_of_the_analysis(read: Read) -> None:
    name, content, data = read
    sheets = Sheets(content)
    summary = sheets.rows("Summary", "Wager")
    assert list(summary)[: len(data["wagers"])] == [title(name, wager) for wager in data["wagers"]]
    for wager, figures in data["wagers"].items():
        sheet = title(name, wager)
        for key, label in (("house_edge", "House advantage"), ("hit_frequency", "Hit frequency")):
            assert summary[sheet][label] == near(figures[key])
            assert sheets.figure(sheet, label) == near(figures[key])
        assert sheets.figure(sheet, "Standard deviation") == near(figures["standard_deviation"])
        assert summary[sheet]["Standard deviation"] == near(figures["standard_deviation"])
    base = data["wagers"]["base"]
    assert sheets.figure("Base game", "Average wager, in units") == near(base["average_wager"])
    assert sheets.figure("Base game", "Element of risk") == near(base["element_of_risk"])


def test_each_line_has_its_combinations_probability_return_and_share(read: Read) -> None:
    name, content, data = read
    sheets = Sheets(content)
    for wager, figures in data["wagers"].items():
        lines = list(sheets.rows(title(name, wager), "Line").values())
        for line, row in zip(figures.get("lines", ()), lines, strict=False):
            counted = "Segments" if "wheel" in figures else "Hands" if "Hands" in row else "Deals"
            assert (row["Clause"], row[counted]) == (line["clause"], line["combinations"])
            assert row["Probability"] == near(line["probability"])
            assert row["Return"] == near(line["return"])
            if wager == "progressive":
                assert row["Share of the return"] == near(line["share_of_return"])
                assert row["One in"] == near(line["hit_interval"])
        if "lines" in figures:
            assert len(lines) > len(figures["lines"])
            assert sum(row["Share of the return"] or 0 for row in lines) == pytest.approx(1)
    rows = list(sheets.rows("Base game", "Result of a round").values())
    for outcome, row in zip(data["wagers"]["base"]["outcomes"], rows, strict=False):
        assert (row["Deals"], row["Probability"]) == (outcome["deals"], near(outcome["probability"]))
        assert row["Net result, in units"] == near(outcome["net"])


@pytest.mark.parametrize("name", BUNDLED)
def test_the_progressive_has_its_break_even_and_every_number_of_players(name: str) -> None:
    sheets, figures = Sheets(printed(name, "odds")["par.xlsx"]), analysed(name)["wagers"]["progressive"]
    assert sheets.figure("Progressive", "Break-even meter") == near(figures["break_even_meter"])
    assert sheets.rows("Summary", "Wager")["Progressive"]["Break-even meter"] == near(figures["break_even_meter"])
    rows = sheets.rows("Progressive", "By players who make the wager")
    for each in figures["by_players"]:
        assert rows[each["players"]]["House advantage"] == near(each["house_edge"])
        assert rows[each["players"]]["Break-even meter"] == near(each["break_even_meter"])


def test_pays_are_inputs_and_everything_else_is_locked(read: Read) -> None:
    name, content, data = read
    sheets = Sheets(content, values=False)
    for wager, figures in data["wagers"].items():
        sheet = sheets.book[title(name, wager)]
        assert sheet.protection.sheet
        cells = [cell for row in sheet.iter_rows() for cell in row]
        free = {cell.coordinate for cell in cells if not cell.protection.locked}
        coloured = {cell.coordinate for cell in cells if cell.fill.fgColor.rgb == "FFFFF4CC"}
        assert free == coloured
        inputs = {"base": len(figures["outcomes"])} if wager == "base" else {wager: len(figures["lines"])}
        inputs["progressive"] = 3 * len(figures.get("lines", ())) + 2
        assert len(free) == inputs[wager]
    assert not [cell for row in sheets.book["Summary"].iter_rows() for cell in row if not cell.protection.locked]


def test_the_same_submission_gives_the_same_bytes(read: Read) -> None:
    name, content, _ = read
    assert printed(name, "odds")["par.xlsx"] == content


@pytest.mark.parametrize("operator", ["X", "=1+1", "The Grand Chesapeake & Bay Casino, " * 5 + "Maryland"])
def test_every_sheet_names_the_operator_and_a_draft(operator: str) -> None:
    days = (date(2026, 10, 1), None)
    approved, draft = (Sheets(printed(HCF, "odds", operator=operator, approved_on=d)["par.xlsx"]) for d in days)
    assert len(draft.book.sheetnames) == 5
    for sheet in draft.book:
        assert sheet["A2"].value.startswith(f"{operator} · ")
        assert sheet["A3"].value == "DRAFT, not approved"
        assert "DRAFT" in sheet.oddHeader.center.text
        assert "Draft, not approved" in sheet.oddFooter.left.text
    for sheet in approved.book:
        assert sheet["A3"].value is None
        assert "Approved 2026-10-01" in sheet.oddFooter.left.text


@pytest.mark.parametrize("operator", ["The Grand Chesapeake & Bay Casino, " * 5 + "Maryland", "W" * 200])
def test_a_long_name_keeps_to_its_place(operator: str) -> None:
    """In the margin left of the mark of a draft; on the sheet no wider than the columns, with room for its lines."""
    sheets = Sheets(printed(HCF, "odds", operator=operator, approved_on=None)["par.xlsx"])
    for sheet in sheets.book:
        header = sheet.oddHeader.left.text
        assert header.endswith("…")
        assert operator.startswith(header.removesuffix("…").replace("&&", "&"))
        assert text_width(header, 10) < 4 * 72
        (merged,) = sheet.merged_cells.ranges
        assert (merged.min_row, merged.max_row, merged.min_col) == (2, 2, 1)
        used = max(cell.column for row in sheet.iter_rows(min_row=4) for cell in row if cell.value is not None)
        assert used <= merged.max_col
        room = sum(sheet.column_dimensions[get_column_letter(at)].width for at in range(1, merged.max_col + 1))
        assert sheet.row_dimensions[2].height >= 13 * text_width(operator, 10) / (room * 5)


def test_what_has_no_break_even_says_so_under_its_heading() -> None:
    sheets = Sheets(printed_with(WHEEL)["par.xlsx"])
    told = [cell for sheet in sheets.book for row in sheet.iter_rows() for cell in row if cell.value == "none"]
    assert len(told) > 6
    assert {cell.alignment.horizontal for cell in told} == {"right"}
