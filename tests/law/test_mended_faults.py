"""Slips that an independent reader of the documents found in the first version of the law, and that stay mended."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import MalformedData, check, read_filing, read_toml
from houserules.law.clauses import load_clause_list
from tests.clauses.support import TODAY, bundled, changed, faults, found, frozen
from tests.support.rulebooks import load_changed

SFB = "wagers.straight_flush_bonus"
OWN_BONUS = (
    "{seven_card_straight_flush=2000, six_card_straight_flush=500, five_card_straight_flush=100, "
    'four_card_straight_flush="$50.1234", three_card_straight_flush="3 to 2"}'
)


@pytest.mark.parametrize(
    ("book", "changes", "expected"),
    [
        # The wagers of a game are listed in 7.F and 6(a), not in the order of settlement.
        ("MD-HCF", ["wagers.xtra_bonus.paytable=A"], [("wager_not_in_game", "wagers.xtra_bonus", "7.F")]),
        ("MD-CTF", ["wagers.raise.minimum=1"], [("wager_not_in_game", "wagers.raise", "7.F")]),
        ("MA-HCF", ["wagers.all_in={}"], [("wager_not_in_game", "wagers.all_in", "6(a)")]),
        # One mistake, one fault.
        ("MA-HCF", ["table.decks=1", "table.shuffler=none"], [("shuffler_required", "table.shuffler", "4(a)")]),
        ("MD-HCF", [f"{SFB}.suit=hearts"], [("wager_key", f"{SFB}.suit", "7.F(3)")]),
        ("MD-CTF", ["payout_limit.per_hand=0"], [("payout_limit", "payout_limit.per_hand", "12.E(1)")]),
        ("MD-HCF", ["table.seats=-3"], [("seats", "table.seats", "2.A")]),
        # No name is no operator.
        ("MD-HCF", ['operator=""'], [("missing_key", "operator", "2.B(1)")]),
        ("MD-HCF", ['operator="  "'], [("missing_key", "operator", "2.B(1)")]),
        # A bonus without limits of its own has the table's: its minimum may not be above the table's maximum.
        (
            "MD-HCF",
            ["wagers.flush_bonus.minimum=500.01", "-wagers.flush_bonus.maximum", "-payout_limit"],
            [("wager_limits", "wagers.flush_bonus.minimum", "7.F(2)")],
        ),
        (
            "MD-HCF",
            ["wagers.flush_bonus.maximum=9.99", "-wagers.flush_bonus.minimum"],
            [("wager_limits", "wagers.flush_bonus.maximum", "7.F(2)")],
        ),
        # No chip is worth part of a cent, so nothing is wagered or paid in such parts.
        ("MD-HCF", ["table.minimum=10.005"], [("table_limits", "table.minimum", "7.F(1)")]),
        ("MD-HCF", ["wagers.flush_bonus.maximum=5.001"], [("wager_limits", "wagers.flush_bonus.maximum", "7.F(2)")]),
        ("MD-HCF", ["payout_limit.per_hand=17.0151"], [("payout_limit", "payout_limit.per_hand", "12.D")]),
        (
            "MD-HCF",
            ["wagers.progressive.amount=0.333"],
            [("progressive_amount", "wagers.progressive.amount", "7.F(4)")],
        ),
        (
            "MA-HCF",
            [f"{SFB}.paytable=G", f"{SFB}.bonus={OWN_BONUS}"],
            [("bonus_amounts", f"{SFB}.bonus.four_card_straight_flush", "11(g)")],
        ),
        # A meter shows millionths of a dollar: what a wager adds is whole in them, and never nothing.
        (
            "MD-HCF",
            ["wagers.progressive.rate=0.000001%"],
            [("progressive_rate", "wagers.progressive.rate", "12.E(2)(a)")],
        ),
        (
            "MD-HCF",
            ["wagers.progressive.rate=33.33333%"],
            [("progressive_rate", "wagers.progressive.rate", "12.E(2)(a)")],
        ),
        ("MD-HCF", ["wagers.progressive.rate=33.3333%"], []),
        # No deck is not what 3.B is about.
        ("MD-HCF", ["table.decks=0"], [("decks", "table.decks", "3.A")]),
        ("MD-HCF", ['table.deck_backs=["red", "red "]'], [("second_deck", "table.deck_backs", "3.B(2)")]),
    ],
)
def test_faults(book: str, changes: list[str], expected: list[tuple[str, str, str]]) -> None:
    assert found(book, *changes) == expected


@pytest.mark.parametrize(("dealing", "fit"), [("automated", 15), ("hand", 14)])
def test_how_many_players_fit_counts_community_and_burn_cards(dealing: str, fit: int) -> None:
    (fault,) = (
        fault
        for fault in faults("MD-CTF", "table.seats=20", f"table.dealing={dealing}")
        if fault.code.value == "deck_too_small"
    )
    assert f"at most {fit} players" in fault.lawful


def test_the_value_of_a_fault_is_what_the_file_says() -> None:
    (fault,) = faults("MD-HCF", "wagers.progressive.paytable=A", "wagers.progressive.envy=A")
    assert fault.value == "A"


@pytest.mark.parametrize(
    "data",
    [
        {"moon": "x" * 5000},
        {"moon": "\x1b[31m"},
        {"wagers": {"\x1b[31m": {}}},
        {"readings": {"two\nlines": "x"}},
        {"wagers": {"flush_bonus": {"paytable": "\x1b[31m"}}},
        {"wagers": {"flush_bonus": {"paytable": {"seven_card_flush": "1 for " + "x" * 5000}}}},
    ],
)
def test_a_fault_is_short_and_printable(data: dict[str, Any]) -> None:
    try:
        texts = [str(fault) for fault in check(read_filing(bundled("MD-HCF") | data, "test"), TODAY)]
    except MalformedData as refusal:
        texts = list(refusal.problems)
    assert all(text.isprintable() and len(text) < 1000 for text in texts)


@pytest.mark.parametrize("key", ["x", "operator", "table", "wagers"])
def test_dotted_keys_nested_deeply(key: str) -> None:
    with pytest.raises(MalformedData, match="nested more than 20 deep"):
        read_toml(f'rulebook = "MD-HCF"\n{key}{".a" * 5000} = 1\n', "test")


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 49_000 + " = 1",
        "[a" + ".a" * 49_000 + "]",
        "a = {" + "b . " * 24_000 + "b = 1}",
        "a = 1\n" + '"a".' * 24_000 + "'b' = 1",
        'a = """\n' + '\\"""' * 100 + '"""\n' + "a." * 40_000 + "b = 1",
        "\n".join(f"a{n} = 1" for n in range(6_000)) + "\nz = 1.5",
        '"' + '\\"' * 40_000,
        ('"' + '\\"' * 400 + "\n") * 100,
        "a = '''" + "''" * 40_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    """Each took from seconds to hours, or would with a careless guard."""
    began = process_time()
    with pytest.raises(MalformedData):
        read_toml(text, "test")
    assert process_time() - began < 1


@pytest.mark.parametrize(
    "text",
    [
        "a = '" + "a." * 50 + "'",
        'a = "' + "a." * 50 + '\\""',
        'a = """' + "a.\na." * 50 + '"""',
        "a = '''" + "a." * 50 + "\n'''",
        "# " + "a." * 50,
        '"' + "a." * 50 + '" = 1',
        ".".join("abcdefghijklmnopqrst") + " = 1",
    ],
)
def test_dots_that_part_no_keys(text: str) -> None:
    read_toml(text, "test")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1.5", 1),
        ("a = '1.5'\n# 1.5\n1.5 = 1\nb = [\n  1,\n  {c = 1.5},\n]\n", 6),
        ("a = '''\n1.5\n'''\r\nb = inf\r\n", 4),
        ("a = 'x\x85y'\nb = 1.5", 2),
    ],
)
def test_the_line_of_a_number_with_a_point(text: str, line: int) -> None:
    with pytest.raises(MalformedData, match=f"line {line}: "):
        read_toml(text, "test")


def test_deep_paths_of_overrides() -> None:
    with pytest.raises(MalformedData):
        with_overrides(bundled("MD-HCF"), ["x" + ".a" * 5000 + "=1", "y=2"])


def test_an_enormous_place_in_a_list() -> None:
    with pytest.raises(MalformedData):
        with_overrides(bundled("MD-CTF"), [f"wagers.progressive.segments.{'1' * 5000}.count=1"])


def test_an_override_is_one_value() -> None:
    with pytest.raises(MalformedData):
        with_overrides(bundled("MD-CTF"), ["table.decks=1\nseats = 7"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('minimum = "1.5"\nmaximum = 1.5\n', 2),
        ('operator = "inf corp"\nx = inf\n', 2),
        ('operator = "No #1"\nnote = "at #2"\nrate = 2.5\n', 3),
        ('a = "# 1"\nb = ["#", 2.5]\n', 2),
    ],
)
def test_the_line_of_a_float(text: str, line: int) -> None:
    with pytest.raises(MalformedData, match=f"line {line}: "):
        read_toml(text, "test")


def test_all_numbers_with_a_point_are_told_at_once() -> None:
    text = 'rulebook = "MD-HCF"\n[table]\nseats = 6.5\nminimum = 10.0\nmaximum = [1, inf]\n'
    with pytest.raises(MalformedData) as refusal:
        read_toml(text, "mine.toml")
    begins = ["line 3: 6.5 is", "line 4: 10.0 is", "line 5: inf is"]
    assert all(
        problem.startswith(f"mine.toml: {begin}")
        for problem, begin in zip(refusal.value.problems, begins, strict=True)
    )
    with pytest.raises(MalformedData) as both:
        read_toml(text + "decks =\n", "mine.toml")
    assert both.value.problems[:-1] == refusal.value.problems
    assert both.value.problems[-1].startswith("mine.toml: this is not TOML: ")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("operater", "operator"),
        ("payout_limits.per_hand", "payout_limit"),
        ("table.seat", "table.seats"),
        ("table.Seats", "table.seats"),
        ("table.max", "table.maximum"),
        ("wagers.flush_bonus.pay_table", "wagers.flush_bonus.paytable"),
        ("wagers.progressive.init", "wagers.progressive.initial"),
    ],
)
def test_an_unknown_key_names_the_one_that_was_probably_meant(key: str, meant: str) -> None:
    wrong = [fault for fault in faults("MD-HCF", f"-{meant}", f"{key}=1") if fault.code.value == "unknown_key"]
    assert [fault.lawful for fault in wrong] == [f"{meant}, if that was meant; else leave it out"]


@pytest.mark.parametrize("key", ["colour", "lighting", "table.chairs", "wagers.flush_bonus.a"])
def test_a_key_that_looks_like_none_is_left_out(key: str) -> None:
    wrong = [fault for fault in faults("MD-HCF", f"{key}=1") if fault.code.value == "unknown_key"]
    assert [(fault.key, fault.lawful) for fault in wrong] == [(key, "leave it out")]


def _paytables(old: str, new: str) -> None:
    text = law.file_text("MD-CTF", "paytables")
    text = text[text.index("[xtra_bonus.A]") :]
    assert old in text
    load_changed("MD-CTF", paytables=text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('pays = "250 to 1"', "pays = 250"),
        ('pays = "250 to 1"', "pays = [250]"),
        ('pays = "250 to 1"', "pays = true"),
        ('clause = "12.B(1)"\n', 'clause = ["12.B(1)", "12.B(2)"]\n'),
        ("[xtra_bonus.A]", "moon = 1\n[xtra_bonus.A]"),
        ('of = "prize"', 'of = "moon"'),
        ('clause = "12.B(1)(a)"', 'clause = "12.B(1)(a)", under = 5'),
    ],
)
def test_pay_tables(old: str, new: str) -> None:
    with pytest.raises(MalformedData):
        _paytables(old, new)


def test_readings_and_clauses() -> None:
    for text in ("x = 1", 'rulebook = "MD-HCF"\nreading = ["x"]', 'rulebook = "MD-HCF"'):
        with pytest.raises(MalformedData):
            load_changed("MD-HCF", readings=text)
    for text in ("x = 1", law.file_text("MD-HCF", "clauses").replace('"1.A"', '"A"', 1)):
        with pytest.raises(MalformedData):
            load_clause_list(text, "test")


def test_a_switch_is_true_or_false() -> None:
    text = law.file_text("MD-HCF", "readings").replace("switch   = true", 'switch   = "yes"', 1)
    with pytest.raises(MalformedData):
        load_changed("MD-HCF", readings=text)


def test_an_order_that_the_document_has_not_does_not_freeze() -> None:
    with pytest.raises(MalformedData):
        frozen("MD-HCF", "table.order=stacks_and_stacks")


@pytest.mark.parametrize("shuffler", ["guessing"])
def test_a_shuffler_that_nobody_knows_does_not_freeze(shuffler: str) -> None:
    with pytest.raises(MalformedData):
        frozen("MD-HCF", f"table.shuffler={shuffler}")


def test_words_that_are_no_odds_are_malformed() -> None:
    data = changed("MD-HCF", 'wagers.flush_bonus.paytable={seven_card_flush = "rubbish for ever"}')
    with pytest.raises(MalformedData, match="seven_card_flush"):
        read_filing(data, "test")
