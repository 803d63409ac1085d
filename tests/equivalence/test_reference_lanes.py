"""The reference's own cards: notation, keys, and hands up to a renaming of the suits."""

from itertools import combinations
from math import comb

import pytest

from tests.reference.lanes import (
    LOWEST_QUALIFIER,
    flush_key,
    flush_length,
    hand_from_text,
    hands_up_to_suits,
    text_from_hand,
)


def key(text: str) -> int:
    return flush_key(hand_from_text(text))


def test_text_and_hand_are_the_same_thing() -> None:
    text = "Ah Th 2h Kd 9d As 3c"
    assert text_from_hand(hand_from_text(text)) == "Ah Th 2h Kd 9d As 3c"
    assert hand_from_text("3c As 9d Kd 2h Th Ah") == hand_from_text(text)


@pytest.mark.parametrize("text", ["Ah Ah", "1h", "Ax", "A", "Ahh", "ah"])
def test_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card|is named twice"):
        hand_from_text(text)


def test_more_cards_beat_higher_cards_and_ranks_are_compared_from_the_top() -> None:
    ascending = ["Ah Kh", "4h 3h 2h", "Ah 3h 2h", "Ah 4h 2h", "Ah Kh Qh", "5h 4h 3h 2h"]
    keys = [key(text) for text in ascending]
    assert keys == sorted(set(keys))
    assert flush_length(key("5h 4h 3h 2h Ad Kd Qd")) == 4


def test_the_dealer_qualifies_from_nine_three_deuce() -> None:
    assert key("8h 7h 6h") < LOWEST_QUALIFIER
    assert key("9h 3h 2h") == LOWEST_QUALIFIER
    assert key("9h 4h 2h") > LOWEST_QUALIFIER
    assert key("Ah Kh") < LOWEST_QUALIFIER < key("5h 4h 3h 2h")


@pytest.mark.parametrize(("size", "classes"), [(1, 13), (2, 13 + 78 + 78), (3, 1755)])
def test_hands_up_to_suits_are_all_hands(size: int, classes: int) -> None:
    found = dict(hands_up_to_suits(size))
    assert len(found) == classes
    assert sum(found.values()) == comb(52, size)


def test_hands_up_to_suits_count_their_likes() -> None:
    """Deal all pairs of cards and sort each hand's lanes: the classes and their sizes must come out."""
    dealt: dict[int, int] = {}
    for cards in combinations(range(52), 2):
        hand = sum(1 << card for card in cards)
        lanes = sorted((hand >> 13 * suit & 0x1FFF for suit in range(4)), key=lambda lane: (-lane.bit_count(), -lane))
        alike = sum(lane << 13 * suit for suit, lane in enumerate(lanes))
        dealt[alike] = dealt.get(alike, 0) + 1
    assert dealt == dict(hands_up_to_suits(2))
