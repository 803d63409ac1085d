"""MA-HCF, sections 1 to 8: the decks, shuffling, wagers, and the two ways of dealing."""

from __future__ import annotations

from itertools import product

import pytest

from houserules.play import DEALER, Code
from houserules.play import commands as c
from houserules.play.events import CardsDealt
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MA_HCF, D, F, P, TableForTest, deck_with, money, outcomes, seat, settle


def placed(*wagers: tuple[str, str], seat_number: int = 1) -> c.PlaceWagers:
    return c.PlaceWagers(P, 0, seat_number, tuple((name, money(amount)) for name, amount in wagers))


@clause("MA-HCF 2(b)(3)", "MA-HCF 2(b)(4)", "MA-HCF 2(b)(5)")
def test_two_decks_take_turns() -> None:
    life.check_decks_alternate(MA_HCF)
    life.check_each_deck_is_opened(MA_HCF)


@clause("MA-HCF 4(a)")
def test_cards_are_shuffled_by_device_before_play_and_after_each_round() -> None:
    life.check_opening_steps(MA_HCF)
    life.check_shuffle_before_and_after(MA_HCF)
    table = TableForTest(MA_HCF).open()
    table.refuses(c.Shuffle(D, 0, IN_ORDER), Code.NOT_PROVIDED)
    table.do(c.ReportDevice(D), c.CoverDevice(D))
    table.refuses(c.Shuffle(D, 0, IN_ORDER), Code.NOT_PROVIDED)


@clause("MA-HCF 4(b)")
def test_cards_from_the_device_are_dealt_uncut() -> None:
    life.check_machine_shuffled_cards_are_not_cut(MA_HCF)
    table = TableForTest(MA_HCF)
    table.refuses(c.ReceiveCards(D, 0, 1, preshuffled=True, cards=IN_ORDER), Code.NOT_PROVIDED)


@clause("MA-HCF 4(c)(1)(ii)", "MA-HCF 4(c)(2)", "MA-HCF 4(d)")
def test_a_cut_on_order_is_ten_cards_deep() -> None:
    """Whichever shoe the cards go into: a cut leads to both ways of dealing."""
    for dealing, depth in product(("manual_shoe", "automated"), (9, 10, 11)):
        table = TableForTest(MA_HCF, f"table.dealing={dealing}").open().shuffle()
        table.refuses(c.OrderRecut(D), Code.WRONG_ROLE, "MA-HCF 4(d)")
        table.do(c.OrderRecut(F))
        table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
        if depth < 10:
            table.refuses(c.CutCards(D, 0, depth), Code.CUT_TOO_SHALLOW, "MA-HCF 4(c)(1)(ii)")
            continue
        table.do(c.CutCards(D, 0, depth), c.OpenRound(D))
        assert table.round.stock[0] == depth
        table.bet(1).close_betting().do(c.Deal(D))
        table.refuses(c.OrderRecut(F), Code.DECK_NOT_READY)


@clause("MA-HCF 4(e)")
def test_an_idle_table_is_opened_again() -> None:
    life.check_idle(MA_HCF)


def test_no_interval_for_changing_decks_is_printed() -> None:
    table = TableForTest(MA_HCF).open().shuffle()
    table.do(c.OpenRound(D, 365 * 24 * 3600))


@clause("MA-HCF 1 Ante", "MA-HCF 6(a)(1)")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("9.99", Code.AMOUNT_BELOW_MINIMUM),
        ("10", None),
        ("10.01", None),
        ("499.99", None),
        ("500", None),
        ("500.01", Code.AMOUNT_ABOVE_MAXIMUM),
    ],
)
def test_an_ante_within_the_limits_takes_part(amount: str, code: Code | None) -> None:
    table = TableForTest(MA_HCF).start()
    if code is None:
        table.do(placed(("ante", amount)))
    else:
        table.refuses(placed(("ante", amount)), code, "MA-HCF 6(a)(1)")


@clause("MA-HCF 1 Flush Bonus wager", "MA-HCF 6(a)(2)")
@clause("MA-HCF 1 Straight Flush Bonus wager", "MA-HCF 6(a)(3)")
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus"])
def test_the_bonus_wagers_need_not_equal_the_ante(wager: str) -> None:
    table = TableForTest(MA_HCF).start()
    table.refuses(placed((wager, "5")), Code.WAGER_MISSING)
    table.refuses(placed(("ante", "10"), (wager, "4.99")), Code.AMOUNT_BELOW_MINIMUM)
    table.refuses(placed(("ante", "10"), (wager, "100.01")), Code.AMOUNT_ABOVE_MAXIMUM)
    for number, amount in enumerate(("5", "17.50", "100"), start=1):
        table.do(placed(("ante", "10"), (wager, amount), seat_number=number))
    without = TableForTest(
        MA_HCF, f"wagers={{{'straight_flush_bonus' if wager == 'flush_bonus' else 'flush_bonus'}={{paytable='A'}}}}"
    )
    without.start().refuses(placed(("ante", "10"), (wager, "5")), Code.WAGER_NOT_OFFERED)


@clause("MA-HCF 1 Progressive payout wager", "MA-HCF 6(a)(4)")
@pytest.mark.parametrize(("amount", "lawful"), [("0.99", False), ("1", True), ("1.01", False)])
def test_the_progressive_is_one_dollar(amount: str, lawful: bool) -> None:
    table = TableForTest(MA_HCF).start()
    if lawful:
        table.do(placed(("ante", "10"), ("progressive", amount)))
    else:
        table.refuses(placed(("ante", "10"), ("progressive", amount)), Code.AMOUNT_NOT_EQUAL, "MA-HCF 6(a)(4)")


@clause("MA-HCF 1 Raise wager", "MA-HCF 1 Raise wager(1)", "MA-HCF 1 Raise wager(2)", "MA-HCF 1 Raise wager(2)(i)")
@clause("MA-HCF 1 Raise wager(2)(ii)", "MA-HCF 1 Raise wager(2)(iii)", "MA-HCF 6(a)(5)", "MA-HCF 6(a)(5)(i)")
@clause("MA-HCF 6(a)(5)(ii)", "MA-HCF 6(a)(5)(ii)a", "MA-HCF 6(a)(5)(ii)b", "MA-HCF 6(a)(5)(ii)c")
@pytest.mark.parametrize(
    ("held", "most", "under"),
    [
        ("As Ks Qh Jh Td 9d 8c", "10", "a"),
        ("As Ks Qs Jh Td 9d 8c", "10", "a"),
        ("As Ks Qs Js Td 9d 8c", "10", "a"),
        ("As Ks Qs Js 7s 9d 8c", "20", "b"),
        ("As Ks Qs Js 7s 5s 8c", "30", "c"),
        ("As Ks Qs Js 7s 5s 3s", "30", "c"),
    ],
)
def test_the_raise_depends_on_the_flush(held: str, most: str, under: str) -> None:
    cent = 10_000
    table = TableForTest(MA_HCF).deal(1, order=deck_with(held))
    table.refuses(c.Act(P, 0, 1, "raise", money("10") - cent), Code.AMOUNT_BELOW_MINIMUM)
    table.refuses(
        c.Act(P, 0, 1, "raise", money(most) + cent), Code.AMOUNT_ABOVE_MAXIMUM, f"MA-HCF 6(a)(5)(ii){under}"
    )
    table.do(c.Act(P, 0, 1, "raise", money(most)))
    least = TableForTest(MA_HCF).deal(1, order=deck_with(held))
    least.do(c.Act(P, 0, 1, "raise", money("10")))


@clause("MA-HCF 1 Fold")
def test_a_fold_loses_the_ante() -> None:
    answer = settle(
        MA_HCF, {"dealer": "8h 7h 6h As Kd Qd Jc", "seats": [seat(1, "Ah Kh Qh Js Td 9d 8c", None, "fold")]}
    )
    assert outcomes(answer, 1) == {"ante": ("lose", "0.00")}


@clause("MA-HCF 1 Round of play")
def test_a_round_is_a_full_cycle() -> None:
    table = TableForTest(MA_HCF).deal(1, 2)
    table.refuses(c.OpenRound(D), Code.ROUND_IN_PROGRESS)
    table.act_all().finish()
    assert table.table.round is None
    assert table.table.rounds == 1


@clause("MA-HCF 6(b)")
def test_a_spoken_wager_is_refused() -> None:
    table = TableForTest(MA_HCF).start()
    table.refuses(c.PlaceWagers(P, 0, 1, table.stakes(), spoken=True), Code.SPOKEN_WAGER, "MA-HCF 6(b)")


@clause("MA-HCF 6(d)", "MA-HCF 7(b)")
def test_no_more_bets_from_a_manual_shoe() -> None:
    life.check_betting_closes(MA_HCF, "manual_shoe", "MA-HCF 7(b)", "MA-HCF 6(d)")


@clause("MA-HCF 6(d)", "MA-HCF 8(b)", "MA-HCF 8(b)(2)")
def test_no_more_bets_from_an_automated_shoe() -> None:
    life.check_betting_closes(MA_HCF, "automated", "MA-HCF 8(b)(2)", "MA-HCF 6(d)")


def dealt(dealing: str) -> CardsDealt:
    table = TableForTest(MA_HCF, f"table.dealing={dealing}").deal(2, 5)
    (event,) = [event for event in table.events if isinstance(event, CardsDealt)]
    assert event.cards == tuple(range(21))
    return event


@clause("MA-HCF 7(c)", "MA-HCF 7(d)")
def test_seven_cards_at_once_to_each_player_and_then_the_dealer() -> None:
    assert dealt("manual_shoe").places == (2,) * 7 + (5,) * 7 + (DEALER,) * 7


@clause("MA-HCF 8(b)(1)", "MA-HCF 8(c)", "MA-HCF 8(d)")
def test_stacks_of_seven_to_players_and_then_the_dealer() -> None:
    assert dealt("automated").places == (2,) * 7 + (5,) * 7 + (DEALER,) * 7


@clause("MA-HCF 7(f)")
def test_the_stub_is_counted_every_five_rounds_from_a_manual_shoe() -> None:
    life.check_stub_count(MA_HCF, "manual_shoe", "MA-HCF 7(f)")


@clause("MA-HCF 8(f)")
def test_the_stub_is_counted_every_five_rounds_from_an_automated_shoe() -> None:
    life.check_stub_count(MA_HCF, "automated", "MA-HCF 8(f)")


@clause("MA-HCF 7(f)(2)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
def test_a_wrong_stub(dealing: str) -> None:
    life.check_wrong_stub_counts(MA_HCF, dealing, "MA-HCF 7(f)(2)", "MA-HCF 7(f)(2)")


@clause("MA-HCF 7(g)")
def test_a_counting_shuffler_spares_the_stub_and_removes_a_wrong_deck() -> None:
    life.check_wrong_count_removes_deck(MA_HCF, "MA-HCF 7(g)")
    table = TableForTest(MA_HCF, "table.decks=1").open()
    for _ in range(4):
        table.play_round()
    table.deal(1).act_all().do(c.Reveal(D))
