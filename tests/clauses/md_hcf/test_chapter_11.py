"""MD-HCF, chapter 11: decisions, the dealer's hand, and settlement."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import Code, Phase
from houserules.play import commands as c
from houserules.play.events import PayoutClaimed, PayoutValidated, RoundClosed, WagerSettled
from tests.support.clauses import clause
from tests.support.tables import (
    IN_ORDER,
    MD_HCF,
    D,
    F,
    P,
    TableForTest,
    cards,
    deck_with,
    lines_of,
    money,
    outcomes,
    seat,
    settle,
)

ALL = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"}
KING_HIGH = "Kh Jh 8h As Ad 3c 2c"
LOSER = "9c 7c 6s 4s 8d 6d 3s"  # a three-card flush, six high


def one_hand(
    dealer: str, held: str, wagers: dict[str, str] | None = None, action: str = "raise 10"
) -> dict[str, Any]:
    return settle(MD_HCF, {"dealer": dealer, "seats": [seat(1, held, wagers, action)]})


@clause("MD-HCF 11.A", "MD-HCF 11.B")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    table = TableForTest(MD_HCF).deal(5, 2, 3)
    assert [entry.seat for entry in table.round.seats] == [2, 3, 5]
    table.refuses(c.Act(P, 0, 3, "raise", money("10")), Code.NOT_YOUR_TURN, "MD-HCF 11.B")
    table.refuses(c.Act(D, 0, 2, "fold"), Code.WRONG_ROLE, "MD-HCF 11.B")
    table.refuses(c.Act(P, 0, 4, "fold"), Code.SEAT_EMPTY)
    table.do(c.Act(P, 0, 2, "raise", money("10")))
    table.refuses(c.Act(P, 0, 2, "fold"), Code.ALREADY_DECIDED)
    table.refuses(c.Act(P, 0, 3, "check"), Code.ACTION_NOT_OFFERED)
    table.do(c.Act(P, 0, 3, "fold"), c.Act(P, 0, 5, "raise", money("10")))
    assert table.phase is Phase.REVEAL


@clause("MD-HCF 11.B(1)", "MD-HCF 11.B(2)", "MD-HCF 11.B(3)")
@pytest.mark.parametrize(
    ("held", "most", "under"),
    [
        ("As Ks Qh Jh Td 9d 8c", "10", "MD-HCF 11.B(1)"),
        ("As Ks Qs Jh Td 9d 8c", "10", "MD-HCF 11.B(1)"),
        ("As Ks Qs Js Td 9d 8c", "10", "MD-HCF 11.B(1)"),
        ("As Ks Qs Js 7s 9d 8c", "20", "MD-HCF 11.B(2)"),
        ("As Ks Qs Js 7s 5s 8c", "30", "MD-HCF 11.B(3)"),
        ("As Ks Qs Js 7s 5s 3s", "30", "MD-HCF 11.B(3)"),
    ],
)
def test_the_raise_depends_on_the_flush(held: str, most: str, under: str) -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, order=deck_with(held))
    cent = 10_000
    table.refuses(c.Act(P, 0, 1, "raise", money("10") - cent), Code.AMOUNT_BELOW_MINIMUM)
    table.refuses(c.Act(P, 0, 1, "raise", money(most) + cent), Code.AMOUNT_ABOVE_MAXIMUM, under)
    (event,) = table.do(c.Act(P, 0, 1, "raise", money(most)))
    assert under in event.clauses
    assert table.round.felt == money("10") + money(most)
    least = TableForTest(MD_HCF, "table.dealing=automated").deal(1, order=deck_with(held))
    least.do(c.Act(P, 0, 1, "raise", money("10")))


@clause("MD-HCF 11.B(4)", "MD-HCF 11.B(4)(b)")
def test_the_dealer_reveals_when_all_have_decided() -> None:
    table = TableForTest(MD_HCF).deal(1, 2)
    table.do(c.Act(P, 0, 1, "fold"))
    table.refuses(c.Reveal(D), Code.WRONG_PHASE, "MD-HCF 11.B(4)(b)")
    table.do(c.Act(P, 0, 2, "fold"))
    table.refuses(c.Settle(D), Code.WRONG_PHASE)
    table.refuses(c.Reveal(F), Code.WRONG_ROLE)
    table.do(c.Reveal(D))
    assert table.round.revealed


@clause("MD-HCF 11.B(4)(a)", "MD-HCF 11.B(5)(e)")
def test_a_fold_loses_the_ante_and_leaves_the_bonuses() -> None:
    answer = one_hand("7h 5h 2h Ks 9d 8d 3c", "As Ts 8s 6s 4s 2s 3d", ALL, "fold")
    assert outcomes(answer, 1) == {
        "ante": ("lose", "0.00"),
        "flush_bonus": ("win", "505.00"),
        "straight_flush_bonus": ("lose", "0.00"),
        "progressive": ("lose", "0.00"),
    }
    assert lines_of(answer, 1)["ante"]["clause"] == "MD-HCF 11.B"


@clause("MD-HCF 11.B(5)", "MD-HCF 11.B(6)")
def test_settlement_goes_counterclockwise_and_by_wager() -> None:
    table = TableForTest(MD_HCF).deal(1, 3, 6, also=["flush_bonus", "straight_flush_bonus", "progressive"])
    lines = table.act_all().finish()
    assert list(dict.fromkeys(line.seat for line in lines)) == [6, 3, 1]
    for number in (6, 3, 1):
        wagers = [line.wager for line in lines if line.seat == number and line.stake]
        assert wagers == ["ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"]
    assert isinstance(table.events[-1], RoundClosed)


@clause("MD-HCF 11.B(5)(a)", "MD-HCF 11.B(5)(b)", "MD-HCF 11.B(5)(d)")
def test_the_best_flush_of_each_hand_is_compared() -> None:
    answer = one_hand(KING_HIGH, "Ac 9c 2d 7d 4d Js Ts")
    assert answer["dealer"] == {
        "hand": "three-card flush",
        "cards": "Kh Jh 8h",
        "qualifies": True,
        "clause": "MD-HCF 11.B(5)(d)",
    }
    assert answer["seats"][0]["hand"] == "three-card flush"
    assert answer["seats"][0]["cards"] == "7d 4d 2d"
    assert outcomes(answer, 1)["ante"] == ("lose", "0.00")


@clause("MD-HCF 11.B(5)(c)", "MD-HCF 2.B(7)(b)", "MD-HCF 11.B(4)(b)")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("8h 7h 6h As Kd Qd Jc", False),
        ("9h 3h 2h As Kd Qd Jc", True),
        ("Th 3h 2h As Kd Qd Jc", True),
        ("Ah Kh Qs Js Td 9d 8c", False),
        ("5h 4h 3h 2h Ks Qd Jc", True),
    ],
)
def test_the_dealer_qualifies_with_three_cards_nine_high(dealer: str, qualifies: bool) -> None:
    answer = one_hand(dealer, LOSER)
    assert answer["dealer"]["qualifies"] is qualifies
    if not qualifies:
        assert outcomes(answer, 1) == {"ante": ("win", "20.00"), "raise": ("push", "10.00")}
        assert "MD-HCF 11.B(5)(c)" in lines_of(answer, 1)["ante"]["clauses"]
        assert lines_of(answer, 1)["raise"]["clause"] == "MD-HCF 11.B(5)(c)"


@clause("MD-HCF 11.B(5)(c)")
def test_a_folded_hand_is_not_paid_when_the_dealer_fails_to_qualify() -> None:
    answer = one_hand("8h 7h 6h As Kd Qd Jc", "Ah Kh Qh Js Td 9d 8c", None, "fold")
    assert outcomes(answer, 1) == {"ante": ("lose", "0.00")}


@clause("MD-HCF 12.A", "MD-HCF 11.B(5)(a)", "MD-HCF 11.B(5)(b)", "MD-HCF 11.B(5)(d)")
@clause("MD-HCF 11.B(5)(d)(i)", "MD-HCF 11.B(5)(d)(ii)", "MD-HCF 11.B(5)(d)(iii)", "MD-HCF 11.B(5)(f)")
@pytest.mark.parametrize(
    ("held", "ante", "under"),
    [
        ("Kd Jd 7d 5c 4c 3s 2s", ("lose", "0.00"), "MD-HCF 11.B(5)(d)(i)"),
        ("Kd Jd 8d 5c 4c 3s 2s", ("push", "10.00"), "MD-HCF 11.B(5)(d)(iii)"),
        ("Kd Jd 9d 5c 4c 3s 2s", ("win", "20.00"), "MD-HCF 11.B(5)(d)(ii)"),
        ("5d 4d 3d 2d Ks Js 9c", ("win", "20.00"), "MD-HCF 11.B(5)(d)(ii)"),
    ],
)
def test_lower_loses_equal_pushes_higher_wins(held: str, ante: tuple[str, str], under: str) -> None:
    answer = one_hand("Kh Jh 8h Qs Td 6c 2c", held)
    assert outcomes(answer, 1) == {"ante": ante, "raise": ante}
    assert under in lines_of(answer, 1)["ante"]["clauses"]


@clause("MD-HCF 11.B(5)(e)", "MD-HCF 11.B(6)", "MD-HCF 11.B(7)", "MD-HCF 11.B(8)")
def test_bonuses_are_settled_after_a_losing_hand() -> None:
    answer = one_hand("Ah Kh Qh Jh 9h 2c 3d", "9s 8s 7s 6s 2d 4c Tc", ALL)
    assert outcomes(answer, 1) == {
        "ante": ("lose", "0.00"),
        "raise": ("lose", "0.00"),
        "flush_bonus": ("win", "10.00"),
        "straight_flush_bonus": ("win", "305.00"),
        "progressive": ("win", "40.00"),
    }


@clause("MD-HCF 11.B(9)", "MD-HCF 11.B(9)(a)", "MD-HCF 11.B(9)(c)", "MD-HCF 11.B(9)(d)")
def test_a_progressive_win_waits_for_a_floorperson() -> None:
    held = "9s 8s 7s 2d 4c Tc Kd"
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, also=["progressive"], order=deck_with(held))
    table.act_all().do(c.Reveal(D))
    events = table.do(c.Settle(D))
    assert isinstance(events[-1], PayoutClaimed)
    assert [event.wager for event in events if isinstance(event, WagerSettled)] == ["ante", "raise"]
    table.refuses(c.Settle(D), Code.NOT_VALIDATED, "MD-HCF 11.B(9)(c)")
    table.refuses(c.ValidatePayout(D, 0, 1), Code.WRONG_ROLE, "MD-HCF 11.B(9)(c)")
    table.refuses(c.ValidatePayout(F, 0, 2), Code.NOTHING_TO_VALIDATE)
    (validated,) = table.do(c.ValidatePayout(F, 0, 1))
    assert isinstance(validated, PayoutValidated)
    table.refuses(c.ValidatePayout(F, 0, 1), Code.NOTHING_TO_VALIDATE)
    settled = table.do(c.Settle(D))[0]
    assert isinstance(settled, WagerSettled)
    assert (settled.wager, settled.paid, settled.returned) == ("progressive", money("3"), money("3"))


SEVEN = "9s 8s 7s 6s 5s 4s 3s"
SEVEN_TOO = "9d 8d 7d 6d 5d 4d 3d"


def envy(*seats: dict[str, Any], overrides: tuple[str, ...] = ()) -> dict[str, Any]:
    return settle(MD_HCF, {"dealer": KING_HIGH, "meters": {"main": "40000"}, "seats": list(seats)}, *overrides)


def envied(answer: dict[str, Any], number: int) -> list[tuple[str, int]]:
    (found,) = [entry for entry in answer["seats"] if entry["seat"] == number]
    return [(line["paid"], line["hand_of_seat"]) for line in found["wagers"] if line["wager"] == "envy_bonus"]


BET = {"ante": "10", "progressive": "1"}


@clause("MD-HCF 11.B(9)(e)", "MD-HCF 11.B(9)(e)(i)", "MD-HCF 11.B(9)(e)(iii)")
def test_an_envy_bonus_for_the_hand_of_another() -> None:
    answer = envy(
        seat(1, SEVEN, BET, "raise 10"),
        seat(2, "2h 3h 7c 8c Tc Jd Qd", BET, "fold"),
        seat(3, "4h 5h 9c Qc Jc Td Ks", {"ante": "10"}, "raise 10"),
    )
    assert envied(answer, 1) == []
    assert envied(answer, 2) == [("250.00", 1)]
    assert envied(answer, 3) == []


@clause("MD-HCF 11.B(9)(e)(ii)")
def test_several_envy_bonuses() -> None:
    answer = envy(
        seat(1, SEVEN, BET, "raise 10"),
        seat(2, SEVEN_TOO, BET, "raise 10"),
        seat(3, "4h 5h 9c Qc Jc Td Ks", BET, "raise 10"),
    )
    assert envied(answer, 3) == [("250.00", 2), ("250.00", 1)]
    assert envied(answer, 1) == [("250.00", 2)]
    assert envied(answer, 2) == [("250.00", 1)]


@clause("MD-HCF 11.B(9)(e)(iii)")
def test_no_envy_between_boxes_of_one_player() -> None:
    answer = envy(
        seat(1, SEVEN, BET, "raise 10", player=1),
        seat(2, "2h 3h 7c 8c Tc Jd Qd", BET, "fold", player=1),
        seat(3, "4h 5h 9c Qc Jc Td Ks", BET, "raise 10"),
    )
    assert envied(answer, 2) == []
    assert envied(answer, 3) == [("250.00", 1)]


@clause("MD-HCF 11.B(9)(e)(i)")
@pytest.mark.parametrize(
    ("wagers", "action", "reading", "expected"),
    [
        ({"ante": "10"}, "raise 10", "any_hand", [("250.00", 1)]),
        ({"ante": "10"}, "raise 10", "hand_with_wager", []),
        (BET, "raise 10", "hand_with_wager", [("250.00", 1)]),
        (BET, "fold", "any_hand", [("250.00", 1)]),
        ({"ante": "10", "flush_bonus": "5"}, "fold", "any_hand", [("250.00", 1)]),
        ({"ante": "10"}, "fold", "any_hand", []),
    ],
)
def test_whose_hand_is_envied(wagers: dict[str, str], action: str, reading: str, expected: list[Any]) -> None:
    """A hand without the wager counts unless the reading asks for one; a folded hand without a bonus is racked."""
    answer = envy(
        seat(1, SEVEN, wagers, action),
        seat(2, "2h 3h 7c 8c Tc Jd Qd", BET, "raise 10"),
        overrides=(f"readings.envy_holder={reading}",),
    )
    assert envied(answer, 2) == expected


@clause("MD-HCF 11.B(9)(a)", "MD-HCF 11.B(9)(c)", "MD-HCF 11.B(9)(d)", "MD-HCF 11.B(9)(e)")
@pytest.mark.parametrize("holder", [1, 3])
@pytest.mark.parametrize("wagers", [("progressive",), ()])
def test_envy_waits_until_the_hand_that_earns_it_is_validated(holder: int, wagers: tuple[str, ...]) -> None:
    """Wherever the holder sits, and with the wager or without: verified, validated, paid, and then the others."""
    seven = list(cards(SEVEN))
    rest = [card for card in IN_ORDER if card not in seven]
    order = [seven.pop(0) if place % 4 == holder - 1 and seven else rest.pop(0) for place in range(52)]
    table = TableForTest(MD_HCF).start(order)
    for number in (1, 2, 3):
        table.bet(number, also=wagers if number == holder else ("progressive",))
    table.close_betting().do(c.Deal(D))
    table.act_all().do(c.Reveal(D), c.Settle(D))
    while table.round.claim != holder:
        assert table.round.claim is not None
        table.do(c.ValidatePayout(F, 0, table.round.claim), c.Settle(D))
    assert not [event for event in table.events if isinstance(event, WagerSettled) and event.wager == "envy_bonus"]
    table.refuses(c.Settle(D), Code.NOT_VALIDATED, "MD-HCF 11.B(9)(c)")
    table.do(c.ValidatePayout(F, 0, holder))
    table.finish()
    order_paid = [
        (event.wager, event.seat)
        for event in table.events
        if (isinstance(event, WagerSettled) and (event.wager, event.seat) == ("progressive", holder))
        or (isinstance(event, WagerSettled) and event.wager == "envy_bonus")
    ]  # fmt: skip
    others = [("envy_bonus", number) for number in (3, 2, 1) if number != holder]
    assert order_paid == [*([("progressive", holder)] if wagers else []), *others]
