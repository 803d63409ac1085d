"""Chase the Flush: the readings that no submission may choose, counted where they can be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from houserules.lab.counting.progressives import ProgressiveWager, with_lines
from houserules.lab.counting.rereadings import added_up_lines, changed_lines, every_line, without_lines
from houserules.lab.games.chase_the_flush.terms import XTRA_BONUS
from houserules.lab.games.flushes.lines import RUN_LINES
from houserules.lab.games.flushes.readings import CHIP, NOT_PRICED
from houserules.lab.solving.solver import Readings, Reread
from houserules.law import Cited, Submission
from houserules.law.words import BelowQualifying

FIRST_TABLE: Final = "A"


def _ante_by_the_hands(submission: Submission) -> Submission:
    book = submission.rulebook
    assert book.qualifying is not None, "the gate lets no book without it through"
    by_the_hands = Cited(BelowQualifying.BY_THE_HANDS, book.qualifying.base_below.clauses)
    return replace(submission, rulebook=replace(book, qualifying=replace(book.qualifying, base_below=by_the_hands)))


def _five_to_one(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """The last line of the first wheel pays odds, and the stake is returned."""
    if offered.paytable != FIRST_TABLE:
        return offered
    *others, last = offered.lines
    return with_lines(submission, offered, (*others, replace(last, fixed=(5 + 1) * Fraction(offered.amount))))


READINGS: Final = Readings(
    counted={
        **CHIP,
        "highest_line_only": {"every_line": Reread(added_up_lines(XTRA_BONUS), side_bet=every_line)},
        "same_suit_hand": {"hand_of_6d": Reread(without_lines(RUN_LINES))},
        "ante_below_nine": {"by_the_hands": Reread(_ante_by_the_hands)},
        "five_dollar_symbol": {"five_to_one": Reread(progressive=_five_to_one, note="on the first wheel alone")},
        "community_pay_symbols": {
            "first_figure_to_the_winner": changed_lines(
                lambda line: replace(line, fixed=line.fixed - line.neighbours)
            )
        },
    },
    not_priced={
        **NOT_PRICED,
        "the_flop": "the solver opens two community cards and then two",
        "xtra_bonus_push": "the solver takes the X-tra Bonus of a lower hand",
        "ace_high_run": "runs are counted with the ace above the king",
        "folded_wagers_live": "how often a hand that spins the wheel is folded is not counted",
        "community_pay_letters": "no symbol of those wheels is listed with an amount",
        "community_pay_hand": "no amount is printed for hands without a symbol",
        "community_pay_holder": "it depends on how many players at the table do not make the wager",
        "community_pay_stake": "it depends on what the others wager",
    },
)
