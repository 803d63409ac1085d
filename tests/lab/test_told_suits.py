"""Numbers of suits told between players: against every set of cards that the others may hold, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from houserules.cards import mask_of, parse_cards
from houserules.cli.main import run
from houserules.lab import suits_leak
from houserules.lab.games.chase_the_flush import solving as chase
from houserules.lab.games.chase_the_flush.leaks import OwnCardsOnly, value_with_known
from houserules.lab.games.chase_the_flush.told_suits import call_when_told, gain_when_told
from houserules.lab.games.flushes.lanes import FULL_LANE, lanes_of
from houserules.lab.games.high_card_flush import solving as high_card
from houserules.lab.games.high_card_flush.told_suits import gains_when_told, values_when_told
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.decisions import best_option
from tests.lab.support import CTF, MD, chase_terms, high_card_terms, submission

CHASE = chase_terms()
HIGH = high_card_terms()
PLAY = high_card.play_of(HIGH)
STAKES = chase.make_stakes(CHASE, 3, chase.DEALERS)


def suit_counts(cards: int) -> tuple[int, ...]:
    return tuple(lane.bit_count() for lane in lanes_of(cards))


def by_told(seen: int, number: int) -> dict[tuple[int, ...], list[int]]:
    """Every set of this number of unseen cards, by what a player is told of it."""
    unseen = [1 << card for card in range(52) if not seen >> card & 1]
    found: dict[tuple[int, ...], list[int]] = {}
    for cards in combinations(unseen, number):
        found.setdefault(suit_counts(sum(cards)), []).append(sum(cards))
    return found


def array(numbers: tuple[int, ...]) -> Ints:
    return np.array(numbers, np.int64)


def random_cards(seed: int, number: int) -> int:
    return sum(1 << card for card in Random(seed).sample(range(52), number))


@pytest.mark.parametrize("seed", range(4))
def test_a_raise_is_worth_its_average_over_what_the_others_may_hold(seed: int) -> None:
    hand = random_cards(seed, 7)
    for told, held in by_told(hand, 1).items():
        wanted = Counter[str]()
        for known in held:
            wanted.update(high_card.decide(HIGH, hand, known=known))
        least_raise = list(wanted)[1]
        found = values_when_told(hand, array(told), PLAY)
        assert found[0] == -1
        assert abs(found[1] - float(Fraction(wanted[least_raise]) / len(held))) < 1e-12


def test_two_cards_told_of_a_hand_that_may_raise_more() -> None:
    hand = mask_of(parse_cards("As Ks 9s 8s 3s 2h 2d"))
    values = {told: values_when_told(hand, array(told), PLAY) for told in by_told(hand, 2)}
    for told in ((0, 0, 0, 2), (1, 0, 0, 1), (0, 1, 1, 0)):
        held = by_told(hand, 2)[told]
        single = [high_card.decide(HIGH, hand, known=known) for known in held]
        for choice, option in ((1, "raise 1x"), (2, "raise 2x")):
            wanted = sum((each[option] for each in single), Fraction()) / len(held)
            assert abs(values[told][choice] - float(wanted)) < 1e-12


def test_told_suits_never_lose_and_are_worth_less_than_the_cards() -> None:
    """The gains of single deals, found again from single decisions."""
    gains = np.empty(300)
    gains_when_told(5, 0, len(gains), 6, PLAY, gains)
    assert gains.min() >= 0
    assert gains.mean() > 0
    hand = random_cards(11, 7)
    alone = best_option(high_card.decide(HIGH, hand))
    for held in by_told(hand, 1).values():
        single = [high_card.decide(HIGH, hand, known=known) for known in held]
        told = {option: sum((each[option] for each in single), Fraction()) for option in single[0]}
        by_cards = sum((max(each.values()) - each[alone] for each in single), Fraction())
        assert 0 <= max(told.values()) - told[alone] <= by_cards


HOLES = {"checks": "Jh 8d 4c", "goes all in": "As Ks 2d", "mixed": "Qs 7s 3d"}


@pytest.mark.parametrize("cards", HOLES.values(), ids=HOLES)
def test_nothing_told_is_best_play(cards: str) -> None:
    hole = mask_of(parse_cards(cards))
    gain, value = gain_when_told(STAKES, array(lanes_of(hole)), array((0, 0, 0, 0)))
    assert gain == 0
    assert abs(value - float(max(chase.decide(CHASE, hole).values()))) < 1e-11


@pytest.mark.parametrize("seed", range(3))
def test_a_call_is_worth_its_average_over_what_the_others_may_hold(seed: int) -> None:
    cards = [1 << card for card in Random(seed).sample(range(52), 7)]
    hole, board = sum(cards[:3]), sum(cards[3:])
    rest = array(tuple(FULL_LANE & ~lane for lane in lanes_of(hole | board)))
    for told, held in by_told(hole | board, 2).items():
        left = array(tuple(13 - seen - gone for seen, gone in zip(suit_counts(hole | board), told, strict=True)))
        call, _ = call_when_told(STAKES, array(lanes_of(hole)), array(lanes_of(board)), rest, left)
        single = [chase.decide(CHASE, hole, board, known=known)[CHASE.action(2)] for known in held]
        assert abs(call - float(sum(single, Fraction()) / len(held))) < 1e-12


def test_a_suit_told_in_chase_the_flush_by_every_card_that_may_be_meant() -> None:
    """One card of another player, whose suit is told: what best play without the knowledge brings is the average over
    the cards that it may be, found by code that counts known cards; and so is going all in."""
    hole = mask_of(parse_cards("Qs 7s 3d"))
    own = OwnCardsOnly(CHASE, hole)
    for told in ((0, 0, 0, 1), (1, 0, 0, 0)):
        held = by_told(hole, 1)[told]
        gain, value = gain_when_told(STAKES, array(lanes_of(hole)), array(told))
        unaware = sum((value_with_known(CHASE, hole, known, own) for known in held), Fraction()) / len(held)
        assert gain >= 0
        assert abs(value - gain - float(unaware)) < 1e-11
        by_cards = sum((max(chase.decide(CHASE, hole, known=known).values()) for known in held), Fraction())
        assert float(unaware) - 1e-11 <= value <= float(by_cards / len(held)) + 1e-11


@pytest.mark.parametrize(("name", "samples"), [(MD, 500), (CTF, 3)])
def test_the_leak_as_it_is_asked_for(name: str, samples: int) -> None:
    found = suits_leak(submission(name), 6, samples, 1, lambda _: None)
    assert (found.samples, found.on_average) == (samples, False)
    assert found.mean_gain >= 0
    assert suits_leak(submission(name), 6, samples, 1, lambda _: None) == found


def test_the_command_says_what_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["leak", MD, "--players", "3", "--suits", "--samples", "100"]) == 0
    assert "3 players telling suits" in capsys.readouterr().out
    assert run(["leak", MD, "--suits", "--dealer-card"]) == 2
    assert "--suits: expected with --players" in capsys.readouterr().err
