"""Comparisons, prices and strategies as data: what ``--json`` prints and the service sends."""

from __future__ import annotations

from typing import Any

from houserules.lab.counting.outcomes import Results
from houserules.lab.exact import pair
from houserules.lab.reports.comparison import Comparison, Difference
from houserules.lab.reports.reading_prices import ReadingPrice
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.panels import panel_as_data
from houserules.lab.strategy.report import StrategyReport, Weighed, is_on_frontier, study
from houserules.law import Submission
from houserules.money import DOLLAR


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
        "payout_limit_takes": None
        if each.taken is None
        else {"a": pair(each.taken.before / DOLLAR), "b": pair(each.taken.after / DOLLAR)},
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
    return {
        "optimal": _best_play(report.best),
        "strategies": [
            {**weighed_as_data(weighed), "on_frontier": is_on_frontier(weighed, report.weighed)}
            for weighed in report.weighed
        ],
        **(report.study.data if report.study is not None else {}),
    }


def strategy_map(submission: Submission, progress: Progress) -> dict[str, Any]:
    """Best play as maps of all starting hands, and in words."""
    best = base_results(submission)
    described = study(submission, progress)
    return {
        "game": submission.rulebook.game,
        "optimal": _best_play(best),
        "panels": [panel_as_data(panel) for panel in described.panels],
        "sections": [section.as_data() for section in described.sections],
    }


def _best_play(best: Results) -> dict[str, Any]:
    return {
        "house_edge": pair(best.house_edge),
        "actions": {action: pair(best.frequency(deals)) for action, deals in best.actions().items()},
    }


def weighed_as_data(weighed: Weighed) -> dict[str, Any]:
    results = weighed.results
    return {
        "name": weighed.name,
        "in_words": weighed.sentence,
        "house_edge": pair(results.house_edge),
        "cost": pair(weighed.cost),
        "asks": weighed.asks,
        "average_wager": pair(results.average_wager),
        "element_of_risk": pair(results.element_of_risk),
        "actions": {action: pair(results.frequency(deals)) for action, deals in results.actions().items()},
    }
