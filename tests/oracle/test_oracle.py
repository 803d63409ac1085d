"""Worked examples, computed by hand from the documents."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tests.oracle.hands import DECK, MILLION, PAYTABLES, dollars, pays, qualifies, straight_flush
from tests.oracle.outcome import Outcome, outcome
from tests.oracle.random_rounds import RULEBOOKS, as_scenario, random_round
from tests.oracle.rounds import Box, Irregularity, Round, Table

KINGS = "Ah Kh Qh 9c 4c 2d 3s"  # three-card flush, ace high, and a three-card straight flush
NINES = "9s 8s 7s 6s Ad Th 4h"  # four-card flush and four-card straight flush
PLAIN = "2h 3h 7c 8c Tc Jd Qd"  # three-card flush, ten high, no straight flush
DEALER = "9d 6d 3d Ks Js 5c 2c"  # three-card flush, nine high: qualifies with nothing to spare
TABLES = {
    "MD-HCF": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
    "MA-HCF": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
    "MD-CTF": {"xtra_bonus": "A", "same_suit": "A", "progressive": "A"},
}


def box(seat: int, cards: str, *actions: str, **wagers: str) -> Box:
    staked = {name: dollars(text) for name, text in wagers.items()}
    return Box(seat, staked, tuple(cards.split()), actions)


def full(seat: int, cards: str, *actions: str, person: int = 0) -> Box:
    """All wagers of High Card Flush; a raise of the Ante unless something else is said."""
    wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"}
    return replace(box(seat, cards, *(actions or ("raise 10",)), **wagers), person=person)


def wrong(where: int | str, when: str = "dealing") -> Irregularity:
    return Irregularity("wrong_number_of_cards", when, where)


def high(rulebook: str, boxes: list[Box], *irregularities: Irregularity, dealer: str = DEALER, **how: str) -> Round:
    table = Table(rulebook, TABLES[rulebook], shared_pay=False, **how)  # type: ignore[arg-type]
    return Round(table, tuple(boxes), tuple(dealer.split()), irregularities=frozenset(irregularities))


def said(result: Outcome, seat: int) -> str:
    """The lines of a seat in short, in the order of settlement: `win 10, lose, void`."""
    lines = [line for (at, _), line in result.lines.items() if at == seat]
    return ", ".join(f"win {paid / MILLION:g}" if outcome == "win" else outcome for outcome, paid, _ in lines)


STANDS = ("win 10, win 10, lose, win 35, win 3", "win 10, win 10, win 5, win 300, win 40")
BONUS_ONLY = ("void, void, lose, win 35, win 3", "void, void, win 5, win 300, win 40")
ALL_VOID = ("void, void, void, void, void",) * 2
FACE_UP = "cards_face_up"
EXPOSED = "dealer_card_exposed"


@pytest.mark.parametrize(
    ("what", "how", "lines", "void", "deck"),
    [
        ([], {}, STANDS, "", "goes on"),
        ([Irregularity(FACE_UP)], {}, STANDS, "", "goes on"),
        ([Irregularity(FACE_UP, count=2)], {}, BONUS_ONLY, "13.B", "reshuffled"),
        ([Irregularity(FACE_UP, count=3)], {}, BONUS_ONLY, "13.B", "reshuffled"),
        ([Irregularity(FACE_UP, "decisions", count=2)], {}, STANDS, "", "goes on"),
        ([Irregularity("drawn_in_error")], {}, STANDS, "", "goes on"),
        ([Irregularity(EXPOSED)], {}, BONUS_ONLY, "13.E", "reshuffled"),
        ([Irregularity(EXPOSED, "decisions")], {}, BONUS_ONLY, "13.E", "reshuffled"),
        ([Irregularity(EXPOSED, "after_decisions")], {}, STANDS, "", "goes on"),
        ([Irregularity("shoe_jam")], {"dealing": "automated"}, ALL_VOID, "13.H", "reshuffled"),
        ([Irregularity("shoe_jam")], {"dealing": "hand"}, STANDS, "", "goes on"),
        ([Irregularity("shuffler_jam")], {}, STANDS, "", "reshuffled"),
        ([Irregularity("device_out_of_order")], {}, STANDS, "", "goes on"),
        ([Irregularity("shuffler_count_wrong", "betting")], {"shuffler": "counting"}, STANDS, "", "removed"),
        ([Irregularity("stub_count_wrong", "decisions")], {}, ALL_VOID, "8.J(2)", "removed"),
        ([Irregularity("stub_count_wrong", "decisions")], {"dealing": "hand"}, ALL_VOID, "9.E(2)", "removed"),
        ([Irregularity("stub_count_wrong")], {"dealing": "automated"}, ALL_VOID, "10.E(2)", "removed"),
        ([Irregularity(EXPOSED), Irregularity("shoe_jam")], {"dealing": "automated"}, ALL_VOID, "13.E", "reshuffled"),
    ],
)
def test_maryland_with_hands_as_they_should_be(
    what: list[Irregularity], how: dict[str, str], lines: tuple[str, str], void: str, deck: str
) -> None:
    result = outcome(high("MD-HCF", [full(1, KINGS), full(2, NINES)], *what, **how))
    assert (said(result, 1), said(result, 2)) == lines
    assert result.void[:1] == ((f"MD-HCF {void}",) if void else ())
    assert result.deck == deck


@pytest.mark.parametrize("when", ["dealing", "decisions", "after_decisions", "reveal", "settlement"])
def test_maryland_a_six_and_an_eight_from_one_slip(when: str) -> None:
    """13.D voids, whenever it is found; 13.F settles the hand of seven, and the six and the eight get all back."""
    boxes = [full(1, "Ah Kh Qh 9c 4c 2d"), full(2, NINES + " 3s"), full(4, PLAIN)]
    result = outcome(high("MD-HCF", boxes, wrong(1, when), wrong(2, when)))
    assert [said(result, seat) for seat in (1, 2, 4)] == [*ALL_VOID, "void, void, lose, lose, lose"]
    assert result.void == ("MD-HCF 13.D",)
    assert result.lines[4, "flush_bonus"][2] == "MD-HCF 12.B"


def test_maryland_the_slip_was_between_a_player_and_the_dealer() -> None:
    boxes = [full(1, KINGS + " 2c"), full(2, NINES)]
    result = outcome(high("MD-HCF", boxes, wrong(1), wrong("dealer"), dealer="9d 6d 3d Ks Js 5c"))
    assert (said(result, 1), said(result, 2)) == (ALL_VOID[0], BONUS_ONLY[1])


def test_maryland_wrong_number_of_the_dealer_alone_spares_all_bonus_wagers() -> None:
    result = outcome(high("MD-HCF", [full(1, KINGS), full(2, NINES)], wrong("dealer"), dealer="9d 6d 3d"))
    assert (said(result, 1), said(result, 2)) == BONUS_ONLY


def test_maryland_wrong_number_and_an_exposed_card() -> None:
    boxes = [full(1, "Ah Kh Qh 9c 4c 2d"), full(2, NINES)]
    result = outcome(high("MD-HCF", boxes, wrong(1, "settlement"), Irregularity(EXPOSED, "decisions")))
    assert (said(result, 1), said(result, 2)) == (ALL_VOID[0], BONUS_ONLY[1])
    assert result.void == ("MD-HCF 13.D", "MD-HCF 13.E")


def test_maryland_misdealt_by_the_count_of_the_stub() -> None:
    """8.J(1): 52 cards are there, and one hand has eight."""
    boxes = [full(1, KINGS + " 5h"), full(2, NINES)]
    count = Irregularity("stub_count_misdealt", "decisions")
    result = outcome(high("MD-HCF", boxes, wrong(1, "decisions"), count))
    assert (said(result, 1), said(result, 2), result.deck) == (ALL_VOID[0], BONUS_ONLY[1], "reshuffled")


def test_maryland_misdealt_from_a_deck_that_has_not_52() -> None:
    boxes = [full(1, KINGS + " 5h"), full(2, NINES)]
    count = Irregularity("stub_count_wrong", "decisions")
    result = outcome(high("MD-HCF", boxes, wrong(1, "decisions"), count))
    assert (said(result, 1), said(result, 2), result.deck) == (*ALL_VOID, "removed")


def test_maryland_the_deal_stopped_before_the_second_hand_was_complete() -> None:
    boxes = [full(1, KINGS), replace(full(2, ""), actions=())]
    boxes[0] = replace(boxes[0], actions=())
    result = outcome(high("MD-HCF", boxes, Irregularity(FACE_UP, count=2), dealer="", dealing="automated"))
    assert said(result, 1) == "void, lose, win 35, win 3"
    assert said(result, 2) == "void, void, void, void"


def test_maryland_a_fold_before_the_void_is_undone_and_its_bonus_wagers_are_settled() -> None:
    boxes = [full(1, KINGS, "fold"), full(2, NINES)]
    assert said(outcome(high("MD-HCF", boxes)), 1) == "lose, lose, win 35, win 3"
    assert said(outcome(high("MD-HCF", boxes, Irregularity(EXPOSED, "decisions"))), 1) == "void, lose, win 35, win 3"


def test_maryland_the_dealer_one_short_of_the_nine() -> None:
    result = outcome(high("MD-HCF", [full(1, PLAIN)], dealer="8d 6d 3d Ks Js 5c 2c"))
    assert said(result, 1) == "win 10, push, lose, lose, lose"


def test_maryland_lower_and_equal() -> None:
    boxes = [full(1, "9s 6s 3s Kh Jh 5d 2d"), full(2, "9h 6h 2h Kd Jd 5s 3c")]
    result = outcome(high("MD-HCF", boxes))
    assert said(result, 1).startswith("push, push")
    assert said(result, 2).startswith("lose, lose")


def test_maryland_a_player_who_left_loses_every_wager_on_both_boxes() -> None:
    boxes = [replace(full(1, KINGS), actions=()), replace(full(2, NINES, person=1), actions=()), full(3, PLAIN)]
    left = Irregularity("hand_abandoned", "decisions", 1)
    result = outcome(high("MD-HCF", boxes, left))
    assert said(result, 1) == said(result, 2) == "lose, lose, lose, lose"
    assert said(result, 3) == "win 10, win 10, lose, lose, lose"
    assert result.lines[2, "ante"][2] == "MD-HCF 7.C(2)"
    void = outcome(high("MD-HCF", boxes, left, Irregularity(EXPOSED, "decisions")))
    assert said(void, 1) == "void, lose, lose, lose"


def jackpots(rulebook: str, letter: str, *boxes: Box, what: tuple[Irregularity, ...] = ()) -> Outcome:
    table = Table(rulebook, {"progressive": letter}, rate=20, reset=dollars("30000"))
    return outcome(Round(table, boxes, tuple(DEALER.split()), irregularities=frozenset(what), main=dollars("30000")))


SEVEN = "9h 8h 7h 6h 5h 4h 3h"
SIX = "9s 8s 7s 6s 5s 4s 2c"


def test_the_meter_is_paid_from_the_dealers_right() -> None:
    """Two wagers add 40 cents; seat 2 has 10% of 30000.40, seat 1 all that is left (MD-HCF 12.E(3))."""
    seats = [
        box(1, SEVEN, "raise 10", ante="10", progressive="1"),
        box(2, SIX, "raise 10", ante="10", progressive="1"),
    ]
    lines = jackpots("MD-HCF", "A", *seats).lines
    assert lines[2, "progressive"][1] == dollars("3000.04")
    assert lines[1, "progressive"][1] == dollars("27000.36")
    turned = [replace(seats[0], seat=2), replace(seats[1], seat=1)]
    assert jackpots("MD-HCF", "A", *turned).lines[1, "progressive"][1] == dollars("3000")  # of the reset amount


def test_massachusetts_meter_after_all_was_paid_is_the_secondary() -> None:
    """MA-HCF 11(f), A: 24% and 2% of two dollars; then the six-card run has 10% of four cents, no whole cent."""
    seats = [
        box(2, SEVEN, "raise 10", ante="10", progressive="1"),
        box(1, SIX, "raise 10", ante="10", progressive="1"),
    ]
    lines = jackpots("MA-HCF", "A", *seats).lines
    assert lines[2, "progressive"][1] == dollars("30000.48")
    assert lines[1, "progressive"][1] == 0


def test_envy_bonus_for_others_only() -> None:
    """MD-HCF 12.E(5)(b): $250 a dollar, on each box of another player, in a void round too (13.F)."""
    seats = [
        box(1, SEVEN, "raise 10", ante="10", progressive="1"),
        replace(box(2, KINGS.replace("9c", "5c"), "raise 10", ante="10", progressive="1"), person=1),
        box(3, NINES, "fold", ante="10", progressive="1"),
        box(4, PLAIN, "raise 10", ante="10"),
    ]
    for what in ((), (Irregularity(EXPOSED, "decisions"),)):
        lines = jackpots("MD-HCF", "D", *seats, what=what).lines
        assert [seat for seat, wager in lines if wager == "envy_bonus"] == [3]
        assert lines[3, "envy_bonus"][1] == dollars("250")
    short = [*seats[:2], replace(seats[2], cards=seats[2].cards[:6]), seats[3]]
    assert not any(wager == "envy_bonus" for _, wager in jackpots("MD-HCF", "D", *short, what=(wrong(3),)).lines)
    count = Irregularity("stub_count_wrong", "decisions")
    assert not any(wager == "envy_bonus" for _, wager in jackpots("MD-HCF", "D", *seats, what=(count,)).lines)


@pytest.mark.parametrize(
    ("what", "how", "void", "deck"),
    [
        ([Irregularity(FACE_UP, count=2)], {}, "13(a)", "reshuffled"),
        ([Irregularity(EXPOSED, "after_decisions")], {}, "13(d)", "reshuffled"),
        ([Irregularity("shoe_jam")], {"dealing": "automated"}, "13(f)", "reshuffled"),
        ([Irregularity("stub_count_wrong", "decisions")], {}, "7(f)(2)", "removed"),
        ([wrong("dealer", "settlement")], {}, "7(f)(2)", "reshuffled"),
        ([wrong(1, "decisions")], {}, "13(c)", "reshuffled"),
    ],
)
def test_massachusetts_a_void_round_returns_the_bonus_wagers_too(
    what: list[Irregularity], how: dict[str, str], void: str, deck: str
) -> None:
    result = outcome(high("MA-HCF", [full(1, KINGS), full(2, NINES)], *what, **how))
    assert (said(result, 1), said(result, 2)) == ALL_VOID
    assert (result.void, result.deck) == ((f"MA-HCF {void}",), deck)
    assert result.returned(full(1, KINGS), "progressive") == dollars("1")


@pytest.mark.parametrize(
    "what",
    [Irregularity(EXPOSED, "reveal"), Irregularity("shuffler_jam"), Irregularity("information_shared", "reveal", 1)],
)
def test_massachusetts_what_changes_nothing(what: Irregularity) -> None:
    result = outcome(high("MA-HCF", [full(1, KINGS), full(2, NINES)], what))
    assert said(result, 1) == STANDS[0]
    assert said(result, 2) == "win 10, win 10, win 5, win 300, win 50"


SHARING = [full(1, KINGS), full(2, NINES, "fold", person=1), full(4, PLAIN)]


def test_massachusetts_who_tells_forfeits_all_wagers_on_every_box() -> None:
    result = outcome(high("MA-HCF", SHARING, Irregularity("information_shared", "decisions", 2)))
    assert said(result, 1) == "lose, lose, lose, lose, lose"
    assert said(result, 2) == "lose, lose, lose, lose"
    assert said(result, 4) == "win 10, win 10, lose, lose, lose"
    assert {result.lines[seat, "ante"][2] for seat in (1, 2)} == {"MA-HCF 9(a)"}


def test_massachusetts_two_players_tell_at_two_moments() -> None:
    told = [
        Irregularity("information_shared", "decisions", 4),
        Irregularity("information_shared", "after_decisions", 1),
    ]
    result = outcome(high("MA-HCF", SHARING, *told))
    assert {line[0] for line in result.lines.values()} == {"lose"}


@pytest.mark.parametrize(
    ("void", "forfeited"),
    [
        (Irregularity(FACE_UP, count=2), False),
        (Irregularity(EXPOSED, "decisions"), True),
        (wrong(4, "settlement"), True),
    ],
)
def test_massachusetts_telling_before_and_after_the_void(void: Irregularity, forfeited: bool) -> None:
    result = outcome(high("MA-HCF", SHARING, void, Irregularity("information_shared", "decisions", 1)))
    assert said(result, 1) == ("lose, lose, lose, lose, lose" if forfeited else ALL_VOID[0])
    assert said(result, 4) == ALL_VOID[0]


def test_massachusetts_a_fold_loses_the_progressive_and_keeps_the_bonus_wagers() -> None:
    assert said(outcome(high("MA-HCF", [full(1, KINGS, "fold")])), 1) == "lose, lose, win 35, lose"
    left = Irregularity("hand_abandoned", "decisions", 1)
    silent = outcome(high("MA-HCF", [replace(full(1, KINGS), actions=())], left))
    assert said(silent, 1) == "lose, lose, win 35, lose"


BOARD = "Ks 9s 5d 3h"
CHASE = {"ante": "10", "xtra_bonus": "10", "same_suit": "5", "progressive": "1"}
SUITED = replace(box(1, "As Js 8s", "check", "all-in", **CHASE), wheel="$125")  # five-card flush of spades
MIXED = box(4, "4s 4h 4d", "check", "check", "all-in", **CHASE)  # three-card flush, K-9-4 of spades


def chase(*what: Irregularity, boxes: tuple[Box, ...] = (SUITED, MIXED), board: str = BOARD, **how: str) -> Outcome:
    table = Table("MD-CTF", TABLES["MD-CTF"], **how)  # type: ignore[arg-type]
    return outcome(Round(table, boxes, ("Qh", "7c", "2c"), tuple(board.split()), frozenset(what)))


REGULAR = ("push, win 50, win 20, win 50, win 125", "push, push, win 10, lose, lose, win 25")
SAME_SUIT_ONLY = ("void, void, void, win 50, void", "void, void, void, lose, void")
SPARED = ("void, void, void, win 50, win 125", "void, void, void, lose, lose, win 25")
NONE = ("void, void, void, void, void",) * 2


@pytest.mark.parametrize(
    ("what", "how", "lines", "void"),
    [
        ([], {}, REGULAR, ""),  # the dealer has two spades or hearts or clubs: below three cards, nine high
        ([Irregularity(FACE_UP, "flop")], {}, REGULAR, ""),
        ([Irregularity(FACE_UP, count=2)], {}, NONE, "13.B"),
        ([Irregularity(FACE_UP, "flop", count=2)], {}, SAME_SUIT_ONLY, "13.B"),
        ([Irregularity(FACE_UP), Irregularity(FACE_UP, "community")], {}, SAME_SUIT_ONLY, "13.B"),
        ([Irregularity(FACE_UP, "flop", count=2)], {"dealing": "automated"}, REGULAR, ""),
        ([wrong("dealer", "settlement")], {}, NONE, "13.E"),
        ([Irregularity(EXPOSED, "decisions")], {}, SPARED, "13.F"),
        ([Irregularity(EXPOSED, "flop")], {}, SPARED, "13.F"),
        ([Irregularity(EXPOSED, "after_decisions")], {}, REGULAR, ""),
        ([Irregularity(EXPOSED, "decisions"), wrong("dealer", "settlement")], {}, NONE, "13.E"),
        ([Irregularity(EXPOSED, "decisions"), Irregularity(FACE_UP, "flop", count=2)], {}, SAME_SUIT_ONLY, "13.B"),
        ([Irregularity("shuffler_jam", "decisions")], {}, NONE, "13.H"),
        ([Irregularity("shuffler_jam", "decisions")], {"shuffler": "none"}, REGULAR, ""),
        ([Irregularity("shoe_jam")], {"dealing": "automated"}, NONE, "13.I"),
        ([Irregularity("stub_count_wrong", "after_decisions")], {}, NONE, "8.G(2)"),
        ([Irregularity("stub_count_misdealt", "after_decisions")], {"dealing": "hand"}, NONE, "9.E(1)"),
    ],
)  # fmt: skip
def test_chase_the_flush(what: list[Irregularity], how: dict[str, str], lines: tuple[str, str], void: str) -> None:
    result = chase(*what, boxes=(SUITED, MIXED), board=BOARD, **how)
    assert (said(result, 1), said(result, 4)) == lines
    assert result.void[:1] == ((f"MD-CTF {void}",) if void else ())


def test_chase_a_wrong_number_of_community_cards_returns_all() -> None:
    result = chase(wrong("community", "community"), board="Ks 9s 5d")
    assert (said(result, 1), said(result, 4), result.void) == (*NONE, ("MD-CTF 13.E",))


def test_chase_exposed_at_the_flop_when_everybody_is_all_in() -> None:
    """13.F runs until each player has folded or placed the All In Wager; here both did before the Flop."""
    boxes = (replace(SUITED, actions=("all-in",)), replace(MIXED, actions=("all-in",)))
    assert said(chase(Irregularity(EXPOSED, "flop"), boxes=boxes), 1) == "push, win 50, win 30, win 50, win 125"
    assert said(chase(Irregularity(EXPOSED, "decisions"), boxes=boxes), 1) == "void, void, void, win 50, win 125"


def test_chase_a_qualified_dealer_wins_loses_and_ties() -> None:
    """The dealer has Q-T-9 of hearts."""
    board = "Th 9h 5s 3d"
    boxes = (
        box(1, "Kh 4h 6d", "check", "check", "all-in", ante="10", xtra_bonus="10"),  # four hearts: pays 1 to 1
        box(2, "8h 2d 6c", "check", "check", "all-in", ante="10", xtra_bonus="10"),  # T-9-8 of hearts
        box(3, "Qs 7s 4c", "check", "check", "fold", ante="10", xtra_bonus="10"),
        box(5, "Ks 4s As", "all-in", ante="10", xtra_bonus="10"),  # four spades
        box(6, "Qc Tc 9c", "all-in", ante="10", xtra_bonus="10"),
    )
    result = chase(boxes=boxes, board=board)
    assert [said(result, seat) for seat in (1, 2, 3, 5, 6)] == [
        "win 10, win 10, win 10", "lose, lose, lose", "lose, lose", "win 10, win 10, win 30",
        "push, push, push",
    ]  # fmt: skip


def test_chase_jackpot_of_a_fixed_prize_and_of_the_meter() -> None:
    for letter, paid in (("A", "5000"), ("B", "30000.40")):
        boxes = (replace(SUITED, wheel="Jackpot"), MIXED)
        table = Table("MD-CTF", TABLES["MD-CTF"] | {"progressive": letter})
        played = Round(table, boxes, ("Qh", "7c", "2c"), tuple(BOARD.split()))
        assert outcome(played).lines[1, "progressive"][1] == dollars(paid)
        assert (4, "community_pay") not in outcome(played).lines


@pytest.mark.parametrize(
    ("cards", "lengths"),
    [
        ("Ah 2h 3h 9c 8d 6s 4c", (2, 2, 3)),
        ("Ah 2h 3h 4h 8d 6s 4c", (3, 3, 4)),
        ("Ah 2h 3h 4h 5h 6s 4c", (4, 5, 5)),
        ("Kh Ah 2h 9c 8d 6s 4c", (2, 2, 2)),
        ("Qh Kh Ah 9c 8d 6s 4c", (3, 3, 3)),
    ],
)
def test_the_low_ace(cards: str, lengths: tuple[int, int, int]) -> None:
    assert tuple(straight_flush(cards.split(), book) for book in ("MD-HCF", "MD-CTF", "MA-HCF")) == lengths


def test_qualifying_and_the_best_line() -> None:
    assert not qualifies(["8d", "7d", "6d", "Ks", "Js", "5c", "4c"])
    assert qualifies(["9d", "3d", "2d", "Ks", "Js", "5c", "4c"])
    assert qualifies(["5d", "4d", "3d", "2d", "Js", "5c", "4c"])
    assert pays("MD-HCF", "straight_flush_bonus", "G", ["4s", "4h", "4d", "4c", "Ah", "Kh", "Qh"]) == 25
    assert pays("MD-HCF", "progressive", "D", ["9h", "Th", "Jh", "Qh", "Kh", "Ah", "2c"]) == "100%"
    assert pays("MD-CTF", "same_suit", "B", ["9h", "Th", "Jh", "Qh", "Kh", "2h", "3h"]) == 500
    assert PAYTABLES["MA-HCF"]["flush_bonus"]["E"]["4F"] == 2
    assert PAYTABLES["MD-HCF"]["flush_bonus"]["E"]["4F"] == 1


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_rounds_are_lawful_and_their_outcome_has_no_order(rulebook: str) -> None:
    rng = Random(11)
    for _ in range(400):
        played = random_round(rng, rulebook)
        cards = [*played.dealer, *played.community, *(card for one in played.boxes for card in one.cards)]
        assert len(set(cards)) == len(cards) <= len(DECK)
        result = outcome(played)
        wagers = {(one.seat, wager) for one in played.boxes for wager in one.stakes}
        assert wagers == {key for key in result.lines if key[1] not in ("envy_bonus", "community_pay")}
        assert all(
            line[0] == "void" or not result.void for key, line in result.lines.items() if key[1] == "raise"
        ) or (played.rulebook == "MA-HCF")
        for order in list(permutations(played.irregularities))[:6]:
            again = replace(played, irregularities=frozenset(order), boxes=played.boxes[::-1])
            assert outcome(again) == result
        assert len(as_scenario(played)["irregularities"]) == len(played.irregularities)
