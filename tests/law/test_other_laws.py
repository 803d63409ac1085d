"""Laws of other states than ours: values that no bundled rulebook has, and what a submission then is."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import Rulebook, check, choices, freeze, read_filing
from houserules.play import Rules
from tests.support.rulebooks import load_changed

SECONDARY = """
[progressive.secondary_rate] # and to the secondary meter
A = { is = "2%", clause = "11(f)" }
B = { is = "2%", clause = "11(f)" }
C = { is = "5%", clause = "11(f)" }
D = { is = "5%", clause = "11(f)" }
"""


def changed(identity: str, *changes: tuple[str, str]) -> Rulebook:
    text = law.file_text(identity, "rulebook")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return load_changed(identity, rulebook=text)


def faults(book: Rulebook, name: str, *overrides: str) -> list[tuple[str, str]]:
    data = with_overrides(law.bundled_submission(name), overrides)
    return [(fault.code.value, fault.lawful) for fault in check(read_filing(data, "test", law=book), date.max)]


def lawful_of(book: Rulebook, key: str) -> Any:
    return [each.lawful for each in choices(book) if each.key == key]


@pytest.mark.parametrize(
    ("limit", "either", "alone"),
    [
        ("50000", [], []),
        ("50000.01", [], [("payout_limit", "at most 50000.00")]),
        ("81500", [], [("payout_limit", "at most 50000.00")]),
        ("81500.01", [("payout_limit", "at most 81500.00")], [("payout_limit", "at most 50000.00")]),
    ],
)
def test_a_limit_that_the_best_win_does_not_raise(limit: str, either: list[Any], alone: list[Any]) -> None:
    """The best win at the minimum is $81,500 here; whether it counts is the document's to say."""
    stake = "wagers.straight_flush_bonus.minimum=10", f"payout_limit.per_hand={limit}"
    fixed = changed("MD-HCF", ("or_best_win_at_minimum = { is = true", "or_best_win_at_minimum = { is = false"))
    silent = changed("MD-HCF", ('or_best_win_at_minimum = { is = true, clause = "12.D(2)" }\n', ""))
    assert faults(law.rulebook("MD-HCF"), "md-high-card-flush", *stake) == either
    for book in (fixed, silent):
        assert faults(book, "md-high-card-flush", *stake) == alone
        assert lawful_of(book, "payout_limit.per_hand") == ["no limit, or at most 50000.00"]


@pytest.fixture(scope="module")
def one_meter() -> Rulebook:
    """Massachusetts with a single meter, whose rates are printed, and which starts again where the operator says."""
    return changed(
        "MA-HCF",
        ('is = ["main", "secondary"]', 'is = ["main"]'),
        ('is = "secondary_meter"', 'is = "reset_amount"'),
        (SECONDARY, ""),
    )


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ((), [("progressive_reset", "dollars as text")]),
        (("wagers.progressive.reset=8000",), []),
        (("wagers.progressive.reset=8000", "wagers.progressive.rate=24%"), []),
        (("wagers.progressive.reset=8000", "wagers.progressive.rate=23%"), [("progressive_rate", "24%")]),
        (("wagers.progressive.reset=8000", "wagers.progressive.initial=9999"), [("progressive_initial", "10000.00")]),
        (("wagers.progressive.reset=8000", "wagers.progressive.secondary_rate=2%"), [("wager_key", "leave it out")]),
    ],
)
def test_a_printed_rate_with_a_reset_amount(
    one_meter: Rulebook, overrides: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    assert faults(one_meter, "ma-high-card-flush", *overrides) == expected


def test_what_the_operator_of_one_meter_chooses(one_meter: Rulebook) -> None:
    assert lawful_of(one_meter, "wagers.progressive.reset") == ["dollars"] * 4
    assert lawful_of(one_meter, "wagers.progressive.secondary_rate") == []
    assert lawful_of(law.rulebook("MA-HCF"), "wagers.progressive.reset") == []
    data = with_overrides(law.bundled_submission("ma-high-card-flush"), ["wagers.progressive.reset=8000"])
    submission = freeze(read_filing(data, "test", law=one_meter))
    assert submission.progressive is not None
    assert submission.progressive.reset == 8_000_000_000
    assert Rules(submission).contribution == {1_000_000: (240_000, 0)}
