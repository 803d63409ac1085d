"""MD-HCF, chapter 2: the table."""

from __future__ import annotations

import pytest

from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MD-HCF 2.A")
@pytest.mark.parametrize("seats", [1, 5, 6])
def test_up_to_six_players_may_be_seated(seats: int) -> None:
    assert found("MD-HCF", f"table.seats={seats}", "table.adjacent_boxes=1") == []


@clause("MD-HCF 2.A")
def test_a_seventh_seat_is_unlawful_and_the_deck_could_not_deal_it() -> None:
    assert found("MD-HCF", "table.seats=7") == [
        ("deck_too_small", "table.seats", "8.E"),
        ("seats", "table.seats", "2.A"),
    ]


@clause("MD-HCF 2.A")
def test_a_table_without_a_seat_is_unlawful() -> None:
    assert found("MD-HCF", "table.seats=0", "table.adjacent_boxes=1") == [("seats", "table.seats", "2.A")]
