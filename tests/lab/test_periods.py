"""Rounds of a table folded to a shift, a day, a month: compared with what is known in closed form."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest

from houserules.lab.risk.periods import fold_rounds
from houserules.lab.simulation.table_rounds import PlayedRounds

ONE = Fraction(1)


def tossed(part: Fraction = ONE) -> PlayedRounds:
    """Players win or lose one with a fair coin."""
    return PlayedRounds(part, {-1: 500, 1: 500}, ONE, {})


def test_a_folded_coin_is_the_binomial_distribution() -> None:
    period = fold_rounds(tossed(), Fraction(0), ONE, Fraction(2), 400)
    at_most = [sum(comb(400, k) for k in range(upto + 1)) / 2**400 for upto in range(401)]
    heads = next(upto for upto, chance in enumerate(at_most) if chance >= 0.025)
    assert period.quantile(0.025) == 2 * heads - 400
    assert period.below(0) == pytest.approx(at_most[199])
    assert period.deviation == 20
    assert period.staked == 800


def test_the_sample_is_moved_and_stretched_to_the_moments_of_the_table() -> None:
    """Twice as far apart, around a mean that the sample does not have."""
    plain = fold_rounds(tossed(), Fraction(0), ONE, ONE, 400)
    moved = fold_rounds(tossed(), Fraction(1, 10), Fraction(4), ONE, 400)
    for level in (0.01, 0.3, 0.995):
        assert moved.quantile(level) == pytest.approx(40 + 2 * plain.quantile(level))


def test_a_win_of_the_house_is_a_loss_of_the_players() -> None:
    lopsided = PlayedRounds(ONE, {-1: 999, 99: 1}, ONE, {})
    win, variance = Fraction(9, 10), Fraction(99 * 99 + 999, 1000) - Fraction(81, 100)
    period = fold_rounds(lopsided, win, variance, ONE, 100)
    assert period.quantile(0.5) == 100  # Most of the time nobody hits.
    assert period.below(99) == pytest.approx(1 - 0.999**100)


def test_results_that_are_finely_divided_are_followed_in_coarser_steps() -> None:
    fine = PlayedRounds(Fraction(1, 1_000_000), {-1_000_003: 500, 1_000_003: 500}, ONE, {})
    period = fold_rounds(fine, Fraction(0), ONE, ONE, 400)
    assert period.method == "folded rounds"
    assert abs(period.quantile(0.025) - fold_rounds(tossed(), Fraction(0), ONE, ONE, 400).quantile(0.025)) < 0.5


def test_what_is_certain_holds_for_every_distribution() -> None:
    period = fold_rounds(tossed(), Fraction(1, 5), ONE, ONE, 400)
    assert period.below(0) < period.loses_at_most == pytest.approx(400 / (400 + 80**2))
    low, high = period.surely(0.95)
    assert low < period.quantile(0.025) < period.quantile(0.975) < high
    assert high - 80 == pytest.approx(20 * sqrt(39))
    assert period.bankroll_surely == pytest.approx(max(0, 20 * sqrt(99) - 80))
