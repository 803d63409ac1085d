"""The whole table, not one seat: what all its seats together bring the house over a shift, a day or a month.

Seats share a dealer, and win and lose together. Moments are exact; a hand at one seat brings others their Envy Bonus,
so a table's result is a sum over its hands. The spread of results around these moments comes from rounds that are
played out, the same ones each time. Rounds are independent, because decks are shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from houserules.lab.arguments import BadArgument
from houserules.lab.counting.payout_limits import limit_effect, limit_of
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.exact import decimal_of, pair, root_of
from houserules.lab.reports.edges import BASE
from houserules.lab.risk.periods import BANDS, LEVELS, RUIN, Period, fold_rounds
from houserules.lab.risk.wagers import (
    own_wager,
    spins_of,
    staked_before_the_deal,
    wagers_of,
    worth_of_segments,
)
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import Progress, SeatMoments
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.report import default_strategy
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR, Money

if TYPE_CHECKING:
    from houserules.lab.simulation.table_rounds import PlayedRounds

ROUNDS_AN_HOUR: Final = 40
PERIODS: Final = {"shift": 8, "day": 24, "month": 24 * 30}
"""The hours in each period."""
PLAYED: Final = 1 << 21
"""The number of rounds played out by default."""
MOST_PLAYED: Final = 10**10


@dataclass(frozen=True, slots=True)
class TableMoments:
    """The moments of what a round brings the players at a table, in millionths of a dollar."""

    seats: int
    one: SeatMoments

    @property
    def mean(self) -> Fraction:
        return self.seats * self.one.mean

    @property
    def alone(self) -> Fraction:
        """The variance that independent seats would have."""
        return self.seats * self.one.variance

    @property
    def variance(self) -> Fraction | None:
        """None where two seats are not counted together."""
        return _together(self.seats, self.one.variance, self.one.covariance)


def _together(seats: int, variance: Fraction, covariance: Fraction | None) -> Fraction | None:
    if seats == 1:
        return variance
    return None if covariance is None else seats * variance + seats * (seats - 1) * covariance


def table_moments(
    submission: Submission,
    seats: int,
    wagers: Sequence[str],
    strategy: WrittenStrategy | None = None,
    progress: Progress | None = None,
    unit: Money | None = None,
) -> TableMoments:
    """Every seat makes the base wager and these wagers, each at its minimum, and the progressive at its initial
    meter."""
    solver = insist_supported(submission)
    if not 1 <= seats <= submission.table.seats:
        raise BadArgument(f"{{seats}} {seats}: expected 1 to {submission.table.seats}, the seats of the table")
    if solver.seats is None:
        raise Unsupported(f"{submission.rulebook.title}: seats together are not counted in this game")
    stake = Fraction(submission.table.minimum if unit is None else unit)
    named = wagers_of(submission, wagers)
    own = [own_wager(submission, wager, seats) for wager in named]
    spins = spins_of(submission, named, seats)
    played = strategy or default_strategy(submission)
    wheel = () if spins is None else (spins,)
    one: SeatMoments = solver.seats(submission, played, own, stake, progress, *wheel)
    return TableMoments(seats, one)


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of a round of the table: as counted, or otherwise as played, with its standard error."""

    variance: Fraction
    error: float | None

    @property
    def method(self) -> str:
        return "counted" if self.error is None else "played"


def table_report(
    submission: Submission,
    seats: int,
    wagers: Sequence[str],
    strategy: WrittenStrategy | None = None,
    progress: Progress | None = None,
    hourly: int = ROUNDS_AN_HOUR,
    check: int | None = None,
) -> dict[str, Any]:
    """The house's side of a table: one round, and what a shift, a day and a month bring. ``check`` is the number of
    rounds played out as a check."""
    if not 1 <= hourly <= 1000:
        raise BadArgument(f"{{hourly}} {hourly}: expected 1 to 1,000 rounds an hour")
    if check is not None and not 1000 <= check <= MOST_PLAYED:
        raise BadArgument(f"{{check}} {check}: expected 1,000 to {MOST_PLAYED:,} rounds")
    counted, played_share = _shares(progress)
    moments = table_moments(submission, seats, wagers, strategy, counted)
    named = wagers_of(submission, wagers)
    rounds = check or PLAYED
    played = _played(submission, seats, named, strategy or default_strategy(submission), rounds, played_share)
    one, base_seat = moments.one, moments.one.base_variance
    whole = _spread(moments.variance, played.totals, played.part)
    base = _spread(_together(seats, base_seat, one.base_covariance), played.base, played.base_part)
    win, staked = -moments.mean, seats * staked_before_the_deal(submission, named)
    periods = {
        name: fold_rounds(played, win, whole.variance, staked, hours * hourly) for name, hours in PERIODS.items()
    }
    return {
        "seats": seats,
        "wagers": [BASE, *named],
        "strategy": (strategy or default_strategy(submission)).name,
        "seat": {
            "win": pair(-one.mean / DOLLAR),
            "standard_deviation": root_of(one.variance / DOLLAR**2),
            "correlation": _correlation(seats, one.variance, one.covariance, whole),
            "base_correlation": _correlation(seats, base_seat, one.base_covariance, base),
            "base_standard_deviation": root_of(base_seat),
        },
        "round": {
            "staked_before_the_deal": pair(staked / DOLLAR),
            "win": pair(win / DOLLAR),
            "standard_deviation": root_of(whole.variance / DOLLAR**2),
            "standard_deviation_if_seats_were_independent": root_of(moments.alone / DOLLAR**2),
            "base_standard_deviation": root_of(base.variance),
            "seats_together": whole.method,
        },
        "rounds_an_hour": hourly,
        "periods": {name: _period_data(each) for name, each in periods.items()},
        "payout_limit": _limit(submission, seats, named),
        "jackpots": _jackpots(submission, seats, hourly) if PROGRESSIVE in named else None,
        "played": _played_data(played, moments.mean, moments.variance),
        "method": _method(whole, rounds),
    }


def _shares(progress: Progress | None) -> tuple[Progress | None, Progress | None]:
    if progress is None:
        return None, None
    return (lambda done: progress(0.8 * done)), (lambda done: progress(0.8 + 0.2 * done))


def _played(
    submission: Submission,
    seats: int,
    named: Sequence[str],
    strategy: WrittenStrategy,
    rounds: int,
    progress: Progress | None,
) -> PlayedRounds:
    from houserules.lab.simulation.table_rounds import Stakes, play_table  # noqa: PLC0415

    own = tuple(own_wager(submission, wager, seats) for wager in named)
    segments = tuple(worth_of_segments(submission, named, seats))
    stakes = Stakes(Fraction(submission.table.minimum), own, segments)
    return play_table(submission, strategy, stakes, seats, rounds, progress=progress)


def moments_played(found: dict[int, int], part: Fraction) -> tuple[Fraction, Fraction, float]:
    """The mean and variance of the results of played rounds, and the standard error of the variance."""
    rounds = sum(found.values())
    mean = Fraction(sum(value * often for value, often in found.items()), rounds)
    square = Fraction(sum(value**2 * often for value, often in found.items()), rounds)
    variance = square - mean**2
    centre = round(mean)
    fourth = sum((value - centre) ** 4 * often for value, often in found.items()) / rounds
    error = sqrt(max(fourth - float(variance) ** 2, 0.0) / rounds)
    return mean * part, variance * part**2, error * float(part) ** 2


def _spread(counted: Fraction | None, found: Any, part: Fraction) -> Spread:
    if counted is not None:
        return Spread(counted, None)
    _, variance, error = moments_played(found, part)
    return Spread(variance, error)


def _correlation(
    seats: int, variance: Fraction, covariance: Fraction | None, spread: Spread
) -> dict[str, Any] | None:
    """The correlation of two seats: counted, or estimated from how much more a played table varies than its seats.
    None for a single seat."""
    if covariance is not None:
        return pair(covariance / variance)
    if seats == 1 or spread.error is None:
        return None
    pairs = seats * (seats - 1)
    found = (spread.variance - seats * variance) / pairs / variance
    return {
        "exact": None,
        "decimal": decimal_of(found, 6),
        "standard_error": f"{spread.error / pairs / float(variance):.2g}",
    }


def _method(spread: Spread, rounds: int) -> str:
    together = "seats together exact" if spread.error is None else "seats together as played"
    return (
        f"moments of a seat exact, {together}; periods: the spread of {rounds:,} rounds that were played, folded, "
        "with these moments; bounds by Cantelli's inequality"
    )


def _played_data(played: PlayedRounds, mean: Fraction, variance: Fraction | None) -> dict[str, Any]:
    """The played rounds, and how many standard errors they are from the counted values."""
    found, spread, error = moments_played(dict(played.totals), played.part)
    rounds = played.rounds
    return {
        "rounds": rounds,
        "win": f"{float(-found) / DOLLAR:.6f}",
        "standard_deviation": f"{sqrt(spread) / DOLLAR:.6f}",
        "standard_errors_of_the_win": float(found - mean) / sqrt((spread if variance is None else variance) / rounds),
        "standard_errors_of_the_variance": None if variance is None else float(spread - variance) / max(error, 1.0),
    }


def _period_data(period: Period) -> dict[str, Any]:
    return {
        "rounds": period.rounds,
        "win": decimal_of(period.mean / DOLLAR, 12),
        "standard_deviation": f"{period.deviation / DOLLAR:.2f}",
        "loses": {"nearly": period.below(0), "at_most": period.loses_at_most},
        "hold": {
            str(level): [period.quantile((1 + sign * level) / 2) / float(period.staked) for sign in (-1, 1)]
            for level in BANDS
        },
        "hold_surely": {
            str(level): [each / float(period.staked) for each in period.surely(level)] for level in BANDS
        },
        "quantiles": [{"level": level, "win": f"{period.quantile(level) / DOLLAR:.2f}"} for level in LEVELS],
        "bankroll": {
            "risk": RUIN,
            "nearly": f"{max(0.0, -period.quantile(RUIN)) / DOLLAR:.2f}",
            "surely": f"{period.bankroll_surely / DOLLAR:.2f}",
        },
        "method": period.method,
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
    """Payments of the whole meter."""
    offered = progressive_wager(submission)
    chance = sum((line.probability for line in offered.lines if line.share >= 1), Fraction())
    rounds = seats * chance
    return {
        "wagers_for_one": pair(1 / chance) if chance else None,
        "days_for_one": pair(1 / (rounds * hourly * PERIODS["day"])) if chance else None,
    }
