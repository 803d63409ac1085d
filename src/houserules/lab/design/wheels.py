"""Wheels designed for a goal: how many segments carry each symbol, so that the wager reaches a house edge.

Larger prizes have no more segments than smaller ones. All symbols but the last two take their numbers from a list;
the last two then follow from the total number of segments and from what a spin is to bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import Any, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.counting.progressives import ProgressiveWager, progressive_wager
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.design.goals import Goal
from houserules.lab.exact import pair, root_of
from houserules.law import Submission

NUMBERS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200)
MOST_WAYS: Final = 400_000
MOST_SEGMENTS: Final = 100_000
SMALLEST_WHEEL: Final = 3
LARGEST: Final = 1 << 62
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class DesignedWheel:
    segments: tuple[tuple[str, int], ...]
    wager: ProgressiveWager

    def as_data(self) -> dict[str, Any]:
        run = self.wager.long_run
        return {
            "segments": [{"symbol": symbol, "count": count} for symbol, count in self.segments],
            "house_edge": pair(self.wager.house_edge),
            "hit_frequency": pair(self.wager.hit_frequency),
            "standard_deviation": root_of(self.wager.variance),
            "long_run_edge": pair(run.house_edge) if run is not None else None,
            "spins_for_the_top_prize": pair(Fraction(sum(n for _, n in self.segments), self.segments[0][1])),
        }


def design_wheel(
    submission: Submission, goal: Goal, answers: int, total: int | None = None
) -> tuple[list[DesignedWheel], int]:
    """Wheels for the symbols of the submission's table with this number of segments (by default as many as it has
    now), and how many were found. Those whose top prize is rarest come first, then those closest to the edge."""
    choices = submission.progressive
    if choices is None:
        raise BadArgument("{wager}: this submission offers no progressive")
    if suited_cards(submission) is None:
        raise BadArgument("{what}: this submission has no wheel")
    total = sum(count for _, count in choices.segments) if total is None else total
    symbols = [line.hand for line in choices.paytable]
    if not len(symbols) <= total <= MOST_SEGMENTS:
        raise BadArgument(f"{{segments}} {total}: expected {len(symbols)} to {MOST_SEGMENTS:,}")
    one_each = _offered(submission, tuple((symbol, 1) for symbol in symbols))
    chance = one_each.chance_of_wheel
    assert chance is not None
    if len(symbols) < SMALLEST_WHEEL:
        raise BadArgument("{what}: a wheel with fewer than three symbols leaves nothing to choose")
    by_worth = sorted(one_each.lines, key=lambda line: -line.paid_at(one_each.meter))
    worth = [line.paid_at(one_each.meter) / one_each.amount for line in by_worth]
    names = [line.hand for line in by_worth]
    ways = _ways(worth, total, chance, goal)
    made: list[DesignedWheel] = []
    for counts in ways:
        if len(made) == answers:
            break
        by_name = dict(zip(names, counts, strict=True))
        segments = tuple((symbol, by_name[symbol]) for symbol in symbols)
        wager = _offered(submission, segments)
        if goal.allows_edge(wager.house_edge) and goal.allows_variance(wager.variance):
            made.append(DesignedWheel(segments, wager))
    return made, len(ways)


def _ways(worth: Sequence[Fraction], total: int, chance: Fraction, goal: Goal) -> list[list[int]]:
    """Numbers of segments, the largest prize first, that add up to the total and bring what all spins are to bring;
    those with the rarest top prize first, then the closest."""
    spin, slack = (1 - goal.edge) / chance * total, goal.within / chance * total
    import numpy as np  # noqa: PLC0415

    step = worth[-2] - worth[-1]
    if not step:
        raise BadArgument("{what}: the two smallest prizes are alike, which leaves the wheel open")
    symbols = len(worth) - 2
    upper = np.array(list(combinations_with_replacement(_numbers(symbols, total), symbols)), np.int64)
    scale = lcm(*(each.denominator for each in worth))
    if total * max(worth) * scale * 2 >= LARGEST:
        raise BadArgument("{segments}: too many to be counted exactly")
    value = np.array([int(each * scale) for each in worth], np.int64)
    rest = total - upper.sum(1)
    brought = (upper * value[:-2]).sum(1)
    wanted, one = round(spin * scale), int(step * scale)
    before_last = np.rint((wanted - brought - value[-1] * rest) / one).astype(np.int64)
    last = rest - before_last
    off = np.abs(brought + before_last * value[-2] + last * value[-1] - wanted)
    fits = (upper[:, -1] <= before_last) & (before_last <= last) & (off <= int(slack * scale) + 1)
    ways = np.column_stack([upper, before_last, last])[fits]
    off = off[fits]
    if goal.deviation is not None:
        near = _near_deviation(ways, np.array([float(each) for each in worth]), float(chance) / total, goal)
        ways, off = ways[near], off[near]
    order = np.lexsort((off, ways[:, 0]))
    found: list[list[int]] = ways[order].tolist()
    return found


def _near_deviation(ways: Any, worth: Any, chance_of_one: float, goal: Goal) -> Any:
    """Which ways may have the deviation: all that have it, and perhaps some that miss it by a rounding."""
    variance = chance_of_one * (ways @ worth**2) - (chance_of_one * (ways @ worth)) ** 2
    least, most = goal.variances
    assert most is not None
    return (variance >= float(least) * (1 - ROUNDING)) & (variance <= float(most) * (1 + ROUNDING))


def _numbers(symbols: int, total: int) -> tuple[int, ...]:
    """As many of the usual numbers as keep the number of ways small enough."""
    numbers = [number for number in NUMBERS if number < total]
    while len(numbers) > 1 and comb(len(numbers) + symbols - 1, symbols) > MOST_WAYS:
        numbers.pop()
    return tuple(numbers)


def _offered(submission: Submission, segments: tuple[tuple[str, int], ...]) -> ProgressiveWager:
    assert submission.progressive is not None
    return progressive_wager(replace(submission, progressive=replace(submission.progressive, segments=segments)))
