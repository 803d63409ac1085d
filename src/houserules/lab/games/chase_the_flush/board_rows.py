"""Chase the Flush: the innermost loops, over the boards in which only the last suit is still open.

They are compiled into the sweep that uses them, twice each at most: keep them small.
"""

# Kernels take plain numbers, because objects cost too much there.

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit_inline

BOARDS: Final = 0
WON: Final = 1
LOST: Final = 2
UNQUALIFIED: Final = 3
SUMS: Final = 4
"""What is summed over boards: their number, and the dealer's hands that lose, win, and do not qualify."""

U: Final = np.uint64
"""Marks an index that is never negative; for others the compiler allows for counting from the end."""

Features = npt.NDArray[np.int16]


class Counts(NamedTuple):
    """Dealer's hands as linear functions of the last suit's features: below the player's key, at most that
    key, and short of the qualifier."""

    below: int
    below_slope: int
    at_most: int
    at_most_slope: int
    short: int
    short_slope: int


class Payoff(NamedTuple):
    """A fold is worth `regret` less `won`, `lost` and `unqualified` times the counts more than a call; all in after
    the flop is worth `gain` and `gain_won` and `gain_lost` times the counts more. `dealers` is the number of the
    dealer's hands."""

    regret: int
    won: int
    lost: int
    unqualified: int
    gain: int
    gain_won: int
    gain_lost: int
    dealers: int


@jit_inline
def value_row(
    counts: Counts,
    payoff: Payoff,
    weight: int,
    below: Features,
    at_most: Features,
    row: int,
    short: Features,
    lane: int,
    end: int,
    values: Ints,
) -> int:
    """Put into `values` by how much a check, with the best decision after it, beats all in after the flop."""
    lost = payoff.dealers - counts.at_most
    regret = weight * (
        payoff.regret - payoff.won * counts.below - payoff.lost * lost - payoff.unqualified * counts.short
    )
    regret_below = -weight * payoff.won * counts.below_slope
    regret_at_most = weight * payoff.lost * counts.at_most_slope
    regret_short = -weight * payoff.unqualified * counts.short_slope
    gain = weight * (payoff.gain + payoff.gain_won * counts.below + payoff.gain_lost * lost)
    gain_below = weight * payoff.gain_won * counts.below_slope
    gain_at_most = -weight * payoff.gain_lost * counts.at_most_slope
    total = 0
    for index in range(end):
        under, upto = below[U(row + index)], at_most[U(row + index)]
        fold = regret + regret_below * under + regret_at_most * upto + regret_short * short[U(lane + index)]
        value = max(fold, 0) - (gain + gain_below * under + gain_at_most * upto)
        values[U(index)] = value
        total += value
    return total


@jit_inline
def tally_row(
    counts: Counts,
    payoff: Payoff,
    below: Features,
    at_most: Features,
    row: int,
    short: Features,
    lane: int,
    end: int,
    times: Ints,
    hole: int,
    met: int,
    group: int,
    checked: Ints,
    called: Ints,
) -> None:
    """Count the boards of a row, each as often as `times` says; and those for which a call is best."""
    lost = payoff.dealers - counts.at_most
    regret = payoff.regret - payoff.won * counts.below - payoff.lost * lost - payoff.unqualified * counts.short
    regret_below = -payoff.won * counts.below_slope
    regret_at_most = payoff.lost * counts.at_most_slope
    regret_short = -payoff.unqualified * counts.short_slope
    boards, unders, uptos, shorts = 0, 0, 0, 0
    boards_called, unders_called, uptos_called, shorts_called = 0, 0, 0, 0
    for index in range(end):
        under, upto, few = below[U(row + index)], at_most[U(row + index)], short[U(lane + index)]
        fold = regret + regret_below * under + regret_at_most * upto + regret_short * few
        often = times[U(index)]
        boards += often
        unders += often * under
        uptos += often * upto
        shorts += often * few
        often = often if fold < 0 else 0
        boards_called += often
        unders_called += often * under
        uptos_called += often * upto
        shorts_called += often * few
    checked[hole, met, group, BOARDS] += boards
    checked[hole, met, group, WON] += counts.below * boards + counts.below_slope * unders
    checked[hole, met, group, LOST] += lost * boards - counts.at_most_slope * uptos
    checked[hole, met, group, UNQUALIFIED] += counts.short * boards + counts.short_slope * shorts
    called[hole, met, group, BOARDS] += boards_called
    called[hole, met, group, WON] += counts.below * boards_called + counts.below_slope * unders_called
    called[hole, met, group, LOST] += lost * boards_called - counts.at_most_slope * uptos_called
    called[hole, met, group, UNQUALIFIED] += counts.short * boards_called + counts.short_slope * shorts_called
