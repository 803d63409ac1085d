"""MD-CTF, chapter 12: every pay line typed from the document, the wheels, Community Pay, and the payout limit."""

from __future__ import annotations

import pytest

from houserules.law import Share, rulebook
from houserules.money import dollars
from tests.clauses.pay_lines import assert_line, assert_table, with_community_cards
from tests.clauses.support import (
    Printed,
    cents,
    faults,
    found,
    frozen,
    line_cases,
    table_cases,
    wheel,
)
from tests.scenarios.printed import HELD_FLUSH
from tests.support.clauses import clause
from tests.support.rulebooks import there
from tests.support.tables import MD_CTF, lines_of, seat, settle

SF = "_card_straight_flush"
FL = "_card_flush"

# Mark of the clause, the lengths that the line covers, the kind of hand, and what it pays to 1.
XTRA_BONUS = {
    "A": ("12.B(1)", "", "a 7 F 250, b 6 F 20, c 5 F 5, d 4 F 1"),
    "B": ("12.B(2)", "", "a 7 F 400, b 6 F 70, c 5 F 7"),
}
SAME_SUIT = {
    "A": ("12.C(1)", " Paytable A", "a 76 S 2000, b 7 F 300, c 5 S 100, d 6 F 50, e 4 S 20, f 5 F 10, g 4 F 1"),
    "B": ("12.C(2)", "", "a 765 S 500, b 7 F 400, c 6 F 50, d 4 S 20, e 5 F 5, f 4 F 1"),
    "C": ("12.C(1)", " Paytable C", "a 76 S 500, b 7 F 400, c 5 S 200, d 6 F 50, e 4 S 20, f 5 F 5, g 4 F 1"),
    "D": ("12.C(1)", " Paytable D", "a 76 S 500, b 7 F 400, c 5 S 100, d 6 F 50, e 4 S 20, f 5 F 5, g 4 F 1"),
}
# The symbols of each wheel in the order printed, clauses (a) to (l). The Jackpot is a fixed prize on A and C.
WHEELS = {
    "A": ("12.D(2)", " Paytable A", "Jackpot $1,000 $500 $200 $125 $75 $60 $25 $23 $15 $10 $5"),
    "B": ("12.D(2)", " Paytable B", "Jackpot $1,000 $500 $125 $90 $60 $50 $40 $28 $15 $10 $5"),
    "C": ("12.D(3)", "", "Jackpot $10,000 $5,000 $1,000 $350 $500 $150 $100 $55 $65 $60 $50"),
    "D": ("12.D(4)", " Paytable D", "Jackpot $5,000 $2,500 $1,000 $350 $500 $150 $100 $55 $60 $50 $40"),
}
# The two figures of each line; together they are a symbol of the wheel, and the second is what the others receive.
COMMUNITY_PAY = {
    "A": ("12.D(6)(a)", "100 25, 50 10, 20 3"),
    "B": ("12.D(6)(b)", "100 25, 75 15, 25 3"),
    "C": ("12.D(7)(a)", "250 100, 100 50, 40 15"),
    "D": ("12.D(8)", "250 100, 100 50, 40 15"),
}
WORDS = {"7": "seven", "6": "six", "5": "five", "4": "four"}


def _odds(wager: str, tables: dict[str, tuple[str, str, str]]) -> list[Printed]:
    printed = []
    for letter, (path, suffix, text) in tables.items():
        lines = []
        for entry in text.split(", "):
            mark, lengths, kind, pays = entry.split()
            for length in lengths:
                name = WORDS[length] + (SF if kind == "S" else FL)
                lines.append((f"{path}({mark}){suffix}", name, f"{pays} to 1"))
        printed.append(Printed("MD-CTF", wager, letter, path + suffix, tuple(lines)))
    return printed


def _wheels() -> list[Printed]:
    return [
        Printed(
            "MD-CTF", "wheel", letter, path + suffix,
            tuple(
                (f"{path}({mark}){suffix}", symbol, "100%" if symbol == "Jackpot" else symbol.replace(",", ""))
                for mark, symbol in zip("abcdefghijkl", symbols.split(), strict=True)
            ),
        )
        for letter, (path, suffix, symbols) in WHEELS.items()
    ]  # fmt: skip


def _community_pay() -> list[Printed]:
    printed = []
    for letter, (path, text) in COMMUNITY_PAY.items():
        lines = []
        for mark, pair in zip(("i", "ii", "iii"), text.split(", "), strict=True):
            first, second = map(int, pair.split())
            lines.append((f"{path}({mark})", f"${first + second}", f"${second}"))
        printed.append(Printed("MD-CTF", "community_pay", letter, path, tuple(lines)))
    return printed


TABLES = [*_odds("xtra_bonus", XTRA_BONUS), *_odds("same_suit", SAME_SUIT), *_wheels(), *_community_pay()]


def use_wheel(letter: str) -> list[str]:
    """The changes that put a wheel to lawful use, without Community Pay."""
    fits = {
        "A": ["amount=1", "prize=5000"],
        "B": ["amount=1"],
        "C": ["amount=5", "prize=10000", "initial=10000", "reset=10000"],
        "D": ["amount=5", "initial=10000", "reset=10000"],
    }
    return [
        f"wagers.progressive.paytable={letter}",
        "wagers.progressive.community_pay=false",
        wheel(WHEELS[letter][2]),
        *(f"wagers.progressive.{change}" for change in fits[letter]),
    ]


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            table, id=str(table), marks=clause("MD-CTF 12.D(6)" if table.letter in "AB" else "MD-CTF 12.D(7)")
        )
        for table in _community_pay()
    ],
)
@clause("MD-CTF 12.D(5) second", "MD-CTF 12.D(5)(a) second")
def test_community_pay_is_that_of_the_wager_that_the_table_names(table: Printed) -> None:
    assert_table(table)


SELECTED = {"xtra_bonus": "12.B", "same_suit": "12.C", "wheel": "12.D(1)", "community_pay": "12.D(5)(b) second"}
"""The clause that has a submission select one of the tables."""


@pytest.mark.parametrize("table", table_cases(TABLES, SELECTED))
def test_the_table_has_the_lines_of_the_document_and_no_others(table: Printed) -> None:
    assert_table(table)


@pytest.mark.parametrize(("table", "line", "pays", "path"), line_cases(TABLES))
def test_the_line_pays_what_the_document_prints(table: Printed, line: str, pays: str, path: str) -> None:
    assert_line(table, line, pays, path)


@clause("MD-CTF 12.A")
@pytest.mark.parametrize("wager", ["ante", "all_in"])
def test_ante_and_all_in_pay_even_money(wager: str) -> None:
    odds = rulebook("MD-CTF").wagers[wager].odds
    assert odds is not None
    assert (str(odds.value), str(odds.clause)) == ("1 to 1", "MD-CTF 12.A")
    assert odds.value.winnings(dollars(25)) == dollars(25)


@pytest.mark.parametrize(
    ("letter", "path"),
    [
        pytest.param("A", "12.B(1)(e)", marks=clause("MD-CTF 12.B(1)(e)")),
        pytest.param("B", "12.B(2)(d)", marks=clause("MD-CTF 12.B(2)(d)")),
    ],
)
def test_a_winning_hand_below_the_table_is_a_push(letter: str, path: str) -> None:
    table = next(each for each in TABLES if (each.wager, each.letter) == ("xtra_bonus", letter))
    played = with_community_cards(table, HELD_FLUSH[3 if letter == "A" else 4])
    assert (played["outcome"], played["returned"], played["clause"]) == ("push", "10.00", f"MD-CTF {path}")


@clause("MD-CTF 12.B", "MD-CTF 12.C", "MD-CTF 12.D(1)")
def test_the_document_has_these_tables_and_no_others() -> None:
    assert {wager: "".join(tables) for wager, tables in rulebook("MD-CTF").paytables.items()} == {
        "xtra_bonus": "AB",
        "same_suit": "ABCD",
        "wheel": "ABCD",
        "community_pay": "ABCD",
    }


@pytest.mark.parametrize(
    ("wager", "letters", "path"),
    [
        pytest.param("xtra_bonus", "AB", "12.B", marks=clause("MD-CTF 12.B")),
        pytest.param("same_suit", "ABCD", "12.C", marks=clause("MD-CTF 12.C")),
    ],
)
def test_the_submission_selects_one_of_the_tables(wager: str, letters: str, path: str) -> None:
    for letter in letters:
        assert found("MD-CTF", f"wagers.{wager}.paytable={letter}") == []
    for letter in (chr(ord(letters[-1]) + 1), letters[0].lower(), "AB"):
        assert found("MD-CTF", f"wagers.{wager}.paytable={letter}") == [
            ("paytable_unknown", f"wagers.{wager}.paytable", path)
        ]
    assert found("MD-CTF", f"-wagers.{wager}.paytable") == [("missing_key", f"wagers.{wager}.paytable", path)]


@clause("MD-CTF 12.D", "MD-CTF 12.D(1)")
@pytest.mark.parametrize("letter", "ABCD")
def test_the_submission_selects_one_of_the_four_wheels(letter: str) -> None:
    assert found("MD-CTF", *use_wheel(letter)) == []
    progressive = frozen("MD-CTF", *use_wheel(letter)).progressive
    assert progressive is not None
    assert [symbol for symbol, _ in progressive.segments] == WHEELS[letter][2].split()


@clause("MD-CTF 12.D(1)")
@pytest.mark.parametrize("letter", ["E", "a", "AB"])
def test_there_is_no_other_wheel(letter: str) -> None:
    assert found("MD-CTF", f"wagers.progressive.paytable={letter}") == [
        ("paytable_unknown", "wagers.progressive.paytable", "12.D(1)")
    ]


@pytest.mark.parametrize(
    ("letter", "of"),
    [
        pytest.param("A", "prize", marks=clause("MD-CTF 12.D(2)(a) Paytable A")),
        pytest.param("B", "meter", marks=clause("MD-CTF 12.D(2)(a) Paytable B")),
        pytest.param("C", "prize", marks=clause("MD-CTF 12.D(3)(a)")),
        pytest.param("D", "meter", marks=clause("MD-CTF 12.D(4)(a) Paytable D")),
    ],
)
def test_the_jackpot_symbol_pays_all_of_the_prize_or_of_the_meter(letter: str, of: str) -> None:
    jackpot = rulebook("MD-CTF").paytables["wheel"][letter].line("Jackpot")
    assert jackpot is not None
    assert isinstance(jackpot.pay, Share)
    assert (str(jackpot.pay.percent), jackpot.pay.of) == ("100%", of)


@pytest.mark.parametrize(
    ("letter", "line", "worth"),
    [
        pytest.param("A", "12.D(2)(a) Paytable A", "5000", marks=clause("MD-CTF 12.D(2)(a) Paytable A")),
        pytest.param("C", "12.D(3)(a)", "10000", marks=clause("MD-CTF 12.D(3)(a)")),
    ],
)
def test_a_prize_in_kind_is_handed_over_at_its_value_without_chips(letter: str, line: str, worth: str) -> None:
    amount = "1" if letter == "A" else "5"
    segments = wheel(WHEELS[letter][2]).removeprefix("wagers.progressive.")
    prize = f"paytable='{letter}', amount='{amount}', prize='{worth}', merchandise='a motor cycle', {segments}"
    wagers = {"ante": "10", "xtra_bonus": "10", "progressive": amount}
    data = {
        "dealer": "Kc Jd 3d",
        "community": "8h 6h 4d 2d",
        "seats": [seat(1, "As Qs Ts", wagers, "all-in", wheel="Jackpot")],
    }
    won = lines_of(settle(MD_CTF, data, f"wagers.progressive={{{prize}}}"), 1)["progressive"]
    assert (won["outcome"], won["clause"], won["paid"], won["returned"]) == ("win", f"MD-CTF {line}", "0.00", "0.00")
    assert (won["in_kind"], won["odds"]) == (f"{worth}.00", f"a motor cycle, worth ${int(worth):,}")


@clause("MD-CTF 12.D(2)(a) Paytable A", "MD-CTF 12.D(2)(a) Paytable B")
def test_only_wheels_with_a_prize_pay_in_kind_and_its_value_is_stated() -> None:
    key = "wagers.progressive.merchandise"
    assert found("MD-CTF", f"{key}=a car") == [("progressive_prize", key, "12.D(2) Paytable B")]
    symbols = wheel(WHEELS["A"][2])
    assert found("MD-CTF", *use_wheel("A"), symbols, f"{key}=a car") == []
    assert found("MD-CTF", *use_wheel("A"), symbols, f"{key}='  '") == [
        ("progressive_prize", key, "12.D(2) Paytable A")
    ]
    without = found("MD-CTF", *use_wheel("A"), symbols, f"{key}=a car", "-wagers.progressive.prize")
    assert without == [("progressive_prize", "wagers.progressive.prize", "12.D(2) Paytable A")]


@pytest.mark.parametrize(
    ("letter", "path"),
    [
        pytest.param("A", "12.D(2) Paytable A", marks=clause("MD-CTF 12.D(2) Paytable A")),
        pytest.param("B", "12.D(2) Paytable B", marks=clause("MD-CTF 12.D(2) Paytable B")),
        pytest.param("C", "12.D(3)", marks=clause("MD-CTF 12.D(3)")),
        pytest.param("D", "12.D(4) Paytable D", marks=clause("MD-CTF 12.D(4) Paytable D")),
    ],
)
def test_a_wheel_carries_its_own_symbols_and_all_of_them(letter: str, path: str) -> None:
    key = "wagers.progressive.segments"
    symbols = WHEELS[letter][2]
    foreign = wheel(f"{symbols} $7,777")
    assert found("MD-CTF", *use_wheel(letter), foreign) == [("wheel_segments", key, path)]
    for number, symbol in enumerate(symbols.split()):
        line = f"{WHEELS[letter][0]}({'abcdefghijkl'[number]}){WHEELS[letter][1]}"
        without = wheel(" ".join(other for other in symbols.split() if other != symbol))
        assert found("MD-CTF", *use_wheel(letter), without) == [("wheel_segments", key, line)]


@clause("MD-CTF 12.D", "MD-CTF 12.D(5)")
def test_all_of_it_is_missed_at_once() -> None:
    without = [f"-wagers.progressive.{key}" for key in ("rate", "initial", "reset")]
    assert found("MD-CTF", *without) == [
        ("progressive_initial", "wagers.progressive.initial", "12.D(5)(b)(ii)"),
        ("progressive_rate", "wagers.progressive.rate", "12.D(5)(a)"),
        ("progressive_reset", "wagers.progressive.reset", "12.D(5)(b)(ii)"),
    ]


@clause("MD-CTF 12.D(5)(a)")
@pytest.mark.parametrize(
    ("rate", "lawful"),
    [
        ("0%", False),
        ("0.00009%", False),
        ("0.0001%", True),
        ("20%", True),
        ("100%", True),
        ("100.000001%", False),
        ("9999%", False),
    ],
)
def test_the_meter_progresses_by_some_share_of_each_wager(rate: str, lawful: bool) -> None:
    expected = [] if lawful else [("progressive_rate", "wagers.progressive.rate", "12.D(5)(a)")]
    assert found("MD-CTF", f"wagers.progressive.rate={rate}") == expected


LEAST = [
    pytest.param("A", "5000", "12.D(5)(b)(i)", marks=clause("MD-CTF 12.D(5)(b)", "MD-CTF 12.D(5)(b)(i)")),
    pytest.param("B", "5000", "12.D(5)(b)(ii)", marks=clause("MD-CTF 12.D(5)(b)", "MD-CTF 12.D(5)(b)(ii)")),
    pytest.param("C", "10000", "12.D(5)(b)(iii)", marks=clause("MD-CTF 12.D(5)(b)", "MD-CTF 12.D(5)(b)(iii)")),
    pytest.param("D", "10000", "12.D(5)(b)(iv)", marks=clause("MD-CTF 12.D(5)(b)", "MD-CTF 12.D(5)(b)(iv)")),
]


@pytest.mark.parametrize("key", ["initial", "reset"])
@pytest.mark.parametrize(("letter", "least", "path"), LEAST)
def test_the_meter_starts_at_no_less_than_the_wheel_asks(letter: str, least: str, path: str, key: str) -> None:
    below, at, above = cents(least)
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.{key}={below}") == [
        (f"progressive_{key}", f"wagers.progressive.{key}", path)
    ]
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.{key}={at}") == []
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.{key}={above}") == []


@pytest.mark.parametrize(("letter", "least", "path"), [LEAST[0], LEAST[2]])
def test_a_fixed_prize_is_worth_no_less(letter: str, least: str, path: str) -> None:
    below, at, above = cents(least)
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.prize={below}") == [
        ("progressive_prize", "wagers.progressive.prize", path)
    ]
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.prize={at}") == []
    assert found("MD-CTF", *use_wheel(letter), f"wagers.progressive.prize={above}") == []


@pytest.mark.parametrize(
    ("letter", "per", "paths"),
    [
        pytest.param("A", 1, {"12.D(6)"}, marks=clause("MD-CTF 12.D(6)")),
        pytest.param("B", 1, {"12.D(6)"}, marks=clause("MD-CTF 12.D(6)")),
        pytest.param("C", 5, {"12.D(7)"}, marks=clause("MD-CTF 12.D(7)")),
        pytest.param("D", 5, {"12.D(7)", "12.D(8)"}, marks=clause("MD-CTF 12.D(7)", "MD-CTF 12.D(8)")),
    ],
)
@pytest.mark.parametrize("community_pay", ["true", "false"])
@clause("MD-CTF 12.D(5) second", "MD-CTF 12.D(5)(a) second", "MD-CTF 12.D(5)(b) second")
def test_a_wheel_and_its_community_pay_are_for_the_wager_that_the_table_names(
    letter: str, per: int, paths: set[str], community_pay: str
) -> None:
    use = [*use_wheel(letter), f"wagers.progressive.community_pay={community_pay}"]
    table = rulebook("MD-CTF").paytables["community_pay"][letter]
    assert table.per is not None
    assert table.per.value == dollars(per)
    assert {str(citation).removeprefix("MD-CTF ") for citation in table.per.clauses} <= paths
    assert found("MD-CTF", *use) == []
    progressive = frozen("MD-CTF", *use).progressive
    assert progressive is not None
    assert progressive.shared is (table if community_pay == "true" else None)
    for other in (f"{per - 1}.99", f"{per}.01", str(6 - per)):
        ((code, key, path),) = found("MD-CTF", *use, f"wagers.progressive.amount={other}")
        assert (code, key) == ("progressive_amount", "wagers.progressive.amount")
        assert path in paths


@clause("MD-CTF 12.D(5) second", "MD-CTF 12.D(5)(b) second")
def test_community_pay_goes_by_the_table_of_the_wheel_in_use() -> None:
    assert found("MD-CTF", "wagers.progressive.community_pay=B") == []
    assert found("MD-CTF", "wagers.progressive.community_pay=A") == [
        ("shared_bonus", "wagers.progressive.community_pay", "12.D(5)(b) second")
    ]


@clause("MD-CTF 12.D(6)", "MD-CTF 12.D(7)", "MD-CTF 12.D(8)")
@pytest.mark.parametrize("letter", "ABCD")
def test_every_community_pay_line_is_a_symbol_of_its_wheel(letter: str) -> None:
    symbols = [line.hand for line in rulebook("MD-CTF").paytables["wheel"][letter]]
    assert all(line.hand in symbols for line in rulebook("MD-CTF").paytables["community_pay"][letter])


PAYOUT_LIMIT = ("payout_limit", "payout_limit.per_hand", "12.E(1)")


@clause("MD-CTF 12.E", "MD-CTF 12.E(1)")
def test_the_limit_is_at_least_50000_where_less_can_be_won_at_the_minimum() -> None:
    below, at, above = cents("50000")
    assert found("MD-CTF", f"payout_limit.per_hand={below}") == [PAYOUT_LIMIT]
    assert found("MD-CTF", f"payout_limit.per_hand={at}") == []
    assert found("MD-CTF", f"payout_limit.per_hand={above}") == []


@clause("MD-CTF 12.E(1)", "MD-CTF 12.E(2)")
def test_the_limit_is_at_least_the_best_win_at_the_minimum_where_that_is_more() -> None:
    # $200 Ante, $200 X-tra Bonus at 250 to 1, $600 All In, $5 Same Suit at 2,000 to 1, and no progressive.
    below, at, above = cents("60800")
    minimum = "table.minimum=200"
    assert found("MD-CTF", minimum, f"payout_limit.per_hand={below}") == [PAYOUT_LIMIT]
    assert found("MD-CTF", minimum, f"payout_limit.per_hand={at}") == []
    assert found("MD-CTF", minimum, f"payout_limit.per_hand={above}") == []
    without = [minimum, "-wagers.progressive"]
    assert found("MD-CTF", *without, f"payout_limit.per_hand={below}") == [PAYOUT_LIMIT]
    assert found("MD-CTF", *without, f"payout_limit.per_hand={at}") == []


@clause("MD-CTF 12.E(2)")
def test_the_limit_covers_every_wager_but_the_progressive() -> None:
    covers = there(rulebook("MD-CTF").payout_limit).covers
    assert set(covers.value) == {"ante", "xtra_bonus", "all_in", "same_suit"}
    assert "MD-CTF 12.E(2)" in {str(citation) for citation in covers.clauses}


@clause("MD-CTF 12.E")
def test_an_operator_may_go_without_a_limit_but_limits_hands_and_not_rounds() -> None:
    assert found("MD-CTF", "-payout_limit") == []
    (fault,) = faults("MD-CTF", "payout_limit.per_round=90000")
    assert (fault.code.value, fault.key) == ("payout_limit", "payout_limit.per_round")
    assert fault.clause.startswith("MD-CTF 12.E")
