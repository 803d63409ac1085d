"""What payout limits take, counted by hand; boundaries just under, at and just over."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from houserules.lab.counting.payout_limits import limit_effect, limit_effects
from houserules.money import DOLLAR, Money, dollars
from tests.lab.support import CTF, MA, MD, submission

HANDS = comb(52, 7)
HUNDRED = {"flush_bonus": dollars(100), "straight_flush_bonus": dollars(100)}


def test_both_bonuses_of_a_hand_together() -> None:
    """At $100 on each, table A both: a seven-card run wins 800,000 + 30,000; of the 1,416 runs of six, 168 have a
    seventh card of the suit (100,000 + 30,000) and 1,248 have not (100,000 + 10,000). Nothing else passes 50,000."""
    least, most = limit_effects(submission(MD))
    assert least.most == 0
    by_hand = Fraction(28 * 780_000 + 168 * 80_000 + 1_248 * 60_000, HANDS) * DOLLAR
    assert most.least == most.most == by_hand
    assert 168 + 1_248 == 1_416


def test_the_threshold_of_a_run_of_five_in_a_seven_card_flush() -> None:
    """10,000 and 30,000 make 40,000 exactly, and the next result above is 110,000. So a dollar of limit is worth a
    dollar in each of 1,444 hands just above 40,000, and in more hands just below it."""
    made = submission(MD)
    below, at, above = (limit_effect(made, dollars(limit), HUNDRED).most for limit in (39_999, 40_000, 40_001))
    assert at - above == Fraction(28 + 1_416, HANDS) * DOLLAR
    assert below - at > at - above
    assert at == Fraction(28 * 790_000 + 168 * 90_000 + 1_248 * 70_000, HANDS) * DOLLAR


def test_no_limit_takes_nothing() -> None:
    assert limit_effects(submission(MA, "payout_limit={}")) == ()


def test_the_smaller_of_two_limits_counts() -> None:
    one = limit_effects(submission(MA, "payout_limit.per_hand=50000"))[1]
    other = limit_effects(submission(MA, "payout_limit.per_round=50000", "payout_limit.per_hand=60000"))[1]
    assert one.most == other.most > limit_effects(submission(MA, "payout_limit.per_hand=60000"))[1].most


def test_where_the_base_game_is_covered_the_bounds_are_sharp() -> None:
    """Without Same Suit only the base game counts: at an ante of $300 a seven-card flush wins 75,000 + 300 + 900."""
    made = submission(CTF)
    effect = limit_effect(made, dollars(50_000), {"ante": dollars(300), "xtra_bonus": dollars(300)})
    assert effect.exact
    assert effect.most == Fraction(20_439_619_200, 398_664_610_344_000) * 26_200 * DOLLAR
    both = limit_effects(made)[1]
    assert effect.most < both.least < both.most < both.least * Fraction(102, 100)


def test_a_limit_out_of_reach_takes_nothing() -> None:
    least, _ = limit_effects(submission(CTF, "table.maximum=10", "wagers.same_suit.maximum=5"))
    assert least.most == 0
    assert limit_effect(submission(CTF), Money(10**15), {"ante": dollars(10)}).most == 0
