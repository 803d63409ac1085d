"""MD-CTF, chapter 2: the table."""

from __future__ import annotations

import pytest

from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MD-CTF 2.A")
@pytest.mark.parametrize("seats", [1, 5, 6])
def test_up_to_six_players_may_be_seated(seats: int) -> None:
    assert found("MD-CTF", f"table.seats={seats}", "table.adjacent_boxes=1") == []


@clause("MD-CTF 2.A")
@pytest.mark.parametrize("seats", [0, 7, 15])
def test_no_seat_or_a_seventh_is_unlawful(seats: int) -> None:
    # Fifteen hands of three, the dealer's three and four community cards are a whole deck of 52.
    assert found("MD-CTF", f"table.seats={seats}", "table.adjacent_boxes=1") == [("seats", "table.seats", "2.A")]


@clause("MD-CTF 2.A")
@pytest.mark.parametrize(("dealing", "seats"), [("automated", 16), ("hand", 15)])
def test_more_than_the_deck_can_deal_is_said_as_well(dealing: str, seats: int) -> None:
    # Dealt by hand, two cards are burned besides.
    assert found("MD-CTF", f"table.dealing={dealing}", f"table.seats={seats}") == [
        ("deck_too_small", "table.seats", "8.D(2)"),
        ("seats", "table.seats", "2.A"),
    ]
