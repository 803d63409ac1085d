"""One player's hand against all hands that the dealer may still hold: the plain way to count, for one state.

The sweeps over whole games (`hands_sweep`, `boards_sweep`) count the same thing for many states at once. What
is here serves single decisions, where clarity costs nothing.
"""

import numpy as np

from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_SIZE, RANKS, SUITS, draws_under
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def multiply_into(product: Ints, factor: Ints) -> None:
    """Multiply a polynomial by another of the same length in place, dropping the powers beyond that
    length."""
    for power in range(len(product) - 1, -1, -1):
        total = 0
        for low in range(power + 1):
            total += product[power - low] * factor[low]
        product[power] = total


@jit
def dealers_under(bound: int, base: Ints, free: Ints, draw: int) -> tuple[int, int]:
    """How many draws of `draw` cards from the four `free` lanes leave a dealer who has the lanes `base` with
    a key below `bound`, and how many with a key of at most `bound`."""
    length = bound >> RANKS
    below = np.zeros(draw + 1, np.int64)
    at_most = np.zeros(draw + 1, np.int64)
    below_here = np.empty(draw + 1, np.int64)
    at_most_here = np.empty(draw + 1, np.int64)
    below[0] = 1
    at_most[0] = 1
    for suit in range(SUITS):
        level = length - LANE_SIZE[base[suit]]
        for cards in range(draw + 1):
            count = BINOMIAL[LANE_SIZE[free[suit]], cards] if cards < level else 0
            below_here[cards] = count
            at_most_here[cards] = count
        if 0 <= level <= draw:
            under, level_count = draws_under(base[suit], free[suit], level, bound & FULL_LANE)
            below_here[level] = under
            at_most_here[level] = under + level_count
        multiply_into(below, below_here)
        multiply_into(at_most, at_most_here)
    return below[draw], at_most[draw]
