"""High Card Flush with some cards seen: burnt ones, or the dealer's."""

import numpy as np

from houserules.lab.games.high_card_flush.hands_sweep import HAND
from houserules.lab.games.high_card_flush.solving import decide
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats
from houserules.lab.solving.decisions import best_option
from houserules.lab.solving.solver import Glimpse, Progress
from houserules.law import Submission

TOLD: int = 256
"""Progress is reported once per this many deals."""


def glimpsed(submission: Submission, seen: Glimpse, samples: int, seed: int, progress: Progress) -> Floats:
    """What a seat gains, deal by deal: the best action with the knowledge minus the action that is best without it,
    both valued with the knowledge."""
    terms = terms_of(submission)
    gains = np.empty(samples)
    for index in range(samples):
        hand, at = deal(seed, index, 0, 0, HAND)
        burnt, at = deal(seed, index, at, hand, seen.burnt) if seen.burnt else (0, at)
        shown, _ = deal(seed, index, at, hand | burnt, seen.dealers) if seen.dealers else (0, at)
        alone = decide(terms, int(hand))
        informed = decide(terms, int(hand), known=int(burnt), dealer=int(shown))
        gains[index] = float(max(informed.values()) - informed[best_option(alone)])
        if index % TOLD == 0:
            progress(index / samples)
    return gains
