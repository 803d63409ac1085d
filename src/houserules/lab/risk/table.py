"""The table, not the seat: what all seats of a table bring the house together, over a shift, a day, a month.

Seats share a dealer, and win and lose together. Joint moments are exact; a hand that one seat holds brings others
their Envy Bonus, so that a table's result is a sum over its hands. Rounds are independent, as decks are shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.counting.payout_limits import limit_effect, limit_of
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.exact import decimal_of, pair, root_of
from houserules.lab.reports.edges import BASE
from houserules.lab.risk.wagers import (
    insist_kept_by_a_fold,
    spins_of,
    staked_before_the_deal,
    wagers_of,
    worth_of_hands,
    worth_of_segments,
)
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import Progress, SeatMoments
from houserules.lab.solving.threads import in_threads
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.report import default_strategy
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR, Money

ROUNDS_AN_HOUR: Final = 40
PERIODS: Final = {"shift": 8, "day": 24, "month": 24 * 30}
"""Hours."""
BANDS: Final = (0.95, 0.99)
RUIN: Final = 0.01
MOST_PLAYED: Final = 10**10


@dataclass(frozen=True, slots=True)
class TableMoments:
    """What a round of a table brings the players, in millionths of a dollar."""

    seats: int
    one: SeatMoments

    @property
    def mean(self) -> Fraction:
        return self.seats * self.one.mean

    @property
    def variance(self) -> Fraction:
        return self.seats * self.one.variance + self.seats * (self.seats - 1) * self.one.covariance


def table_moments(
    submission: Submission,
    seats: int,
    wagers: Sequence[str],
    strategy: WrittenStrategy | None = None,
    progress: Progress | None = None,
    unit: Money | None = None,
) -> TableMoments:
    """Every seat makes the base wager and these wagers, each at its minimum, the progressive at its initial meter."""
    solver = insist_supported(submission)
    if not 1 <= seats <= submission.table.seats:
        raise BadArgument(f"{{seats}} {seats}: expected 1 to {submission.table.seats}, the seats of the table")
    if solver.seats is None:
        raise Unsupported(f"{submission.rulebook.title}: seats together are not counted exactly in this game")
    stake = Fraction(submission.table.minimum if unit is None else unit)
    named = wagers_of(submission, wagers)
    insist_kept_by_a_fold(submission, named)
    own = [worth_of_hands(submission, wager, seats) for wager in named]
    spins = spins_of(submission, named, seats)
    played = strategy or default_strategy(submission)
    wheel = () if spins is None else (spins,)
    one: SeatMoments = solver.seats(submission, played, own, stake, progress, *wheel)
    return TableMoments(seats, one)


def table_report(
    submission: Submission,
    seats: int,
    wagers: Sequence[str],
    strategy: WrittenStrategy | None = None,
    progress: Progress | None = None,
    hourly: int = ROUNDS_AN_HOUR,
    check: int | None = None,
) -> dict[str, Any]:
    """The house's side of a table: one round, and what a shift, a day and a month bring. ``check`` plays this number
    of rounds out beside it."""
    if not 1 <= hourly <= 1000:
        raise BadArgument(f"{{hourly}} {hourly}: expected 1 to 1,000 rounds an hour")
    moments = table_moments(submission, seats, wagers, strategy, progress)
    named = wagers_of(submission, wagers)
    one = moments.one
    win, variance = -moments.mean, moments.variance
    staked = seats * staked_before_the_deal(submission, named)
    alone = seats * one.variance
    return {
        "seats": seats,
        "wagers": [BASE, *named],
        "strategy": (strategy or default_strategy(submission)).name,
        "seat": {
            "win": pair(-one.mean / DOLLAR),
            "standard_deviation": root_of(one.variance / DOLLAR**2),
            "correlation": pair(one.covariance / one.variance),
            "base_correlation": pair(one.base_covariance / one.base_variance),
            "base_standard_deviation": root_of(one.base_variance),
        },
        "round": {
            "staked_before_the_deal": pair(staked / DOLLAR),
            "win": pair(win / DOLLAR),
            "standard_deviation": root_of(variance / DOLLAR**2),
            "standard_deviation_if_seats_were_independent": root_of(alone / DOLLAR**2),
            "base_standard_deviation": root_of(seats * one.base_variance + seats * (seats - 1) * one.base_covariance),
        },
        "rounds_an_hour": hourly,
        "periods": {name: _period(win, variance, staked, hours * hourly) for name, hours in PERIODS.items()},
        "payout_limit": _limit(submission, seats, named),
        "jackpots": _jackpots(submission, seats, hourly) if PROGRESSIVE in named else None,
        "played": None if check is None else played_out(submission, moments, wagers, strategy, check, progress),
        "method": "joint moments exact; bands by the normal distribution; bounds by Cantelli's inequality",
    }


PIECE: Final = 1 << 18


def played_out(
    submission: Submission,
    moments: TableMoments,
    wagers: Sequence[str],
    strategy: WrittenStrategy | None,
    rounds: int,
    progress: Progress | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """The same table played out, beside its exact moments: how many standard errors both are apart."""
    from houserules.lab.simulation.table_sums import table_player  # noqa: PLC0415

    if not 1000 <= rounds <= MOST_PLAYED:
        raise BadArgument(f"{{check}} {rounds}: expected 1,000 to {MOST_PLAYED:,} rounds")
    named = wagers_of(submission, wagers)
    own = [worth_of_hands(submission, wager, moments.seats) for wager in named]
    segments = worth_of_segments(submission, named, moments.seats)
    played = strategy or default_strategy(submission)
    unit = Fraction(submission.table.minimum)
    play = table_player(submission, played, own, unit, moments.seats, seed, segments)
    pieces = [(start, min(start + PIECE, rounds)) for start in range(0, rounds, PIECE)]
    sums = [0.0] * 4
    for part in in_threads(play, pieces, progress):
        sums = [one + float(other) for one, other in zip(sums, part, strict=True)]
    mean, square = sums[0] / rounds, sums[1] / rounds
    true_mean, true_variance = float(moments.mean), float(moments.variance)
    fourth = sums[3] / rounds - 4 * mean * sums[2] / rounds + 6 * mean**2 * square - 3 * mean**4
    variance = square - mean**2
    return {
        "rounds": rounds,
        "win": f"{-mean / DOLLAR:.6f}",
        "standard_deviation": f"{sqrt(variance) / DOLLAR:.6f}",
        "standard_errors_of_the_win": (mean - true_mean) / sqrt(true_variance / rounds),
        "standard_errors_of_the_variance": (variance - true_variance) / sqrt(max(fourth - variance**2, 1.0) / rounds),
    }


def _period(win: Fraction, variance: Fraction, staked: Fraction, rounds: int) -> dict[str, Any]:
    """A chance of losing is nearly that of the normal distribution, and certainly at most the bound."""
    mean, spread = win * rounds, variance * rounds
    deviation = sqrt(float(spread))
    normal = NormalDist(float(mean), deviation)
    certain = Fraction(1) if mean <= 0 else spread / (spread + mean**2)
    bankroll = max(0.0, -normal.inv_cdf(RUIN))
    reach = sqrt(1 / RUIN - 1) * deviation - float(mean)
    return {
        "rounds": rounds,
        "win": decimal_of(mean / DOLLAR, 12),
        "standard_deviation": f"{deviation / DOLLAR:.2f}",
        "loses": {"nearly": normal.cdf(0.0), "at_most": float(certain)},
        "hold": {
            str(level): [
                normal.inv_cdf((1 - level) / 2) / float(staked * rounds),
                normal.inv_cdf((1 + level) / 2) / float(staked * rounds),
            ]
            for level in BANDS
        },
        "bankroll": {"risk": RUIN, "nearly": f"{bankroll / DOLLAR:.2f}", "surely": f"{max(0.0, reach) / DOLLAR:.2f}"},
    }


def _limit(submission: Submission, seats: int, named: Sequence[str]) -> dict[str, Any] | None:
    """What the payout limit takes from all seats in a round, at these stakes."""
    limit = limit_of(submission)
    if limit is None:
        return None
    stakes = {name: submission.wagers[name].minimum for name in named if name != PROGRESSIVE}
    effect = limit_effect(submission, limit, stakes)
    return {
        "limit": decimal_of(Fraction(limit, DOLLAR)),
        "taken_in_a_round": {
            "least": pair(seats * effect.least / DOLLAR),
            "most": pair(seats * effect.most / DOLLAR),
        },
    }


def _jackpots(submission: Submission, seats: int, hourly: int) -> dict[str, Any]:
    """Payments of all of the meter."""
    offered = progressive_wager(submission)
    chance = sum((line.probability for line in offered.lines if line.share >= 1), Fraction())
    rounds = seats * chance
    return {
        "wagers_for_one": pair(1 / chance) if chance else None,
        "days_for_one": pair(1 / (rounds * hourly * PERIODS["day"])) if chance else None,
    }
