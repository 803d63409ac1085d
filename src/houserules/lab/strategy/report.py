"""Best play and short strategies of a submission's game, with the cost of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.counting.outcomes import Results
from houserules.lab.solving.answers import find_answer, keep_answer, known_answer
from houserules.lab.solving.base_game import base_results, question_about
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.files import BestPlay, Strategy, WrittenStrategy, read_strategy, summands
from houserules.lab.strategy.in_words import sentence_of
from houserules.lab.strategy.panels import Study
from houserules.law import Submission


@dataclass(frozen=True, slots=True)
class Weighed:
    """A strategy and its results."""

    name: str
    results: Results
    cost: Fraction
    """The house edge in excess of that of best play."""
    asks: int
    """Its length: the number of things that its rules ask in all."""
    sentence: str | None = None
    """The strategy in words, made from its rules."""


@dataclass(frozen=True, slots=True)
class StrategyReport:
    best: Results
    weighed: tuple[Weighed, ...]
    study: Study | None = None
    """A description of best play; None where it was not asked for."""


def study(submission: Submission, progress: Progress) -> Study:
    """A description of best play in the submission's game."""
    solve = insist_supported(submission).strategies.study
    best = base_results(submission)
    return find_answer(question_about("study", submission, by=solve), lambda: solve(submission, best, progress))


def read_rules(submission: Submission, text: str, where: str) -> WrittenStrategy:
    """The strategy of a rule file, in the language of the submission's game."""
    return read_strategy(text, where, insist_supported(submission).strategies.language(submission))


def default_strategy(submission: Submission) -> WrittenStrategy:
    """What a simulation plays by default."""
    return insist_supported(submission).strategies.default(submission)


def weigh(submission: Submission, strategy: WrittenStrategy, progress: Progress) -> StrategyReport:
    """One strategy, such as a user's own, compared with best play."""
    weighed = _weigh(submission, (strategy,), progress)
    return StrategyReport(base_results(submission), weighed)


def strategy_report(submission: Submission, progress: Progress) -> StrategyReport:
    """Best play described, and every short strategy weighed."""
    made = study(submission, lambda done: progress(done / 6))
    weighed = weigh_short_strategies(submission, lambda done: progress((1 + 5 * done) / 6))
    return StrategyReport(base_results(submission), weighed, made)


def weigh_short_strategies(submission: Submission, progress: Progress) -> tuple[Weighed, ...]:
    """Every short strategy of the game, compared with best play."""
    return _weigh(submission, insist_supported(submission).strategies.short(submission), progress)


def _weigh(submission: Submission, strategies: Sequence[WrittenStrategy], progress: Progress) -> tuple[Weighed, ...]:
    best = base_results(submission).house_edge
    found = _evaluate(submission, strategies, progress)
    return tuple(
        Weighed(
            strategy.name, results, results.house_edge - best, asked_by(strategy), sentence_of(submission, strategy)
        )
        for strategy, results in zip(strategies, found, strict=True)
    )  # fmt: skip


def asked_by(strategy: WrittenStrategy) -> int:
    """The number of things that the rules ask in all; a sum asks for each of its parts."""
    every = (test for rules in strategy.rules.values() for rule in rules for test in rule.tests)
    return sum(len(summands(test.feature)) for test in every)


def is_on_frontier(weighed: Weighed, others: Sequence[Weighed]) -> bool:
    """Whether nothing that asks no more costs less, and nothing that costs no more asks less."""
    return not any(
        (each.asks, each.cost) != (weighed.asks, weighed.cost)
        and each.asks <= weighed.asks
        and each.cost <= weighed.cost
        for each in others
    )


def played_out(submission: Submission, strategy: Strategy, progress: Progress) -> Results:
    """The results of the strategy over all deals."""
    if isinstance(strategy, BestPlay):
        return base_results(submission, progress)
    (results,) = _evaluate(submission, (strategy,), progress)
    return results


def _evaluate(
    submission: Submission, strategies: Sequence[WrittenStrategy], progress: Progress
) -> tuple[Results, ...]:
    """The results of each strategy; only those that are not kept are computed."""
    evaluate = insist_supported(submission).strategies.evaluate
    questions = [question_about("strategy", submission, strategy.rules, by=evaluate) for strategy in strategies]
    found: list[Results | None] = [known_answer(question) for question in questions]
    new = [number for number, results in enumerate(found) if results is None]
    if new:
        solved = evaluate(submission, [strategies[number] for number in new], progress)
        for number, results in zip(new, solved, strict=True):
            found[number] = keep_answer(questions[number], results)
    return tuple(results for results in found if results is not None)
