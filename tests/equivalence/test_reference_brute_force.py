"""The reference's counting against dealing every hand one by one."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.reference import brute_force, chase_the_flush, high_card_flush
from tests.reference.lanes import hand_from_text, text_from_hand

PAYS = np.array(chase_the_flush.XTRA_BONUS_A, dtype=np.int64)
DEALT_HANDS = json.loads((Path(__file__).parent / "brute_force_hands.json").read_text(encoding="utf-8"))["hands"]


def random_cards(chance: Random, *sizes: int) -> list[int]:
    """Disjoint random sets of cards of these sizes, as masks."""
    cards = chance.sample(range(52), sum(sizes))
    return [sum(1 << cards.pop() for _ in range(size)) for size in sizes]


@pytest.mark.parametrize("text", ["8s 7s 6s 4c 3c Kh 2d", "Th 8h 6h 7d 4d 2d 9c", "Kd Qd Jd 8d 7d 6d 5c"])
def test_high_card_flush_is_counted_as_it_is_dealt(text: str) -> None:
    hand = hand_from_text(text)
    assert tuple(high_card_flush.outcomes(hand)) == brute_force.deal_high_card_flush(hand)


def test_the_kept_hands_are_the_sample() -> None:
    assert list(DEALT_HANDS) == [text_from_hand(hand) for hand in brute_force.sample_hands()]
    assert len(DEALT_HANDS) == 60


@pytest.mark.parametrize(("text", "dealt"), DEALT_HANDS.items(), ids=DEALT_HANDS)
def test_the_kept_hands_are_counted_as_they_were_dealt(text: str, dealt: dict[str, int]) -> None:
    assert high_card_flush.outcomes(hand_from_text(text))._asdict() == dealt


def test_chase_the_flush_rivers_are_counted_as_they_are_dealt() -> None:
    chance = Random(1)
    for _ in range(200):
        hole, board = random_cards(chance, 3, 4)
        assert chase_the_flush.river_outcomes(hole, board) == brute_force.count_river(hole, board)
        value = chase_the_flush.river_values(hole, board)["all-in 1x"]
        assert value * chase_the_flush.DEALER_HANDS == brute_force.deal_river(hole, board, 1, PAYS)


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("As Ks Qs", "Js Ts 9s 8s"),
        ("As Ks Qs", "Js Ts 9s 8d"),
        ("2s 3s 4s", "9h Th Jh Qh"),
        ("2s 4h 6d", "8c Ts Qh Kd"),
        ("3h 2h 5c", "9h Ks Jd 7d"),
        ("3h 2h 5c", "8h Ks Jd 7d"),
    ],
)
def test_chase_the_flush_edges_are_counted_as_they_are_dealt(hole: str, board: str) -> None:
    """Long flushes, a flush on the board, two-card flushes, and hands about the dealer's qualifier."""
    cards, common = hand_from_text(hole), hand_from_text(board)
    assert chase_the_flush.river_outcomes(cards, common) == brute_force.count_river(cards, common)


@pytest.mark.parametrize(("hole", "flop"), [("Qs 9s 4d", "2s 7h"), ("As Ks 8s", "5s 2s"), ("2s 3h 4d", "9c Tc")])
def test_chase_the_flush_flops_are_counted_as_they_are_dealt(hole: str, flop: str) -> None:
    cards, common = hand_from_text(hole), hand_from_text(flop)
    values = chase_the_flush.flop_values(cards, common)
    deals = chase_the_flush.RIVERS * chase_the_flush.DEALER_HANDS
    all_in, check = brute_force.deal_flop(cards, common, PAYS)
    assert values["all-in 2x"] * deals == all_in
    assert values["check"] * deals == check


def test_a_chase_the_flush_opening_is_the_sum_of_its_flops() -> None:
    hole = hand_from_text("Qs 9s 4d")
    cards = brute_force.remaining_cards(hole).tolist()
    check = 0
    for place, first in enumerate(cards):
        for second in cards[:place]:
            check += max(chase_the_flush.weigh_flop(hole, first | second, PAYS))
    assert chase_the_flush.opening(hole).check == check


def test_hands_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="seven cards"):
        high_card_flush.outcomes(hand_from_text("Ah Kh"))
    with pytest.raises(ValueError, match="board of 2"):
        chase_the_flush.flop_values(hand_from_text("Ah Kh Qh"), hand_from_text("2h"))
    with pytest.raises(ValueError, match="different cards"):
        chase_the_flush.flop_values(hand_from_text("Ah Kh Qh"), hand_from_text("Ah 2h"))
