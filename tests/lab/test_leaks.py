"""What knowing more is worth: the sweeps against single decisions, and totals."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np

from houserules.cli.lab.analyze import read_submission
from houserules.lab.games.chase_the_flush.leaks import holes_with_dealer_card
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.games.high_card_flush.leak_sweep import gains_by_sharing, see_one_dealer_card
from houserules.lab.simulation.random_streams import deal
from houserules.lab.strategy.leaks import sharing_leak
from tests.lab.support import high_card_terms

TERMS = high_card_terms()
PLAY = high_card_flush.play_of(TERMS)


def best(hand: int, known: int = 0, dealer: int = 0) -> Fraction:
    return max(high_card_flush.decide(TERMS, hand, known=known, dealer=dealer).values())


def test_a_dealer_card_seen_is_the_average_of_single_decisions() -> None:
    chance = Random(9)
    hands = [sum(1 << card for card in chance.sample(range(52), 7)) for _ in range(12)]
    hands.append(sum(1 << card for card in range(5, 11)) | 1 << 20)  # A six-card flush may raise three times.
    for hand in hands:
        cards = [1 << card for card in range(52) if not hand >> card & 1]
        total = see_one_dealer_card(np.array([hand]), np.array([3]), PLAY)
        assert total == 3 * sum(best(hand, dealer=card) for card in cards) * comb(44, 6)


def test_shared_hands_gain_what_single_decisions_say() -> None:
    gains = np.empty(5)
    gains_by_sharing(1, 100, 105, 4, PLAY, gains)
    for index in range(100, 105):
        hands, taken, at = [], 0, 0
        for _ in range(4):
            hand, at = deal(1, index, at, taken, 7)
            hands.append(int(hand))
            taken |= int(hand)
        wanted = sum(best(hand, known=taken & ~hand) - best(hand) for hand in hands) / 4
        assert abs(gains[index - 100] - float(wanted)) < 1e-12


def test_every_hole_meets_every_dealer_card_once() -> None:
    assert sum(weight for _, _, weight in holes_with_dealer_card()) == comb(52, 3) * 49


def test_more_sharing_gains_more() -> None:
    submission = read_submission("md-high-card-flush", ())
    two, six = (sharing_leak(submission, players, 4_000, 3, lambda _: None) for players in (2, 6))
    assert two.standard_error < six.standard_error
    assert 0.05 < six.mean_gain < 0.15
    assert two.mean_gain < six.mean_gain
    again = sharing_leak(submission, 2, 4_000, 3, lambda _: None)
    assert again == two
