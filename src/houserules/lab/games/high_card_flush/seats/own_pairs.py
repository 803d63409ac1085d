"""High Card Flush: how what two seats bring by their own cards goes together, whatever the dealer has."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from houserules.cards import AceReading
from houserules.lab.games.high_card_flush.seats.wagers import ANY, pair_chances, weights_of
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import OwnWager
from houserules.law import Submission

GAME: Final = "high_card_flush"
NOBODY_RAISES: Final = 0


def own_covariance(submission: Submission, wager: OwnWager) -> Fraction | None:
    """None for a table that asks for more than flushes alone, or runs alone."""
    try:
        weights = weights_of([wager])
    except Unsupported:
        return None
    chances = _chances(submission.ace)
    mean = sum((weight * chances[at][ANY] for at, weight in enumerate(weights)), Fraction())
    parts = [(at, weight) for at, weight in enumerate(weights) if weight]
    product = sum((one * other * chances[i][j] for i, one in parts for j, other in parts), Fraction())
    return product - mean**2


def _chances(ace: AceReading) -> list[list[Fraction]]:
    """The answer is kept."""
    question = Question(GAME, "hands of two seats", ace, __name__)
    return find_answer(question, lambda: pair_chances(ace, NOBODY_RAISES))
