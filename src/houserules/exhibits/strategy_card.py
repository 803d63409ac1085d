"""The strategy card: wallet size, with a short strategy and its cost on one side and exact best play on the other."""

from __future__ import annotations

from typing import Any, Final

from houserules.exhibits.rules_in_words import decision_title
from houserules.lab import Progress, StrategyReport, default_strategy, percent_of, rules_in_words, strategy_report
from houserules.law import Submission, unit_of

PLACES: Final = 4


def card_data(submission: Submission, progress: Progress = lambda _: None) -> dict[str, Any]:
    report = strategy_report(submission, progress)
    assert report.study is not None
    return {
        "unit": unit_of(submission.rulebook),
        "edge": percent_of(report.best.house_edge, PLACES),
        "short": _short(submission, report),
        "sections": [section.as_data() for section in report.study.sections],
    }


def _short(submission: Submission, report: StrategyReport) -> dict[str, Any]:
    """The strategy that a simulation plays, rule by rule; and the name of the one that comes closest to best play."""
    chosen = default_strategy(submission)
    weighed = next(each for each in report.weighed if each.name == chosen.name)
    nearest = min(report.weighed, key=lambda each: each.cost)
    told = rules_in_words(submission, chosen) or {}
    stages = [
        {"title": stage.capitalize() if len(told) > 1 else None, "rules": _together(rules)}
        for stage, rules in told.items()
    ]
    return {
        "name": weighed.name,
        "edge": percent_of(weighed.results.house_edge, PLACES),
        "cost": percent_of(weighed.cost, PLACES),
        "exact": not weighed.cost,
        "stages": stages,
        "nearest": {"name": nearest.name, "cost": percent_of(nearest.cost, PLACES)}
        if nearest.name != weighed.name
        else None,
    }


def _together(rules: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Rules in order; consecutive rules with the same action are grouped under it."""
    found: list[dict[str, Any]] = []
    for condition, action in rules:
        title = decision_title(action)
        if found and found[-1]["action"] == title:
            found[-1]["when"].append(condition)
        else:
            found.append({"action": title, "when": [condition]})
    return found
