"""What a payout limit takes away from the player, at given stakes.

The limit cuts the winnings of one hand on all wagers that it covers, taken together, so it needs the joint
distribution of these wagers. For wagers on the player's own cards the census has it. Where the base game is
covered too, flush length ties both together; how they go together among hands of one length is not counted, and
the two extreme ways, large with large and large with small, give sharp bounds, because what exceeds a limit is a
convex function of the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.base_game import base_results, xtra_odds
from houserules.lab.census import Kind, hands, kinds
from houserules.lab.outcomes import Outcome
from houserules.lab.paylines import SUIT_SPECIFIC, kinds_per_line
from houserules.lab.side_bets import cards_of_a_hand, is_side_bet, winnings_at
from houserules.law import Submission
from houserules.money import Money

Part = tuple[Fraction, Fraction]
"""An amount, and the probability that it is won."""


@dataclass(frozen=True, slots=True)
class LimitEffect:
    """What the limit takes from one hand on average, in millionths of a dollar; both bounds alike where exact."""

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
    """The limit for one hand: the smaller of those that the submission states. One player's single hand is taken
    to be the round."""
    limits = [
        limit for limit in (submission.payout_limit_per_hand, submission.payout_limit_per_round) if limit is not None
    ]
    return min(limits) if limits else None


def limit_effects(submission: Submission) -> tuple[LimitEffect, ...]:
    """The effect with every covered wager at its minimum, and with every one at its maximum."""
    limit = limit_of(submission)
    if limit is None:
        return ()
    made = []
    for name in ("minimum", "maximum"):
        stakes = {
            wager: getattr(choices, name)
            for wager, choices in submission.wagers.items()
            if wager in submission.rulebook.payout_limit.covers.value
        }
        made.append(limit_effect(submission, limit, stakes))
    return tuple(made)


def limit_effect(submission: Submission, limit: Money, stakes: Mapping[str, Money]) -> LimitEffect:
    """What the limit takes away at these stakes; the base game's wagers count through the stake of the ante."""
    bonuses = [name for name in stakes if is_side_bet(submission, name) and stakes[name] > 0]
    by_length: dict[int, list[Part]] = {}
    for kind, won, chance in _joint(submission, bonuses, stakes):
        by_length.setdefault(kind.flush, []).append((won, chance))
    ante = stakes.get("ante", Money(0))
    if not ante or "ante" not in submission.rulebook.payout_limit.covers.value:
        taken = sum(
            (_excess(won, limit) * chance for parts in by_length.values() for won, chance in parts), Fraction()
        )
        return LimitEffect(limit, dict(stakes), taken, taken)
    if not _could_matter(submission, by_length, ante, limit):
        return LimitEffect(limit, dict(stakes), Fraction(0), Fraction(0))
    results = base_results(submission)
    odds = xtra_odds(submission)
    least = most = Fraction(0)
    for length, parts in by_length.items():
        base: list[Part] = [
            (_winnings(outcome, odds) * ante, Fraction(outcome.deals, results.deals))
            for outcome in results.outcomes
            if outcome.flush == length
        ]
        most += _coupled(parts, base, limit, together=True)
        least += _coupled(parts, base, limit, together=False)
    return LimitEffect(limit, dict(stakes), least, most)


def _could_matter(submission: Submission, by_length: Mapping[int, list[Part]], ante: int, limit: int) -> bool:
    """Whether any hand could win more than the limit: if none can, the game need not be solved."""
    odds = xtra_odds(submission)
    stages = submission.rulebook.decision.stages
    multiple = 1 + max(number.value for number in stages.values())
    return any(
        max(won for won, _ in parts) + (multiple + odds.get(length, 0)) * ante > limit
        for length, parts in by_length.items()
    )


def _joint(
    submission: Submission, bonuses: list[str], stakes: Mapping[str, Money]
) -> Iterable[tuple[Kind, Fraction, Fraction]]:
    """Kinds of hands with what the bonus wagers win together and the probability."""
    cards = cards_of_a_hand(submission)
    won: dict[tuple[Kind, int], Fraction] = {}
    counts: dict[tuple[Kind, int], int] = {}
    # Only hands of one named suit may be paid apart from others of their kind: quarter 1 is that suit.
    for kind, count in kinds(cards, submission.ace).items():
        counts[kind, 1], counts[kind, 0] = (count // 4, count - count // 4) if kind.run == 7 else (0, count)
    for name in bonuses:
        table = submission.wagers[name].paytable
        assert table is not None
        value = winnings_at(stakes[name], f"wagers.{name}.paytable")
        for kind, line, _ in kinds_per_line(table, cards, submission.ace, value):
            if line is None:
                continue
            gain = value(line.pay) * stakes[name]
            others = (0,) if table.line(SUIT_SPECIFIC) else (0, 1)
            quarters = (1,) if line.hand == SUIT_SPECIFIC else others
            for quarter in quarters:
                won[kind, quarter] = won.get((kind, quarter), Fraction()) + gain
    for (kind, quarter), count in counts.items():
        if count:
            yield kind, won.get((kind, quarter), Fraction()), Fraction(count, hands(cards))


def _winnings(outcome: Outcome, odds: Mapping[int, Fraction]) -> Fraction:
    """What ante, X-tra Bonus and all-in win in antes; stakes that come back are no winnings."""
    if outcome.action == "fold" or outcome.comparison != "win":
        return Fraction(0)
    return int(outcome.dealer_qualifies) + (outcome.wagered - 2) + odds.get(outcome.flush, Fraction(0))


def _excess(won: Fraction, limit: int) -> Fraction:
    return max(won - limit, Fraction(0))


def _coupled(one: list[Part], other: list[Part], limit: int, together: bool) -> Fraction:
    """The expected excess when both are ordered alike, or one against the other."""
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
