"""High Card Flush played as a rule file says, over all hands."""

from __future__ import annotations

import numpy as np

from houserules.lab.counting.outcomes import Results
from houserules.lab.games.flushes.features import FEATURES, choose_for_hands
from houserules.lab.games.flushes.lanes import RANKS
from houserules.lab.games.high_card_flush.hands_sweep import HandTable
from houserules.lab.games.high_card_flush.solving import evaluate, flush_keys
from houserules.lab.games.high_card_flush.terms import Terms
from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.rule_tables import rule_table


def multiples_of(terms: Terms, strategy: WrittenStrategy, hands: Ints) -> Ints:
    """How many antes the strategy raises with each hand; no more than the length of its flush allows."""
    rules = rule_table(strategy, FEATURES)
    chosen = np.empty(len(hands), np.int64)
    choose_for_hands(rules.tests, rules.actions, hands, chosen)
    most = np.array(terms.largest, np.int64)[flush_keys(hands) >> RANKS]
    multiples: Ints = np.minimum(chosen, most)
    multiples[multiples < terms.smallest] = 0
    return multiples


def evaluate_written(terms: Terms, strategy: WrittenStrategy, table: HandTable) -> Results:
    """All deals, played as written."""
    return evaluate(terms, lambda hands: multiples_of(terms, strategy, hands), table)
