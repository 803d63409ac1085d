"""What a written strategy may ask, card by card, against values read off by eye."""

from __future__ import annotations

from random import Random

import pytest

from houserules.cards import mask_of, parse_cards
from houserules.lab.games.flushes import features, rule_words


def value(feature: str, hole: str, board: str = "") -> int:
    cards, common = mask_of(parse_cards(hole)), mask_of(parse_cards(board))
    return int(features.value_of(features.FEATURES.index(feature), cards, common))


def test_kernels_and_files_number_the_features_alike() -> None:
    assert features.FEATURES == rule_words.NAMES


@pytest.mark.parametrize(
    ("feature", "wanted"),
    [
        ("flush", rule_words.flush_key_of("T-8-6")),
        ("length", 3),
        ("high", 10),
        ("second", 8),
        ("third", 6),
        ("suits", 4),
        ("second_length", 2),
        ("outside_over", 4),
        ("side", 14),
        ("rank_1", 14),
        ("rank_2", 12),
        ("rank_3", 11),
    ],
)
def test_seven_cards(feature: str, wanted: int) -> None:
    assert value(feature, "Th 8h 6h Js Ad Qd Jc") == wanted


@pytest.mark.parametrize(
    ("feature", "hole", "board", "wanted"),
    [
        ("third", "As Kh 2s", "", 0),
        ("side", "As Kh 2s", "", 13),
        ("own", "As Kh 2s", "5s 9d", 2),
        ("own", "As Kh 2d", "5c 9c", 0),
        ("match_1", "As Kh 2d", "5s 9h", 14),
        ("match_2", "As Kh 2d", "5s 9h", 13),
        ("match_2", "As Kh 2d", "5s 9c", 0),
        ("board_suited", "As Kh 2d", "5s 9h 3h Jc", 2),
        ("board_over", "9s 8s 2d", "5s Th Jh 3c", 2),
        ("board_over", "9s 8s 2d", "5s Th 7h 3c", 1),
        # A third heart makes J-T-x, which beats 9-8-5; eleven are unseen.
        ("outs", "9s 8s 2d", "5s Th Jh 3c", 11),
        ("outs", "9s 8s 2h", "5s Th Jh 3c", 10),
        # Of the hearts only those that make a flush above 9-8-5: with 7-3, the nine alone does not.
        ("outs", "9s 8s 2d", "5s 7h 3h Tc", 5),
        ("outs", "As Ks 2d", "Qs 7h 3h Tc", 0),
        # Two suited cards only: one more card of any suit on the board may beat them.
        ("outs", "As 5h 4d", "Ks Qh Jd Tc", 0),
    ],
)
def test_holes_and_boards(feature: str, hole: str, board: str, wanted: int) -> None:
    assert value(feature, hole, board) == wanted


def best_flush(cards: list[int]) -> tuple[int, int]:
    suits = [[card % 13 for card in cards if card // 13 == suit] for suit in range(4)]
    return max((len(ranks), sum(1 << rank for rank in ranks)) for ranks in suits)


def test_outs_are_the_cards_that_would_beat_the_player() -> None:
    """Deal each unseen card to the dealer, alone, and compare."""
    chance = Random(1)
    for _ in range(300):
        cards = chance.sample(range(52), 7)
        hole, board = cards[:3], cards[3:]
        outs = sum(best_flush([*board, card]) > best_flush(cards) for card in range(52) if card not in cards)
        masks = [sum(1 << card for card in part) for part in (hole, board)]
        assert features.value_of(features.OUTS, *masks) == outs
