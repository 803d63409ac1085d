"""Many rounds: against closed forms of simple games, exact against transform, boundaries of ruin."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, isclose, log, sqrt

import numpy as np
import pytest

from houserules.cli.main import run
from houserules.lab.counting.side_bets import side_bets
from houserules.lab.risk import rounds as risk
from houserules.lab.risk.report import risk_report
from houserules.lab.solving.base_game import base_results
from houserules.law import MalformedData
from houserules.money import dollars
from tests.lab.support import MD, submission

COIN = risk.round_of({Fraction(-1): 1, Fraction(1): 1})
LOADED = risk.round_of({Fraction(-1): 2, Fraction(1): 3})


def test_a_coin_is_binomial() -> None:
    for rounds in (1, 2, 10, 31):
        weights = risk.exact_distribution(COIN, rounds)
        assert weights == {2 * heads - rounds: comb(rounds, heads) for heads in range(rounds + 1)}
    total = risk.sum_of_rounds(COIN, 10)
    assert total.method == "exact"
    assert isclose(total.above(0), (1024 - comb(10, 5)) / 2048)
    assert isclose(total.at(0), comb(10, 5) / 1024)
    assert total.quantile(0.5) == 0
    assert total.quantile(1 / 1024) == -10
    assert total.quantile(1.0) == 10


def test_the_transform_agrees_with_the_exact_sum() -> None:
    one = risk.round_of(base_results(submission(MD)).distribution())
    exact, transformed = risk._exact_sum(one, 40), risk._transformed_sum(one, 40)
    assert transformed.method == "Fourier transform"
    for result in range(-160, 161):
        assert abs(exact.at(result) - transformed.at(result)) <= transformed.error
        assert abs(exact.above(result) - transformed.above(result)) <= transformed.error + exact.error
    assert transformed.error < 1e-10


def test_many_rounds_have_the_mean_and_deviation_that_they_must() -> None:
    one = risk.round_of({Fraction(-1): 1000, Fraction(3, 2): 600, Fraction(200): 1})
    total = risk.sum_of_rounds(one, 100_000)
    places = np.arange(len(total.probabilities)) + total.first
    mean = float((places * total.probabilities).sum())
    deviation = sqrt(float(((places - mean) ** 2 * total.probabilities).sum()))
    assert isclose(mean, float(one.mean * 100_000), rel_tol=1e-6)
    assert isclose(deviation, sqrt(float(one.variance * 100_000)), rel_tol=1e-6)
    assert isclose(float(total.probabilities.sum()), 1.0, abs_tol=1e-9)


def test_fractions_of_a_stake_become_units() -> None:
    one = risk.round_of({Fraction(-1): 2, Fraction(3, 2): 1, Fraction(1, 3): 1})
    assert one.unit == Fraction(1, 6)
    assert dict(one.weights) == {-6: 2, 9: 1, 2: 1}
    assert one.worst == 6


def test_lundberg_of_a_loaded_coin() -> None:
    """With heads at 3/5 the exponent is log(3/2), and a bankroll of B is ever ruined with chance (2/3)^B."""
    exponent = risk.adjustment(LOADED)
    assert exponent is not None
    assert isclose(exponent, log(3 / 2), rel_tol=1e-12)
    assert isclose(exp(-exponent * 5), (2 / 3) ** 5)
    assert risk.adjustment(COIN) is None
    assert risk.adjustment(risk.round_of({Fraction(-1): 3, Fraction(1): 2})) is None


def test_ruin_of_a_coin_by_reflection() -> None:
    """From B units, P(-B is reached within n) = P(S <= -B) + P(S < -B): once there, above is as likely as below. It
    is ruin where another round follows."""
    rounds, bankroll = 30, 6
    chances = risk.ruin_by_bankroll(COIN, rounds + 1, 200)
    below = sum(comb(rounds, heads) for heads in range(rounds + 1) if 2 * heads - rounds < -bankroll)
    at = comb(rounds, (rounds - bankroll) // 2)
    assert isclose(chances[bankroll], (2 * below + at) / 2**rounds, rel_tol=1e-12)


def test_the_smallest_bankroll_for_a_risk() -> None:
    table = risk.ruin_table(COIN, 30)
    units = risk.bankroll_for(table, 0.05)
    wider = risk.ruin_by_bankroll(COIN, 30, 500)
    assert wider[units] <= 0.05 < wider[units - 1]
    assert isclose(table[units], wider[units])
    assert table[-1] == wider[len(table)] == 0


@pytest.mark.parametrize(("bankroll", "ruined"), [(0, 1.0), (1, 0.5), (2, 0.0), (3, 0.0), (4, 0.0)])
def test_ruin_in_two_tosses(bankroll: int, ruined: float) -> None:
    """A toss costs one: with 1 the first tail ruins. With 2 two tails take all of it, and nothing follows that it
    would have to cover: that is no ruin."""
    chances = risk.ruin_by_bankroll(risk.round_of({Fraction(-2): 1, Fraction(2): 1}), 2, 100)
    doubled = {0: 0, 1: 2, 2: 4, 3: 5, 4: 6}[bankroll]
    assert chances[doubled] == ruined


def test_a_bankroll_that_ends_at_nothing_was_enough() -> None:
    """Ten rounds of High Card Flush cost four antes each at most: forty antes are never short."""
    one = risk.round_of(base_results(submission(MD)).distribution())
    chances = risk.ruin_by_bankroll(one, 10, 200)
    assert chances[40] == 0 < chances[39]


def test_bands_of_the_hold_are_the_quantiles_of_the_result() -> None:
    """100 rounds of the Straight Flush Bonus: the normal band around its edge of 20.5 % reaches far beyond the
    stakes, and nobody loses more than is staked."""
    answer = risk_report(submission(MD), "straight_flush_bonus", dollars(5), 100, Fraction(1, 20), None)
    for share, low, high in (("0.95", 0.025, 0.975), ("0.99", 0.005, 0.995)):
        band = answer["hold"][share]
        by_level = {row["level"]: Fraction(row["net"]) for row in answer["quantiles"]}
        assert (band["least"], band["most"]) == (float(-by_level[high] / 100), float(-by_level[low] / 100))
        assert band["most"] <= 1
    bet = side_bets(submission(MD))["straight_flush_bonus"]
    limits = (-max(bet.distribution()), Fraction(1))
    assert risk.hold_band(bet.house_edge, bet.variance, (limits[0], Fraction(99)), 100, 0.99)[1] > 1


@pytest.mark.parametrize("command", [("risk", "--rounds"), ("simulate", "--rounds"), ("leak", "--players")])
@pytest.mark.parametrize("count", ["10.5", "1e-3", "2.0", "ten"])
def test_fractions_of_a_count_are_refused(
    capsys: pytest.CaptureFixture[str], command: tuple[str, str], count: str
) -> None:
    name, flag = command
    assert run([name, MD, flag, count]) == 2
    assert f'"{count}" is not a whole number' in capsys.readouterr().err


def test_the_hold_lies_around_the_edge() -> None:
    results = base_results(submission(MD))
    limits = (Fraction(-4), Fraction(4))
    low, high = risk.hold_band(results.house_edge, results.variance, limits, 10_000, 0.95)
    assert isclose((low + high) / 2, float(results.house_edge))
    assert isclose(high - low, 2 * 1.959963984540054 * sqrt(float(results.variance)) / 100)
    assert risk.hold_band(results.house_edge, 10**6 * results.variance, limits, 10, 0.95) == (-4, 4)


@pytest.mark.parametrize("rounds", [0, -1, 100_000_001])
def test_rounds_have_bounds(rounds: int) -> None:
    with pytest.raises(MalformedData, match="rounds"):
        risk.sum_of_rounds(COIN, rounds)
