"""MD-CTF, chapter 7: the optional progressive, and the number of boxes."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.clauses.support import found, frozen
from tests.support.clauses import clause


@clause("MD-CTF 7.F(3)")
def test_the_progressive_is_offered_only_if_the_submission_says_so() -> None:
    offer = rulebook("MD-CTF").wagers["progressive"].offer
    assert (offer.value, str(offer.clause)) == ("optional", "MD-CTF 7.F(3)")
    assert frozen("MD-CTF").progressive is not None
    assert frozen("MD-CTF", "-wagers.progressive").progressive is None
    assert found("MD-CTF", "-wagers.progressive") == []


@clause("MD-CTF 7.G")
@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (0, [("adjacent_boxes", "table.adjacent_boxes", "7.G")]),
        (1, []),
        (6, []),
        (7, [("adjacent_boxes", "table.adjacent_boxes", "7.G")]),
    ],
)
def test_a_player_bets_on_as_many_adjacent_boxes_as_the_table_has_at_most(
    boxes: int, expected: list[tuple[str, str, str]]
) -> None:
    assert found("MD-CTF", f"table.adjacent_boxes={boxes}") == expected


@clause("MD-CTF 7.G")
@pytest.mark.parametrize(("boxes", "lawful"), [(2, True), (3, True), (4, False)])
def test_a_smaller_table_has_fewer_boxes(boxes: int, lawful: bool) -> None:
    assert (found("MD-CTF", "table.seats=3", f"table.adjacent_boxes={boxes}") == []) is lawful


@clause("MD-CTF 7.G")
def test_the_submission_must_state_the_number_of_boxes() -> None:
    assert found("MD-CTF", "-table.adjacent_boxes") == [("missing_key", "table.adjacent_boxes", "7.G")]
