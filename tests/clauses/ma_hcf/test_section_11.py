"""MA-HCF, section 11: the grids typed from the document, column by column, and what the licensee sets."""

from __future__ import annotations

import pytest

from houserules.law import format_pay, rulebook
from tests.clauses.pay_lines import assert_line, assert_table
from tests.clauses.support import Printed, found, frozen, line_cases, table_cases
from tests.support.clauses import clause

FLUSH_BONUS = """
    Hand   A   B   C   D   E   F   G    H   I   J   K   L   M   N
    seven 300 100 200 300 200 500 400 1000 150 150 400 300 500 500
    six   100  20  20  75  60  50  60   50  20  25 100  80  80 100
    five   10  10  10   5  12  12  12   10  10  10  10  11  11  10
    four    1   1   2   2   2   1   1    1   1   2   2   1   1   1
"""
STRAIGHT_FLUSH_BONUS = """
    Hand    A    B   C    D   E    F   G
    seven 8000 500 500 1000 500 1000 Bonus
    six   1000 200 200  500 200  500 Bonus
    five   100 100 100  100 100  100 Bonus
    four    60  50  75   75  60   60 Bonus
    three    7   9   7    7   8    8 Bonus
"""
PROGRESSIVE = """
    Hand    A    B    C    D
    seven 100% 100% 100% 100%
    six    10%  10%  10%  10%
    five  $250 $750 $300 $800
    four   $50  $60  $50  $50
    three   $3  N/A   $3  N/A
"""


def _grid(wager: str, path: str, kind: str, text: str) -> list[Printed]:
    (_, *letters), *rows = (row.split() for row in text.split("\n")[1:-1])
    tables = []
    for column, letter in enumerate(letters, start=1):
        lines = tuple(
            (path, f"{row[0]}_card_{kind}", f"{row[column]} to 1" if row[column].isdigit() else row[column])
            for row in rows
            if row[column] != "N/A"
        )
        tables.append(Printed("MA-HCF", wager, letter, path, lines))
    return tables


TABLES = [
    *_grid("flush_bonus", "11(c)", "flush", FLUSH_BONUS),
    *_grid("straight_flush_bonus", "11(d)", "straight_flush", STRAIGHT_FLUSH_BONUS),
    *_grid("progressive", "11(e)", "straight_flush", PROGRESSIVE),
]


@pytest.mark.parametrize("table", table_cases(TABLES, {}))
def test_the_table_has_the_lines_of_the_document_and_no_others(table: Printed) -> None:
    assert_table(table)


@pytest.mark.parametrize(("table", "line", "pays", "path"), line_cases(TABLES))
def test_the_line_pays_what_the_document_prints(table: Printed, line: str, pays: str, path: str) -> None:
    assert_line(table, line, pays, path)


@clause("MA-HCF 11(c)", "MA-HCF 11(d)", "MA-HCF 11(e)")
def test_the_document_has_these_tables_and_no_others() -> None:
    assert {wager: "".join(tables) for wager, tables in rulebook("MA-HCF").paytables.items()} == {
        "flush_bonus": "ABCDEFGHIJKLMN",
        "straight_flush_bonus": "ABCDEFG",
        "progressive": "ABCD",
    }


@clause("MA-HCF 11(c)")
@pytest.mark.parametrize(
    ("letter", "as_printed", "marylands"),
    [("A", 1, 1), ("B", 1, 2), ("C", 2, 2), ("E", 2, 1), ("I", 1, 2), ("J", 2, 2), ("K", 2, 1), ("N", 1, 1)],
)
def test_the_four_card_row_is_as_printed_unless_marylands_is_chosen(
    letter: str, as_printed: int, marylands: int
) -> None:
    use = f"wagers.flush_bonus.paytable={letter}"
    for choice, pays in (("as_printed", as_printed), ("marylands", marylands)):
        table = frozen("MA-HCF", use, f"readings.flush_bonus_four_card_row={choice}").wagers["flush_bonus"].paytable
        assert table is not None
        assert format_pay(table.lines[-1].pay) == f"{pays} to 1"
    table = frozen("MA-HCF", use).wagers["flush_bonus"].paytable
    assert table is not None
    assert format_pay(table.lines[-1].pay) == f"{as_printed} to 1"


@pytest.mark.parametrize(
    ("wager", "letters", "path"),
    [
        pytest.param("flush_bonus", "ABCDEFGHIJKLMN", "11(c)", marks=clause("MA-HCF 11(c)")),
        pytest.param("straight_flush_bonus", "ABCDEF", "11(d)", marks=clause("MA-HCF 11(d)")),
        pytest.param("progressive", "ABCD", "11(e)", marks=clause("MA-HCF 11(e)")),
    ],
)
def test_the_licensee_selects_one_of_the_tables(wager: str, letters: str, path: str) -> None:
    for letter in letters:
        assert found("MA-HCF", f"wagers.{wager}.paytable={letter}") == []
    beyond = "H" if wager == "straight_flush_bonus" else chr(ord(letters[-1]) + 1)
    for letter in (beyond, "a", "AB"):
        assert found("MA-HCF", f"wagers.{wager}.paytable={letter}") == [
            ("paytable_unknown", f"wagers.{wager}.paytable", path)
        ]
    assert found("MA-HCF", f"-wagers.{wager}.paytable") == [("missing_key", f"wagers.{wager}.paytable", path)]


LENGTHS = ("seven", "six", "five", "four", "three")
G = "wagers.straight_flush_bonus.paytable=G"
BONUS = "wagers.straight_flush_bonus.bonus"


def _bonus(*lengths: str) -> str:
    return f"{BONUS}={{{', '.join(f'{length}_card_straight_flush = 50' for length in lengths)}}}"


@clause("MA-HCF 11(g)", "MA-HCF 11(d)")
def test_table_g_is_lawful_once_the_licensee_has_set_every_amount() -> None:
    assert found("MA-HCF", G, _bonus(*LENGTHS)) == []
    table = frozen("MA-HCF", G, _bonus(*LENGTHS)).wagers["straight_flush_bonus"].paytable
    assert table is not None
    assert [format_pay(line.pay) for line in table] == ["50 to 1"] * 5


@clause("MA-HCF 11(g)")
@pytest.mark.parametrize("missing", LENGTHS)
def test_each_amount_that_is_not_set_is_missed(missing: str) -> None:
    assert found("MA-HCF", G, _bonus(*(length for length in LENGTHS if length != missing))) == [
        ("bonus_amounts", f"{BONUS}.{missing}_card_straight_flush", "11(g)")
    ]


@clause("MA-HCF 11(g)")
def test_all_five_are_missed_at_once() -> None:
    assert found("MA-HCF", G) == sorted(
        ("bonus_amounts", f"{BONUS}.{length}_card_straight_flush", "11(g)") for length in LENGTHS
    )


@clause("MA-HCF 11(g)")
def test_figures_that_the_document_prints_are_not_the_licensees_to_set() -> None:
    assert found("MA-HCF", _bonus(*LENGTHS)) == [("bonus_amounts", BONUS, "11(d)")]


@clause("MA-HCF 11(g)")
@pytest.mark.parametrize("amount", ["0.01", "49999.99", "50000", "50000.01", "1000000"])
@pytest.mark.parametrize("per", ["per_hand", "per_round"])
def test_the_licensee_may_set_any_aggregate_limit_for_a_hand_or_a_round(amount: str, per: str) -> None:
    assert found("MA-HCF", "-payout_limit", f"payout_limit.{per}={amount}") == []


@clause("MA-HCF 11(g)")
def test_or_none() -> None:
    assert found("MA-HCF", "-payout_limit") == []
