"""What these games read in a hand: the longest flush, suited runs, four of a kind.

A lane is the 13 bits of one suit. A flush key is one int, the largest over suits of
``length << 13 | lane``: comparing keys compares first the number of cards and then, from the top down, the first
card that one flush has and the other has not.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

_LANE: Final = 0x1FFF
_ACE: Final = 1 << 12
_WHEEL_WITHOUT_ACE: Final = 0b1111  # deuce to five
_NINE_TO_ACE: Final = 0b1111110000000


class AceReading(StrEnum):
    """Where an ace may stand in a suited run. Which reading holds is a matter of the rulebook."""

    HIGH_ONLY = "high_only"
    """The ace is above the king and nowhere else."""

    ALSO_LOW = "also_low"
    """The ace may also stand below the deuce, in a run of any length."""

    LOW_WITH_2345 = "low_with_2345"
    """The ace may also stand below the deuce, but only in a run that holds 2, 3, 4 and 5."""


def lane(mask: int, suit: int) -> int:
    return mask >> 13 * suit & _LANE


def lanes(mask: int) -> tuple[int, int, int, int]:
    return mask & _LANE, mask >> 13 & _LANE, mask >> 26 & _LANE, mask >> 39 & _LANE


def flush_key(mask: int) -> int:
    """The value of the hand's best flush; higher is better, equal is a tie. Suits have no rank."""
    spades, hearts = mask & _LANE, mask >> 13 & _LANE
    diamonds, clubs = mask >> 26 & _LANE, mask >> 39 & _LANE
    return max(
        spades.bit_count() << 13 | spades,
        hearts.bit_count() << 13 | hearts,
        diamonds.bit_count() << 13 | diamonds,
        clubs.bit_count() << 13 | clubs,
    )


def key_length(key: int) -> int:
    """How many cards the flush of this key has."""
    return key >> 13


def key_of_cards(length: int, highest_rank: int) -> int:
    """The smallest key of a flush of this length whose highest card has this rank: a threshold to reach."""
    if not 1 <= length <= highest_rank + 1:
        raise ValueError(f"no flush of {length} cards has a highest card of rank {highest_rank}")
    return length << 13 | 1 << highest_rank | (1 << length - 1) - 1


def longest_flush(mask: int) -> int:
    return key_length(flush_key(mask))


def flush_mask(mask: int) -> int:
    """The cards that form the best flush. Between suits that tie, the first in the order ``shdc`` is shown."""
    key = flush_key(mask)
    for suit, ranks in enumerate(lanes(mask)):
        if ranks.bit_count() << 13 | ranks == key:
            return ranks << 13 * suit
    raise AssertionError("the best flush lies in some suit")


@cache
def longest_run(ranks: int, ace: AceReading) -> int:
    """The length of the longest run of consecutive ranks in one lane."""
    return _longest_run_with_cards(ranks, ace)[0]


@cache
def run_lengths(ace: AceReading) -> tuple[int, ...]:
    """The longest run of each of the 8192 possible lanes, for callers that look up many.

    The cards of a lane that lie next above another make runs that are one card shorter, and an earlier lane.
    """
    lengths = [0] * (1 << 13)
    for lane in range(1, 1 << 13):
        lengths[lane] = 1 + lengths[lane & lane << 1]
    return tuple(max(length, _ace_low_run(lane, ace)[0]) for lane, length in enumerate(lengths))


def longest_suited_run(mask: int, ace: AceReading) -> int:
    return max(longest_run(ranks, ace) for ranks in lanes(mask))


def suited_run_mask(mask: int, ace: AceReading) -> int:
    """The cards of the longest suited run, the highest one of that length; suits in the order ``shdc``."""
    runs = [(*_longest_run_with_cards(ranks, ace), -suit) for suit, ranks in enumerate(lanes(mask))]
    _, cards, minus_suit = max(runs)
    return cards << 13 * -minus_suit


def has_suited_nine_to_ace(mask: int) -> bool:
    """Nine, ten, jack, queen, king and ace of one suit."""
    return any(ranks & _NINE_TO_ACE == _NINE_TO_ACE for ranks in lanes(mask))


def four_of_a_kind_rank(mask: int) -> int | None:
    """The rank of which the hand holds all four cards (the highest, should there be two), or None."""
    spades, hearts, diamonds, clubs = lanes(mask)
    common = spades & hearts & diamonds & clubs
    return common.bit_length() - 1 if common else None


@cache
def _longest_run_with_cards(ranks: int, ace: AceReading) -> tuple[int, int]:
    """Length and lane of the longest run; of runs that are equally long, the one with the higher cards."""
    best_length, best_cards = 0, 0
    length = cards = 0
    for rank in range(13):
        if ranks >> rank & 1:
            length, cards = length + 1, cards | 1 << rank
            if length >= best_length:
                best_length, best_cards = length, cards
        else:
            length = cards = 0
    low_length, low_cards = _ace_low_run(ranks, ace)
    if low_length > best_length:
        return low_length, low_cards
    return best_length, best_cards


def _ace_low_run(ranks: int, ace: AceReading) -> tuple[int, int]:
    """The run that begins with the ace below the deuce, where the reading lets there be one."""
    if ace is AceReading.HIGH_ONLY or not ranks & _ACE:
        return 0, 0
    if ace is AceReading.LOW_WITH_2345 and ranks & _WHEEL_WITHOUT_ACE != _WHEEL_WITHOUT_ACE:
        return 0, 0
    length, cards = 1, _ACE
    for rank in range(12):
        if not ranks >> rank & 1:
            break
        length, cards = length + 1, cards | 1 << rank
    return length, cards
