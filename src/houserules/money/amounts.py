"""Amounts of money are ints that count millionths of a dollar, so that meters accrue without rounding."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NewType

Money = NewType("Money", int)

DOLLAR: Final = Money(1_000_000)
CENT: Final = Money(10_000)
LARGEST_AMOUNT: Final = Money(1_000_000_000_000 * DOLLAR)
"""Nothing on a gaming table is worth more than a trillion dollars; a larger figure is a slip of the pen."""

_DOLLARS: Final = re.compile(r"(?P<whole>0|[1-9][0-9]{0,15})(?:\.(?P<part>[0-9]{1,6}))?", re.ASCII)


class MalformedAmount(ValueError):
    """Text that is not an amount of dollars."""


def dollars(whole: int) -> Money:
    return Money(whole * DOLLAR)


def parse_dollars(text: str) -> Money:
    """``"10"``, ``"12.50"``: digits, and up to six places after a point. No sign, no blanks, no commas."""
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise MalformedAmount(f'{_shown(text)} is not an amount: write dollars as text, as in "10" or "12.50"')
    part = (match["part"] or "").ljust(6, "0")
    amount = Money(int(match["whole"]) * DOLLAR + int(part))
    if amount > LARGEST_AMOUNT:
        raise MalformedAmount(f"{_shown(text)} is more than any table could hold (the most is $1,000,000,000,000)")
    return amount


def parse_price(text: str) -> Money:
    """An amount as people type it, and as :func:`format_price` shows it: ``"$1,000"``, ``"12.50"``."""
    return parse_dollars(text.removeprefix("$").replace(",", ""))


@lru_cache(maxsize=4096)
def format_dollars(amount: int) -> str:
    """``"12.50"``: two places, and more only where the amount has a part of a cent. Reads back to the same."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    whole, part = divmod(size, DOLLAR)
    places = f"{part:06d}".rstrip("0").ljust(2, "0")
    return f"{sign}{whole}.{places}"


def format_price(amount: int) -> str:
    """``"$30,000"``, ``"$12.50"``: as a sign would show it."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    whole, part = divmod(size, DOLLAR)
    places = f"{part:06d}".rstrip("0")
    return f"{sign}${whole:,}" + (f".{places.ljust(2, '0')}" if places else "")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")
