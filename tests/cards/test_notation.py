from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.cards import (
    DECK,
    FULL_DECK_MASK,
    Card,
    ImpossibleCards,
    MalformedCards,
    card_at,
    cards_in,
    format_card,
    format_cards,
    format_mask,
    mask_of,
    parse_card,
    parse_cards,
    parse_deck,
    rank_of,
    suit_of,
)

some_cards = st.lists(st.sampled_from(DECK), unique=True)


def test_the_deck_has_52_cards_each_with_its_own_name() -> None:
    assert len({format_card(card) for card in DECK}) == 52
    assert mask_of(DECK) == FULL_DECK_MASK


@pytest.mark.parametrize(
    ("text", "rank", "suit"), [("2s", 0, 0), ("As", 12, 0), ("Th", 8, 1), ("9d", 7, 2), ("Kc", 11, 3)]
)
def test_a_card_is_rank_then_suit(text: str, rank: int, suit: int) -> None:
    card = parse_card(text)
    assert (rank_of(card), suit_of(card)) == (rank, suit)
    assert card_at(rank, suit) == card
    assert format_card(card) == text


@given(some_cards)
def test_lists_of_cards_round_trip_in_their_order(cards: list[Card]) -> None:
    assert list(parse_cards(format_cards(cards))) == cards


@given(some_cards)
def test_masks_round_trip(cards: list[Card]) -> None:
    mask = mask_of(cards)
    assert mask.bit_count() == len(cards)
    assert sorted(cards_in(mask)) == sorted(cards)
    assert mask_of(parse_cards(format_mask(mask))) == mask


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("10h", "write the ten as T, as in Th"),
        ("th", "write it Th"),
        ("TH", "write it Th"),
        ("1h", "'1' is not a rank"),
        ("Tx", "'x' is not a suit"),
        ("T", "as in Th"),
        ("", "as in Th"),
        ("Th9c", "as in Th"),
        ("♠A", "is not a rank"),
        ("x" * 1000, "…"),
    ],
)
def test_text_that_is_no_card_is_malformed_and_says_how_to_write_it(text: str, help_: str) -> None:
    with pytest.raises(MalformedCards, match="is not a card") as caught:
        parse_card(text)
    assert help_ in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_card_twice_is_impossible_rather_than_malformed() -> None:
    with pytest.raises(ImpossibleCards, match="Th stands twice"):
        parse_cards("Th 9c Th")


def test_a_53rd_card_is_impossible() -> None:
    with pytest.raises(ImpossibleCards):
        parse_cards(format_cards(DECK) + " 2s")
    with pytest.raises(ImpossibleCards):
        format_card(Card(52))
    with pytest.raises(ImpossibleCards):
        cards_in(1 << 52)
    with pytest.raises(ImpossibleCards):
        card_at(13, 0)


def test_a_deck_is_all_52_and_says_what_is_missing() -> None:
    assert parse_deck(format_cards(DECK)) == DECK
    with pytest.raises(ImpossibleCards, match="this has 51; missing: Ac"):
        parse_deck(format_cards(DECK[:51]))


@given(st.text(max_size=20))
def test_no_text_raises_anything_but_a_card_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except (MalformedCards, ImpossibleCards):
        return
    assert parse_cards(format_cards(cards)) == cards
