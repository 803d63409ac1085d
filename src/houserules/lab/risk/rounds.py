"""The results of many rounds: the distribution of the result, being ahead, ruin, and the house's hold.

One round is a finite distribution on multiples of a unit. The distribution of the sum of n rounds is computed exactly
where that is cheap, otherwise by a discrete Fourier transform whose error is bounded, and never by sampling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, lcm, log, log1p, sqrt
from typing import TYPE_CHECKING, Final

from houserules.lab.arguments import BadArgument

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

EXACT_BITS: Final = 5_000_000
"""The size of the largest distribution, in bits, that is computed in integers."""
LONGEST_TRANSFORM: Final = 1 << 23
TAIL: Final = 1e-15
"""The probability that the transform's window may leave out."""
MOST_ROUNDS: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class Round:
    """One round: net results in whole units, with their weights; ``unit`` is what a unit is worth in antes or
    stakes."""

    unit: Fraction
    weights: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.weights.values())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(net * weight for net, weight in self.weights.items()), self.total)

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(net * net * weight for net, weight in self.weights.items()), self.total)
        return squares - self.mean**2

    @property
    def farthest(self) -> float:
        """The greatest distance of a result from the mean."""
        mean = self.mean
        return float(max(max(self.weights) - mean, mean - min(self.weights)))

    @property
    def worst(self) -> int:
        """The most that one round can cost."""
        return -min(self.weights)


@dataclass(frozen=True, slots=True)
class Sum:
    """The result of many rounds: probabilities of ``first``, ``first + 1``, … units."""

    rounds: int
    first: int
    probabilities: Floats
    error: float
    """No sum of these probabilities is further than this from the true value."""
    method: str

    def quantile(self, level: float) -> int:
        """The smallest result that is not exceeded with at least this probability."""
        import numpy as np  # noqa: PLC0415

        found = int(np.searchsorted(np.cumsum(self.probabilities), level))
        return self.first + min(found, len(self.probabilities) - 1)

    def above(self, result: int) -> float:
        """The probability of a result above this one."""
        return float(self.probabilities[max(result + 1 - self.first, 0) :].sum())

    def at(self, result: int) -> float:
        place = result - self.first
        return float(self.probabilities[place]) if 0 <= place < len(self.probabilities) else 0.0


def round_of(distribution: Mapping[Fraction, int]) -> Round:
    unit = Fraction(1, lcm(*(net.denominator for net in distribution)))
    return Round(unit, {int(net / unit): weight for net, weight in distribution.items() if weight})


def sum_of_rounds(one: Round, rounds: int) -> Sum:
    """The distribution of the total of this many independent rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadArgument(f"{{rounds}} {rounds}: expected 1 to {MOST_ROUNDS:,}")
    span = max(one.weights) - min(one.weights)
    bits = one.total.bit_length() * rounds
    if bits * (span * rounds + 1) <= EXACT_BITS:
        return _exact_sum(one, rounds)
    return _transformed_sum(one, rounds)


def exact_distribution(one: Round, rounds: int) -> dict[int, int]:
    """Maps a result in units to its weight out of ``total ** rounds``: the power of a polynomial, computed as one big
    integer whose digits are wide enough for any coefficient."""
    width = one.total.bit_length() * rounds + 1
    low = min(one.weights)
    packed = sum(weight << width * (net - low) for net, weight in one.weights.items()) ** rounds
    mask = (1 << width) - 1
    found = {}
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    for place in range((packed.bit_length() + width - 1) // width):
        start = place * width
        piece = int.from_bytes(data[start // 8 : (start + width) // 8 + 1], "little") >> start % 8 & mask
        if piece:
            found[place + low * rounds] = piece
    return found


def _exact_sum(one: Round, rounds: int) -> Sum:
    import numpy as np  # noqa: PLC0415

    weights = exact_distribution(one, rounds)
    total = one.total**rounds
    first, last = min(weights), max(weights)
    probabilities = np.zeros(last - first + 1)
    for net, weight in weights.items():
        probabilities[net - first] = weight / total
    return Sum(rounds, first, probabilities, 2.0**-50, "exact")


def _transformed_sum(one: Round, rounds: int) -> Sum:
    """The n-th power of the characteristic function on a circle that is wide enough: the probability outside, which
    would be folded back in, is bounded by Bennett's inequality."""
    import numpy as np  # noqa: PLC0415

    mean, variance = float(one.mean * rounds), float(one.variance * rounds)
    reach = _reach(variance, one.farthest)
    full = (max(one.weights) - min(one.weights)) * rounds + 1
    size = 1 << min(2 * reach + 1, full).bit_length()
    if size > LONGEST_TRANSFORM:
        raise BadArgument(
            f"{{rounds}} {rounds}: the results are too finely divided or too far apart to be followed: they need "
            f"{size:,} steps of {one.unit}, and {LONGEST_TRANSFORM:,} are the most; try fewer rounds"
        )
    centre = round(one.mean)
    kernel = np.zeros(size)
    for net, weight in one.weights.items():
        kernel[(net - centre) % size] += weight / one.total
    power = np.fft.rfft(kernel) ** rounds
    folded = np.fft.irfft(power, size)
    first = max(round(mean) - size // 2, min(one.weights) * rounds)
    shifted = np.roll(folded, -((first - centre * rounds) % size))
    # A coefficient of the transform has an error of some log2(size) roundings, its n-th power n times that, weighted
    # with the transform itself; the Cauchy-Schwarz inequality bounds the root of the sum of squares by a sum.
    roundings = 4 * rounds * size.bit_length() * 2.0**-52
    error = roundings * sqrt(size) * float(np.linalg.norm(folded)) + (TAIL if size < full else 0.0)
    return Sum(rounds, first, np.clip(shifted, 0.0, None), error, "Fourier transform")


def _reach(variance: float, farthest: float) -> int:
    """The distance from the mean that the sum exceeds with a probability of at most ``TAIL``: the least x that
    satisfies Bennett's inequality, 2 exp(-V/b² h(bx/V)) with h(u) = (1 + u) log(1 + u) - u."""
    if not variance:
        return 0
    needed = log(2 / TAIL) * farthest**2 / variance
    low, high = 0.0, 1.0
    while (1 + high) * log1p(high) - high < needed:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 + middle) * log1p(middle) - middle < needed else (low, middle)
    return ceil(high * variance / farthest)


# Ruin.


def adjustment(one: Round) -> float | None:
    """Lundberg's exponent: the positive r with E[exp(-r X)] = 1, where the player has the advantage; else None. A
    bankroll of B units is then ever ruined with a probability of at most exp(-r B)."""
    if one.mean <= 0 or one.worst <= 0:
        return None
    parts = [(float(net), weight / one.total) for net, weight in one.weights.items()]

    def excess(r: float) -> float:
        return sum(p * exp(-r * net) for net, p in parts) - 1

    high = 1.0 / one.worst
    while excess(high) < 0:
        high *= 2
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low


def ruin_by_bankroll(one: Round, rounds: int, most: int) -> Floats:
    """The probability that a player who starts with 0, 1, … ``most`` units is at some point unable to cover the next
    of these rounds; what is left after the last one does not matter. Computed backwards, for all bankrolls at once; a
    bankroll that has grown beyond the largest one counts as that one, so the figures are never too small."""
    import numpy as np  # noqa: PLC0415

    size = most + 1
    needed = one.worst
    chance = np.zeros(size)
    jumps = [(net, weight / one.total) for net, weight in sorted(one.weights.items())]
    for _ in range(rounds):
        following = np.zeros(size)
        for net, p in jumps:
            if net >= 0:
                cut = max(size - net, 0)
                following[:cut] += p * chance[net:]
                following[cut:] += p * chance[-1]
            else:
                following[-net:] += p * chance[:net]
        following[: min(needed, size)] = 1.0
        chance = following
    return chance


def ruin_table(one: Round, rounds: int) -> Floats:
    """`ruin_by_bankroll` for every bankroll that could be ruined at all, or with a probability above ``TAIL``."""
    reach = _reach(float(one.variance) * rounds, one.farthest)
    down = min(one.worst * (rounds + 1), ceil(max(0.0, -float(one.mean) * rounds)) + reach + one.worst)
    return ruin_by_bankroll(one, rounds, min(2 * down, down + reach) + 1)


def bankroll_for(chances: Floats, risk: float) -> int:
    """The smallest bankroll, in units, that is ruined with at most this probability."""
    places = (chances <= risk).nonzero()[0]
    assert len(places), "a bankroll that covers every loss is never ruined"
    return int(places[0])


def normal_quantile(level: float) -> float:
    from statistics import NormalDist  # noqa: PLC0415

    return NormalDist().inv_cdf(level)


def hold_band(
    edge: Fraction, variance: Fraction, limits: tuple[Fraction, Fraction], rounds: int, level: float
) -> tuple[float, float]:
    """The house's hold per unit within which a share ``level`` of runs of this many rounds falls: the normal
    approximation with the exact variance, good for many rounds. ``limits`` are the least and the most that the house
    can hold in a round; no band extends beyond them."""
    reach = normal_quantile((1 + level) / 2) * sqrt(float(variance) / rounds)
    return max(float(edge) - reach, float(limits[0])), min(float(edge) + reach, float(limits[1]))


def exact_hold_band(one: Round, total: Sum, level: float) -> tuple[float, float]:
    """The house's hold per unit within which a share ``level`` of such runs falls, with the rest split equally
    between the two sides, from the distribution of the result."""
    low, high = (total.quantile((1 + sign * level) / 2) for sign in (-1, 1))
    return tuple(float(-units * one.unit / total.rounds) for units in (high, low))  # type: ignore[return-value]


def levels_of(total: Sum, levels: Iterable[float]) -> dict[float, int]:
    return {level: total.quantile(level) for level in levels}
