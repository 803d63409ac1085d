"""What a fold forfeits: progressive winners that best play of the base game would fold.

A hand may win the progressive and still be weak against the dealer. Where a folded hand forfeits the progressive, a
player who folds such a hand gives up its payment.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.lab.counting.paylines import hands_of, line_of
from houserules.lab.counting.progressives import ProgressiveWager
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import FoldedHands, Kind
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE, Switch
from houserules.money import Money


@dataclass(frozen=True, slots=True)
class FoldedWinners:
    """Progressive winners that best play of the base game would fold, where a fold forfeits the progressive."""

    hands: dict[str, int]
    """Maps a pay line to the number of such hands."""
    house_edge: Fraction
    """The edge when the player folds them; the progressive's own edge assumes that none is folded."""
    joint: tuple[JointPlay, ...]
    """Best play of both together, at the smallest and at the largest base wager."""
    turning: dict[str, Turning]
    """Maps a pay line to the base wagers at which best play of both changes from raising its winners to folding
    them."""


@dataclass(frozen=True, slots=True)
class Turning:
    """Of the winners of one line that the base game alone would fold, best play of both together raises..."""

    all_below: Fraction
    """...all with base wagers below this, in millionths of a dollar,"""
    none_from: Fraction | None
    """...and none from this one on; None where some are raised at any wager."""


@dataclass(frozen=True, slots=True)
class JointPlay:
    """Best play of the base game and the progressive together. A winner that the base game alone would fold is raised
    where that costs less than the progressive pays, which depends on the base wager."""

    base_wager: Money
    raised: int
    """Winners that are raised because of the progressive."""
    folded: int
    house_edge: Fraction
    """The house edge of the progressive, beside best play of the base game alone: what raising such winners costs
    there is counted against the progressive."""


FOLDS: Final = "folds"


def forfeits_on_fold(submission: Submission) -> bool:
    """Whether a player who folds loses the progressive: as the document says, unless a reading says otherwise."""
    survives = PROGRESSIVE in submission.rulebook.settlement.survive_fold.value
    return not survives and submission.readings.get(Switch.PROGRESSIVE_AFTER_FOLD) != "paid"


def folded_winners(submission: Submission, offered: ProgressiveWager) -> FoldedWinners | None:
    """None where a folded hand keeps its progressive."""
    if not forfeits_on_fold(submission):
        return None
    assert submission.progressive is not None
    table = submission.progressive.paytable
    lines = tuple(line for each in offered.lines if (line := table.line(each.hand)) is not None)
    paid = {line.hand: line.paid_at(offered.meter) for line in offered.lines}
    total = hands_of(submission)
    counts: dict[str, int] = {}
    lost = Fraction(0)
    winners: list[tuple[Fraction, FoldedHands]] = []
    costs: dict[str, set[Fraction]] = {}
    for kind, folded in folded_by_kind(submission).items():
        line = line_of(submission, kind, lines, None)
        if line is not None:
            counts[line.hand] = counts.get(line.hand, 0) + folded.hands
            lost += Fraction(folded.hands, total) * paid[line.hand]
            winners.append((paid[line.hand], folded))
            costs.setdefault(line.hand, set()).update(cost for cost, _ in folded.costs)
    stakes = dict.fromkeys((submission.table.minimum, submission.table.maximum))
    joint = tuple(_joint_play(offered, winners, unit, total) for unit in stakes if unit > 0)
    turning = {hand: _turning(paid[hand], found) for hand, found in costs.items() if any(found)}
    return FoldedWinners(counts, offered.house_edge + lost / offered.amount, joint, turning)


def _turning(payment: Fraction, costs: set[Fraction]) -> Turning:
    least, most = min(costs), max(costs)
    return Turning(payment / most, payment / least if least else None)


def _joint_play(
    offered: ProgressiveWager, winners: list[tuple[Fraction, FoldedHands]], unit: Money, total: int
) -> JointPlay:
    """For each such winner the player loses the smaller of two amounts: the payment, or the cost of the raise."""
    raised = folded = 0
    lost = Fraction(0)
    for payment, hands in winners:
        for cost, count in hands.costs:
            if cost * unit < payment:
                raised += count
                lost += count * cost * unit
            else:
                folded += count
                lost += count * payment
    return JointPlay(unit, raised, folded, offered.house_edge + lost / total / offered.amount)


def folded_by_kind(submission: Submission) -> dict[Kind, FoldedHands]:
    """Maps a kind of hand to the hands of that kind that best play folds. The answer is kept."""
    question = fold_question(submission)
    return find_answer(question, lambda: count_folds(question))


def fold_question(submission: Submission) -> Question:
    solver = insist_supported(submission)
    assert solver.base.folds is not None, "a solver that supports such folds counts them"
    folds = solver.base.folds
    return Question(solver.game, FOLDS, folds.question(submission), folds.count.__module__)


def count_folds(question: Question) -> dict[Kind, FoldedHands]:
    folds = solver_of(question.game).base.folds
    assert folds is not None
    return folds.count(question.terms)
