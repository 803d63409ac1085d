"""Money of the oracle: fractions of a dollar, and how they are written and rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def amount(text: Any) -> Fraction:
    return Fraction(str(text))


def share(text: str) -> Fraction:
    return Fraction(text.rstrip("%")) / 100


def show(value: Fraction) -> str:
    """At least two decimals, and as many as it needs."""
    for places in range(2, 12):
        if (value * 10**places).denominator == 1:
            sign = "-" if value < 0 else ""
            digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
            return f"{sign}{digits[:-places]}.{digits[-places:]}"
    raise AssertionError(value)


def rounded(value: Fraction, how: str) -> Fraction:
    if how == "down_to_cent":
        return Fraction(value * 100 // 1, 100)
    if how == "nearest_cent":
        return Fraction((value * 100 + Fraction(1, 2)) // 1, 100)
    if how == "up_to_cent":
        return Fraction(-(-value * 100 // 1), 100)
    assert how == "down_to_dollar"
    return Fraction(value // 1)
