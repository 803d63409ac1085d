"""The dealer's hands when others have told how many cards of each suit they hold, but not their ranks.

Which cards of a suit these are is unknown, and every set of them is equally likely. So a dealer who draws a number of
cards from a suit is equally likely to have any set of the cards that the player does not see.
"""

import numpy as np

from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_SIZE, RANKS, SUITS, draws_under
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def share_under(bound: int, base: Ints, free: Ints, left: Ints, draw: int) -> tuple[float, float]:
    """The share of the dealer's hands whose key is below the bound, and the share whose key is at most the bound. The
    dealer has the lanes ``base`` and draws from the lanes ``free``; each suit of these has ``left`` cards left."""
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
