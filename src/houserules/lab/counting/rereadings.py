"""Readings that no submission may choose, but which are counted so that each has a price.

A reading changes pay tables or rule values of the submission, what a side bet pays, or what the progressive pays. The
game's solver says which reading does what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from houserules.lab.counting.paylines import hands_of, kinds_of_hands, lines_by_value
from houserules.lab.counting.progressives import ProgressiveLine, ProgressiveWager, with_lines
from houserules.lab.counting.side_bets import LineResult, SideBet, winnings_at
from houserules.lab.solving.gate import insist_supported, readings_beside
from houserules.lab.solving.solver import Reread
from houserules.law import PayLine, Paytable, Submission
from houserules.money import DOLLAR, Odds


def rereadings_of(submission: Submission) -> tuple[Submission, tuple[Reread, ...]]:
    """The submission with the defaults of such readings, with the changes of those that are counted applied, and
    these changes. A reading that is not counted stays at its default."""
    beside = readings_beside(submission)
    defaults = {reading.id: reading.default for reading in beside}
    made = replace(submission, readings={**submission.readings, **defaults}) if beside else submission
    counted = insist_supported(made).readings.counted
    chosen = (counted.get(each.id, {}).get(submission.readings[each.id]) for each in beside)
    found = tuple(reread for reread in chosen if reread is not None)
    for reread in found:
        made = reread.submission(made) if reread.submission is not None else made
    return made, found


def why_not_priced(submission: Submission, reading: str) -> str | None:
    """Why this reading, as this submission chooses it, is not counted; None where it is."""
    for each in readings_beside(submission):
        if each.id == reading:
            known = insist_supported(rereadings_of(submission)[0]).readings
            if submission.readings[reading] in known.counted.get(reading, {}):
                return None
            if each.field is not None:
                return f"not priced, because {each.field} of the submission makes this choice"
            return f"not priced, because {known.not_priced.get(reading, 'the solver does not say what it moves')}"
    return None


# Pay tables.


def with_tables(submission: Submission, change: Callable[[Paytable], Paytable]) -> Submission:
    """The submission with all its pay tables changed."""
    wagers = {
        name: replace(wager, paytable=change(wager.paytable)) if wager.paytable is not None else wager
        for name, wager in submission.wagers.items()
    }
    progressive = submission.progressive
    if progressive is not None:
        progressive = replace(progressive, paytable=change(progressive.paytable))
    return replace(submission, wagers=wagers, progressive=progressive)


def without_lines(hands: Iterable[str]) -> Callable[[Submission], Submission]:
    """The tables have no lines of their own for these hands."""
    left_out = frozenset(hands)

    def strike(table: Paytable) -> Paytable:
        kept = tuple(line for line in table if line.hand not in left_out)
        return table if len(kept) == len(table.lines) else replace(table, lines=kept)

    return lambda submission: with_tables(submission, strike)


def line_last(hand: str) -> Callable[[Submission], Submission]:
    """The line of this hand pays where no other line does."""

    def put_last(table: Paytable) -> Paytable:
        line = table.line(hand)
        return replace(table, lines=(*(each for each in table if each is not line), line)) if line else table

    return lambda submission: with_tables(submission, put_last)


def added_up_lines(wager: str) -> Callable[[Submission], Submission]:
    """This wager, whose lines each contain the next, pays all of them together."""

    def add_up(submission: Submission) -> Submission:
        choices = submission.wagers[wager]
        assert choices.paytable is not None
        value = winnings_at(DOLLAR, f"wagers.{wager}.paytable")
        total, made = Fraction(0), list[PayLine]()
        for line in reversed(lines_by_value(submission, choices.paytable, value)):
            total += value(line.pay)
            made.append(replace(line, pay=Odds(total.numerator, total.denominator)))
        table = replace(choices.paytable, lines=tuple(reversed(made)))
        return replace(submission, wagers={**submission.wagers, wager: replace(choices, paytable=table)})

    return add_up


# Side bets and the progressive.


def every_line(submission: Submission, bet: SideBet) -> SideBet:
    """The wager pays each line that the hand makes; its stake is returned once."""
    wager = submission.wagers[bet.wager]
    assert wager.paytable is not None
    value = winnings_at(bet.stake, f"wagers.{bet.wager}.paytable")
    lines = []
    for met, count in _by_lines_met(submission, lines_by_value(submission, wager.paytable, value), wager.suit):
        wins = sum((value(line.pay) for line in met), Fraction())
        first, chance = met[0], Fraction(count, bet.hands)
        lines.append(LineResult(first.hand, first.pay, str(first.clause), count, chance, wins))
    return replace(bet, lines=tuple(lines))


def every_progressive_line(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """The progressive pays each line that the hand makes."""
    assert submission.progressive is not None
    paid, every = {line.hand: line for line in offered.lines}, hands_of(submission)
    lines = []
    for met, count in _by_lines_met(submission, submission.progressive.paytable.lines, None):
        each = [paid[line.hand] for line in met]
        first, chance = each[0], Fraction(count, every)
        fixed, share = (sum((getattr(line, part) for line in each), Fraction()) for part in ("fixed", "share"))
        lines.append(replace(first, combinations=count, probability=chance, fixed=fixed, share=share))
    return with_lines(submission, offered, lines)


def _by_lines_met(
    submission: Submission, lines: tuple[PayLine, ...], suit: str | None
) -> list[tuple[tuple[PayLine, ...], int]]:
    """Every set of lines that some hand makes, and how many hands make exactly these."""
    reaches = insist_supported(submission).hands.reaches
    found: dict[tuple[PayLine, ...], int] = {}
    for kind, count in kinds_of_hands(submission).items():
        met = tuple(line for line in lines if reaches(submission, kind, line.hand, suit))
        if met:
            found[met] = found.get(met, 0) + count
    return list(found.items())


def stake_returned(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """A winner of the progressive also gets the stake back."""
    return with_lines(
        submission, offered, (replace(line, fixed=line.fixed + offered.amount) for line in offered.lines)
    )


def changed_lines(change: Callable[[ProgressiveLine], ProgressiveLine]) -> Reread:
    """Each line of the progressive is paid differently."""
    return Reread(progressive=lambda submission, offered: with_lines(submission, offered, map(change, offered.lines)))
