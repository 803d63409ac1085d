"""Chase the Flush: in what order the boards of a hole are gone through.

Boards are taken in blocks. A block fixes how many board cards each suit has and which suit, the leader, makes
the player's flush. Plans depend on how many cards lie where and not on their ranks, so a handful serves all
holes.

Suits that are alike (same hole, shown and dead ranks) may be exchanged: only boards whose lanes descend from
suit to alike suit are visited, and each stands for several.
"""

from functools import lru_cache
from itertools import permutations, product
from typing import Final, NamedTuple

import numpy as np

from houserules.lab.games.chase_the_flush.suit_tables import BOARD
from houserules.lab.games.flushes.lanes import RANKS, SUITS
from houserules.lab.games.flushes.multilinear import multilinear_constants
from houserules.lab.solving.arrays import Ints

BOUND: Final = 0
QUALIFIER: Final = 1

Four = tuple[int, int, int, int]


class Plan(NamedTuple):
    """One row for each block, with the suits in the order of the loops, the leader first.

    `sizes` are the board cards of the suits in that order. ``mates[block, place]`` is the place of an earlier
    alike suit with as many cards, or -1. `constants` are those of the counts under the player's key and under
    the qualifier. `images` holds, for each exchange of alike suits, where the 52 cards go.
    """

    suits: Ints
    sizes: Ints
    mates: Ints
    lengths: Ints
    constants: Ints
    images: Ints


def _loop_order(leader: int, sizes: Four) -> tuple[int, ...]:
    """Empty suits come first and then the longest, so that the innermost lists are those of single cards."""
    others = [suit for suit in range(SUITS) if suit != leader]
    return leader, *sorted(others, key=lambda suit: (sizes[suit] > 0, -sizes[suit]))


def _is_visited(leader: int, sizes: Four, held: Four, available: Four, kinds: Four) -> bool:
    length = held[leader] + sizes[leader]
    for suit in range(SUITS):
        if held[suit] + sizes[suit] > length or sizes[suit] > available[suit]:
            return False
        if kinds[suit] == kinds[leader] and suit < leader and sizes[suit] == sizes[leader]:
            return False
        if any(kinds[suit] == kinds[late] and sizes[suit] < sizes[late] for late in range(suit + 1, SUITS)):
            return False
    return True


def _mates(order: tuple[int, ...], sizes: Four, kinds: Four) -> list[int]:
    mates = []
    for place, suit in enumerate(order):
        alike = [
            earlier
            for earlier in range(place)
            if kinds[order[earlier]] == kinds[suit] and sizes[order[earlier]] == sizes[suit]
        ]
        mates.append(max(alike, default=-1))
    return mates


def _images(kinds: Four) -> Ints:
    exchanges = [
        exchange
        for exchange in permutations(range(SUITS))
        if all(kinds[suit] == kinds[image] for suit, image in enumerate(exchange))
    ]
    return np.array([[RANKS * suit + rank for suit in ex for rank in range(RANKS)] for ex in exchanges])


@lru_cache(maxsize=256)
def plan_of(held: Four, shown: Four, available: Four, kinds: Four, *, draw: int, qualifier: int) -> Plan:
    """The plan for a hole from the numbers of cards by suit; suits are alike where their kinds are equal."""
    orders, shapes, mates, lengths = [], [], [], []
    for leader, a, b, c in product(range(SUITS), *[range(BOARD + 1)] * 3):
        sizes = (a, b, c, BOARD - a - b - c)
        if sizes[3] >= 0 and _is_visited(leader, sizes, held, available, kinds):
            order = _loop_order(leader, sizes)
            orders.append(order)
            shapes.append([sizes[suit] for suit in order])
            mates.append(_mates(order, sizes, kinds))
            lengths.append(held[leader] + sizes[leader])
    suits, sizes_in_order = np.array(orders), np.array(shapes)
    constants = np.empty((len(suits), 2, 1 << SUITS), np.int64)
    for block in range(len(suits)):
        base = np.array(shown)[suits[block]] + sizes_in_order[block]
        free = np.array(available)[suits[block]] - sizes_in_order[block]
        multilinear_constants(draw, free, lengths[block] - base, constants[block, BOUND])
        multilinear_constants(draw, free, (qualifier >> RANKS) - base, constants[block, QUALIFIER])
    return Plan(suits, sizes_in_order, np.array(mates), np.array(lengths), constants, _images(kinds))
