"""Three Card Poker played out, round by round, for ``houserules simulate``: dealt, decided, compared.

Hands are read here by sorting three ranks, written independently of the counting and of the engine, so that agreement
with them means something. The same source is compiled for the processor and for a graphics card.
"""

# The kernels take plain numbers, because objects cannot be compiled for a graphics card.

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np

from houserules.lab import (
    LOSE,
    RULES,
    TIE,
    WIN,
    BestPlay,
    Bytes,
    Ints,
    Numbers,
    Outcome,
    Strategy,
    cards_of,
    jit,
    packed_rules,
    shuffle_front,
)
from houserules.law import Submission
from three_card_poker.counting import CARDS, FOLD, KINDS, Terms, all_ends
from three_card_poker.lab import FEATURES, terms_of

COMPARED: Final = (LOSE, TIE, WIN)
KIND_COUNT: Final = len(KINDS)
ENDS: Final = 2 * 2 * 3 * KIND_COUNT
"""Folded or played, whether the dealer qualifies, how the hands compare, and the kind of the player's hand."""

# Parameters, by their place in an array.
QUALIFIER: Final = 0
ACE_ALSO_LOW: Final = 1

BEST: Final = RULES
"""Behind the rules of a strategy: whether it is best play, which has none."""
EMPTY: Final = 255
HANDS: Final = 22_100

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
def chosen(tests: Ints, actions: Ints, hand: int, key: int) -> int:
    """The action of the first rule of which every test holds; 0 where there is none."""
    at = 0
    for rule in range(len(actions)):
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
def number_of(hand: int) -> int:
    """The number of three cards among all hands."""
    number, held = 0, 0
    for card in range(52):
        if hand >> card & 1:
            held += 1
            number += (
                card if held == 1 else (card * (card - 1) // 2 if held == 2 else card * (card - 1) * (card - 2) // 6)
            )
    return number


@jit
def end_of(played: int, key: int, dealers: int, qualifier: int) -> int:
    """The base game's end as one number: folded or played, whether the dealer qualifies, who is better, and
    the kind."""
    qualifies = 1 if dealers >= qualifier else 0
    comparison = 2 if key > dealers else (0 if key < dealers else 1)
    return ((played * 2 + qualifies) * 3 + comparison) * KIND_COUNT + (key >> 12)


@jit
def play_seat(
    hand: int, dealers: int, strategy: int, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes,
) -> tuple[int, int, int]:  # fmt: skip
    """One seat: the base game's end, the kind of its hand, and no segment of a wheel."""
    key = key_of_hand(hand, parameters[ACE_ALSO_LOW])
    row = strategies[strategy]
    if row[BEST]:
        played = int(np.int64(lookup[number_of(hand)]))
    else:
        played = 1 if chosen(tests[row[0] : row[1]], actions[row[2] : row[3]], hand, key) else 0
    return end_of(played, key, dealers, parameters[QUALIFIER]), key >> 12, -1


@jit
def play_round(
    seed: int, index: int, deck: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, _exact: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """One seat that plays the first strategy."""
    shuffle_front(seed, index, deck, 2 * CARDS)
    hand, dealer = cards_of(deck, 0, CARDS), cards_of(deck, CARDS, CARDS)
    dealers = key_of_hand(dealer, parameters[ACE_ALSO_LOW])
    return play_seat(hand, dealers, 0, parameters, strategies, tests, actions, lookup)


@jit
def play_rounds(
    seed: int, rounds: Ints, plays: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, _exact: Ints, ends: Ints, kinds: Ints, segments: Ints,
) -> None:  # fmt: skip
    """Rounds of these numbers at tables whose seats play the strategies of these numbers; who has none is dealt
    nothing."""
    deck = np.zeros(52, np.uint8)
    seats = plays.shape[1]
    for place in range(len(rounds)):
        present = 0
        for seat in range(seats):
            present += plays[place, seat] != EMPTY
        shuffle_front(seed, rounds[place], deck, CARDS * (present + 1))
        dealers = key_of_hand(cards_of(deck, CARDS * present, CARDS), parameters[ACE_ALSO_LOW])
        at = 0
        for seat in range(seats):
            strategy = int(np.int64(plays[place, seat]))
            if strategy != EMPTY:
                hand = cards_of(deck, at, CARDS)
                at += CARDS
                ends[place, seat], kinds[place, seat], segments[place, seat] = play_seat(
                    hand, dealers, strategy, parameters, strategies, tests, actions, lookup
                )


@jit
def read_cards(
    hands: Ints, dealer: int, _board: int, played: Ints, parameters: Ints, _lookup: Bytes, ends: Ints, kinds: Ints
) -> None:
    """The same for cards that are given, played as told: 1 to play, 0 to fold."""
    dealers = key_of_hand(dealer, parameters[ACE_ALSO_LOW])
    for seat in range(len(hands)):
        key = key_of_hand(hands[seat], parameters[ACE_ALSO_LOW])
        ends[seat] = end_of(played[seat], key, dealers, parameters[QUALIFIER])
        kinds[seat] = key >> 12


def numbers(submission: Submission, strategies: Sequence[Strategy]) -> Numbers:
    terms = terms_of(submission)
    parameters = np.array([terms.qualifier, terms.ace_also_low], np.int64)
    packed = packed_rules(strategies, FEATURES, BEST + 1)
    packed.rows[:, BEST] = [isinstance(strategy, BestPlay) for strategy in strategies]
    lookup = played_by_best_play(terms) if packed.rows[:, BEST].any() else np.zeros(0, np.uint8)
    exact = np.zeros(0, np.int64)
    return Numbers(parameters, packed.rows, packed.tests, packed.actions, lookup, exact, (ENDS, KIND_COUNT, 0))


@cache
def played_by_best_play(terms: Terms) -> Bytes:
    """Whether best play plays each hand, by its number: the same for all hands that exchanging suits makes of one."""
    played = np.zeros(HANDS, np.uint8)
    for cards, _, how in all_ends(terms):
        for suits in permutations(range(4)):
            hand = sum(1 << 13 * suits[card // 13] + card % 13 for card in cards)
            played[number_of(hand)] = how.value(terms) > -1
    return played


def ends(submission: Submission) -> tuple[Outcome, ...]:
    terms = terms_of(submission)
    found = []
    for played, qualifies, comparison, kind in np.ndindex(2, 2, len(COMPARED), KIND_COUNT):
        how = qualifies == 1, COMPARED[comparison]
        action = terms.action if played else FOLD
        wagered = Fraction(1 + terms.multiple * played)
        found.append(Outcome(action, *how, kind, wagered, terms.net(played == 1, *how, kind), 0))
    return tuple(found)


def kinds(_submission: Submission) -> tuple[int, ...]:
    return tuple(range(KIND_COUNT))
