"""High Card Flush: the readings that no submission may choose, counted where they can be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeVar

from houserules.lab.counting.progressives import ProgressiveLine, ProgressiveWager, with_lines
from houserules.lab.counting.rereadings import every_progressive_line, line_last, without_lines
from houserules.lab.counting.side_bets import LineResult, SideBet
from houserules.lab.games.flushes.census import shorter_suit_runs
from houserules.lab.games.flushes.lines import ALL_CARDS
from houserules.lab.games.flushes.readings import CHIP, EVERY_LINE, NOT_PRICED, whole_meter_alone
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import Readings, Reread
from houserules.law import Submission

NINE_TO_ACE: Final = "suited_nine_to_ace"
FOUR_OF_A_KIND: Final = "four_of_a_kind"
SHORTEST_RUN: Final = "three_card_straight_flush"
FIRST_TABLE: Final = "A"

Line = TypeVar("Line", LineResult, ProgressiveLine)


def _a_only(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """The two percentages are printed under the first table only."""
    if offered.paytable == FIRST_TABLE:
        return offered
    return with_lines(submission, offered, (replace(line, share=Fraction(0)) for line in offered.lines))


def _envy_for_nine_to_ace(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """Others receive for nine to ace what they receive for the seven-card straight flush."""
    most = max((line.neighbours for line in offered.lines), default=Fraction(0))
    return with_lines(
        submission,
        offered,
        (replace(line, neighbours=most) if line.hand == NINE_TO_ACE else line for line in offered.lines),
    )


def _runs_of_the_flush(submission: Submission, bet: SideBet) -> SideBet:
    """A three-card run outside the flush that is played is not paid. Longer runs are always inside it."""
    return replace(bet, lines=tuple(_fewer(submission, line) for line in _countable(bet.lines)))


def _progressive_runs_of_the_flush(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    return with_lines(submission, offered, (_fewer(submission, line) for line in _countable(offered.lines)))


def _countable(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    if any(line.hand == FOUR_OF_A_KIND for line in lines):
        raise Unsupported("a table with four of a kind is not counted by the runs of the flush that is played")
    return lines


def _fewer(submission: Submission, line: Line) -> Line:
    if line.hand != SHORTEST_RUN:
        return line
    hands = line.combinations - shorter_suit_runs(ALL_CARDS, submission.ace)
    return replace(line, combinations=hands, probability=line.probability * Fraction(hands, line.combinations))


READINGS: Final = Readings(
    counted={
        **CHIP,
        "highest_line_only": {"every_line": EVERY_LINE, "bonuses_alone": Reread(progressive=every_progressive_line)},
        "bonus_reads_all_seven": {
            "flush_played": Reread(side_bet=_runs_of_the_flush, progressive=_progressive_runs_of_the_flush)
        },
        "hands_missing_from_6e": {"six_e_prevails": Reread(without_lines((FOUR_OF_A_KIND, NINE_TO_ACE)))},
        "four_of_a_kind_place": {"below_all": Reread(line_last(FOUR_OF_A_KIND))},
        "percentages_printed_once": {"a_only": Reread(progressive=_a_only)},
        "envy_nine_to_ace": {"envy": Reread(progressive=_envy_for_nine_to_ace)},
        "meter_deductions": {"only_the_whole": Reread(progressive=whole_meter_alone)},
        "smallest_raise": {
            "whole_multiples": Reread(note="best play raises the least or the most, and both are whole multiples")
        },
    },
    not_priced={
        **NOT_PRICED,
        "smallest_raise": "best play with raises below the ante is not solved",
        "folded_bonuses": "players would then fold by what their bonus wagers have won",
        "unqualified_pays_raisers": "best play with folds that can win is not solved",
        "bonus_reads_all_seven": "it depends on which cards players keep",
        "straight_flush_reference": "11(e) pays shares of a meter to which this wager adds nothing",
        "ace_high_run": "runs are counted with the ace above the king",
    },
)
