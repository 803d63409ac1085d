"""Three Card Poker played out, round by round, for ``houserules simulate``: dealt, decided, compared.

Hands are read here by sorting three ranks, written independently of the counting and of the engine, so that agreement
with them means something. The same source is compiled for the processor and for a graphics card.
"""

# The kernels take plain numbers, because objects cannot be compiled for a graphics card.

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.lab import LOSE, TIE, WIN, Ints, Numbers, WrittenStrategy, deal, jit, rule_table
from houserules.law import Submission
from three_card_poker.counting import KINDS
from three_card_poker.lab import FEATURES, terms_of

COMPARED: Final = (LOSE, TIE, WIN)
KIND_COUNT: Final = len(KINDS)
ENDS: Final = 2 * 2 * 3 * KIND_COUNT
"""Folded or played, whether the dealer qualifies, how the hands compare, and the kind of the player's hand."""

# Parameters, by their place in an array.
QUALIFIER: Final = 0
ACE_ALSO_LOW: Final = 1
RULES: Final = 2

# Features, by their place among the features of a rule file.
HAND: Final = 0
KIND: Final = 1
HIGH: Final = 2


@jit
def ranks_of(hand: int) -> tuple[int, int, int]:
    """The ranks of three cards from the highest down, deuce 0 to ace 12."""
    high, middle, low = -1, -1, -1
    for rank in range(12, -1, -1):
        for suit in range(4):
            if hand >> 13 * suit + rank & 1:
                if high < 0:
                    high = rank
                elif middle < 0:
                    middle = rank
                else:
                    low = rank
    return high, middle, low


@jit
def is_suited(hand: int) -> bool:
    """Whether one suit has all three cards: whether there are none outside it."""
    suited = False
    for suit in range(4):
        suited |= hand & ~(0x1FFF << 13 * suit) == 0
    return suited


@jit
def key_of_hand(hand: int, ace_also_low: int) -> int:
    """The kind of a hand above the ranks that decide."""
    high, middle, low = ranks_of(hand)
    if ace_also_low and high == 12 and middle == 1 and low == 0:
        return (5 if is_suited(hand) else 3) << 12 | 1 << 8
    if high == low:
        return 4 << 12 | high << 8
    if high == middle:
        return 1 << 12 | high << 8 | low << 4
    if middle == low:
        return 1 << 12 | low << 8 | high << 4
    ranks = high << 8 | middle << 4 | low
    if high == middle + 1 and middle == low + 1:
        return (5 if is_suited(hand) else 3) << 12 | ranks
    return (2 if is_suited(hand) else 0) << 12 | ranks


@jit
def value_of(feature: int, hand: int, key: int) -> int:
    """One feature of the player's cards."""
    if feature == HAND:
        return key
    if feature == KIND:
        return key >> 12
    high, middle, low = ranks_of(hand)
    return (high if feature == HIGH else middle if feature == HIGH + 1 else low) + 2


@jit
def chosen(tests: Ints, actions: Ints, rules: int, hand: int, key: int) -> int:
    """The action of the first rule of which every test holds; 0 where there is none."""
    at = 0
    for rule in range(rules):
        holds = True
        while at < len(tests) and tests[at, 0] == rule:
            if holds:
                value = value_of(tests[at, 1], hand, key)
                holds = tests[at, 2] <= value <= tests[at, 3]
            at += 1
        if holds:
            return int(actions[rule])
    return 0


@jit
def play_round(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """The cells of the base game's end and of the kind of the player's hand."""
    hand, at = deal(seed, index, 0, 0, 3)
    dealer, _ = deal(seed, index, at, hand, 3)
    key = key_of_hand(hand, parameters[ACE_ALSO_LOW])
    dealers = key_of_hand(dealer, parameters[ACE_ALSO_LOW])
    played = 1 if chosen(tests, actions, parameters[RULES], hand, key) else 0
    qualifies = 1 if dealers >= parameters[QUALIFIER] else 0
    comparison = 2 if key > dealers else (0 if key < dealers else 1)
    kind = key >> 12
    end = ((played * 2 + qualifies) * 3 + comparison) * KIND_COUNT + kind
    return end, ENDS + kind, -1


@jit
def play_rounds(seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints) -> None:
    """Play the rounds of these numbers and count how each ended."""
    for index in range(start, stop):
        end, kind, _ = play_round(seed, index, parameters, tests, actions)
        tally[end] += 1
        tally[kind] += 1


def numbers(submission: Submission, strategy: WrittenStrategy) -> Numbers:
    terms, rules = terms_of(submission), rule_table(strategy, FEATURES)
    parameters = np.array([terms.qualifier, terms.ace_also_low, len(rules.actions)], np.int64)
    return Numbers(parameters, rules.tests, rules.actions, ENDS + KIND_COUNT)


def base_results(submission: Submission, cells: Ints) -> Mapping[Fraction, int]:
    terms = terms_of(submission)
    found: dict[Fraction, int] = {}
    shape = (2, 2, len(COMPARED), KIND_COUNT)
    for (played, qualifies, comparison, kind), count in np.ndenumerate(cells[:ENDS].reshape(shape)):
        if count:
            net = terms.net(played == 1, qualifies == 1, COMPARED[comparison], kind)
            found[net] = found.get(net, 0) + int(count)
    return found


def kinds(_submission: Submission, cells: Ints) -> Iterator[tuple[int, int]]:
    for kind, count in enumerate(cells[ENDS:].tolist()):
        if count:
            yield kind, count
