"""Random cards by counting: what a round is dealt depends on the seed and the round's number, and on nothing else.

The generator is Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011): a keyed mixing of a counter. The
key is the seed; the counter is the round's number and the number of the block within the round. So any worker can
deal any round, and a result does not depend on who played what.

Cards are drawn by sixes of bits: a number from 52 up, or a card that is gone, is passed over, so that every card that
is left is equally likely.
"""

from typing import Final

import numpy as np

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
def spin(seed: int, index: int, segments: int) -> int:
    """The number of a segment, each equally likely."""
    fair = (1 << 31) // segments * segments
    block = WHEEL_BLOCK
    while True:
        word, _ = random_block(seed, index, block)
        number = np.int64(word & ((np.uint64(1) << SPIN_BITS) - np.uint64(1)))
        if number < fair:
            return int(number % segments)
        block += 1
