"""MD-CTF, chapter 11: three stages of decisions, the dealer's hand, settlement, the wheel."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import Code, Phase
from houserules.play import commands as c
from houserules.play.events import PayoutClaimed, WagerSettled
from tests.support.clauses import clause
from tests.support.tables import (
    MD_CTF,
    D,
    F,
    P,
    TableForTest,
    V,
    deck_with,
    lines_of,
    money,
    outcomes,
    seat,
    settle,
)  # fmt: skip

BASE = {"ante": "10", "xtra_bonus": "10"}
ALL = {**BASE, "same_suit": "5", "progressive": "1"}
BOARD = "Ks 9s 5d 3h"
DEALER = "Qs 7c 2c"  # a three-card flush: K Q 9 of spades


def one_hand(
    held: str, *actions: str, wagers: dict[str, str] | None = None, dealer: str = DEALER, board: str = BOARD,
    **more: Any,
) -> dict[str, Any]:  # fmt: skip
    data = {"dealer": dealer, "community": board, "seats": [seat(1, held, wagers or BASE, *actions, **more)]}
    return settle(MD_CTF, data)


@clause("MD-CTF 11.A", "MD-CTF 11.B")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    table = TableForTest(MD_CTF).deal(6, 2, 4)
    table.refuses(c.Act(P, 0, 4, "check"), Code.NOT_YOUR_TURN, "MD-CTF 11.B")
    table.do(c.Act(P, 0, 2, "check"), c.Act(P, 0, 4, "check"))
    table.refuses(c.DealCommunity(D), Code.WRONG_PHASE)
    table.do(c.Act(P, 0, 6, "check"))
    assert table.phase is Phase.BOARD


@clause("MD-CTF 11.D", "MD-CTF 11.F")
def test_a_decision_out_of_turn_is_refused_by_the_clause_of_its_stage() -> None:
    table = TableForTest(MD_CTF).deal(6, 2)
    table.do(c.Act(P, 0, 2, "check"), c.Act(P, 0, 6, "check"), c.DealCommunity(D))
    table.refuses(c.Act(P, 0, 6, "all_in", money("20")), Code.NOT_YOUR_TURN, "MD-CTF 11.D")
    table.do(c.Act(P, 0, 2, "check"), c.Act(P, 0, 6, "check"), c.DealCommunity(D))
    table.refuses(c.Act(P, 0, 6, "all_in", money("10")), Code.NOT_YOUR_TURN, "MD-CTF 11.F")
    table.do(c.Act(P, 0, 2, "all_in", money("10")))
    table.refuses(c.Act(P, 0, 2, "all_in", money("10")), Code.ALREADY_DECIDED, "MD-CTF 11.F")
    table.do(c.Act(P, 0, 6, "fold"))
    table.refuses(c.Act(P, 0, 6, "all_in", money("10")), Code.WRONG_PHASE, "MD-CTF 11.F")


STAGES = [
    (0, "30", "MD-CTF 11.B(1)", ("check", "fold")),
    (1, "20", "MD-CTF 11.D(1)", ("check", "fold")),
    (2, "10", "MD-CTF 11.F", ("fold", "check")),
]


@clause("MD-CTF 11.B(1)", "MD-CTF 11.B(2)", "MD-CTF 11.B(2)(a)", "MD-CTF 11.B(2)(b)")
@clause("MD-CTF 11.D", "MD-CTF 11.D(1)", "MD-CTF 11.D(2)", "MD-CTF 11.D(2)(a)", "MD-CTF 11.D(2)(b)")
@clause("MD-CTF 11.F", "MD-CTF 11.F(1)")
@pytest.mark.parametrize(("stage", "amount", "under", "words"), STAGES)
def test_the_all_in_is_exactly_its_multiple(stage: int, amount: str, under: str, words: tuple[str, str]) -> None:
    table = TableForTest(MD_CTF).deal(1)
    for _ in range(stage):
        table.do(c.Act(P, 0, 1, "check"), c.DealCommunity(D))
    cent = 10_000
    table.refuses(c.Act(P, 0, 1, "all_in", money(amount) - cent), Code.AMOUNT_BELOW_MINIMUM, under)
    table.refuses(c.Act(P, 0, 1, "all_in", money(amount) + cent), Code.AMOUNT_ABOVE_MAXIMUM, under)
    table.refuses(c.Act(P, 0, 1, words[1]), Code.ACTION_NOT_OFFERED)
    felt = table.round.felt
    (event,) = table.do(c.Act(P, 0, 1, "all_in", money(amount)))
    assert under in event.clauses
    assert table.round.felt == felt + money(amount)


@clause("MD-CTF 11.C", "MD-CTF 11.C(2)", "MD-CTF 11.E", "MD-CTF 11.E(2)")
def test_two_cards_then_two_more_once_all_have_acted() -> None:
    table = TableForTest(MD_CTF).deal(1, 2)
    table.do(c.Act(P, 0, 1, "all_in", money("30")))
    table.refuses(c.DealCommunity(D), Code.WRONG_PHASE)
    table.do(c.Act(P, 0, 2, "check"))
    table.refuses(c.Reveal(D), Code.WRONG_PHASE)
    table.do(c.DealCommunity(D))
    table.refuses(c.DealCommunity(D), Code.WRONG_PHASE)
    assert len(table.round.board) == 2
    assert table.round.turn == 1, "who is All In is not asked again"
    table.refuses(c.Act(P, 0, 1, "all_in", money("20")), Code.ALREADY_DECIDED)
    table.do(c.Act(P, 0, 2, "check"), c.DealCommunity(D))
    assert len(table.round.board) == 4
    table.do(c.Act(P, 0, 2, "fold"))
    assert table.phase is Phase.REVEAL


@clause("MD-CTF 11.F(2)", "MD-CTF 11.F(3)", "MD-CTF 11.F(3)(b)", "MD-CTF 11.F(4)", "MD-CTF 11.F(4)(b)")
def test_a_fold_loses_ante_and_xtra_bonus() -> None:
    answer = one_hand("As Js 8h", "check", "check", "fold")
    assert outcomes(answer, 1) == {"ante": ("lose", "0.00"), "xtra_bonus": ("lose", "0.00")}
    assert lines_of(answer, 1)["ante"]["clause"] == "MD-CTF 11.F(2)"


@clause("MD-CTF 11.F(3)", "MD-CTF 11.F(3)(a)", "MD-CTF 11.F(4)", "MD-CTF 11.F(4)(a)")
def test_same_suit_and_progressive_of_a_folded_hand_are_settled() -> None:
    answer = one_hand("As Js 8s", "check", "check", "fold", wagers=ALL, wheel="$50")
    assert outcomes(answer, 1) == {
        "ante": ("lose", "0.00"),
        "xtra_bonus": ("lose", "0.00"),
        "same_suit": ("win", "55.00"),
        "progressive": ("win", "50.00"),
    }


@clause("MD-CTF 11.G", "MD-CTF 11.G(1)", "MD-CTF 11.G(2)")
def test_the_dealers_hand_is_the_best_of_three_and_four() -> None:
    answer = one_hand("As Js 8h", "all-in")
    assert answer["dealer"]["cards"] == "Ks Qs 9s"
    table = TableForTest(MD_CTF).deal(1)
    table.refuses(c.Reveal(D), Code.WRONG_PHASE, "MD-CTF 11.G(1)")
    table.act_all()
    table.refuses(c.Reveal(P), Code.WRONG_ROLE)
    table.refuses(c.Settle(D), Code.WRONG_PHASE)
    table.do(c.Reveal(D))


@clause("MD-CTF 11.H", "MD-CTF 11.H(1)", "MD-CTF 2.B(8)(a)")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("8d 7d 2c", False), ("9d 7d 2c", True), ("Td 7d 2c", True), ("Ad 8h 2c", False), ("4d 3d 2d", True)],
)
def test_below_three_cards_nine_high_the_ante_pushes_and_the_rest_goes_by_the_hands(
    dealer: str, qualifies: bool
) -> None:
    board = "Ks 9c 5d 4h"
    for held, played in (("Qs Js Ts", "win"), ("Qh Jc 2h", "lose")):
        answer = one_hand(held, "all-in", dealer=dealer, board=board)
        assert answer["dealer"]["qualifies"] is qualifies
        got = outcomes(answer, 1)
        if not qualifies:
            assert got["ante"] == ("push", "10.00")
            assert lines_of(answer, 1)["ante"]["clause"] == "MD-CTF 11.H(1)"
        if played == "win":
            assert got["all_in"] == ("win", "60.00")
            assert got["xtra_bonus"] == ("win", "20.00")
        elif dealer != "Ad 8h 2c" or not qualifies:
            assert got["all_in"][0] in ("lose", "win")


@clause("MD-CTF 11.H(1)")
def test_below_nine_a_losing_hand_still_loses_all_in_and_xtra_bonus() -> None:
    answer = one_hand("7h 6c 2h", "all-in", dealer="8d 7d 2c", board="Ks 9c 5d 4h")
    assert outcomes(answer, 1) == {
        "ante": ("push", "10.00"),
        "xtra_bonus": ("lose", "0.00"),
        "all_in": ("lose", "0.00"),
    }


@clause("MD-CTF 11.H(2)", "MD-CTF 11.H(2)(a)", "MD-CTF 11.H(2)(f)", "MD-CTF 11.H(2)(h)")
def test_one_player_after_another_from_the_dealers_right() -> None:
    table = TableForTest(MD_CTF).deal(1, 3, 6, also=["same_suit", "progressive"])
    lines = table.act_all().finish()
    main = [line for line in lines if line.wager not in ("progressive", "community_pay")]
    order = ["ante", "xtra_bonus", "all_in", "same_suit"]
    assert [(line.seat, line.wager) for line in main] == [(number, wager) for number in (6, 3, 1) for wager in order]
    assert [line.seat for line in lines if line.wager == "progressive"] == [6, 3, 1]
    assert lines.index(main[-1]) < min(index for index, line in enumerate(lines) if line.wager == "progressive")


@clause("MD-CTF 11.G(2)", "MD-CTF 11.H(2)(a)", "MD-CTF 11.H(2)(f)")
@clause("MD-CTF 11.H(3)", "MD-CTF 11.H(3)(a)", "MD-CTF 11.H(3)(b)", "MD-CTF 11.H(3)(c)")
@pytest.mark.parametrize(
    ("held", "outcome", "under"),
    [
        ("Js 8d 7h", "lose", "MD-CTF 11.H(3)(a)"),
        ("Jc 8d 7h", "lose", "MD-CTF 11.H(3)(a)"),
        ("As 8d 7h", "win", "MD-CTF 11.H(3)(b)"),
    ],
)
def test_lower_loses_higher_wins(held: str, outcome: str, under: str) -> None:
    answer = one_hand(held, "all-in")
    assert outcomes(answer, 1)["ante"][0] == outcome
    assert outcomes(answer, 1)["all_in"][0] == outcome
    assert under in lines_of(answer, 1)["ante"]["clauses"]


@clause("MD-CTF 11.H(3)(c)")
def test_a_flush_on_the_board_is_shared() -> None:
    answer = one_hand("Jc 8d 7h", "all-in", dealer="Qc 7d 2d", board="Ks 9s 5s 3s")
    assert outcomes(answer, 1) == {
        "ante": ("push", "10.00"),
        "xtra_bonus": ("push", "10.00"),
        "all_in": ("push", "30.00"),
    }
    assert lines_of(answer, 1)["all_in"]["clause"] == "MD-CTF 11.H(3)(c)"


@clause("MD-CTF 12.A", "MD-CTF 12.B(1)(e)", "MD-CTF 11.H(3)(b)")
def test_the_xtra_bonus_of_a_winning_hand_below_the_last_line_pushes() -> None:
    answer = one_hand("As 8d 7h", "all-in")
    assert outcomes(answer, 1) == {
        "ante": ("win", "20.00"),
        "xtra_bonus": ("push", "10.00"),
        "all_in": ("win", "60.00"),
    }


@clause("MD-CTF 11.I", "MD-CTF 11.I(1)", "MD-CTF 11.I(2)")
def test_same_suit_is_paid_whether_or_not_the_dealer_is_beaten() -> None:
    wagers = {**BASE, "same_suit": "5"}
    beaten = one_hand("As Js 8h", "all-in", wagers=wagers)
    assert outcomes(beaten, 1)["same_suit"] == ("win", "10.00")
    losing = one_hand("Js 8s 7h", "all-in", wagers=wagers, dealer="As Qs 2c")
    assert outcomes(losing, 1)["ante"][0] == "lose"
    assert outcomes(losing, 1)["same_suit"] == ("win", "10.00")
    none = one_hand("Js 8d 7h", "all-in", wagers=wagers)
    assert outcomes(none, 1)["same_suit"] == ("lose", "0.00")


@clause("MD-CTF 11.H(2)(b)", "MD-CTF 11.H(2)(c)", "MD-CTF 11.H(2)(e)", "MD-CTF 11.J", "MD-CTF 11.J(1)")
@clause("MD-CTF 11.J(1)(a)", "MD-CTF 11.J(1)(b)", "MD-CTF 11.J(1)(c)", "MD-CTF 12.D(4)")
def test_suited_hole_cards_spin_the_wheel_after_all_other_wagers() -> None:
    overrides = ("table.dealing=automated",)
    order = deck_with("Kc 9d 5d 3h Qh 7c 2c As Js 8s 4s 4h 4d")
    table = TableForTest(MD_CTF, *overrides).deal(1, 2, also=["progressive"], order=order).act_all()
    table.do(c.Reveal(D))
    events = table.do(c.Settle(D))
    assert events[-1] == PayoutClaimed(events[-1].clauses, 1)
    settled = [(event.seat, event.wager) for event in events if isinstance(event, WagerSettled)]
    base = ["ante", "xtra_bonus", "all_in"]
    assert settled == [*((2, wager) for wager in base), *((1, wager) for wager in base), (2, "progressive")]
    table.refuses(c.Settle(D), Code.WHEEL_NOT_SPUN, "MD-CTF 11.J(1)(a)")
    table.refuses(c.ValidatePayout(F, 0, 1), Code.WHEEL_NOT_SPUN)
    table.refuses(c.SpinWheel(V, 0, 2, "$50"), Code.NOT_YOUR_TURN)
    table.refuses(c.SpinWheel(V, 0, 1, "$51"), Code.NO_SUCH_SYMBOL)
    table.refuses(c.SpinWheel(P, 0, 1, "$50"), Code.WRONG_ROLE)
    table.do(c.SpinWheel(V, 0, 1, "$50"))
    table.refuses(c.Settle(D), Code.NOT_VALIDATED, "MD-CTF 11.J(1)(b)")
    table.refuses(c.ValidatePayout(D, 0, 1), Code.WRONG_ROLE)
    table.do(c.ValidatePayout(F, 0, 1))
    paid = table.do(c.Settle(D))[0]
    assert isinstance(paid, WagerSettled)
    assert (paid.wager, paid.paid, paid.row) == ("progressive", money("50"), "$50")


def spins(*seats: dict[str, Any], overrides: tuple[str, ...] = (), main: str = "6000") -> dict[str, Any]:
    data: dict[str, Any] = {"dealer": "Qh 7c 2c", "community": "Kc 9d 5d 3h", "seats": list(seats)}
    if main:
        data["meters"] = {"main": main}
    return settle(MD_CTF, data, *overrides)


def community(answer: dict[str, Any], number: int) -> list[tuple[str, int]]:
    (found,) = [entry for entry in answer["seats"] if entry["seat"] == number]
    return [(line["paid"], line["hand_of_seat"]) for line in found["wagers"] if line["wager"] == "community_pay"]


BET = {**BASE, "progressive": "1"}


@clause("MD-CTF 11.J(1)(d)", "MD-CTF 11.J(1)(d)(i)", "MD-CTF 11.J(1)(d)(iii)", "MD-CTF 1.B(3)")
def test_community_pay_for_all_others_with_the_wager() -> None:
    answer = spins(
        seat(1, "As Js 8s", BET, "all-in", wheel="$125"),
        seat(2, "4s 4h 4d", BET, "check", "check", "fold"),
        seat(3, "6s 6h 6d", BASE, "all-in"),
    )
    assert community(answer, 1) == []
    assert community(answer, 2) == [("25.00", 1)]
    assert community(answer, 3) == []
    assert lines_of(answer, 1)["progressive"]["returned"] == "125.00"


@clause("MD-CTF 11.J(1)(d)(ii)")
def test_several_community_pays() -> None:
    answer = spins(
        seat(1, "As Js 8s", BET, "all-in", wheel="$90"),
        seat(2, "4d 6d 8d", BET, "all-in", wheel="$28"),
        seat(3, "6s 6h 7d", BET, "all-in"),
    )
    assert community(answer, 3) == [("3.00", 2), ("15.00", 1)]
    assert community(answer, 1) == [("3.00", 2)]
    assert community(answer, 2) == [("15.00", 1)]


@clause("MD-CTF 11.J(1)(d)(iii)")
@pytest.mark.parametrize("symbol", ["$1,000", "$500", "$60", "$50", "$40", "$15", "$10", "$5", "Jackpot"])
def test_other_symbols_pay_nobody_else(symbol: str) -> None:
    answer = spins(seat(1, "As Js 8s", BET, "all-in", wheel=symbol), seat(2, "4s 4h 4d", BET, "all-in"))
    assert community(answer, 2) == []


@clause("MD-CTF 12.D(4) second", "MD-CTF 12.D(2)(a) Paytable B")
def test_the_jackpot_pays_the_meter_as_it_stands_and_the_next_the_reset_amount() -> None:
    answer = spins(
        seat(1, "As Js 8s", BET, "all-in", wheel="Jackpot"), seat(2, "4d 6d 8d", BET, "all-in", wheel="Jackpot")
    )
    assert lines_of(answer, 2)["progressive"]["returned"] == "6000.40"
    assert lines_of(answer, 1)["progressive"]["returned"] == "5000.00"
    assert answer["meters"]["main"] == "5000.00"


@clause("MD-CTF 12.D(2)(a) Paytable A", "MD-CTF 12.D(3)(a)")
def test_the_jackpot_of_a_wheel_with_a_prize_is_the_prize() -> None:
    overrides = (
        "wagers.progressive={paytable='A', amount='1', prize='7500', community_pay=true, "
        "segments=[{symbol='Jackpot', count=1}, {symbol='$23', count=4}]}",
    )
    answer = spins(
        seat(1, "As Js 8s", BET, "all-in", wheel="Jackpot"),
        seat(2, "4d 6d 8d", BET, "all-in", wheel="$23"),
        overrides=overrides,
        main="",
    )
    assert lines_of(answer, 1)["progressive"]["returned"] == "7500.00"
    assert community(answer, 1) == [("3.00", 2)]
    assert answer["meters"] == {}


@clause("MD-CTF 12.D(7)(a)(i)", "MD-CTF 12.D(8)(i)")
@pytest.mark.parametrize("letter", ["C", "D"])
def test_community_pay_of_the_five_dollar_wager(letter: str) -> None:
    prize = "prize='10000'" if letter == "C" else "rate='20%', initial='10000', reset='10000'"
    segments = ", ".join(f"{{symbol='{symbol}', count=1}}" for symbol in ("$350", "$150", "$55", "$60"))
    overrides = (
        f"wagers.progressive={{paytable='{letter}', amount='5', {prize}, community_pay=true, segments=[{segments}]}}",
    )
    bet = {**BASE, "progressive": "5"}
    for symbol, others in (("$350", "100.00"), ("$150", "50.00"), ("$55", "15.00"), ("$60", None)):
        answer = spins(
            seat(1, "As Js 8s", bet, "all-in", wheel=symbol), seat(2, "4s 4h 4d", bet, "all-in"),
            overrides=overrides, main="",
        )  # fmt: skip
        assert [paid for paid, _ in community(answer, 2)] == ([others] if others else [])


@clause("MD-CTF 12.E", "MD-CTF 12.E(2)")
def test_the_payout_limit_covers_all_but_the_progressive() -> None:
    wagers = {"ante": "300", "xtra_bonus": "300", "same_suit": "100", "progressive": "1"}
    data = {
        "dealer": "Qh 7c 2c",
        "community": "Ks Qs Js 9s",
        "meters": {"main": "60000"},
        "seats": [seat(1, "As Ts 8s", wagers, "all-in", wheel="Jackpot")],
    }
    lines = lines_of(settle(MD_CTF, data), 1)
    assert lines["ante"]["paid"] == "300.00"
    assert lines["xtra_bonus"]["paid"] == "49700.00"
    assert lines["xtra_bonus"]["limited_by"].startswith("MD-CTF 12.E")
    assert lines["all_in"]["paid"] == "0.00"
    assert lines["all_in"]["returned"] == "900.00"
    assert lines["same_suit"]["paid"] == "0.00"
    assert lines["progressive"]["paid"] == "60000.20"


@pytest.mark.parametrize(
    ("reading", "line"),
    [
        ("low_with_2345", "four_card_flush"),
        ("high_only", "four_card_flush"),
        ("also_low", "four_card_straight_flush"),
    ],
)
def test_an_ace_below_the_deuce_by_the_reading_in_force(reading: str, line: str) -> None:
    data = {
        "dealer": "Qh 7c 2c",
        "community": "4s 9d Jd Kh",
        "seats": [seat(1, "As 2s 3s", {**BASE, "same_suit": "5"}, "all-in")],
    }
    answer = settle(MD_CTF, data, f"readings.ace_low_straight_flush={reading}")
    assert lines_of(answer, 1)["same_suit"]["line"] == line


@pytest.mark.parametrize(
    ("reading", "line"),
    [("low_with_2345", "five_card_straight_flush"), ("high_only", "five_card_flush")],
)
def test_the_wheel_of_ace_to_five(reading: str, line: str) -> None:
    data = {
        "dealer": "Qh 7c 2c",
        "community": "4s 5s Jd Kh",
        "seats": [seat(1, "As 2s 3s", {**BASE, "same_suit": "5"}, "all-in")],
    }
    if reading == "high_only":
        line = "four_card_straight_flush"
    answer = settle(MD_CTF, data, f"readings.ace_low_straight_flush={reading}")
    assert lines_of(answer, 1)["same_suit"]["line"] == line
