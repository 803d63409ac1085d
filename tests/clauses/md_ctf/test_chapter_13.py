"""MD-CTF, chapter 13: irregularities, in every phase where they can happen."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import Code, DeckStatus
from houserules.play import commands as c
from houserules.play.events import CardSetAside
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import MD_CTF, D, P, TableForTest, lines_of, outcomes, seat, settle

ALL = {"ante": "10", "xtra_bonus": "10", "same_suit": "5", "progressive": "1"}
SUITED = "As Js 8s"
SHOE = "table.dealing=manual_shoe"


def void(kind: str, when: str = "dealing", *overrides: str, **more: Any) -> dict[str, Any]:
    data = {
        "dealer": "Qh 7c 2c",
        "community": "Ks 9d 5d 3h",
        "seats": [
            seat(1, SUITED, ALL, "all-in", wheel="$50"),
            seat(2, "4s 4h 4d", ALL, "check", "check", "fold"),
        ],
        "irregularities": [{"kind": kind, "when": when, **more}],
    }
    return settle(MD_CTF, data, *overrides)


BASE = {"ante": ("void", "10.00"), "xtra_bonus": ("void", "10.00")}
ALL_IN = {"all_in": ("void", "30.00")}
SETTLED = {**BASE, "same_suit": ("win", "10.00"), "progressive": ("win", "50.00")}
RETURNED = {**BASE, "same_suit": ("void", "5.00"), "progressive": ("void", "1.00")}


@clause("MD-CTF 13.A")
def test_one_card_face_up_is_set_aside_and_play_goes_on() -> None:
    table = TableForTest(MD_CTF, "table.dealing=manual_shoe").start().bet(1).close_betting()
    (event,) = table.do(c.Report(D, 0, "cards_face_up", 1, (2,)))
    assert isinstance(event, CardSetAside)
    table.do(c.Deal(D))
    assert table.round.seats[0].cards == (0, 3, 5)
    for when in ("dealing", "flop"):
        assert void("cards_face_up", when, count=1)["void"] is None


@clause("MD-CTF 13.B")
def test_more_than_one_during_the_deal_returns_everything() -> None:
    answer = void("cards_face_up", "dealing", count=2)
    assert answer["void"] == {"clause": "MD-CTF 13.B", "reason": "cards_face_up"}
    assert outcomes(answer, 1) == RETURNED


@clause("MD-CTF 13.C")
@pytest.mark.parametrize("when", ["decisions", "flop", "community"])
def test_more_than_one_after_the_initial_cards_settles_the_same_suit_wager(when: str) -> None:
    answer = void("cards_face_up", when, SHOE, count=2)
    assert answer["void"]["clause"] == "MD-CTF 13.C"
    assert outcomes(answer, 1) == {**SETTLED, **ALL_IN}
    assert outcomes(answer, 2)["same_suit"] == ("lose", "0.00")
    other = void("cards_face_up", when, SHOE, "readings.void_round_progressive=returned", count=2)
    assert outcomes(other, 1)["progressive"] == ("void", "1.00")
    assert outcomes(other, 1)["same_suit"] == ("win", "10.00")


@clause("MD-CTF 13.C")
def test_the_board_is_dealt_before_the_same_suit_wager_is_settled() -> None:
    table = TableForTest(MD_CTF, SHOE).deal(1, also=["same_suit"])
    table.do(c.Act(P, 0, 1, "check"), c.Report(D, 0, "cards_face_up", 2))
    table.refuses(c.Settle(D), Code.WRONG_PHASE)
    table.do(c.DealCommunity(D), c.DealCommunity(D))
    table.finish()
    without = TableForTest(MD_CTF, SHOE).deal(1)
    without.do(c.Act(P, 0, 1, "check"), c.Report(D, 0, "cards_face_up", 2))
    without.finish()


@clause("MD-CTF 13.D")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    table = TableForTest(MD_CTF, "table.dealing=manual_shoe").start().bet(1).close_betting()
    table.do(c.Report(D, 0, "drawn_in_error"), c.Deal(D))
    assert table.round.seats[0].cards == (0, 2, 4)
    assert void("drawn_in_error")["void"] is None


@clause("MD-CTF 13.E")
@pytest.mark.parametrize("whose", [{"seat": 1}, {"seat": 2}, {"who": "dealer"}, {"who": "community"}, {}])
def test_a_wrong_number_of_cards_returns_everything(whose: dict[str, Any]) -> None:
    answer = void("wrong_number_of_cards", **whose)
    assert answer["void"]["clause"] == "MD-CTF 13.E"
    assert outcomes(answer, 1) == RETURNED


@clause("MD-CTF 13.F", "MD-CTF 13.G")
def test_an_exposed_card_of_the_dealers_spares_same_suit_and_progressive() -> None:
    answer = void("dealer_card_exposed", "decisions")
    assert answer["void"]["clause"] == "MD-CTF 13.F"
    assert outcomes(answer, 1) == {**SETTLED, **ALL_IN}
    assert lines_of(answer, 2)["ante"]["returned"] == "10.00"
    other = void("dealer_card_exposed", "decisions", "readings.void_round_progressive=returned")
    assert outcomes(other, 1)["progressive"] == ("void", "1.00")


@clause("MD-CTF 13.F", "MD-CTF 13.G")
@pytest.mark.parametrize("progressive", ["settled", "returned"])
def test_after_an_exposed_card_each_wager_names_the_clause_that_decided_it(progressive: str) -> None:
    """13.G speaks of the Same Suit Wager alone; that 13.F does not return the Progressive decides the Progressive."""
    data = {
        "dealer": "Qh 7c 2c",
        "community": "Ks 9d 5d 3h",
        "seats": [
            seat(1, SUITED, ALL, "all-in", wheel="$125"),
            seat(2, "4s 4h 4d", ALL, "check", "check", "fold"),
        ],
        "irregularities": [{"kind": "dealer_card_exposed", "when": "decisions"}],
    }
    answer = settle(MD_CTF, data, f"readings.void_round_progressive={progressive}")
    found = {
        (number, name): [clause_.removeprefix("MD-CTF ") for clause_ in line["clauses"]]
        for number in (1, 2)
        for name, line in lines_of(answer, number).items()
    }
    expected = {(1, name): ["13.F"] for name in ("ante", "xtra_bonus", "all_in")}
    expected |= {(2, name): ["13.F"] for name in ("ante", "xtra_bonus")}
    expected |= {(1, "same_suit"): ["12.C(1)(g) Paytable A", "13.G"]}
    expected |= {(2, "same_suit"): ["13.G", "12.C(1) Paytable A"]}
    if progressive == "settled":
        expected |= {(1, "progressive"): ["12.D(2)(d) Paytable B", "13.F"]}
        expected |= {(2, "progressive"): ["13.F", "12.D(2) Paytable B"]}
        expected |= {(2, "community_pay"): ["12.D(6)(b)(i)", "13.F"]}
    else:
        expected |= {(number, "progressive"): ["13.F"] for number in (1, 2)}
    assert found == expected


@clause("MD-CTF 13.F")
def test_once_all_have_acted_an_exposed_card_is_no_irregularity() -> None:
    table = TableForTest(MD_CTF).deal(1).act_all()
    table.refuses(c.Report(D, 0, "dealer_card_exposed"), Code.WRONG_PHASE, "MD-CTF 13.F")


@clause("MD-CTF 13.H", "MD-CTF 13.H(1)", "MD-CTF 13.H(2)", "MD-CTF 13.H(3)")
@pytest.mark.parametrize(("when", "more"), [("betting", {}), ("dealing", {}), ("decisions", ALL_IN)])
def test_a_shuffler_that_jams_returns_every_wager(when: str, more: dict[str, Any]) -> None:
    answer = void("shuffler_jam", when)
    assert answer["void"]["clause"] == "MD-CTF 13.H"
    assert outcomes(answer, 1) == {**RETURNED, **more}
    table = TableForTest(MD_CTF).open().shuffle()
    table.do(c.Report(D, 0, "shuffler_jam"))
    deck = table.table.deck(1)
    assert deck is not None
    assert deck.status is DeckStatus.STACKED


@clause("MD-CTF 13.I", "MD-CTF 13.I(1)", "MD-CTF 13.I(2)", "MD-CTF 13.I(3)")
@pytest.mark.parametrize(("when", "more"), [("dealing", {}), ("flop", ALL_IN)])
def test_a_shoe_that_jams_returns_every_wager(when: str, more: dict[str, Any]) -> None:
    answer = void("shoe_jam", when)
    assert answer["void"]["clause"] == "MD-CTF 13.I"
    assert outcomes(answer, 1) == {**RETURNED, **more}
    table = TableForTest(MD_CTF).deal(1)
    table.do(c.Report(D, 0, "shoe_jam"))
    used = table.round.deck
    table.finish()
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    deck = table.table.deck(used)
    assert deck is not None
    assert deck.status is DeckStatus.STACKED


@clause("MD-CTF 13.J")
def test_a_device_is_covered_or_marked_before_another_method() -> None:
    life.check_device_covered_first(MD_CTF, "MD-CTF 13.J")
    life.check_shoe_covered_first(MD_CTF, "MD-CTF 13.J")
