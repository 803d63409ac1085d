"""The dealer's hands when others have told how many cards of each suit they hold, and nothing of the ranks.

Which cards of a suit those are is not known, and every set of them is as likely as any other. So a dealer who draws a
number of cards from a suit is as likely to have any set of those that one does not see oneself.
"""

import numpy as np

from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_SIZE, RANKS, SUITS, draws_under
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def share_under(bound: int, base: Ints, free: Ints, left: Ints, draw: int) -> tuple[float, float]:
    """Which share of the dealer's hands has a key below the bound, and which at most the bound. The dealer has the
    lanes ``base`` and draws from the lanes ``free``, of which each suit has as many cards left as ``left`` says."""
    below, at_most = np.zeros(draw + 1), np.zeros(draw + 1)
    below[0] = at_most[0] = 1.0
    stub = 0
    for suit in range(SUITS):
        stub += left[suit]
        unseen = LANE_SIZE[free[suit]]
        level = (bound >> RANKS) - LANE_SIZE[base[suit]]
        for power in range(draw, -1, -1):
            under, upto = 0.0, 0.0
            for cards in range(min(power, unseen, level) + 1):
                ways = BINOMIAL[unseen, cards]
                few, many = ways, ways
                if cards == level:
                    few, reached = draws_under(base[suit], free[suit], level, bound & FULL_LANE)
                    many = few + reached
                likely = BINOMIAL[left[suit], cards] / ways
                under += below[power - cards] * likely * few
                upto += at_most[power - cards] * likely * many
            below[power], at_most[power] = under, upto
    hands = BINOMIAL[stub, draw]
    return below[draw] / hands, at_most[draw] / hands
