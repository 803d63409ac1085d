"""MD-HCF, chapter 7: which wagers may be offered, and on how many boxes."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.clauses.support import faults, found, frozen
from tests.support.clauses import clause


@clause("MD-HCF 7.F")
def test_the_game_has_these_wagers() -> None:
    assert set(rulebook("MD-HCF").wagers) == {"ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"}


@clause("MD-HCF 7.F")
@pytest.mark.parametrize("wager", ["xtra_bonus", "same_suit", "all_in", "lucky_ladies"])
def test_a_wager_of_another_game_is_unlawful(wager: str) -> None:
    assert [(fault.code.value, fault.key) for fault in faults("MD-HCF", f"wagers.{wager}.paytable=A")] == [
        ("wager_not_in_game", f"wagers.{wager}")
    ]


@pytest.mark.parametrize(
    ("wager", "path"),
    [
        pytest.param("flush_bonus", "7.F(2)", marks=clause("MD-HCF 7.F(2)")),
        pytest.param("straight_flush_bonus", "7.F(3)", marks=clause("MD-HCF 7.F(3)")),
        pytest.param("progressive", "7.F(4)", marks=clause("MD-HCF 7.F(4)")),
    ],
)
def test_an_optional_wager_is_offered_only_if_the_submission_says_so(wager: str, path: str) -> None:
    offer = rulebook("MD-HCF").wagers[wager].offer
    assert (offer.value, str(offer.clause)) == ("optional", f"MD-HCF {path}")
    with_it, without = frozen("MD-HCF"), frozen("MD-HCF", f"-wagers.{wager}")
    if wager == "progressive":
        assert with_it.progressive is not None
        assert without.progressive is None
    else:
        assert wager in with_it.wagers
        assert wager not in without.wagers
    assert found("MD-HCF", f"-wagers.{wager}") == []


LOWEST_LINES = [
    *(
        pytest.param("flush_bonus", letter, "four_card_flush", marks=clause("MD-HCF 7.F(2)"))
        for letter in "ABCDEFGHO"
    ),
    *(
        pytest.param("straight_flush_bonus", letter, "three_card_straight_flush", marks=clause("MD-HCF 7.F(3)"))
        for letter in "ABCDEFG"
    ),
    *(
        pytest.param("progressive", letter, f"{length}_card_straight_flush", marks=clause("MD-HCF 7.F(4)"))
        for letter, length in zip("ABCDE", ("three", "four", "three", "three", "four"), strict=True)
    ),
]


@pytest.mark.parametrize(("wager", "letter", "lowest"), LOWEST_LINES)
def test_a_bonus_wager_wins_from_its_lowest_hand_upwards(wager: str, letter: str, lowest: str) -> None:
    assert rulebook("MD-HCF").paytables[wager][letter].lines[-1].hand == lowest


@clause("MD-HCF 7.G")
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
    assert found("MD-HCF", f"table.adjacent_boxes={boxes}") == expected


@clause("MD-HCF 7.G")
@pytest.mark.parametrize(("boxes", "lawful"), [(3, True), (4, True), (5, False)])
def test_a_smaller_table_has_fewer_boxes(boxes: int, lawful: bool) -> None:
    assert (found("MD-HCF", "table.seats=4", f"table.adjacent_boxes={boxes}") == []) is lawful


@clause("MD-HCF 7.G")
def test_the_submission_must_state_the_number_of_boxes() -> None:
    assert found("MD-HCF", "-table.adjacent_boxes") == [("missing_key", "table.adjacent_boxes", "7.G")]
