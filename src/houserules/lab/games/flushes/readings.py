"""Readings that no submission may choose, in games decided by flushes: how they are counted, or why they are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from houserules.lab.counting.progressives import ProgressiveWager, with_lines
from houserules.lab.counting.rereadings import every_line, every_progressive_line, stake_returned
from houserules.lab.solving.solver import Reread
from houserules.law import Submission

CHIP: Final = {"progressive_chip": {"returned": Reread(progressive=stake_returned)}}
EVERY_LINE: Final = Reread(side_bet=every_line, progressive=every_progressive_line)

VOID: Final = "it depends on how often rounds are void"
CONDUCT: Final = "it depends on what players do"
SHOWDOWN: Final = "the solver compares hands, and qualifies the dealer's, as the default says"
METER: Final = "the meter's course under it has no closed form here"
WINNERS: Final = "it depends on how often two hands of a round win from the meter"
LIMIT: Final = "what a limit takes is counted as the default says"
PARTS_OF_A_CENT: Final = "it moves parts of a cent"


def _each(because: str, *readings: str) -> dict[str, str]:
    return dict.fromkeys(readings, because)


NOT_PRICED: Final[Mapping[str, str]] = {
    **_each(
        VOID, "meter_in_a_void_round", "void_by_jam_or_count", "void_after_fold", "forfeited_then_void",
        "shuffler_jam", "returned_progressive", "void_during_settlement", "shoe_jam_after_the_deal",
        "jam_of_the_idle_deck",
        "face_up_after_initial_cards", "same_suit_spared", "face_up_after_the_stacks", "stack_kept_and_face_up",
        "void_returns_wagers", "dealers_wrong_number",
    ),
    **_each(
        CONDUCT, "abandoned_hand", "chip_count_differs", "envy_racked_hand", "envy_abandoned_hand", "envy_own_boxes",
        "community_pay_own_boxes", "hand_set_by_player", "folded_bonuses_declared", "forfeit_covers_all",
        "match_play", "folded_cards", "same_suit_optional",
    ),
    **_each(
        SHOWDOWN, "what_is_compared", "ranks_not_cards", "qualifying_by_rank", "flush_any_order", "short_flushes",
        "equal_flushes", "board_plays", "qualifying_hand_of_a_player", "below_nine_reference",
    ),
    **_each(METER, "meter_grows", "meter_below_reset", "meter_deductions", "meter_reset"),
    **_each(WINNERS, "meter_simultaneous"),
    **_each(LIMIT, "payout_limit_scope", "payout_limit_best_win", "payout_limit_counts", "payout_limit_order"),
    **_each(PARTS_OF_A_CENT, "full_meter_remainder", "bonus_rounding"),
    **_each(
        "it gives licensees a choice and moves nothing by itself", "recognized_hands", "flush_bonus_amounts"
    ),
}  # fmt: skip


def whole_meter_alone(submission: Submission, offered: ProgressiveWager) -> ProgressiveWager:
    """Shares of the meter are paid, and only the whole meter is deducted: the meter is higher in the long run."""
    made = with_lines(submission, offered, offered.lines)
    run = made.long_run
    whole = sum((line.probability for line in made.lines if line.share >= 1), Fraction())
    taken = sum((line.probability * min(line.share, Fraction(1)) for line in made.lines), Fraction())
    if run is None or not whole:
        return made
    average = run.average_meter * taken / whole
    value = made.fixed + made.share * average
    return replace(made, long_run=replace(run, average_meter=average, house_edge=1 - value / made.amount))
