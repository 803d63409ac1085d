"""MD-CTF, chapter 3: how many decks, and what a second deck must be like."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.clauses.support import found
from tests.support.clauses import clause

SECOND_DECK = ("second_deck", "table.deck_backs", "3.B(2)")


@clause("MD-CTF 3.A", "MD-CTF 3.A(1)")
@pytest.mark.parametrize("shuffler", ["none", "plain", "counting"])
def test_one_deck_is_lawful_however_it_is_shuffled(shuffler: str) -> None:
    assert found("MD-CTF", "table.decks=1", f"table.shuffler={shuffler}") == []


@clause("MD-CTF 3.A(1)")
def test_the_number_of_decks_is_cited() -> None:
    decks = rulebook("MD-CTF").table.decks
    assert (decks.value, str(decks.clause)) == (1, "MD-CTF 3.A(1)")


@clause("MD-CTF 3.A")
def test_no_deck_at_all_is_unlawful() -> None:
    assert [fault[:2] for fault in found("MD-CTF", "table.decks=0")] == [("decks", "table.decks")]


@clause("MD-CTF 3.B")
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_two_decks_are_lawful_with_a_shuffler(shuffler: str) -> None:
    assert found("MD-CTF", "table.decks=2", f"table.shuffler={shuffler}") == []


@clause("MD-CTF 3.B")
def test_two_decks_are_unlawful_without_a_shuffler() -> None:
    assert found("MD-CTF", "table.decks=2", "table.shuffler=none") == [("decks", "table.decks", "3.B")]


@clause("MD-CTF 3.B")
def test_three_decks_are_unlawful_even_with_a_shuffler() -> None:
    assert found("MD-CTF", "table.decks=3") == [("decks", "table.decks", "3.B")]


@clause("MD-CTF 3.B(2)")
@pytest.mark.parametrize(
    ("backs", "expected"),
    [
        ('["red", "blue"]', []),
        ('["red", "red"]', [SECOND_DECK]),
        ('["red", "Red"]', [SECOND_DECK]),
        ('["red"]', [SECOND_DECK]),
        ('["red", "blue", "green"]', [SECOND_DECK]),
    ],
)
def test_the_backs_of_two_decks_differ(backs: str, expected: list[tuple[str, str, str]]) -> None:
    assert found("MD-CTF", f"table.deck_backs={backs}") == expected
