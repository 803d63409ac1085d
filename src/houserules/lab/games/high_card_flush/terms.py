"""What the base game of High Card Flush takes from a rulebook: who qualifies, what may be raised, what it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from houserules.caching import cached_by_identity
from houserules.cards import AceReading
from houserules.lab.counting.outcomes import Outcome
from houserules.lab.games.flushes.lines import LENGTHS
from houserules.lab.games.flushes.qualifying import qualifier_of
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.support import words
from houserules.lab.solving.verdicts import Payoffs, odds_of, verdicts_of
from houserules.law import Submission

ANTE: Final = "ante"
RAISE: Final = "raise"
FOLD: Final = "fold"

Share = tuple[Fraction, Fraction]
Form = tuple[int, int, int, int]
"""A linear function of the dealer's hands: of all, those short of the qualifier, those below the player's hand, and
those at most equal to it."""

_FINEST: Final = 1 << 13
"""The largest result of a round, in the least common part of the odds, for which all sums fit 64 bits."""


@dataclass(frozen=True, slots=True)
class Terms:
    qualifier: int
    """The smallest flush key with which the dealer qualifies."""
    smallest: int
    largest: tuple[int, ...]
    """How many antes may be raised, by length of the flush from 0 to 7; 0 where the document names none."""
    ante: Payoffs
    raised: Payoffs

    def multiples(self, length: int) -> range:
        """The whole multiples that a flush of this length may raise."""
        return range(self.smallest, self.largest[length] + 1)

    @property
    def unit(self) -> int:
        """In how many parts an ante is counted, so that all results are whole."""
        amounts = (*self.ante.qualified, *self.ante.unqualified, *self.raised.qualified, *self.raised.unqualified)
        return lcm(*(amount.denominator for amount in amounts))

    @property
    def largest_result(self) -> int:
        """What a round brings or costs at most, in parts of an ante."""
        ante, raised = (
            max(map(abs, (*payoffs.qualified, *payoffs.unqualified))) for payoffs in (self.ante, self.raised)
        )
        return int(self.unit * (ante + max(self.largest) * raised))

    def form(self, met: bool, multiple: int) -> Form:
        """What a raise of this multiple brings, in parts of an ante, summed over the dealer's hands; ``met`` says
        whether the player's own hand meets the qualifier.

        If it does, every dealer who does not qualify has a lower hand; if not, every dealer who does has a higher.
        """
        return tuple(
            int(self.unit * (ante + multiple * raised))
            for ante, raised in zip(_form(self.ante, met), _form(self.raised, met), strict=True)
        )  # type: ignore[return-value]

    def parts(self, outcome: Outcome) -> Mapping[str, Share]:
        """The outcome by wager."""
        raised = outcome.wagered - 1
        if outcome.action == FOLD:
            return {ANTE: (Fraction(1), Fraction(-1)), RAISE: (Fraction(0), Fraction(0))}
        how = outcome.dealer_qualifies, outcome.comparison
        return {ANTE: (Fraction(1), self.ante.brings(*how)), RAISE: (raised, raised * self.raised.brings(*how))}

    def net(self, multiple: int, dealer_qualifies: bool, comparison: str) -> Fraction:
        """What a round brings in antes; a multiple of 0 is a fold."""
        if multiple == 0:
            return Fraction(-1)
        how = dealer_qualifies, comparison
        return self.ante.brings(*how) + multiple * self.raised.brings(*how)


def _form(payoffs: Payoffs, met: bool) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    win, tie, lose = payoffs.qualified
    if met:
        return lose, payoffs.unqualified[0] - win, win - tie, tie - lose
    short_win, short_tie, short_lose = payoffs.unqualified
    return lose, short_lose - lose, short_win - short_tie, short_tie - short_lose


@cached_by_identity(16)
def terms_of(submission: Submission) -> Terms:
    book = submission.rulebook
    verdicts = verdicts_of(book)
    assert book.decision is not None, "the gate lets no book without it through"
    assert book.decision.smallest is not None
    largest = {LENGTHS[name.partition("_")[0]]: number.value for name, number in book.decision.largest.items()}
    terms = Terms(
        qualifier=qualifier_of(book),
        smallest=book.decision.smallest.value,
        largest=tuple(largest.get(length, 0) for length in range(8)),
        ante=verdicts.payoffs(odds_of(book, ANTE), verdicts.unit_below),
        raised=verdicts.payoffs(odds_of(book, RAISE), verdicts.others_below),
    )
    if terms.largest_result > _FINEST:
        stated = ", ".join(_stated(submission, wager) for wager in (ANTE, RAISE))
        parts = f"a round brings or costs up to {terms.largest_result:,} parts of an ante; {_FINEST:,} are the most"
        raise Unsupported(f"{stated}: these are too large or too finely divided to be counted: {parts}")
    return terms


def _stated(submission: Submission, wager: str) -> str:
    odds = submission.rulebook.wagers[wager].odds
    assert odds is not None
    return f"wagers.{wager}.odds = {words(str(odds.value))} ({odds.clause})"


def parts_of_outcome(submission: Submission, outcome: Outcome) -> Mapping[str, Share]:
    return terms_of(submission).parts(outcome)


@dataclass(frozen=True, slots=True)
class FoldTerms:
    """All that the kinds of folded hands depend on."""

    terms: Terms
    ace: AceReading


def fold_terms(submission: Submission) -> FoldTerms:
    return FoldTerms(terms_of(submission), submission.ace)
