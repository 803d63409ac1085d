"""MD-HCF, chapter 12: every pay line typed from the document, meters, Envy Bonus, and the payout limit."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from houserules.money import dollars
from tests.clauses.pay_lines import assert_line, assert_table
from tests.clauses.support import (
    Printed,
    cents,
    found,
    frozen,
    line_cases,
    table_cases,
)
from tests.support.clauses import clause
from tests.support.rulebooks import there

# Letter, number of the clause, then what a flush of seven, six, five and four cards pays to 1.
FLUSH_BONUS = """
    A 1   300 100 10 1
    B 2   100  20 10 2
    C 3   200  20 10 2
    D 4   300  75  5 2
    E 5   200  60 12 1
    F 6   500  50 12 1
    G 7   400  60 12 1
    H 8  1000  50 10 1
    I 9   150  20 10 2
    J 10  150  25 10 2
    K 11  400 100 10 1
    L 12  300  80 11 1
    M 13  500  80 11 1
    N 14  500 100 10 1
    O 8   250 100 10 1
"""

# The same for a straight flush of seven to three cards; G has a four of a kind before the last.
STRAIGHT_FLUSH_BONUS = """
    A 1  8000 1000 100 60  7
    B 2   500  200 100 50  9
    C 3   500  200 100 75  7
    D 4  1000  500 100 75  7
    E 5   500  200 100 60  8
    F 6  1000  500 100 60  8
    G 7   500  200 100 50 25 8
"""

SEVEN, SIX, FIVE, FOUR, THREE = (f"{word}_card_straight_flush" for word in ("seven", "six", "five", "four", "three"))
NINE_TO_ACE = "suited_nine_to_ace"

PROGRESSIVE = {
    "A": ((SEVEN, "100%"), (SIX, "10%"), (FIVE, "$250"), (FOUR, "$40"), (THREE, "$3")),
    "B": ((SEVEN, "100%"), (SIX, "10%"), (FIVE, "$900"), (FOUR, "$50")),
    "C": ((SEVEN, "100%"), (SIX, "100%"), (FIVE, "$200"), (FOUR, "$40"), (THREE, "$3")),
    "D": ((SEVEN, "100%"), (NINE_TO_ACE, "100%"), (SIX, "10%"), (FIVE, "$250"), (FOUR, "$40"), (THREE, "$3")),
    "E": ((SEVEN, "100%"), (NINE_TO_ACE, "100%"), (SIX, "10%"), (FIVE, "$800"), (FOUR, "$50")),
}
ENVY = {"C": ((SEVEN, "$200"), (SIX, "$200")), "D": ((SEVEN, "$250"),), "E": ((SEVEN, "$250"),)}
ROMAN = ("i", "ii", "iii", "iv", "v", "vi")


def _flush_bonus() -> list[Printed]:
    tables = []
    for row in FLUSH_BONUS.split("\n")[1:-1]:
        letter, number, *pays = row.split()
        twice = f" Paytable {letter}" if number == "8" else ""
        names = [f"{word}_card_flush" for word in ("seven", "six", "five", "four")]
        lines = tuple(
            (f"12.B({number})({mark}){twice}", name, f"{n} to 1")
            for mark, name, n in zip("abcd", names, pays, strict=True)
        )
        tables.append(Printed("MD-HCF", "flush_bonus", letter, f"12.B({number}){twice}", lines))
    return tables


def _straight_flush_bonus() -> list[Printed]:
    tables = []
    for row in STRAIGHT_FLUSH_BONUS.split("\n")[1:-1]:
        letter, number, *pays = row.split()
        names = (
            [SEVEN, SIX, FIVE, FOUR, "four_of_a_kind", THREE] if letter == "G" else [SEVEN, SIX, FIVE, FOUR, THREE]
        )
        lines = tuple(
            (f"12.C({number})({mark})", name, f"{n} to 1")
            for mark, name, n in zip("abcdef"[: len(names)], names, pays, strict=True)
        )
        tables.append(Printed("MD-HCF", "straight_flush_bonus", letter, f"12.C({number})", lines))
    return tables


def _by_roman(
    wager: str, base: str, letters: dict[str, str], tables: dict[str, tuple[tuple[str, str], ...]]
) -> list[Printed]:
    return [
        Printed(
            "MD-HCF", wager, letter, f"{base}({letters[letter]})",
            tuple((f"{base}({letters[letter]})({ROMAN[n]})", name, pays) for n, (name, pays) in enumerate(lines)),
        )
        for letter, lines in tables.items()
    ]  # fmt: skip


TABLES = [
    *_flush_bonus(),
    *_straight_flush_bonus(),
    *_by_roman("progressive", "12.E(1)", {letter: letter.lower() for letter in "ABCDE"}, PROGRESSIVE),
    *_by_roman("envy_bonus", "12.E(5)", {"C": "a", "D": "b", "E": "c"}, ENVY),
]


SELECTED = {"flush_bonus": "12.B", "straight_flush_bonus": "12.C", "progressive": "12.E(1)", "envy_bonus": "12.E(5)"}
"""The clause that has a submission select one of the tables."""


@pytest.mark.parametrize("table", table_cases(TABLES, SELECTED))
def test_the_table_has_the_lines_of_the_document_and_no_others(table: Printed) -> None:
    assert_table(table)


@pytest.mark.parametrize(("table", "line", "pays", "path"), line_cases(TABLES))
def test_the_line_pays_what_the_document_prints(table: Printed, line: str, pays: str, path: str) -> None:
    assert_line(table, line, pays, path)


@clause("MD-HCF 12.A")
@pytest.mark.parametrize("wager", ["ante", "raise"])
def test_ante_and_raise_pay_even_money(wager: str) -> None:
    odds = rulebook("MD-HCF").wagers[wager].odds
    assert odds is not None
    assert (str(odds.value), str(odds.clause)) == ("1 to 1", "MD-HCF 12.A")
    assert odds.value.winnings(dollars(25)) == dollars(25)


@clause("MD-HCF 12.B", "MD-HCF 12.C", "MD-HCF 12.E(1)", "MD-HCF 12.E(5)")
def test_the_document_has_these_tables_and_no_others() -> None:
    assert {wager: "".join(tables) for wager, tables in rulebook("MD-HCF").paytables.items()} == {
        "flush_bonus": "ABCDEFGHIJKLMNO",
        "straight_flush_bonus": "ABCDEFG",
        "progressive": "ABCDE",
        "envy_bonus": "CDE",
    }


@pytest.mark.parametrize(
    ("wager", "letters", "path"),
    [
        pytest.param("flush_bonus", "ABCDEFGHIJKLMNO", "12.B", marks=clause("MD-HCF 12.B")),
        pytest.param("straight_flush_bonus", "ABCDEFG", "12.C", marks=clause("MD-HCF 12.C")),
        pytest.param("progressive", "ABCDE", "12.E(1)", marks=clause("MD-HCF 12.E(1)", "MD-HCF 12.E")),
    ],
)
def test_the_submission_selects_one_of_the_tables(wager: str, letters: str, path: str) -> None:
    for letter in letters:
        assert found("MD-HCF", f"wagers.{wager}.paytable={letter}", "wagers.progressive.envy=false") == []
    beyond = chr(ord(letters[-1]) + 1)
    for letter in (beyond, letters[0].lower(), "AB"):
        assert found("MD-HCF", f"wagers.{wager}.paytable={letter}") == [
            ("paytable_unknown", f"wagers.{wager}.paytable", path)
        ]
    assert found("MD-HCF", f"-wagers.{wager}.paytable") == [("missing_key", f"wagers.{wager}.paytable", path)]


PAYOUT_LIMIT = ("payout_limit", "payout_limit.per_hand", "12.D")


@clause("MD-HCF 12.D", "MD-HCF 12.D(1)")
def test_the_limit_is_at_most_50000_where_less_can_be_won_at_the_minimum() -> None:
    below, at, above = cents("50000")  # $5 at 300 to 1 and $5 at 8,000 to 1 win $41,500
    assert found("MD-HCF", f"payout_limit.per_hand={below}") == []
    assert found("MD-HCF", f"payout_limit.per_hand={at}") == []
    assert found("MD-HCF", f"payout_limit.per_hand={above}") == [PAYOUT_LIMIT]


@clause("MD-HCF 12.D", "MD-HCF 12.D(2)")
def test_the_limit_is_at_most_the_best_win_at_the_minimum_where_that_is_more() -> None:
    minimum = "wagers.straight_flush_bonus.minimum=10"
    below, at, above = cents("81500")  # $5 at 300 to 1 and $10 at 8,000 to 1
    assert found("MD-HCF", minimum, f"payout_limit.per_hand={below}") == []
    assert found("MD-HCF", minimum, f"payout_limit.per_hand={at}") == []
    assert found("MD-HCF", minimum, f"payout_limit.per_hand={above}") == [PAYOUT_LIMIT]


@clause("MD-HCF 12.D(2)")
def test_a_wager_without_a_minimum_of_its_own_has_the_tables() -> None:
    without = "-wagers.straight_flush_bonus.minimum"
    _, at, above = cents("81500")
    assert found("MD-HCF", without, f"payout_limit.per_hand={at}") == []
    assert found("MD-HCF", without, f"payout_limit.per_hand={above}") == [PAYOUT_LIMIT]


@clause("MD-HCF 12.D")
def test_an_operator_may_go_without_a_limit_but_limits_hands_and_not_rounds() -> None:
    assert found("MD-HCF", "-payout_limit") == []
    assert found("MD-HCF", "payout_limit.per_round=50000") == [("payout_limit", "payout_limit.per_round", "12.D")]


@clause("MD-HCF 12.D")
def test_the_limit_covers_the_two_bonus_wagers() -> None:
    covers = there(rulebook("MD-HCF").payout_limit).covers
    assert set(covers.value) == {"flush_bonus", "straight_flush_bonus"}
    assert str(covers.clause) == "MD-HCF 12.D"


@clause("MD-HCF 12.E", "MD-HCF 12.E(2)")
def test_without_a_progressive_wager_no_meter_is_asked_for() -> None:
    assert found("MD-HCF", "-wagers.progressive") == []


@clause("MD-HCF 12.E", "MD-HCF 12.E(2)")
def test_all_of_it_is_missed_at_once() -> None:
    without = [f"-wagers.progressive.{key}" for key in ("rate", "initial", "reset")]
    assert found("MD-HCF", *without) == [
        ("progressive_initial", "wagers.progressive.initial", "12.E(2)(b)(i)"),
        ("progressive_rate", "wagers.progressive.rate", "12.E(2)(a)"),
        ("progressive_reset", "wagers.progressive.reset", "12.E(2)(b)(i)"),
    ]


@clause("MD-HCF 12.E(2)(a)")
@pytest.mark.parametrize(
    ("rate", "lawful"),
    [
        ("0%", False),
        ("0.00009%", False),
        ("0.0001%", True),
        ("22%", True),
        ("100%", True),
        ("100.000001%", False),
        ("9999%", False),
    ],
)
def test_the_meter_progresses_by_some_share_of_each_wager(rate: str, lawful: bool) -> None:
    expected = [] if lawful else [("progressive_rate", "wagers.progressive.rate", "12.E(2)(a)")]
    assert found("MD-HCF", f"wagers.progressive.rate={rate}") == expected


@pytest.mark.parametrize("key", ["initial", "reset"])
@pytest.mark.parametrize(
    ("letter", "least", "path"),
    [
        pytest.param("A", "30000", "12.E(2)(b)(i)", marks=clause("MD-HCF 12.E(2)(b)", "MD-HCF 12.E(2)(b)(i)")),
        pytest.param("B", "30000", "12.E(2)(b)(i)", marks=clause("MD-HCF 12.E(2)(b)", "MD-HCF 12.E(2)(b)(i)")),
        pytest.param("C", "5000", "12.E(2)(b)(ii)", marks=clause("MD-HCF 12.E(2)(b)", "MD-HCF 12.E(2)(b)(ii)")),
        pytest.param("D", "30000", "12.E(2)(b)(i)", marks=clause("MD-HCF 12.E(2)(b)", "MD-HCF 12.E(2)(b)(i)")),
        pytest.param("E", "25000", "12.E(2)(b)(iii)", marks=clause("MD-HCF 12.E(2)(b)", "MD-HCF 12.E(2)(b)(iii)")),
    ],
)
def test_the_meter_starts_at_no_less_than_the_paytable_asks(letter: str, least: str, path: str, key: str) -> None:
    table = [f"wagers.progressive.paytable={letter}", "wagers.progressive.envy=false"]
    below, at, above = cents(least)
    assert found("MD-HCF", *table, f"wagers.progressive.{key}={below}") == [
        (f"progressive_{key}", f"wagers.progressive.{key}", path)
    ]
    assert found("MD-HCF", *table, f"wagers.progressive.{key}={at}") == []
    assert found("MD-HCF", *table, f"wagers.progressive.{key}={above}") == []


@clause("MD-HCF 12.E(4)(b)", "MD-HCF 12.E(5)")
@pytest.mark.parametrize("letter", "CDE")
def test_an_envy_bonus_follows_the_table_of_the_paytable_in_use(letter: str) -> None:
    use = f"wagers.progressive.paytable={letter}"
    assert found("MD-HCF", use, "wagers.progressive.envy=true") == []
    assert found("MD-HCF", use, f"wagers.progressive.envy={letter}") == []
    progressive = frozen("MD-HCF", use, "wagers.progressive.envy=true").progressive
    assert progressive is not None
    assert progressive.shared is rulebook("MD-HCF").paytables["envy_bonus"][letter]
    for other in "CDE".replace(letter, ""):
        assert found("MD-HCF", use, f"wagers.progressive.envy={other}") == [
            ("shared_bonus", "wagers.progressive.envy", "12.E(4)(b)")
        ]


@clause("MD-HCF 12.E(5)")
@pytest.mark.parametrize("letter", "AB")
def test_paytables_without_an_envy_table_have_no_envy_bonus(letter: str) -> None:
    use = f"wagers.progressive.paytable={letter}"
    assert [fault[:2] for fault in found("MD-HCF", use, "wagers.progressive.envy=true")] == [
        ("shared_bonus", "wagers.progressive.envy")
    ]
    assert found("MD-HCF", use, "wagers.progressive.envy=false") == []


@clause("MD-HCF 12.E(5)")
def test_the_envy_bonus_is_stated_for_each_dollar_wagered() -> None:
    shared = there(rulebook("MD-HCF").progressive).shared
    assert shared is not None
    assert shared.per is not None
    assert shared.per.value == dollars(1)
    assert str(shared.per.clause) == "MD-HCF 12.E(5)"
