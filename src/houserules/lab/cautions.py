"""What an operator should not miss: a table that, as printed, gives the player the advantage.

Such a table is lawful if the document prints it. The exact figures come with the analysis; here the expected
result of one wager is computed as a fraction and only its sign is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.census import by_longest_flush, hands
from houserules.lab.paylines import hands_per_line
from houserules.law import Amount, Paytable, ProgressiveChoices, Share, Special, Submission
from houserules.money import Money, Odds, format_price


@dataclass(frozen=True, slots=True)
class Caution:
    code: str
    wager: str
    clause: str
    message: str


def cautions_about(submission: Submission) -> tuple[Caution, ...]:
    found = []
    for name, wager in submission.wagers.items():
        optional = submission.rulebook.wagers[name].offer.value == "optional"
        if wager.paytable is not None and optional:
            result = expected_result(wager.paytable, submission, wager.minimum)
            if result > 0:
                found.append(_player_advantage(name, wager.paytable, f"table {wager.paytable.letter}"))
    progressive = submission.progressive
    if progressive is not None and expected_progressive(submission, progressive) > progressive.amount:
        start = f"a prize of {format_price(progressive.prize)}" if progressive.prize else "the meter's initial amount"
        found.append(_player_advantage("progressive", progressive.paytable, start))
    return tuple(found)


def expected_result(table: Paytable, submission: Submission, stake: Money) -> Fraction:
    """What one wager wins on average, in units of the stake: minus the house edge."""
    cards = _cards_of_a_hand(submission)
    total = Fraction(0)
    winning = 0
    for hand, count in hands_per_line(table, cards, submission.ace).items():
        line = table.line(hand)
        assert line is not None
        match line.pay:
            case Odds():
                total += count * line.pay.ratio
            case Amount():
                total += count * Fraction(line.pay.money, stake)
            case Special() | Share():
                raise ValueError(f"{hand} pays {line.pay}, which needs more than a stake to be valued")
        winning += count
    return (total - (hands(cards) - winning)) / hands(cards)


def expected_progressive(submission: Submission, progressive: ProgressiveChoices) -> Fraction:
    """What one progressive wager pays on average at the initial meter, in millionths of a dollar."""
    if progressive.segments:
        return _chance_of_the_wheel() * _mean_of_the_wheel(progressive)
    cards = _cards_of_a_hand(submission)
    total = Fraction(0)
    for hand, count in hands_per_line(progressive.paytable, cards, submission.ace).items():
        line = progressive.paytable.line(hand)
        assert line is not None
        total += count * _paid(line.pay, progressive)
    return total / hands(cards)


def _chance_of_the_wheel() -> Fraction:
    """Three suited hole cards."""
    return Fraction(by_longest_flush(3)[3], hands(3))


def _mean_of_the_wheel(progressive: ProgressiveChoices) -> Fraction:
    total = Fraction(0)
    for symbol, count in progressive.segments:
        line = progressive.paytable.line(symbol)
        if line is not None:
            total += count * _paid(line.pay, progressive)
    return total / sum(count for _, count in progressive.segments)


def _paid(pay: Odds | Amount | Share | Special, progressive: ProgressiveChoices) -> Fraction:
    match pay:
        case Amount():
            return Fraction(pay.money)
        case Share():
            source = progressive.prize if pay.of == "prize" else progressive.initial
            return pay.percent.of(source or 0)
        case Odds():
            return (pay.ratio + 1) * progressive.amount
        case Special():
            return Fraction(0)


def _cards_of_a_hand(submission: Submission) -> int:
    hand = submission.rulebook.hands
    return hand.player_cards.value + (hand.community_cards.value if hand.community_cards else 0)


def _player_advantage(wager: str, table: Paytable, what: str) -> Caution:
    return Caution(
        "player_advantage",
        wager,
        str(table.clause),
        f"{wager.replace('_', ' ')}: {what} gives the player the advantage over the house",
    )
