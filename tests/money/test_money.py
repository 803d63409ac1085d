from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.money import (
    CENT,
    DOLLAR,
    LARGEST_AMOUNT,
    MalformedAmount,
    MalformedOdds,
    MalformedPercent,
    Money,
    Odds,
    Percent,
    Rounding,
    dollars,
    format_dollars,
    format_price,
    parse_dollars,
    parse_odds,
    parse_percent,
)

amounts = st.integers(min_value=0, max_value=LARGEST_AMOUNT).map(Money)


@pytest.mark.parametrize(
    ("text", "millionths"),
    [
        ("10", 10_000_000),
        ("12.50", 12_500_000),
        ("0", 0),
        ("0.000001", 1),
        ("41250.17", 41_250_170_000),
        ("0.1", 100_000),
    ],
)
def test_amounts_are_millionths_of_a_dollar(text: str, millionths: int) -> None:
    assert parse_dollars(text) == millionths


@given(amounts)
def test_amounts_round_trip(amount: Money) -> None:
    assert parse_dollars(format_dollars(amount)) == amount


@pytest.mark.parametrize(
    ("amount", "text", "price"),
    [
        (dollars(10), "10.00", "$10"),
        (Money(12_500_000), "12.50", "$12.50"),
        (Money(1), "0.000001", "$0.000001"),
        (Money(-5 * CENT), "-0.05", "-$0.05"),
        (dollars(30_000), "30000.00", "$30,000"),
    ],
)
def test_how_amounts_are_written(amount: Money, text: str, price: str) -> None:
    assert format_dollars(amount) == text
    assert format_price(amount) == price


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "+1",
        "1e3",
        "1,000",
        "$10",
        " 10",
        "10 ",
        "1.",
        ".5",
        "1.1234567",
        "ten",
        "NaN",
        "inf",
        "٣",
        "01",
        "1" * 40,
    ],
)
def test_what_is_no_amount_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAmount):
        parse_dollars(text)


def test_the_largest_amount() -> None:
    assert parse_dollars("999999999999.999999") == LARGEST_AMOUNT - 1
    assert parse_dollars("1000000000000") == LARGEST_AMOUNT
    with pytest.raises(MalformedAmount, match="more than any table"):
        parse_dollars("1000000000000.000001")


def test_odds_say_to_and_never_for() -> None:
    assert parse_odds("300 to 1") == Odds(300)
    assert str(Odds(3, 2)) == "3 to 2"
    with pytest.raises(MalformedOdds, match='state them with "to"'):
        parse_odds("300 for 1")


@pytest.mark.parametrize("text", ["300", "300:1", "300 to 0", "-1 to 1", "1.5 to 1", "to 1", "3 to", "300 TO 1", ""])
def test_what_states_no_odds_is_malformed(text: str) -> None:
    with pytest.raises(MalformedOdds):
        parse_odds(text)


def test_odds_that_mean_nothing() -> None:
    with pytest.raises(MalformedOdds):
        Odds(-1)
    with pytest.raises(MalformedOdds):
        Odds(1, 0)


@given(st.integers(0, 10_000), st.integers(1, 100), amounts)
def test_winnings_are_exact_or_rounded_by_name(n: int, m: int, stake: Money) -> None:
    exact = Fraction(stake * n, m)
    winnings = Odds(n, m).winnings(stake)
    assert winnings <= exact
    if m == 1:
        assert winnings == exact
    else:
        assert exact - winnings < CENT
        assert winnings % CENT == 0


def test_no_odds_pay_part_of_a_cent_on_chips() -> None:
    assert Odds(3, 2).winnings(parse_dollars("5.01")) == parse_dollars("7.51")


@pytest.mark.parametrize(
    ("text", "share"), [("24%", "6/25"), ("100%", "1"), ("2.5%", "1/40"), ("0%", "0"), ("0.000001%", "1/100000000")]
)
def test_percentages_are_fractions(text: str, share: str) -> None:
    assert parse_percent(text) == Percent(Fraction(share))
    assert str(parse_percent(text)) == text


@pytest.mark.parametrize("text", ["24", "0.24", "24 %", "-1%", "%", "1e2%", "024%", "1/3%", ""])
def test_what_is_no_percentage_is_malformed(text: str) -> None:
    with pytest.raises(MalformedPercent):
        parse_percent(text)


@pytest.mark.parametrize(
    ("rounding", "below_half", "half", "above_half", "whole"),
    [
        (Rounding.DOWN_TO_CENT, 0, 0, 0, CENT),
        (Rounding.NEAREST_CENT, 0, CENT, CENT, CENT),
        (Rounding.UP_TO_CENT, CENT, CENT, CENT, CENT),
        (Rounding.DOWN_TO_DOLLAR, 0, 0, 0, 0),
    ],
)
def test_roundings_just_below_at_and_above_half_a_cent(
    rounding: Rounding, below_half: int, half: int, above_half: int, whole: int
) -> None:
    assert rounding.apply(CENT // 2 - 1) == below_half
    assert rounding.apply(CENT // 2) == half
    assert rounding.apply(CENT // 2 + 1) == above_half
    assert rounding.apply(CENT) == whole


def test_rounding_down_to_the_dollar() -> None:
    assert [Rounding.DOWN_TO_DOLLAR.apply(DOLLAR + step) for step in (-1, 0, 1)] == [0, DOLLAR, DOLLAR]


@given(st.fractions(min_value=0, max_value=10**12), st.sampled_from(Rounding))
def test_a_rounded_amount_stays_as_it_is(exact: Fraction, rounding: Rounding) -> None:
    once = rounding.apply(exact)
    assert rounding.apply(once) == once
