"""MD-CTF, chapters 8 to 10: the three ways of dealing, two lawful orders from an automated shoe."""

from __future__ import annotations

from houserules.play import BOARD, DEALER
from houserules.play import commands as c
from houserules.play.events import CardsDealt, CommunityDealt
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import MD_CTF, D, TableForTest


def play_out(*overrides: str) -> tuple[TableForTest, CardsDealt, list[CommunityDealt]]:
    table = TableForTest(MD_CTF, *overrides).deal(2, 5).act_all()
    (dealt,) = [event for event in table.events if isinstance(event, CardsDealt)]
    return table, dealt, [event for event in table.events if isinstance(event, CommunityDealt)]


@clause("MD-CTF 8.D", "MD-CTF 8.D(2)", "MD-CTF 8.D(3)")
def test_from_a_manual_shoe_cards_go_around_one_by_one_and_nothing_is_burned() -> None:
    table, dealt, board = play_out("table.dealing=manual_shoe")
    assert dealt.cards == tuple(range(9))
    assert dealt.places == (2, 5, DEALER) * 3
    assert [(event.burned, event.cards) for event in board] == [((), (9, 10)), ((), (11, 12))]
    assert table.round.board == (9, 10, 11, 12)


@clause(
    "MD-CTF 9.B",
    "MD-CTF 9.B(1)",
    "MD-CTF 9.B(2)",
    "MD-CTF 9.B(3)",
    "MD-CTF 11.C(1)",
    "MD-CTF 11.E(1)",
)
def test_from_the_hand_a_card_is_burned_before_the_flop_and_before_the_last_two() -> None:
    table, dealt, board = play_out("table.dealing=hand")
    assert dealt.cards == tuple(range(9))
    assert dealt.places == (2, 5, DEALER) * 3
    assert [(event.burned, event.cards) for event in board] == [((9,), (10, 11)), ((12,), (13, 14))]
    assert table.round.burned == (9, 12)


@clause("MD-CTF 10.B", "MD-CTF 10.B(1)", "MD-CTF 10.B(2)")
def test_automated_community_then_dealer_then_players() -> None:
    table, dealt, board = play_out("table.dealing=automated", "table.order=stacks_community_dealer_players")
    assert dealt.places == (BOARD,) * 4 + (DEALER,) * 3 + (2,) * 3 + (5,) * 3
    assert [(event.burned, event.cards) for event in board] == [((), (0, 1)), ((), (2, 3))]
    assert table.round.dealer == (4, 5, 6)


@clause("MD-CTF 10.B(1)", "MD-CTF 10.B(3)", "MD-CTF 11.G(1)")
def test_automated_with_the_dealers_cards_kept_in_the_shuffler() -> None:
    table, dealt, _ = play_out("table.dealing=automated", "table.order=stacks_community_players_dealer_kept")
    assert dealt.places == (BOARD,) * 4 + (2,) * 3 + (5,) * 3
    assert not table.round.dealer
    table.do(c.Reveal(D))
    assert table.round.dealer == (10, 11, 12)


@clause("MD-CTF 8.C", "MD-CTF 8.C(1)", "MD-CTF 8.C(2)")
def test_no_more_bets_from_a_manual_shoe() -> None:
    life.check_betting_closes(MD_CTF, "manual_shoe", "MD-CTF 8.C(1)", "MD-CTF 7.E")


@clause("MD-CTF 9.A(3)", "MD-CTF 9.A(3)(a)")
def test_no_more_bets_from_the_hand() -> None:
    life.check_betting_closes(MD_CTF, "hand", "MD-CTF 9.A(3)", "MD-CTF 7.E")


@clause("MD-CTF 10.A", "MD-CTF 10.A(2)", "MD-CTF 10.A(2)(a)", "MD-CTF 10.A(2)(b)", "MD-CTF 10.A(2)(b)(i)")
def test_no_more_bets_from_an_automated_shoe() -> None:
    life.check_betting_closes(MD_CTF, "automated", "MD-CTF 10.A(2)(a)", "MD-CTF 7.E")


@clause("MD-CTF 8.C", "MD-CTF 8.C(3)", "MD-CTF 8.C(4)")
def test_the_chip_count_at_a_manual_shoe() -> None:
    life.check_chip_count(MD_CTF, "manual_shoe", "MD-CTF 8.C(3)")


@clause("MD-CTF 9.A(3)(b)", "MD-CTF 9.A(3)(c)")
def test_the_chip_count_from_the_hand() -> None:
    life.check_chip_count(MD_CTF, "hand", "MD-CTF 9.A(3)(b)")


@clause("MD-CTF 10.A", "MD-CTF 10.A(2)(b)", "MD-CTF 10.A(2)(b)(ii)", "MD-CTF 10.A(2)(b)(iii)")
def test_the_chip_count_at_an_automated_shoe() -> None:
    life.check_chip_count(MD_CTF, "automated", "MD-CTF 10.A(2)(b)(ii)")


@clause("MD-CTF 8.E")
def test_the_stub_is_counted_every_five_rounds_from_a_manual_shoe() -> None:
    life.check_stub_count(MD_CTF, "manual_shoe", "MD-CTF 8.E")


@clause("MD-CTF 9.C")
def test_the_stub_is_counted_every_five_rounds_from_the_hand() -> None:
    life.check_stub_count(MD_CTF, "hand", "MD-CTF 9.C")


@clause("MD-CTF 10.C")
def test_the_stub_is_counted_every_five_rounds_from_an_automated_shoe() -> None:
    life.check_stub_count(MD_CTF, "automated", "MD-CTF 10.C")


@clause("MD-CTF 8.G", "MD-CTF 8.G(1)", "MD-CTF 8.G(2)")
def test_a_wrong_stub_from_a_manual_shoe() -> None:
    life.check_wrong_stub_counts(MD_CTF, "manual_shoe", "MD-CTF 8.G(1)", "MD-CTF 8.G(2)")


@clause("MD-CTF 9.E", "MD-CTF 9.E(1)", "MD-CTF 9.E(2)")
def test_a_wrong_stub_from_the_hand() -> None:
    life.check_wrong_stub_counts(MD_CTF, "hand", "MD-CTF 9.E(1)", "MD-CTF 9.E(2)")


@clause("MD-CTF 10.E", "MD-CTF 10.E(1)", "MD-CTF 10.E(2)")
def test_a_wrong_stub_from_an_automated_shoe() -> None:
    life.check_wrong_stub_counts(MD_CTF, "automated", "MD-CTF 10.E(1)", "MD-CTF 10.E(2)")
