"""The only places where money is rounded, each by name, so that a payment can say how it came to be whole."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import Final

from houserules.money.amounts import CENT, DOLLAR, Money


class Rounding(Enum):
    """How a payment that is not whole becomes whole. What is rounded away stays where the payment came from."""

    DOWN_TO_CENT = "down_to_cent"
    NEAREST_CENT = "nearest_cent"
    UP_TO_CENT = "up_to_cent"
    DOWN_TO_DOLLAR = "down_to_dollar"

    def apply(self, exact: Fraction | int) -> Money:
        match self:
            case Rounding.DOWN_TO_CENT:
                return Money(floor(Fraction(exact, CENT)) * CENT)
            case Rounding.NEAREST_CENT:
                return Money(floor(Fraction(exact, CENT) + Fraction(1, 2)) * CENT)
            case Rounding.UP_TO_CENT:
                return Money(ceil(Fraction(exact, CENT)) * CENT)
            case Rounding.DOWN_TO_DOLLAR:
                return Money(floor(Fraction(exact, DOLLAR)) * DOLLAR)


ROUNDINGS: Final = tuple(rounding.value for rounding in Rounding)
