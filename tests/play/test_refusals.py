"""One list of codes, one precedence, pinned."""

from __future__ import annotations

import pytest

from houserules.play import Code
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from tests.support.tables import IN_ORDER, MD_HCF, D, F, P, TableForTest, V

PRECEDENCE = [
    "wrong_role", "table_closed", "table_open", "round_in_progress", "no_round", "wrong_phase", "no_more_bets",
    "not_provided", "no_such_deck", "deck_not_ready", "deck_overdue", "device_out_of_order",
    "device_not_covered", "not_a_deck", "cards_not_read", "cut_too_shallow", "cut_too_deep", "no_such_seat",
    "seat_empty", "seat_taken", "boxes_not_adjacent", "too_many_boxes", "spoken_wager", "wager_not_offered",
    "wager_twice", "wager_missing", "nothing_wagered", "chip_count_differs", "chips_not_collected",
    "not_your_turn", "already_decided", "nothing_changes",
    "action_not_offered", "board_not_dealt", "stub_count_due", "wheel_not_spun", "not_validated",
    "nothing_to_validate", "no_such_symbol", "amount_below_minimum", "amount_above_maximum", "amount_not_equal",
    "part_of_a_cent",
    "clock_ran_back",
]  # fmt: skip


def test_the_order_of_the_codes_is_pinned() -> None:
    assert [code.value for code in Code] == PRECEDENCE


def closed() -> TableForTest:
    table = TableForTest(MD_HCF).open().shuffle()
    table.do(c.CloseTable(F))
    return table


def betting() -> TableForTest:
    return TableForTest(MD_HCF).start()


def fresh() -> TableForTest:
    return TableForTest(MD_HCF)


CASES = [
    # Where two things are wrong at once, the first of the list is the answer.
    (closed, c.OpenRound(P), Code.WRONG_ROLE),
    (closed, c.OpenRound(D), Code.TABLE_CLOSED),
    (closed, c.PlaceWagers(P, 0, 99, (("nothing", -1),)), Code.TABLE_CLOSED),
    (closed, c.Shuffle(V, 0, (), 9), Code.TABLE_CLOSED),
    (betting, c.OpenRound(D, -5), Code.ROUND_IN_PROGRESS),
    (fresh, c.PlaceWagers(P, 0, 99), Code.NO_ROUND),
    (fresh, c.Deal(D), Code.NO_ROUND),
    (betting, c.Deal(D), Code.WRONG_PHASE),
    (betting, c.PlaceWagers(P, 0, 99, (("ante", 1),), spoken=True), Code.NO_SUCH_SEAT),
    (betting, c.PlaceWagers(P, 0, 1, (("roulette", 1),), spoken=True), Code.SPOKEN_WAGER),
    (betting, c.PlaceWagers(P, 0, 1, (("roulette", 1), ("ante", 1))), Code.WAGER_NOT_OFFERED),
    (betting, c.PlaceWagers(P, 0, 1, (("ante", 1), ("ante", 1))), Code.WAGER_TWICE),
    (betting, c.PlaceWagers(P, 0, 1, (("flush_bonus", 1),)), Code.WAGER_MISSING),
    (betting, c.PlaceWagers(P, 0, 1, (("ante", 1), ("progressive", 7))), Code.AMOUNT_BELOW_MINIMUM),
    (fresh, c.CutCards(D, 0, 1, 5), Code.NO_SUCH_DECK),
    (fresh, c.Shuffle(V, 0, IN_ORDER[:3], 1), Code.NO_SUCH_DECK),
    (fresh, c.OpenRound(D, -1), Code.DECK_NOT_READY),
    (fresh, c.ReceiveCards(D, 0, 3), Code.NO_SUCH_DECK),
]


@pytest.mark.parametrize(("where", "command", "code"), CASES)
def test_the_first_fault_is_the_answer(where: object, command: AnyCommand, code: Code) -> None:
    assert callable(where)
    table: TableForTest = where()
    answer = table.refuses(command, code)
    assert answer.clause.startswith("MD-HCF ")


def test_after_closing_nothing_happens_any_more() -> None:
    table = closed()
    for command in (
        c.GoIdle(D),
        c.ReceiveCards(D),
        c.Report(D, 0, "shuffler_jam"),
        c.CloseTable(F),
        c.ReportDevice(D),
    ):
        table.refuses(command, Code.TABLE_CLOSED)


def test_the_clock_does_not_run_back() -> None:
    table = TableForTest(MD_HCF, "table.decks=1")
    table.now = 100
    table.open().shuffle()
    table.refuses(c.OpenRound(D, 99), Code.CLOCK_RAN_BACK)
    table.do(c.OpenRound(D, 100))
