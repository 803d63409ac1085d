"""Hands, against definitions written out naively from lists of ranks."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.cards import (
    DECK,
    AceReading,
    Card,
    flush_key,
    flush_mask,
    format_mask,
    four_of_a_kind_rank,
    has_suited_nine_to_ace,
    key_length,
    key_of_cards,
    lane,
    lanes,
    longest_flush,
    longest_run,
    longest_suited_run,
    mask_of,
    parse_cards,
    rank_of,
    run_lengths,
    suit_of,
    suited_run_mask,
)

HIGH, LOW, WHEEL = AceReading.HIGH_ONLY, AceReading.ALSO_LOW, AceReading.LOW_WITH_2345

hands_of_seven = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


def hand(text: str) -> int:
    return mask_of(parse_cards(text))


def naive_flush(cards: list[Card]) -> list[int]:
    """The ranks of the best flush, from the top: most cards first, then card by card."""
    suits = [sorted((rank_of(card) for card in cards if suit_of(card) == suit), reverse=True) for suit in range(4)]
    return max(suits, key=lambda ranks: (len(ranks), ranks))


def naive_run(cards: list[Card], ace: AceReading) -> int:
    """The longest suited run by trying every window of ranks; position -1 is the ace below the deuce."""
    best = 0
    for suit in range(4):
        ranks = {rank_of(card) for card in cards if suit_of(card) == suit}
        for low in range(-1, 13):
            for length in range(1, 14 - low):
                window = range(low, low + length)
                if any((12 if rank == -1 else rank) not in ranks for rank in window):
                    continue
                if low == -1 and (length == 1 or length > 13 or 12 in window):
                    continue
                if low == -1 and (ace is HIGH or (ace is WHEEL and length < 5)):
                    continue
                best = max(best, length)
    return best


@given(hands_of_seven)
def test_the_flush_key_orders_hands_as_the_naive_definition_does(cards: list[Card]) -> None:
    key = flush_key(mask_of(cards))
    ranks = naive_flush(cards)
    assert key_length(key) == longest_flush(mask_of(cards)) == len(ranks)
    assert key == len(ranks) << 13 | sum(1 << rank for rank in ranks)


@given(hands_of_seven, hands_of_seven)
def test_comparing_keys_compares_flushes(one: list[Card], other: list[Card]) -> None:
    naive_one, naive_other = naive_flush(one), naive_flush(other)
    keys = flush_key(mask_of(one)), flush_key(mask_of(other))
    assert (keys[0] > keys[1]) == ((len(naive_one), naive_one) > (len(naive_other), naive_other))
    assert (keys[0] == keys[1]) == (naive_one == naive_other)


@given(hands_of_seven)
def test_the_flush_shown_has_the_value_of_the_hand(cards: list[Card]) -> None:
    mask = mask_of(cards)
    shown = flush_mask(mask)
    assert shown & ~mask == 0
    assert flush_key(shown) == flush_key(mask)


def test_of_suits_that_tie_the_first_is_shown() -> None:
    assert format_mask(flush_mask(hand("9c 6c 2c 9h 6h 2h Kd"))) == "9h 6h 2h"


@given(hands_of_seven, st.sampled_from(AceReading))
def test_suited_runs_equal_the_naive_definition(cards: list[Card], ace: AceReading) -> None:
    mask = mask_of(cards)
    length = longest_suited_run(mask, ace)
    assert length == naive_run(cards, ace)
    shown = suited_run_mask(mask, ace)
    assert shown & ~mask == 0
    assert shown.bit_count() == length
    assert longest_suited_run(shown, ace) == length


def test_runs_of_every_lane_equal_the_naive_definition_under_every_reading() -> None:
    for size in range(1, 6):
        for ranks in combinations(range(13), size):
            cards = [Card(rank) for rank in ranks]
            for ace in AceReading:
                assert longest_run(mask_of(cards), ace) == naive_run(cards, ace), (ranks, ace)


@pytest.mark.parametrize("ace", AceReading)
def test_all_runs_at_once_are_the_runs_one_by_one(ace: AceReading) -> None:
    assert run_lengths(ace) == tuple(longest_run(lane, ace) for lane in range(1 << 13))


@pytest.mark.parametrize(
    ("text", "high", "wheel", "low"),
    [
        ("As 2s 3s", 2, 2, 3),
        ("As 2s 3s 4s", 3, 3, 4),
        ("As 2s 3s 4s 5s", 4, 5, 5),
        ("As 2s 3s 4s 5s 6s 7s", 6, 7, 7),
        ("Ks As 2s", 2, 2, 2),
        ("Qs Ks As 2s 3s", 3, 3, 3),
        ("Qs Ks As", 3, 3, 3),
        ("2s 3s 4s 5s", 4, 4, 4),
        ("As 2h 3s", 1, 1, 1),
        ("Ac Kc Qc Jc Tc 9c 8c", 7, 7, 7),
    ],
)
def test_the_ace_under_three_readings(text: str, high: int, wheel: int, low: int) -> None:
    mask = hand(text)
    assert [longest_suited_run(mask, ace) for ace in (HIGH, WHEEL, LOW)] == [high, wheel, low]


def test_the_highest_of_equally_long_runs_is_shown() -> None:
    assert format_mask(suited_run_mask(hand("2d 3d 4d Td Jd Qd 9c"), HIGH)) == "Qd Jd Td"
    assert format_mask(suited_run_mask(hand("Ad 2d 3d 7d 8d 9d Kc"), LOW)) == "9d 8d 7d"


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("9s Ts Js Qs Ks As 2h", True),
        ("8s 9s Ts Js Qs Ks As", True),
        ("8s 9s Ts Js Qs Ks Ah", False),
        ("9s Ts Js Qs Ks 2s As", True),
    ],
)
def test_suited_nine_to_ace(text: str, is_so: bool) -> None:
    assert has_suited_nine_to_ace(hand(text)) is is_so


@pytest.mark.parametrize(
    ("text", "rank"),
    [("Ks Kh Kd Kc 2s 3s 4s", 11), ("2s 2h 2d 2c As", 0), ("Ks Kh Kd Qc 2s", None), ("2s 2h 2d 2c As Ah Ad Ac", 12)],
)
def test_four_of_a_kind(text: str, rank: int | None) -> None:
    assert four_of_a_kind_rank(hand(text)) == rank


def test_a_threshold_is_the_smallest_key_of_its_kind() -> None:
    nine_high = key_of_cards(3, 7)
    assert nine_high == flush_key(hand("9h 3h 2h"))
    assert flush_key(hand("8h 7h 6h")) < nine_high < flush_key(hand("9h 4h 2h"))
    with pytest.raises(ValueError, match="no flush of 3 cards"):
        key_of_cards(3, 1)


def test_lanes_are_the_suits_of_a_hand() -> None:
    mask = hand("As 2h Kd 3c")
    assert lanes(mask) == (1 << 12, 1, 1 << 11, 2)
    assert [lane(mask, suit) for suit in range(4)] == list(lanes(mask))
