"""MD-CTF, chapter 7: which wagers, by whom, how much, until when."""

from __future__ import annotations

import pytest

from houserules.play import Code
from houserules.play import commands as c
from tests.support.clauses import clause
from tests.support.tables import MD_CTF, D, P, TableForTest, lines_of, money, outcomes, seat, settle


def placed(*wagers: tuple[str, str], seat_number: int = 1) -> c.PlaceWagers:
    return c.PlaceWagers(P, 0, seat_number, tuple((name, money(amount)) for name, amount in wagers))


@clause("MD-CTF 7.A", "MD-CTF 7.F", "MD-CTF 7.F(2)")
def test_the_wagers_of_the_game() -> None:
    table = TableForTest(MD_CTF).start()
    table.do(placed(("ante", "10"), ("xtra_bonus", "10"), ("same_suit", "5"), ("progressive", "1")))
    assert table.round.felt == money("26")
    table.refuses(c.PlaceWagers(D, 0, 2, table.stakes()), Code.WRONG_ROLE, "MD-CTF 7.A")
    table.refuses(placed(("ante", "10"), ("flush_bonus", "5"), seat_number=2), Code.WAGER_NOT_OFFERED)
    table.refuses(placed(("ante", "10"), ("all_in", "10"), seat_number=2), Code.WAGER_NOT_OFFERED)


@clause("MD-CTF 7.F(1)")
@pytest.mark.parametrize(("xtra", "lawful"), [("9.99", False), ("10", True), ("10.01", False), ("20", False)])
def test_the_xtra_bonus_equals_the_ante(xtra: str, lawful: bool) -> None:
    table = TableForTest(MD_CTF).start()
    command = placed(("ante", "10"), ("xtra_bonus", xtra))
    if lawful:
        table.do(command)
    else:
        table.refuses(command, Code.AMOUNT_NOT_EQUAL, "MD-CTF 7.F(1)")
    table.refuses(placed(("ante", "10"), seat_number=2), Code.WAGER_MISSING, "MD-CTF 7.F(1)")


@clause("MD-CTF 7.F(3)(a)")
def test_the_progressive_needs_both_required_wagers() -> None:
    table = TableForTest(MD_CTF).start()
    table.refuses(placed(("progressive", "1")), Code.WAGER_MISSING, "MD-CTF 7.F(3)(a)")
    table.refuses(placed(("ante", "10"), ("progressive", "1")), Code.WAGER_MISSING, "MD-CTF 7.F(3)(a)")
    table.do(placed(("ante", "10"), ("xtra_bonus", "10")), placed(("progressive", "1")))


@clause("MD-CTF 7.B")
def test_a_spoken_wager_is_refused() -> None:
    table = TableForTest(MD_CTF).start()
    table.refuses(c.PlaceWagers(P, 0, 1, table.stakes(), spoken=True), Code.SPOKEN_WAGER, "MD-CTF 7.B")


@clause("MD-CTF 7.C(2)")
@pytest.mark.parametrize("actions", [(), ("all-in",), ("check", "check", "fold")])
def test_all_wagers_of_an_abandoned_hand_lose(actions: tuple[str, ...]) -> None:
    wagers = {"ante": "10", "xtra_bonus": "10", "same_suit": "5", "progressive": "1"}
    answer = settle(
        MD_CTF,
        {
            "dealer": "2h 4d 7c",
            "community": "Ks Qs 3d 9h",
            "seats": [
                seat(1, "As Js Ts", wagers, *actions),
                seat(2, "4c 8c 6d", {"ante": "10", "xtra_bonus": "10"}, "check", "check", "fold"),
            ],
            "irregularities": [{"kind": "hand_abandoned", "when": "decisions", "seat": 1}],
        },
    )
    assert {outcome for outcome, _ in outcomes(answer, 1).values()} == {"lose"}
    assert lines_of(answer, 1)["ante"]["clause"] == "MD-CTF 7.C(2)"


@clause("MD-CTF 7.D", "MD-CTF 7.E")
def test_nothing_is_made_added_or_withdrawn_after_the_announcement() -> None:
    table = TableForTest(MD_CTF).start().bet(1)
    table.do(c.WithdrawWagers(P, 0, 1))
    assert table.round.felt == 0
    table.bet(1).do(c.NoMoreBets(D))
    for command in (placed(("same_suit", "5")), c.WithdrawWagers(P, 0, 1)):
        table.refuses(command, Code.NO_MORE_BETS, "MD-CTF 7.E")
    table.do(c.Deal(D), c.Act(P, 0, 1, "all_in", money("30")))
