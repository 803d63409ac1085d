"""Best play and short strategies of a submission's game, with what each costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab import high_card_flush
from houserules.lab.base_game import base_results, largest_raise, qualifier_of, xtra_odds
from houserules.lab.decisions import has_board
from houserules.lab.hands_sweep import HandTable
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
    best = base_results(submission)
    if has_board(submission):
        table = openings(xtra_odds(submission), qualifier_of(submission), lambda done: progress(done / 6))
        weighed = _weigh_chase(submission, best, lambda done: progress((1 + 5 * done) / 6))
        return StrategyReport(best, weighed, openings=table)
    hands = high_card_flush.hand_table(qualifier_of(submission))
    weighed = _weigh_high_card(submission, best, hands, progress)
    return StrategyReport(best, weighed, raise_region(hands), best_cutoff(hands, best.house_edge))


def weigh_short_strategies(submission: Submission, progress: Progress) -> tuple[Weighed, ...]:
    """Every short strategy of the game beside best play."""
    best = base_results(submission)
    if has_board(submission):
        return _weigh_chase(submission, best, progress)
    return _weigh_high_card(submission, best, high_card_flush.hand_table(qualifier_of(submission)), progress)


def _weigh_high_card(
    submission: Submission, best: Results, hands: HandTable, progress: Progress
) -> tuple[Weighed, ...]:
    strategies = short_strategies(HIGH_CARD_FLUSH)
    weighed = []
    for done, strategy in enumerate(strategies, start=1):
        results = evaluate_high_card_flush(strategy, hands, largest_raise(submission))
        weighed.append(_weighed(strategy, results, best))
        progress(done / len(strategies))
    return tuple(weighed)


def _weigh_chase(submission: Submission, best: Results, progress: Progress) -> tuple[Weighed, ...]:
    odds, qualifier = xtra_odds(submission), qualifier_of(submission)
    strategies = short_strategies(CHASE_THE_FLUSH)

    def part(number: int) -> Progress:
        return lambda done: progress((number + done) / len(strategies))

    return tuple(
        _weighed(strategy, evaluate_chase_the_flush(strategy, odds, qualifier, part(number)), best)
        for number, strategy in enumerate(strategies)
    )


def _weighed(strategy: WrittenStrategy, results: Results, best: Results) -> Weighed:
    return Weighed(strategy.name, results, results.house_edge - best.house_edge)
