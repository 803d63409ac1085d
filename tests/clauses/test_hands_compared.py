"""Which hand is higher, at the table: in each of the three documents the chapter on hands, played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from _pytest.mark import ParameterSet

from tests.clauses.pay_lines import WORDS
from tests.support.clauses import clause
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, lines_of, outcomes, seat, settle

BOOKS = {"MD-HCF": MD_HCF, "MA-HCF": MA_HCF}
RANKS = "AKQJT98765432"


def against(name: str, held: str, dealer: str) -> str:
    """How the Ante of one hand of seven ends against the dealer's."""
    return outcomes(settle(name, {"dealer": dealer, "seats": [seat(1, held, None, "raise 10")]}), 1)["ante"][0]


def with_board(held: str, dealer: str, board: str) -> str:
    """How the All In of one hand of three ends against the dealer's, with the community cards."""
    wagers = {"ante": "10", "xtra_bonus": "10"}
    data = {"dealer": dealer, "community": board, "seats": [seat(1, held, wagers, "all-in")]}
    return outcomes(settle(MD_CTF, data), 1)["all_in"][0]


def cases(*rows: tuple[str, str, str, str]) -> list[ParameterSet]:
    """Clause of Maryland, clause of Massachusetts, the higher hand, the lower one."""
    return [
        pytest.param(BOOKS[book], higher, lower, marks=clause(*(f"{book} {each}" for each in paths.split(", "))))
        for maryland, massachusetts, higher, lower in rows
        for book, paths in (("MD-HCF", maryland), ("MA-HCF", massachusetts))
        if paths
    ]


LENGTHS = cases(
    ("6.C, 6.C(1), 6.D", "5(b), 5(b)(1), 5(c)(6)", "2s 3s 4s 5s 6s 7s 9s", "Ah Kh Qh Jh Th 8h 9d"),
    ("6.C, 6.C(2)", "5(b), 5(b)(1), 5(c)(7)", "2s 3s 4s 5s 6s 8s 9d", "Ah Kh Qh Jh 9h 8d 7c"),
    ("6.C, 6.C(3)", "5(b), 5(b)(1), 5(c)(8)", "2s 3s 4s 5s 7s 9d 8c", "Ah Kh Qh Jh 9c 8d 7c"),
    ("6.C, 6.C(4)", "5(b), 5(b)(1), 5(c)(9)", "2s 3s 4s 6s 9d 8c 5d", "Ah Kh Qh 9c 8d 7c 3d"),
    ("6.C, 6.C(5)", "5(b), 5(b)(1)", "Ts 3s 2s 9d 8d 7c 5c", "9h 8h 7h 6d 5d 4c 3c"),
)
RANKED = cases(
    ("6.D, 6.D(1)", "5(b)(2)", "Ts 4s 2s 5h 6h 7d 8d", "9h 8h 7h 5s 6c 7c 8c"),
    ("6.D, 6.D(1)", "5(b)(2)", "As Ts 2s 5h 6h 7d 8d", "Ah 9h 8h 5s 6c 7c 8c"),
    ("6.D, 6.D(1)", "5(b)(2)", "As Ts 3s 5h 6h 7d 8d", "Ah Th 2h 5s 6c 7c 8c"),
    ("6.D, 6.D(1)", "5(b)(2)", "Ks 9s 6s 3s 4h 7d 8d", "Kh 9h 6h 2h 4c 7c 8c"),
    ("6.D, 6.D(1)", "5(b)(2)", "Ks Js 9s 7s 6s 4s 3s", "Kh Jh 9h 7h 6h 4h 2h"),
)


@pytest.mark.parametrize(("name", "higher", "lower"), [*LENGTHS, *RANKED])
def test_the_higher_hand_wins_and_the_lower_one_loses(name: str, higher: str, lower: str) -> None:
    assert against(name, higher, lower) == "win"
    assert against(name, lower, higher) == "lose"


@clause("MD-HCF 6.C(6)", "MD-HCF 6.C", "MA-HCF 5(b)(1)")
@pytest.mark.parametrize("name", BOOKS.values())
def test_two_cards_of_a_suit_however_high_are_below_three(name: str) -> None:
    assert against(name, "Ah Kh Ad Kd Ac Kc 9s", "Ts 3s 2s 4h 5d 7c 8d") == "lose"


def adjacent(higher: str, lower: str) -> tuple[str, str]:
    """Two flushes of three, which differ in one card; both qualify."""
    above = [rank for rank in "AKQJ" if rank not in (higher, lower)][:2]
    fill = [rank for rank in "2345678" if rank not in (higher, lower)]
    both = [f"{rank}{suit}" for suit, ranks in (("s", above), ("h", above)) for rank in ranks]
    return (
        f"{higher}s {both[0]} {both[1]} {fill[0]}d {fill[1]}d {fill[2]}c {fill[3]}c",
        f"{lower}h {both[2]} {both[3]} {fill[2]}d {fill[3]}d {fill[0]}c {fill[1]}c",
    )


@clause("MD-HCF 6.A", "MA-HCF 5(a)")
@pytest.mark.parametrize("name", BOOKS.values())
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(RANKS)))
def test_each_rank_is_above_the_next(name: str, higher: str, lower: str) -> None:
    one, other = adjacent(higher, lower)
    assert against(name, one, other) == "win"
    assert against(name, other, one) == "lose"


@clause("MD-HCF 6.B", "MD-HCF 6.D", "MD-HCF 6.D(2)", "MA-HCF 5(a)", "MA-HCF 1 Suit")
@pytest.mark.parametrize("name", BOOKS.values())
@pytest.mark.parametrize("suit", "shdc")
def test_no_suit_is_above_another(name: str, suit: str) -> None:
    for other in "shdc".replace(suit, ""):
        third, fourth = (each for each in "shdc" if each not in (suit, other))
        held = f"K{suit} 9{suit} 4{suit} 2{third} 6{third} 7{fourth} 8{fourth}"
        dealer = f"K{other} 9{other} 4{other} 7{third} 8{third} 2{fourth} 6{fourth}"
        assert against(name, held, dealer) == "push"


RUNS = {
    "seven": ("Ah Kh Qh Jh Th 9h 8h", "Ah Kh Qh Jh Th 9h 7h"),
    "six": ("Td 9d 8d 7d 6d 5d 3s", "Td 9d 8d 7d 6d 4d 3s"),
    "five": ("6d 5d 4d 3d 2d Ks Js", "7d 5d 4d 3d 2d Ks Js"),
    "four": ("Ts 9s 8s 7s Kh 5d 3d", "Ts 9s 8s 6s Kh 5d 3d"),
    "three": ("Tc 9c 8c 6h 4h 2d Kd", "Tc 9c 8d 6h 4h 2d Kd"),
}
RUN_CLAUSES = {
    "seven": ("6.E(1)", "5(c)(1)"),
    "six": ("6.E(2)", "5(c)(3)"),
    "five": ("6.E(3)", "5(c)(4)"),
    "four": ("6.E(4)", "5(c)(5)"),
    "three": ("6.E(5)", "5(c)(5) second"),
}


def line_of(name: str, wager: str, held: str) -> str | None:
    """The line that a hand wins, with a dealer who holds none of its cards."""
    rest = [f"{rank}{suit}" for rank in RANKS for suit in "shdc" if f"{rank}{suit}" not in held.split()]
    data = {"dealer": " ".join(rest[:7]), "seats": [seat(1, held, {"ante": "10", wager: "5"}, "raise 10")]}
    line: str | None = lines_of(settle(name, data), 1)[wager].get("line")
    return line


@pytest.mark.parametrize(
    ("name", "length"),
    [
        pytest.param(BOOKS[book], length, marks=clause(f"{book} {paths[place]}", f"{book} {whole}"))
        for length, paths in RUN_CLAUSES.items()
        for place, (book, whole) in enumerate((("MD-HCF", "6.E"), ("MA-HCF", "5(c)")))
    ],
)
def test_a_straight_flush_is_that_many_cards_in_sequence(name: str, length: str) -> None:
    exactly, one_short = RUNS[length]
    shorter = {number: word for word, number in WORDS.items()}[WORDS[length] - 1]
    assert line_of(name, "straight_flush_bonus", exactly) == f"{length}_card_straight_flush"
    expected = f"{shorter}_card_straight_flush" if WORDS[length] > 3 else None
    assert line_of(name, "straight_flush_bonus", one_short) == expected


COMMUNITY = [
    ("6.D(1)", "2s 3s 4s", "As Ks Ah", "Qs Js 9s 7s"),
    ("6.D(2)", "2s 3s 4h", "As Ah Ad", "Qs Js 9s 7s"),
    ("6.D(3)", "2s 3s 4h", "As Kd Kc", "Qs Js 9s 7d"),
    ("6.D(4)", "2s 3s 4h", "As Kd Kc", "Qs Js 7d 5h"),
]


@pytest.mark.parametrize(
    ("held", "dealer", "board"),
    [pytest.param(*cards, marks=clause(f"MD-CTF {path}", "MD-CTF 6.D")) for path, *cards in COMMUNITY],
)
def test_a_longer_flush_with_the_community_cards_wins(held: str, dealer: str, board: str) -> None:
    assert with_board(held, dealer, board) == "win"
    assert with_board(dealer, held, board) == "lose"


@clause("MD-CTF 6.A")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(RANKS)))
def test_each_rank_is_above_the_next_with_community_cards(higher: str, lower: str) -> None:
    board = " ".join(f"{rank}s" for rank in [rank for rank in "KQJT9" if rank not in (higher, lower)][:3]) + " 2d"
    assert with_board(f"{higher}s 3h 4c", f"{lower}s 5h 6c", board) == "win"
    assert with_board(f"{lower}s 5h 6c", f"{higher}s 3h 4c", board) == "lose"


@clause("MD-CTF 6.C")
@pytest.mark.parametrize("suit", "shdc")
def test_no_suit_is_above_another_with_community_cards(suit: str) -> None:
    for other in "shdc".replace(suit, ""):
        third = next(each for each in "shdc" if each not in (suit, other))
        board = f"Q{suit} J{suit} Q{other} J{other}"
        assert with_board(f"A{suit} 9{suit} 3{third}", f"A{other} 9{other} 4{third}", board) == "push"


@clause("MD-CTF 6.B")
@pytest.mark.parametrize(
    ("held", "board", "line"),
    [
        ("Ah 2h 3h", "4h 5h 9s 8d", "five_card_straight_flush"),
        ("Ah 2h 3h", "4h 5h 6h 8d", "six_card_straight_flush"),
        ("Ah 2h 3h", "4h 9h 9s 8d", "five_card_flush"),
        ("Ah Kh Qh", "Jh 2h 9s 8d", "four_card_straight_flush"),
    ],
)
def test_the_ace_is_low_only_with_a_2_3_4_and_5(held: str, board: str, line: str) -> None:
    wagers = {"ante": "10", "xtra_bonus": "10", "same_suit": "5"}
    data = {"dealer": "Ks Qd 7c", "community": board, "seats": [seat(1, held, wagers, "all-in")]}
    assert lines_of(settle(MD_CTF, data), 1)["same_suit"]["line"] == line
