"""High Card Flush played out, round by round."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.lab.counting.outcomes import Outcome
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import FEATURES, FLUSH, HIGH, LENGTH, SECOND, THIRD, choose
from houserules.lab.games.flushes.rounds import (
    ENDS,
    KIND_CELLS,
    LANE,
    LENGTHS,
    all_kinds,
    base_cell,
    best_of,
    keys_of,
    kind_of,
    lanes_read,
    outcomes,
    qualifier_key,
)
from houserules.lab.games.high_card_flush.solving import best_multiples, flush_keys, hand_table
from houserules.lab.games.high_card_flush.terms import FOLD, Terms, terms_of
from houserules.lab.simulation.random_streams import cards_of, shuffle_front
from houserules.lab.solving.answers import find_answer
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.base_game import question_about
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Numbers
from houserules.lab.strategy.files import BestPlay, Strategy
from houserules.lab.strategy.rule_tables import RULES, packed_rules
from houserules.law import Submission

# Parameters, by their place in an array.
QUALIFIER: Final = 0
SMALLEST: Final = 1
LARGEST: Final = 2

# What is known of a strategy behind its rules.
EXACT_FROM: Final = RULES
EXACT_TO: Final = RULES + 1
BY_FLUSH: Final = RULES + 2
ROW: Final = RULES + 3

CARDS: Final = 7
ASK: Final = 255
"""In place of an action, where the flush alone does not decide."""
FLUSH_FEATURES: Final = frozenset(FEATURES[place] for place in (FLUSH, LENGTH, HIGH, SECOND, THIRD))


@jit
def in_order(hand: int, lookup: Bytes) -> int:
    """The hand with its suits exchanged so that the better flush stands before the other."""
    a, b, c, d = keys_of(hand, lookup)
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return (a & LANE) << 39 | (b & LANE) << 26 | (c & LANE) << 13 | d & LANE


@jit
def found(exact: Ints, start: int, end: int, wanted: int) -> int:
    """The action behind a hand in a list in ascending order, which holds it; the last eight bits are the action."""
    low, high = start, end
    while high - low > 1:
        middle = (low + high) // 2
        if exact[middle] >> 8 <= wanted:
            low = middle
        else:
            high = middle
    return int(exact[low] & 255)


@jit
def raised(
    hand: int, key: int, strategy: int, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, exact: Ints,
) -> int:  # fmt: skip
    """How many antes the strategy raises with a hand, 0 for a fold; no more than the length of its flush allows."""
    antes = int(np.int64(lookup[strategies[strategy, BY_FLUSH] + (key & LANE)]))
    if antes == ASK:
        start, end = strategies[strategy, EXACT_FROM], strategies[strategy, EXACT_TO]
        if end > start:
            antes = found(exact, start, end, in_order(hand, lookup))
        else:
            row = strategies[strategy]
            antes = choose(tests[row[0] : row[1]], actions[row[2] : row[3]], 0, row[3] - row[2], hand, 0)
    antes = min(antes, int(parameters[LARGEST + (key >> 13)]))
    return antes if antes >= parameters[SMALLEST] else 0


@jit
def play_round(
    seed: int, index: int, deck: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, exact: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """One seat that plays the first strategy: the base game's end, the kind of the hand, no segment of a wheel."""
    shuffle_front(seed, index, deck, 2 * CARDS)
    hand, dealer = cards_of(deck, 0, CARDS), cards_of(deck, CARDS, CARDS)
    key = best_of(keys_of(hand, lookup))
    dealers = best_of(keys_of(dealer, lookup))
    antes = raised(hand, key, 0, parameters, strategies, tests, actions, lookup, exact)
    return base_cell(antes, key, dealers, parameters[QUALIFIER]), kind_of(hand, lookup), -1


@jit
def play_rounds(
    seed: int, rounds: Ints, plays: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, exact: Ints, ends: Ints, kinds: Ints, _segments: Ints,
) -> None:  # fmt: skip
    """Rounds of these numbers at tables whose seats play the strategies of these numbers; who has none is dealt
    nothing."""
    deck = np.zeros(52, np.uint8)
    seats = plays.shape[1]
    for place in range(len(rounds)):
        present = 0
        for seat in range(seats):
            present += plays[place, seat] != ASK
        shuffle_front(seed, rounds[place], deck, CARDS * (present + 1))
        dealers = best_of(keys_of(cards_of(deck, CARDS * present, CARDS), lookup))
        at = 0
        for seat in range(seats):
            strategy = int(np.int64(plays[place, seat]))
            if strategy != ASK:
                hand = cards_of(deck, at, CARDS)
                at += CARDS
                key = best_of(keys_of(hand, lookup))
                antes = raised(hand, key, strategy, parameters, strategies, tests, actions, lookup, exact)
                ends[place, seat] = base_cell(antes, key, dealers, parameters[QUALIFIER])
                kinds[place, seat] = kind_of(hand, lookup)


@jit
def read_cards(
    hands: Ints, dealer: int, _board: int, chosen: Ints, parameters: Ints, lookup: Bytes, ends: Ints, kinds: Ints
) -> None:
    """The same for cards that are given, played as chosen: how many antes each seat raises."""
    dealers = best_of(keys_of(dealer, lookup))
    for seat in range(len(hands)):
        key = best_of(keys_of(hands[seat], lookup))
        ends[seat] = base_cell(chosen[seat], key, dealers, parameters[QUALIFIER])
        kinds[seat] = kind_of(hands[seat], lookup)


def numbers(submission: Submission, strategies: Sequence[Strategy]) -> Numbers:
    terms = terms_of(submission)
    parameters = np.zeros(LARGEST + LENGTHS, np.int64)
    parameters[QUALIFIER] = qualifier_key(submission)
    parameters[SMALLEST] = terms.smallest
    parameters[LARGEST:] = terms.largest
    packed = packed_rules(strategies, FEATURES, ROW)
    lanes = lanes_read(submission.ace)
    lookups, exacts = [lanes], [np.zeros(0, np.int64)]
    for number, strategy in enumerate(strategies):
        if isinstance(strategy, BestPlay):
            by_flush, exact = find_answer(
                question_about("every raise of best play", submission), lambda: _best_play(terms, lanes)
            )
        else:
            by_flush, exact = _by_flush(strategy, packed.tests_of(number), packed.actions_of(number)), exacts[0]
        packed.rows[number, EXACT_FROM] = sum(map(len, exacts))
        packed.rows[number, EXACT_TO] = sum(map(len, exacts)) + len(exact)
        packed.rows[number, BY_FLUSH] = sum(map(len, lookups))
        lookups.append(by_flush)
        exacts.append(exact)
    cells = _actions(terms) * ENDS, KIND_CELLS, 0
    return Numbers(
        parameters, packed.rows, packed.tests, packed.actions, np.concatenate(lookups), np.concatenate(exacts), cells
    )


def _by_flush(strategy: Strategy, tests: Ints, actions: Ints) -> Bytes:
    """By the ranks of the flush that is played: how many antes to raise, where nothing else is asked."""
    asked = {test.feature for rules in strategy.rules.values() for rule in rules for test in rule.tests}
    if not asked <= FLUSH_FEATURES:
        return np.full(1 << 13, ASK, np.uint8)
    chosen = [choose(tests, actions, 0, len(actions), lane, 0) for lane in range(1 << 13)]
    return np.array(chosen, np.uint8)


def _best_play(terms: Terms, lanes: Bytes) -> tuple[Bytes, Ints]:
    """How many antes best play raises: by the flush where that decides, else by the hand, in ascending order."""
    table = hand_table(terms.qualifier)
    keys = flush_keys(table.hands)
    multiples = best_multiples(terms, table, keys)
    least, most = np.full(8 << 13, ASK), np.zeros(8 << 13, np.int64)
    np.minimum.at(least, keys, multiples)
    np.maximum.at(most, keys, multiples)
    by_key = np.where(least == most, least, ASK).astype(np.uint8)
    sizes = lanes.astype(np.int64) & 7
    open_keys = by_key[keys] == ASK
    hands = _all_in_order(table.hands[open_keys], lanes)
    exact = np.sort(hands << 8 | multiples[open_keys])
    return by_key[sizes << 13 | np.arange(1 << 13)], exact


@jit
def _all_in_order(hands: Ints, lookup: Bytes) -> Ints:
    made = np.empty_like(hands)
    for place in range(len(hands)):
        made[place] = in_order(hands[place], lookup)
    return made


def _actions(terms: Terms) -> int:
    """A fold, and every multiple up to the largest."""
    return 1 + max(terms.largest)


def ends(submission: Submission) -> tuple[Outcome, ...]:
    terms = terms_of(submission)

    def named(antes: int, qualifies: bool, comparison: str, length: int) -> Outcome:
        action = FOLD if antes == 0 else f"raise {antes}x"
        net = terms.net(antes, qualifies, comparison)
        return Outcome(action, qualifies, comparison, length, Fraction(1 + antes), net, 0)

    return outcomes(_actions(terms), named)


def kinds(_submission: Submission) -> tuple[Kind, ...]:
    return all_kinds()
