"""A test that may be looked at after every round, for ever: honest results are flagged no more often than is stated.

For any number t, the product over rounds of exp(t x) / E exp(t x) is a fair game's wealth: somebody who bets that
results x stray in the direction of t starts with 1, and by Ville's inequality ever reaches 1/a with a chance of at
most a.
The expectation is over the exact distribution of the wager, so a rare large payment is what it is, and no normal
approximation is made of it. Wealth is shared out over many t, small and large, because nobody knows beforehand how
far results would stray. All wagers of one kind in a round share cards, so a round counts as one result, the mean of
its wagers: the exponential is convex, and the mean can only be less extreme than one wager.

Where players decide, only best play has the exact distribution. Others lose more, but their results may vary more; so
there t is kept small enough that what counts is what they lose.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, log
from typing import Final

from msgspec import Struct

Outcomes = tuple[tuple[Fraction, Fraction], ...]
"""(net result in units of the stake, its probability), exactly."""

Bets = tuple[tuple[float, float], ...]
"""(t, log E exp(t x)) for every t of one sign."""

_SIZES: Final = 16
_LARGEST: Final = 6.0
"""The largest t makes the best result count e^6 times as much as none."""
_LARGEST_WITH_SKILL: Final = 0.2


class Bounds(Struct, frozen=True):
    """How low and how high the sum of the results of that many rounds may be before it is an alarm."""

    low: float
    high: float


@lru_cache(maxsize=512)
def _bets(outcomes: Outcomes, sign: int, skill: bool) -> Bets:
    """The bets of this sign; none where no result lies in that direction."""
    reach = max((sign * float(net) for net, _ in outcomes), default=0.0)
    if reach <= 0:
        return ()
    largest = min(_LARGEST / reach, _LARGEST_WITH_SKILL) if skill else _LARGEST / reach
    exact = [(float(net), float(chance)) for net, chance in outcomes]
    found = []
    for size in range(_SIZES):
        t = sign * largest * 2.0**-size
        found.append((t, log(sum(chance * exp(t * net) for net, chance in exact))))
    return tuple(found)


def _wealth(bets: Bets, rounds: int, total: float) -> float:
    """The logarithm of what those who bet on strays in one direction have by now."""
    logs = [t * total - rounds * cost for t, cost in bets]
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))


def both_bets(outcomes: Outcomes, skill: bool = False) -> tuple[Bets, Bets]:
    """Of those who bet that results stray downwards, and of those who bet that they stray upwards."""
    return _bets(outcomes, -1, skill), _bets(outcomes, 1, skill)


def side(bets: tuple[Bets, Bets], rounds: int, total: float, false_alarms: float) -> int:
    """On which side the sum of that many results is out of its :func:`bounds`: -1, 1, or 0 where it is inside.

    Quicker than the bounds themselves, for after every round: it only asks whether the wealth has reached its limit.
    """
    limit = log(2 / false_alarms)
    for sign, placed in zip((-1, 1), bets, strict=True):
        if placed and _wealth(placed, rounds, total) >= limit:
            return sign
    return 0


@lru_cache(maxsize=8192)
def bounds(outcomes: Outcomes, rounds: int, false_alarms: float, skill: bool = False) -> Bounds:
    """Half of the false alarms are spent on either side."""
    mean = rounds * float(sum(net * chance for net, chance in outcomes))
    limit = log(2 / false_alarms)
    low, high = (_bound(_bets(outcomes, sign, skill), sign, rounds, mean, limit) for sign in (-1, 1))
    return Bounds(low, high)


def _bound(bets: Bets, sign: int, rounds: int, mean: float, limit: float) -> float:
    """Where the wealth reaches its limit, by halving; it grows with every step away from the mean."""
    if not bets:
        return mean
    near, step = mean, 1.0
    while _wealth(bets, rounds, mean + sign * step) < limit:
        near, step = mean + sign * step, 2 * step
    far = mean + sign * step
    for _ in range(60):
        middle = (near + far) / 2
        if _wealth(bets, rounds, middle) < limit:
            near = middle
        else:
            far = middle
    return far
