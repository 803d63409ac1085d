"""Comparisons, prices, strategies and maps of hands as data: what ``--json`` prints and the service sends."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houserules.lab.comparison import Comparison, Difference
from houserules.lab.exact import pair
from houserules.lab.reading_prices import ReadingPrice
from houserules.lab.strategy_files import flush_text

if TYPE_CHECKING:
    from houserules.lab.opening_table import Opening
    from houserules.lab.raise_region import Cutoff, RaiseRegion, ShapeRule
    from houserules.lab.starting_hands import Cell, Panel
    from houserules.lab.strategy_report import StrategyReport, Weighed


def comparison_as_data(a: str, b: str, comparison: Comparison) -> dict[str, Any]:
    one, other = comparison.edges_a, comparison.edges_b
    return {
        "a": {"name": a, "rulebook": comparison.a.rulebook.id, "digest": comparison.a.digest},
        "b": {"name": b, "rulebook": comparison.b.rulebook.id, "digest": comparison.b.digest},
        "wagers": {
            wager: {
                "a": pair(one[wager]) if wager in one else None,
                "b": pair(other[wager]) if wager in other else None,
                "difference": pair(other[wager] - one[wager]) if wager in one and wager in other else None,
            }
            for wager in dict.fromkeys([*one, *other])
        },
        "differences": [_difference(each) for each in comparison.differences],
    }


def _difference(each: Difference) -> dict[str, Any]:
    worth = None
    if each.worth is not None:
        worth = [{"wager": part.wager, "difference": pair(part.difference)} for part in each.worth]
    return {
        "key": each.key,
        "a": each.a,
        "b": each.b,
        "clauses": list(each.clauses),
        "worth": worth,
        "note": each.note,
    }


def price_as_data(price: ReadingPrice) -> dict[str, Any]:
    return {
        "rulebook": price.reading.rulebook,
        "id": price.reading.id,
        "clauses": [str(clause) for clause in price.reading.clauses],
        "default": price.reading.default,
        "choice": price.choice,
        "note": price.note,
        "prices": [
            {
                "wager": each.wager,
                "paytable": each.paytable,
                "default": pair(each.default),
                "other": pair(each.other),
                "difference": pair(each.difference),
            }
            for each in price.prices
        ],
    }


def strategy_as_data(report: StrategyReport) -> dict[str, Any]:
    data: dict[str, Any] = {
        "optimal": {"house_edge": pair(report.best.house_edge), "actions": _actions(report.best.actions(), report)},
        "strategies": [weighed_as_data(weighed) for weighed in report.weighed],
    }
    if report.region is not None and report.cutoff is not None:
        data["raise_region"] = region_as_data(report.region)
        data["best_cutoff"] = cutoff_as_data(report.cutoff, report.best.house_edge)
    if report.openings:
        data["openings"] = [_opening(opening) for opening in report.openings]
    return data


def _actions(actions: Any, report: StrategyReport) -> dict[str, Any]:
    return {action: pair(report.best.frequency(deals)) for action, deals in actions.items()}


def weighed_as_data(weighed: Weighed) -> dict[str, Any]:
    results = weighed.results
    return {
        "name": weighed.name,
        "house_edge": pair(results.house_edge),
        "cost": pair(weighed.cost),
        "average_wager": pair(results.average_wager),
        "element_of_risk": pair(results.element_of_risk),
        "actions": {action: pair(results.frequency(deals)) for action, deals in results.actions().items()},
    }


def region_as_data(region: RaiseRegion) -> dict[str, Any]:
    return {
        "raise_from": flush_text(region.raise_from),
        "fold_below": flush_text(region.fold_below),
        "mixed": [
            {"flush": flush_text(split.key), "raised": split.raised, "hands": split.hands} for split in region.splits
        ],
        "by_shape": [
            {
                "suits": shape.suits,
                "second_length": shape.second_length,
                "outside_over": shape.outside_over,
                "raise_from": cutoff_text(shape),
                "exceptions": shape.wrong,
            }
            for shape in region.shapes
        ],
        "exceptions": region.wrong,
        "cost_of_exceptions": pair(region.cost),
    }


def _opening(opening: Opening) -> dict[str, Any]:
    return {
        "suits": [flush_text(sum(1 << rank for rank in ranks)) for ranks in opening.suits],
        "holes": opening.holes,
        "check": pair(opening.check),
        "all-in 3x": pair(opening.all_in),
        "best": "all-in 3x" if opening.goes_all_in else "check",
    }


def cutoff_text(shape: ShapeRule) -> str | None:
    return flush_text(shape.cutoff) if shape.cutoff is not None else None


def cutoff_as_data(cutoff: Cutoff, best: Fraction) -> dict[str, Any]:
    return {
        "flush": flush_text(cutoff.key),
        "house_edge": pair(cutoff.house_edge),
        "cost": pair(cutoff.house_edge - best),
    }


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
