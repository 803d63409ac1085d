"""Progressive wagers of different amounts at one table: where the documents allow them, and what each is paid."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.law import MalformedData
from houserules.play import Code, legal_commands
from houserules.play import commands as c
from houserules.play.events import ChipReturned, MeterChanged, ProgressiveCollected
from tests.clauses.support import found, frozen, wheel
from tests.support.clauses import clause
from tests.support.tables import MD_CTF, MD_HCF, D, F, P, TableForTest, lines_of, money, seat, settle

ONE_OR_FIVE = 'wagers.progressive.amount=["1", "5"]'
DEALER = "Kh Jh 8h 2s 2d 2c 3c"
SEVEN = "9s 8s 7s 6s 5s 4s 3s"
FIVE = "Ad Kd Qd Jd Td 4h 6h"
NOTHING = "4d 5h 9c Qc Jc Th Ks"
AMOUNT = "wagers.progressive.amount"


def bet(progressive: str) -> dict[str, str]:
    return {"ante": "10", "progressive": progressive}


def high_card(*seats: dict[str, Any], more: tuple[str, ...] = (), **also: Any) -> dict[str, Any]:
    data = {"dealer": DEALER, "meters": {"main": "40000"}, "seats": list(seats), **also}
    return settle(MD_HCF, data, ONE_OR_FIVE, *more)


@clause("MD-HCF 12.E(4)(a)", "MD-HCF 12.E(5)", "MD-HCF 12.E(5)(b)(i)")
def test_each_neighbour_is_paid_envy_by_their_own_wager() -> None:
    answer = high_card(
        seat(1, NOTHING, bet("5"), "raise 10"),
        seat(2, SEVEN, bet("1"), "raise 10"),
        seat(3, "3h 6c 7d 8d Tc Ac Qh", bet("1"), "raise 10"),
    )
    assert lines_of(answer, 1)["envy_bonus"]["paid"] == "1250.00"
    assert lines_of(answer, 3)["envy_bonus"]["paid"] == "250.00"
    assert "envy_bonus" not in lines_of(answer, 2)


@clause("MD-HCF 12.E(3)", "MD-HCF 12.E(1)(d)(i)")
@pytest.mark.parametrize("amount", ["1", "5"])
def test_a_share_of_the_meter_is_the_same_for_every_amount(amount: str) -> None:
    """Rates are shares of what is wagered, so the meter grows by 22% of $6 before anybody is paid."""
    answer = high_card(seat(1, SEVEN, bet(amount), "raise 10"), seat(2, NOTHING, bet(str(6 - int(amount))), "fold"))
    assert lines_of(answer, 1)["progressive"]["paid"] == "40001.32"
    assert lines_of(answer, 1)["progressive"]["staked"] == f"{amount}.00"
    assert answer["meters"]["main"] == "30000.00"


@clause("MD-HCF 12.E(1)(d)(iv)")
@pytest.mark.parametrize(("reading", "paid"), [("as_printed", "250.00"), ("per_dollar", "1250.00")])
def test_printed_dollars_for_the_larger_wager_by_the_reading_in_force(reading: str, paid: str) -> None:
    reads = f"readings.progressive_fixed_amounts={reading}"
    answer = high_card(
        seat(1, FIVE, bet("5"), "raise 10"), seat(2, "As Ks Qs Js Ts 2h 5h", bet("1"), "raise 10"), more=(reads,)
    )
    assert lines_of(answer, 1)["progressive"]["paid"] == paid
    assert lines_of(answer, 2)["progressive"]["paid"] == "250.00"


@clause("MD-HCF 7.F(4)", "MD-HCF 12.E(4)(a)")
@pytest.mark.parametrize("amount", ["0.99", "1.01", "4.99", "5.01", "3", "6"])
def test_no_other_amounts_are_taken(amount: str) -> None:
    table = TableForTest(MD_HCF, ONE_OR_FIVE).start()
    wagers = (("ante", money("10")), ("progressive", money(amount)))
    answer = table.refuses(c.PlaceWagers(P, 0, 1, wagers), Code.AMOUNT_NOT_EQUAL, "MD-HCF 7.F(4)")
    assert dict(answer.facts)["equal_to"] == "1.00 or 5.00"


@clause("MD-HCF 8.C(2)(b)", "MD-HCF 8.C(2)(a)", "MD-HCF 12.E(2)(a)")
def test_chips_are_counted_and_their_amounts_added_up() -> None:
    """One chip to a wager, whatever it is worth; the meter grows by its share of each."""
    table = TableForTest(MD_HCF, ONE_OR_FIVE).start()
    for number, amount in ((1, "1"), (2, "5"), (3, "5")):
        table.do(c.PlaceWagers(P, 0, number, (("ante", money("10")), ("progressive", money(amount)))))
    table.do(c.NoMoreBets(D))
    for chips in (2, 4, 11):
        table.refuses(c.CollectProgressive(D, 0, chips, chips), Code.CHIP_COUNT_DIFFERS)
    returned = [event for event in table.do(c.CorrectCount(F, 0, 3)) if isinstance(event, ChipReturned)]
    assert [event.amount for event in returned] == [money("5")]
    collected, meter = table.do(c.CollectProgressive(D, 0, 2, 2))
    assert isinstance(collected, ProgressiveCollected)
    assert (collected.chips, collected.amount) == (2, money("6"))
    assert isinstance(meter, MeterChanged)
    assert meter.main_by == money("1.32")


@clause("MD-HCF 13.H")
def test_a_void_round_returns_to_each_what_each_wagered() -> None:
    automated = "table.dealing=automated"
    answer = high_card(
        seat(1, NOTHING, bet("5")), seat(2, SEVEN, bet("1")), more=(automated,),
        irregularities=[{"kind": "shoe_jam", "when": "decisions"}],
    )  # fmt: skip
    assert [lines_of(answer, number)["progressive"]["returned"] for number in (1, 2)] == ["5.00", "1.00"]
    assert answer["meters"]["main"] == "40001.32"


@clause("MD-HCF 7.G", "MD-HCF 12.E(4)(a)")
def test_one_player_may_wager_another_amount_on_the_second_box() -> None:
    answer = high_card(
        seat(1, NOTHING, bet("5"), "raise 10"),
        seat(2, "3h 6c 7d 8d Tc Ac Qh", bet("1"), "raise 10", player=1),
        seat(3, SEVEN, bet("1"), "raise 10"),
    )
    assert [lines_of(answer, number)["envy_bonus"]["paid"] for number in (1, 2)] == ["1250.00", "250.00"]


@clause("MD-HCF 7.F(4)")
def test_each_amount_is_an_option_of_its_own() -> None:
    table = TableForTest(MD_HCF, ONE_OR_FIVE).start().bet(1)
    options = legal_commands(table.rules, table.table, P, 1)
    progressive = [
        (option.smallest, option.largest)
        for option in options
        if isinstance(option.command, c.PlaceWagers) and option.command.wagers[0][0] == "progressive"
    ]
    assert progressive == [(money("1"), money("1")), (money("5"), money("5"))]


@clause("MD-HCF 7.F(4)", "MD-HCF 12.E(2)(a)")
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('["1", "5"]', None),
        ('["1"]', None),
        ("[]", "7.F(4)"),
        ('["1", "5", "1"]', "7.F(4)"),
        ('["1", "0"]', "7.F(4)"),
        ('["0.01", "1"]', None),
        ('["0.005", "1"]', "7.F(4)"),
    ],
)
def test_which_amounts_may_be_stated(change: str, fault: str | None) -> None:
    expected = [] if fault is None else [("progressive_amount", AMOUNT, fault)]
    assert found("MD-HCF", f"{AMOUNT}={change}") == expected


@clause("MD-HCF 12.E(2)(a)")
def test_the_meter_can_show_the_share_of_every_amount() -> None:
    rate = "wagers.progressive.rate=22.00005%"
    assert found("MD-HCF", rate, f"{AMOUNT}=2") == []
    assert found("MD-HCF", rate, f'{AMOUNT}=["1", "2"]') == [
        ("progressive_rate", "wagers.progressive.rate", "12.E(2)(a)")
    ]


def test_amounts_are_kept_in_order() -> None:
    progressive = frozen("MD-HCF", f'{AMOUNT}=["5", "1", "2.50"]').progressive
    assert progressive is not None
    assert progressive.amounts == (money("1"), money("2.50"), money("5"))


def test_lists_that_cannot_be_read() -> None:
    for change, problem in (
        ("[1, 5]", "a list of texts"),
        ('["1", "five"]', "five. is not an amount"),
        ("[" + ", ".join(f'"{n}"' for n in range(1, 12)) + "]", "at most 10 amounts"),
    ):
        with pytest.raises(MalformedData, match=problem):
            found("MD-HCF", f"{AMOUNT}={change}")


@clause("MA-HCF 6(a)(4)", "MA-HCF 12(a)")
def test_massachusetts_has_one_amount() -> None:
    assert found("MA-HCF", f'{AMOUNT}=["1"]') == []
    assert found("MA-HCF", f'{AMOUNT}=["1", "5"]') == [("progressive_amount", AMOUNT, "6(a)(4)")]


ANY_WHEEL = "readings.wheel_and_wager=any"
ON_D = (
    "wagers.progressive.paytable=D", "wagers.progressive.initial=10000", "wagers.progressive.reset=10000",
    wheel("Jackpot $5,000 $2,500 $1,000 $350 $500 $150 $100 $55 $60 $50 $40"),
)  # fmt: skip


@clause("MD-CTF 12.D(6)", "MD-CTF 12.D(7)")
def test_a_wheel_has_one_wager_unless_the_reading_lets_players_choose() -> None:
    assert found("MD-CTF", ONE_OR_FIVE) == [("progressive_amount", AMOUNT, "12.D(6)")]
    assert found("MD-CTF", *ON_D, ONE_OR_FIVE) == [("progressive_amount", AMOUNT, "12.D(7)")]
    for wheel_of in ((), ON_D):
        for amounts in ('["1", "5"]', "1", "5"):
            assert found("MD-CTF", *wheel_of, ANY_WHEEL, f"{AMOUNT}={amounts}") == []
        for amount in ("0.99", "1.01", "4.99", "5.01", "2"):
            ((code, key, _),) = found("MD-CTF", *wheel_of, ANY_WHEEL, f'{AMOUNT}=["1", "{amount}"]')
            assert (code, key) == ("progressive_amount", AMOUNT)


@clause("MD-CTF 12.D(5)(a) second", "MD-CTF 12.D(6)(b)(i)", "MD-CTF 12.D(8)(i)")
@pytest.mark.parametrize(
    ("overrides", "symbol", "won", "one", "five"),
    [((), "$125", "125.00", "25.00", "125.00"), (ON_D, "$350", "350.00", "20.00", "100.00")],
)
def test_community_pay_goes_by_what_each_receiver_wagered(
    overrides: tuple[str, ...], symbol: str, won: str, one: str, five: str
) -> None:
    def wagers(progressive: str) -> dict[str, str]:
        return {"ante": "10", "xtra_bonus": "10", "progressive": progressive}

    data = {
        "dealer": "Kh Jc 8s", "community": "2c 3d 7h 9s",
        "seats": [
            seat(1, "As Ks 4d", wagers("1"), "all_in 30"),
            seat(2, "Qd Td 5d", wagers("5"), "all_in 30", wheel=symbol),
            seat(3, "Ac 4h 6s", wagers("5"), "all_in 30"),
        ],
    }  # fmt: skip
    answer = settle(MD_CTF, data, *overrides, ANY_WHEEL, ONE_OR_FIVE)
    assert lines_of(answer, 2)["progressive"]["paid"] == won
    assert lines_of(answer, 1)["community_pay"]["paid"] == one
    assert lines_of(answer, 3)["community_pay"]["paid"] == five
    assert "community_pay" not in lines_of(answer, 2)
