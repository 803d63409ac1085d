"""High Card Flush when players tell each other how many cards of each suit they hold."""

import numpy as np

from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.flushes.told_suits import share_under
from houserules.lab.games.high_card_flush.hands_sweep import CHOICES, HAND, Play
from houserules.lab.games.high_card_flush.leak_sweep import best_choice, dealers_left
from houserules.lab.games.high_card_flush.solving import play_of
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

DEALS: int = 1 << 10


@jit
def values_when_told(hand: int, told: Ints, play: Play) -> Floats:
    """What a fold, the smallest and the largest raise bring, in antes, when others hold as many cards of each suit as
    ``told`` says."""
    free, left, none = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.zeros(SUITS, np.int64)
    key = 0
    for suit in range(SUITS):
        lane = hand >> RANKS * suit & FULL_LANE
        key = max(key, LANE_SIZE[lane] << RANKS | lane)
        free[suit] = FULL_LANE & ~lane
        left[suit] = LANE_SIZE[free[suit]] - told[suit]
    below, at_most = share_under(key, none, free, left, HAND)
    short, _ = share_under(play.qualifier, none, free, left, HAND)
    values = np.empty(CHOICES)
    values[0] = -1.0
    for choice in range(1, CHOICES):
        form = play.forms[key >> RANKS, 1 if key >= play.qualifier else 0, choice - 1]
        values[choice] = (form[0] + form[1] * short + form[2] * below + form[3] * at_most) / play.unit
    return values


@jit
def gains_when_told(seed: int, start: int, stop: int, players: int, play: Play, gains: Floats) -> None:
    """For the deals with these numbers: what a seat gains by knowing how many cards of each suit the others hold,
    averaged over the seats. The action that is best without the knowledge is valued with it, so no gain is
    negative."""
    hands, told = np.zeros(players, np.int64), np.zeros(SUITS, np.int64)
    for index in range(start, stop):
        taken, at = 0, 0
        for seat in range(players):
            hands[seat], at = deal(seed, index, at, taken, HAND)
            taken |= hands[seat]
        total = 0.0
        for seat in range(players):
            for suit in range(SUITS):
                told[suit] = LANE_SIZE[(taken & ~hands[seat]) >> RANKS * suit & FULL_LANE]
            key, short, below, at_most, dealers = dealers_left(hands[seat], 0, play)
            values = values_when_told(hands[seat], told, play)
            total += values.max() - values[best_choice(key, play, short, below, at_most, dealers)]
        gains[index - start] = total / players


def telling_suits(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    play = play_of(terms_of(submission))

    def work(start: int) -> Floats:
        gains = np.empty(min(DEALS, samples - start))
        gains_when_told(seed, start, start + len(gains), players, play, gains)
        return gains

    return np.concatenate(list(in_threads(work, range(0, samples, DEALS), progress)))
