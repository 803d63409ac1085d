"""What many rounds of a table bring the house: played rounds, convolved and adjusted to exact moments."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.risk.rounds import Round, Sum, sum_of_rounds

if TYPE_CHECKING:
    from houserules.lab.simulation.table_rounds import PlayedRounds

BANDS: Final = (0.95, 0.99)
LEVELS: Final = (0.005, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995)
RUIN: Final = 0.01
COARSER: Final = 12
"""How often the steps in which results are tracked may be doubled before the normal distribution takes over."""


@dataclass(frozen=True, slots=True)
class Period:
    """What the house wins in a number of rounds, in millionths of a dollar. Mean and variance are those of the table;
    the spread around them comes from a folded sample, shifted and stretched to these moments."""

    rounds: int
    mean: Fraction
    variance: Fraction
    staked: Fraction
    folded: Sum | None
    centre: float
    step: float
    """The mean of the folded sample, and the size of one of its steps after stretching."""

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def method(self) -> str:
        return "normal distribution" if self.folded is None else "folded rounds"

    def quantile(self, level: float) -> float:
        """The smallest win that is not exceeded with at least this probability."""
        if self.folded is None:
            return NormalDist(float(self.mean), self.deviation).inv_cdf(level)
        return float(self.mean) + (self.folded.quantile(level) - self.centre) * self.step

    def below(self, win: float) -> float:
        """The probability of a smaller win."""
        if self.folded is None:
            return NormalDist(float(self.mean), self.deviation).cdf(win)
        place = self.centre + (win - float(self.mean)) / self.step
        return min(1.0, float(self.folded.probabilities[: max(0, round(place - self.folded.first))].sum()))

    @property
    def loses_at_most(self) -> float:
        """An upper bound on the probability of a loss, by Cantelli's inequality, which holds for every distribution
        with these moments."""
        return 1.0 if self.mean <= 0 else float(self.variance / (self.variance + self.mean**2))

    def surely(self, level: float) -> tuple[float, float]:
        """A band that the result leaves with no more than the remaining probability, whatever its distribution."""
        reach = sqrt(2 / (1 - level) - 1) * self.deviation
        return float(self.mean) - reach, float(self.mean) + reach

    @property
    def bankroll_surely(self) -> float:
        return max(0.0, sqrt(1 / RUIN - 1) * self.deviation - float(self.mean))


def fold_rounds(played: PlayedRounds, win: Fraction, variance: Fraction, staked: Fraction, rounds: int) -> Period:
    """The period of this many rounds of a table that wins ``win`` per round with this variance."""
    whole = rounds * win, rounds * variance, rounds * staked
    for doubled in range(COARSER):
        one = Round(played.part * 2**doubled, _coarse({-net: n for net, n in played.totals.items()}, 2**doubled))
        try:
            folded = sum_of_rounds(one, rounds)
        except BadArgument:
            continue
        stretch = sqrt(float(variance) / float(one.variance * one.unit**2)) if one.variance else 1.0
        return Period(rounds, *whole, folded, float(one.mean * rounds), stretch * float(one.unit))
    return Period(rounds, *whole, None, 0.0, 1.0)


def _coarse(totals: dict[int, int], step: int) -> dict[int, int]:
    if step == 1:
        return totals
    found: dict[int, int] = {}
    for net, often in totals.items():
        near = (2 * net + step) // (2 * step)
        found[near] = found.get(near, 0) + often
    return found
