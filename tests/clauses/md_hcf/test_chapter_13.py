"""MD-HCF, chapter 13: irregularities, in every phase where they can happen."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import Code, DeckStatus
from houserules.play import commands as c
from houserules.play.events import CardDrawnInError, CardSetAside
from tests.support import life
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MD_HCF, D, P, TableForTest, V, lines_of, money, outcomes, seat, settle

ALL = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"}
FOUR_RUN = "9s 8s 7s 6s 2d 4c Tc"
OTHER = "Qd Jd 3h 4h 5c 8c 9c"
DEALER = "Ah Kh Qh Jh 9h 2c 3d"


def void(kind: str, when: str = "dealing", *overrides: str, **more: Any) -> dict[str, Any]:
    data = {
        "dealer": DEALER,
        "meters": {"main": "40000"},
        "seats": [seat(1, FOUR_RUN, ALL, "raise 10"), seat(2, OTHER, ALL, "fold")],
        "irregularities": [{"kind": kind, "when": when, **more}],
    }
    return settle(MD_HCF, data, *overrides)


SETTLED = {
    "ante": ("void", "10.00"),
    "flush_bonus": ("win", "10.00"),
    "straight_flush_bonus": ("win", "305.00"),
    "progressive": ("win", "40.00"),
}
RETURNED = {
    "ante": ("void", "10.00"),
    "flush_bonus": ("void", "5.00"),
    "straight_flush_bonus": ("void", "5.00"),
    "progressive": ("void", "1.00"),
}
RAISE = {"raise": ("void", "10.00")}


@clause("MD-HCF 13.A")
def test_one_card_face_up_is_set_aside_and_play_goes_on() -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").start().bet(1).close_betting()
    (event,) = table.do(c.Report(D, 0, "cards_face_up", 1, (3,)))
    assert isinstance(event, CardSetAside)
    table.do(c.Deal(D))
    assert table.round.seats[0].cards == (0, 1, 2, 4, 5, 6, 7)
    assert table.round.set_aside == (3,)
    assert void("cards_face_up", count=1)["void"] is None
    table.act_all().do(c.CountStub(D, 0, 52 - 14 - 1))
    assert table.round.void is None


@clause("MD-HCF 13.A")
@pytest.mark.parametrize(("count", "cards"), [(1, (3, 3)), (2, (3, 3)), (1, (3, 4)), (1, tuple(range(45)))])
def test_no_more_cards_are_set_aside_than_were_found_and_each_once(count: int, cards: tuple[int, ...]) -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").start().bet(1).close_betting()
    table.refuses(c.Report(D, 0, "cards_face_up", count, cards), Code.NOT_A_DECK)
    assert len(table.round.stock) == 52


@clause("MD-HCF 13.B", "MD-HCF 13.F")
@pytest.mark.parametrize("count", [2, 3])
def test_more_than_one_card_face_up_voids_the_round(count: int) -> None:
    answer = void("cards_face_up", count=count)
    assert answer["void"] == {"clause": "MD-HCF 13.B", "reason": "cards_face_up"}
    assert outcomes(answer, 1) == SETTLED
    assert lines_of(answer, 1)["ante"]["clause"] == "MD-HCF 13.B"


@clause("MD-HCF 13.B")
def test_a_second_card_face_up_voids_what_the_first_did_not() -> None:
    table = TableForTest(MD_HCF).start().bet(1, also=["flush_bonus"]).close_betting()
    table.do(c.Report(D, 0, "cards_face_up", 1))
    table.do(c.Report(D, 0, "cards_face_up", 1))
    deck = table.round.deck
    lines = table.finish()
    assert {line.outcome for line in lines} == {"void"}, "no hand was dealt, so the bonus goes back too"
    used = table.table.deck(deck)
    assert used is not None
    assert used.status is DeckStatus.STACKED


@clause("MD-HCF 13.C")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    table = TableForTest(MD_HCF).start().bet(1).close_betting()
    (event,) = table.do(c.Report(D, 0, "drawn_in_error"))
    assert isinstance(event, CardDrawnInError)
    table.do(c.Deal(D))
    assert table.round.seats[0].cards[0] == 0
    assert void("drawn_in_error")["void"] is None


@clause("MD-HCF 13.D", "MD-HCF 13.F")
@pytest.mark.parametrize(
    ("whose", "expected"),
    [({"seat": 1}, RETURNED), ({"seat": 2}, SETTLED), ({"who": "dealer"}, SETTLED), ({}, SETTLED)],
)
def test_a_wrong_number_of_cards(whose: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = void("wrong_number_of_cards", **whose)
    assert answer["void"]["clause"] == "MD-HCF 13.D"
    assert outcomes(answer, 1) == expected


@clause("MD-HCF 13.E", "MD-HCF 13.F")
def test_an_exposed_card_of_the_dealers() -> None:
    answer = void("dealer_card_exposed", "decisions")
    assert answer["void"]["clause"] == "MD-HCF 13.E"
    assert outcomes(answer, 1) == {**SETTLED, **RAISE}
    assert outcomes(answer, 2)["ante"] == ("void", "10.00"), "a folded Ante goes back too"


@clause("MD-HCF 13.E")
def test_once_all_have_acted_an_exposed_card_is_no_irregularity() -> None:
    table = TableForTest(MD_HCF).deal(1, 2)
    table.do(c.Act(P, 0, 1, "fold"), c.Act(P, 0, 2, "raise", money("10")))
    table.refuses(c.Report(D, 0, "dealer_card_exposed"), Code.WRONG_PHASE, "MD-HCF 13.E")
    assert void("dealer_card_exposed", "reveal")["void"] is None


@clause("MD-HCF 13.F")
@pytest.mark.parametrize("kind", ["cards_face_up", "wrong_number_of_cards", "dealer_card_exposed"])
def test_the_other_reading_returns_everything(kind: str) -> None:
    answer = void(kind, "dealing", "readings.void_round_bonuses=returned", count=2)
    assert outcomes(answer, 1) == RETURNED


@clause("MD-HCF 13.G")
def test_a_shuffler_that_jams_means_a_reshuffle_and_wagers_stand() -> None:
    table = TableForTest(MD_HCF).start().bet(1)
    table.do(c.Shuffle(V, 0, IN_ORDER, 2, 52))
    table.do(c.Report(D, 0, "shuffler_jam"))
    other = table.table.deck(2)
    assert other is not None
    assert other.status is DeckStatus.STACKED
    assert table.round.void is None
    assert void("shuffler_jam")["void"] is None


@clause("MD-HCF 13.H")
@pytest.mark.parametrize(("when", "raised"), [("dealing", {}), ("decisions", RAISE)])
def test_a_shoe_that_jams_returns_every_wager(when: str, raised: dict[str, Any]) -> None:
    answer = void("shoe_jam", when, "table.dealing=automated")
    assert answer["void"]["clause"] == "MD-HCF 13.H"
    assert outcomes(answer, 1) == {**RETURNED, **raised}
    assert answer["meters"]["main"] == "40000.44", "the contribution stays on the meter"


@clause("MD-HCF 13.I")
def test_a_device_is_covered_or_marked_before_another_method() -> None:
    life.check_device_covered_first(MD_HCF, "MD-HCF 13.I")
    life.check_shoe_covered_first(MD_HCF, "MD-HCF 13.I")


def test_what_the_document_does_not_know_is_refused() -> None:
    table = TableForTest(MD_HCF).deal(1)
    table.refuses(c.Report(D, 0, "information_shared", seat=1), Code.NOT_PROVIDED)
    table.refuses(c.Report(D, 0, "lightning"), Code.NOT_PROVIDED)
