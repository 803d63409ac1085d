"""MA-HCF, section 5: ranks, the ace at both ends, who beats whom, and the hands of the optional wagers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from houserules.cards import (
    SUIT_NAMES,
    AceReading,
    cards_in,
    flush_key,
    longest_flush,
    longest_suited_run,
    suit_of,
    suited_run_mask,
)
from houserules.law import format_pay, rulebook
from tests.clauses.support import found, frozen, hand
from tests.support.clauses import clause
from tests.support.rulebooks import there

HIGHEST_FIRST = tuple("AKQJT98765432")
FILLER = "2h 3h 4d 5d"
LOW_TOO = AceReading.ALSO_LOW


@clause("MA-HCF 5(a)")
def test_the_rulebook_ranks_the_cards_as_the_document_does() -> None:
    ranks = rulebook("MA-HCF").hands.ranks
    assert tuple(ranks.value) == HIGHEST_FIRST
    assert str(ranks.clause) == "MA-HCF 5(a)"


@clause("MA-HCF 5(a)")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(HIGHEST_FIRST)))
def test_each_rank_is_above_the_next(higher: str, lower: str) -> None:
    shared = [rank for rank in "6789" if rank not in (higher, lower)][:2]
    both = " ".join(f"{rank}s" for rank in shared)
    assert flush_key(hand(f"{higher}s {both} {FILLER}")) > flush_key(hand(f"{lower}s {both} {FILLER}"))


@clause("MA-HCF 5(a)")
@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("Ah 2h 4h 9s 8d 7c 5c", 2),
        ("Ah 2h 3h 9s 8d 7c 5c", 3),
        ("Ah 2h 3h 4h 8d 7c 5c", 4),
        ("Ah 2h 3h 4h 5h 7c 5c", 5),
        ("Ah 2h 3h 4h 5h 6h 5c", 6),
        ("Ah 2h 3h 4h 5h 6h 7h", 7),
        ("Kh Ah 2h 9s 8d 7c 5c", 2),  # the document's example of what is none
        ("Qh Kh Ah 2h 3h 7c 5c", 3),  # three at either end are not five
        ("Ah Kh Qh 9s 8d 7c 5c", 3),
        ("Ah Kh Qh Jh Th 9h 8h", 7),
        ("Ah 2h 3c 9s 8d 7c 5c", 2),  # the three is of another suit
    ],
)
def test_the_ace_may_begin_a_run_or_end_it_but_not_stand_between(cards: str, run: int) -> None:
    assert longest_suited_run(hand(cards), LOW_TOO) == run


@clause("MA-HCF 5(a)")
def test_the_rulebook_lets_the_ace_stand_at_both_ends() -> None:
    assert frozen("MA-HCF").ace is LOW_TOO
    ace = rulebook("MA-HCF").hands.ace
    assert (ace.value, str(ace.clause)) == (LOW_TOO.value, "MA-HCF 5(a)")


@clause("MA-HCF 5(a)")
def test_a_low_ace_does_not_make_the_ace_a_low_card() -> None:
    assert flush_key(hand("Ah 3h 2h 9s 8d 7c 5c")) > flush_key(hand("Kh Qh Jh 9s 8d 7c 5c"))


@clause("MA-HCF 5(b)", "MA-HCF 5(b)(1)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    list(
        pairwise(
            (
                "2s 3s 4s 5s 6s 7s 9s",
                "As Ks Qs Js Ts 8s 9h",
                "2s 3s 4s 5s 6s 8s 9h",
                "As Ks Qs Js 9s 8h 9h",
                "2s 3s 4s 5s 7s 8h 9h",
                "As Ks Qs Js 8h 9h 8d",
                "2s 3s 4s 6s 8h 9h 8d",
                "As Ks Qs 8h 9h 8d 9d",
                "2s 3s 5s 8h 9h 8d 9d",
                "As Ks Ah Kh Ad Kd Ac",
            )
        )
    ),
)
def test_the_longer_flush_wins_whatever_its_cards(higher: str, lower: str) -> None:
    assert flush_key(hand(higher)) > flush_key(hand(lower))


@clause("MA-HCF 5(b)", "MA-HCF 5(b)(2)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ts 4s 2s 5h 6h 7d 8d", "9h 8h 7h 5s 6s 7d 8d"),
        ("As Ts 2s 5h 6h 7d 8d", "Ah 9h 8h 5s 6s 7d 8d"),
        ("As Ts 3s 5h 6h 7d 8d", "Ah Th 2h 5s 6s 7d 8d"),
        ("Ks Js 9s 7s 6s 4s 3s", "Kh Jh 9h 7h 6h 4h 2h"),
    ],
)
def test_between_equal_lengths_the_ranks_of_the_flush_decide(higher: str, lower: str) -> None:
    assert flush_key(hand(higher)) > flush_key(hand(lower))


@clause("MA-HCF 5(b)(2)")
@pytest.mark.parametrize("suit", "shdc")
def test_equal_ranks_tie_in_any_suit_whatever_the_other_cards(suit: str) -> None:
    others = [other for other in "shdc" if other != suit]
    cards = f"K{suit} 9{suit} 4{suit} A{others[0]} Q{others[0]} A{others[1]} Q{others[1]}"
    assert flush_key(hand(cards)) == flush_key(hand("Ks 9s 4s 3h 2h 3d 2d"))


@clause("MA-HCF 5(c)")
def test_the_rulebook_knows_the_hands_of_the_optional_wagers() -> None:
    hands = rulebook("MA-HCF").hands
    assert (there(hands.runs).value, str(there(hands.runs).clause)) == ((7, 6, 5, 4, 3), "MA-HCF 5(c)")
    assert set(there(hands.flushes).value) >= {7, 6, 5, 4}


@clause("MA-HCF 5(c)")
def test_the_licensee_elects_what_is_recognised_by_its_choice_of_tables() -> None:
    elected = frozen("MA-HCF", "wagers.flush_bonus.paytable=B", "-wagers.straight_flush_bonus", "-wagers.progressive")
    table = elected.wagers["flush_bonus"].paytable
    assert table is not None
    assert [line.hand for line in table] == [f"{n}_card_flush" for n in ("seven", "six", "five", "four")]
    assert "straight_flush_bonus" not in elected.wagers


RUNS = [
    pytest.param(7, "Kd Qd Jd Td 9d 8d 7d", "Kd Qd Jd Td 9d 8d 6d", marks=clause("MA-HCF 5(c)(1)")),
    pytest.param(7, "Ac 2c 3c 4c 5c 6c 7c", "Ac 2c 3c 4c 5c 6c 8c", marks=clause("MA-HCF 5(c)(1)")),
    pytest.param(6, "Ah Kh Qh Jh Th 9h 7h", "Ah Kh Qh Jh Th 8h 7h", marks=clause("MA-HCF 5(c)(3)")),
    pytest.param(6, "Ac 2c 3c 4c 5c 6c 8c", "Ac 2c 3c 4c 5c 7c 8c", marks=clause("MA-HCF 5(c)(3)")),
    pytest.param(5, "Td 9d 8d 7d 6d 4s 3s", "Td 9d 8d 7d 5d 4s 3s", marks=clause("MA-HCF 5(c)(4)")),
    pytest.param(4, "Ts 9s 8s 7s Ah 5d 3d", "Ts 9s 8s 6s Ah 5d 3d", marks=clause("MA-HCF 5(c)(5)")),
    pytest.param(4, "As 2s 3s 4s Kh Qd Jd", "As 2s 3s 5s Kh Qd Jd", marks=clause("MA-HCF 5(c)(5)")),
    pytest.param(3, "Ts 9s 8s 6h 4h 2d Kd", "Ts 9s 8h 6h 4h 2d Kd", marks=clause("MA-HCF 5(c)(5) second")),
    pytest.param(3, "As 2s 3s 6h 4h 8d Kd", "As 2s 4s 6h 4h 8d Kd", marks=clause("MA-HCF 5(c)(5) second")),
]


@pytest.mark.parametrize(("length", "exactly", "one_short"), RUNS)
def test_a_straight_flush_is_that_many_consecutive_cards_of_a_suit(length: int, exactly: str, one_short: str) -> None:
    assert longest_suited_run(hand(exactly), LOW_TOO) == length
    assert longest_suited_run(hand(one_short), LOW_TOO) == length - 1


@pytest.mark.parametrize(
    ("length", "exactly", "one_short"),
    [
        pytest.param(7, "Kd 9d 2d Jd 7d 4d 3d", "Kd 9d 2d Jd 7d 4d 3s", marks=clause("MA-HCF 5(c)(6)")),
        pytest.param(6, "Kd 9d 2d Jd 7d 4d 3s", "Kd 9d 2d Jd 7d 4h 3s", marks=clause("MA-HCF 5(c)(7)")),
        pytest.param(5, "Kd 9d 2d Jd 7d 4h 3s", "Kd 9d 2d Jd 7c 4h 3s", marks=clause("MA-HCF 5(c)(8)")),
        pytest.param(4, "Kd 9d 2d Jd 7c 4h 3s", "Kd 9d 2d Js 7c 4h 3s", marks=clause("MA-HCF 5(c)(9)")),
    ],
)
def test_a_flush_is_that_many_cards_of_a_suit_regardless_of_rank(length: int, exactly: str, one_short: str) -> None:
    assert longest_flush(hand(exactly)) == length
    assert longest_flush(hand(one_short)) == length - 1


G = [
    "wagers.straight_flush_bonus.paytable=G",
    "wagers.straight_flush_bonus.bonus={seven_card_straight_flush = 500, six_card_straight_flush = 200, "
    "five_card_straight_flush = 100, four_card_straight_flush = 50, three_card_straight_flush = 9}",
]
SPECIFIC = "suit_specific_seven_card_straight_flush"
SUIT_KEY = "wagers.straight_flush_bonus.suit"


@clause("MA-HCF 5(c)(2)")
@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_the_licensee_may_name_the_suit_of_a_seven_card_straight_flush(suit: str) -> None:
    changes = [*G, f"wagers.straight_flush_bonus.bonus.{SPECIFIC}=10000", f"{SUIT_KEY}={suit}"]
    assert found("MA-HCF", *changes) == []
    chosen = frozen("MA-HCF", *changes).wagers["straight_flush_bonus"]
    assert chosen.suit == suit
    assert chosen.paytable is not None
    assert (chosen.paytable.lines[0].hand, format_pay(chosen.paytable.lines[0].pay)) == (SPECIFIC, "10000 to 1")


@clause("MA-HCF 5(c)(2)")
@pytest.mark.parametrize(
    "changes",
    [
        [f"wagers.straight_flush_bonus.bonus.{SPECIFIC}=10000"],  # no suit named
        [f"wagers.straight_flush_bonus.bonus.{SPECIFIC}=10000", f"{SUIT_KEY}=swords"],
        [f"{SUIT_KEY}=hearts"],  # a suit, and no line that it is for
    ],
)
def test_the_suit_and_its_line_come_together(changes: list[str]) -> None:
    assert found("MA-HCF", *G, *changes) == [("bonus_amounts", SUIT_KEY, "11(g)")]


@clause("MA-HCF 5(c)(2)")
@pytest.mark.parametrize("suit", "shdc")
def test_a_seven_card_straight_flush_lies_in_one_suit_that_can_be_told(suit: str) -> None:
    cards = hand(" ".join(f"{rank}{suit}" for rank in "KQJT987"))
    run = suited_run_mask(cards, LOW_TOO)
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    assert run == cards
    assert {SUIT_NAMES[suit_of(card)] for card in cards_in(run)} == {names[suit]}
