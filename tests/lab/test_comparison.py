"""Comparisons and the prices of readings: every difference with its clause, each priced alone."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from houserules import law
from houserules.cli.files import submission_data
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.reports.comparison import NO_SUCH_CHOICE, Comparison, Difference, compare
from houserules.lab.reports.edges import FOLDING
from houserules.lab.reports.reading_prices import SET, VOID, reading_prices
from houserules.law import MalformedData, rulebook_ids
from houserules.money import dollars
from tests.lab.support import CTF, MA, MD, submission


def comparison(a: str, b: str, *overrides: str) -> Comparison:
    data_a: dict[str, Any] = submission_data(a)
    return compare(data_a, submission_data(b, overrides), a, b)


def only(found: Comparison) -> Difference:
    (difference,) = found.differences
    return difference


def test_a_submission_does_not_differ_from_itself() -> None:
    found = comparison(MD, MD)
    assert found.differences == ()
    assert found.edges_a == found.edges_b


def test_one_key() -> None:
    difference = only(comparison(MD, MD, "wagers.flush_bonus.paytable=B"))
    assert (difference.key, difference.a, difference.b) == ("wagers.flush_bonus.paytable", "A", "B")
    assert difference.clauses == ("MD-HCF 12.B(1)", "MD-HCF 12.B(2)")
    worth = {part.wager: part.difference for part in difference.worth or ()}
    six, seven, four = 267_696, 6_864, 26_137_540
    assert worth["flush_bonus"] == Fraction(six * 80 + seven * 200 - four, comb(52, 7))


def test_a_reading() -> None:
    difference = only(comparison(MD, MD, "readings.ace_low_straight_flush=also_low"))
    assert (difference.a, difference.b) == ("high_only", "also_low")
    worth = {part.wager: part.difference for part in difference.worth or ()}
    gained = 4 * 8001 + 176 * 1001 + 3_960 * 101 + 60_716 * 61 + 702_184 * 8
    assert worth["straight_flush_bonus"] == -Fraction(gained, comb(52, 7))


def test_the_default_of_a_reading_is_no_difference() -> None:
    assert comparison(MD, MD, "readings.ace_low_straight_flush=high_only").differences == ()


def test_a_key_that_no_submission_has_is_not_priced_at_nothing() -> None:
    """The limit is filed as ``payout_limit.per_hand``; written elsewhere it changes nothing, which must be said."""
    difference = only(comparison(CTF, CTF, "table.payout_limit=75000"))
    assert (difference.worth, difference.note) == (None, NO_SUCH_CHOICE)


@pytest.mark.parametrize(("name", "book"), [(MD, "MD-HCF"), (CTF, "MD-CTF"), (MA, "MA-HCF")])
def test_every_reading_has_a_price_or_says_why_not(name: str, book: str) -> None:
    """Also those that move no money: nothing passes for a price of zero."""
    for reading in law.rulebook(book).readings:
        for choice in reading.choices:
            if choice != reading.default:
                found = only(comparison(name, name, f"readings.{reading.id}={choice}"))
                assert found.worth or found.note, (reading.id, choice)


@pytest.mark.parametrize(
    ("override", "note"),
    [
        ("readings.four_of_a_kind_place=below_all", "moves nothing at the tables in use"),
        ("readings.envy_holder=hand_with_wager", "moves nothing where every player makes the wager"),
        ("readings.dealers_stack=left_in_the_shuffler", "moves no wager's value"),
    ],
)
def test_a_reading_that_moves_nothing_says_so(override: str, note: str) -> None:
    found = only(comparison(MD, MD, override))
    assert (found.worth, found.note) == ((), note)


@pytest.mark.parametrize(
    ("override", "said"),
    [
        (
            "readings.the_flop=first_three",
            "readings.the_flop: not in the register; `houserules readings MD-HCF` lists",
        ),
        ("readings.envy_holder=nobody", "readings.envy_holder = 'nobody': expected one of any_hand, hand"),
    ],
)
def test_a_reading_that_does_not_exist_is_told_what_would_be_right(override: str, said: str) -> None:
    with pytest.raises(MalformedData, match=re.escape(said)):
        comparison(MD, MD, override)


def test_void_rounds_are_not_priced() -> None:
    difference = only(comparison(MD, MD, "readings.void_round_bonuses=returned"))
    assert difference.worth is None
    assert difference.note == VOID


def test_a_wager_left_out() -> None:
    data = submission_data(MD)
    del data["wagers"]["flush_bonus"]
    found = compare(submission_data(MD), data, "a", "b")
    assert "flush_bonus" not in found.edges_b
    assert {each.key for each in found.differences} == {
        "wagers.flush_bonus.paytable", "wagers.flush_bonus.minimum", "wagers.flush_bonus.maximum"
    }  # fmt: skip


def test_two_rulebooks_of_one_game() -> None:
    found = comparison(MD, MA)
    by_key = {each.key: each for each in found.differences}
    ace = by_key["rulebook: hands.ace"]
    assert ace.clauses == ("MD-HCF 6.A", "MA-HCF 5(a)")
    assert {part.wager for part in ace.worth or ()} >= {"straight_flush_bonus", "progressive"}
    fold = by_key["rulebook: settlement.survive_fold"]
    (part,) = fold.worth or ()
    assert part.wager == FOLDING
    row = by_key["paytable: flush_bonus K"]
    (part,) = row.worth or ()
    assert part.difference == -Fraction(26_137_540, comb(52, 7))
    assert by_key["rulebook: dealing.manual_shoe.orders"].worth == ()
    assert found.edges_a["base"] == found.edges_b["base"]
    assert "$50,000" in by_key["rulebook: payout_limit.amount"].a


def test_every_difference_of_two_rulebooks_has_a_clause() -> None:
    found = comparison(MD, CTF)
    assert all(each.clauses for each in found.differences if each.key.startswith(("rulebook", "paytable")))
    assert all(each.worth is None for each in found.differences)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_switch_has_a_price_or_a_reason(rulebook: str) -> None:
    prices = reading_prices(rulebook)
    switches = {
        (each.id, choice) for each in law.rulebook(rulebook).readings if each.switch for choice in each.choices
    }
    defaults = {(each.id, each.default) for each in law.rulebook(rulebook).readings}
    assert {(price.reading.id, price.choice) for price in prices if price.reading.switch} == switches - defaults
    for price in prices:
        if not price.reading.switch:
            continue
        assert price.note in (VOID, SET) or any(each.difference for each in price.prices)


def test_the_ace_moves_the_straight_flush_bonus_by_seven_to_eight_points() -> None:
    (price,) = [each for each in reading_prices("MD-HCF") if each.reading.id == "ace_low_straight_flush"]
    differences = [each.difference for each in price.prices if each.wager == "straight_flush_bonus"]
    assert len(differences) == 7
    assert all(Fraction(-81, 1000) < difference < Fraction(-73, 1000) for difference in differences)


def test_values_are_called_as_a_rulebook_writes_them() -> None:
    keys = {each.key for each in comparison(MD, CTF).differences}
    assert "rulebook: qualifying.ante_below" in keys
    assert not {key for key in keys if "shown" in key}


def test_a_table_of_the_progressive_is_priced_at_its_own_meter() -> None:
    """D is filed at $30,000 and A at $10,000: A's table at D's meter would mean nothing."""
    own = ("wagers.progressive.paytable=A", "wagers.progressive.initial=10000", "wagers.progressive.reset=10000")
    found = comparison(MD, MD, *own)
    table = next(each for each in found.differences if each.key == "wagers.progressive.paytable")
    worth = {part.wager: part.difference for part in table.worth or ()}
    assert worth["progressive"] == found.edges_b["progressive"] - found.edges_a["progressive"]
    assert table.note == "priced at a meter of $10,000, with which B files it"


def test_tables_of_two_documents_are_priced_each_at_its_own_meter() -> None:
    by_key = {each.key: each for each in comparison(MD, MA).differences}
    table = by_key["paytable: progressive D"]
    assert table.note == "priced at a meter of $30,000 | a meter of $10,000"
    (part,) = table.worth or ()
    edges = [
        progressive_wager(submission(MD, "wagers.progressive.envy=false")).house_edge,
        progressive_wager(submission(MA, "wagers.progressive.paytable=D"), dollars(10_000)).house_edge,
    ]
    runs = {7: 28, 6: 1_416, 5: 36_000, 4: 615_480, 3: 7_940_748}
    assert part.difference != edges[1] - edges[0], "that is under the other reading of the ace"
    paid = [line.pay for line in law.rulebook("MA-HCF").paytables["progressive"]["D"]]
    fixed = sum(runs[cards] * pay.money // 10**6 for cards, pay in zip((5, 4), paid[2:], strict=True))  # type: ignore[union-attr, misc]
    at_ten_thousand = 1 - Fraction(runs[7] * 10_000 + runs[6] * 1_000 + fixed, comb(52, 7))
    assert part.difference == at_ten_thousand - edges[0]


def test_a_long_list_that_differs_only_at_its_end_is_a_difference() -> None:
    """The text of a value is cut short; the value itself is compared."""
    one, other = submission_data(CTF), submission_data(CTF)
    other["wagers"]["progressive"]["segments"][-1]["count"] += 1
    assert [each.key for each in compare(one, other, "a", "b").differences] == ["wagers.progressive.segments"]
