"""Meters designed for a goal: a rate, an initial amount and a reset amount that reach a house edge in the long
run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.counting.progressives import LongRun, progressive_wager
from houserules.lab.exact import decimal_of, pair
from houserules.lab.reports.analysis_data import dollars_pair
from houserules.law import ProgressiveChoices, Submission
from houserules.law.words import AfterAllOfIt
from houserules.money import Money, Percent, dollars, format_dollars

RATES: Final = tuple(Fraction(half, 200) for half in range(1, 101))
RESETS: Final = tuple(
    1000 * thousands
    for thousands in (*range(1, 11), 12, 15, *range(20, 51, 5), 60, 70, 75, 80, 90, 100, 125, 150, 200, 250)
)


@dataclass(frozen=True, slots=True)
class DesignedMeter:
    choices: ProgressiveChoices
    long_run: LongRun
    at_start: Fraction
    """The house edge while the meter shows its initial amount."""

    def as_data(self) -> dict[str, Any]:
        choices = self.choices
        assert choices.main_rate is not None
        data: dict[str, Any] = {
            "rate": str(choices.main_rate),
            "initial": format_dollars(choices.initial or 0),
            "long_run_edge": pair(self.long_run.house_edge),
            "edge_at_the_start": pair(self.at_start),
            "average_win": dollars_pair(self.long_run.average_meter),
            "average_first_win": dollars_pair(self.long_run.average_meter_first),
        }
        if choices.reset is not None:
            data["reset"] = format_dollars(choices.reset)
        if choices.secondary_rate is not None:
            data["secondary_rate"] = str(choices.secondary_rate)
        return data


def design_meter(
    submission: Submission, edge: Fraction, within: Fraction, answers: int, start: Fraction | None = None
) -> tuple[list[DesignedMeter], int]:
    """Meters whose edge in the long run is within the goal: the closest ones, those with the largest average win
    first, and how many there are in all. ``start`` is the edge to reach, within the same tolerance, while the meter
    shows its initial amount; without it, the meter starts at the reset amount."""
    if submission.progressive is None:
        raise BadArgument("{wager}: this submission offers no progressive")
    offered = progressive_wager(submission)
    if offered.long_run is None:
        raise BadArgument("{what}: no line of this table is paid from a meter")
    straight = _straight(submission, submission.progressive)
    near = []
    for choices in _candidates(submission, submission.progressive):
        off = straight(choices) - edge
        if abs(off) <= within:
            near.append((abs(off), choices))
    found = [
        made
        for _, choices in sorted(near, key=lambda each: each[0])
        for made in _made(submission, choices, within, start)
    ]
    shown = sorted(found[:answers], key=lambda each: -each.long_run.average_meter)
    return shown, len(found)


def _made(
    submission: Submission, choices: ProgressiveChoices, within: Fraction, start: Fraction | None
) -> Iterator[DesignedMeter]:
    """The meter with the largest initial amount that has the edge at the start, where one is asked for."""
    made = progressive_wager(replace(submission, progressive=choices))
    assert made.long_run is not None
    if start is None:
        yield DesignedMeter(choices, made.long_run, made.house_edge)
        return
    least = _least(submission, choices)
    for amount in reversed(RESETS):
        if dollars(amount) >= least and abs(made.edge_at(Fraction(dollars(amount)), 1) - start) <= within:
            changed = progressive_wager(replace(submission, progressive=replace(choices, initial=dollars(amount))))
            assert changed.long_run is not None
            yield DesignedMeter(replace(choices, initial=dollars(amount)), changed.long_run, changed.house_edge)
            return


def _straight(submission: Submission, choices: ProgressiveChoices) -> Callable[[ProgressiveChoices], Fraction]:
    """The edge in the long run. It is linear in the rates and in the reset amount, so a few points determine it."""

    def edge(main: Fraction, secondary: Fraction, reset: int) -> Fraction:
        at = replace(
            choices,
            main_rate=Percent(main),
            secondary_rate=Percent(secondary) if choices.secondary_rate is not None else None,
            reset=dollars(reset) if choices.reset is not None else None,
        )
        made = progressive_wager(replace(submission, progressive=at))
        assert made.long_run is not None
        return made.long_run.house_edge

    tenth = Fraction(1, 10)
    origin = edge(tenth, tenth, 1000)
    by_main = (edge(2 * tenth, tenth, 1000) - origin) / tenth
    by_secondary = (edge(tenth, 2 * tenth, 1000) - origin) / tenth
    by_reset = (edge(tenth, tenth, 2000) - origin) / dollars(1000)

    def value(at: ProgressiveChoices) -> Fraction:
        assert at.main_rate is not None
        found = origin + by_main * (at.main_rate.share - tenth)
        if at.secondary_rate is not None:
            found += by_secondary * (at.secondary_rate.share - tenth)
        return found + by_reset * (at.reset - dollars(1000)) if at.reset is not None else found

    return value


def _candidates(submission: Submission, choices: ProgressiveChoices) -> Iterator[ProgressiveChoices]:
    rules = submission.rulebook.progressive
    assert rules is not None
    if rules.after_all_of_it.value is AfterAllOfIt.SECONDARY_METER:
        for rate in RATES:
            for secondary in RATES:
                yield replace(choices, main_rate=Percent(rate), secondary_rate=Percent(secondary))
        return
    least = _least(submission, choices)
    for rate in RATES:
        for amount in RESETS:
            if dollars(amount) >= least:
                yield replace(choices, main_rate=Percent(rate), initial=dollars(amount), reset=dollars(amount))


def _least(submission: Submission, choices: ProgressiveChoices) -> Money:
    """The least initial and reset amount that the document allows."""
    rules = submission.rulebook.progressive
    assert rules is not None
    least = rules.least.get(choices.paytable.letter)
    return dollars(0) if least is None else least.value


def meter_goal_as_data(edge: Fraction, within: Fraction, start: Fraction | None) -> dict[str, Any]:
    return {
        "edge": decimal_of(edge),
        "within": decimal_of(within),
        "start": None if start is None else decimal_of(start),
    }
