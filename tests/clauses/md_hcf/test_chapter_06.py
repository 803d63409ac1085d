"""MD-HCF, chapter 6: which hand is higher. Hands are typed as a dealer would read them out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from houserules.cards import AceReading, flush_key, longest_flush, longest_suited_run
from houserules.law import rulebook
from tests.clauses.support import frozen, hand
from tests.support.clauses import clause
from tests.support.rulebooks import there

HIGHEST_FIRST = tuple("AKQJT98765432")
FILLER = "2h 3h 4d 5d"


@clause("MD-HCF 6.A")
def test_the_rulebook_ranks_the_cards_as_the_document_does() -> None:
    ranks = rulebook("MD-HCF").hands.ranks
    assert tuple(ranks.value) == HIGHEST_FIRST
    assert str(ranks.clause) == "MD-HCF 6.A"


@clause("MD-HCF 6.A")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(HIGHEST_FIRST)))
def test_each_rank_is_above_the_next(higher: str, lower: str) -> None:
    shared = [rank for rank in "6789" if rank not in (higher, lower)][:2]
    both = " ".join(f"{rank}s" for rank in shared)
    assert flush_key(hand(f"{higher}s {both} {FILLER}")) > flush_key(hand(f"{lower}s {both} {FILLER}"))


@clause("MD-HCF 6.A", "MD-HCF 6.E")
@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("Ah Kh Qh 9s 8d 7c 5c", 3),  # the ace above the king
        ("Ah 2h 3h 9s 8d 7c 5c", 2),  # not below the deuce: only 2-3 are consecutive
        ("Ah 2h 3h 4h 8d 7c 5c", 3),
        ("Ah 2h 3h 4h 5h 6h 7h", 6),
        ("Kh Ah 2h 9s 8d 7c 5c", 2),
    ],
)
def test_the_ace_is_high_only(cards: str, run: int) -> None:
    assert frozen("MD-HCF").ace is AceReading.HIGH_ONLY
    assert longest_suited_run(hand(cards), frozen("MD-HCF").ace) == run


@clause("MD-HCF 6.A")
def test_the_ace_counts_low_too_where_that_reading_is_chosen() -> None:
    submission = frozen("MD-HCF", "readings.ace_low_straight_flush=also_low")
    assert submission.ace is AceReading.ALSO_LOW
    assert longest_suited_run(hand("Ah 2h 3h 9s 8d 7c 5c"), submission.ace) == 3


@clause("MD-HCF 6.B")
@pytest.mark.parametrize("suit", "shdc")
def test_suits_are_equal_in_rank(suit: str) -> None:
    others = [other for other in "shdc" if other != suit]
    cards = f"K{suit} 9{suit} 4{suit} A{others[0]} Q{others[0]} A{others[1]} Q{others[1]}"
    assert flush_key(hand(cards)) == flush_key(hand("Ks 9s 4s 3h 2h 3d 2d"))


BY_LENGTH = [
    (7, "2s 3s 4s 5s 6s 7s 9s"),
    (6, "As Ks Qs Js Ts 8s 9h"),
    (6, "2s 3s 4s 5s 6s 8s 9h"),
    (5, "As Ks Qs Js 9s 8h 9h"),
    (5, "2s 3s 4s 5s 7s 8h 9h"),
    (4, "As Ks Qs Js 8h 9h 8d"),
    (4, "2s 3s 4s 6s 8h 9h 8d"),
    (3, "As Ks Qs 8h 9h 8d 9d"),
    (3, "2s 3s 5s 8h 9h 8d 9d"),
    (2, "As Ks Ah Kh Ad Kd Ac"),
    (2, "2s 4s 2h 3h 2d 3d 2c"),
]


@clause("MD-HCF 6.C")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(cards for _, cards in BY_LENGTH)))
def test_more_cards_of_a_suit_beat_higher_cards(higher: str, lower: str) -> None:
    assert flush_key(hand(higher)) > flush_key(hand(lower))


@clause("MD-HCF 6.C")
def test_the_rulebook_lists_the_six_hands() -> None:
    assert there(rulebook("MD-HCF").hands.flushes).value == (7, 6, 5, 4, 3, 2)
    assert str(there(rulebook("MD-HCF").hands.flushes).clause) == "MD-HCF 6.C"


@pytest.mark.parametrize(
    ("length", "exactly", "one_short"),
    [
        pytest.param(7, "Kd 9d 2d Jd 7d 4d 3d", "Kd 9d 2d Jd 7d 4d 3s", marks=clause("MD-HCF 6.C(1)")),
        pytest.param(6, "Kd 9d 2d Jd 7d 4d 3s", "Kd 9d 2d Jd 7d 4h 3s", marks=clause("MD-HCF 6.C(2)")),
        pytest.param(5, "Kd 9d 2d Jd 7d 4h 3s", "Kd 9d 2d Jd 7c 4h 3s", marks=clause("MD-HCF 6.C(3)")),
        pytest.param(4, "Kd 9d 2d Jd 7c 4h 3s", "Kd 9d 2d Js 7c 4h 3s", marks=clause("MD-HCF 6.C(4)")),
        pytest.param(3, "Kd 9d 2d Js 7c 4h 3s", "Kd 9d 2h Js 7c 4h 3s", marks=clause("MD-HCF 6.C(5)")),
        pytest.param(2, "Kd 9d 2h Js 7c 4h 3s", "Kd", marks=clause("MD-HCF 6.C(6)")),
    ],
)
def test_a_flush_is_that_many_cards_of_a_suit_in_any_order(length: int, exactly: str, one_short: str) -> None:
    assert longest_flush(hand(exactly)) == length
    assert longest_flush(hand(" ".join(reversed(exactly.split())))) == length
    assert longest_flush(hand(one_short)) == length - 1


@clause("MD-HCF 6.C(1)", "MD-HCF 6.C(3)")
def test_cards_in_sequence_are_a_flush_as_well() -> None:
    assert longest_flush(hand("9c 8c 7c 6c 5c 4c 3c")) == 7
    assert longest_flush(hand("9c 8c 7c 6c 5c 4h 3h")) == 5


@clause("MD-HCF 6.C(6)")
def test_seven_cards_always_hold_a_two_card_flush() -> None:
    assert longest_flush(hand("As Kh Qd Jc Ts 9h 8d")) == 2


@clause("MD-HCF 6.D")
def test_only_hands_of_one_length_are_compared_card_by_card() -> None:
    assert flush_key(hand("5s 4s 3s 2s Ah Kd Qc")) > flush_key(hand("As Ks Qs 2h 3h 4d 5d"))


@clause("MD-HCF 6.D", "MD-HCF 6.D(1)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ts 4s 2s 5h 6h 7d 8d", "9h 8h 7h 5s 6s 7d 8d"),  # the first card differs
        ("As Ts 2s 5h 6h 7d 8d", "Ah 9h 8h 5s 6s 7d 8d"),  # the second
        ("As Ts 3s 5h 6h 7d 8d", "Ah Th 2h 5s 6s 7d 8d"),  # the third
        ("Ks 9s 6s 3s 4h 7d 8d", "Kh 9h 6h 2h 4s 7d 8d"),  # the fourth
        ("Ks 9s 6s 4s 3s 7d 8d", "Kh 9h 6h 4h 2h 7d 8d"),  # the fifth
        ("Ks 9s 7s 6s 4s 3s 8d", "Kh 9h 7h 6h 4h 2h 8d"),  # the sixth
        ("Ks Js 9s 7s 6s 4s 3s", "Kh Jh 9h 7h 6h 4h 2h"),  # the seventh
        ("As 3s 2h 4h 5d 6d 7c", "Kh Qh 2s 4s 5d 6d 7c"),  # of two-card flushes the better suit is played
    ],
)
def test_the_highest_card_that_the_other_lacks_decides(higher: str, lower: str) -> None:
    assert flush_key(hand(higher)) > flush_key(hand(lower))


@clause("MD-HCF 6.D", "MD-HCF 6.D(2)")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As 9s 4s Kh Qh Jd Td", "Ah 9h 4h 2s 3s 2d 3d"),  # cards outside the flush do not count
        ("As Ks 2h 3h 4d 5d 6c", "Ah Kh 2s 3s 4d 5d 6c"),
        ("Ks Js 9s 7s 6s 4s 3s", "Kd Jd 9d 7d 6d 4d 3d"),
        ("As 9s 4s Ah 9h 4h 2d", "Ad 9d 4d 2c 3c 2s 3s"),  # two equal flushes in a hand are no better than one
    ],
)
def test_equal_ranks_are_a_tie(one: str, other: str) -> None:
    assert flush_key(hand(one)) == flush_key(hand(other))


@clause("MD-HCF 6.E")
def test_the_rulebook_lists_the_five_runs() -> None:
    assert there(rulebook("MD-HCF").hands.runs).value == (7, 6, 5, 4, 3)
    assert str(there(rulebook("MD-HCF").hands.runs).clause) == "MD-HCF 6.E"


@pytest.mark.parametrize(
    ("length", "exactly", "one_short"),
    [
        pytest.param(7, "Ah Kh Qh Jh Th 9h 8h", "Ah Kh Qh Jh Th 9h 7h", marks=clause("MD-HCF 6.E(1)")),
        pytest.param(7, "8c 7c 6c 5c 4c 3c 2c", "9c 7c 6c 5c 4c 3c 2c", marks=clause("MD-HCF 6.E(1)")),
        pytest.param(6, "Ah Kh Qh Jh Th 9h 7h", "Ah Kh Qh Jh Th 8h 7h", marks=clause("MD-HCF 6.E(2)")),
        pytest.param(6, "Td 9d 8d 7d 6d 5d 4s", "Td 9d 8d 7d 6d 5s 4s", marks=clause("MD-HCF 6.E(2)")),
        pytest.param(5, "Td 9d 8d 7d 6d 5s 4s", "Td 9d 8d 7d 6s 5s 4s", marks=clause("MD-HCF 6.E(3)")),
        pytest.param(5, "6d 5d 4d 3d 2d Ad Kd", "7d 5d 4d 3d 2d Ad Kd", marks=clause("MD-HCF 6.E(3)")),
        pytest.param(4, "Ts 9s 8s 7s Ah 5d 3d", "Ts 9s 8s 6s Ah 5d 3d", marks=clause("MD-HCF 6.E(4)")),
        pytest.param(4, "As Ks Qs Js 9s 8s 6s", "As Ks Qs Ts 9s 7s 6s", marks=clause("MD-HCF 6.E(4)")),
        pytest.param(3, "4c 3c 2c Ac Ah Kd 9s", "5c 3c 2c Ac Ah Kd 9s", marks=clause("MD-HCF 6.E(5)")),
        pytest.param(3, "Ts 9s 8s 6h 4h 2d Kd", "Ts 9s 8h 6h 4h 2d Kd", marks=clause("MD-HCF 6.E(5)")),
    ],
)
def test_a_straight_flush_is_that_many_consecutive_cards_of_a_suit(length: int, exactly: str, one_short: str) -> None:
    assert longest_suited_run(hand(exactly), AceReading.HIGH_ONLY) == length
    assert longest_suited_run(hand(" ".join(reversed(exactly.split()))), AceReading.HIGH_ONLY) == length
    assert longest_suited_run(hand(one_short), AceReading.HIGH_ONLY) == length - 1


@clause("MD-HCF 6.E")
@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("7s 6s 5s Ah Jh 9h 2h", 3),  # a run beside a longer flush
        ("9s 8h 7s 6h 5s 4h 3s", 1),  # consecutive, but not of one suit
        ("Ks Qs Js 7s 6s 5s 4s", 4),  # of two runs the longer
    ],
)
def test_a_run_is_found_anywhere_in_the_seven_cards(cards: str, run: int) -> None:
    assert longest_suited_run(hand(cards), AceReading.HIGH_ONLY) == run
