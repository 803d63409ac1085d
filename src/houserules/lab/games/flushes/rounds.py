"""One round played out with real cards: hands read, compared and classed.

Hands are read here by loops over cards and ranks, written independently of the exact solver and of the engine, so
that agreement with them means something. The same source is compiled for the processor and for a graphics card.
"""

# The kernels take plain numbers, because objects cannot be compiled for a graphics card.

from collections.abc import Iterator
from typing import Final

import numpy as np

from houserules.cards import RANKS, SUIT_NAMES, AceReading
from houserules.lab.games.flushes.census import Kind
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.verdicts import LOSE, TIE, WIN
from houserules.law import Submission

ACE_HIGH_ONLY: Final = 0
ACE_ALSO_LOW: Final = 1
ACE_LOW_WITH_2345: Final = 2
ACES: Final = {
    AceReading.HIGH_ONLY: ACE_HIGH_ONLY,
    AceReading.ALSO_LOW: ACE_ALSO_LOW,
    AceReading.LOW_WITH_2345: ACE_LOW_WITH_2345,
}

NINE_TO_ACE: Final = 0b1111110000000
LENGTHS: Final = 8
COMPARISONS: Final = 3
LOST: Final = 0
TIED: Final = 1
WON: Final = 2
COMPARED: Final = (LOSE, TIE, WIN)
ENDS: Final = 2 * COMPARISONS * LENGTHS
"""The ends of the base game for each action: whether the dealer qualifies, who is better, how long the flush is."""
KIND_CELLS: Final = LENGTHS * LENGTHS * 2 * 2 * 4

# Parameters of every game, by their place in an array; a game has more behind them.
QUALIFYING_LENGTH: Final = 0
QUALIFYING_RANK: Final = 1
ACE: Final = 2
KINDS_AT: Final = 3
ALL_RULES: Final = 4
PARAMETERS: Final = 5


@jit
def suit_lane(hand: int, suit: int) -> int:
    """The ranks held in a suit, as 13 bits."""
    return hand >> 13 * suit & 0x1FFF


@jit
def cards_in_suit(hand: int, suit: int) -> int:
    """Count the cards of one suit, striking out the lowest each time."""
    lane, count = suit_lane(hand, suit), 0
    while lane:
        lane &= lane - 1
        count += 1
    return count


@jit
def compare_flushes(one: int, one_suit: int, other: int, other_suit: int) -> int:
    """Positive where the first flush is better: more cards, or, of equally many, the first higher card from the
    top, which is the higher number."""
    difference = cards_in_suit(one, one_suit) - cards_in_suit(other, other_suit)
    if difference:
        return difference
    return suit_lane(one, one_suit) - suit_lane(other, other_suit)


@jit
def best_suit(hand: int) -> int:
    """The suit of the flush that is played."""
    best = 0
    for suit in range(1, 4):
        if compare_flushes(hand, suit, hand, best) > 0:
            best = suit
    return best


@jit
def top_rank(hand: int, suit: int) -> int:
    """The highest rank held in a suit, deuce 0 to ace 12."""
    for rank in range(12, -1, -1):
        if hand >> 13 * suit + rank & 1:
            return rank
    return -1


@jit
def longest_run(hand: int, suit: int, ace: int) -> int:
    """The longest run of neighbouring ranks in a suit, under a reading of the ace."""
    lane, best = suit_lane(hand, suit), 0
    while lane:
        # Each pass keeps the cards whose lower neighbour was still there, and so shortens every run by one.
        lane &= lane << 1
        best += 1
    if ace != ACE_HIGH_ONLY and hand >> 13 * suit + 12 & 1:
        run = 1
        while run < 13 and hand >> 13 * suit + run - 1 & 1:
            run += 1
        if ace == ACE_ALSO_LOW or run >= 5:
            best = max(best, run)
    return best


@jit
def kind_of(hand: int, ace: int) -> int:
    """What pay tables ask of a hand, as one number: flush, run, four of a kind, nine to ace, suit of the run."""
    flush, run, run_suit, nine_to_ace, four = 0, 0, 0, 0, 0
    for suit in range(4):
        flush = max(flush, cards_in_suit(hand, suit))
        here = longest_run(hand, suit, ace)
        if here > run:
            run, run_suit = here, suit
        if suit_lane(hand, suit) & NINE_TO_ACE == NINE_TO_ACE:
            nine_to_ace = 1
    if suit_lane(hand, 0) & suit_lane(hand, 1) & suit_lane(hand, 2) & suit_lane(hand, 3):
        four = 1
    return (((flush * LENGTHS + run) * 2 + four) * 2 + nine_to_ace) * 4 + run_suit


@jit
def base_cell(antes: int, hand: int, dealer: int, parameters: Ints) -> int:
    """The end of the base game as one number: antes wagered, whether the dealer qualifies, who is better, and the
    length of the player's flush."""
    suit, dealers_suit = best_suit(hand), best_suit(dealer)
    length = cards_in_suit(dealer, dealers_suit)
    qualifies = length > parameters[QUALIFYING_LENGTH] or (
        length == parameters[QUALIFYING_LENGTH] and top_rank(dealer, dealers_suit) >= parameters[QUALIFYING_RANK]
    )
    difference = compare_flushes(hand, suit, dealer, dealers_suit)
    comparison = WON if difference > 0 else (LOST if difference < 0 else TIED)
    qualified = 1 if qualifies else 0
    return ((antes * 2 + qualified) * COMPARISONS + comparison) * LENGTHS + cards_in_suit(hand, suit)


def common_parameters(submission: Submission, actions: int, rules: int, more: int) -> Ints:
    """Room for the parameters of a game with this number of actions; those that every game has are filled in."""
    parameters = np.zeros(PARAMETERS + more, np.int64)
    qualifying = submission.rulebook.qualifying
    assert qualifying is not None, "the gate lets no book without it through"
    assert qualifying.flush_length is not None
    parameters[QUALIFYING_LENGTH] = qualifying.flush_length.value
    parameters[QUALIFYING_RANK] = RANKS.index(qualifying.high_card.value)
    parameters[ACE] = ACES[submission.ace]
    parameters[KINDS_AT] = actions * ENDS
    parameters[ALL_RULES] = rules
    return parameters


def ends(cells: Ints, actions: int) -> Iterator[tuple[int, bool, str, int, int]]:
    """Of a tally: action, whether the dealer qualified, comparison, length of the flush, rounds."""
    shape = (actions, 2, COMPARISONS, LENGTHS)
    for place, count in np.ndenumerate(cells[: actions * ENDS].reshape(shape)):
        if count:
            yield place[0], place[1] == 1, COMPARED[place[2]], place[3], int(count)


def kinds_in(cells: Ints, actions: int) -> Iterator[tuple[Kind, int]]:
    """Of a tally: kinds of the player's final hand, and rounds."""
    start = actions * ENDS
    kinds = cells[start : start + KIND_CELLS].reshape((LENGTHS, LENGTHS, 2, 2, 4))
    for (flush, run, four, nine, suit), count in np.ndenumerate(kinds):
        if count:
            named = SUIT_NAMES[suit] if run == LENGTHS - 1 else None
            yield Kind(flush, run, four == 1, nine == 1, named), int(count)
