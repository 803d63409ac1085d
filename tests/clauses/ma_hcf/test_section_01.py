"""MA-HCF, section 1: the dealer's qualifying hand, and the suits."""

from __future__ import annotations

import pytest

from houserules.cards import DECK, RANKS, SUIT_NAMES, flush_key, key_of_cards, suit_of
from houserules.law import rulebook
from tests.clauses.support import hand
from tests.support.clauses import clause
from tests.support.rulebooks import there


@clause("MA-HCF 1 Dealer's qualifying hand")
@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("2d 3d 9d Ac Kc Ah Ks", True),  # the document's own example
        ("8d 7d 6d Ac Kc Ah Ks", False),  # three cards, eight high, however good the others
        ("9d 8d 7d Ac Kc Ah Ks", True),
        ("Td 3d 2d Ac Kc Ah Ks", True),
        ("5d 4d 3d 2d Ac Kh Qs", True),  # four cards of a suit are more than three
        ("Ad Kd Ac Kc Ah Kh Qs", False),  # two-card flushes
    ],
)
def test_the_dealer_qualifies_with_three_cards_nine_high(cards: str, qualifies: bool) -> None:
    rules = there(rulebook("MA-HCF").qualifying)
    threshold = key_of_cards(there(rules.flush_length).value, RANKS.index(rules.high_card.value))
    assert (flush_key(hand(cards)) >= threshold) is qualifies


@clause("MA-HCF 1 Dealer's qualifying hand")
def test_the_qualifying_hand_is_cited() -> None:
    rules = there(rulebook("MA-HCF").qualifying)
    assert (there(rules.flush_length).value, rules.high_card.value) == (3, "9")
    assert {str(there(rules.flush_length).clause), str(rules.high_card.clause)} == {
        "MA-HCF 1 Dealer's qualifying hand"
    }


@clause("MA-HCF 1 Suit")
def test_there_are_four_suits_of_thirteen_cards() -> None:
    assert set(SUIT_NAMES) == {"clubs", "diamonds", "hearts", "spades"}
    assert [sum(suit_of(card) == suit for card in DECK) for suit in range(4)] == [13, 13, 13, 13]
