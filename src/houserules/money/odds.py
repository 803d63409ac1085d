"""Odds are stated "n to m", or "n win m": for m staked, n is won and the stake comes back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.money.amounts import Money
from houserules.money.rounding import Rounding

_ODDS: Final = re.compile(r"(?P<n>0|[1-9][0-9]{0,8}) (?:to|win) (?P<m>[1-9][0-9]{0,8})", re.ASCII)
STATED_WITH_FOR: Final = re.compile(r"[0-9,]{1,12} for [0-9,]{1,12}", re.ASCII)
"""Odds in the wording that counts the stake among the winnings."""
STATED_WITH: Final = re.compile(r"[0-9,]{1,12} (?P<word>[a-z]{1,12}) [0-9,]{1,12}", re.ASCII)
"""Odds with whatever word: a document says which it has printed."""


class MalformedOdds(ValueError):
    """Text that does not state odds."""


@dataclass(frozen=True, slots=True)
class Odds:
    """``Odds(3, 2)`` pays three for every two staked, and the stake is returned as well."""

    n: int
    m: int = 1

    def __post_init__(self) -> None:
        if self.n < 0 or self.m < 1:
            raise MalformedOdds(f"odds of {self.n} to {self.m} mean nothing: n is 0 or more, m is 1 or more")

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.n, self.m)

    def winnings(self, stake: Money, rounding: Rounding = Rounding.DOWN_TO_CENT) -> Money:
        """What a winning stake earns. Odds "to 1" are exact; others may leave part of a cent, which is no chip."""
        return Money(stake * self.n) if self.m == 1 else rounding.apply(Fraction(stake * self.n, self.m))

    def __str__(self) -> str:
        return f"{self.n} to {self.m}"


def parse_odds(text: str) -> Odds:
    """``"300 to 1"`` or ``"300 win 1"``. "For" is refused: it counts the stake among the winnings."""
    match = _ODDS.fullmatch(text)
    if match is None:
        if STATED_WITH_FOR.fullmatch(text):
            raise MalformedOdds(f'{text!r} states odds with "for"; state them with "to", as in "300 to 1"')
        shown = repr(text if len(text) <= 24 else text[:24] + "…")
        raise MalformedOdds(f'{shown} does not state odds: write them as in "300 to 1"')
    return Odds(int(match["n"]), int(match["m"]))
