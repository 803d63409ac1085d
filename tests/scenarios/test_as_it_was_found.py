"""What goes wrong, found where it lies: face-up cards in a deck, misdealt hands, counts, words for when."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.law import MalformedData
from houserules.play import Code
from houserules.play import commands as c
from houserules.play.events import CardsDealt, CardSetAside, RoundVoided
from houserules.scenarios.reading import WHEN, WHEN_WITH_A_BOARD
from tests.support.clauses import clause
from tests.support.tables import (
    MA_HCF,
    MD_CTF,
    MD_HCF,
    D,
    TableForTest,
    V,
    lines_of,
    outcomes,
    seat,
    settle,
)

SORTED = " ".join(rank + suit for suit in "shdc" for rank in "23456789TJQKA")
STACKS = "table.dealing=automated"
BET = {"ante": "10", "flush_bonus": "5"}
CHASE = {"ante": "10", "xtra_bonus": "10", "same_suit": "5"}
ACTIONS = {MD_HCF: ["raise 10"], MA_HCF: ["raise 10"], MD_CTF: ["check", "check", "all-in"]}


def from_deck(name: str, cards: str, *overrides: str, bet: dict[str, str] | None = None) -> dict[str, Any]:
    """Two hands of a sorted deck in which these cards lie face up."""
    bet = bet or (CHASE if name == MD_CTF else BET)
    data = {
        "deck": SORTED,
        "seats": [{"seat": number, "wagers": bet, "actions": ACTIONS[name]} for number in (1, 2)],
        "irregularities": [{"kind": "cards_face_up", "card": card} for card in cards.split()],
    }
    return settle(name, data, *overrides)


@clause("MD-HCF 13.B", "MD-HCF 13.F")
def test_a_hand_that_was_complete_before_the_second_card_settles_its_bonus() -> None:
    answer = from_deck(MD_HCF, "Ts Qs", STACKS)
    assert answer["void"] == {"clause": "MD-HCF 13.B", "reason": "cards_face_up"}
    assert outcomes(answer, 1) == {"ante": ("void", "10.00"), "flush_bonus": ("win", "1505.00")}
    assert outcomes(answer, 2) == {"ante": ("void", "10.00"), "flush_bonus": ("void", "5.00")}
    hands = {entry["seat"]: entry["hand"] for entry in answer["seats"]}
    assert hands == {1: "seven-card flush", 2: None}


@clause("MD-HCF 13.B", "MD-HCF 8.E")
def test_one_by_one_no_hand_is_complete_before_the_last_round_of_cards() -> None:
    for second, complete in (("8h", []), ("9h", [1]), ("Th", [1, 2])):
        answer = from_deck(MD_HCF, f"2s {second}")
        assert answer["void"] is not None
        settled = [n for n in (1, 2) if outcomes(answer, n)["flush_bonus"] != ("void", "5.00")]
        assert settled == complete, second


@clause("MA-HCF 13(a)")
def test_massachusetts_returns_every_wager_when_the_second_card_is_found() -> None:
    answer = from_deck(MA_HCF, "Ts Qs")
    assert answer["void"]["clause"] == "MA-HCF 13(a)"
    assert outcomes(answer, 1) == {"ante": ("void", "10.00"), "flush_bonus": ("void", "5.00")}


@clause("MD-HCF 13.A")
@pytest.mark.parametrize("name", [MD_HCF, MA_HCF])
def test_cards_that_the_deal_never_reaches_are_never_found(name: str) -> None:
    never = from_deck(name, "3c 4c", STACKS)
    assert never["void"] is None
    assert never == {**from_deck(name, "", STACKS)}
    one = from_deck(name, "5s Ac", STACKS)
    assert one["void"] is None
    assert {entry["seat"]: entry["cards"] for entry in one["seats"]}[1] == "9s 8s 7s 6s 4s 3s 2s"


@clause("MD-HCF 13.B")
def test_the_last_card_of_the_deal_is_found_and_the_next_is_not() -> None:
    """With one card set aside, the deal of two hands and the dealer's takes the first 22 cards."""
    assert from_deck(MD_HCF, "2s Th", STACKS)["void"] is not None
    assert from_deck(MD_HCF, "2s Jh", STACKS)["void"] is None


@clause("MD-CTF 13.A", "MD-CTF 13.B", "MD-CTF 13.C")
def test_chase_the_flush_finds_cards_in_the_hands_and_in_the_board() -> None:
    shoe = "table.dealing=manual_shoe"
    early = from_deck(MD_CTF, "3s 4s", shoe)
    assert early["void"]["clause"] == "MD-CTF 13.B"
    assert outcomes(early, 1)["same_suit"] == ("void", "5.00")
    late = from_deck(MD_CTF, "Js Qs", shoe)  # nine initial cards, then the Flop
    assert late["void"]["clause"] == "MD-CTF 13.C"
    assert outcomes(late, 1)["same_suit"][0] != "void"
    assert outcomes(late, 1)["ante"] == ("void", "10.00")
    mixed = from_deck(MD_CTF, "2s 2h", shoe)  # set aside in the deal, found with the last community card
    assert mixed["void"]["clause"] == "MD-CTF 13.C"
    assert from_deck(MD_CTF, "2s 3h", shoe)["void"] is None


@clause("MD-HCF 13.B")
def test_the_dealing_stops_where_the_card_is_found() -> None:
    table = TableForTest(MD_HCF, STACKS).start().bet(1, 2, also=["flush_bonus"]).close_betting()
    (dealt,) = table.do(c.Deal(D, 0, 8))
    assert isinstance(dealt, CardsDealt)
    assert not dealt.complete
    assert [len(entry.cards) for entry in table.round.seats] == [7, 1]
    table.refuses(c.Reveal(D), Code.WRONG_PHASE)
    for count in (-1, 0, 14):
        table.refuses(c.Deal(D, 0, count), Code.NOT_A_DECK)
    table.do(c.Report(D, 0, "cards_face_up", 1, (8,)))
    aside, voided = table.do(c.Report(D, 0, "cards_face_up", 1, (9,)))
    assert isinstance(aside, CardSetAside)
    assert isinstance(voided, RoundVoided)
    assert {(line.seat, line.wager): line.outcome for line in table.finish()} == {
        (2, "ante"): "void", (2, "flush_bonus"): "void", (1, "ante"): "void", (1, "flush_bonus"): "win",
    }  # fmt: skip


def test_a_deal_in_parts_is_the_same_deal() -> None:
    for name in (MD_HCF, MD_CTF, MA_HCF):
        whole = TableForTest(name).deal(1, 2, 3)
        parts = TableForTest(name).start().bet(1, 2, 3).close_betting()
        parts.do(c.Deal(D, 0, 2), c.Deal(D, 0, 3), c.Deal(D))
        assert parts.round == whole.round


HANDS: dict[str, dict[str, Any]] = {
    MD_HCF: {
        "dealer": "9h 6h 2h Ks Qd 4c 3c",
        "seats": [
            seat(1, "Ah Kh Qh 9c 4s 2d 3s", BET, "raise 10"), seat(3, "Ad Kd 5d 8c 9s 2c 6s", BET, "fold"),
        ],
    },
    MD_CTF: {
        "dealer": "Qh 7c 2c",
        "community": "Ks 9d 5d 3h",
        "seats": [
            seat(1, "As Js 8s", CHASE, "all-in"), seat(3, "4s 4h 4d", CHASE, "check", "check", "fold"),
        ],
    },
}  # fmt: skip
HANDS[MA_HCF] = HANDS[MD_HCF]


def wrong(name: str, *irregularities: dict[str, Any], overrides: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return settle(name, {**HANDS[name], **more, "irregularities": list(irregularities)}, *overrides)


@clause("MD-HCF 13.A", "MD-CTF 13.A", "MA-HCF 13(a)")
@pytest.mark.parametrize(
    ("name", "card", "holder"),
    [
        (MD_HCF, "Ah", "seat 1"), (MD_HCF, "6s", "seat 3"), (MD_HCF, "Qd", "dealer"), (MA_HCF, "Ad", "seat 3"),
        (MD_CTF, "As", "seat 1"), (MD_CTF, "4d", "seat 3"), (MD_CTF, "5d", "community"), (MD_CTF, "7c", "dealer"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("when", ["dealing", "decisions"])
def test_a_card_found_face_up_lies_in_no_hand(name: str, card: str, holder: str, when: str) -> None:
    with pytest.raises(MalformedData, match=f"irregularities 1: card: {card} lies at {holder};"):
        wrong(name, {"kind": "cards_face_up", "card": card, "when": when})


@clause("MD-HCF 13.A", "MD-HCF 13.B")
def test_cards_named_beside_written_hands() -> None:
    once = wrong(MD_HCF, {"kind": "cards_face_up", "card": "Tc"})
    assert once == settle(MD_HCF, HANDS[MD_HCF])
    twice = wrong(MD_HCF, {"kind": "cards_face_up", "card": "Tc"}, {"kind": "cards_face_up", "card": "Td"})
    assert twice["void"]["clause"] == "MD-HCF 13.B"
    with pytest.raises(MalformedData, match="irregularities 2: card: Tc lies at irregularities 1"):
        wrong(MD_HCF, {"kind": "cards_face_up", "card": "Tc"}, {"kind": "cards_face_up", "card": "Tc"})


@clause("MD-HCF 13.F")
def test_a_hand_that_is_not_written_was_never_completed() -> None:
    seats = [HANDS[MD_HCF]["seats"][0], {"seat": 3, "wagers": BET}]
    answer = wrong(MD_HCF, {"kind": "cards_face_up", "count": 2}, seats=seats)
    assert outcomes(answer, 3) == {"ante": ("void", "10.00"), "flush_bonus": ("void", "5.00")}
    assert outcomes(answer, 1)["flush_bonus"] == ("lose", "0.00")


def test_cards_are_missing_only_where_nothing_hangs_on_them() -> None:
    seats = [HANDS[MD_HCF]["seats"][0], {"seat": 3, "wagers": BET, "action": "fold"}]
    with pytest.raises(MalformedData, match="seat 3: cards: is missing"):
        wrong(MD_HCF, {"kind": "drawn_in_error"}, seats=seats)
    with pytest.raises(MalformedData, match="dealer: is missing"):
        settle(MD_HCF, {"seats": HANDS[MD_HCF]["seats"]})
    chase = {key: value for key, value in HANDS[MD_CTF].items() if key != "community"}
    exposed = {"kind": "dealer_card_exposed"}
    with pytest.raises(MalformedData, match="community: is missing"):
        settle(MD_CTF, {**chase, "irregularities": [exposed]})
    assert settle(MD_CTF, {**chase, "irregularities": [{"kind": "shoe_jam"}]})["void"] is not None


@clause("MD-HCF 13.D", "MD-CTF 13.E", "MA-HCF 13(c)")
@pytest.mark.parametrize(
    ("name", "held"),
    [(MD_HCF, "Ah Kh Qh 9c 4s 2d"), (MD_HCF, "Ah Kh Qh 9c 4s 2d 3s 7d"), (MA_HCF, "Ah"), (MD_CTF, "As Js 8s 2s")],
)
def test_a_misdealt_hand_is_written_as_it_was_dealt(name: str, held: str) -> None:
    first, other = HANDS[name]["seats"]
    answer = wrong(name, {"kind": "wrong_number_of_cards", "seat": 1}, seats=[{**first, "cards": held}, other])
    assert answer["void"]["reason"] == "wrong_number_of_cards"
    assert lines_of(answer, 1)["ante"]["returned"] == "10.00"
    assert {entry["seat"]: entry["hand"] for entry in answer["seats"]}[1] is None
    with pytest.raises(MalformedData, match="seat 1: cards: expected"):
        wrong(name, {"kind": "wrong_number_of_cards", "seat": 3}, seats=[{**first, "cards": held}, other])


@clause("MD-HCF 13.D", "MD-CTF 13.E")
def test_the_dealer_and_the_board_may_be_misdealt_too() -> None:
    short = wrong(MD_HCF, {"kind": "wrong_number_of_cards", "who": "dealer"}, dealer="9h 6h 2h")
    assert short["dealer"]["hand"] is None
    board = wrong(MD_CTF, {"kind": "wrong_number_of_cards", "who": "community"}, community="Ks 9d 5d 3h 2h")
    assert board["void"]["clause"] == "MD-CTF 13.E"
    with pytest.raises(MalformedData, match='who: expected "dealer", not'):
        wrong(MD_HCF, {"kind": "wrong_number_of_cards", "who": "community"})
    table = TableForTest(MD_HCF).deal(1)
    table.refuses(c.Report(D, 0, "wrong_number_of_cards", who="community"), Code.NOT_PROVIDED, "MD-HCF 13.D")


@clause("MD-CTF 10.B(3)", "MD-CTF 10.E(2)")
@pytest.mark.parametrize("kind", ["stub_count_wrong", "stub_count_misdealt"])
def test_with_the_dealers_stack_kept_the_stub_is_counted_after_the_decisions(kind: str) -> None:
    kept = "table.order=stacks_community_players_dealer_kept"
    answer = wrong(MD_CTF, {"kind": kind}, overrides=(kept,))
    assert outcomes(answer, 1)["all_in"] == ("void", "30.00")
    assert "all_in" not in outcomes(wrong(MD_CTF, {"kind": kind}), 1)
    table = TableForTest(MD_CTF, kept).deal(1)
    stub = len(table.round.stock) - 3
    table.refuses(c.CountStub(D, 0, stub), Code.WRONG_PHASE, "MD-CTF 10.C")
    table.act_all().do(c.CountStub(D, 0, stub))


@clause("MD-HCF 9.E(2)", "MD-HCF 10.E(1)", "MD-CTF 10.E(2)", "MA-HCF 7(f)(2)")
@pytest.mark.parametrize(
    ("name", "dealing", "kind", "clause_"),
    [
        (MD_HCF, "manual_shoe", "misdealt", "MD-HCF 8.J(1)"), (MD_HCF, "hand", "wrong", "MD-HCF 9.E(2)"),
        (MD_HCF, "automated", "misdealt", "MD-HCF 10.E(1)"), (MD_CTF, "manual_shoe", "wrong", "MD-CTF 8.G(2)"),
        (MD_CTF, "hand", "misdealt", "MD-CTF 9.E(1)"), (MD_CTF, "automated", "wrong", "MD-CTF 10.E(2)"),
        (MA_HCF, "manual_shoe", "wrong", "MA-HCF 7(f)(2)"), (MA_HCF, "automated", "misdealt", "MA-HCF 7(f)(2)"),
    ],
)  # fmt: skip
def test_a_count_cites_the_chapter_of_its_dealing(name: str, dealing: str, kind: str, clause_: str) -> None:
    answer = wrong(name, {"kind": f"stub_count_{kind}"}, overrides=(f"table.dealing={dealing}",))
    assert answer["void"]["clause"] == clause_
    assert {line["clause"] for entry in answer["seats"] for line in entry["wagers"]} == {clause_}


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_the_words_for_when_are_a_closed_list(name: str) -> None:
    for word in ("tuesday", "Dealing", "after decisions", "settling", "turn", ""):
        with pytest.raises(MalformedData, match=r"irregularities 1: when: .* is no such time; there are betting, "):
            wrong(name, {"kind": "drawn_in_error", "when": word})
    for word in WHEN_WITH_A_BOARD:
        if name == MD_CTF:
            assert wrong(name, {"kind": "drawn_in_error", "when": word})["void"] is None
        else:
            with pytest.raises(MalformedData, match="is no such time"):
                wrong(name, {"kind": "drawn_in_error", "when": word})
    for word in set(WHEN) - {"betting"}:
        assert wrong(name, {"kind": "drawn_in_error", "when": word})["void"] is None


@clause("MA-HCF 9(a)", "MA-HCF 13(d)")
@pytest.mark.parametrize(("when", "stands"), [("after_decisions", True), ("reveal", False), ("settlement", False)])
def test_massachusetts_ends_with_the_dealers_reveal(when: str, stands: bool) -> None:
    shared = wrong(MA_HCF, {"kind": "information_shared", "seat": 1, "when": when})
    assert (outcomes(shared, 1)["ante"][0] == "lose") is stands
    assert (wrong(MA_HCF, {"kind": "dealer_card_exposed", "when": when})["void"] is not None) is stands
    assert wrong(MD_HCF, {"kind": "dealer_card_exposed", "when": when})["void"] is None


@clause("MD-HCF 13.B", "MD-HCF 8.F", "MA-HCF 13(a)", "MA-HCF 7(e)")
@pytest.mark.parametrize("name", [MD_HCF, MA_HCF])
def test_in_high_card_flush_the_deal_is_over_when_the_decisions_begin(name: str) -> None:
    assert wrong(name, {"kind": "cards_face_up", "count": 2, "when": "dealing"})["void"] is not None
    for when in ("decisions", "after_decisions"):
        assert wrong(name, {"kind": "cards_face_up", "count": 2, "when": when})["void"] is None
    table = TableForTest(name).deal(1)
    table.refuses(c.Report(D, 0, "cards_face_up", 2), Code.WRONG_PHASE)


@clause("MD-HCF 13.H", "MD-CTF 13.I", "MA-HCF 13(f)")
@pytest.mark.parametrize(("name", "path"), [(MD_HCF, "13.H"), (MD_CTF, "13.I"), (MA_HCF, "13(f)")])
def test_only_a_shoe_that_is_in_use_can_jam(name: str, path: str) -> None:
    book = {MD_HCF: "MD-HCF", MD_CTF: "MD-CTF", MA_HCF: "MA-HCF"}[name]
    for dealing in ("manual_shoe",) if name == MA_HCF else ("manual_shoe", "hand"):
        with pytest.raises(MalformedData, match="irregularities 1: shoe_jam: not provided"):
            wrong(name, {"kind": "shoe_jam"}, overrides=(f"table.dealing={dealing}",))
        table = TableForTest(name, f"table.dealing={dealing}").deal(1)
        table.refuses(c.Report(D, 0, "shoe_jam"), Code.NOT_PROVIDED, f"{book} {path}")
    assert wrong(name, {"kind": "shoe_jam"}, overrides=(STACKS,))["void"]["clause"] == f"{book} {path}"


@clause("MD-HCF 13.G", "MD-CTF 13.H")
@pytest.mark.parametrize(("name", "clause_"), [(MD_HCF, "MD-HCF 13.G"), (MD_CTF, "MD-CTF 13.H")])
def test_only_a_shuffler_that_is_in_use_can_jam(name: str, clause_: str) -> None:
    without = ("table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")
    with pytest.raises(MalformedData, match="irregularities 1: shuffler_jam: not provided"):
        wrong(name, {"kind": "shuffler_jam"}, overrides=without)
    table = TableForTest(name, *without).deal(1)
    table.refuses(c.Report(D, 0, "shuffler_jam"), Code.NOT_PROVIDED, clause_)


@pytest.mark.parametrize("name", [MD_HCF, MA_HCF])
def test_with_one_deck_a_jam_leaves_the_round_as_it_is(name: str) -> None:
    """The only deck is in play: nothing is in the shuffler, and the wagers stand."""
    one = ("table.decks=1",)
    assert wrong(name, {"kind": "shuffler_jam"}, overrides=one) == wrong(name, overrides=one)
    TableForTest(name, *one).deal(1).refuses(c.Report(D, 0, "shuffler_jam"), Code.NOTHING_CHANGES)


@clause("MD-CTF 12.D(4)")
def test_the_wheel_shows_only_what_a_segment_carries() -> None:
    few = "wagers.progressive.segments=[{symbol='Jackpot', count=1}, {symbol='$5', count=9}, {symbol='$10', count=0}]"
    spinning = {**HANDS[MD_CTF], "seats": [seat(1, "As Js 8s", {**CHASE, "progressive": "1"}, "all-in", wheel="$5")]}
    assert lines_of(settle(MD_CTF, spinning, few), 1)["progressive"]["returned"] == "5.00"
    table = TableForTest(MD_CTF, few).deal(1, also=["progressive"]).act_all()
    table.do(c.Reveal(D), c.Settle(D))
    for symbol in ("$10", "$15", "$7"):
        table.refuses(c.SpinWheel(V, 0, 1, symbol), Code.NO_SUCH_SYMBOL)
    table.do(c.SpinWheel(V, 0, 1, "$5"))


@pytest.mark.parametrize(
    ("name", "entry", "reason"),
    [
        (MD_HCF, seat(1, "Ah Kh Qh 9c 4s 2d 3s", BET, "raise 10", wheel="$5"), "no wheel spins in this game"),
        (MD_CTF, seat(1, "As Js 8s", CHASE, "all-in", wheel="$5"), "without a Progressive wager"),
        (MD_CTF, seat(1, "As Js 8d", {**CHASE, "progressive": "1"}, "all-in", wheel="$5"), "not of one suit"),
        (MD_CTF, seat(1, "As Js 8s", {**CHASE, "progressive": "1"}, "all-in", wheel="$6"), "no such symbol"),
    ],
)
def test_a_symbol_is_named_only_where_a_wheel_spins(name: str, entry: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedData, match=f"seat 1: wheel: .*{reason}"):
        settle(name, {**HANDS[name], "seats": [entry]})


@pytest.mark.parametrize(
    ("wagers", "action", "place"),
    [
        ({"ante": "10.001"}, "raise 10", "wagers.ante"),
        ({"ante": "10.01"}, "raise 10.015", "action"),
    ],
)
def test_wagers_are_whole_cents(wagers: dict[str, str], action: str, place: str) -> None:
    entry = seat(4, "Ah Kh Qh 9c 4s 2d 3s", wagers, action)
    with pytest.raises(MalformedData, match=f"seat 4: {place}: .* has parts of a cent"):
        settle(MD_HCF, {**HANDS[MD_HCF], "seats": [entry]})
    entry = seat(4, "Ah Kh Qh 9c 4s 2d 3s", {"ante": "10.01"}, "raise 10.01")
    assert settle(MD_HCF, {**HANDS[MD_HCF], "seats": [entry]})["seats"][0]["returned"] == "40.04"


def test_a_seat_without_a_number_is_not_passed_over() -> None:
    """Nor one whose number is null, as JSON can say it: its wagers would be settled by nobody."""
    for unnamed in ({}, {"seat": None}):
        data = {"dealer": "9h 6h 2h Ks Qc 4c 3c", "seats": [seat(1, "Ah Kh Qh 9c 5d 2d 3s", None, "fold"), unnamed]}
        with pytest.raises(MalformedData, match=r"seats 2: seat: is missing"):
            settle(MD_HCF, data)


def test_every_fault_of_a_seat_names_the_seat() -> None:
    entry = {"seat": 3, "cards": "Ah", "wagers": {"ante": "x"}, "action": "dance!", "colour": "red"}
    with pytest.raises(MalformedData) as caught:
        settle(MD_HCF, {**HANDS[MD_HCF], "seats": [entry]})
    assert len(caught.value.problems) == 4
    assert all(problem.startswith("seat 3: ") for problem in caught.value.problems)
