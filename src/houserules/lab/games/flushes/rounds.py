"""One round played out with real cards: hands read, compared and classed.

Hands are read here suit by suit, by a table that loops over ranks fill: written independently of the exact solver and
of the engine, so that agreement with them means something. The same source is compiled for the processor and for a
graphics card.
"""

# The kernels take plain numbers, because objects cannot be compiled for a graphics card.

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from houserules.cards import RANKS, SUIT_NAMES, AceReading
from houserules.lab.counting.outcomes import Outcome
from houserules.lab.games.flushes.census import Kind
from houserules.lab.solving.arrays import Bytes
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

LANE: Final = 0x1FFF


@jit
def keys_of(hand: int, lookup: Bytes) -> tuple[int, int, int, int]:
    """Each suit's cards as one number: how many they are, and behind that the ranks, so that of two suits the better
    flush is the higher number."""
    one, two = hand & LANE, hand >> 13 & LANE
    three, four = hand >> 26 & LANE, hand >> 39
    return (
        (int(np.int64(lookup[one])) & 7) << 13 | one,
        (int(np.int64(lookup[two])) & 7) << 13 | two,
        (int(np.int64(lookup[three])) & 7) << 13 | three,
        (int(np.int64(lookup[four])) & 7) << 13 | four,
    )


@jit
def best_of(keys: tuple[int, int, int, int]) -> int:
    """The flush that is played, as such a number."""
    return max(keys[0], keys[1], keys[2], keys[3])


@jit
def kind_of(hand: int, lookup: Bytes) -> int:
    """What pay tables ask of a hand, as one number: flush, run, four of a kind, nine to ace, and the suit of a run of
    seven."""
    one, two = hand & LANE, hand >> 13 & LANE
    three, four = hand >> 26 & LANE, hand >> 39
    first, second = int(np.int64(lookup[one])), int(np.int64(lookup[two]))
    third, fourth = int(np.int64(lookup[three])), int(np.int64(lookup[four]))
    flush = max(first & 7, second & 7, third & 7, fourth & 7)
    run = max(first & 56, second & 56, third & 56, fourth & 56)
    nine_to_ace = (first | second | third | fourth) >> 6 & 1
    quads = 1 if one & two & three & four else 0
    kind = ((flush << 3 | run >> 3) << 2 | quads << 1 | nine_to_ace) << 2
    if run == 56:
        kind |= 0 if first & 56 == 56 else (1 if second & 56 == 56 else (2 if third & 56 == 56 else 3))
    return kind


@jit
def base_cell(antes: int, key: int, dealers: int, qualifier: int) -> int:
    """The end of the base game as one number: antes wagered, whether the dealer qualifies, who is better, and the
    length of the player's flush."""
    qualified = 1 if dealers >= qualifier else 0
    comparison = WON if key > dealers else (LOST if key < dealers else TIED)
    return ((antes * 2 + qualified) * COMPARISONS + comparison) * LENGTHS + (key >> 13)


@jit
def longest_run(lane: int, ace: int) -> int:
    """The longest run of neighbouring ranks in a suit, under a reading of the ace."""
    left, best = lane, 0
    while left:
        # Each pass keeps the cards whose lower neighbour was still there, and so shortens every run by one.
        left &= left << 1
        best += 1
    if ace != ACE_HIGH_ONLY and lane >> 12 & 1:
        run = 1
        while run < 13 and lane >> run - 1 & 1:
            run += 1
        if ace == ACE_ALSO_LOW or run >= 5:
            best = max(best, run)
    return best


@jit
def _read_lanes(ace: int, lookup: Bytes) -> None:
    for lane in range(1 << 13):
        left, count = lane, 0
        while left:
            left &= left - 1
            count += 1
        nine_to_ace = 1 if lane & NINE_TO_ACE == NINE_TO_ACE else 0
        lookup[lane] = min(count, 7) | min(longest_run(lane, ace), 7) << 3 | nine_to_ace << 6


@cache
def lanes_read(ace: AceReading) -> Bytes:
    """For each set of ranks of a suit: how many they are, the longest run among them, and whether nine to ace are. A
    hand has seven cards at most."""
    lookup = np.zeros(1 << 13, np.uint8)
    _read_lanes(ACES[ace], lookup)
    return lookup


def qualifier_key(submission: Submission) -> int:
    """The lowest flush with which the dealer qualifies: the high card alone would do, as no lower one has it."""
    qualifying = submission.rulebook.qualifying
    assert qualifying is not None, "the gate lets no book without it through"
    assert qualifying.flush_length is not None
    return qualifying.flush_length.value << 13 | 1 << RANKS.index(qualifying.high_card.value)


def outcomes(actions: int, named: Callable[[int, bool, str, int], Outcome]) -> tuple[Outcome, ...]:
    """The ends of the base game by their numbers: action, whether the dealer qualified, comparison, length."""
    places = np.ndindex(actions, 2, COMPARISONS, LENGTHS)
    return tuple(named(action, met == 1, COMPARED[compared], length) for action, met, compared, length in places)


def all_kinds() -> tuple[Kind, ...]:
    """The kinds of final hands by their numbers; those that no hand can be are among them."""
    return tuple(
        Kind(flush, run, four == 1, nine == 1, SUIT_NAMES[suit] if run == LENGTHS - 1 else None)
        for flush, run, four, nine, suit in np.ndindex(LENGTHS, LENGTHS, 2, 2, len(SUIT_NAMES))
    )
