"""High Card Flush: how many hands of each kind best play folds.

A three-card straight flush of low cards is a poor hand against the dealer, and wins a progressive.
"""

from __future__ import annotations

import numpy as np

from houserules.cards import has_suited_nine_to_ace, longest_run
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.high_card_flush.solving import best_raises, flush_keys, hand_table
from houserules.lab.games.high_card_flush.terms import FoldTerms, Terms
from houserules.lab.solving.arrays import Ints


def count_folds(question: FoldTerms) -> dict[Kind, int]:
    hands, weights = _folded(question.terms)
    lanes = [hands >> RANKS * suit & FULL_LANE for suit in range(SUITS)]
    every = range(1 << RANKS)
    run_of_lane = np.array([longest_run(lane, question.ace) for lane in every], np.int64)
    nine_of_lane = np.array([has_suited_nine_to_ace(lane) for lane in every], np.int64)
    flush, run, nine = (
        np.maximum.reduce([table[lane] for lane in lanes]) for table in (LANE_SIZE, run_of_lane, nine_of_lane)
    )
    four = (np.bitwise_and.reduce(lanes) > 0).astype(np.int64)
    codes = (flush << 5) + (run << 2) + (four << 1) + nine
    return {
        Kind(code >> 5, code >> 2 & 7, bool(code >> 1 & 1), bool(code & 1)): int(weights[codes == code].sum())
        for code in np.unique(codes).tolist()
    }


def _folded(terms: Terms) -> tuple[Ints, Ints]:
    """One hand from each class that is folded, and how many hands are like it."""
    table = hand_table(terms.qualifier)
    _, raises = best_raises(terms, table, flush_keys(table.hands))
    return table.hands[~raises], table.weights[~raises]
