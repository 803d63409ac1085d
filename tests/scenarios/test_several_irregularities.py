"""More than one thing goes wrong in a round: each has its effect, and it does not matter which is told first."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from houserules.law import MalformedData
from houserules.play import Code, Phase
from houserules.play import commands as c
from tests.support.clauses import clause
from tests.support.tables import (
    IN_ORDER,
    MA_HCF,
    MD_CTF,
    MD_HCF,
    D,
    F,
    P,
    TableForTest,
    V,
    lines_of,
    money,
    outcomes,
    seat,
    settle,
)

BETS = {"ante": "10", "flush_bonus": "100", "straight_flush_bonus": "100", "progressive": "1"}
SIX = "Ah Kh Qh 9c 5d 2d"
EIGHT = "Ts 9s 8s 7s 6s 5s 4s 2c"
OTHER = "Qd Jd 3h 4h 5c 8c 9d"
DEALER = "9h 6h 2h Ks Qc 4c 3c"
ALL_BACK = {
    "ante": ("void", "10.00"), "flush_bonus": ("void", "100.00"), "straight_flush_bonus": ("void", "100.00"),
    "progressive": ("void", "1.00"),
}  # fmt: skip


def misdealt(*whose: int, **more: Any) -> list[dict[str, Any]]:
    return [{"kind": "wrong_number_of_cards", "seat": number, **more} for number in whose]


def high_card(*troubles: dict[str, Any], name: str = MD_HCF, overrides: tuple[str, ...] = ()) -> dict[str, Any]:
    data = {
        "dealer": DEALER,
        "meters": {"main": "40000"},
        "seats": [
            seat(1, SIX, BETS, "raise 10"), seat(2, EIGHT, BETS, "raise 10"), seat(4, OTHER, BETS, "raise 10"),
        ],
        "irregularities": list(troubles),
    }  # fmt: skip
    return settle(name, data, *overrides)


@clause("MD-HCF 13.D", "MD-HCF 13.F")
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_a_slip_of_one_card_makes_a_six_and_an_eight(order: tuple[int, int]) -> None:
    answer = high_card(*misdealt(*order))
    assert answer["void"] == {"clause": "MD-HCF 13.D", "reason": "wrong_number_of_cards"}
    assert outcomes(answer, 1) == ALL_BACK
    assert outcomes(answer, 2) == ALL_BACK
    assert outcomes(answer, 4)["flush_bonus"] == ("lose", "0.00"), "a hand of seven cards is settled"


@clause("MD-HCF 13.D", "MD-HCF 13.E", "MD-HCF 13.F")
def test_the_order_of_the_reports_does_not_matter() -> None:
    troubles = [*misdealt(1, 2), {"kind": "dealer_card_exposed"}, {"kind": "cards_face_up", "count": 2}]
    answers = [high_card(*order) for order in permutations(troubles)]
    assert all(answer == answers[0] for answer in answers)
    assert outcomes(answers[0], 2) == ALL_BACK
    assert lines_of(answers[0], 4)["ante"]["clauses"] == ["MD-HCF 13.B", "MD-HCF 13.D", "MD-HCF 13.E"]


@clause("MD-HCF 13.F", "MD-HCF 13.H")
@pytest.mark.parametrize("first", [0, 1])
def test_what_one_clause_spares_another_returns(first: int) -> None:
    troubles = [{"kind": "dealer_card_exposed"}, {"kind": "shoe_jam"}]
    spared = high_card(*misdealt(1, 2), overrides=("table.dealing=automated",))
    assert outcomes(spared, 4)["flush_bonus"] == ("lose", "0.00")
    both = [*misdealt(1, 2), troubles[first], troubles[1 - first]]
    answer = high_card(*both, overrides=("table.dealing=automated",))
    assert outcomes(answer, 4) == ALL_BACK
    assert lines_of(answer, 4)["flush_bonus"]["clauses"] == ["MD-HCF 13.H"]
    assert lines_of(answer, 4)["ante"]["clauses"] == ["MD-HCF 13.D", "MD-HCF 13.E", "MD-HCF 13.H"]


@clause("MD-HCF 13.D")
def test_a_live_table_takes_the_second_report() -> None:
    table = TableForTest(MD_HCF).deal(1, 2, 3, also=["flush_bonus"])
    for number in (2, 1):
        table.do(c.Report(D, 0, "wrong_number_of_cards", seat=number))
    table.refuses(c.Report(D, 0, "wrong_number_of_cards", seat=1), Code.NOTHING_CHANGES, "MD-HCF 13.D")
    table.do(c.Report(D, 0, "dealer_card_exposed"), c.Report(D, 0, "drawn_in_error", during="deal"))
    settled = {(line.seat, line.wager): str(line.outcome) for line in table.finish()}
    assert [settled[number, "flush_bonus"] for number in (1, 2)] == ["void", "void"]
    assert settled[3, "flush_bonus"] != "void"


@clause("MA-HCF 9(a)")
def test_who_tells_the_cards_loses_the_wagers_at_every_box() -> None:
    data = {
        "dealer": DEALER,
        "seats": [
            seat(1, "Ah Kh Qh 9c 4s 2d 3s", BETS, "raise 10"),
            seat(2, "Ts 9s 8s 7s 6s 5s 2c", BETS, "raise 10", player=1),
            seat(4, OTHER, BETS, "raise 10"),
        ],
        "irregularities": [{"kind": "information_shared", "seat": 2, "when": "decisions"}],
    }
    answer = settle(MA_HCF, data)
    for number in (1, 2):
        lines = lines_of(answer, number)
        assert {line["outcome"] for line in lines.values()} == {"lose"}
        assert {line["clause"] for line in lines.values()} == {"MA-HCF 9(a)"}
    assert lines_of(answer, 4)["ante"]["clause"] != "MA-HCF 9(a)"


@clause("MD-HCF 7.C(2)", "MD-CTF 7.C(2)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
def test_who_leaves_the_table_leaves_every_box(name: str) -> None:
    table = TableForTest(name, "table.adjacent_boxes=2").start()
    for box, player in ((2, 2), (3, 2), (5, 5)):
        table.do(c.PlaceWagers(P, 0, box, table.stakes(), player))
    table.close_betting().do(c.Deal(D), c.Report(F, 0, "hand_abandoned", seat=3))
    assert [entry.forfeited for entry in table.round.seats] == ["hand_abandoned", "hand_abandoned", None]
    assert table.round.turn == 2


@clause("MA-HCF 9(b)")
def test_in_massachusetts_who_leaves_folds_where_nothing_was_decided() -> None:
    table = TableForTest(MA_HCF, "table.adjacent_boxes=2").start()
    for box, player in ((2, 2), (3, 2)):
        table.do(c.PlaceWagers(P, 0, box, table.stakes(), player))
    table.close_betting().do(c.Deal(D), c.Act(P, 0, 2, "raise", table.stakes()[0][1]))
    table.do(c.Report(F, 0, "hand_abandoned", seat=2))
    assert [entry.action for entry in table.round.seats] == ["raise", "fold"]


@clause("MD-HCF 13.F")
def test_a_void_round_cites_why_a_wager_is_settled_and_why_another_goes_back() -> None:
    answer = high_card(*misdealt(1, 2))
    lines = lines_of(answer, 4)
    assert lines["progressive"]["outcome"] == "lose"
    assert lines["progressive"]["clause"] == "MD-HCF 13.F"
    assert lines["ante"]["clauses"] == ["MD-HCF 13.D"]
    won = lines_of(high_card({"kind": "dealer_card_exposed"}, *misdealt(1, 2)), 4)
    assert won["flush_bonus"]["clauses"][0] == "MD-HCF 13.F"


CHASE = {"ante": "10", "xtra_bonus": "10", "same_suit": "5", "progressive": "1"}
MANUAL = "table.dealing=manual_shoe"
KEPT = "table.order=stacks_community_players_dealer_kept"


def chase(*troubles: dict[str, Any], overrides: tuple[str, ...] = ()) -> dict[str, Any]:
    data = {
        "dealer": "Qh 7c 2c",
        "community": "Ks 9d 5d 3h",
        "seats": [seat(1, "As Js 8h", CHASE, "check", "check", "all-in"), seat(3, "4s 4h 4d", CHASE, "all-in")],
        "irregularities": list(troubles),
    }
    return settle(MD_CTF, data, *overrides)


@clause("MD-CTF 13.B", "MD-CTF 13.C")
def test_in_chase_the_flush_the_ante_goes_back_by_one_clause_and_the_same_suit_wager_stands_by_another() -> None:
    answer = chase({"kind": "cards_face_up", "count": 2, "when": "flop"}, overrides=(MANUAL,))
    assert answer["void"]["clause"] == "MD-CTF 13.C"
    lines = lines_of(answer, 3)
    assert lines["ante"]["clause"] == "MD-CTF 13.B"
    assert "MD-CTF 13.C" in lines["same_suit"]["clauses"]
    assert lines["same_suit"]["outcome"] != "void"


@clause("MD-CTF 13.B", "MD-CTF 13.C")
def test_two_in_the_deal_outweigh_one_found_later_whichever_is_told_first() -> None:
    early, late = {"kind": "cards_face_up", "count": 2}, {"kind": "cards_face_up", "when": "decisions"}
    for order in ((early, late), (late, early)):
        answer = chase(*order, overrides=(MANUAL,))
        assert answer["void"]["clause"] == "MD-CTF 13.B"
        assert outcomes(answer, 1)["same_suit"] == ("void", "5.00")
    for count in (1, 2):
        table = TableForTest(MD_CTF, MANUAL).deal(1, also=["same_suit"])
        table.do(c.Report(D, 0, "cards_face_up", count), c.Report(D, 0, "cards_face_up", 2, during="deal"))
        assert [void.clauses for void in table.round.voids] == [("MD-CTF 13.B",)]
        assert {str(line.outcome) for line in table.finish()} == {"void"}


@clause("MD-CTF 13.A", "MD-CTF 13.B", "MD-CTF 10.B(1)", "MD-CTF 10.B(2)")
@pytest.mark.parametrize("when", ["decisions", "flop", "community", "after_decisions", "settlement"])
def test_with_stacks_the_deal_is_over_when_the_last_is_delivered(when: str) -> None:
    assert chase({"kind": "cards_face_up", "count": 2, "when": when})["void"] is None
    table = TableForTest(MD_CTF).deal(1)
    table.refuses(c.Report(D, 0, "cards_face_up", 2), Code.WRONG_PHASE, "MD-CTF 13.A")


@clause("MD-CTF 13.A")
def test_once_the_last_community_card_lies_nothing_is_dealt_any_more() -> None:
    table = TableForTest(MD_CTF, MANUAL).deal(1)
    for _ in range(2):
        table.do(c.Act(P, 0, 1, "check"), c.DealCommunity(D))
    assert table.phase is Phase.DECISIONS
    table.refuses(c.Report(D, 0, "cards_face_up", 2), Code.WRONG_PHASE, "MD-CTF 13.A")


@clause("MD-CTF 10.B(3)", "MD-CTF 13.A", "MD-CTF 13.B")
def test_face_up_cards_of_a_stack_that_is_kept_in_the_shuffler() -> None:
    """The dealer has not received three cards, so 13.C does not save the Same Suit Wager."""
    for when in ("decisions", "after_decisions"):
        assert chase({"kind": "cards_face_up", "when": when}, overrides=(KEPT,))["void"] is None
        answer = chase({"kind": "cards_face_up", "count": 2, "when": when}, overrides=(KEPT,))
        assert answer["void"]["clause"] == "MD-CTF 13.B"
        assert outcomes(answer, 1)["same_suit"] == ("void", "5.00")
    table = TableForTest(MD_CTF, KEPT).deal(1).act_all()
    assert table.phase is Phase.REVEAL
    top = table.round.stock[0]
    table.do(c.Report(D, 0, "cards_face_up", 1, (top,)), c.Reveal(D))
    assert top not in table.round.dealer
    assert len(table.round.dealer) == 3
    table.refuses(c.Report(D, 0, "cards_face_up", 1), Code.WRONG_PHASE, "MD-CTF 13.A")


@clause("MD-HCF 13.A")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
def test_a_card_that_nobody_names_is_the_next_one_and_is_not_dealt(dealing: str) -> None:
    table = TableForTest(MD_HCF, f"table.dealing={dealing}").start().bet(1).close_betting()
    table.do(c.Deal(D, 0, 3), c.Report(D, 0, "cards_face_up", 1))
    assert table.round.set_aside == (3,)
    table.do(c.Deal(D))
    assert 3 not in (*table.round.seats[0].cards, *table.round.dealer)
    table.act_all().do(c.CountStub(D, 0, 52 - 14 - 1))
    assert table.round.void is None


@clause("MD-HCF 13.D", "MD-CTF 13.E", "MA-HCF 13(c)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_a_wrong_number_found_when_the_hands_are_turned_over(name: str) -> None:
    table = TableForTest(name).deal(1, 2).act_all()
    table.do(c.Reveal(D), c.Report(D, 0, "wrong_number_of_cards", seat=2))
    assert {str(line.outcome) for line in table.finish() if line.wager != "progressive"} == {"void"}


@clause("MD-HCF 13.D")
def test_what_was_settled_before_stays_settled() -> None:
    """The reading of a void that is found while wagers are paid."""
    run = tuple(range(7)), tuple(range(13, 20)), tuple(range(26, 33))
    order = (*run[0], *run[1], *run[2], *(card for card in range(52) if card not in {*run[0], *run[1], *run[2]}))
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, 2, also=["progressive"], order=order).act_all()
    table.do(c.Reveal(D), c.Settle(D))
    assert table.round.claim == 2
    before = table.round.lines
    assert {line.seat for line in before} == {2}
    table.do(c.Report(D, 0, "wrong_number_of_cards", seat=1))
    later = table.finish()
    assert {str(line.outcome) for line in later if line.seat == 1} == {"void"}
    assert [line for line in later if line in before] == []


@clause("MD-HCF 13.D", "MD-HCF 11.B(9)(a)", "MD-HCF 11.B(9)(c)")
@pytest.mark.parametrize("seat", [2, 3])
def test_a_hand_that_is_found_wrong_when_its_win_is_validated(seat: int) -> None:
    """Its other wagers stay settled, and the win that waits goes back. A hand that is settled altogether is over."""
    run = [tuple(range(13 * suit, 13 * suit + 7)) for suit in range(4)]
    order = (*run[0], *run[1], *run[2], *run[3], *(card for card in range(52) if card % 13 > 6))
    table = TableForTest(MD_HCF, "table.dealing=automated", "wagers.progressive.envy=false").start(order)
    table.bet(1, 2, also=["progressive"]).bet(3).close_betting().do(c.Deal(D))
    table.act_all().do(c.Reveal(D))
    table.do(c.Settle(D))
    assert table.round.claim == 2
    before = {(line.seat, line.wager) for line in table.round.lines}
    assert {each for each, _ in before} == {2, 3}
    if seat == 3:
        table.refuses(c.Report(D, 0, "wrong_number_of_cards", seat=3), Code.ALREADY_DECIDED, "MD-HCF 13.D")
        return
    table.do(c.Report(D, 0, "wrong_number_of_cards", seat=2))
    later = {(line.seat, line.wager): line for line in table.finish()}
    assert not before & later.keys()
    assert (str(later[2, "progressive"].outcome), later[2, "progressive"].returned) == ("void", money("1"))
    assert "MD-HCF 13.D" in later[2, "progressive"].clauses
    assert (str(later[1, "ante"].outcome), str(later[1, "raise"].outcome)) == ("void", "void")
    assert str(later[1, "progressive"].outcome) == "win"  # Its hand is complete: 13.F.


@clause("MD-CTF 13.H", "MD-CTF 13.H(2)")
def test_a_shuffler_that_jams_during_settlement_returns_what_is_not_settled() -> None:
    table = TableForTest(MD_CTF).deal(1, 2, also=["same_suit"]).act_all()
    table.do(c.Reveal(D), c.Report(D, 0, "shuffler_jam"))
    assert {str(line.outcome) for line in table.finish()} == {"void"}


@clause("MD-HCF 8.J(1)", "MD-HCF 8.J(2)", "MD-CTF 10.E(1)", "MD-CTF 10.E(2)", "MA-HCF 7(f)(2)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
@pytest.mark.parametrize(("in_deck", "removed"), [(51, True), (52, False), (53, True)])
def test_a_misdeal_with_a_deck_that_is_not_whole(name: str, in_deck: int, removed: bool) -> None:
    table = TableForTest(name).deal(1, 2).act_all()
    number = table.round.deck
    stub = len(table.round.stock)
    table.do(c.CountStub(D, 0, stub - 1, misdealt=True, in_deck=in_deck))
    assert {str(line.outcome) for line in table.finish()} == {"void"}
    assert (table.table.deck(number) is None) is removed


@clause("MD-HCF 8.J(1)", "MD-HCF 8.J(2)")
def test_a_scenario_says_that_cards_are_misdealt_and_missing() -> None:
    once = high_card(*misdealt(1, 2), {"kind": "stub_count_misdealt", "in_deck": 51})
    twice = high_card(*misdealt(1, 2), {"kind": "stub_count_misdealt"}, {"kind": "stub_count_wrong"})
    assert once == twice
    assert outcomes(once, 4) == ALL_BACK
    with pytest.raises(MalformedData, match="in_deck: only after a misdeal"):
        high_card(*misdealt(1, 2), {"kind": "stub_count_wrong", "in_deck": 51})


@clause("MD-CTF 8.G(2)", "MD-CTF 13.C")
@pytest.mark.parametrize("wagers", [{}, {"same_suit": "5"}])
def test_a_wrong_count_returns_the_progressive_whether_or_not_the_board_is_dealt(wagers: dict[str, str]) -> None:
    """Without a Same Suit Wager nothing hangs on the community cards, and the void round deals none."""
    bets = {"ante": "10", "xtra_bonus": "10", "progressive": "1", **wagers}
    data = {
        "dealer": "Qh 7c 2c",
        "community": "Ks 9d 5d 3h",
        "seats": [seat(1, "As Js 8s", bets, "all-in", wheel="$125")],
        "irregularities": [
            {"kind": "cards_face_up", "when": "flop", "count": 2}, {"kind": "stub_count_wrong", "when": "settlement"},
        ],
    }  # fmt: skip
    answer = settle(MD_CTF, data, "table.dealing=manual_shoe")
    assert outcomes(answer, 1)["progressive"] == ("void", "1.00")
    assert [void["then"] for void in answer["voids"]] == ["reshuffle", "deck_removed"]


@clause("MD-CTF 8.E")
def test_a_live_void_round_without_community_cards_counts_what_is_left() -> None:
    table = TableForTest(MD_CTF, "table.dealing=manual_shoe", "table.shuffler=plain").deal(1, also=["progressive"])
    table.do(c.Act(P, 0, 1, "check"), c.Report(D, 0, "cards_face_up", 2))
    assert table.phase is Phase.SETTLING
    table.do(c.CountStub(D, 0, len(table.round.stock) - 1))
    number = table.round.deck
    assert {str(line.outcome) for line in table.finish()} == {"void"}
    assert table.table.deck(number) is None


@clause("MD-HCF 8.G")
def test_a_stub_that_never_was_is_not_counted() -> None:
    """The deal stops at the second card that lies face up; a count cannot have followed, and is not passed over."""
    data = {
        "deck": " ".join(rank + suit for suit in "shdc" for rank in "23456789TJQKA"),
        "seats": [{"seat": 1, "wagers": BETS}],
        "irregularities": [
            {"kind": "cards_face_up", "cards": "3s 4s"}, {"kind": "stub_count_wrong", "when": "settlement"},
        ],
    }  # fmt: skip
    with pytest.raises(MalformedData, match=r"stub_count_wrong: wrong phase .*MD-HCF 8\.G"):
        settle(MD_HCF, data)


@clause("MD-HCF 8.J(1)", "MD-HCF 13.D")
@pytest.mark.parametrize(("in_deck", "then"), [(51, "deck_removed"), (52, None)])
def test_a_scenario_is_told_every_reason_and_what_becomes_of_the_deck(in_deck: int, then: str | None) -> None:
    counted = {"kind": "stub_count_misdealt", "in_deck": in_deck, "when": "settlement"}
    answer = high_card(counted, *misdealt(1, 2, when="settlement"))
    assert answer["voids"] == [
        {"clause": "MD-HCF 13.D", "reason": "wrong_number_of_cards", "then": "reshuffle"},
        {"clause": "MD-HCF 8.J(1)", "reason": "stub_count_misdealt", "then": then},
    ]


@clause("MD-HCF 13.D", "MD-HCF 13.E", "MD-HCF 8.F")
def test_what_cannot_have_happened_yet_is_refused_by_its_own_clause() -> None:
    table = TableForTest(MA_HCF).start().bet(1)
    table.refuses(c.Report(D, 0, "wrong_number_of_cards", seat=1), Code.WRONG_PHASE, "MA-HCF 13(c)")
    table.close_betting()
    for kind, clause_ in (("wrong_number_of_cards", "13(c)"), ("dealer_card_exposed", "13(d)")):
        table.refuses(c.Report(D, 0, kind, seat=1), Code.WRONG_PHASE, f"MA-HCF {clause_}")
    table.refuses(c.Report(D, 0, "information_shared", seat=1), Code.WRONG_PHASE, "MA-HCF 9(a)")
    table.do(c.Deal(D, 0, 7))
    table.do(c.Report(D, 0, "information_shared", seat=1))
    table.refuses(c.Report(D, 0, "dealer_card_exposed"), Code.WRONG_PHASE, "MA-HCF 13(d)")
    table.do(c.Deal(D))
    table.do(c.Report(D, 0, "dealer_card_exposed"))
    with pytest.raises(MalformedData, match=r"irregularities 3: dealer_card_exposed: wrong phase .*MD-HCF 13.E"):
        high_card(*misdealt(1, 2), {"kind": "dealer_card_exposed", "when": "betting"})
    with pytest.raises(MalformedData, match=r"irregularities 3: stub_count_wrong: wrong phase"):
        high_card(*misdealt(1, 2), {"kind": "stub_count_wrong", "when": "betting"})


@clause("MD-CTF 13.F")
def test_an_exposed_card_is_none_once_all_are_all_in_although_community_cards_are_to_come() -> None:
    table = TableForTest(MD_CTF).deal(1)
    table.do(c.Act(P, 0, 1, "all_in", 3 * money("10")))
    assert table.phase is Phase.BOARD
    table.refuses(c.Report(D, 0, "dealer_card_exposed"), Code.WRONG_PHASE, "MD-CTF 13.F")
    other = TableForTest(MD_CTF).deal(1)
    other.do(c.Act(P, 0, 1, "check"), c.Report(D, 0, "dealer_card_exposed"))
    assert other.round.void is not None


def test_cards_found_face_up_may_be_named_one_by_one_or_together() -> None:
    both = high_card(*misdealt(1, 2), {"kind": "cards_face_up", "cards": "Tc Jc"})
    each = high_card(*misdealt(1, 2), *({"kind": "cards_face_up", "card": card} for card in ("Tc", "Jc")))
    assert both == each
    assert lines_of(both, 4)["ante"]["clauses"] == ["MD-HCF 13.B", "MD-HCF 13.D"]
    with pytest.raises(MalformedData, match="count: expected 2 or more"):
        high_card(*misdealt(1, 2), {"kind": "cards_face_up", "cards": "Tc Jc", "count": 1})


@clause("MD-HCF 5.C(2)", "MD-HCF 8.G", "MD-CTF 5.E(2)", "MA-HCF 7(g)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_a_counting_shuffler_that_gives_no_count_has_not_found_a_wrong_one(name: str) -> None:
    """The deck stays, and its stub is counted like one that no such device has shuffled."""
    table = TableForTest(name, "table.decks=1").open()
    for number in range(1, 6):
        table.do(c.Shuffle(V, 0, IN_ORDER, 1, None), c.OpenRound(D))
        assert table.table.deck(1) is not None
        table.bet(1).close_betting().do(c.Deal(D))
        table.act_all()
        if number == 5:
            table.refuses(c.Reveal(D), Code.STUB_COUNT_DUE)
            table.do(c.CountStub(D, 0, len(table.round.stock)))
        table.finish()
    table.do(c.Shuffle(V, 0, IN_ORDER, 1, 51))
    assert table.table.deck(1) is None


@clause("MD-HCF 13.I", "MD-CTF 13.J")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
def test_a_device_that_the_table_does_not_have_cannot_fail(name: str) -> None:
    table = TableForTest(name, "table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")
    for device in ("shuffler", "shoe", "wheel"):
        table.refuses(c.ReportDevice(D, 0, device), Code.NOT_PROVIDED)
    other = TableForTest(name, "table.dealing=automated")
    other.do(c.ReportDevice(D, 0, "shoe"), c.ReportDevice(D, 0, "shuffler"))


@clause("MD-HCF 13.G", "MD-CTF 13.H", "MD-CTF 13.H(2)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
def test_a_shuffler_that_is_covered_is_not_in_use_and_cannot_jam(name: str) -> None:
    table = TableForTest(name, "table.dealing=manual_shoe", "table.decks=1").open()
    table.do(c.ReportDevice(D, 0, "shuffler"), c.CoverDevice(D, 0, "shuffler"))
    table.do(c.Shuffle(D, 0, IN_ORDER, 1), c.CutCards(D, 0, 20, 1), c.OpenRound(D))
    table.bet(1).close_betting().do(c.Deal(D))
    table.refuses(c.Report(D, 0, "shuffler_jam"), Code.NOT_PROVIDED)
    assert table.round.void is None


@clause("MD-HCF 11.B(4)(a)", "MD-HCF 11.B(9)(e)(i)", "MD-HCF 13.F")
@pytest.mark.parametrize(("bets", "envy"), [({"ante": "10"}, False), ({"ante": "10", "flush_bonus": "5"}, True)])
def test_a_folded_hand_that_is_racked_earns_no_envy_in_a_void_round_either(bets: dict[str, str], envy: bool) -> None:
    data = {
        "dealer": DEALER,
        "seats": [seat(1, "Ts 9s 8s 7s 6s 5s 4s", bets, "fold"), seat(4, OTHER, BETS, "raise 10")],
        "irregularities": [{"kind": "wrong_number_of_cards", "who": "dealer", "when": "settlement"}],
    }
    assert ("envy_bonus" in lines_of(settle(MD_HCF, data), 4)) is envy


@clause("MD-CTF 10.B(3)", "MD-CTF 10.C", "MD-CTF 7.C(2)")
def test_the_stub_beside_a_kept_stack_is_counted_although_a_player_left_undecided() -> None:
    table = TableForTest(MD_CTF, KEPT, "table.shuffler=plain")
    for _ in range(4):
        table.play_round()
    table.deal(1, 2)
    table.do(c.Act(P, 0, 1, "all_in", 3 * money("10")))
    table.refuses(c.CountStub(D, 0, len(table.round.stock) - 3), Code.WRONG_PHASE)
    table.do(c.Report(F, 0, "hand_abandoned", seat=2))
    table.act_all()
    table.refuses(c.Reveal(D), Code.STUB_COUNT_DUE)
    table.do(c.CountStub(D, 0, len(table.round.stock) - 3))
    assert {str(line.outcome) for line in table.finish() if line.seat == 2} == {"lose"}
