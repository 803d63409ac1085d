"""The dealer's hands dealt one by one and looked at, with no counting argument at all."""

from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from tests.reference.compiled import jit
from tests.reference.lanes import (
    LOWEST_QUALIFIER,
    RANKS,
    SUITS,
    flush_key,
    flush_length,
    hand_from_text,
)

Integers = npt.NDArray[np.int64]

SEED: Final = 20_240_607
HANDS_OF_EACH_LENGTH: Final = 6
HANDS_OF_EACH_THRESHOLD: Final = 2

# Three-card flushes just under, at and just over the dealer's qualifier, and about the player's cutoff.
THRESHOLDS: Final = (
    "875", "876", "932", "942", "987", "T72", "T76", "T84", "T85", "T86", "T87", "T92",
)  # fmt: skip


@jit
def remaining_cards(seen: int) -> Integers:
    cards = [1 << place for place in range(52) if not seen >> place & 1]
    return np.array(cards, dtype=np.int64)


@jit
def deal_high_card_flush(player: int) -> tuple[int, int, int, int]:
    """Deal the dealer each seven of the 45 other cards; count unqualified, win, tie and lose."""
    unqualified, win, tie, lose = 0, 0, 0, 0
    player_key = flush_key(player)
    cards = remaining_cards(player)
    for a in range(45):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            six = cards[a] | cards[b] | cards[c] | cards[d] | cards[e] | cards[f]
                            for g in range(f):
                                dealer_key = flush_key(six | cards[g])
                                if dealer_key < LOWEST_QUALIFIER:
                                    unqualified += 1
                                elif player_key > dealer_key:
                                    win += 1
                                elif player_key == dealer_key:
                                    tie += 1
                                else:
                                    lose += 1
    return unqualified, win, tie, lose


@jit
def settle_chase_the_flush(player_key: int, dealer_key: int, multiple: int, pays: Integers) -> int:
    """One deal's net result, wager by wager, for a player who went all in."""
    if player_key == dealer_key:
        return 0
    if player_key > dealer_key:
        ante, xtra, all_in = 1, int(pays[flush_length(player_key)]), multiple
    else:
        ante, xtra, all_in = -1, -1, -multiple
    if dealer_key < LOWEST_QUALIFIER:
        ante = 0
    return ante + xtra + all_in


@jit
def deal_river(hole: int, board: int, multiple: int, pays: Integers) -> int:
    """Deal the dealer each three of the 45 other cards, and add up the net results of an all-in wager."""
    net = 0
    player_key = flush_key(hole | board)
    cards = remaining_cards(hole | board)
    for a in range(45):
        for b in range(a):
            for c in range(b):
                dealer_key = flush_key(board | cards[a] | cards[b] | cards[c])
                net += settle_chase_the_flush(player_key, dealer_key, multiple, pays)
    return net


@jit
def count_river(hole: int, board: int) -> tuple[int, int, int, int, int, int]:
    """Deal the same hands and count: unqualified win, tie, lose; qualified win, tie, lose."""
    counts = [0, 0, 0, 0, 0, 0]
    player_key = flush_key(hole | board)
    cards = remaining_cards(hole | board)
    for a in range(45):
        for b in range(a):
            for c in range(b):
                dealer_key = flush_key(board | cards[a] | cards[b] | cards[c])
                column = 3 if dealer_key >= LOWEST_QUALIFIER else 0
                if player_key == dealer_key:
                    column += 1
                elif player_key < dealer_key:
                    column += 2
                counts[column] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]


@jit
def deal_flop(hole: int, flop: int, pays: Integers) -> tuple[int, int]:
    """Deal each river, and after it each dealer's hand; add up all-in 2x, and checking with a good river."""
    all_in, check = 0, 0
    fold = -2 * 14_190
    cards = remaining_cards(hole | flop)
    for a in range(47):
        for b in range(a):
            board = flop | cards[a] | cards[b]
            all_in += deal_river(hole, board, 2, pays)
            check += max(fold, deal_river(hole, board, 1, pays))
    return all_in, check


def sample_hands() -> list[int]:
    """Sixty hands of seven, the same each time: flushes of every length, and some about each threshold."""
    chance = Random(SEED)
    hands = [
        complete_flush(chance, chance.sample(RANKS, length))
        for length in range(2, 8)
        for _ in range(HANDS_OF_EACH_LENGTH)
    ]
    hands += [complete_flush(chance, list(ranks)) for ranks in THRESHOLDS for _ in range(HANDS_OF_EACH_THRESHOLD)]
    return hands


def complete_flush(chance: Random, ranks: list[str]) -> int:
    """A hand of seven whose best flush has just these ranks, in a suit that chance picks."""
    suit = chance.choice(SUITS)
    flush = hand_from_text(" ".join(rank + suit for rank in ranks))
    others = [rank + other for other in SUITS if other != suit for rank in RANKS]
    while True:
        hand = flush | hand_from_text(" ".join(chance.sample(others, 7 - len(ranks))))
        if flush_key(hand) == flush_key(flush):
            return hand
