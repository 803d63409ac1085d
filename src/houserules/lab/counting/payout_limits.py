"""What a payout limit takes away from the player, at given stakes.

The limit cuts the winnings of one hand on all wagers that it covers, taken together, so it needs the joint
distribution of these wagers. For wagers on the player's own cards the census gives it. Where the base game is covered
too, the cell of the player's hand links the two. If the hands of a cell win different amounts on their own cards, how
these combine with the base game is not counted: the two extremes, large with large and large with small, give sharp
bounds, because the excess over a limit is a convex function of the sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.counting.outcomes import Outcome
from houserules.lab.counting.paylines import hands_of, kinds_of_hands, kinds_per_line
from houserules.lab.counting.side_bets import is_side_bet, winnings_at
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Kind
from houserules.law import Submission
from houserules.law.words import Offer
from houserules.money import Money

Part = tuple[Fraction, Fraction]
"""An amount, and the probability that it is won."""


@dataclass(frozen=True, slots=True)
class LimitEffect:
    """What the limit takes from one hand on average, in millionths of a dollar; the two bounds are equal where it is
    exact."""

    limit: Money
    stakes: Mapping[str, Money]
    least: Fraction
    most: Fraction

    @property
    def exact(self) -> bool:
        return self.least == self.most

    @property
    def staked(self) -> int:
        return sum(self.stakes.values())


def limit_of(submission: Submission) -> Money | None:
    """The limit for one hand: the smaller of those that the submission states. The round is taken to be one player's
    single hand."""
    limits = [
        limit for limit in (submission.payout_limit_per_hand, submission.payout_limit_per_round) if limit is not None
    ]
    return min(limits) if limits else None


def limit_effects(submission: Submission) -> tuple[LimitEffect, ...]:
    """The effect with every covered wager at its minimum, and with every one at its maximum."""
    limit = limit_of(submission)
    if limit is None:
        return ()
    covers = _covered(submission)
    counted = {submission.rulebook.base_wager} if _base_wagers(submission) & covers else set()
    made = []
    for name in ("minimum", "maximum"):
        stakes = {
            wager: getattr(choices, name)
            for wager, choices in submission.wagers.items()
            if wager in covers or wager in counted
        }
        made.append(limit_effect(submission, limit, stakes))
    return tuple(made)


def limit_effect(submission: Submission, limit: Money, stakes: Mapping[str, Money]) -> LimitEffect:
    """What the limit takes away at these stakes; those of the base game follow from the stake of the unit."""
    bonuses = [name for name in stakes if is_side_bet(submission, name) and stakes[name] > 0]
    joint = list(_joint(submission, bonuses, stakes))
    unit = stakes.get(submission.rulebook.base_wager, Money(0))
    if not unit or not _base_wagers(submission) & _covered(submission):
        taken = sum((_excess(won, limit) * chance for _, won, chance in joint), Fraction())
        return LimitEffect(limit, dict(stakes), taken, taken)
    cells = insist_supported(submission).base.cells
    bonus_parts: dict[Hashable, list[Part]] = {}
    for kind, won, chance in joint:
        bonus_parts.setdefault(cells.of_kind(kind) if cells else None, []).append((won, chance))
    results = base_results(submission)
    base_parts: dict[Hashable, list[Part]] = {}
    for outcome in results.outcomes:
        won, chance = _winnings(submission, outcome) * unit, Fraction(outcome.deals, results.deals)
        base_parts.setdefault(cells.of_outcome(submission, outcome) if cells else None, []).append((won, chance))
    least = most = Fraction(0)
    for cell, parts in bonus_parts.items():
        most += _coupled(parts, base_parts[cell], limit, together=True)
        least += _coupled(parts, base_parts[cell], limit, together=False)
    return LimitEffect(limit, dict(stakes), least, most)


def _covered(submission: Submission) -> frozenset[str]:
    rules = submission.rulebook.payout_limit
    return frozenset(rules.covers.value) if rules else frozenset()


def _base_wagers(submission: Submission) -> frozenset[str]:
    rules = submission.rulebook.wagers
    return frozenset(name for name, wager in rules.items() if wager.offer.value is not Offer.OPTIONAL)


def _joint(
    submission: Submission, bonuses: list[str], stakes: Mapping[str, Money]
) -> Iterable[tuple[Kind, Fraction, Fraction]]:
    """Kinds of hands with what the bonus wagers win on them together, and the probability."""
    won: dict[Kind, Fraction] = {}
    for name in bonuses:
        wager = submission.wagers[name]
        assert wager.paytable is not None
        value = winnings_at(stakes[name], f"wagers.{name}.paytable")
        for kind, line, _ in kinds_per_line(submission, wager.paytable, value, wager.suit):
            if line is not None:
                won[kind] = won.get(kind, Fraction()) + value(line.pay) * stakes[name]
    every = hands_of(submission)
    for kind, count in kinds_of_hands(submission).items():
        yield kind, won.get(kind, Fraction()), Fraction(count, every)


def _winnings(submission: Submission, outcome: Outcome) -> Fraction:
    """What the covered wagers of the base game win, in units; returned stakes are not winnings."""
    covers = _covered(submission)
    parts = insist_supported(submission).base.parts(submission, outcome)
    return sum((net for wager, (_, net) in parts.items() if wager in covers and net > 0), Fraction())


def _excess(won: Fraction, limit: int) -> Fraction:
    return max(won - limit, Fraction(0))


def _coupled(one: list[Part], other: list[Part], limit: int, together: bool) -> Fraction:
    """The expected excess when both are ordered the same way, or one in reverse."""
    left = sorted(one)
    right = sorted(other, reverse=not together)
    total = Fraction(0)
    i = j = 0
    rest_left, rest_right = left[0][1], right[0][1]
    while True:
        step = min(rest_left, rest_right)
        total += step * _excess(left[i][0] + right[j][0], limit)
        rest_left, rest_right = rest_left - step, rest_right - step
        if not rest_left:
            i += 1
            if i == len(left):
                return total
            rest_left = left[i][1]
        if not rest_right:
            j += 1
            if j == len(right):
                return total
            rest_right = right[j][1]
