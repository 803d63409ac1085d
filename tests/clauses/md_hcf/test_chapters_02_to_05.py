"""MD-HCF, chapters 2 to 5: the lock-out, the decks, the opening of a table, shuffling and cutting."""

from __future__ import annotations

import pytest

from houserules.play import Code
from houserules.play import commands as c
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import MD_HCF, D, P, TableForTest


@clause("MD-HCF 2.C(2)")
def test_no_progressive_wager_is_recognized_after_the_announcement() -> None:
    table = TableForTest(MD_HCF).start().bet(1)
    table.do(c.NoMoreBets(D))
    late = c.PlaceWagers(P, 0, 1, (("progressive", table.rules.stakes["progressive"].minimum),))
    table.refuses(late, Code.NO_MORE_BETS, "MD-HCF 7.E")


@clause("MD-HCF 3.B(3)", "MD-HCF 3.B(4)", "MD-HCF 3.B(5)")
def test_two_decks_take_turns() -> None:
    life.check_decks_alternate(MD_HCF)


@clause("MD-HCF 3.C", "MD-HCF 3.C(1)", "MD-HCF 3.C(2)")
@pytest.mark.parametrize(
    ("dealing", "hours", "under"),
    [("hand", 4, "MD-HCF 3.C(1)"), ("manual_shoe", 8, "MD-HCF 3.C(2)"), ("automated", 8, "MD-HCF 3.C(2)")],
)
def test_decks_are_changed_in_time(dealing: str, hours: int, under: str) -> None:
    life.check_deck_hours(MD_HCF, dealing, hours, under)


@clause("MD-HCF 4.D")
def test_the_steps_of_opening_come_one_after_the_other() -> None:
    life.check_opening_steps(MD_HCF)


@clause("MD-HCF 4.E")
def test_each_of_two_decks_is_opened() -> None:
    life.check_each_deck_is_opened(MD_HCF)


@clause("MD-HCF 4.F", "MD-HCF 5.D(2)")
def test_preshuffled_cards_skip_the_opening_and_are_cut() -> None:
    life.check_preshuffled(MD_HCF, "MD-HCF 4.F")


@clause("MD-HCF 5.A", "MD-HCF 5.A(1)", "MD-HCF 5.A(2)")
def test_cards_are_shuffled_before_play_and_after_each_round() -> None:
    life.check_shuffle_before_and_after(MD_HCF)


@clause("MD-HCF 5.A(3)")
def test_cards_are_shuffled_on_order() -> None:
    life.check_shuffle_on_order(MD_HCF, "MD-HCF 5.A(3)")


@clause("MD-HCF 5.C", "MD-HCF 5.C(1)", "MD-HCF 5.C(2)")
def test_a_wrong_count_takes_the_deck_off_the_table() -> None:
    life.check_wrong_count_removes_deck(MD_HCF, "MD-HCF 5.C")


@clause("MD-HCF 5.D", "MD-HCF 5.D(1)", "MD-HCF 5.I")
def test_cards_from_the_device_are_dealt_uncut() -> None:
    life.check_machine_shuffled_cards_are_not_cut(MD_HCF)


@clause("MD-HCF 5.D", "MD-HCF 5.D(2)", "MD-HCF 5.E", "MD-HCF 5.E(1)", "MD-HCF 5.E(2)")
def test_the_cut_is_ten_cards_deep() -> None:
    life.check_cut(MD_HCF, "MD-HCF 5.E")


@clause("MD-HCF 5.F")
def test_a_floorperson_orders_a_recut() -> None:
    life.check_recut(MD_HCF, "MD-HCF 5.F")


@clause("MD-HCF 5.G", "MD-HCF 5.G(3)")
def test_an_idle_table_is_opened_again() -> None:
    life.check_idle(MD_HCF)
