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
def _all_hands(deck: Any, keys: Any, player: int, qualifier: int) -> Any:
    """Deal all seven-card hands of the deck: how many do not qualify, and of the others how many are below,
    equal to and above the player. The deck is given as one bit for each card."""
    n = len(deck)
    short, lower, equal, hands = 0, 0, 0, 0
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                for d in range(c + 1, n):
                    four = deck[a] | deck[b] | deck[c] | deck[d]
                    for e in range(d + 1, n):
                        for f in range(e + 1, n):
                            six = four | deck[e] | deck[f]
                            for g in range(f + 1, n):
                                hand = six | deck[g]
                                key = max(
                                    keys[hand & 8191],
                                    keys[hand >> 13 & 8191],
                                    keys[hand >> 26 & 8191],
                                    keys[hand >> 39 & 8191],
                                )
                                short += key < qualifier
                                lower += (key >= qualifier) & (key < player)
                                equal += (key >= qualifier) & (key == player)
                            hands += n - f - 1
    return np.array([short, lower, equal, hands - short - lower - equal])


def high_card_flush(hand: int) -> npt.NDArray[np.int64]:
    """Unqualified, lower, equal and higher dealer's hands against a player's hand."""
    held = [card for card in range(52) if hand >> card & 1]
    deck = np.array([1 << card for card in range(52) if not hand >> card & 1], np.int64)
    keys = np.array([lane.bit_count() << 13 | lane for lane in range(8192)], np.int64)
    length, lane = best_flush(held)
    counts: npt.NDArray[np.int64] = _all_hands(deck, keys, length << 13 | lane, QUALIFIER[0] << 13 | QUALIFIER[1])
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
