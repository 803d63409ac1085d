"""Submissions that cannot be read: one clear refusal that names every key at fault, and never another exception."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houserules import law
from houserules.law import MalformedData, UnknownRulebook, check, freeze, read_filing, read_toml, rulebook_ids
from tests.clauses.support import TODAY, bundled

HUGE = 10**5000
WHENEVER = datetime(2026, 10, 1, 12, 30)  # noqa: DTZ001 -- TOML knows times of day without a zone

NUMBERS = ["table.seats", "table.adjacent_boxes", "table.decks"]
NOT_NUMBERS = ["6", "", True, [6], {}, {"is": 6}, 1_000_001, -1_000_001, 10**30, HUGE, -HUGE, date(2026, 1, 1), 6.0]

TEXTS = [
    "operator",
    "table.dealing",
    "table.shuffler",
    "table.order",
    "table.alternation",
    "wagers.progressive.rounding",
    "wagers.straight_flush_bonus.suit",
    "readings.ace_low_straight_flush",
    "readings.never_heard_of",
    "signs.odds",
]
NOT_TEXTS = [
    5,
    HUGE,
    True,
    [],
    ["to"],
    {},
    date(2026, 1, 1),
    "x" * 201,
    "two\nlines",
    "\x1b[31mred",
    "\x00",
    "\u200b",
    0.5,
]

AMOUNTS = [
    "table.minimum",
    "table.maximum",
    "wagers.flush_bonus.minimum",
    "wagers.flush_bonus.maximum",
    "wagers.progressive.initial",
    "wagers.progressive.reset",
    "wagers.progressive.prize",
    "payout_limit.per_hand",
    "payout_limit.per_round",
]
NOT_AMOUNTS = [
    10, HUGE, 12.5, float("nan"), float("inf"), True, [], ["10"], {}, date(2026, 1, 1),
    "", "ten", "$10", "-5", "+5", "1,000", "1e3", "0x10", " 5", "5 ", "5\n", "5.", ".5", "05", "1.2345678",
    "1000000000000.01", "10000000000001", "9" * 400, "nan", "inf", "\u0661\u0660", "½",
]  # fmt: skip

# Of the progressive one amount may be stated, or a list of them.
NOT_LISTED = [value for value in NOT_AMOUNTS if value not in ([], ["10"])]
NOT_LISTS = [[value] for value in NOT_LISTED] + [["1", 5], [["1"]], [{}], [str(number) for number in range(1, 12)]]

PERCENTAGES = ["wagers.progressive.rate", "wagers.progressive.secondary_rate"]
NOT_PERCENTAGES = [
    22, 0.22, True, [], {}, "", "%", "22", "22 %", "-1%", "+1%", "1e1%", "022%", "1.2345678%", "1000000%", "nan%",
    "\u0662%",
]  # fmt: skip

NOT_DATES = ["2026-10-01", "", WHENEVER, time(12, 30), 20261001, True, [], {}]
SWITCHES = ["wagers.progressive.envy", "wagers.progressive.community_pay"]
NOT_SWITCHES = [0, 1, HUGE, [], {}, ["D"], "x" * 201, "D\n", date(2026, 1, 1), 1.0]

PAYTABLES = ["wagers.flush_bonus.paytable", "wagers.progressive.paytable"]
NOT_PAYTABLES = [1, HUGE, True, [], ["A"], "", "x" * 21, date(2026, 1, 1), 1.0]

LINES = ["wagers.flush_bonus.paytable", "wagers.straight_flush_bonus.bonus"]
NOT_PAYS = [
    -1, 1_000_001, HUGE, True, 2.5, [], [300], {}, {"pays": "300 to 1"}, date(2026, 1, 1),
    "", "300", "300 to", "to 1", "-3 to 1", "3 to 0", "3 to -1", "3:1", "300  to 1", "0300 to 1", "1e3 to 1", "$",
    "$-5", "$1,000", "%", "-10%", "ten percent", "9" * 50 + " to 1", "\u0663 to 1",
]  # fmt: skip

SECTIONS = [
    "table",
    "wagers",
    "wagers.flush_bonus",
    "wagers.progressive",
    "wagers.never_heard_of",
    "payout_limit",
    "readings",
    "signs",
]
NOT_TABLES = [5, HUGE, True, "A", "", [], [{}], [["deep"]], date(2026, 1, 1), 0.5]

NOT_BACKS = ["red", 5, True, {}, [1], ["red", 2], [["red"]], [{}], date(2026, 1, 1)]
NOT_SEGMENTS: list[Any] = [
    {}, "Jackpot", 5, True, [1], ["Jackpot"], [[]], [{}], [{"symbol": "Jackpot"}], [{"count": 1}],
    [{"symbol": 5, "count": 1}], [{"symbol": "Jackpot", "count": "1"}], [{"symbol": "Jackpot", "count": True}],
    [{"symbol": "Jackpot", "count": 10**9}], [{"symbol": "Jackpot", "count": HUGE}],
    [{"symbol": "x" * 201, "count": 1}], [{"symbol": ["Jackpot"], "count": [1]}], [{"symbol": "J", "count": 1.5}],
]  # fmt: skip

WRONG: list[tuple[str, list[Any]]] = [
    *((key, NOT_NUMBERS) for key in NUMBERS),
    *((key, NOT_TEXTS) for key in TEXTS),
    *((key, NOT_AMOUNTS) for key in AMOUNTS),
    ("wagers.progressive.amount", [*NOT_LISTED, *NOT_LISTS]),
    *((key, NOT_PERCENTAGES) for key in PERCENTAGES),
    ("approved_on", NOT_DATES),
    *((key, NOT_SWITCHES) for key in SWITCHES),
    *((key, NOT_PAYTABLES) for key in PAYTABLES),
    *((f"{key}.seven_card_flush", NOT_PAYS) for key in LINES),
    *((f"{key}.three_card_flush", [5]) for key in LINES),
    *((f"{key}.{'x' * 300}", [5]) for key in LINES),
    ("wagers.straight_flush_bonus.bonus", [5, "Bonus", True, [], [300]]),
    *((key, NOT_TABLES) for key in SECTIONS),
    ("table.deck_backs", NOT_BACKS),
    ("wagers.progressive.segments", NOT_SEGMENTS),
]


def put(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Sets a value of any type at a path, making tables on the way where there are none."""
    *above, last = path.split(".")
    place = data
    for key in above:
        if not isinstance(place.get(key), dict):
            place[key] = {}
        place = place[key]
    place[last] = value
    return data


@pytest.mark.parametrize(("key", "values"), WRONG, ids=[key[:60] for key, _ in WRONG])
@pytest.mark.parametrize("book", rulebook_ids())
def test_a_value_of_the_wrong_form_is_refused_and_its_key_named(book: str, key: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(MalformedData) as refusal:
            read_filing(put(bundled(book), key, value), "test")
        assert key[:60] in str(refusal.value)
        for problem in refusal.value.problems:
            assert problem.startswith("test: ")
            assert len(problem) < 1000


def test_every_problem_of_form_is_said_at_once() -> None:
    data = bundled("MD-HCF")
    wrong = {
        "operator": 5,
        "approved_on": WHENEVER,
        "table.seats": "six",
        "table.minimum": 10,
        "wagers.flush_bonus.paytable": True,
        "wagers.progressive.rate": "22",
        "wagers.progressive.segments": 7,
        "payout_limit.per_hand": "lots",
        "signs": [],
    }
    for key, value in wrong.items():
        put(data, key, value)
    with pytest.raises(MalformedData) as refusal:
        read_filing(data, "test")
    assert len(refusal.value.problems) == len(wrong)
    for key in wrong:
        assert any(problem.startswith(f"test: {key}") for problem in refusal.value.problems)


def test_text_that_should_be_something_else_is_shown_with_its_quotes() -> None:
    data = {"rulebook": "MD-HCF", "approved_on": "2026-10-01", "table": {"seats": "6", "minimum": 10}}
    with pytest.raises(MalformedData) as refused:
        read_filing(data, "x")
    said = " ".join(refused.value.problems)
    assert 'table.seats = "6": expected a whole number' in said
    assert 'approved_on = "2026-10-01": expected a date, without quotes' in said
    assert "table.minimum = 10: expected dollars as text" in said


def test_every_bad_pay_line_and_segment_is_said_at_once() -> None:
    data = bundled("MD-CTF")
    data["wagers"]["same_suit"]["paytable"] = {"seven_card_flush": -1, "no_flush": 3, "four_card_flush": "1:1"}
    data["wagers"]["progressive"]["segments"] = [{"symbol": "Jackpot", "count": 1}, 5, {"symbol": "$5"}]
    with pytest.raises(MalformedData) as refusal:
        read_filing(data, "test")
    text = str(refusal.value)
    for key in (
        "paytable.seven_card_flush",
        "paytable.no_flush",
        "paytable.four_card_flush",
        "segments 2",
        "segments 3",
    ):
        assert key in text
    assert "segments 1" not in text


@pytest.mark.parametrize("value", [5, True, [], {}, date(2026, 1, 1), "x" * 201, "MD-HCF\n", 10**30, 1.5])
def test_a_rulebook_that_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(MalformedData, match="rulebook"):
        read_filing(bundled("MD-HCF") | {"rulebook": value}, "test")


@pytest.mark.parametrize("name", ["NJ-HCF", "", "md-hcf", "MD-HCF ", "MD HCF", "../MD-HCF", "md_high_card_flush"])
def test_an_unknown_rulebook_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownRulebook, match="MD-HCF, MD-CTF, MA-HCF"):
        read_filing(bundled("MD-HCF") | {"rulebook": name}, "test")


@pytest.mark.parametrize("data", [{}, {"operator": "Example Casino"}, {"table": {"rulebook": "MD-HCF"}}])
def test_a_submission_without_a_rulebook_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(MalformedData, match="rulebook is missing"):
        read_filing(data, "test")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a remark\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    with pytest.raises(MalformedData, match="rulebook is missing"):
        read_filing(read_toml(text, "test"), "test")


NOT_TOML = {
    "BOM": "\ufeff" + law.file_text("MD-HCF", "submission"),
    "NUL": 'rulebook = "MD-HCF"\x00',
    "binary": "\x7fELF\x02\x01\x01\x00\x00",
    "half a line": "rulebook =",
    "no quotes": "rulebook = MD-HCF",
    "an open text": 'rulebook = "MD-HCF',
    "JSON": '{"rulebook": "MD-HCF"}',
    "a key twice": 'rulebook = "MD-HCF"\nrulebook = "MD-CTF"',
    "a table twice": "[table]\nseats = 6\n[table]\nseats = 5",
    "a key of a table twice": "[table]\nseats = 6\nseats = 6",
    "a wager twice": "[wagers.flush_bonus]\n[wagers.flush_bonus]",
    "a table over a value": 'wagers = "none"\n[wagers.flush_bonus]',
    "no such day": "approved_on = 2026-13-45",
    "February 30th": "approved_on = 2026-02-30",
    "an enormous integer": f"[table]\nseats = {'9' * 5000}",
    "an enormous negative": f"[table]\nseats = -{'9' * 5000}",
    "nan": "x = nan",
    "inf": "x = inf",
    "minus inf": "x = -inf",
    "a float": "x = 1.0",
    "an exponent": "x = 1e999999",
    "arrays nested deeply": "x = " + "[" * 20_000 + "]" * 20_000,
    "arrays never closed": "x = " + "[" * 20_000,
    "tables nested deeply": "x = " + "{a = " * 20_000 + "1" + "}" * 20_000,
    "an escape out of range": 'x = "\\U00110000"',
    "a surrogate": 'x = "\\ud800"',
}


@pytest.mark.parametrize("text", NOT_TOML.values(), ids=NOT_TOML)
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(MalformedData) as refusal:
        read_toml(text, "test.toml")
    assert str(refusal.value).startswith("test.toml: ")
    assert len(str(refusal.value)) < 500


def test_an_enormous_integer_that_toml_can_hold_is_refused_by_its_key() -> None:
    text = law.file_text("MD-HCF", "submission").replace("= 6", f"= 0x{'f' * 5000}")
    with pytest.raises(MalformedData, match=r"table\.seats"):
        read_filing(read_toml(text, "test"), "test")


@pytest.mark.parametrize(("depth", "is_read"), [(19, True), (20, True), (21, False), (400, False)])
def test_arrays_nested_more_deeply_than_anyone_writes_are_not_read(depth: int, is_read: bool) -> None:
    text = f'rulebook = "MD-HCF"\noperator = {"[" * depth}{"]" * depth}'
    if is_read:
        with pytest.raises(MalformedData, match="operator"):
            read_filing(read_toml(text, "test"), "test")
    else:
        with pytest.raises(MalformedData, match="nested more than 20 deep"):
            read_toml(text, "test")


scalars = st.one_of(
    st.booleans(),
    st.integers(),
    st.integers(min_value=-5, max_value=60),
    st.sampled_from([18, 5000]).map(lambda digits: 10**digits),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=8),
    st.sampled_from(
        ["A", "B", "D", "G", "10", "0", "12.50", "30000", "22%", "100%", "0%", "plain", "none", "hand", "automated"]
    ),
    st.sampled_from(
        ["300 to 1", "300 for 1", "$250", "push", "Bonus", "Jackpot", "$5", "hearts", "high_only", "win"]
    ),
    st.dates(),
    st.datetimes(),
    st.times(),
    st.floats(),
)
KEYS = [
    "rulebook", "operator", "approved_on", "table", "wagers", "payout_limit", "readings", "signs", "odds", "per_hand",
    "per_round", "seats", "adjacent_boxes", "dealing", "shuffler", "decks", "minimum", "maximum", "order",
    "deck_backs", "alternation", "ante", "raise", "all_in", "flush_bonus", "straight_flush_bonus", "progressive",
    "xtra_bonus", "same_suit", "paytable", "bonus", "suit", "amount", "rate", "secondary_rate", "initial", "reset",
    "envy", "community_pay", "prize", "rounding", "segments", "symbol", "count", "seven_card_flush", "four_of_a_kind",
    "seven_card_straight_flush", "suit_specific_seven_card_straight_flush", "ace_low_straight_flush", "",
]  # fmt: skip
names = st.one_of(st.sampled_from(KEYS), st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=5))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(names, inner, max_size=5)),
    max_leaves=12,
)


@st.composite
def mutated_submissions(draw: st.DrawFn) -> dict[str, Any]:
    """A bundled submission with a few places anywhere in it replaced, left out, or added."""
    data = bundled(draw(st.sampled_from(rulebook_ids())))
    for _ in range(draw(st.integers(min_value=1, max_value=5))):
        place: Any = data
        while draw(st.integers(min_value=0, max_value=3)):
            inner = [value for value in _children(place) if isinstance(value, dict | list) and value]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        _mutate(draw, place)
    return data


def _children(place: Any) -> list[Any]:
    return list(place.values()) if isinstance(place, dict) else list(place)


def _mutate(draw: st.DrawFn, place: Any) -> None:
    keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
    deed = draw(st.sampled_from(["replace", "leave out", "add"]))
    if deed == "add" or not keys:
        if isinstance(place, dict):
            place[draw(names)] = draw(values)
        else:
            place.append(draw(values))
    elif deed == "replace":
        place[draw(st.sampled_from(keys))] = draw(values)
    else:
        del place[draw(st.sampled_from(keys))]


def _attempt(deed: Callable[[], Any]) -> Any:
    """The result, or None where the deed was refused as malformed; nothing else may happen."""
    try:
        return deed()
    except (MalformedData, UnknownRulebook):
        return None


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=mutated_submissions(), live=st.booleans())
def test_whatever_is_in_a_submission_it_is_read_or_refused_and_never_breaks(data: dict[str, Any], live: bool) -> None:
    filing = _attempt(lambda: read_filing(data, "test"))
    if filing is None:
        return
    faults = check(filing, TODAY, live=live)
    assert all(fault.message and fault.lawful and fault.clause and str(fault) for fault in faults)
    frozen = _attempt(lambda: freeze(filing))
    assert frozen is not None or faults, "a lawful submission always freezes"


@pytest.mark.parametrize("pays", [1_000_001, "1000000000 to 1"])
def test_the_largest_odds_are_named(pays: Any) -> None:
    data = bundled("MD-HCF")
    data["wagers"]["flush_bonus"]["paytable"] = {"four_card_flush": pays}
    with pytest.raises(MalformedData, match=r"at most 1,000,000, or text such as \"300 to 1\" \(up to nine digits\)"):
        read_filing(data, "submission")
