"""Cards of the reference: a hand is a 52-bit mask, thirteen bits (a lane) for each of the four suits.

Bit 0 of a lane is the deuce and bit 12 the ace. A lane's key is its number of cards, then its ranks from
the top, as one integer; a hand's flush key is the largest key of its four lanes.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from tests.reference.compiled import jit

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
LANE_BITS: Final = 13
FULL_LANE: Final = (1 << LANE_BITS) - 1
FULL_DECK: Final = (1 << 52) - 1

KEYS: Final = np.array([lane.bit_count() << LANE_BITS | lane for lane in range(FULL_LANE + 1)], dtype=np.int64)

# The lowest hand with which a dealer qualifies is the lowest three-card flush with a nine: 9-3-2.
LOWEST_QUALIFIER: Final = int(KEYS[0b10000011])


@jit
def lane_of(hand: int, suit: int) -> int:
    return (hand >> (LANE_BITS * suit)) & FULL_LANE


@jit
def flush_key(hand: int) -> int:
    best = 0
    for suit in range(4):
        best = max(best, KEYS[(hand >> (LANE_BITS * suit)) & FULL_LANE])
    return best


@jit
def flush_length(key: int) -> int:
    return key >> LANE_BITS


def hand_from_text(text: str) -> int:
    """Read cards such as "Th 8h 6h" into a mask; a card that is malformed or named twice is a ValueError."""
    hand = 0
    for card in text.split():
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ValueError(f"{card!r} is not a card; a card is a rank of {RANKS} and a suit of {SUITS}")
        bit = 1 << (LANE_BITS * SUITS.index(card[1]) + RANKS.index(card[0]))
        if hand & bit:
            raise ValueError(f"{card} is named twice in {text!r}")
        hand |= bit
    return hand


def text_from_hand(hand: int) -> str:
    """Write a mask as cards, the longest suit first and each suit from its highest card down."""
    suits = sorted(range(4), key=lambda suit: -int(KEYS[hand >> (LANE_BITS * suit) & FULL_LANE]))
    cards = [
        RANKS[rank] + SUITS[suit]
        for suit in suits
        for rank in reversed(range(LANE_BITS))
        if hand >> (LANE_BITS * suit + rank) & 1
    ]
    return " ".join(cards)


def hand_from_lanes(lanes: tuple[int, ...]) -> int:
    return sum(lane << (LANE_BITS * suit) for suit, lane in enumerate(lanes))


@jit
def arrangements(first: int, second: int, third: int, fourth: int) -> int:
    """In how many ways can four lanes, given with equal ones side by side, be dealt to the four suits?"""
    ways, alike = 24, 1
    for lane, following in ((first, second), (second, third), (third, fourth)):
        alike = alike + 1 if lane == following else 1
        ways //= alike
    return ways


def hands_up_to_suits(size: int) -> Iterator[tuple[int, int]]:
    """Every hand of that many cards, one for all that differ by a renaming of suits, with how many they are.

    Of the hands that are alike, the one is taken whose lanes descend from the first suit to the last.
    """
    lanes_of_length = [
        [lane for lane in range(FULL_LANE + 1) if lane.bit_count() == length] for length in range(size + 1)
    ]

    def descending(chosen: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(chosen) == 4:
            if left == 0:
                yield chosen
            return
        for length in range(left + 1):
            for lane in lanes_of_length[length]:
                if not chosen or KEYS[lane] <= KEYS[chosen[-1]]:
                    yield from descending((*chosen, lane), left - length)

    for lanes in descending((), size):
        yield hand_from_lanes(lanes), arrangements(*lanes)
