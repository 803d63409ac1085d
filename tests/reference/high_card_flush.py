"""High Card Flush, counted plainly: seven cards each, best flush against best flush.

The dealer's best flush is at most a limit exactly when each of the four suits, by itself, is. So the
dealer's hands are counted suit by suit: list the subsets of the ranks that are left in a suit, keep those
whose key is within the limit, sort them by size, and deal the four suits out to seven cards in all.
"""

from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.reference.compiled import jit
from tests.reference.lanes import (
    FULL_DECK,
    FULL_LANE,
    KEYS,
    LOWEST_QUALIFIER,
    arrangements,
    flush_key,
    flush_length,
    lane_of,
)

Integers = npt.NDArray[np.int64]

HAND_SIZE: Final = 7
DEALER_HANDS: Final = comb(45, 7)
DEALS: Final = comb(52, 7) * DEALER_HANDS

# The actions, by row of a tally, and what becomes of a raise, by column.
ACTIONS: Final = ("fold", "raise 1x", "raise 2x", "raise 3x")
OUTCOMES: Final = ("unqualified", "win", "tie", "lose")

# The largest raise that a player's flush of each length allows, as a multiple of the ante.
LARGEST_RAISE: Final = np.array([0, 0, 1, 1, 1, 2, 3, 3], dtype=np.int64)

# The lanes that a hand of seven can hold, from the lowest key to the highest, and where each length begins.
LANES_BY_KEY: Final = np.array(
    sorted((lane for lane in range(FULL_LANE + 1) if lane.bit_count() <= HAND_SIZE), key=KEYS.__getitem__),
    dtype=np.int64,
)
FIRST_OF_LENGTH: Final = np.searchsorted(KEYS[LANES_BY_KEY], np.arange(HAND_SIZE + 2, dtype=np.int64) << 13).astype(
    np.int64
)


class Outcomes(NamedTuple):
    """How many of the dealer's hands do not qualify, and how many that do lose, tie or win against a hand."""

    unqualified: int
    win: int
    tie: int
    lose: int


@jit
def count_subsets(available: int, limit: int, counts: Integers) -> None:
    """Set counts[n] to the number of n-card subsets of these ranks whose key is at most the limit."""
    counts[:] = 0
    subset = available
    while True:
        key = KEYS[subset]
        if key <= limit and flush_length(key) <= HAND_SIZE:
            counts[flush_length(key)] += 1
        if subset == 0:
            return
        subset = (subset - 1) & available


@jit
def add_suit(ways: Integers, counts: Integers) -> None:
    """Deal one suit more: ways[n] becomes the number of ways to hold n cards in the suits so far."""
    for cards in range(HAND_SIZE, -1, -1):
        total = 0
        for of_this_suit in range(cards + 1):
            total += ways[cards - of_this_suit] * counts[of_this_suit]
        ways[cards] = total


@jit
def dealers_at_most(player: int, limit: int) -> int:
    """How many of the hands that the dealer may hold have a flush key of at most the limit?"""
    counts = np.zeros(HAND_SIZE + 1, dtype=np.int64)
    ways = np.zeros(HAND_SIZE + 1, dtype=np.int64)
    ways[0] = 1
    for suit in range(4):
        count_subsets(FULL_LANE & ~lane_of(player, suit), limit, counts)
        add_suit(ways, counts)
    return int(ways[HAND_SIZE])


@jit
def count_outcomes(player: int) -> tuple[int, int, int, int]:
    key = flush_key(player)
    unqualified = dealers_at_most(player, LOWEST_QUALIFIER - 1)
    unqualified_or_lower = dealers_at_most(player, max(LOWEST_QUALIFIER, key) - 1)
    unqualified_or_not_higher = dealers_at_most(player, max(LOWEST_QUALIFIER - 1, key))
    return (
        unqualified,
        unqualified_or_lower - unqualified,
        unqualified_or_not_higher - unqualified_or_lower,
        DEALER_HANDS - unqualified_or_not_higher,
    )


@jit
def net_of_raise(multiple: int, unqualified: int, win: int, lose: int) -> int:
    """The player's net result in antes, summed over the dealer's hands; a tie returns both wagers."""
    ante = unqualified + win - lose
    raised = win - lose
    return ante + multiple * raised


@jit
def best_action(key: int, unqualified: int, win: int, lose: int) -> tuple[int, int, bool]:
    """The row of the best action, its net result, and whether another action is worth as much.

    Among equals the smallest wager is taken.
    """
    best, best_net, is_shared = 0, -DEALER_HANDS, False
    for multiple in range(1, LARGEST_RAISE[flush_length(key)] + 1):
        net = net_of_raise(multiple, unqualified, win, lose)
        if net > best_net:
            best, best_net, is_shared = multiple, net, False
        elif net == best_net:
            is_shared = True
    return best, best_net, is_shared


@jit
def subset_table(limit: int) -> Integers:
    """The counts of subsets within the limit, for every set of ranks that a hand of seven can leave."""
    table = np.zeros((FULL_LANE + 1, HAND_SIZE + 1), dtype=np.int64)
    for available in range(FULL_LANE + 1):
        if flush_length(KEYS[available]) >= 13 - HAND_SIZE:
            count_subsets(available, limit, table[available])
    return table


@jit
def dealers_by_table(first: int, second: int, third: int, fourth: int, table: Integers) -> int:
    """The same as `dealers_at_most` for a player who holds these lanes, with the subsets looked up."""
    ways = np.zeros(HAND_SIZE + 1, dtype=np.int64)
    ways[0] = 1
    for lane in (first, second, third, fourth):
        add_suit(ways, table[FULL_LANE & ~lane])
    return int(ways[HAND_SIZE])


@jit
def play_hands_led_by(place: int, unqualified_table: Integers) -> tuple[Integers, int, int]:
    """Play every hand whose best lane is the one at that place, once for all renamings of its suits.

    Returns the number of deals by action and outcome, the player's net result over all of them, and the
    number of the player's hands that have no single best action.
    """
    tally = np.zeros((len(ACTIONS), len(OUTCOMES)), dtype=np.int64)
    total_net, shared = 0, 0
    first = LANES_BY_KEY[place]
    key = KEYS[first]
    lower_table = subset_table(max(LOWEST_QUALIFIER, key) - 1)
    not_higher_table = subset_table(max(LOWEST_QUALIFIER - 1, key))
    for second_place in range(place + 1):
        second = LANES_BY_KEY[second_place]
        left_to_two = HAND_SIZE - flush_length(key) - flush_length(KEYS[second])
        if left_to_two < 0:
            break
        for third_place in range(second_place + 1):
            third = LANES_BY_KEY[third_place]
            left_to_one = left_to_two - flush_length(KEYS[third])
            if left_to_one < 0:
                break
            end = min(FIRST_OF_LENGTH[left_to_one + 1], third_place + 1)
            for fourth_place in range(FIRST_OF_LENGTH[left_to_one], end):
                fourth = LANES_BY_KEY[fourth_place]
                alike = arrangements(first, second, third, fourth)
                unqualified = dealers_by_table(first, second, third, fourth, unqualified_table)
                lower = dealers_by_table(first, second, third, fourth, lower_table)
                not_higher = dealers_by_table(first, second, third, fourth, not_higher_table)
                win, tie, lose = lower - unqualified, not_higher - lower, DEALER_HANDS - not_higher
                action, net, is_shared = best_action(key, unqualified, win, lose)
                tally[action, 0] += alike * unqualified
                tally[action, 1] += alike * win
                tally[action, 2] += alike * tie
                tally[action, 3] += alike * lose
                total_net += alike * net
                shared += alike * is_shared
    return tally, total_net, shared


def outcomes(player: int) -> Outcomes:
    """What the dealer's 45,379,620 hands do against the player's seven cards."""
    check_hand(player)
    return Outcomes(*count_outcomes(player))


def option_values(player: int) -> dict[str, Fraction]:
    """The exact expected net result, in antes, of folding and of each raise that the hand allows."""
    seen = outcomes(player)
    values = {"fold": Fraction(-1)}
    for multiple in range(1, int(LARGEST_RAISE[flush_length(flush_key(player))]) + 1):
        net = net_of_raise(multiple, seen.unqualified, seen.win, seen.lose)
        values[ACTIONS[multiple]] = Fraction(int(net), DEALER_HANDS)
    return values


def check_hand(player: int) -> None:
    if player & ~FULL_DECK or player.bit_count() != HAND_SIZE:
        raise ValueError(f"a hand is seven cards of one deck, not {player.bit_count()}")
