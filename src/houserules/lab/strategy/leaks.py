"""What a seat gains when it knows more than its own cards: other players' hands, or one card of the dealer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.solving.answers import find_answer
from houserules.lab.solving.base_game import base_results, question_about
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import Glimpse, Leaks, Progress
from houserules.law import Submission

if TYPE_CHECKING:
    from houserules.lab.solving.arrays import Floats

MOST_BURNT: Final = 10


@dataclass(frozen=True, slots=True)
class ExactLeak:
    """Best play with the knowledge, over all deals."""

    value: Fraction
    """The value per unit, for the player."""
    without: Fraction
    """The same without the knowledge."""

    @property
    def gain(self) -> Fraction:
        return self.value - self.without


@dataclass(frozen=True, slots=True)
class SampledLeak:
    """A sample of deals. For each deal the gain is exact: what best play with the knowledge brings over best play
    without it, both valued with the knowledge. It is never negative, except with ``on_average``, where only the
    average is not: there best play without the knowledge is valued without it. The value without the knowledge is
    exact over all deals."""

    samples: int
    mean_gain: float
    standard_error: float
    without: Fraction
    on_average: bool = False

    @property
    def value(self) -> float:
        return float(self.without) + self.mean_gain


def leaks_of(submission: Submission) -> Leaks:
    """What the game's solver knows about leaks; `Unsupported` where it knows nothing."""
    found = insist_supported(submission).leaks
    if found is None:
        raise Unsupported(f"the solver of {submission.rulebook.title} does not say what a seat gains by knowing more")
    return found


def dealer_card_leak(submission: Submission, progress: Progress) -> ExactLeak:
    """The gain from seeing one of the dealer's cards before the first decision. Exact."""
    solve = leaks_of(submission).dealer_card
    question = question_about("leak by a dealer card", submission, by=solve)
    value = find_answer(question, lambda: solve(submission, progress))
    return ExactLeak(value, -base_results(submission).house_edge)


def sharing_leak(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> SampledLeak:
    """All players at the table know each other's cards before they decide; the gain of one of them."""
    solve = leaks_of(submission).sharing
    question = question_about("leak by sharing", submission, players, samples, seed, by=solve)
    found = find_answer(question, lambda: _summed(solve(submission, players, samples, seed, progress)))
    return SampledLeak(*found, -base_results(submission).house_edge)


def suits_leak(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> SampledLeak:
    """All players at the table tell each other how many cards of each suit they hold; the gain of one of them."""
    solve = leaks_of(submission).telling_suits
    if solve is None:
        raise Unsupported(f"{submission.rulebook.title}: what numbers of suits are worth is not known")
    question = question_about("leak by suits", submission, players, samples, seed, by=solve)
    found = find_answer(question, lambda: _summed(solve(submission, players, samples, seed, progress)))
    return SampledLeak(*found, -base_results(submission).house_edge)


def glimpse_leak(submission: Submission, seen: Glimpse, samples: int, seed: int, progress: Progress) -> SampledLeak:
    """Some cards are seen before the first decision: burnt ones, the dealer's, or the flop."""
    solve = leaks_of(submission).glimpsed
    decisions = insist_supported(submission).decisions.boards
    if solve is None or (seen.flop and len(decisions) == 1):
        raise Unsupported(f"{submission.rulebook.title}: what such cards are worth is not known")
    held = submission.rulebook.hands.dealer_cards.value
    if not 0 <= seen.dealers <= held:
        raise BadArgument(f"{{dealer_cards}} {seen.dealers}: expected 1 to {held}, which the dealer holds")
    if not 0 <= seen.burnt <= MOST_BURNT:
        raise BadArgument(f"{{burnt}} {seen.burnt}: expected 1 to {MOST_BURNT}")
    if seen.flop and (seen.burnt or seen.dealers):
        raise BadArgument("{flop}: expected without other cards")
    question = question_about("leak by a glimpse", submission, seen, samples, seed, by=solve)
    found = find_answer(question, lambda: _summed(solve(submission, seen, samples, seed, progress)))
    on_average = bool(seen.dealers) and len(decisions) > 1
    return SampledLeak(*found, -base_results(submission).house_edge, on_average)


def _summed(gains: Floats) -> tuple[int, float, float]:
    return len(gains), float(gains.mean()), float(gains.std(ddof=1) / len(gains) ** 0.5)
