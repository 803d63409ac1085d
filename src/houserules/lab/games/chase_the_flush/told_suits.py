"""Chase the Flush when players tell each other how many cards of each suit they hold.

Every board is examined for each deal: what it is worth to a player who was told, and to one who was not.
"""

# Kernels are long and take plain numbers, because calls and objects are too slow there.
# ruff: noqa: PLR0912

from math import comb

import numpy as np

from houserules.lab.games.chase_the_flush.board_layout import DECK, Stakes
from houserules.lab.games.chase_the_flush.solving import DEALERS, make_stakes
from houserules.lab.games.chase_the_flush.streets import river_counts
from houserules.lab.games.chase_the_flush.suit_tables import BOARD, HOLE
from houserules.lab.games.chase_the_flush.terms import terms_of
from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_SIZE, RANKS, SUITS, key_of, lanes_of
from houserules.lab.games.flushes.told_suits import share_under
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

FLOPS = comb(BOARD, 2)


@jit
def call_when_told(stakes: Stakes, hole: Ints, board: Ints, rest: Ints, left: Ints) -> tuple[float, float]:
    """What a call brings, and what one more ante brings, in antes, when only ``left`` of the unseen cards remain."""
    held = hole | board
    key = key_of(held[0], held[1], held[2], held[3])
    below, at_most = share_under(key, board, rest, left, stakes.draw)
    short, _ = share_under(stakes.qualifier, board, rest, left, stakes.draw)
    met = 1 if key >= stakes.qualifier else 0
    one, more = stakes.calls[met, key >> RANKS], stakes.gains[met]
    call = one[0] + one[1] * below + one[2] * (1 - at_most) + one[3] * short
    return call / stakes.unit, (more[0] + more[1] * below + more[2] * (1 - at_most)) / stakes.unit


@jit
def gain_when_told(stakes: Stakes, hole: Ints, told: Ints) -> tuple[float, float]:
    """What best play gains with this hole by knowing how many cards of each suit others hold, over best play without
    it (valued with the knowledge); and what it then brings in all."""
    free, left = FULL_LANE & ~hole, np.empty(SUITS, np.int64)
    cards = np.array([card for card in range(DECK) if free[card // RANKS] >> card % RANKS & 1])
    for suit in range(SUITS):
        left[suit] = LANE_SIZE[free[suit]] - told[suit]
    number = len(cards)
    none, board = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    rest, here = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    fold = -2 * stakes.unit * stakes.dealers
    # By flop: what checking brings to a player who was told, to one who was not, and what All In brings; and by how
    # much checking seems better to a player who was not told.
    checked, unaware, all_in = np.zeros((number, number)), np.zeros((number, number)), np.zeros((number, number))
    seems = np.zeros((number, number), np.int64)
    weights, at_once, seems_at_once, seems_after_flop = 0.0, 0.0, 0, 0
    places = np.empty(BOARD, np.int64)
    for first in range(number):
        for second in range(first):
            for third in range(second):
                for fourth in range(third):
                    places[0], places[1], places[2], places[3] = first, second, third, fourth
                    board[:] = 0
                    for place in places:
                        board[cards[place] // RANKS] |= 1 << cards[place] % RANKS
                    weight = 1.0
                    for suit in range(SUITS):
                        opened = LANE_SIZE[board[suit]]
                        rest[suit] = free[suit] & ~board[suit]
                        here[suit] = left[suit] - opened
                        # Where too few are left the weight is zero.
                        weight *= BINOMIAL[left[suit], opened] / BINOMIAL[LANE_SIZE[free[suit]], opened]
                    call, gain = river_counts(stakes, hole, board, none, rest)
                    more = call + stakes.flop_step * gain
                    seems_at_once += call + stakes.opening_step * gain
                    seems_after_flop += more
                    for high in range(1, BOARD):
                        for low in range(high):
                            seems[places[low], places[high]] += max(call, fold) - more
                    if weight == 0:
                        continue
                    told_call, told_gain = call_when_told(stakes, hole, board, rest, here)
                    weights += weight
                    at_once += weight * (told_call + stakes.opening_step * told_gain)
                    for high in range(1, BOARD):
                        for low in range(high):
                            x, y = places[low], places[high]
                            checked[x, y] += weight * max(told_call, -2.0)
                            unaware[x, y] += weight * (told_call if call > fold else -2.0)
                            all_in[x, y] += weight * (told_call + stakes.flop_step * told_gain)
    waiting, gained, seems_waiting = 0.0, 0.0, FLOPS * seems_after_flop
    for x in range(number):
        for y in range(x):
            best = max(checked[x, y], all_in[x, y])
            waiting += best
            gained += best - (all_in[x, y] if seems[x, y] < 0 else unaware[x, y])
            seems_waiting += max(seems[x, y], 0)
    now = FLOPS * at_once
    if FLOPS * seems_at_once > seems_waiting:
        gained = max(waiting - now, 0.0)
    else:
        gained += max(now - waiting, 0.0)
    return gained / (FLOPS * weights), max(waiting, now) / (FLOPS * weights)


def telling_suits(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    """One seat is examined in each deal, as all seats are alike."""
    stakes = make_stakes(terms_of(submission), HOLE, DEALERS)

    def work(index: int) -> float:
        hole, at = deal(seed, index, 0, 0, HOLE)
        others, _ = deal(seed, index, at, hole, HOLE * (players - 1))
        told = np.array([lane.bit_count() for lane in lanes_of(int(others))], np.int64)
        return gain_when_told(stakes, np.array(lanes_of(int(hole)), np.int64), told)[0]

    return np.array(list(in_threads(work, range(samples), progress)))
