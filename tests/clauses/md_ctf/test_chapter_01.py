"""MD-CTF, chapter 1: the hand that wins the progressive, and that earns the others Community Pay."""

from __future__ import annotations

import pytest

from houserules.cards import longest_flush
from houserules.law import rulebook
from tests.clauses.support import hand
from tests.support.clauses import clause


@clause("MD-CTF 1.B(3)", "MD-CTF 1.B(6)")
@pytest.mark.parametrize(
    ("hole_cards", "qualifies"),
    [
        ("As 9s 2s", True),
        ("4c 3c 2c", True),  # in sequence as well
        ("As 9s 2h", False),
        ("As 9h 2d", False),
        ("Ah As Ad", False),
    ],
)
def test_three_suited_hole_cards_qualify(hole_cards: str, qualifies: bool) -> None:
    needed = rulebook("MD-CTF").wagers["progressive"].suited_hole_cards
    assert needed is not None
    assert (longest_flush(hand(hole_cards)) >= needed.value) is qualifies


@clause("MD-CTF 1.B(3)", "MD-CTF 1.B(6)")
def test_the_number_of_suited_hole_cards_is_cited() -> None:
    needed = rulebook("MD-CTF").wagers["progressive"].suited_hole_cards
    assert needed is not None
    assert needed.value == 3
    assert {str(citation) for citation in needed.clauses} == {"MD-CTF 1.B(3)", "MD-CTF 1.B(6)"}
