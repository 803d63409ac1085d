"""The base game of a submission under best play: the exact solver, asked with the rulebook's own parameters.

The solver and its numerics are imported only when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from houserules.cards import RANKS, key_of_cards
from houserules.lab.census import Kind
from houserules.lab.kept import Kept
from houserules.lab.outcomes import Outcome, Results
from houserules.lab.paylines import reaches
from houserules.lab.side_bets import LineResult, winnings_at
from houserules.law import MalformedData, Paytable, Submission
from houserules.money import DOLLAR, Odds

Progress = Callable[[float], None]

FLUSH_LINES: Final = ("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush")
_LENGTHS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


_STAKES: Final = 5
_FINEST: Final = 1 << 24
"""The largest result of a round, counted in the least common fraction of the odds, for which sums fit 64 bits."""


@dataclass(frozen=True, slots=True)
class WagerShare:
    """One wager of the base game under best play, in units of the ante."""

    wager: str
    staked: Fraction
    """What is staked on it in a round on average."""
    expected: Fraction
    """Its expected net result."""


@dataclass(frozen=True, slots=True)
class XtraBonus:
    """The X-tra Bonus under best play of the whole game. It equals the ante, so its unit is the ante's."""

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


@dataclass(frozen=True, slots=True)
class BaseQuestion:
    """All that the base game depends on: submissions that ask the same share one answer."""

    qualifier: int
    raises: tuple[tuple[int, int], ...]
    """High Card Flush: antes that may be raised, by length of the flush."""
    odds: tuple[tuple[int, Fraction], ...] | None
    """Chase the Flush: what the X-tra Bonus wins, by length of the flush."""


_SOLVED: Final[Kept[BaseQuestion, Results]] = Kept(64)


def base_results(submission: Submission, progress: Progress | None = None) -> Results:
    """Best play of the base game over all deals. The answer is kept: the same question costs nothing twice."""
    question = base_question(submission)
    return known_base(question) or keep_base(question, solve_base(question, progress))


def base_question(submission: Submission) -> BaseQuestion:
    qualifier = qualifier_of(submission)
    if submission.rulebook.decision.stages:
        return BaseQuestion(qualifier, (), tuple(sorted(xtra_odds(submission).items())))
    return BaseQuestion(qualifier, tuple(sorted(largest_raise(submission).items())), None)


def known_base(question: BaseQuestion) -> Results | None:
    return _SOLVED.get(question)


def keep_base(question: BaseQuestion, results: Results) -> Results:
    """Remember an answer, also one that was found elsewhere, such as in another process."""
    return _SOLVED.keep(question, results)


def solve_base(question: BaseQuestion, progress: Progress | None = None) -> Results:
    if question.odds is None:
        from houserules.lab import high_card_flush  # noqa: PLC0415

        return high_card_flush.solve(question.qualifier, dict(question.raises))
    from houserules.lab import chase_the_flush  # noqa: PLC0415

    try:
        return chase_the_flush.solve(dict(question.odds), question.qualifier, progress)
    except ValueError as error:
        raise MalformedData(f"wagers.xtra_bonus.paytable: {error}") from None


def qualifier_of(submission: Submission) -> int:
    """The smallest flush key with which the dealer qualifies."""
    rules = submission.rulebook.qualifying
    return key_of_cards(rules.flush_length.value, RANKS.index(rules.high_card.value))


def largest_raise(submission: Submission) -> Mapping[int, int]:
    """How many antes may be raised, by length of the flush."""
    largest = submission.rulebook.decision.largest
    return {_LENGTHS[name.partition("_")[0]]: number.value for name, number in largest.items()}


def xtra_table(submission: Submission) -> Paytable:
    table = submission.wagers["xtra_bonus"].paytable
    assert table is not None
    return table


def xtra_odds(submission: Submission) -> Mapping[int, Fraction]:
    """What the X-tra Bonus wins by length of the winning flush; a length that is not listed pushes."""
    table = xtra_table(submission)
    value = winnings_at(DOLLAR, "wagers.xtra_bonus.paytable")
    odds: dict[int, Fraction] = {}
    for line in table:
        if line.hand not in FLUSH_LINES:
            raise MalformedData(
                f"wagers.xtra_bonus.paytable.{line.hand}: the X-tra Bonus is paid by the length of the flush; "
                f"wanted lines among {', '.join(FLUSH_LINES)}"
            )
        if not isinstance(line.pay, Odds):
            raise MalformedData(f"wagers.xtra_bonus.paytable.{line.hand}: wanted odds, as the wager equals the ante")
        odds[_LENGTHS[line.hand.partition("_")[0]]] = value(line.pay)
    unit = lcm(*(pays.denominator for pays in odds.values()))
    if (max(odds.values(), default=0) + _STAKES) * unit > _FINEST:
        raise MalformedData(
            "wagers.xtra_bonus.paytable: the odds are too large or too finely divided to count exactly"
        )
    # A longer flush contains the shorter ones, and is paid by the best line that it reaches.
    return {
        length: max(pays for short, pays in odds.items() if short <= length)
        for length in range(min(odds, default=8), 8)
    }


def xtra_bonus(submission: Submission, results: Results) -> XtraBonus:
    """The X-tra Bonus's own figures from the counts of the solved game."""
    table = xtra_table(submission)
    odds = xtra_odds(submission)
    pays_by_length = {length: _line_for(table, length) for length in odds}
    combinations: dict[str, int] = {line.hand: 0 for line in table}
    pushes = losses = 0
    for outcome in results.outcomes:
        hand = pays_by_length.get(outcome.flush)
        if outcome.action == "fold" or outcome.comparison == "lose":
            losses += outcome.deals
        elif outcome.comparison == "win" and hand is not None:
            combinations[hand] += outcome.deals
        else:
            pushes += outcome.deals
    lines = []
    for line in table:
        count = combinations[line.hand]
        wins = winnings_at(DOLLAR, "wagers.xtra_bonus.paytable")(line.pay)
        lines.append(LineResult(line.hand, line.pay, str(line.clause), count, Fraction(count, results.deals), wins))
    return XtraBonus(table.letter, str(table.clause), results.deals, tuple(lines), pushes, losses)


def _line_for(table: Paytable, length: int) -> str:
    value = winnings_at(DOLLAR, "wagers.xtra_bonus.paytable")
    reached = [line for line in table if reaches(Kind(length, 1), line.hand)]
    return max(reached, key=lambda line: value(line.pay)).hand


def wager_shares(submission: Submission, results: Results) -> tuple[WagerShare, ...]:
    """What each wager of the base game contributes to the result. The parts add up to the whole."""
    chase = bool(submission.rulebook.decision.stages)
    odds = xtra_odds(submission) if chase else {}
    staked: dict[str, Fraction] = {}
    expected: dict[str, Fraction] = {}
    for outcome in results.outcomes:
        parts = _chase_parts(outcome, odds) if chase else _high_card_parts(outcome)
        for wager, (stake, net) in parts.items():
            staked[wager] = staked.get(wager, Fraction()) + stake * outcome.deals
            expected[wager] = expected.get(wager, Fraction()) + net * outcome.deals
    return tuple(WagerShare(name, staked[name] / results.deals, expected[name] / results.deals) for name in staked)


def _high_card_parts(outcome: Outcome) -> dict[str, tuple[Fraction, Fraction]]:
    one, none = Fraction(1), Fraction(0)
    raised = outcome.wagered - 1
    if outcome.action == "fold":
        return {"ante": (one, -one), "raise": (none, none)}
    sign = {"unqualified": 0, "win": 1, "tie": 0, "lose": -1}[outcome.comparison]
    ante = one if outcome.comparison == "unqualified" else Fraction(sign)
    return {"ante": (one, ante), "raise": (raised, sign * raised)}


def _chase_parts(outcome: Outcome, odds: Mapping[int, Fraction]) -> dict[str, tuple[Fraction, Fraction]]:
    one, none = Fraction(1), Fraction(0)
    if outcome.action == "fold":
        return {"ante": (one, -one), "xtra_bonus": (one, -one), "all_in": (none, none)}
    all_in = outcome.wagered - 2
    sign = {"win": 1, "tie": 0, "lose": -1}[outcome.comparison]
    ante = Fraction(sign) if outcome.dealer_qualifies else none
    xtra = odds.get(outcome.flush, none) if sign > 0 else Fraction(sign)
    return {"ante": (one, ante), "xtra_bonus": (one, xtra), "all_in": (all_in, sign * all_in)}
