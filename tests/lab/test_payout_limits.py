"""What payout limits take, counted by hand; boundaries just under, at and just over."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houserules.cards import AceReading, longest_run
from houserules.cli.files import submission_data
from houserules.lab.counting.payout_limits import limit_effect, limit_effects
from houserules.lab.exact import decimal_of
from houserules.lab.games.chase_the_flush import groups
from houserules.lab.games.flushes import census
from houserules.lab.reports.comparison import compare
from houserules.lab.reports.edges import LIMIT
from houserules.lab.solving.base_game import base_results
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
    assert both.exact
    assert effect.most < both.most


@pytest.mark.parametrize(
    ("choices", "dollars_a_hand"),
    [
        ((), "4.80793"),
        (("payout_limit.per_hand=75000",), "3.26377"),
        (("table.maximum=500",), "7.46102"),
    ],
)
def test_base_game_and_same_suit_are_limited_together_exactly(choices: tuple[str, ...], dollars_a_hand: str) -> None:
    effect = limit_effects(submission(CTF, *choices))[1]
    assert effect.exact
    assert decimal_of(effect.most / DOLLAR, 6) == dollars_a_hand


@pytest.mark.parametrize("ace", AceReading)
def test_the_cells_of_the_base_game_hold_as_many_hands_as_the_census_counts(ace: AceReading) -> None:
    made = submission(CTF, f"readings.ace_low_straight_flush={ace.value}")
    results = base_results(made)
    by_outcome: dict[groups.Cell, Fraction] = {}
    for outcome in results.outcomes:
        cell = groups.cell_of_outcome(made, outcome)
        by_outcome[cell] = by_outcome.get(cell, Fraction()) + results.frequency(outcome.deals)
    by_kind: dict[groups.Cell, Fraction] = {}
    for kind, count in census.kinds(7, ace).items():
        cell = groups.cell_of_kind(kind)
        by_kind[cell] = by_kind.get(cell, Fraction()) + Fraction(count, HANDS)
    assert by_outcome == by_kind


def test_a_seven_card_flush_against_every_dealer() -> None:
    """Three suited cards go all in at once. The dealer holds four of the suit with the board, qualifies by that, and
    wins only with three higher cards of it: each split of each flush is compared with all of these."""
    made = submission(CTF)
    won: dict[int, int] = {}
    lost: dict[int, int] = {}
    for flush in combinations(range(13), 7):
        run, rest = longest_run(sum(1 << rank for rank in flush), made.ace), set(range(13)) - set(flush)
        player = tuple(reversed(flush))
        for board in combinations(flush, 4):
            better = sum(
                sorted((*board, *drawn), reverse=True) > list(player) for drawn in combinations(sorted(rest), 3)
            )
            lost[run] = lost.get(run, 0) + better
            won[run] = won.get(run, 0) + comb(45, 3) - better
    found: dict[tuple[str, int], int] = {}
    for outcome in base_results(made).outcomes:
        cell = groups.cell_of_outcome(made, outcome)
        if cell.flush == 7:
            assert (outcome.action, outcome.dealer_qualifies) == ("all-in 3x", True)
            key = outcome.comparison, cell.run
            found[key] = found.get(key, 0) + outcome.deals
    for comparison, counted in (("win", won), ("lose", lost)):
        by_cell: dict[int, int] = {}
        for run, deals in counted.items():
            by_cell[run if run >= 4 else 0] = by_cell.get(run if run >= 4 else 0, 0) + 4 * 6 * deals
        assert {run: deals for (how, run), deals in found.items() if how == comparison} == by_cell


def test_a_comparison_says_what_limits_take() -> None:
    one, other = submission_data(CTF), submission_data(CTF, ("table.maximum=500",))
    (difference,) = compare(one, other, "a", "b").differences
    assert difference.taken is not None
    assert [decimal_of(each / DOLLAR, 7) for each in (difference.taken.before, difference.taken.after)] == [
        "4.80793", "7.461022"
    ]  # fmt: skip
    (difference,) = compare(one, submission_data(CTF, ("payout_limit.per_hand=75000",)), "a", "b").differences
    (worth,) = difference.worth or ()
    assert (worth.wager, round(100 * float(worth.difference), 4)) == (LIMIT, -0.2206)


def test_a_limit_out_of_reach_takes_nothing() -> None:
    least, _ = limit_effects(submission(CTF, "table.maximum=10", "wagers.same_suit.maximum=5"))
    assert least.most == 0
    assert limit_effect(submission(CTF), Money(10**15), {"ante": dollars(10)}).most == 0
