"""Seats that share a dealer: counted by suits, and compared with the solver, with the census and with cards dealt by
another program."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from houserules.cards import AceReading
from houserules.lab import BadArgument, Unsupported, default_strategy, progressive_wager, side_bets
from houserules.lab.games.flushes import census
from houserules.lab.games.high_card_flush import seat_table, seat_wagers, seats
from houserules.lab.games.high_card_flush.solving import evaluate, flush_keys, hand_table
from houserules.lab.games.high_card_flush.strategies import SHORT, short_strategies
from houserules.lab.risk.table import table_moments
from houserules.lab.risk.wagers import wagers_of
from houserules.lab.simulation.table_sums import table_player
from houserules.lab.solving.arrays import Ints
from tests.lab.support import MD, high_card_terms, submission

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
    mean, product = seats.seat_moments(terms, CUT, below=terms.qualifier)
    assert mean == exact / results.deals
    beside = seat_wagers.beside_moments(terms, CUT, AceReading.HIGH_ONLY, below=terms.qualifier)
    assert beside[seat_wagers.ANY] == mean
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


def _nets(player: Ints, dealer: Ints, qualifier: int) -> Ints:
    multiple = np.array([1, 1, 1, 1, 1, 2, 3, 3])[player >> 13]
    against = np.sign(player - dealer) * (1 + multiple)
    return np.where(player < CUT, -1, np.where(dealer < qualifier, 1, against))


@pytest.fixture(scope="module")
def dealt() -> tuple[Ints, Ints, Ints, Ints]:
    """Keys of two players and the dealer, and the longest flush of the second player."""
    cards = _dealt(400_000, 21)
    one, two, dealer = (_keys(cards[:, start : start + 7]) for start in (0, 7, 14))
    return one, two, dealer, two >> 13


def _agrees(exact: Fraction, sample: Ints) -> None:
    error = float(sample.std()) / sqrt(len(sample))
    assert abs(float(sample.mean()) - float(exact)) < 4.5 * error


def test_two_seats_agree_with_cards_that_another_program_deals(dealt: tuple[Ints, Ints, Ints, Ints]) -> None:
    """For dealers with three cards or less, who lose, tie and win."""
    one, two, dealer, flush = dealt
    terms = high_card_terms()
    mean, product = seats.seat_moments(terms, CUT, below=THREE_CARDS)
    counts = dealer < THREE_CARDS
    first, second = (_nets(each, dealer, terms.qualifier) * counts for each in (one, two))
    _agrees(mean, first)
    _agrees(product, first * second)
    beside = seat_wagers.beside_moments(terms, CUT, AceReading.HIGH_ONLY, below=THREE_CARDS)
    for place, longest in enumerate(seat_wagers.FLUSHES):
        _agrees(beside[place], first * (flush <= longest))


def test_what_two_hands_are_is_counted_as_the_census_counts_one() -> None:
    for ace in (AceReading.HIGH_ONLY, AceReading.ALSO_LOW):
        chances = seat_wagers.pair_chances(ace)
        every = comb(52, 7)
        flushes, runs = census.by_longest_flush(7), census.by_longest_run(7, ace)
        for place, longest in enumerate(seat_wagers.FLUSHES):
            shorter = sum(flushes[n] for n in flushes if n <= longest)
            assert chances[place][seat_wagers.ANY] == Fraction(shorter, every)
        for place, longest in enumerate(seat_wagers.RUNS[:-1], len(seat_wagers.FLUSHES)):
            assert chances[place][seat_wagers.ANY] == Fraction(sum(runs[n] for n in runs if n <= longest), every)
        assert all(chances[i][j] == chances[j][i] for i in range(11) for j in range(11))


def test_two_seven_card_flushes_are_counted_by_hand() -> None:
    """One seat has seven of a suit; the other has seven of another suit, or of what is left of none."""
    chances = seat_wagers.pair_chances(AceReading.HIGH_ONLY)
    six, anything = 3, seat_wagers.ANY
    both = 1 - 2 * chances[six][anything] + chances[six][six]
    exact = Fraction(4 * comb(13, 7) * 3 * comb(13, 7), comb(52, 7) * comb(45, 7))
    assert both == exact


def test_a_played_table_adds_up() -> None:
    """Rounds of one seat, whose first moments the solver knows."""
    made = submission(MD)
    sums = table_player(made, default_strategy(made), [], Fraction(1), 1, 7)((0, 200_000))
    mean, square = sums[0] / 200_000, sums[1] / 200_000
    assert abs(mean + 0.0271138) < 4.5 * 1.6315 / sqrt(200_000)
    assert abs(sqrt(square) - 1.6315) < 0.02


def test_what_is_not_counted_says_so() -> None:
    with pytest.raises(BadArgument, match="seats 7: expected 1 to 6"):
        table_moments(submission(MD), 7, ["base"])
    with pytest.raises(BadArgument, match="expected some of all, base, flush_bonus"):
        wagers_of(submission(MD), ["luck"])
    made = submission(MD)
    with pytest.raises(Unsupported, match="look at nothing else"):
        table_moments(made, 2, ["base"], short_strategies(made)[SHORT.index("least")])


NOTHING = seat_table.Joint(
    Fraction(0),
    Fraction(0),
    Fraction(0),
    (Fraction(0),) * seat_wagers.CONDITIONS,
    tuple(tuple(row) for row in seat_wagers.pair_chances(AceReading.HIGH_ONLY)),
    {},
)
"""A base game that brings nothing: what is left are the wagers on a seat's own cards."""


@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus"])
def test_side_bets_of_a_table_are_those_of_the_census(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_table, "joint_moments", lambda *_: NOTHING)
    monkeypatch.setattr(seat_table, "_cut_of", lambda *_: CUT)
    made = submission(MD)
    bet = side_bets(made)[wager]
    found = table_moments(made, 6, [wager])
    assert found.one.mean == -bet.house_edge * bet.stake
    assert found.one.variance == bet.variance * bet.stake**2
    assert found.mean == 6 * found.one.mean
    assert found.variance == 6 * found.one.variance + 30 * found.one.covariance
    # A card that one seat holds is missing from the other's flushes and runs.
    assert 0 < abs(found.one.covariance) < found.one.variance / 100


def test_the_progressive_of_a_table_counts_envy_once_for_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_table, "joint_moments", lambda *_: NOTHING)
    monkeypatch.setattr(seat_table, "_cut_of", lambda *_: CUT)
    made = submission(MD)
    for players in (1, 2, 6):
        offered = progressive_wager(made, players=players)
        assert offered.per_neighbour > 0
        assert table_moments(made, players, ["progressive"]).mean == -players * offered.house_edge * offered.amount
