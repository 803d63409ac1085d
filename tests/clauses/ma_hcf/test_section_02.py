"""MA-HCF, section 2: how many decks, and what a second deck must be like."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.clauses.support import found
from tests.support.clauses import clause

SECOND_DECK = ("second_deck", "table.deck_backs", "2(b)(2)")


@clause("MA-HCF 2(a)")
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_one_deck_is_lawful(shuffler: str) -> None:
    assert found("MA-HCF", "table.decks=1", f"table.shuffler={shuffler}") == []


@clause("MA-HCF 2(a)")
def test_one_deck_and_one_cover_card_are_cited() -> None:
    table = rulebook("MA-HCF").table
    assert (table.decks.value, str(table.decks.clause)) == (1, "MA-HCF 2(a)")
    assert (table.cover_cards.value, str(table.cover_cards.clause)) == (1, "MA-HCF 2(a)")


@clause("MA-HCF 2(a)")
def test_no_deck_at_all_is_unlawful() -> None:
    assert [fault[:2] for fault in found("MA-HCF", "table.decks=0")] == [("decks", "table.decks")]


@clause("MA-HCF 2(b)")
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_a_second_deck_is_lawful_with_a_shuffler(shuffler: str) -> None:
    assert found("MA-HCF", "table.decks=2", f"table.shuffler={shuffler}") == []


@clause("MA-HCF 2(b)")
def test_a_second_deck_is_unlawful_without_a_shuffler() -> None:
    assert ("decks", "table.decks", "2(b)") in found("MA-HCF", "table.decks=2", "table.shuffler=none")
    assert "decks" not in [code for code, _, _ in found("MA-HCF", "table.decks=1", "table.shuffler=none")]


@clause("MA-HCF 2(b)")
def test_a_third_deck_is_unlawful() -> None:
    assert found("MA-HCF", "table.decks=3") == [("decks", "table.decks", "2(b)")]


@clause("MA-HCF 2(b)(1)")
@pytest.mark.parametrize(
    ("backs", "lawful"), [('["red", "blue"]', True), ('["red"]', False), ('["red", "blue", "green"]', False)]
)
def test_each_deck_has_backs_of_one_colour(backs: str, lawful: bool) -> None:
    assert found("MA-HCF", f"table.deck_backs={backs}") == ([] if lawful else [SECOND_DECK])


@clause("MA-HCF 2(b)(2)")
@pytest.mark.parametrize(
    ("backs", "lawful"), [('["red", "blue"]', True), ('["blue", "blue"]', False), ('["blue", "Blue"]', False)]
)
def test_the_backs_of_two_decks_differ(backs: str, lawful: bool) -> None:
    assert found("MA-HCF", f"table.deck_backs={backs}") == ([] if lawful else [SECOND_DECK])
