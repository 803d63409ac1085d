"""Chase the Flush: all boards, how a strategy plays every hole with each, and what two seats then bring together."""

# Kernels take plain numbers, because objects cost too much there.

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from houserules.lab.games.chase_the_flush.rounds import (
    HOLES,
    PAIRS,
    ROW,
    calls_on_the_river,
    decisions_of_best_play,
    hole_number,
    pair_number,
)
from houserules.lab.games.chase_the_flush.seats.pairs import STATES, add_pairs, add_products
from houserules.lab.games.chase_the_flush.strategies import STAGE_NAMES
from houserules.lab.games.flushes.features import FEATURES, choose
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.flushes.rounds import kind_of
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.strategy.files import BestPlay, Strategy
from houserules.lab.strategy.packed_rules import packed_rules
from houserules.law import Submission

DECK: Final = 52
BOARD: Final = 4
MOST: Final = 2.0**62
FLOPS: Final = 6
"""The flops of a board: each two of its cards."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board, for all that exchanging suits turns into it."""

    cards: tuple[int, ...]
    weight: int
    flops: tuple[tuple[int, int, int], ...]
    """Two of its cards, and how many flops are alike but for the suits."""


@cache
def all_boards() -> tuple[Board, ...]:
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cards in combinations(range(DECK), BOARD):
        found.setdefault(tuple(sorted(_lanes(cards))), []).append(cards)
    return tuple(Board(alike[0], len(alike), tuple(_flops(alike[0]))) for alike in found.values())


def _lanes(cards: tuple[int, ...]) -> list[int]:
    lanes = [0] * SUITS
    for card in cards:
        lanes[card // RANKS] |= 1 << card % RANKS
    return lanes


def _flops(cards: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    alike: dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]] = {}
    board = _lanes(cards)
    for flop in combinations(cards, 2):
        alike.setdefault(tuple(sorted(zip(_lanes(flop), board, strict=True))), []).append(flop)
    for flops in alike.values():
        one, other = flops[0]
        yield one, other, len(flops)


@dataclass(frozen=True, slots=True)
class Play:
    """A strategy as arrays."""

    opening: Bytes
    """``[hole]``: whether it goes all in at once."""
    flops: Bytes
    """``[hole, flop]``: whether it goes all in after the flop."""
    tests: Ints
    actions: Ints
    river: tuple[int, int]
    """The rules of the river: the first, and the one behind the last."""
    exact: Ints
    """The terms of a call under best play; empty where rules decide."""


EVERY_FLOP: Final = np.array(list(combinations(range(DECK), 2)), np.int64)


def play_of(submission: Submission, strategy: Strategy, among: Ints = EVERY_FLOP) -> Play:
    """The strategy, at least for these flops."""
    if isinstance(strategy, BestPlay):
        opening, bits, exact = decisions_of_best_play(submission)
        flops = np.unpackbits(bits, count=HOLES * PAIRS, bitorder="little").reshape(HOLES, PAIRS)
        none = np.zeros((0, 6), np.int64)
        return Play(opening, flops, none, np.zeros(0, np.int64), (0, 0), exact)
    packed = packed_rules((strategy,), FEATURES, ROW)
    stages = [packed.stages[0][name] for name in STAGE_NAMES]
    tests, actions = packed.tests_of(0), packed.actions_of(0)
    opening, flops = np.zeros(HOLES, np.uint8), np.zeros((HOLES, PAIRS), np.uint8)
    _decide(tests, actions, *stages[0], *stages[1], among, opening, flops)
    return Play(opening, flops, tests, actions, (int(stages[2][0]), int(stages[2][1])), np.zeros(0, np.int64))


@jit
def _decide(
    tests: Ints, actions: Ints, first: int, second: int, third: int, last: int, among: Ints, opening: Bytes,
    flops: Bytes,
) -> None:  # fmt: skip
    """Every hole before the flop, and after each of these flops; the rules of the stages are from ``first`` to
    ``second`` and from ``third`` to ``last``."""
    for x in range(DECK):
        for y in range(x):
            for z in range(y):
                number = hole_number(x, y, z)
                hole = 1 << x | 1 << y | 1 << z
                opening[number] = choose(tests, actions, first, second, hole, 0) > 0
                if opening[number]:
                    continue
                for row in range(len(among)):
                    flop = 1 << among[row, 0] | 1 << among[row, 1]
                    if not flop & hole:
                        place = pair_number(among[row, 0], among[row, 1])
                        flops[number, place] = choose(tests, actions, third, last, hole, flop) > 0


@jit
def _read_board(
    holes: Ints, cards: Ints, board: int, opening: Bytes, tests: Ints, actions: Ints, first: int, last: int,
    exact: Ints, keys: Ints, numbers: Ints, river: Bytes,
) -> None:  # fmt: skip
    """The key of each hole with the board, its number, and whether it calls on the river."""
    for place in range(len(holes)):
        x, y, z = cards[holes[place, 0]], cards[holes[place, 1]], cards[holes[place, 2]]
        hole = 1 << x | 1 << y | 1 << z
        key = 0
        for suit in range(SUITS):
            lane = (hole | board) >> RANKS * suit & FULL_LANE
            key = max(key, LANE_SIZE[lane] << RANKS | lane)
        keys[place], numbers[place] = key, hole_number(x, y, z)
        if opening[numbers[place]]:
            continue
        if len(exact):
            river[place] = calls_on_the_river(hole, board, key, exact)
        else:
            river[place] = choose(tests, actions, first, last, hole, board) > 0


@jit
def _add_values(
    times: int, flop: int, keys: Ints, numbers: Ints, river: Bytes, opening: Bytes, flops: Bytes, table: Ints,
    values: Ints,
) -> None:  # fmt: skip
    """Add what each hole brings after this flop, ``times`` over: ``table[action, length, state]``."""
    for place in range(len(keys)):
        number = numbers[place]
        action = 3 if opening[number] else (2 if flops[number, flop] else int(np.int64(river[place])))
        if action:
            for state in range(STATES):
                values[place, state] += times * table[action, keys[place] >> RANKS, state]


@jit
def fits(values: Ints) -> bool:
    """Whether sums over all deals fit 64 bits: all that holes bring, squared, for each hand of the dealer."""
    total = 0.0
    for place in range(len(values)):
        largest = 0
        for state in range(STATES):
            largest = max(largest, abs(values[place, state]))
        total += largest
    return total * total * len(values) < MOST


@jit
def count_pairs(
    cards: Ints, board: int, chosen: Ints, holes: Ints, pairs: Ints, opening: Bytes, flops: Bytes, tests: Ints,
    actions: Ints, first: int, last: int, exact: Ints, table: Ints, qualifier: int, sums: Ints,
) -> bool:  # fmt: skip
    """The sums of a board over its flops, of which ``chosen`` are rows of a flop's number and how often it counts.
    Gives back whether they fit."""
    keys, numbers = np.empty(len(holes), np.int64), np.empty(len(holes), np.int64)
    river = np.zeros(len(holes), np.uint8)
    _read_board(holes, cards, board, opening, tests, actions, first, last, exact, keys, numbers, river)
    order = np.argsort(keys)
    values = np.empty((len(holes), STATES), np.int64)
    one = np.empty(len(sums), np.int64)
    before = np.empty(0, np.int64)
    for row in range(len(chosen)):
        flop, times = chosen[row, 0], chosen[row, 1]
        decided = flops[:, flop][numbers].astype(np.int64)
        if row == 0 or not np.array_equal(before, decided):
            values[:] = 0
            one[:] = 0
            _add_values(1, flop, keys, numbers, river, opening, flops, table, values)
            if not fits(values):
                return False
            add_pairs(holes, pairs, keys, order, values, qualifier, one)
            before = decided
        sums += times * one
    return True


@jit
def count_beside(
    cards: Ints, board: int, chosen: Ints, holes: Ints, pairs: Ints, opening: Bytes, flops: Bytes, tests: Ints,
    actions: Ints, first: int, last: int, exact: Ints, table: Ints, qualifier: int, lookup: Bytes, by_kind: Ints,
    spins: Ints, together: Ints, own: Ints, products: Ints,
) -> bool:  # fmt: skip
    """Wagers on a seat's own cards: what each brings is ``by_kind`` of the hand and, with three suited, ``spins``.
    ``together[wager]`` are the sums with all flops' values and the wager added, and behind the wagers without;
    ``own[wager]`` what it brings; ``products[wager, other]`` those of two wagers, of one seat and of two."""
    keys, numbers = np.empty(len(holes), np.int64), np.empty(len(holes), np.int64)
    river = np.zeros(len(holes), np.uint8)
    _read_board(holes, cards, board, opening, tests, actions, first, last, exact, keys, numbers, river)
    order = np.argsort(keys)
    values = np.zeros((len(holes), STATES), np.int64)
    for row in range(len(chosen)):
        _add_values(chosen[row, 1], chosen[row, 0], keys, numbers, river, opening, flops, table, values)
    wagers = len(by_kind)
    brings = np.zeros((wagers, len(holes)), np.int64)
    for place in range(len(holes)):
        x, y, z = cards[holes[place, 0]], cards[holes[place, 1]], cards[holes[place, 2]]
        kind = kind_of(board | 1 << x | 1 << y | 1 << z, lookup)
        suited = x // RANKS == y // RANKS and y // RANKS == z // RANKS
        for wager in range(wagers):
            brings[wager, place] = by_kind[wager, kind] + (spins[wager] if suited else 0)
            own[wager] += brings[wager, place]
    add_pairs(holes, pairs, keys, order, values, qualifier, together[wagers])
    for wager in range(wagers):
        for place in range(len(holes)):
            for state in range(STATES):
                values[place, state] += brings[wager, place]
        if not fits(values):
            return False
        add_pairs(holes, pairs, keys, order, values, qualifier, together[wager])
        for place in range(len(holes)):
            for state in range(STATES):
                values[place, state] -= brings[wager, place]
        for other in range(wagers):
            add_products(holes, pairs, brings[wager], brings[other], products[wager, other])
    return True
