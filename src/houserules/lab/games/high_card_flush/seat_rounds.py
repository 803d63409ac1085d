"""High Card Flush played out at a whole table: every seat's cards and the dealer's from one deck."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import choose
from houserules.lab.games.flushes.rounds import (
    ACE,
    ALL_RULES,
    COMPARED,
    COMPARISONS,
    KIND_CELLS,
    LENGTHS,
    base_cell,
    best_suit,
    cards_in_suit,
    kind_of,
)
from houserules.lab.games.high_card_flush.rounds import LARGEST, SMALLEST, numbers
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.strategy.files import WrittenStrategy
from houserules.law import Submission


@jit
def _play(
    seed: int, start: int, stop: int, seats: int, parameters: Ints, tests: Ints, actions: Ints, nets: Floats,
    worth: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Add up the table's results, their squares, and the products of what the first two seats bring."""
    results = np.zeros(seats)
    hands = np.zeros(seats, np.int64)
    for index in range(start, stop):
        taken, at = 0, 0
        for seat in range(seats):
            hands[seat], at = deal(seed, index, at, taken, 7)
            taken |= hands[seat]
        dealer, at = deal(seed, index, at, taken, 7)
        total = 0.0
        for seat in range(seats):
            hand = hands[seat]
            antes = choose(tests, actions, 0, parameters[ALL_RULES], hand, 0)
            antes = min(antes, parameters[LARGEST + cards_in_suit(hand, best_suit(hand))])
            if antes < parameters[SMALLEST]:
                antes = 0
            end = base_cell(antes, hand, dealer, parameters) // LENGTHS
            results[seat] = nets[end] + worth[kind_of(hand, parameters[ACE])]
            total += results[seat]
        sums[0] += total
        sums[1] += total * total
        sums[2] += total**3
        sums[3] += total**4
        sums[4] += results[0] * results[min(1, seats - 1)]


def play_table(
    submission: Submission,
    strategy: WrittenStrategy,
    wagers: Sequence[Mapping[Kind, Fraction]],
    ante: Fraction,
    seats: int,
    rounds: tuple[int, int],
    seed: int,
) -> Floats:
    """The sums of the first four powers of the table's result over these rounds, and of the product of two seats."""
    terms, made = terms_of(submission), numbers(submission, strategy)
    many = 1 + max(terms.largest)
    nets = np.zeros(many * 2 * COMPARISONS)
    for antes in range(many):
        for qualified in range(2):
            for comparison, name in enumerate(COMPARED):
                value = ante * terms.net(antes, qualified == 1, name)
                nets[(antes * 2 + qualified) * COMPARISONS + comparison] = float(value)
    worth = np.zeros(KIND_CELLS)
    for wager in wagers:
        by_shape = {kind[:4]: value for kind, value in wager.items()}
        for (flush, run, four, nine), value in by_shape.items():
            cell = (((flush * LENGTHS + run) * 2 + four) * 2 + nine) * 4
            worth[cell : cell + 4] += float(value)
    sums = np.zeros(5)
    _play(seed, *rounds, seats, made.parameters, made.tests, made.actions, nets, worth, sums)
    return sums
