"""MD-CTF, chapter 6: ranks, the ace, and the flushes. A hand is three hole cards and four community cards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from houserules.cards import AceReading, flush_key, longest_flush, longest_suited_run
from houserules.law import rulebook
from tests.clauses.support import found, frozen, hand
from tests.support.clauses import clause
from tests.support.rulebooks import there

HIGHEST_FIRST = tuple("AKQJT98765432")
FILLER = "2h 3h 4d 5d"


@clause("MD-CTF 6.A")
def test_the_rulebook_ranks_the_cards_as_the_document_does() -> None:
    ranks = rulebook("MD-CTF").hands.ranks
    assert tuple(ranks.value) == HIGHEST_FIRST
    assert str(ranks.clause) == "MD-CTF 6.A"


@clause("MD-CTF 6.A")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(HIGHEST_FIRST)))
def test_each_rank_is_above_the_next(higher: str, lower: str) -> None:
    shared = [rank for rank in "6789" if rank not in (higher, lower)][:2]
    both = " ".join(f"{rank}s" for rank in shared)
    assert flush_key(hand(f"{higher}s {both} {FILLER}")) > flush_key(hand(f"{lower}s {both} {FILLER}"))


@clause("MD-CTF 6.B")
@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("Ah 2h 3h 4h 5h 9s 8d", 5),
        ("Ah 2h 3h 4h 5h 6h 8d", 6),
        ("Ah 2h 3h 4h 5h 6h 7h", 7),
        ("Ah 2h 3h 4h 6h 9s 8d", 3),  # the five is missing: only 2-3-4 run
        ("Ah 2h 3h 4h Kh Qs Jd", 3),
        ("Ah Kh 2h 3h 4h 5h Jd", 5),  # round the corner the king does not join
        ("Ah Kh Qh Jh 2h 3h 4d", 4),  # above the king the ace always stands
        ("Ah 2h 3h 4h 5s 9s 8d", 3),  # a five of another suit does not help
    ],
)
def test_the_ace_is_low_only_with_a_2_3_4_and_5(cards: str, run: int) -> None:
    assert frozen("MD-CTF").ace is AceReading.LOW_WITH_2345
    assert longest_suited_run(hand(cards), frozen("MD-CTF").ace) == run


@clause("MD-CTF 6.B")
@pytest.mark.parametrize(
    ("choice", "four", "five"), [("low_with_2345", 3, 5), ("high_only", 3, 4), ("also_low", 4, 5)]
)
def test_the_other_readings_of_the_ace_can_be_chosen(choice: str, four: int, five: int) -> None:
    switch = f"readings.ace_low_straight_flush={choice}"
    assert found("MD-CTF", switch) == []
    ace = frozen("MD-CTF", switch).ace
    assert longest_suited_run(hand("Ah 2h 3h 4h 6h 9s 8d"), ace) == four
    assert longest_suited_run(hand("Ah 2h 3h 4h 5h 9s 8d"), ace) == five


@clause("MD-CTF 6.C")
@pytest.mark.parametrize("suit", "shdc")
def test_suits_are_equal_in_rank(suit: str) -> None:
    others = [other for other in "shdc" if other != suit]
    cards = f"K{suit} 9{suit} 7{suit} 4{suit} A{others[0]} Q{others[1]} A{others[2]}"
    assert flush_key(hand(cards)) == flush_key(hand("Ks 9s 7s 4s 3h 2h 3d"))


@clause("MD-CTF 6.D")
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
                "As Ks Qs Ts 8h 9h 8d",
                "2s 3s 4s 6s 8h 9h 8d",
                "As Ks Js 8h 9h 8d 9d",  # three- and two-card flushes rank below, as the dealer's hand needs them to
                "2s 3s 5s 8h 9h 8d 9d",
                "As Ks Ah Kh Ad Kd Ac",
            )
        )
    ),
)
def test_more_cards_of_a_suit_beat_higher_cards(higher: str, lower: str) -> None:
    assert flush_key(hand(higher)) > flush_key(hand(lower))


@clause("MD-CTF 6.D")
def test_the_rulebook_lists_the_four_hands() -> None:
    flushes = rulebook("MD-CTF").hands.flushes
    assert (there(flushes).value, str(there(flushes).clause)) == ((7, 6, 5, 4), "MD-CTF 6.D")


@pytest.mark.parametrize(
    ("length", "exactly", "one_short", "in_sequence"),
    [
        pytest.param(
            7, "Kd 9d 2d Jd 7d 4d 3d", "Kd 9d 2d Jd 7d 4d 3s", "9d 8d 7d 6d 5d 4d 3d", marks=clause("MD-CTF 6.D(1)")
        ),
        pytest.param(
            6, "Kd 9d 2d Jd 7d 4d 3s", "Kd 9d 2d Jd 7d 4h 3s", "9d 8d 7d 6d 5d 4d 3s", marks=clause("MD-CTF 6.D(2)")
        ),
        pytest.param(
            5, "Kd 9d 2d Jd 7d 4h 3s", "Kd 9d 2d Jd 7c 4h 3s", "9d 8d 7d 6d 5d 4h 3s", marks=clause("MD-CTF 6.D(3)")
        ),
        pytest.param(
            4, "Kd 9d 2d Jd 7c 4h 3s", "Kd 9d 2d Js 7c 4h 3s", "9d 8d 7d 6d 5c 4h 3s", marks=clause("MD-CTF 6.D(4)")
        ),
    ],
)
def test_a_flush_is_that_many_cards_of_a_suit(length: int, exactly: str, one_short: str, in_sequence: str) -> None:
    assert longest_flush(hand(exactly)) == length
    assert longest_flush(hand(one_short)) == length - 1
    assert longest_flush(hand(in_sequence)) == length  # cards in sequence are no worse
    assert longest_suited_run(hand(exactly), AceReading.LOW_WITH_2345) < 4
