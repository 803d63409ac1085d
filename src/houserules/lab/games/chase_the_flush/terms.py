"""What the base game of Chase the Flush takes from a rulebook and a submission: multiples, odds, who qualifies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from houserules.caching import cached_by_identity
from houserules.lab.counting.outcomes import Outcome
from houserules.lab.counting.paylines import lines_by_value
from houserules.lab.counting.side_bets import winnings_at
from houserules.lab.games.chase_the_flush.groups import LENGTHS, length_of_group
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lines import FLUSH_LINES, reaches
from houserules.lab.games.flushes.qualifying import qualifier_of
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.support import words
from houserules.lab.solving.verdicts import Payoffs, odds_of, verdicts_of
from houserules.law import Amount, MalformedData, PayLine, Paytable, Submission, format_pay
from houserules.money import DOLLAR, Odds

ANTE: Final = "ante"
XTRA_BONUS: Final = "xtra_bonus"
ALL_IN: Final = "all_in"
FOLD: Final = "fold"
CHECK: Final = "check"
STAGES: Final = ("before_flop", "after_flop", "after_board")
ACTIONS: Final = 4
"""All in at the first, second or last stage are actions 0, 1 and 2; action 3 is a fold."""

Share = tuple[Fraction, Fraction]
Form = tuple[Fraction, Fraction, Fraction, Fraction]
"""A linear function of the dealer's hands: of all, those that lose to the player, those that win, those that do not
qualify."""

_FINEST: Final = 1 << 24
"""The largest result of a round, in the least common part of the odds, for which sums over all boards fit 64 bits."""
_TABLE: Final = f"wagers.{XTRA_BONUS}.paytable"


@dataclass(frozen=True, slots=True)
class Terms:
    qualifier: int
    """The smallest flush key with which the dealer qualifies."""
    multiples: tuple[int, int, int]
    """How many antes all in is, at each stage."""
    ante: Payoffs
    xtra: tuple[Payoffs, ...]
    """By length of the player's flush, from 0 to 7."""
    all_in: Payoffs

    @property
    def unit(self) -> int:
        """In how many parts an ante is counted, so that all results are whole."""
        every = (self.ante, self.all_in, *self.xtra)
        return lcm(*(amount.denominator for each in every for amount in (*each.qualified, *each.unqualified)))

    @property
    def largest_result(self) -> int:
        """What a round brings or costs at most, in parts of an ante."""
        xtra = max(_most(each) for each in self.xtra)
        return int(self.unit * (_most(self.ante) + xtra + max(self.multiples) * _most(self.all_in)))

    def action(self, action: int) -> str:
        return FOLD if action == ACTIONS - 1 else f"all-in {self.multiples[action]}x"

    def call(self, met: bool, length: int) -> Form:
        """What ante, X-tra Bonus and the last stage's all in bring, in antes summed over the dealer's hands; ``met``
        says whether the player's own hand meets the qualifier."""
        parts = (_form(self.ante, met), _form(self.xtra[length], met), self.gain(met))
        ante, xtra, all_in = parts
        last = self.multiples[-1]
        return tuple(a + x + last * g for a, x, g in zip(ante, xtra, all_in, strict=True))  # type: ignore[return-value]

    def gain(self, met: bool) -> Form:
        """What one ante of an all in brings."""
        return _form(self.all_in, met)

    def parts(self, outcome: Outcome) -> Mapping[str, Share]:
        """The outcome by wager."""
        all_in = outcome.wagered - 2
        if outcome.action == FOLD:
            lost = (Fraction(1), Fraction(-1))
            return {ANTE: lost, XTRA_BONUS: lost, ALL_IN: (Fraction(0), Fraction(0))}
        how = outcome.dealer_qualifies, outcome.comparison
        return {
            ANTE: (Fraction(1), self.ante.brings(*how)),
            XTRA_BONUS: (Fraction(1), self.xtra[length_of_group(outcome.group)].brings(*how)),
            ALL_IN: (all_in, all_in * self.all_in.brings(*how)),
        }

    def net(self, action: int, dealer_qualifies: bool, comparison: str, length: int) -> Fraction:
        """What a round brings in antes."""
        if action == ACTIONS - 1:
            return Fraction(-2)
        how = dealer_qualifies, comparison
        all_in = self.multiples[action] * self.all_in.brings(*how)
        return self.ante.brings(*how) + self.xtra[length].brings(*how) + all_in


def _most(payoffs: Payoffs) -> Fraction:
    return max(map(abs, (*payoffs.qualified, *payoffs.unqualified)))


def _form(payoffs: Payoffs, met: bool) -> Form:
    """A player's hand that meets the qualifier beats every dealer who does not; one that does not meet it is beaten
    by every dealer who does."""
    win, tie, lose = payoffs.qualified
    if met:
        return tie, win - tie, lose - tie, payoffs.unqualified[0] - win
    short_win, short_tie, short_lose = payoffs.unqualified
    return short_tie - short_lose + lose, short_win - short_tie, short_lose - short_tie, short_lose - lose


@cached_by_identity(16)
def terms_of(submission: Submission) -> Terms:
    book = submission.rulebook
    verdicts = verdicts_of(book)
    assert book.decision is not None, "the gate lets no book without it through"
    first, second, last = (book.decision.stages[stage].value for stage in STAGES)
    odds = odds_by_length(submission)
    terms = Terms(
        qualifier=qualifier_of(book),
        multiples=(first, second, last),
        ante=verdicts.payoffs(odds_of(book, ANTE), verdicts.unit_below),
        xtra=tuple(verdicts.payoffs(pays, verdicts.others_below) for pays in odds),
        all_in=verdicts.payoffs(odds_of(book, ALL_IN), verdicts.others_below),
    )
    insist_countable(submission, terms)
    return terms


def insist_countable(submission: Submission, terms: Terms) -> None:
    if terms.largest_result <= _FINEST:
        return
    even = Fraction(1)
    if odds_of(submission.rulebook, ANTE) == odds_of(submission.rulebook, ALL_IN) == even:
        raise MalformedData(f"{_TABLE}: the odds are too large or too finely divided to count: {_size(terms)}")
    stated = []
    for wager in (ANTE, ALL_IN):
        odds = submission.rulebook.wagers[wager].odds
        assert odds is not None
        stated.append(f"wagers.{wager}.odds = {words(str(odds.value))} ({odds.clause})")
    raise Unsupported(f"{', '.join(stated)}: these are too large or too finely divided to be counted: {_size(terms)}")


def _size(terms: Terms) -> str:
    parts = f"{terms.largest_result:,} parts of an ante, of which {terms.unit:,} make one"
    return f"a round brings or costs up to {parts}; {_FINEST:,} parts are the most"


# The X-tra Bonus, which is paid by a table.


def xtra_table(submission: Submission) -> Paytable:
    table = submission.wagers[XTRA_BONUS].paytable
    assert table is not None
    return table


def line_for(submission: Submission, length: int) -> PayLine | None:
    """The line that pays a winning flush of this length. A longer flush contains the shorter ones."""
    table = xtra_table(submission)
    for line in table:
        if line.hand not in FLUSH_LINES:
            raise MalformedData(
                f"{_TABLE}.{line.hand} ({line.clause}): the X-tra Bonus is paid by the length of the flush; "
                f"expected lines among {', '.join(FLUSH_LINES)}"
            )
        if not isinstance(line.pay, Odds):
            stated = f"{_TABLE}.{line.hand} = {words(format_pay(line.pay))} ({line.clause})"
            raise Unsupported(f"{stated}: expected odds, as the wager equals the ante")
    lines = lines_by_value(submission, table, winnings_at(DOLLAR, _TABLE))
    return next((line for line in lines if reaches(submission, Kind(length, 1), line.hand, None)), None)


def odds_by_length(submission: Submission) -> tuple[Fraction, ...]:
    """What the X-tra Bonus brings when it wins, by length of the flush from 0 to 7. Below the last line the table
    says what happens; where it says nothing, the wager loses."""
    value = winnings_at(DOLLAR, _TABLE)
    table = xtra_table(submission)
    otherwise = table.otherwise
    if otherwise is not None and isinstance(otherwise.pay, Amount):
        stated = f"paytables.{table.wager}.{table.letter}.otherwise = {words(str(otherwise.pay))}"
        raise Unsupported(f"{stated} ({otherwise.clause}): expected odds or a push, as the wager equals the ante")
    below = Fraction(-1) if otherwise is None else value(otherwise.pay)
    lines = (line_for(submission, length) for length in range(LENGTHS))
    return tuple(below if line is None else value(line.pay) for line in lines)


def line_paid(submission: Submission, _wager: str, outcome: Outcome) -> str | None:
    """The line by which an outcome pays the X-tra Bonus."""
    if outcome.action == FOLD or not _wins(submission, outcome):
        return None
    line = line_for(submission, length_of_group(outcome.group))
    return line.hand if line else None


def _wins(submission: Submission, outcome: Outcome) -> bool:
    """Whether the verdict on this outcome is a win, which the table pays."""
    verdicts = verdicts_of(submission.rulebook)
    return verdicts.payoffs(Fraction(1), verdicts.others_below).brings(
        outcome.dealer_qualifies, outcome.comparison
    ) == Fraction(1)


def parts_of_outcome(submission: Submission, outcome: Outcome) -> Mapping[str, Share]:
    return terms_of(submission).parts(outcome)
