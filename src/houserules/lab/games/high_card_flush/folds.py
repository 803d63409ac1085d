"""High Card Flush: which hands best play folds, by kind, and what it would cost to raise them all the same.

A three-card straight flush of low cards is a poor hand against the dealer, and wins a progressive.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.cards import has_suited_nine_to_ace, longest_run
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS
from houserules.lab.games.high_card_flush.solving import best_raises, flush_keys, hand_table, pieces_of
from houserules.lab.games.high_card_flush.terms import FoldTerms, Terms
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.solver import FoldedHands

SHORTEST_RUN: Final = 3
"""No pay line asks for less."""


def count_folds(question: FoldTerms) -> dict[Kind, FoldedHands]:
    every = range(1 << RANKS)
    run_of_lane = np.array([longest_run(lane, question.ace) for lane in every], np.int64)
    nine_of_lane = np.array([has_suited_nine_to_ace(lane) for lane in every], np.int64)
    hands: dict[int, int] = {}
    costs: dict[int, dict[int, int]] = {}
    for cards, weights, lost in _folded(question.terms):
        lanes = [cards >> RANKS * suit & FULL_LANE for suit in range(SUITS)]
        flush, run, nine = (
            np.maximum.reduce([table[lane] for lane in lanes]) for table in (LANE_SIZE, run_of_lane, nine_of_lane)
        )
        four = (np.bitwise_and.reduce(lanes) > 0).astype(np.int64)
        codes = (flush << 5) + (run << 2) + (four << 1) + nine
        for code in np.unique(codes).tolist():
            chosen = codes == code
            hands[code] = hands.get(code, 0) + int(weights[chosen].sum())
            if _kind(code).run >= SHORTEST_RUN:
                _add_up(costs.setdefault(code, {}), lost[chosen], weights[chosen])
    parts = question.terms.unit * DEALER_HANDS
    return {
        _kind(code): FoldedHands(
            count, tuple((Fraction(cost, parts), often) for cost, often in sorted(costs.get(code, {}).items()))
        )
        for code, count in hands.items()
    }


def _kind(code: int) -> Kind:
    return Kind(code >> 5, code >> 2 & 7, bool(code >> 1 & 1), bool(code & 1))


def _add_up(counts: dict[int, int], values: Ints, weights: Ints) -> None:
    found, places = np.unique(values, return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, places, weights)
    for value, often in zip(found.tolist(), sums.tolist(), strict=True):
        counts[value] = counts.get(value, 0) + often


def _folded(terms: Terms) -> Iterator[tuple[Ints, Ints, Ints]]:
    """One hand from each class that is folded, how many hands are like it, and by how much the better raise falls
    short of the fold: parts of an ante, summed over the dealer's hands."""
    table = hand_table(terms.qualifier)
    for some in pieces_of(table):
        values, raises = best_raises(terms, some, flush_keys(some.hands))
        lost = -terms.unit * DEALER_HANDS - values
        yield some.hands[~raises], some.weights[~raises], lost[~raises]
