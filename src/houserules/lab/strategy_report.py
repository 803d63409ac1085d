"""Best play and short strategies of a submission's game, with what each costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab import high_card_flush
from houserules.lab.base_game import base_results, largest_raise, qualifier_of, xtra_odds
from houserules.lab.decisions import has_board
from houserules.lab.opening_table import Opening, openings
from houserules.lab.outcomes import Results
from houserules.lab.raise_region import Cutoff, RaiseRegion, best_cutoff, raise_region
from houserules.lab.short_strategies import short_strategies
from houserules.lab.strategy_files import CHASE_THE_FLUSH, HIGH_CARD_FLUSH, WrittenStrategy
from houserules.lab.strategy_values import evaluate_chase_the_flush, evaluate_high_card_flush
from houserules.law import Submission

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A strategy and what it brings."""

    name: str
    results: Results
    cost: Fraction
    """The house edge above that of best play."""


@dataclass(frozen=True, slots=True)
class StrategyReport:
    best: Results
    weighed: tuple[Weighed, ...]
    region: RaiseRegion | None = None
    cutoff: Cutoff | None = None
    openings: tuple[Opening, ...] = ()


def weigh(submission: Submission, strategy: WrittenStrategy, progress: Progress) -> StrategyReport:
    """One strategy, such as a user's own, beside best play."""
    best = base_results(submission)
    if has_board(submission):
        results = evaluate_chase_the_flush(strategy, xtra_odds(submission), qualifier_of(submission), progress)
    else:
        table = high_card_flush.hand_table(qualifier_of(submission))
        results = evaluate_high_card_flush(strategy, table, largest_raise(submission))
    return StrategyReport(best, (_weighed(strategy, results, best),))


def report(submission: Submission, progress: Progress) -> StrategyReport:
    """Best play described, and every short strategy weighed."""
    if has_board(submission):
        return _chase_report(submission, progress)
    best = base_results(submission)
    table = high_card_flush.hand_table(qualifier_of(submission))
    strategies = short_strategies(HIGH_CARD_FLUSH)
    weighed = []
    for done, strategy in enumerate(strategies, start=1):
        results = evaluate_high_card_flush(strategy, table, largest_raise(submission))
        weighed.append(_weighed(strategy, results, best))
        progress(done / (len(strategies) + 2))
    return StrategyReport(best, tuple(weighed), raise_region(table), best_cutoff(table, best.house_edge), ())


def _chase_report(submission: Submission, progress: Progress) -> StrategyReport:
    best = base_results(submission)
    odds, qualifier = xtra_odds(submission), qualifier_of(submission)
    strategies = short_strategies(CHASE_THE_FLUSH)
    parts = len(strategies) + 1

    def part(number: int) -> Progress:
        return lambda done: progress((number + done) / parts)

    table = openings(odds, qualifier, part(0))
    weighed = [
        _weighed(strategy, evaluate_chase_the_flush(strategy, odds, qualifier, part(number)), best)
        for number, strategy in enumerate(strategies, start=1)
    ]
    return StrategyReport(best, tuple(weighed), openings=table)


def _weighed(strategy: WrittenStrategy, results: Results, best: Results) -> Weighed:
    return Weighed(strategy.name, results, results.house_edge - best.house_edge)
