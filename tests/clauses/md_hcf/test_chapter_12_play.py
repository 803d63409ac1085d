"""MD-HCF, chapter 12: the meter, the Envy Bonus, the payout limit, and one line for each bonus."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.support.clauses import clause
from tests.support.tables import MD_HCF, lines_of, seat, settle

DEALER = "Kh Jh 8h 2s 2d 2c 3c"
BET = {"ante": "10", "progressive": "1"}
SEVEN = {"s": "9s 8s 7s 6s 5s 4s 3s", "d": "9d 8d 7d 6d 5d 4d 3d", "c": "Tc 9c 8c 7c 6c 5c 4c"}


def meter(*seats: dict[str, Any], main: str = "40000", overrides: tuple[str, ...] = ()) -> dict[str, Any]:
    return settle(MD_HCF, {"dealer": DEALER, "meters": {"main": main}, "seats": list(seats)}, *overrides)


@clause("MD-HCF 12.E(3)")
def test_each_winner_is_paid_from_the_meter_as_it_stands_from_the_dealers_right() -> None:
    """Ten percent first or last: the order of the seats decides what each one gets."""
    held = {"seven": SEVEN["d"], "six": "Ts 9s 8s 7s 6s 5s Ac"}
    start = 40_000_00 + 2 * 22
    for order in permutations(["seven", "six"]):
        seats = [seat(number, held[kind], BET, "raise 30") for number, kind in enumerate(order, start=1)]
        answer = meter(*seats)
        now, expected = start, {}
        for number in (2, 1):
            kind = order[number - 1]
            paid = now if kind == "seven" else now // 10
            now = 30_000_00 if kind == "seven" else now - paid
            expected[number] = f"{paid / 100:.2f}"
        assert {number: lines_of(answer, number)["progressive"]["returned"] for number in (1, 2)} == expected
        assert answer["meters"]["main"] == f"{now / 100:.2f}"


@clause("MD-HCF 12.E(3)")
def test_a_second_winner_of_all_of_it_gets_the_reset_amount() -> None:
    answer = meter(seat(1, SEVEN["s"], BET, "raise 30"), seat(2, SEVEN["d"], BET, "raise 30"))
    assert lines_of(answer, 2)["progressive"]["returned"] == "40000.44"
    assert lines_of(answer, 1)["progressive"]["returned"] == "30000.00"
    assert answer["meters"]["main"] == "30000.00"


@clause("MD-HCF 12.E(1)(d)(iii)", "MD-HCF 12.E(3)")
def test_ten_percent_is_rounded_down_to_the_cent_and_the_rest_stays() -> None:
    answer = meter(seat(1, "Ts 9s 8s 7s 6s 5s Ac", BET, "raise 30"), main="41250.15")
    assert lines_of(answer, 1)["progressive"]["returned"] == "4125.03"
    assert answer["meters"]["main"] == "37125.34"


@clause("MD-HCF 12.E(1)(d)(ii)")
@pytest.mark.parametrize(
    ("held", "line"),
    [
        ("As Ks Qs Js Ts 9s 2h", "suited_nine_to_ace"),
        ("Ks Qs Js Ts 9s 8s 2h", "six_card_straight_flush"),
        ("As Ks Qs Js Ts 9s 8s", "seven_card_straight_flush"),
        ("As Ks Qs Js Ts 2h 4h", "five_card_straight_flush"),
    ],
)
def test_the_highest_line_alone_pays(held: str, line: str) -> None:
    answer = meter(seat(1, held, BET, "raise 10"))
    assert lines_of(answer, 1)["progressive"]["line"] == line


@clause("MD-HCF 12.E(4)", "MD-HCF 12.E(4)(a)", "MD-HCF 12.E(5)")
@pytest.mark.parametrize(("amount", "paid"), [("1", "250.00"), ("2", "500.00"), ("5", "1250.00")])
def test_envy_goes_by_the_wager_of_the_player_who_receives_it(amount: str, paid: str) -> None:
    bet = {"ante": "10", "progressive": amount}
    answer = meter(
        seat(1, SEVEN["s"], bet, "raise 10"),
        seat(2, "4h 5h 9c Qc Jc Td Ks", bet, "raise 10"),
        overrides=(f"wagers.progressive.amount={amount}",),
    )
    assert lines_of(answer, 2)["envy_bonus"]["paid"] == paid
    assert lines_of(answer, 2)["envy_bonus"]["staked"] == "0.00"


@clause("MD-HCF 12.E(5)(a)(ii)", "MD-HCF 12.E(5)(a)(i)")
@pytest.mark.parametrize(("letter", "paid"), [("C", "200.00"), ("D", None), ("E", None), ("A", None)])
def test_which_hands_are_envied_depends_on_the_table(letter: str, paid: str | None) -> None:
    """Table C lists the six-card straight flush too; A and B have no Envy Bonus at all."""
    envy = () if letter in "CDE" else ("wagers.progressive.envy=false",)
    answer = meter(
        seat(1, "Ts 9s 8s 7s 6s 5s Ac", BET, "raise 10"),
        seat(2, "4h 5h 9c Qc Jc Td Ks", BET, "raise 10"),
        overrides=(f"wagers.progressive.paytable={letter}", *envy),
    )
    assert lines_of(answer, 2).get("envy_bonus", {"paid": None})["paid"] == paid


def test_printed_dollars_by_the_reading_in_force() -> None:
    for reading, paid in (("as_printed", "250.00"), ("per_dollar", "500.00")):
        answer = meter(
            seat(1, "As Ks Qs Js Ts 2h 4h", {"ante": "10", "progressive": "2"}, "raise 10"),
            overrides=("wagers.progressive.amount=2", f"readings.progressive_fixed_amounts={reading}"),
        )
        assert lines_of(answer, 1)["progressive"]["returned"] == paid


@pytest.mark.parametrize(("reading", "outcome"), [("high_only", "lose"), ("also_low", "win")])
def test_an_ace_below_the_deuce_by_the_reading_in_force(reading: str, outcome: str) -> None:
    wagers = {"ante": "10", "straight_flush_bonus": "5"}
    answer = settle(
        MD_HCF,
        {"dealer": "Kh Jh 8h 5s 5d 6c 3c", "seats": [seat(1, "As 2s 3s 7d 9d Jc Qc", wagers, "raise 10")]},
        f"readings.ace_low_straight_flush={reading}",
    )
    assert lines_of(answer, 1)["straight_flush_bonus"]["outcome"] == outcome


@clause("MD-HCF 12.D", "MD-HCF 12.D(1)")
@pytest.mark.parametrize(
    ("stake", "flush", "straight", "limited"),
    [("10", "3000.00", "47000.00", True), ("5", "1500.00", "40000.00", False)],
)
def test_the_limit_covers_both_bonuses_of_a_hand_and_nothing_else(
    stake: str, flush: str, straight: str, limited: bool
) -> None:
    wagers = {"ante": "500", "flush_bonus": stake, "straight_flush_bonus": stake, "progressive": "1"}
    answer = meter(seat(1, SEVEN["s"], wagers, "raise 1500"))
    lines = lines_of(answer, 1)
    assert lines["flush_bonus"]["paid"] == flush
    assert lines["straight_flush_bonus"]["paid"] == straight
    assert ("limited_by" in lines["straight_flush_bonus"]) is limited
    assert lines["raise"]["paid"] == "1500.00"
    assert lines["progressive"]["paid"] == "40000.22"


@clause("MD-HCF 12.D")
@pytest.mark.parametrize(
    ("limit", "straight"),
    [("41499.99", "39999.99"), ("41500", "40000.00"), ("41500.01", "40000.00"), ("1000", "0.00")],
)
def test_the_limit_to_the_cent(limit: str, straight: str) -> None:
    wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5"}
    answer = meter(seat(1, SEVEN["s"], wagers, "raise 10"), overrides=(f"payout_limit.per_hand={limit}",))
    lines = lines_of(answer, 1)
    assert lines["straight_flush_bonus"]["paid"] == straight
    assert lines["straight_flush_bonus"]["outcome"] == "win"
    assert lines["flush_bonus"]["paid"] == ("1000.00" if limit == "1000" else "1500.00")


@clause("MD-HCF 12.C(7)(e)", "MD-HCF 12.C(7)(d)", "MD-HCF 12.C(7)(f)")
@pytest.mark.parametrize(
    ("held", "paid"),
    [
        ("9s 9h 9d 9c 2s 4h 6d", "125.00"),
        ("9s 9h 9d 9c 8s 7s 2d", "125.00"),
        ("9s 9h 9d 9c 8s 7s 6s", "250.00"),
        ("9s 9h 9d 2c 8s 7s 4d", "40.00"),
    ],
)
def test_four_of_a_kind_stands_where_table_g_prints_it(held: str, paid: str) -> None:
    wagers = {"ante": "10", "straight_flush_bonus": "5"}
    answer = settle(
        MD_HCF,
        {"dealer": "Kh Jh Qh 5s 5d 6c 3c", "seats": [seat(1, held, wagers, "raise 10")]},
        "wagers.straight_flush_bonus.paytable=G",
    )
    assert lines_of(answer, 1)["straight_flush_bonus"]["paid"] == paid
