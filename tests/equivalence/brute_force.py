"""Plain enumeration, sharing nothing with the lab: deal every dealer's hand and compare."""

from itertools import combinations
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

RANKS = "23456789TJQKA"
SUITS = "shdc"
QUALIFIER = (3, 0b1000_0011)


def mask(cards: str) -> int:
    """Cards in text as 52 bits."""
    return sum(1 << bit for bit in bits(cards))


def bits(cards: str) -> list[int]:
    """The numbers of cards in text, 13 to a suit."""
    return [13 * SUITS.index(card[1]) + RANKS.index(card[0]) for card in cards.split()]


def best_flush(cards: list[int]) -> tuple[int, int]:
    """The longest, then highest, flush among cards."""
    suits = [[card % 13 for card in cards if card // 13 == suit] for suit in range(4)]
    return max((len(ranks), sum(1 << rank for rank in ranks)) for ranks in suits)


@numba.njit  # type: ignore[untyped-decorator]
def _all_hands(deck: Any, player: int, qualifier: int) -> Any:
    """Deal all seven-card hands of the deck: how many do not qualify, and of the others how many are below,
    equal to and above the player."""
    found = np.zeros(4, np.int64)
    n = len(deck)
    lanes = np.zeros((8, 4), np.int64)
    sizes = np.zeros((8, 4), np.int64)
    at = np.zeros(8, np.int64)
    depth = 0
    at[0] = -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] > n - (7 - depth):
            depth -= 1
            continue
        card = deck[at[depth]]
        for suit in range(4):
            lanes[depth + 1, suit] = lanes[depth, suit]
            sizes[depth + 1, suit] = sizes[depth, suit]
        lanes[depth + 1, card // 13] |= 1 << card % 13
        sizes[depth + 1, card // 13] += 1
        if depth < 6:
            at[depth + 1] = at[depth]
            depth += 1
            continue
        key = 0
        for suit in range(4):
            key = max(key, sizes[7, suit] << 13 | lanes[7, suit])
        if key < qualifier:
            found[0] += 1
        elif key < player:
            found[1] += 1
        elif key == player:
            found[2] += 1
        else:
            found[3] += 1
    return found


def high_card_flush(hand: int) -> npt.NDArray[np.int64]:
    """Unqualified, lower, equal and higher dealer's hands against a player's hand."""
    held = [card for card in range(52) if hand >> card & 1]
    deck = np.array([card for card in range(52) if not hand >> card & 1], np.int64)
    length, lane = best_flush(held)
    counts: npt.NDArray[np.int64] = _all_hands(deck, length << 13 | lane, QUALIFIER[0] << 13 | QUALIFIER[1])
    return counts


def chase_the_flush_call(
    hole: int, board: int, *, known: int, dealer: int, xtra: dict[int, int], all_in: int = 1
) -> tuple[int, int]:
    """The sum of the net results of an all in over all dealer's hands, and their number."""
    cards = {
        name: [card for card in range(52) if value >> card & 1]
        for name, value in (("hole", hole), ("board", board), ("dealer", dealer))
    }
    out = hole | board | known | dealer
    deck = [card for card in range(52) if not out >> card & 1]
    player = best_flush(cards["hole"] + cards["board"])
    total, dealers = 0, 0
    for draw in combinations(deck, 3 - len(cards["dealer"])):
        house = best_flush(cards["board"] + cards["dealer"] + list(draw))
        ante = 1 if house >= QUALIFIER else 0
        if player > house:
            total += ante + all_in + xtra.get(player[0], 0)
        elif player < house:
            total -= ante + 1 + all_in
        dealers += 1
    return total, dealers
