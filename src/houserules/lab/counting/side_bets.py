"""The wagers that are decided by the player's final hand alone.

Whether such a wager wins depends on nothing but the kind of the hand, so the census of hands gives every figure as a
fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.counting.paylines import hands_of, hands_per_line
from houserules.law import Amount, MalformedData, Pay, Share, Special, Submission, WagerChoices, format_pay
from houserules.law.words import Offer
from houserules.money import Money, Odds


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of a pay table: how often it is hit, and what it brings back for each unit staked."""

    hand: str
    pay: Pay
    clause: str
    combinations: int
    probability: Fraction
    wins: Fraction
    """What a stake of one wins here; the stake comes back besides."""

    @property
    def returns(self) -> Fraction:
        """The line's part of the wager's return: probability times winnings."""
        return self.probability * self.wins


@dataclass(frozen=True, slots=True)
class SideBet:
    """A wager on the player's own cards, in units of the stake."""

    wager: str
    paytable: str
    clause: str
    stake: Money
    hands: int
    lines: tuple[LineResult, ...]

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager is paid; a push does not count."""
        return sum((line.probability for line in self.lines if line.pay is not Special.PUSH), Fraction())

    @property
    def house_edge(self) -> Fraction:
        return 1 - sum((line.returns + line.probability for line in self.lines), Fraction())

    @property
    def variance(self) -> Fraction:
        squares = sum((line.probability * line.wins**2 for line in self.lines), Fraction())
        losing = 1 - sum((line.probability for line in self.lines), Fraction())
        return squares + losing - self.house_edge**2

    def distribution(self) -> dict[Fraction, int]:
        """How many hands have each net result, in units of the stake, from the worst up."""
        counts = {Fraction(-1): self.hands - sum(line.combinations for line in self.lines)}
        for line in self.lines:
            counts[line.wins] = counts.get(line.wins, 0) + line.combinations
        return {net: counts[net] for net in sorted(counts) if counts[net]}


def side_bet(submission: Submission, wager: WagerChoices, stake: Money | None = None) -> SideBet:
    """The wager as this submission offers it, at a stake (absent: its minimum, which matters to dollar amounts)."""
    table = wager.paytable
    assert table is not None
    at = wager.minimum if stake is None else stake
    value = winnings_at(at, f"wagers.{wager.name}.paytable")
    every = hands_of(submission)
    lines = []
    for hand, count in hands_per_line(submission, table, value, wager.suit).items():
        line = table.line(hand)
        assert line is not None
        lines.append(LineResult(hand, line.pay, str(line.clause), count, Fraction(count, every), value(line.pay)))
    return SideBet(wager.name, table.letter, str(table.clause), at, every, tuple(lines))


def winnings_at(stake: Money, where: str) -> Callable[[Pay], Fraction]:
    """What each kind of line wins for one unit of this stake; lines that mean nothing here are malformed."""

    def winnings(pay: Pay) -> Fraction:
        match pay:
            case Odds():
                return pay.ratio
            case Amount():
                if stake <= 0:
                    raise MalformedData(f"{where}: {pay} needs a stake above 0 to be valued")
                return Fraction(pay.money, stake)
            case Special.PUSH:
                return Fraction(0)
            case Share() | Special():
                raise MalformedData(f"{where}: {format_pay(pay)!r} cannot be valued here; expected odds or an amount")

    return winnings


def is_side_bet(submission: Submission, name: str) -> bool:
    """Whether this wager is optional and paid by a table: decided by the player's own cards."""
    wager = submission.wagers.get(name)
    rules = submission.rulebook.wagers.get(name)
    return (
        wager is not None and wager.paytable is not None and rules is not None and rules.offer.value is Offer.OPTIONAL
    )


def side_bets(submission: Submission) -> dict[str, SideBet]:
    """Every such wager that the submission offers, each at its minimum."""
    return {
        name: side_bet(submission, wager)
        for name, wager in submission.wagers.items()
        if is_side_bet(submission, name)
    }
