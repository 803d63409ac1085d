"""The PAR workbook read back by its labels, as a reviewer finds figures in it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import openpyxl


class Sheets:
    """The sheets of a workbook: figures stand right of their names, lines under their headings."""

    def __init__(self, content: bytes, values: bool = True) -> None:
        self.book: Any = openpyxl.load_workbook(BytesIO(content), data_only=values)

    def figure(self, sheet: str, name: str) -> Any:
        (found,) = (row[1].value for row in self.book[sheet].iter_rows() if row[0].value == name)
        return found

    def rows(self, sheet: str, heading: str) -> dict[Any, dict[str, Any]]:
        """First column to the row by its headings, from the heading of this name to the next empty row."""
        found: dict[Any, dict[str, Any]] = {}
        names: list[str] = []
        for row in self.book[sheet].iter_rows():
            values = [cell.value for cell in row]
            if values[0] == heading:
                names = values
            elif names and values[0] is None:
                break
            elif names:
                found[values[0]] = dict(zip(names, values, strict=True))
        return found

    def cell(self, sheet: str, line: str, heading: str) -> Any:
        """The cell of a line under a heading; a figure beside its name where the heading is empty."""
        names: list[Any] = []
        for row in self.book[sheet].iter_rows():
            values = [cell.value for cell in row]
            if heading in values:
                names = values
            if values[0] == line and (names or not heading):
                return row[names.index(heading)] if heading else row[1]
        raise KeyError(line)

    def content(self) -> bytes:
        """The workbook as it now stands; the program that saves it keeps no computed values."""
        out = BytesIO()
        self.book.save(out)
        return out.getvalue()

    def formulas(self) -> dict[tuple[str, str], str]:
        return {
            (sheet.title, cell.coordinate): cell.value
            for sheet in self.book
            for row in sheet.iter_rows()
            for cell in row
            if isinstance(cell.value, str) and cell.value.startswith("=")
        }
