"""High Card Flush with more known than one's own cards."""

from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from houserules.lab.games.high_card_flush.hands_sweep import HAND
from houserules.lab.games.high_card_flush.leak_sweep import gains_by_sharing, see_one_dealer_card
from houserules.lab.games.high_card_flush.solving import hand_table, play_of
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.solving.arrays import Floats
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

ROWS: Final = 1 << 15
DEALS: Final = 1 << 10


def dealer_card(submission: Submission, progress: Progress) -> Fraction:
    terms = terms_of(submission)
    table, play = hand_table(terms.qualifier), play_of(terms)

    def work(start: int) -> int:
        rows = slice(start, start + ROWS)
        return int(see_one_dealer_card(table.hands[rows], table.weights[rows], play))

    total = sum(in_threads(work, range(0, len(table.hands), ROWS), progress))
    return Fraction(total, terms.unit * comb(52, HAND) * 45 * comb(44, HAND - 1))


def sharing(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    play = play_of(terms_of(submission))

    def work(start: int) -> Floats:
        stop = min(start + DEALS, samples)
        gains = np.empty(stop - start)
        gains_by_sharing(seed, start, stop, players, play, gains)
        return gains

    return np.concatenate(list(in_threads(work, range(0, samples, DEALS), progress)))
