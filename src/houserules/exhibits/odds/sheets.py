"""What the sheets of the workbook share: formats, the head of a page, and cells whose formula and value agree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO
from math import ceil
from typing import Any, Final

from houserules.exhibits.fonts import text_width

CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Fixed, so that the same submission gives the same bytes."""
WORDS: Final = ("Clause", "Pay table")
"""Columns without figures."""
PERCENT: Final = "0.000000%"
CHANCE: Final = "0.00000000%"
COUNT: Final = "#,##0"
DOLLARS: Final = "$#,##0.00"
PLAIN: Final = "General"
DECIMAL: Final = "0.000000"
GIVEN: Final[dict[str, Any]] = {"locked": False, "bg_color": "#fff4cc", "border": 1, "border_color": "#d6b656"}
"""The look of a cell that a reviewer may change."""
WIDEST_HEADER: Final = 240.0
"""Points of an operator's name in the margin, left of the mark of a draft; the sheet itself has the whole."""
LINE: Final = 13.5
"""Points from line to line."""
UNIT: Final = 4.5
"""Points of a column's unit, at the least: programs differ in their fonts."""
_FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\]")

Value = Fraction | float | str


def sheet_name(title: str) -> str:
    return _FORBIDDEN.sub(" ", title).strip("' ")[:31]


def _shortened(operator: str) -> str:
    """As much of a name as the margin holds."""
    if text_width(operator, 10) <= WIDEST_HEADER:
        return operator
    fits = max(at for at in range(len(operator)) if text_width(operator[:at], 10) <= WIDEST_HEADER)
    return f"{operator[:fits].rstrip()}…"


def quoted(title: str) -> str:
    """The sheet with this title, as formulas name it."""
    name = sheet_name(title).replace("'", "''")
    return f"'{name}'"


class Workbook:
    """A workbook in memory. Each format is created only once."""

    def __init__(self, head: dict[str, Any], title: str) -> None:
        import xlsxwriter  # noqa: PLC0415  only printing needs it

        self.head = head
        self._content = BytesIO()
        self._book = xlsxwriter.Workbook(self._content, {"in_memory": True})
        self._book.set_calc_mode("auto")
        self._book.set_properties(
            {"title": f"{title}, {head['game']}", "author": head["operator"], "created": CREATED}
        )
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self._names: set[str] = set()

    def format(self, **look: Any) -> Any:
        key = tuple(sorted(look.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format({"font_name": "Calibri", "font_size": 10, **look})
        return self._formats[key]

    def sheet(self, title: str, widths: Iterable[float]) -> Sheet:
        name = sheet_name(title)
        assert name.lower() not in self._names, f"two sheets are called {name}"
        self._names.add(name.lower())
        return Sheet(self, self._book.add_worksheet(name), name, widths)

    def content(self) -> bytes:
        self._book.close()
        return self._content.getvalue()


class Sheet:
    """One sheet: rows are numbered from 1 and columns have letters, as a reviewer sees them."""

    def __init__(self, book: Workbook, made: Any, name: str, widths: Iterable[float]) -> None:
        self._book, self._made, self.name, self._widths = book, made, name, tuple(widths)
        for column, width in enumerate(self._widths):
            made.set_column(column, column, width)
        made.hide_gridlines(2)
        made.protect("", {"format_columns": True, "format_rows": True})
        made.set_landscape()
        made.fit_to_pages(1, 0)
        self._margins(book.head)

    def _margins(self, head: dict[str, Any]) -> None:
        draft = "" if head["approved"] else "&C&B&14DRAFT"
        operator = _shortened(head["operator"]).replace("&", "&&")
        approval = f"Approved {head['approved']}" if head["approved"] else "Draft, not approved"
        self._made.set_header(f"&L{operator}{draft}&R{head['game'].replace('&', '&&')}, {head['jurisdiction']}")
        pin = f"{head['rulebook']} {head['version']}, law {head['law']}, submission {head['digest']}"
        self._made.set_footer(f"&L{approval}&C{pin}&RPage &P of &N")

    def title(self, text: str) -> None:
        head = self._book.head
        self._made.write_string("A1", text, self._book.format(bold=True, font_size=16, font_color=head["colour"]))
        self._wrapped(1, f"{head['operator']} · {head['game']}, {head['jurisdiction']}")
        if not head["approved"]:
            look = self._book.format(bold=True, font_color="#b3261e")
            self._made.write_string("A3", "DRAFT, not approved", look)

    def _wrapped(self, row: int, text: str) -> None:
        """On as many lines as it takes, no wider than the columns, so that the sheet is not printed smaller."""
        look = self._book.format(font_color="#5b6673", text_wrap=True, valign="top")
        self._made.merge_range(row, 0, row, len(self._widths) - 1, "", look)
        self._made.write_string(row, 0, text, look)
        self._made.set_row(row, LINE * ceil(text_width(text, 10) / (UNIT * sum(self._widths))))

    def text(self, cell: str, text: str, bold: bool = False, soft: bool = False) -> None:
        look = {"bold": bold, "font_color": "#5b6673" if soft else "#1b2430"}
        self._made.write_string(cell, text, self._book.format(**look))

    def headings(self, row: int, texts: Iterable[str]) -> None:
        """Headings are right-aligned above figures, left-aligned above names and clauses."""
        for column, text in enumerate(texts):
            align = "left" if not column or text in WORDS else "right"
            look = self._book.format(bold=True, bottom=1, text_wrap=True, valign="bottom", align=align)
            self._made.write_string(row - 1, column, text, look)

    def number(self, cell: str, value: Value, style: str, given: bool = False, left: bool = False) -> None:
        """A figure that is not computed here; ``given`` means that a reviewer may change it."""
        look = {"num_format": style, **(GIVEN if given else {}), **({"align": "left"} if left else {})}
        self._made.write_number(cell, float(value), self._book.format(**look))

    def formula(
        self, cell: str, formula: str, value: Value, style: str, given: bool = False, bold: bool = False
    ) -> None:
        """A formula with the value that the lab has for it, which programs show before they compute."""
        look = self._book.format(num_format=style, bold=bold, align="right", **(GIVEN if given else {}))
        self._made.write_formula(cell, f"={formula}", look, value if isinstance(value, str) else float(value))

    def figures(self, first: int, figures: Iterable[tuple[str, str, Value, str]]) -> None:
        """Rows of names and formulas, in columns A and B."""
        for row, (name, formula, value, style) in enumerate(figures, start=first):
            self.text(f"A{row}", name, bold=True)
            self.formula(f"B{row}", formula, value, style, bold=True)

    def freeze(self, row: int) -> None:
        self._made.freeze_panes(row, 1)
