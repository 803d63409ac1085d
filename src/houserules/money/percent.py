"""Percentages as exact fractions, written as text: ``"24%"``, ``"2.5%"``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

_PERCENT: Final = re.compile(r"(?P<whole>0|[1-9][0-9]{0,5})(?:\.(?P<part>[0-9]{1,6}))?%", re.ASCII)


class MalformedPercent(ValueError):
    """Text that is not a percentage."""


@dataclass(frozen=True, slots=True)
class Percent:
    """A share; ``Percent(Fraction(1, 10))`` is a tenth, ``10%``."""

    share: Fraction

    def of(self, amount: int) -> Fraction:
        return self.share * amount

    def __str__(self) -> str:
        hundredths = self.share * 100
        if hundredths.denominator == 1:
            return f"{hundredths.numerator}%"
        scaled = hundredths * 10**6
        assert scaled.denominator == 1, "a percentage is written with at most six places"
        whole, part = divmod(scaled.numerator, 10**6)
        return f"{whole}.{part:06d}".rstrip("0") + "%"


def parse_percent(text: str) -> Percent:
    match = _PERCENT.fullmatch(text)
    if match is None:
        shown = repr(text if len(text) <= 24 else text[:24] + "…")
        raise MalformedPercent(f'{shown} is not a percentage: write it as text, as in "24%"')
    part = (match["part"] or "").ljust(6, "0")
    return Percent(Fraction(int(match["whole"]) * 10**6 + int(part), 10**8))
