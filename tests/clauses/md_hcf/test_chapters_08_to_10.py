"""MD-HCF, chapters 8 to 10: the three ways of dealing."""

from __future__ import annotations

import pytest

from houserules.play import DEALER
from houserules.play.events import CardsDealt, MeterChanged, ProgressiveCollected
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import MD_HCF, TableForTest


def dealt(dealing: str) -> CardsDealt:
    table = TableForTest(MD_HCF, f"table.dealing={dealing}").deal(2, 5)
    (event,) = [event for event in table.events if isinstance(event, CardsDealt)]
    assert event.cards == tuple(range(21))
    return event


@clause("MD-HCF 8.E")
def test_from_a_manual_shoe_cards_go_around_one_by_one() -> None:
    assert dealt("manual_shoe").places == (2, 5, DEALER) * 7


@clause("MD-HCF 9.B", "MD-HCF 9.B(1)", "MD-HCF 9.B(2)")
def test_from_the_hand_cards_go_around_one_by_one() -> None:
    assert dealt("hand").places == (2, 5, DEALER) * 7


@clause("MD-HCF 10.B", "MD-HCF 10.B(1)", "MD-HCF 10.B(2)")
def test_from_an_automated_shoe_stacks_of_seven_go_to_players_then_the_dealer() -> None:
    assert dealt("automated").places == (2,) * 7 + (5,) * 7 + (DEALER,) * 7


@clause("MD-HCF 8.C", "MD-HCF 8.C(1)")
def test_no_more_bets_from_a_manual_shoe() -> None:
    life.check_betting_closes(MD_HCF, "manual_shoe", "MD-HCF 8.C", "MD-HCF 7.E")


@clause("MD-HCF 9.A", "MD-HCF 9.A(3)", "MD-HCF 9.A(3)(a)", "MD-HCF 9.A(3)(b)")
def test_no_more_bets_from_the_hand() -> None:
    life.check_betting_closes(MD_HCF, "hand", "MD-HCF 9.A(3)(a)", "MD-HCF 7.E")


@clause("MD-HCF 10.A", "MD-HCF 10.A(2)", "MD-HCF 10.A(2)(a)", "MD-HCF 10.A(2)(b)")
def test_no_more_bets_from_an_automated_shoe() -> None:
    life.check_betting_closes(MD_HCF, "automated", "MD-HCF 10.A(2)(a)", "MD-HCF 7.E")


@clause("MD-HCF 8.C(2)", "MD-HCF 8.C(2)(a)", "MD-HCF 8.C(2)(b)", "MD-HCF 8.C(2)(c)")
def test_the_chip_count_at_a_manual_shoe() -> None:
    life.check_chip_count(MD_HCF, "manual_shoe", "MD-HCF 8.C(2)", "MD-HCF 8.C(2)(b)")


@clause("MD-HCF 9.A", "MD-HCF 9.A(4)", "MD-HCF 9.A(4)(a)", "MD-HCF 9.A(4)(b)", "MD-HCF 9.A(4)(c)")
def test_the_chip_count_from_the_hand() -> None:
    life.check_chip_count(MD_HCF, "hand", "MD-HCF 9.A(4)", "MD-HCF 9.A(4)(b)")


@clause("MD-HCF 10.A", "MD-HCF 10.A(3)", "MD-HCF 10.A(3)(a)", "MD-HCF 10.A(3)(b)", "MD-HCF 10.A(3)(c)")
def test_the_chip_count_at_an_automated_shoe() -> None:
    life.check_chip_count(MD_HCF, "automated", "MD-HCF 10.A(3)", "MD-HCF 10.A(3)(b)")


@clause("MD-HCF 8.C(2)(c)", "MD-HCF 12.E(2)(a)")
def test_the_chips_leave_the_felt_and_the_meter_grows_at_the_lock_out() -> None:
    table = TableForTest(MD_HCF).start().bet(1, 2, also=["progressive"]).close_betting()
    (collected,) = [event for event in table.events if isinstance(event, ProgressiveCollected)]
    (grown,) = [event for event in table.events if isinstance(event, MeterChanged)]
    assert collected.amount == 2_000_000
    assert (grown.main, grown.main_by) == (30_000_440_000, 440_000)


@clause("MD-HCF 8.G")
def test_the_stub_is_counted_every_five_rounds_from_a_manual_shoe() -> None:
    life.check_stub_count(MD_HCF, "manual_shoe", "MD-HCF 8.G")


@clause("MD-HCF 9.C", "MD-HCF 9.C(1)")
def test_the_stub_is_counted_every_five_rounds_from_the_hand() -> None:
    life.check_stub_count(MD_HCF, "hand", "MD-HCF 9.C(1)")


@clause("MD-HCF 10.C")
def test_the_stub_is_counted_every_five_rounds_from_an_automated_shoe() -> None:
    life.check_stub_count(MD_HCF, "automated", "MD-HCF 10.C")


@clause("MD-HCF 8.J", "MD-HCF 8.J(1)", "MD-HCF 8.J(2)")
def test_a_wrong_stub_from_a_manual_shoe() -> None:
    life.check_wrong_stub_counts(MD_HCF, "manual_shoe", "MD-HCF 8.J(1)", "MD-HCF 8.J(2)")


@clause("MD-HCF 9.E", "MD-HCF 9.E(1)", "MD-HCF 9.E(2)")
def test_a_wrong_stub_from_the_hand() -> None:
    life.check_wrong_stub_counts(MD_HCF, "hand", "MD-HCF 9.E(1)", "MD-HCF 9.E(2)")


@clause("MD-HCF 10.E", "MD-HCF 10.E(1)", "MD-HCF 10.E(2)")
def test_a_wrong_stub_from_an_automated_shoe() -> None:
    life.check_wrong_stub_counts(MD_HCF, "automated", "MD-HCF 10.E(1)", "MD-HCF 10.E(2)")


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated"])
def test_a_deal_needs_the_dealer(dealing: str) -> None:
    table = TableForTest(MD_HCF, f"table.dealing={dealing}").deal(1)
    assert len(table.round.dealer) == 7
    assert all(len(entry.cards) == 7 for entry in table.round.seats)
