"""MD-HCF, chapter 7: which wagers, by whom, how much, until when."""

from __future__ import annotations

import pytest

from houserules.play import Code
from houserules.play import commands as c
from tests.support.clauses import clause
from tests.support.tables import MD_HCF, D, F, P, TableForTest, lines_of, money, outcomes, seat, settle

DEALER = "Kh Jh 8h 5s 4d 3c 2c"  # a three-card flush, king high


def placed(*wagers: tuple[str, str], seat_number: int = 1) -> c.PlaceWagers:
    return c.PlaceWagers(P, 0, seat_number, tuple((name, money(amount)) for name, amount in wagers))


@clause("MD-HCF 7.A", "MD-HCF 7.D")
def test_wagers_are_placed_before_the_announcement() -> None:
    table = TableForTest(MD_HCF).start()
    table.do(placed(("ante", "10"), ("flush_bonus", "5"), ("straight_flush_bonus", "5"), ("progressive", "1")))
    assert table.round.felt == money("21")
    table.refuses(c.PlaceWagers(D, 0, 2, table.stakes()), Code.WRONG_ROLE, "MD-HCF 7.A")
    table.refuses(placed(("ante", "10"), seat_number=7), Code.NO_SUCH_SEAT, "MD-HCF 2.A")
    table.refuses(placed(("ante", "10"), seat_number=0), Code.NO_SUCH_SEAT, "MD-HCF 2.A")
    table.refuses(placed(seat_number=2), Code.WAGER_MISSING)


@clause("MD-HCF 7.A")
@pytest.mark.parametrize(
    ("wager", "below", "least", "most", "above"),
    [("ante", "9.99", "10", "500", "500.01"), ("flush_bonus", "4.99", "5", "100", "100.01")],
)
def test_wagers_stay_within_their_limits(wager: str, below: str, least: str, most: str, above: str) -> None:
    table = TableForTest(MD_HCF).start()
    ante = () if wager == "ante" else (("ante", "10"),)
    table.refuses(placed(*ante, (wager, below)), Code.AMOUNT_BELOW_MINIMUM)
    table.refuses(placed(*ante, (wager, above)), Code.AMOUNT_ABOVE_MAXIMUM)
    table.do(placed(*ante, (wager, least)))
    table.do(c.PlaceWagers(P, 0, 2, tuple((name, money(amount)) for name, amount in (*ante, (wager, most)))))


@clause("MD-HCF 7.B")
def test_a_spoken_wager_is_refused() -> None:
    table = TableForTest(MD_HCF).start()
    spoken = c.PlaceWagers(P, 0, 1, table.stakes(), spoken=True)
    table.refuses(spoken, Code.SPOKEN_WAGER, "MD-HCF 7.B")


@clause("MD-HCF 7.C(2)")
@pytest.mark.parametrize("actions", [(), ("raise 10",), ("fold",)])
def test_all_wagers_of_an_abandoned_hand_lose(actions: tuple[str, ...]) -> None:
    wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"}
    answer = settle(
        MD_HCF,
        {
            "dealer": DEALER,
            "seats": [
                seat(1, "As Ks Qs Js Ts 3h 2d", wagers, *actions),
                seat(2, "9c 8c 6s 4s 7d 6d 9d", {"ante": "10"}, "fold"),
            ],
            "irregularities": [{"kind": "hand_abandoned", "when": "decisions", "seat": 1}],
        },
    )
    assert {outcome for outcome, _ in outcomes(answer, 1).values()} == {"lose"}
    assert lines_of(answer, 1)["ante"]["clause"] == "MD-HCF 7.C(2)"
    assert answer["void"] is None


@clause("MD-HCF 7.D", "MD-HCF 7.E")
def test_nothing_is_made_added_or_withdrawn_after_the_announcement() -> None:
    table = TableForTest(MD_HCF).start().bet(1)
    table.do(c.WithdrawWagers(P, 0, 1))
    assert table.round.felt == 0
    table.bet(1).do(c.NoMoreBets(D))
    for command in (placed(("flush_bonus", "5")), placed(("ante", "10"), seat_number=2), c.WithdrawWagers(P, 0, 1)):
        table.refuses(command, Code.NO_MORE_BETS, "MD-HCF 7.E")


@clause("MD-HCF 7.F(1)", "MD-HCF 7.F(4)(a)")
def test_an_ante_comes_first() -> None:
    table = TableForTest(MD_HCF).start()
    table.refuses(placed(("flush_bonus", "5")), Code.WAGER_MISSING, "MD-HCF 7.F(1)")
    table.refuses(placed(("progressive", "1")), Code.WAGER_MISSING, "MD-HCF 7.F(4)(a)")
    table.do(placed(("ante", "10")), placed(("progressive", "1")))
    table.refuses(placed(("progressive", "1")), Code.WAGER_TWICE)
    other = TableForTest(MD_HCF).start()
    for amount in ("0.99", "1.01", "2"):
        other.refuses(placed(("ante", "10"), ("progressive", amount)), Code.AMOUNT_NOT_EQUAL)


@clause("MD-HCF 7.G")
def test_adjacent_boxes_up_to_the_number_stated() -> None:
    table = TableForTest(MD_HCF).start()
    table.do(c.PlaceWagers(P, 0, 3, table.stakes(), player=3))
    table.refuses(c.PlaceWagers(P, 0, 5, table.stakes(), player=3), Code.BOXES_NOT_ADJACENT, "MD-HCF 7.G")
    table.do(c.PlaceWagers(P, 0, 4, table.stakes(), player=3))
    table.refuses(c.PlaceWagers(P, 0, 5, table.stakes(), player=3), Code.TOO_MANY_BOXES, "MD-HCF 7.G")
    table.refuses(c.PlaceWagers(P, 0, 4, table.stakes(), player=4), Code.SEAT_TAKEN, "MD-HCF 7.C")
    table.refuses(c.NoMoreBets(F), Code.WRONG_ROLE)
