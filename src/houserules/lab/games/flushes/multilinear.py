"""The number of a dealer's hands under a bound, as a function that is linear in each suit.

For a bound of length n, suit i contributes the polynomial ``C(r,0) + C(r,1) x + ... + c_i x^level``: below
its level (n less the cards that the dealer has there already) every draw counts, at its level only those
``c_i`` whose ranks stay under the bound, above it none. The count is the coefficient of ``x^draw`` in the
product of the four, so for fixed r and level it is a sum, over the sixteen sets of suits, of a constant times
the product of that set's c. The sweeps work the constants out once for very many hands.
"""

import numpy as np

from houserules.lab.games.flushes.lanes import BINOMIAL, SUITS
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def multilinear_constants(draw: int, free_counts: Ints, levels: Ints, constants: Ints) -> None:
    """Fill the sixteen constants; bit i of the index says that suit i contributes its c."""
    polynomials = np.zeros((1 << SUITS, draw + 1), np.int64)
    polynomials[0, 0] = 1
    for suit in range(SUITS):
        level = levels[suit]
        for index in range(1 << suit):
            raised = polynomials[index | 1 << suit]
            plain = polynomials[index]
            for power in range(draw, -1, -1):
                raised[power] = plain[power - level] if 0 <= level <= power else 0
                total = 0
                for low in range(min(level, power + 1)):
                    total += plain[power - low] * BINOMIAL[free_counts[suit], low]
                plain[power] = total
    for index in range(1 << SUITS):
        constants[index] = polynomials[index, draw]
