"""What knowing more is worth: the sweeps against single decisions, and totals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from houserules.cards import mask_of, parse_cards
from houserules.cli.lab.analyze import read_submission
from houserules.lab import (
    BadArgument,
    Glimpse,
    Unsupported,
    base_results,
    dealer_card_leak,
    default_strategy,
    glimpse_leak,
    leaks_of,
)
from houserules.lab.games.chase_the_flush import solving as chase_the_flush
from houserules.lab.games.chase_the_flush.leaks import (
    OwnCardsOnly,
    gain_by_knowing,
    gain_by_the_flop,
    holes_with_dealer_card,
    value_with_known,
)
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.games.high_card_flush.leak_sweep import gains_by_sharing, see_one_dealer_card
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.decisions import best_option
from houserules.lab.strategy.leaks import sharing_leak
from houserules.lab.strategy.report import played_out
from tests.lab.support import CTF, MD, chase_terms, high_card_terms, submission
from tests.support.parts import WHOLE

TERMS = high_card_terms()
CHASE = chase_terms()
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
        wanted = Fraction(0)
        for hand in hands:
            alone, informed = (high_card_flush.decide(TERMS, hand, known=known) for known in (0, taken & ~hand))
            wanted += max(informed.values()) - informed[best_option(alone)]
        assert abs(gains[index - 100] - float(wanted / 4)) < 1e-12


def test_every_hole_meets_every_dealer_card_once() -> None:
    assert sum(weight for _, _, weight in holes_with_dealer_card()) == comb(52, 3) * 49


@pytest.mark.parametrize(
    ("players", "gain"), [(2, 0.000787), (3, 0.002361), (4, 0.006551), (5, 0.020495), (6, 0.09947)]
)
def test_knowing_more_never_loses(players: int, gain: float) -> None:
    """The figures come from another program, which samples as well."""
    gains = np.empty(20_000)
    gains_by_sharing(3, 0, len(gains), players, PLAY, gains)
    assert gains.min() >= 0
    error = gains.std(ddof=1) / len(gains) ** 0.5
    assert abs(gains.mean() - gain) < 4 * error
    assert error < gain / 12


def _flush_keys(cards: Ints) -> Ints:
    """The best suit of each hand, longest first, then by its ranks from the top."""
    best = np.zeros(cards.shape[:-1], np.int64)
    for suit in range(4):
        own = cards // 13 == suit
        lane = np.where(own, 1 << cards % 13, 0).sum(axis=-1)
        best = np.maximum(best, own.sum(axis=-1) << 13 | lane)
    return best


def test_six_players_who_share_their_cards_gain_what_numpy_deals_say() -> None:
    """Ten cards are left: all 120 hands of the dealer. The gain is taken above T-8-6 and better, whose cost is
    exact. With 876,000 deals this gave 9.974 %, standard error 0.015 %."""
    deals, cut, qualifier = 30_000, _flush_key("T86"), _flush_key("9") + (2 << 13)
    decks = np.random.default_rng(3).random((deals, 52)).argsort(axis=1)
    players = _flush_keys(decks[:, :42].reshape(deals, 6, 7))
    dealers = _flush_keys(decks[:, 42:][:, np.array(list(combinations(range(10), 7)))])
    gains = np.zeros(deals)
    for player in players.T[:, :, None]:
        most = np.array([1, 1, 1, 1, 1, 2, 3, 3])[player >> 13]
        one, all_of_it = (
            np.where(dealers < qualifier, 1, np.sign(player - dealers) * (1 + raised)).mean(axis=1)
            for raised in (1, most)
        )
        plain = np.where(player[:, 0] >= cut, all_of_it, -1.0)
        gains += (np.maximum(np.maximum(one, all_of_it), -1.0) - plain) / 6
    made = submission(MD)
    cost = played_out(made, default_strategy(made), lambda _: None).house_edge - base_results(made, None).house_edge
    found = sharing_leak(made, 6, 20_000, 5, lambda _: None)
    error = gains.std() / deals**0.5
    assert error < 0.001
    assert abs(gains.mean() - float(cost) - 0.09974) < 4 * error
    assert abs(gains.mean() - float(cost) - found.mean_gain) < 4 * (error**2 + found.standard_error**2) ** 0.5


def _flush_key(ranks: str) -> int:
    return len(ranks) << 13 | sum(1 << "23456789TJQKA".index(rank) for rank in ranks)


def test_the_same_deals_give_the_same_gain() -> None:
    submission = read_submission("md-high-card-flush", ())
    two, six = (sharing_leak(submission, players, 4_000, 3, lambda _: None) for players in (2, 6))
    assert two.mean_gain < six.mean_gain
    assert sharing_leak(submission, 2, 4_000, 3, lambda _: None) == two


HOLES = {"checks": "Jh 8d 4c", "goes all in": "As Ks 2d", "mixed": "Qs 7s 3d"}


@pytest.mark.parametrize("cards", HOLES.values(), ids=HOLES)
def test_play_by_ones_own_cards_is_worth_the_same_with_nothing_known(cards: str) -> None:
    hole = mask_of(parse_cards(cards))
    own = OwnCardsOnly(CHASE, hole)
    best_alone = max(chase_the_flush.decide(CHASE, hole).values())
    assert value_with_known(CHASE, hole, 0, own) == best_alone


def test_play_by_ones_own_cards_is_worth_the_same_on_average_over_what_might_be_known() -> None:
    """Every other card in turn is out of play: the average is exactly the value without the knowledge, and each gain
    is at least nothing. Three suits of this hole are alike, so that a card of one stands for three."""
    hole = mask_of(parse_cards("8h 8d 8c"))
    assert not OwnCardsOnly(CHASE, hole).all_in_at_once(hole)
    spades, hearts = ([mask_of(parse_cards(f"{rank}{suit}")) for rank in "23456789TJQKA"] for suit in "sh")
    others = [(card, 1) for card in spades] + [(card, 3) for card in hearts if not card & hole]
    assert sum(times for _, times in others) == 49
    gains = [gain_by_knowing(CHASE, hole, card) for card, _ in others]
    values = [
        (max(chase_the_flush.decide(CHASE, hole, known=card).values()) - gain) * times
        for (card, times), gain in zip(others, gains, strict=True)
    ]
    assert sum(values, Fraction()) / 49 == max(chase_the_flush.decide(CHASE, hole).values())
    assert min(gains) >= 0
    assert any(gains)
    if WHOLE:
        own = OwnCardsOnly(CHASE, hole)
        assert [value_with_known(CHASE, hole, card, own) * times for card, times in others] == values


def test_sharing_in_chase_the_flush() -> None:
    """Another program finds 2.67 % for six players."""
    submission = read_submission("md-chase-the-flush", ())
    six = sharing_leak(submission, 6, 40, 1, lambda _: None)
    assert six.mean_gain >= 0
    assert abs(six.mean_gain - 0.0267) < 4 * six.standard_error


def test_burnt_cards_and_dealers_cards_gain_what_single_decisions_say() -> None:
    made = submission(MD)
    for seen in (Glimpse(burnt=2), Glimpse(dealers=3), Glimpse(burnt=1, dealers=2)):
        gains = leaks_of(made).glimpsed(made, seen, 4, 7, silent)  # type: ignore[misc]
        for index, gain in enumerate(gains):
            hand, at = deal(7, index, 0, 0, 7)
            burnt, at = deal(7, index, at, hand, seen.burnt) if seen.burnt else (0, at)
            shown = deal(7, index, at, hand | burnt, seen.dealers)[0] if seen.dealers else 0
            informed = high_card_flush.decide(TERMS, int(hand), known=int(burnt), dealer=int(shown))
            alone = best_option(high_card_flush.decide(TERMS, int(hand)))
            assert gain == float(max(informed.values()) - informed[alone])
            assert gain >= 0


def test_one_dealers_card_sampled_agrees_with_the_exact_leak() -> None:
    made = submission(MD)
    sampled = glimpse_leak(made, Glimpse(dealers=1), 3000, 1, silent)
    exact = dealer_card_leak(made, silent)
    assert abs(sampled.mean_gain - float(exact.gain)) < 4 * sampled.standard_error


def test_a_known_flop_is_worth_the_better_of_now_and_later() -> None:
    """A hole that goes all in whatever comes gains nothing by a good flop, and does not lose by a bad one."""
    suited = mask_of(parse_cards("As Ks Qs"))
    good, bad = (mask_of(parse_cards(text)) for text in ("Js 2s", "2h 3d"))
    assert gain_by_the_flop(CHASE, suited, good) == 0
    poor = mask_of(parse_cards("7s 4h 2d"))
    for hole in (suited, poor):
        for flop in (good, bad):
            first, _, last = CHASE.multiples
            wide = replace(CHASE, multiples=(first, first, last))
            now = chase_the_flush.decide(wide, hole, flop)[wide.action(1)]
            later = max(chase_the_flush.decide(CHASE, hole, flop).values())
            at_once = hole == suited
            assert gain_by_the_flop(CHASE, hole, flop) == max(now, later) - (now if at_once else later) >= 0


def test_chase_the_flush_with_cards_seen_is_sampled() -> None:
    made = submission(CTF)
    burnt, dealers, flop = (
        glimpse_leak(made, seen, 4, 1, silent) for seen in (Glimpse(burnt=1), Glimpse(dealers=2), Glimpse(flop=True))
    )
    assert burnt.mean_gain >= 0
    assert flop.mean_gain >= 0
    assert dealers.on_average
    assert not burnt.on_average


def test_glimpses_that_cannot_be_are_refused() -> None:
    made = submission(MD)
    with pytest.raises(Unsupported, match="not known"):
        glimpse_leak(made, Glimpse(flop=True), 4, 1, silent)
    with pytest.raises(BadArgument, match="dealer_cards 8: expected 1 to 7"):
        glimpse_leak(made, Glimpse(dealers=8), 4, 1, silent)
    with pytest.raises(BadArgument, match="burnt 11: expected 1 to 10"):
        glimpse_leak(made, Glimpse(burnt=11), 4, 1, silent)
    with pytest.raises(BadArgument, match="without other cards"):
        glimpse_leak(submission(CTF), Glimpse(flop=True, burnt=1), 4, 1, silent)


def silent(_done: float) -> None:
    """Nobody watches."""
