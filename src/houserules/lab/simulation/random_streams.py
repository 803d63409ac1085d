"""Random cards by counting: what a round is dealt depends on the seed and the round's number, and on nothing else.

The generator is Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011): a keyed mixing of a counter. The
key is the seed; the counter is the round's number and the number of the block within the round. So any worker can
deal any round, and a result does not depend on who played what.

A whole round is dealt by exchanging cards of a deck: four places in a row are drawn from one number of 32 bits, whose
product with the number of ways to fill them says which. A number for which that would not be fair is passed over; one
in some thousands is. Single cards are drawn by sixes of bits: a number from 52 up, or a card that is gone, is passed
over, so that every card that is left is equally likely.
"""

from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Bytes
from houserules.lab.solving.compiling import jit

LOW: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)
FIRST_MULTIPLIER: Final = np.uint64(0xD2511F53)
SECOND_MULTIPLIER: Final = np.uint64(0xCD9E8D57)
FIRST_STEP: Final = np.uint64(0x9E3779B9)
SECOND_STEP: Final = np.uint64(0xBB67AE85)
MIXINGS: Final = 10

SIX_BITS: Final = np.uint64(63)
DRAWS_OF_A_WORD: Final = 10
DRAWS_OF_A_BLOCK: Final = 20
DECK: Final = 52
WHEEL_BLOCK: Final = 1 << 20
"""Blocks from here on are spun, not dealt: no deal is that long."""
SPIN_BITS: Final = np.uint64(31)
PLACES_OF_A_NUMBER: Final = 4
UNFAIR: Final = np.array(
    [(1 << 32) % ((52 - at) * (51 - at) * (50 - at) * (49 - at)) for at in range(0, DECK - 3, PLACES_OF_A_NUMBER)],
    np.uint64,
)
"""How many of the numbers of 32 bits would favour some way to fill four places, from each place on."""


@jit
def random_block(seed: int, index: int, block: int) -> tuple[np.uint64, np.uint64]:
    """Two words of 64 random bits."""
    c0, c1 = np.uint64(index) & LOW, np.uint64(index) >> HALF
    c2, c3 = np.uint64(block) & LOW, np.uint64(block) >> HALF
    k0, k1 = np.uint64(seed) & LOW, np.uint64(seed) >> HALF
    for _ in range(MIXINGS):
        first, second = FIRST_MULTIPLIER * c0, SECOND_MULTIPLIER * c2
        c0, c1, c2, c3 = (second >> HALF) ^ c1 ^ k0, second & LOW, (first >> HALF) ^ c3 ^ k1, first & LOW
        k0, k1 = (k0 + FIRST_STEP) & LOW, (k1 + SECOND_STEP) & LOW
    return c0 << HALF | c1, c2 << HALF | c3


@jit
def deal(seed: int, index: int, start: int, taken: int, count: int) -> tuple[int, int]:
    """``count`` cards that are not among those taken, and the place in the stream behind the last draw."""
    cards, at, left = 0, start, count
    first, second = random_block(seed, index, at // DRAWS_OF_A_BLOCK)
    while left:
        place = at % DRAWS_OF_A_BLOCK
        if place == 0 and at != start:
            first, second = random_block(seed, index, at // DRAWS_OF_A_BLOCK)
        word = first if place < DRAWS_OF_A_WORD else second
        card = int(np.int64((word >> np.uint64(6 * (place % DRAWS_OF_A_WORD))) & SIX_BITS))
        at += 1
        if card < DECK and not (taken | cards) >> card & 1:
            cards |= 1 << card
            left -= 1
    return cards, at


@jit
def shuffle_front(seed: int, index: int, deck: Bytes, count: int) -> None:
    """Put ``count`` random cards in front, in random order; the deck may be in any order, and all of it is set."""
    for card in range(DECK):
        deck[card] = card
    block = 0
    first, second = random_block(seed, index, 0)
    number = 0
    at = 0
    while at < count:
        word = first if number < 2 else second
        draw = word >> HALF if number % 2 == 0 else word & LOW
        number += 1
        if number == 4:
            number = 0
            block += 1
            if at + PLACES_OF_A_NUMBER < count:
                first, second = random_block(seed, index, block)
        left = np.uint64(DECK - at)
        one = draw * left
        two = (one & LOW) * (left - np.uint64(1))
        three = (two & LOW) * (left - np.uint64(2))
        four = (three & LOW) * (left - np.uint64(3))
        if four & LOW < UNFAIR[at // PLACES_OF_A_NUMBER]:
            if number == 0:
                first, second = random_block(seed, index, block)
            continue
        for place, drawn in enumerate((one, two, three, four)):
            here = at + place
            there = here + int(np.int64(drawn >> HALF))
            deck[here], deck[there] = deck[there], deck[here]
        at += PLACES_OF_A_NUMBER


@jit
def cards_of(deck: Bytes, start: int, count: int) -> int:
    """The cards at these places of the deck, as 52 bits."""
    cards = 0
    for place in range(start, start + count):
        cards |= 1 << int(np.int64(deck[place]))
    return cards


@jit
def spin(seed: int, index: int, seat: int, segments: int) -> int:
    """The number of a segment, each equally likely, for the seat of this number from 0."""
    fair = (1 << 31) // segments * segments
    block = WHEEL_BLOCK * (1 + seat)
    while True:
        word, _ = random_block(seed, index, block)
        number = np.int64(word & ((np.uint64(1) << SPIN_BITS) - np.uint64(1)))
        if number < fair:
            return int(number % segments)
        block += 1
