"""A test that may be evaluated after every round, indefinitely: honest results are flagged no more often than is
stated.

For any number t, the product over rounds of exp(t x) / E exp(t x) is a fair game's wealth: somebody who bets that
results x stray in the direction of t starts with 1, and by Ville's inequality ever reaches 1/a with a chance of at
most a. The expectation is over the exact distribution of the wager, so a rare large payment counts exactly, without a
normal approximation. Wealth is divided among many t, small and large, because nobody knows beforehand how far results
would stray. All wagers of one kind in a round share cards, so a round counts as one result, the mean of its wagers.
The exponential is convex, and the mean can only be less extreme than one wager, which bounds its expectation. If the
covariance of two wagers of a round is known, so is the variance of the mean, and Bennett's inequality, in its sharp
form with two values, bounds the expectation too; the smaller of the two is used.

Where players decide, only best play has the exact distribution. Other players lose more, but their results may vary
more; so t is kept small enough there that what they lose decides.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from math import exp, log
from typing import Final

from msgspec import Struct

Outcomes = tuple[tuple[Fraction, Fraction], ...]
"""(net result in units of the stake, its probability), both exact."""

Bets = tuple[tuple[float, tuple[float, ...]], ...]
"""For every t of one sign: t, and an upper bound on log E exp(t x) for one, two, ... boxes."""

Boxes = tuple[tuple[int, int], ...]
"""How many boxes had the wager, where several had it, and in how many rounds."""

_MOST_BOXES: Final = 7
"""Larger numbers of boxes count as this many."""

_SIZES: Final = 16
_LARGEST: Final = 6.0
"""The largest t makes the best result count e^6 times as much as a result of zero."""
_LARGEST_WITH_SKILL: Final = 0.2


class Bounds(Struct, frozen=True):
    """How low and how high the sum of the results of that many rounds may be before it is an alarm."""

    low: float
    high: float


@lru_cache(maxsize=512)
def _bets(outcomes: Outcomes, sign: int, skill: bool, covariance: Fraction | None) -> Bets:
    """The bets of this sign; none if no result lies in that direction. ``covariance`` is that of two boxes."""
    reach = max((sign * float(net) for net, _ in outcomes), default=0.0)
    if reach <= 0:
        return ()
    largest = min(_LARGEST / reach, _LARGEST_WITH_SKILL) if skill else _LARGEST / reach
    exact = [(float(net), float(chance)) for net, chance in outcomes]
    mean = sum(net * chance for net, chance in exact)
    variance = sum((net - mean) ** 2 * chance for net, chance in exact)
    spreads = () if covariance is None else _spreads(variance, float(covariance))
    found = []
    for size in range(_SIZES):
        t = sign * largest * 2.0**-size
        alone = log(sum(chance * exp(t * net) for net, chance in exact))
        together = (t * mean + _bennett(abs(t), spread, reach - sign * mean) for spread in spreads)
        found.append((t, (alone, *(min(alone, cost) for cost in together))))
    return tuple(found)


def _spreads(variance: float, covariance: float) -> list[float]:
    """The variance of the mean of two, three, ... boxes."""
    return [covariance + (variance - covariance) / boxes for boxes in range(2, _MOST_BOXES + 1)]


def _bennett(t: float, variance: float, farthest: float) -> float:
    """An upper bound on log E exp(t z), where z has mean 0 and this variance and is never above ``farthest``: the
    value for a two-point distribution whose higher point is there."""
    above = variance / (variance + farthest**2)
    return log((1 - above) * exp(-t * variance / farthest) + above * exp(t * farthest))


def _wealth(bets: Bets, rounds: int, boxes: Boxes, total: float) -> float:
    """The logarithm of the current wealth of a player who bets on strays in one direction."""
    logs = [t * total - _cost(costs, rounds, boxes) for t, costs in bets]
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))


def _cost(costs: tuple[float, ...], rounds: int, boxes: Boxes) -> float:
    """Rounds with several boxes cost less, if it is known how much."""
    cost = rounds * costs[0]
    if len(costs) > 1:
        for several, times in boxes:
            cost -= times * (costs[0] - costs[min(several, len(costs)) - 1])
    return cost


def both_bets(outcomes: Outcomes, skill: bool = False, covariance: Fraction | None = None) -> tuple[Bets, Bets]:
    """The bets that results stray downwards, and the bets that they stray upwards."""
    return _bets(outcomes, -1, skill, covariance), _bets(outcomes, 1, skill, covariance)


def side(bets: tuple[Bets, Bets], rounds: int, total: float, false_alarms: float, boxes: Boxes = ()) -> int:
    """On which side the sum of that many results is outside its :func:`bounds`: -1, 1, or 0 if it is inside.

    Quicker than computing the bounds, so it can run after every round: it only checks whether the wealth has reached
    its limit.
    """
    limit = log(2 / false_alarms)
    for sign, placed in zip((-1, 1), bets, strict=True):
        if placed and _wealth(placed, rounds, boxes, total) >= limit:
            return sign
    return 0


@lru_cache(maxsize=8192)
def bounds(
    outcomes: Outcomes,
    rounds: int,
    false_alarms: float,
    skill: bool = False,
    covariance: Fraction | None = None,
    boxes: Boxes = (),
) -> Bounds:
    """Each side gets half of the false alarms."""
    mean = rounds * float(sum(net * chance for net, chance in outcomes))
    limit = log(2 / false_alarms)
    low, high = (
        _bound(placed, sign, partial(_wealth, placed, rounds, boxes), mean, limit)
        for sign, placed in zip((-1, 1), both_bets(outcomes, skill, covariance), strict=True)
    )
    return Bounds(low, high)


def _bound(bets: Bets, sign: int, wealth: Callable[[float], float], mean: float, limit: float) -> float:
    """Where the wealth reaches its limit, found by bisection; it grows with every step away from the mean."""
    if not bets:
        return mean
    near, step = mean, 1.0
    while wealth(mean + sign * step) < limit:
        near, step = mean + sign * step, 2 * step
    far = mean + sign * step
    for _ in range(60):
        middle = (near + far) / 2
        if wealth(middle) < limit:
            near = middle
        else:
            far = middle
    return far
