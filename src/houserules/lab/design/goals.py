"""What a design must reach, what it may pay, and what it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.exact import decimal_of, pair, root_of
from houserules.law import Pay, format_pay

MOST_ANSWERS: Final = 1000
MOST_ODDS: Final = 60
ODDS: Final = (
    *range(1, 13), 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 800,
    1000, 1500, 2000, 2500, 3000, 5000, 8000, 10_000,
)  # fmt: skip
"""Odds to 1 that a casino would print."""
DOLLARS: Final = (
    *range(2, 11), 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 100, 150, 200, 250, 300, 400, 500, 600, 700, 750, 800, 900,
    1000, 1500, 2000, 2500, 3000, 5000,
)  # fmt: skip
"""Amounts of a progressive's lower lines."""
PERCENTS: Final = (100, 50, 25, 20, 10, 5)
"""Shares of a meter."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A house edge, a hit frequency and a standard deviation, each within a tolerance; None allows any."""

    edge: Fraction
    within: Fraction = Fraction(1, 1000)
    hits: Fraction | None = None
    hits_within: Fraction = Fraction(5, 1000)
    deviation: Fraction | None = None
    deviation_within: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        if not -1 < self.edge < 1:
            raise BadArgument("{edge}: expected more than -100 % and less than 100 %")
        for name in ("within", "hits_within", "deviation_within"):
            if getattr(self, name) < 0:
                raise BadArgument(f"{{{name}}}: a tolerance is 0 or more")
        if self.hits is not None and not 0 < self.hits <= 1:
            raise BadArgument("{hits}: expected more than 0 % and at most 100 %")
        if self.deviation is not None and self.deviation <= 0:
            raise BadArgument("{deviation}: expected more than 0")

    def allows_hits(self, hits: Fraction) -> bool:
        return self.hits is None or abs(hits - self.hits) <= self.hits_within

    def allows_edge(self, edge: Fraction) -> bool:
        return abs(edge - self.edge) <= self.within

    def allows_variance(self, variance: Fraction) -> bool:
        least, most = self.variances
        return least <= variance and (most is None or variance <= most)

    @property
    def variances(self) -> tuple[Fraction, Fraction | None]:
        """The smallest and the largest variance allowed."""
        if self.deviation is None:
            return Fraction(0), None
        least = max(self.deviation - self.deviation_within, Fraction(0))
        return least**2, (self.deviation + self.deviation_within) ** 2


@dataclass(frozen=True, slots=True)
class Designed:
    """A pay table that reaches the goal, with its exact figures."""

    pays: Mapping[str, Pay]
    """Maps a line to what it pays, the highest first."""
    printed: str | None
    """The letter of the printed table that is identical."""
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction

    @property
    def different(self) -> int:
        """The number of different pays that a player sees."""
        return len(set(self.pays.values()))

    def as_data(self) -> dict[str, Any]:
        pays = {hand: format_pay(pay) for hand, pay in self.pays.items()}
        return {
            "paytable": pays,
            "printed": self.printed,
            "top_prize": next(iter(pays.values())),
            "different_pays": self.different,
            "house_edge": pair(self.house_edge),
            "hit_frequency": pair(self.hit_frequency),
            "standard_deviation": root_of(self.variance),
        }


@dataclass(frozen=True, slots=True)
class Designs:
    """The answers in the order of how they feel to players, and how many there are in all."""

    answers: tuple[Designed, ...]
    found: int
    whole: bool
    """Whether everything that reaches the goal was examined; otherwise there is more than was found."""


def goal_as_data(goal: Goal) -> dict[str, Any]:
    return {
        "edge": decimal_of(goal.edge), "within": decimal_of(goal.within),
        "hits": None if goal.hits is None else decimal_of(goal.hits), "hits_within": decimal_of(goal.hits_within),
        "deviation": None if goal.deviation is None else decimal_of(goal.deviation),
        "deviation_within": decimal_of(goal.deviation_within),
    }  # fmt: skip
