"""Maps of starting hands, and words about them: what a study of best play is shown as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houserules.cards import RANKS
from houserules.lab.exact import pair

TWO_CARDS: Final = "two cards"
"""Panels of which rows and columns are ranks; these are drawn as pictures."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Some starting hands taken together: their average value, and what each option would bring."""

    label: str
    hands: int
    bet_on: int
    """How many of them best play bets on at once."""
    value: Fraction
    options: Mapping[str, Fraction]
    """The average of each option, taken with all of these hands."""
    parts: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A map of hands: rows and columns are the cards or counts that are named beside them."""

    title: str
    by: str
    across: str
    down: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a strategy in words: sentences, and a table where one says it shorter."""

    title: str
    sentences: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    def as_data(self) -> dict[str, Any]:
        table = {"columns": list(self.columns), "rows": [list(row) for row in self.rows]} if self.columns else None
        return {"title": self.title, "sentences": list(self.sentences), "table": table}


@dataclass(frozen=True, slots=True)
class Study:
    """Best play described."""

    panels: tuple[Panel, ...]
    """Maps of all starting hands."""
    sections: tuple[Section, ...]
    """Best play in words: the shortest that are exact."""
    data: Mapping[str, Any]
    """The same for programs: what ``houserules strategy --json`` adds for this game."""


def ranks_down(names: Iterable[str]) -> tuple[str, ...]:
    """These ranks, each once, from the ace down."""
    return tuple(sorted(set(names), key=RANKS.index, reverse=True))


def panel_as_data(panel: Panel) -> dict[str, Any]:
    """A map of hands; cells stand in rows, from the top left."""
    return {
        "title": panel.title,
        "by": panel.by,
        "across": panel.across,
        "down": panel.down,
        "rows": list(panel.rows),
        "columns": list(panel.columns),
        "cells": [
            {"row": row, "column": column, **_cell(panel.cells[row, column])}
            for row in panel.rows
            for column in panel.columns
            if (row, column) in panel.cells
        ],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {
        "label": cell.label,
        "hands": cell.hands,
        "bet_on": cell.bet_on,
        "value": pair(cell.value),
        "options": {name: pair(value) for name, value in cell.options.items()},
    }
    if cell.parts:
        data["parts"] = [_cell(part) for part in cell.parts]
    return data
