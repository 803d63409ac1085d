"""MA-HCF, sections 9 to 13: decisions, settlement, the two meters, irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import Code, DeckStatus, Phase
from houserules.play import commands as c
from houserules.play.events import MeterChanged, PayoutClaimed, WagerSettled
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import (
    MA_HCF,
    MD_HCF,
    D,
    F,
    P,
    TableForTest,
    deck_with,
    lines_of,
    money,
    outcomes,
    seat,
    settle,
)

ALL = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"}
BET = {"ante": "10", "progressive": "1"}
KING_HIGH = "Kh Jh 8h As Ad Tc 2c"
SEVEN = {"s": "9s 8s 7s 6s 5s 4s 3s", "d": "9d 8d 7d 6d 5d 4d 3d", "c": "9c 8c 7c 6c 5c 4c 3c"}


def one_hand(held: str, action: str = "raise 10", wagers: dict[str, str] | None = None, dealer: str = KING_HIGH,
             overrides: tuple[str, ...] = ()) -> dict[str, Any]:  # fmt: skip
    return settle(MA_HCF, {"dealer": dealer, "seats": [seat(1, held, wagers, action)]}, *overrides)


@clause("MA-HCF 9(a)")
def test_who_shares_information_forfeits_every_wager() -> None:
    for action in ((), ("raise 10",)):
        answer = settle(
            MA_HCF,
            {
                "dealer": KING_HIGH,
                "seats": [seat(1, SEVEN["s"], ALL, *action), seat(2, SEVEN["d"], ALL, "raise 10")],
                "irregularities": [{"kind": "information_shared", "when": "decisions", "seat": 1}],
            },
        )
        assert {outcome for outcome, _ in outcomes(answer, 1).values()} == {"lose"}
        assert lines_of(answer, 1)["ante"]["clause"] == "MA-HCF 9(a)"
        assert outcomes(answer, 2)["ante"] == ("win", "20.00")


@clause("MA-HCF 9(a)")
def test_after_the_dealers_hand_is_shown_talking_costs_nothing() -> None:
    table = TableForTest(MA_HCF).deal(1).act_all()
    table.do(c.Reveal(D))
    table.refuses(c.Report(D, 0, "information_shared", seat=1), Code.WRONG_PHASE)


@clause("MA-HCF 9(b)")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    table = TableForTest(MA_HCF).deal(5, 2)
    table.refuses(c.Act(P, 0, 5, "fold"), Code.NOT_YOUR_TURN, "MA-HCF 9(b)")
    table.do(c.Act(P, 0, 2, "fold"), c.Act(P, 0, 5, "raise", money("10")))
    assert table.phase is Phase.REVEAL


@clause("MA-HCF 9(b)", "MA-HCF 5(b)(1)")
def test_a_hand_set_by_the_player_counts_as_the_register_says() -> None:
    """Five spades are held and three of them set. The best flush of all seven beats the dealer's, the set one not."""
    held, dealers = "As Ks Qs Js Ts 3d 2c", "Kh Qh Jh 9h 5d 4d 6c"

    def raised(*overrides: str, **more: str) -> dict[str, tuple[str, str]]:
        data = {"dealer": dealers, "seats": [seat(1, held, {"ante": "10", "flush_bonus": "5"}, "raise 10", **more)]}
        return outcomes(settle(MA_HCF, data, *overrides), 1)

    as_set = "readings.hand_set_by_player=as_set"
    best = raised()
    assert best["ante"] == ("win", "20.00")
    assert raised(set="As Ks Qs") == best
    assert raised(as_set) == best
    assert raised(as_set, set="As Ks Qs Js Ts") == best
    lost = raised(as_set, set="As Ks Qs")
    assert (lost["ante"], lost["raise"]) == (("lose", "0.00"), ("lose", "0.00"))
    assert lost["flush_bonus"] == best["flush_bonus"]


@clause("MA-HCF 9(b)")
@pytest.mark.parametrize(("reading", "shown"), [("as_set", "As Ks Qs"), ("best_flush", "As Ks Qs Js Ts")])
def test_the_hand_that_is_shown_is_the_one_that_was_played(reading: str, shown: str) -> None:
    data = {
        "dealer": "Kh Qh Jh 9h 5d 4d 6c",
        "seats": [seat(1, "As Ks Qs Js Ts 3d 2c", {"ante": "10"}, "raise 10", set="As Ks Qs")],
    }
    (found,) = settle(MA_HCF, data, f"readings.hand_set_by_player={reading}")["seats"]
    assert found["cards"] == shown


@clause("MA-HCF 9(b)")
def test_a_hand_is_set_from_its_own_cards_with_a_raise() -> None:
    table = TableForTest(MA_HCF, "table.decks=1").deal(1, 2)
    own, others = table.round.seats[0].cards, table.round.seats[1].cards
    for laid in ((), (own[0], own[0]), (own[0], others[0])):
        table.refuses(c.Act(P, 0, 1, "raise", money("10"), laid), Code.NOT_A_DECK, "MA-HCF 9(b)")
    table.refuses(c.Act(P, 0, 1, "fold", 0, own[:2]), Code.ACTION_NOT_OFFERED, "MA-HCF 9(b)")
    table.do(c.Act(P, 0, 1, "raise", money("10"), own[:2]))
    assert table.round.seats[0].set_cards == own[:2]
    assert (table.round.seats[0].cards, table.round.seats[1].set_cards) == (own, ())
    maryland = TableForTest(MD_HCF, "table.decks=1").deal(1)
    cards = maryland.round.seats[0].cards
    maryland.refuses(c.Act(P, 0, 1, "raise", money("10"), cards), Code.NOT_PROVIDED, "MD-HCF 11.B")


def test_an_abandoned_hand_is_folded_unless_it_was_raised() -> None:
    def left(*action: str) -> dict[str, tuple[str, str]]:
        data = {
            "dealer": KING_HIGH,
            "seats": [seat(1, SEVEN["s"], {"ante": "10", "flush_bonus": "5"}, *action)],
            "irregularities": [{"kind": "hand_abandoned", "when": "decisions", "seat": 1}],
        }
        return outcomes(settle(MA_HCF, data), 1)

    assert left() == {"ante": ("lose", "0.00"), "flush_bonus": ("win", "1505.00")}
    assert left("raise 10")["ante"] == ("win", "20.00")


@clause("MA-HCF 9(c)", "MA-HCF 12(c)")
@pytest.mark.parametrize(("reading", "progressive"), [("lost", ("lose", "0.00")), ("paid", ("win", "3.00"))])
def test_bonuses_survive_a_fold_and_the_progressive_does_not(reading: str, progressive: tuple[str, str]) -> None:
    answer = one_hand("9s 8s 7s 5s 2d 4c Jc", "fold", ALL, overrides=(f"readings.progressive_after_fold={reading}",))
    assert outcomes(answer, 1) == {
        "ante": ("lose", "0.00"),
        "flush_bonus": ("win", "10.00"),
        "straight_flush_bonus": ("win", "40.00"),
        "progressive": progressive,
    }
    if reading == "lost":
        assert lines_of(answer, 1)["progressive"]["clause"] == "MA-HCF 12(c)"


@clause("MA-HCF 9(d)")
def test_the_dealer_reveals_when_all_have_decided() -> None:
    table = TableForTest(MA_HCF).deal(1, 2)
    table.do(c.Act(P, 0, 1, "fold"))
    table.refuses(c.Reveal(D), Code.WRONG_PHASE, "MA-HCF 9(d)")
    table.do(c.Act(P, 0, 2, "fold"), c.Reveal(D))


@clause("MA-HCF 9(e)", "MA-HCF 9(e)(2)")
def test_settlement_goes_counterclockwise_and_by_wager() -> None:
    table = TableForTest(MA_HCF).deal(1, 3, 6, also=["flush_bonus", "straight_flush_bonus", "progressive"])
    lines = table.act_all().finish()
    order = ["ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"]
    assert [(line.seat, line.wager) for line in lines] == [(number, wager) for number in (6, 3, 1) for wager in order]


@clause("MA-HCF 9(e)(1)", "MA-HCF 9(e)(1)(i)", "MA-HCF 11(b)", "MA-HCF 1 Dealer's qualifying hand")
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
    answer = one_hand("9c 7c 6s 4s 8d 6d 3s", dealer=dealer)
    assert answer["dealer"]["qualifies"] is qualifies
    if not qualifies:
        assert outcomes(answer, 1) == {"ante": ("win", "20.00"), "raise": ("push", "10.00")}
        assert lines_of(answer, 1)["raise"]["clause"] == "MA-HCF 9(e)(1)(i)"


@clause("MA-HCF 9(e)(1)(ii)", "MA-HCF 9(e)(1)(ii)a", "MA-HCF 9(e)(1)(ii)b", "MA-HCF 9(e)(1)(ii)c", "MA-HCF 9(e)(3)")
@pytest.mark.parametrize(
    ("held", "ante", "under"),
    [
        ("Kd Jd 7d 5c 4c 3s 2s", ("lose", "0.00"), "MA-HCF 9(e)(1)(ii)b"),
        ("Kd Jd 8d 5c 4c 3s 2s", ("push", "10.00"), "MA-HCF 9(e)(1)(ii)c"),
        ("Kd Jd 9d 5c 4c 3s 2s", ("win", "20.00"), "MA-HCF 9(e)(1)(ii)a"),
        ("5d 4d 3d 2d Ks Js 9c", ("win", "20.00"), "MA-HCF 9(e)(1)(ii)a"),
    ],
)
def test_lower_loses_equal_pushes_higher_wins(held: str, ante: tuple[str, str], under: str) -> None:
    answer = one_hand(held)
    assert outcomes(answer, 1) == {"ante": ante, "raise": ante}
    assert under in lines_of(answer, 1)["ante"]["clauses"]


@clause("MA-HCF 9(e)(2)", "MA-HCF 9(e)(2)(i)", "MA-HCF 9(e)(2)(ii)", "MA-HCF 9(e)(2)(iii)", "MA-HCF 11(h)")
@pytest.mark.parametrize(
    ("held", "flush", "straight", "progressive"),
    [
        ("9s 8s 7s 6s 2d 4c Jc", "10.00", "305.00", "50.00"),
        ("9s 8s 7s 2s 2d 4c Jc", "10.00", "40.00", "3.00"),
        ("9s 8s 6s 2s 2d 4c Jc", "10.00", "0.00", "0.00"),
        ("As 2s 3s 7d 2d 4c Jc", "0.00", "40.00", "3.00"),
        ("Qs Ks As 7d 2d 4c Jc", "0.00", "40.00", "3.00"),
        ("Ks As 2s 7d 2d 4c Jc", "0.00", "0.00", "0.00"),
        ("9s 8s 7s 6d 5d 4d 3d", "10.00", "305.00", "50.00"),
    ],
)
def test_each_bonus_pays_its_highest_line(held: str, flush: str, straight: str, progressive: str) -> None:
    """The ace stands low with two and three, high with king and queen, and never between."""
    answer = one_hand(held, wagers=ALL, dealer="Kh Jh 8h Ah Ad Tc 2c")
    assert "MA-HCF 12(f)" not in lines_of(answer, 1)["progressive"]["clauses"], "dollars do not come from the meter"
    lines = outcomes(answer, 1)
    assert [lines[name][1] for name in ("flush_bonus", "straight_flush_bonus", "progressive")] == [
        flush,
        straight,
        progressive,
    ]


@clause("MA-HCF 9(e)(2)(iii)", "MA-HCF 12(e)", "MA-HCF 12(f)")
def test_a_share_of_the_meter_waits_for_validation_and_dollars_do_not() -> None:
    table = TableForTest(MA_HCF).deal(1, also=["progressive"], order=deck_with("9s 8s 7s 6s 5s 4s Jc"))
    table.act_all().do(c.Reveal(D))
    events = table.do(c.Settle(D))
    assert isinstance(events[-1], PayoutClaimed)
    table.refuses(c.Settle(D), Code.NOT_VALIDATED, "MA-HCF 12(f)")
    table.do(c.ValidatePayout(F, 0, 1))
    paid, meter, _ = table.do(c.Settle(D))
    assert isinstance(paid, WagerSettled)
    assert isinstance(meter, MeterChanged)
    assert paid.paid_from == "main"
    assert paid.paid == money("1000.02")
    assert meter.main == money("9000.22")
    small = TableForTest(MA_HCF).deal(1, also=["progressive"], order=deck_with("9s 8s 7s 2d 4c 5c Jc"))
    small.act_all().do(c.Reveal(D), c.Settle(D))
    assert small.table.round is None


@clause("MA-HCF 11(f)")
@pytest.mark.parametrize(
    ("letter", "main", "secondary"),
    [("A", "10000.24", "0.02"), ("B", "10000.23", "0.02"), ("C", "10000.21", "0.05"), ("D", "10000.25", "0.05")],
)
def test_each_wager_adds_to_both_meters(letter: str, main: str, secondary: str) -> None:
    answer = one_hand("Kd Jd 7d 5c 4c 3s 2s", wagers=BET, overrides=(f"wagers.progressive.paytable={letter}",))
    assert answer["meters"] == {"main": main, "secondary": secondary}


@clause("MA-HCF 11(f)", "MA-HCF 12(f)")
def test_after_all_of_it_the_secondary_meter_becomes_the_main_one() -> None:
    data = {
        "dealer": KING_HIGH,
        "meters": {"main": "12345.67", "secondary": "89.10"},
        "seats": [seat(number, held, BET, "raise 30") for number, held in enumerate(SEVEN.values(), start=1)],
    }
    answer = settle(MA_HCF, data)
    paid = {number: lines_of(answer, number)["progressive"]["returned"] for number in (3, 2, 1)}
    assert paid == {3: "12346.39", 2: "89.16", 1: "0.00"}
    assert lines_of(answer, 1)["progressive"]["outcome"] == "win"
    assert answer["meters"] == {"main": "0.00", "secondary": "0.00"}


@clause("MA-HCF 12(f)")
def test_ten_percent_comes_off_before_the_next_is_paid() -> None:
    data = {
        "dealer": KING_HIGH,
        "meters": {"main": "10000", "secondary": "50"},
        "seats": [seat(1, SEVEN["s"], BET, "raise 30"), seat(2, "9d 8d 7d 6d 5d 4d Qc", BET, "raise 30")],
    }
    answer = settle(MA_HCF, data)
    assert lines_of(answer, 2)["progressive"]["returned"] == "1000.04"
    assert lines_of(answer, 1)["progressive"]["returned"] == "9000.44"
    assert answer["meters"] == {"main": "50.04", "secondary": "0.00"}


@clause("MA-HCF 12(b)", "MA-HCF 12(b)(1)", "MA-HCF 12(b)(2)", "MA-HCF 12(b)(3)", "MA-HCF 12(b)(4)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
def test_the_chip_count(dealing: str) -> None:
    life.check_chip_count(MA_HCF, dealing, "MA-HCF 12(b)(2)", "MA-HCF 12(b)(3)")


FOUR_CARD_ROW = [
    ("B", "10.00", "15.00"), ("I", "10.00", "15.00"), ("E", "15.00", "10.00"), ("K", "15.00", "10.00"),
]  # fmt: skip


@pytest.mark.parametrize(("letter", "printed", "marylands"), FOUR_CARD_ROW)
def test_the_four_card_row_by_the_reading_in_force(letter: str, printed: str, marylands: str) -> None:
    for reading, returned in (("as_printed", printed), ("marylands", marylands)):
        answer = one_hand(
            "9s 7s 5s 3s 2d 4c Jc", wagers={"ante": "10", "flush_bonus": "5"},
            overrides=(f"wagers.flush_bonus.paytable={letter}", f"readings.flush_bonus_four_card_row={reading}"),
        )  # fmt: skip
        assert lines_of(answer, 1)["flush_bonus"]["returned"] == returned


@clause("MA-HCF 11(g)")
def test_a_limit_per_round_covers_the_whole_table() -> None:
    wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5"}
    data = {
        "dealer": KING_HIGH,
        "seats": [seat(1, SEVEN["s"], wagers, "raise 10"), seat(2, SEVEN["d"], wagers, "raise 10")],
    }
    answer = settle(MA_HCF, data, "payout_limit={per_round='50000'}")
    assert lines_of(answer, 2)["straight_flush_bonus"]["paid"] == "40000.00"
    assert lines_of(answer, 1)["flush_bonus"]["paid"] == "1500.00"
    assert lines_of(answer, 1)["straight_flush_bonus"]["paid"] == "7000.00"
    per_hand = settle(MA_HCF, data, "payout_limit={per_hand='40000'}")
    for number in (1, 2):
        assert lines_of(per_hand, number)["straight_flush_bonus"]["paid"] == "38500.00"


@clause("MA-HCF 5(c)(2)", "MA-HCF 11(g)")
def test_a_suit_specific_line_of_the_licensees_table() -> None:
    bonus = (
        "wagers.straight_flush_bonus={paytable='G', suit='diamonds', minimum='5', maximum='100', "
        "bonus={suit_specific_seven_card_straight_flush='9000 to 1', seven_card_straight_flush='700 to 1', "
        "six_card_straight_flush='300 to 1', five_card_straight_flush='90 to 1', four_card_straight_flush='40 to 1', "
        "three_card_straight_flush='6 to 1'}}"
    )
    wagers = {"ante": "10", "straight_flush_bonus": "5"}
    for held, paid in ((SEVEN["d"], "45000.00"), (SEVEN["s"], "3500.00"), ("9d 8d 7d 2s 4c 5c Jc", "30.00")):
        answer = one_hand(held, wagers=wagers, overrides=(bonus,))
        assert lines_of(answer, 1)["straight_flush_bonus"]["paid"] == paid


RETURNED = {
    "ante": ("void", "10.00"),
    "flush_bonus": ("void", "5.00"),
    "straight_flush_bonus": ("void", "5.00"),
    "progressive": ("void", "1.00"),
}
RAISE = {"raise": ("void", "10.00")}


def void(kind: str, when: str = "dealing", *overrides: str, **more: Any) -> dict[str, Any]:
    data = {
        "dealer": KING_HIGH,
        "seats": [seat(1, SEVEN["s"], ALL, "raise 10"), seat(2, SEVEN["d"], ALL, "fold")],
        "irregularities": [{"kind": kind, "when": when, **more}],
    }
    return settle(MA_HCF, data, *overrides)


@clause("MA-HCF 13(a)")
def test_cards_face_up() -> None:
    assert void("cards_face_up", count=1)["void"] is None
    answer = void("cards_face_up", count=2)
    assert answer["void"] == {"clause": "MA-HCF 13(a)", "reason": "cards_face_up"}
    assert outcomes(answer, 1) == RETURNED


@clause("MA-HCF 13(b)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    table = TableForTest(MA_HCF).start().bet(1).close_betting()
    table.do(c.Report(D, 0, "drawn_in_error"), c.Deal(D))
    assert table.round.seats[0].cards == tuple(range(7))
    assert void("drawn_in_error")["void"] is None


@clause("MA-HCF 13(c)")
@pytest.mark.parametrize("whose", [{"seat": 1}, {"seat": 2}, {"who": "dealer"}, {}])
def test_a_wrong_number_of_cards_returns_everything(whose: dict[str, Any]) -> None:
    answer = void("wrong_number_of_cards", **whose)
    assert answer["void"]["clause"] == "MA-HCF 13(c)"
    assert outcomes(answer, 1) == RETURNED


@clause("MA-HCF 13(d)")
def test_an_exposed_card_of_the_dealers_voids_until_the_hand_is_shown() -> None:
    answer = void("dealer_card_exposed", "decisions")
    assert answer["void"]["clause"] == "MA-HCF 13(d)"
    assert void("dealer_card_exposed", "after_decisions")["void"] is not None
    for shown_already in ("reveal", "settlement"):
        assert void("dealer_card_exposed", shown_already)["void"] is None
    assert outcomes(answer, 1) == {**RETURNED, **RAISE}
    table = TableForTest(MA_HCF).deal(1).act_all()
    assert table.phase is Phase.REVEAL
    table.do(c.Report(D, 0, "dealer_card_exposed"))
    table.finish()
    shown = TableForTest(MA_HCF).deal(1).act_all()
    shown.do(c.Reveal(D))
    shown.refuses(c.Report(D, 0, "dealer_card_exposed"), Code.WRONG_PHASE)


@clause("MA-HCF 13(e)")
def test_a_shuffler_that_jams_means_a_reshuffle_and_wagers_stand() -> None:
    table = TableForTest(MA_HCF).open().shuffle()
    table.do(c.Report(D, 0, "shuffler_jam"))
    deck = table.table.deck(1)
    assert deck is not None
    assert deck.status is DeckStatus.STACKED
    assert void("shuffler_jam")["void"] is None


@clause("MA-HCF 13(f)")
def test_a_shoe_that_jams_returns_every_wager() -> None:
    answer = void("shoe_jam", "decisions", "table.dealing=automated")
    assert answer["void"]["clause"] == "MA-HCF 13(f)"
    assert outcomes(answer, 1) == {**RETURNED, **RAISE}
    assert answer["meters"] == {"main": "10000.48", "secondary": "0.04"}
