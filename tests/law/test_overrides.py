"""``--set path=value``: what a value means, where it is put, and which paths are refused."""

from __future__ import annotations

from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from houserules.cli.overrides import with_overrides
from houserules.law import MalformedData, read_filing
from tests.clauses.support import bundled


def at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


@pytest.mark.parametrize(
    ("override", "value"),
    [
        # A bare word is text, and so is anything that TOML does not know.
        ("wagers.flush_bonus.paytable=B", "B"),
        ("table.dealing=hand", "hand"),
        ("operator=Two Words", "Two Words"),
        ("operator=a=b", "a=b"),
        ("operator=", ""),
        ('operator="quoted"', "quoted"),
        ("operator='single'", "single"),
        ('operator="true"', "true"),
        ("operator=$5", "$5"),
        ("operator=O'Brien", "O'Brien"),
        ("wagers.progressive.rate=22%", "22%"),
        ("wagers.progressive.rate=2.5%", "2.5%"),
        # An amount is text, with or without a point.
        ("table.minimum=15", "15"),
        ("table.maximum=12.50", "12.50"),
        ("table.maximum=12.5", "12.5"),
        ('table.maximum="100"', "100"),
        ("wagers.flush_bonus.minimum=5", "5"),
        ("wagers.progressive.amount=1", "1"),
        ("wagers.progressive.initial=30000", "30000"),
        ("wagers.progressive.reset=30000.01", "30000.01"),
        ("wagers.progressive.prize=5000", "5000"),
        ("payout_limit.per_hand=50000", "50000"),
        ("payout_limit.per_round=50000", "50000"),
        # Other numbers are numbers; one with a point is never a float.
        ("table.seats=5", 5),
        ("table.seats=-1", -1),
        ("table.seats=5.5", "5.5"),
        ("table.seats=1e3", "1e3"),
        ("table.seats=nan", "nan"),
        ("table.seats=inf", "inf"),
        ("wagers.progressive.envy=true", True),
        ("wagers.progressive.envy=false", False),
        ("wagers.progressive.envy=True", "True"),
        ("approved_on=2026-11-15", date(2026, 11, 15)),
        ("approved_on=2026-13-45", "2026-13-45"),
        # Tables and lists.
        ("wagers.flush_bonus.paytable={seven_card_flush = 300}", {"seven_card_flush": 300}),
        ('table.deck_backs=["red", "blue"]', ["red", "blue"]),
        ("wagers.progressive={}", {}),
        # Blanks around either side do not count.
        (" table.seats = 5 ", 5),
        ("operator =  Two Words ", "Two Words"),
    ],
)
def test_what_a_value_means(override: str, value: Any) -> None:
    changed = with_overrides(bundled("MD-HCF"), [override])
    found = at(changed, override.partition("=")[0].strip())
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("digits", ["9" * 5000, "-" + "9" * 5000])
def test_an_enormous_number_is_text_and_refused_later(digits: str) -> None:
    changed = with_overrides(bundled("MD-HCF"), [f"table.seats={digits}"])
    assert changed["table"]["seats"] == digits
    with pytest.raises(MalformedData, match=r"table\.seats"):
        read_filing(changed, "test")


def test_tables_that_are_not_there_are_made() -> None:
    changed = with_overrides({}, ["signs.odds=win", "a.b.c.d=1"])
    assert changed == {"signs": {"odds": "win"}, "a": {"b": {"c": {"d": 1}}}}


def test_a_place_in_a_list_is_counted_from_0() -> None:
    data = bundled("MD-CTF")
    changed = with_overrides(
        data, ["wagers.progressive.segments.0.count=9", "wagers.progressive.segments.11.symbol=$6"]
    )
    segments = changed["wagers"]["progressive"]["segments"]
    assert segments[0] == {"symbol": "Jackpot", "count": 9}
    assert segments[11]["symbol"] == "$6"
    assert segments[1:11] == data["wagers"]["progressive"]["segments"][1:11]


def test_a_whole_entry_of_a_list_can_be_replaced() -> None:
    changed = with_overrides(bundled("MD-CTF"), ['wagers.progressive.segments.2={symbol = "$500", count = 3}'])
    assert changed["wagers"]["progressive"]["segments"][2] == {"symbol": "$500", "count": 3}


@pytest.mark.parametrize("place", ["12", "-1", "99999", "first", "1_0", "", "0x0", "²"])
def test_a_place_that_the_list_has_not_is_refused(place: str) -> None:
    with pytest.raises(MalformedData, match="--set"):
        with_overrides(bundled("MD-CTF"), [f"wagers.progressive.segments.{place}.count=1"])


@pytest.mark.parametrize(
    "override",
    [
        "",
        "=",
        "=5",
        "table",
        "table.seats",
        "table.seats 5",
        ".seats=5",
        "table.=5",
        "table..seats=5",
        ".=5",
        "table.seats.more=5",  # a number has nothing under it
        "table.seats.even.more=5",
        "operator.name=X",
        "approved_on.year=2027",
        "wagers.progressive.envy.table=D",
    ],
)
def test_a_path_that_leads_nowhere_is_refused(override: str) -> None:
    with pytest.raises(MalformedData, match="--set"):
        with_overrides(bundled("MD-HCF"), [override])


def test_overrides_are_made_in_order_and_the_last_one_stands() -> None:
    changed = with_overrides(bundled("MD-HCF"), ["table.seats=5", "table.seats=4", "table={}", "table.seats=3"])
    assert changed["table"] == {"seats": 3}


def test_the_data_that_was_given_is_left_alone() -> None:
    data = bundled("MD-CTF")
    before = deepcopy(data)
    with_overrides(data, ["table.seats=1", "wagers.progressive.segments.0.count=9", "wagers.xtra_bonus={}"])
    assert data == before


def test_no_overrides_change_nothing() -> None:
    assert with_overrides(bundled("MA-HCF"), []) == bundled("MA-HCF")


def test_an_override_is_read_like_the_file() -> None:
    filing = read_filing(with_overrides(bundled("MD-HCF"), ["table.minimum=12.50", "table.seats=4"]), "test")
    assert filing.table.minimum == 12_500_000
    assert filing.table.seats == 4
