"""How exact numbers are written: a fraction beside its decimal form, percentages, and roots to many digits."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Final

DIGITS: Final = 15
"""Significant digits of a decimal form. A fraction that ends sooner is written in full."""


def decimal_of(number: Fraction | int, digits: int = DIGITS) -> str:
    """The number in decimal notation, correctly rounded, without trailing zeros and never with an exponent."""
    exact = Fraction(number)
    return _plain(_context(digits).divide(Decimal(exact.numerator), Decimal(exact.denominator)))


def root_of(number: Fraction, digits: int = DIGITS) -> str:
    """The square root in decimal notation: the fraction is exact until the root is taken."""
    wide = _context(digits + 20)
    root = wide.sqrt(wide.divide(Decimal(number.numerator), Decimal(number.denominator)))
    return _plain(_context(digits).plus(root))


def percent_of(number: Fraction, places: int = 4) -> str:
    """``2.6645 %``: correctly rounded to this number of places."""
    quantum = Decimal(1).scaleb(-places)
    hundredths = _context(60).divide(Decimal(number.numerator * 100), Decimal(number.denominator))
    rounded = hundredths.quantize(quantum, context=_context(60))
    return f"{rounded or abs(rounded):f} %"


def pair(number: Fraction | int) -> dict[str, str]:
    """How exact numbers stand in JSON: ``{"exact": "-13/50", "decimal": "-0.26"}``."""
    return {"exact": str(Fraction(number)), "decimal": decimal_of(number)}


def _context(digits: int) -> Context:
    return Context(prec=digits, rounding=ROUND_HALF_EVEN)


def _plain(number: Decimal) -> str:
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
