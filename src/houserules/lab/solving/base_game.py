"""The base game of a submission under best play: the game's solver, asked with the rulebook's own parameters.

Answers are kept, because they take seconds and many submissions ask the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houserules.lab.counting.outcomes import Results
from houserules.lab.counting.side_bets import LineResult, winnings_at
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Progress
from houserules.law import Paytable, Submission
from houserules.law.words import Offer
from houserules.money import DOLLAR


@dataclass(frozen=True, slots=True)
class WagerShare:
    """One wager of the base game under best play, in units."""

    wager: str
    staked: Fraction
    """What is staked on it in a round on average."""
    expected: Fraction
    """Its expected net result."""


@dataclass(frozen=True, slots=True)
class TableShare:
    """A wager of the base game that is paid by a table, under best play of the whole game."""

    wager: str
    paytable: str
    clause: str
    deals: int
    lines: tuple[LineResult, ...]
    pushes: int
    losses: int

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability for line in self.lines), Fraction())

    @property
    def house_edge(self) -> Fraction:
        return Fraction(self.losses, self.deals) - sum((line.returns for line in self.lines), Fraction())

    @property
    def variance(self) -> Fraction:
        squares = sum((line.probability * line.wins**2 for line in self.lines), Fraction())
        return squares + Fraction(self.losses, self.deals) - self.house_edge**2


BASE_GAME: Final = "base game"


def base_results(submission: Submission, progress: Progress | None = None) -> Results:
    """Best play of the base game over all deals. The answer is kept."""
    question = base_question(submission)
    return find_answer(question, lambda: solve_base(question, progress))


def base_question(submission: Submission) -> Question:
    return question_about(BASE_GAME, submission, by=insist_supported(submission).base.solve)


def question_about(subject: str, submission: Submission, *more: object, by: Callable[..., Any]) -> Question:
    """A question to this function, whose answer depends on what the base game depends on, and on what else is
    named."""
    solver = insist_supported(submission)
    terms = solver.base.question(submission)
    return Question(solver.game, subject, (terms, *more) if more else terms, by.__module__)


def solve_base(question: Question, progress: Progress | None = None) -> Results:
    return solver_of(question.game).base.solve(question.terms, progress)


def wager_shares(submission: Submission, results: Results) -> tuple[WagerShare, ...]:
    """What each wager of the base game contributes to the result. The parts add up to the whole."""
    parts = insist_supported(submission).base.parts
    staked: dict[str, Fraction] = {}
    expected: dict[str, Fraction] = {}
    for outcome in results.outcomes:
        for wager, (stake, net) in parts(submission, outcome).items():
            staked[wager] = staked.get(wager, Fraction()) + stake * outcome.deals
            expected[wager] = expected.get(wager, Fraction()) + net * outcome.deals
    return tuple(WagerShare(name, staked[name] / results.deals, expected[name] / results.deals) for name in staked)


def table_wagers(submission: Submission) -> dict[str, Paytable]:
    """The wagers of the base game that are paid by a table: those that every player makes."""
    required = (
        (name, wager.paytable)
        for name, wager in submission.wagers.items()
        if submission.rulebook.wagers[name].offer.value is not Offer.OPTIONAL
    )
    return {name: table for name, table in required if table is not None}


def table_shares(submission: Submission, results: Results) -> tuple[TableShare, ...]:
    """Their own figures, from the counts of the solved game."""
    return tuple(_table_share(submission, results, *each) for each in table_wagers(submission).items())


def _table_share(submission: Submission, results: Results, wager: str, table: Paytable) -> TableShare:
    base = insist_supported(submission).base
    assert base.line is not None, "a game with such a wager says which line pays it"
    combinations = {line.hand: 0 for line in table}
    pushes = losses = 0
    for outcome in results.outcomes:
        hand = base.line(submission, wager, outcome)
        _, net = base.parts(submission, outcome)[wager]
        if hand is not None:
            combinations[hand] += outcome.deals
        elif net < 0:
            losses += outcome.deals
        else:
            pushes += outcome.deals
    value = winnings_at(DOLLAR, f"wagers.{wager}.paytable")
    lines = []
    for line in table:
        count = combinations[line.hand]
        chance = Fraction(count, results.deals)
        lines.append(LineResult(line.hand, line.pay, str(line.clause), count, chance, value(line.pay)))
    return TableShare(
        wager=wager,
        paytable=table.letter,
        clause=str(table.clause),
        deals=results.deals,
        lines=tuple(lines),
        pushes=pushes,
        losses=losses,
    )
