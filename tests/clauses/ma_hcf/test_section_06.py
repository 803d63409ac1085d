"""MA-HCF, section 6: the wagers, and adjacent positions."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.clauses.support import faults, found
from tests.support.clauses import clause


@clause("MA-HCF 6(a)")
def test_the_game_has_these_wagers() -> None:
    wagers = rulebook("MA-HCF").wagers
    assert {name: (rules.offer.value, str(rules.offer.clause)) for name, rules in wagers.items()} == {
        "ante": ("required", "MA-HCF 6(a)(1)"),
        "flush_bonus": ("optional", "MA-HCF 6(a)(2)"),
        "straight_flush_bonus": ("optional", "MA-HCF 6(a)(3)"),
        "progressive": ("optional", "MA-HCF 6(a)(4)"),
        "raise": ("decision", "MA-HCF 6(a)(5)"),
    }


@clause("MA-HCF 6(a)")
@pytest.mark.parametrize("wager", ["xtra_bonus", "same_suit", "all_in", "envy_bonus"])
def test_a_wager_of_another_game_is_unlawful(wager: str) -> None:
    assert [(fault.code.value, fault.key) for fault in faults("MA-HCF", f"wagers.{wager}.paytable=A")] == [
        ("wager_not_in_game", f"wagers.{wager}")
    ]


@clause("MA-HCF 6(a)")
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus", "progressive"])
def test_the_optional_wagers_may_be_left_out(wager: str) -> None:
    assert found("MA-HCF", f"-wagers.{wager}") == []


@clause("MA-HCF 6(e)")
@pytest.mark.parametrize(
    ("boxes", "lawful"), [(-1, False), (0, False), (1, True), (2, True), (3, True), (4, False), (6, False)]
)
def test_a_player_may_bet_on_up_to_three_adjacent_positions(boxes: int, lawful: bool) -> None:
    expected = [] if lawful else [("adjacent_boxes", "table.adjacent_boxes", "6(e)")]
    assert found("MA-HCF", f"table.adjacent_boxes={boxes}") == expected


@clause("MA-HCF 6(e)")
def test_the_licensee_need_not_permit_it() -> None:
    assert found("MA-HCF", "-table.adjacent_boxes") == []


@clause("MA-HCF 6(e)")
def test_three_adjacent_positions_need_a_table_of_three() -> None:
    assert found("MA-HCF", "table.seats=3", "table.adjacent_boxes=3") == []
    assert found("MA-HCF", "table.seats=2", "table.adjacent_boxes=3") == [
        ("adjacent_boxes", "table.adjacent_boxes", "6(e)")
    ]
