"""Seats that share a dealer: counted by suits, and compared with the solver, with the census and with cards dealt by
another program."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest

from houserules.cards import AceReading
from houserules.lab import BadArgument, default_strategy, progressive_wager, side_bets
from houserules.lab.games.flushes import census
from houserules.lab.games.high_card_flush.seats import two_seats, wagers
from houserules.lab.games.high_card_flush.solving import evaluate, flush_keys, hand_table
from houserules.lab.games.high_card_flush.strategies import SHORT, short_strategies
from houserules.lab.risk.table import moments_played, table_moments, table_report
from houserules.lab.risk.wagers import wagers_of
from houserules.lab.simulation.table_rounds import Stakes, play_table
from houserules.lab.solving.arrays import Ints
from houserules.money import Money
from tests.lab.support import MA, MD, high_card_terms, submission
from tests.support.parts import WHOLE

CUT = 3 << 13 | 1 << 8 | 1 << 6 | 1 << 4
"""Ten, eight, six."""
THREE_CARDS = 4 << 13
"""Dealers below this have a three-card flush at most."""


def test_dealers_who_do_not_qualify_bring_what_the_solver_counts() -> None:
    terms = high_card_terms()

    def play(hands: Ints) -> Ints:
        keys = flush_keys(hands)
        return np.where(keys >= CUT, np.array(terms.largest)[keys >> 13], 0)

    results = evaluate(terms, play, hand_table(terms.qualifier))
    exact = sum((each.net * each.deals for each in results.outcomes if not each.dealer_qualifies), Fraction())
    mean, product = two_seats.seat_moments(terms, CUT, below=terms.qualifier)
    assert mean == exact / results.deals
    beside = wagers.beside_moments(terms, CUT, AceReading.HIGH_ONLY, below=terms.qualifier)
    assert beside[wagers.ANY] == mean
    # Against such a dealer a raise wins the ante and a fold loses it, so the product of two seats is 1 or -1.
    chance = Fraction(sum(each.deals for each in results.outcomes if not each.dealer_qualifies), results.deals)
    assert abs(product) < chance
    assert (chance - product) / 2 > 0


def _dealt(rounds: int, cards: int) -> Ints:
    """Cards dealt by NumPy, with no code of the lab."""
    random = np.random.default_rng(20261116)
    return random.random((rounds, 52)).argsort(axis=1)[:, :cards]


def _keys(hands: Ints) -> Ints:
    """The best suit of each hand, longest first, then by its ranks from the top."""
    keys = np.zeros(len(hands), np.int64)
    for suit in range(4):
        own = hands // 13 == suit
        ranks = np.where(own, 1 << hands % 13, 0).sum(axis=1)
        keys = np.maximum(keys, own.sum(axis=1) << 13 | ranks)
    return keys


def _runs(hands: Ints) -> Ints:
    """The longest run of neighbours in one suit, the ace high only."""
    longest = np.zeros(len(hands), np.int64)
    for suit in range(4):
        left = np.where(hands // 13 == suit, 1 << hands % 13, 0).sum(axis=1)
        for length in range(1, 8):
            longest = np.maximum(longest, np.where(left > 0, length, 0))
            left &= left << 1
    return longest


def _nets(player: Ints, dealer: Ints, qualifier: int) -> Ints:
    multiple = np.array([1, 1, 1, 1, 1, 2, 3, 3])[player >> 13]
    against = np.sign(player - dealer) * (1 + multiple)
    return np.where(player < CUT, -1, np.where(dealer < qualifier, 1, against))


@pytest.fixture(scope="module")
def dealt() -> tuple[Ints, Ints, Ints, Ints]:
    """Keys of two players and the dealer, and the longest suited run of the second player."""
    cards = _dealt(400_000 if WHOLE else 150_000, 21)
    one, two, dealer = (_keys(cards[:, start : start + 7]) for start in (0, 7, 14))
    return one, two, dealer, _runs(cards[:, 7:14])


def _agrees(exact: Fraction, sample: Ints) -> None:
    error = float(sample.std()) / sqrt(len(sample))
    assert abs(float(sample.mean()) - float(exact)) < 4.5 * error


def test_two_seats_agree_with_cards_that_another_program_deals(dealt: tuple[Ints, Ints, Ints, Ints]) -> None:
    """For dealers with three cards or less, who lose, tie and win."""
    one, two, dealer, runs = dealt
    flush = two >> 13
    terms = high_card_terms()
    mean, product = two_seats.seat_moments(terms, CUT, below=THREE_CARDS)
    counts = dealer < THREE_CARDS
    first, second = (_nets(each, dealer, terms.qualifier) * counts for each in (one, two))
    _agrees(mean, first)
    _agrees(product, first * second)
    beside = wagers.beside_moments(terms, CUT, AceReading.HIGH_ONLY, below=THREE_CARDS)
    for place, longest in enumerate(wagers.FLUSHES):
        _agrees(beside[place], first * (flush <= longest))
    for place, longest in enumerate(wagers.RUNS[:-1]):
        _agrees(beside[len(wagers.FLUSHES) + place], first * (runs <= longest))
        _agrees(beside[wagers.FOLDED + place], first * (runs <= longest) * (two < CUT))
    _agrees(beside[-1], first * (two < CUT))


def test_what_two_hands_are_is_counted_as_the_census_counts_one() -> None:
    for ace in (AceReading.HIGH_ONLY, AceReading.ALSO_LOW):
        chances = wagers.pair_chances(ace, CUT)
        every = comb(52, 7)
        flushes, runs = census.by_longest_flush(7), census.by_longest_run(7, ace)
        for place, longest in enumerate(wagers.FLUSHES):
            shorter = sum(flushes[n] for n in flushes if n <= longest)
            assert chances[place][wagers.ANY] == Fraction(shorter, every)
        for place, longest in enumerate(wagers.RUNS[:-1], len(wagers.FLUSHES)):
            assert chances[place][wagers.ANY] == Fraction(sum(runs[n] for n in runs if n <= longest), every)
        assert all(chances[i][j] == chances[j][i] for i in range(len(chances)) for j in range(i))


def test_two_seven_card_flushes_are_counted_by_hand() -> None:
    """One seat has seven of a suit; the other has seven of another suit, or of what is left of none."""
    chances = wagers.pair_chances(AceReading.HIGH_ONLY, CUT)
    six, anything = 3, wagers.ANY
    both = 1 - 2 * chances[six][anything] + chances[six][six]
    exact = Fraction(4 * comb(13, 7) * 3 * comb(13, 7), comb(52, 7) * comb(45, 7))
    assert both == exact


def test_a_played_table_adds_up() -> None:
    """Rounds of one seat, whose first moments the solver knows."""
    made = submission(MD)
    played = play_table(made, default_strategy(made), Stakes(Fraction(1), ()), 1, 200_000, 7)
    mean, variance, error = moments_played(dict(played.totals), played.part)
    assert played.rounds == 200_000
    assert played.totals == played.base
    assert abs(float(mean) + 0.0271138) < 4.5 * 1.6315 / sqrt(200_000)
    assert abs(float(variance) - 1.6315**2) < 4.5 * error


def test_what_is_not_counted_says_so() -> None:
    with pytest.raises(BadArgument, match="seats 7: expected 1 to 6"):
        table_moments(submission(MD), 7, ["base"])
    with pytest.raises(BadArgument, match="expected some of all, base, flush_bonus"):
        wagers_of(submission(MD), ["luck"])


NO_ANTE = Money(0)
"""What is left are the wagers on a seat's own cards."""


@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus"])
def test_side_bets_of_a_table_are_those_of_the_census(wager: str) -> None:
    made = submission(MD)
    bet = side_bets(made)[wager]
    found = table_moments(made, 6, [wager], unit=NO_ANTE)
    assert found.one.mean == -bet.house_edge * bet.stake
    assert found.one.variance == bet.variance * bet.stake**2
    assert found.one.covariance is not None
    assert found.mean == 6 * found.one.mean
    assert found.variance == 6 * found.one.variance + 30 * found.one.covariance
    # A card that one seat holds is missing from the other's flushes and runs.
    assert 0 < abs(found.one.covariance) < found.one.variance / 100


def test_the_progressive_of_a_table_counts_envy_once_for_each_pair() -> None:
    made = submission(MD)
    for players in (1, 2, 6):
        offered = progressive_wager(made, players=players)
        assert offered.per_neighbour > 0
        found = table_moments(made, players, ["progressive"], unit=NO_ANTE)
        assert found.mean == -players * offered.house_edge * offered.amount


def test_a_table_with_four_of_a_kind_has_the_moments_of_a_seat() -> None:
    """How two seats go together is not counted for it."""
    made = submission(MD, "wagers.straight_flush_bonus.paytable=G")
    bet = side_bets(made)["straight_flush_bonus"]
    found = table_moments(made, 2, ["straight_flush_bonus"], unit=NO_ANTE)
    assert found.one.mean == -bet.house_edge * bet.stake
    assert found.one.variance == bet.variance * bet.stake**2
    assert found.one.covariance is None
    assert found.variance is None


def test_a_fold_forfeits_the_progressive_of_massachusetts() -> None:
    """A player who raises by the flush folds three-card runs of low cards, and with them what they would be paid."""
    made = submission(MA)
    offered = progressive_wager(made)
    paid = next(line for line in offered.lines if line.hand == "three_card_straight_flush").fixed
    found = table_moments(made, 2, ["progressive"], unit=NO_ANTE)
    lost = -found.one.mean - offered.house_edge * offered.amount
    folded = lost / paid * comb(52, 7)
    assert folded.denominator == 1
    assert 1_500_000 < folded < 1_700_000  # Best play folds 1,602,612 of them.
    assert found.one.covariance is not None


@pytest.mark.parametrize("name", [MD, MA])
def test_a_whole_table_is_as_it_is_played(name: str) -> None:
    """Six seats with every wager, Envy Bonuses and what folds forfeit among it: counted, and dealt by the kernel."""
    found = table_report(submission(name), 6, ["all"])
    assert found["round"]["seats_together"] == "counted"
    assert found["played"]["rounds"] == 1 << 21
    for what in ("win", "variance"):
        assert abs(found["played"][f"standard_errors_of_the_{what}"]) < 4


def test_any_rules_can_be_played_at_a_table() -> None:
    """Two seats that look at more than their flush are not counted together: the rounds that are played tell."""
    made = submission(MD)
    played = short_strategies(made)[SHORT.index("least")]
    found = table_report(made, 2, ["base"], played, check=200_000)
    together = found["seat"]["correlation"]
    assert found["round"]["seats_together"] == "played"
    assert together["exact"] is None
    assert 0 < float(together["standard_error"]) < 0.01
    assert 0.1 < float(together["decimal"]) < 0.4
    assert found["played"]["standard_errors_of_the_variance"] is None
    assert abs(found["played"]["standard_errors_of_the_win"]) < 4.5


def test_six_seats_are_not_independent_as_the_documentation_says() -> None:
    found = table_moments(submission(MD), 6, ["base"]).one
    assert found.base_covariance is not None
    deviation = sqrt(6 * found.base_variance + 30 * found.base_covariance)
    told = " ".join((Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8").split())
    assert f"two seats have a correlation of {float(found.base_covariance / found.base_variance):.4f}" in told
    assert f"a round of six seats a standard deviation of {deviation:.2f} antes, not" in told
    assert f"antes, not {sqrt(6 * found.base_variance):.2f}. In Chase the Flush" in told
