"""Chase the Flush, counted plainly: three cards each and four in common, best flush against best flush.

The dealer's three cards are counted suit by suit as in High Card Flush, except that each suit begins with
the ranks that lie on the board. The flop decision adds up the boards that may follow, the opening decision
adds up the flops; each decision sees only what the player sees.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.reference.compiled import jit
from tests.reference.lanes import (
    FULL_DECK,
    KEYS,
    LANE_BITS,
    LOWEST_QUALIFIER,
    flush_key,
    flush_length,
    lane_of,
)

Integers = npt.NDArray[np.int64]

HOLE_CARDS: Final = 3
DEALER_HANDS: Final = comb(45, 3)
RIVERS: Final = comb(47, 2)
FLOPS: Final = comb(49, 2)
BOARDS: Final = comb(49, 4)
SPLITS: Final = comb(4, 2)
DEALS: Final = comb(52, 3) * FLOPS * RIVERS * DEALER_HANDS

# What the X-tra Bonus pays to a winning flush of each length; nothing means that it is returned.
XTRA_BONUS_A: Final = (0, 0, 0, 0, 1, 5, 20, 250)

# The actions, by first index of a tally, with a row of its own for rivers at which folding and going all in
# are worth the same, since there are such rivers. The second index says whether the dealer qualifies, the
# third what became of the hand, where a win stands in the column of the length of the player's flush.
ACTIONS: Final = ("fold", "all-in 1x", "all-in 2x", "all-in 3x", "fold or all-in 1x")
TIE: Final = 8
LOSE: Final = 9
COLUMNS: Final = 10

# Every set of at most three ranks, and where the sets of each size begin.
SMALL_SUBSETS: Final = np.array(
    [sum(ranks) for size in range(4) for ranks in combinations([1 << bit for bit in range(LANE_BITS)], size)],
    dtype=np.int64,
)
FIRST_OF_SIZE: Final = np.cumsum([0, *(comb(LANE_BITS, size) for size in range(4))]).astype(np.int64)


class RiverOutcomes(NamedTuple):
    """How many of the dealer's hands qualify or not and lose, tie or win against the player's."""

    unqualified_win: int
    unqualified_tie: int
    unqualified_lose: int
    qualified_win: int
    qualified_tie: int
    qualified_lose: int


class Opening(NamedTuple):
    """All deals of one opening hand under the best play.

    The net results of all-in 3x and of checking, the deals by action and outcome, and the number of flops
    after which all-in 2x and checking are worth the same.
    """

    all_in: int
    check: int
    tally: Integers
    undecided_flops: int


@jit
def dealers_at_most(hole: int, board: int, limit: int) -> int:
    """How many of the dealer's possible three cards make, with the board, a key of at most the limit?"""
    ways = np.zeros(HOLE_CARDS + 1, dtype=np.int64)
    ways[0] = 1
    for suit in range(4):
        common = lane_of(board, suit)
        taken = common | lane_of(hole, suit)
        counts = np.zeros(HOLE_CARDS + 1, dtype=np.int64)
        for size in range(HOLE_CARDS + 1):
            fitting = 0
            for place in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
                subset = SMALL_SUBSETS[place]
                fitting += (subset & taken == 0) & (KEYS[common | subset] <= limit)
            counts[size] = fitting
        for cards in range(HOLE_CARDS, -1, -1):
            total = 0
            for of_this_suit in range(cards + 1):
                total += ways[cards - of_this_suit] * counts[of_this_suit]
            ways[cards] = total
    return int(ways[HOLE_CARDS])


@jit
def count_outcomes(hole: int, board: int) -> tuple[int, int, int, int, int, int]:
    """The six numbers of `RiverOutcomes`, in that order."""
    key = flush_key(hole | board)
    lower = dealers_at_most(hole, board, key - 1)
    not_higher = dealers_at_most(hole, board, key)
    unqualified = dealers_at_most(hole, board, LOWEST_QUALIFIER - 1)
    # A hand is within two limits exactly when it is within the smaller, and the smaller has fewer hands.
    unqualified_and_lower = min(unqualified, lower)
    unqualified_and_not_higher = min(unqualified, not_higher)
    return (
        unqualified_and_lower,
        unqualified_and_not_higher - unqualified_and_lower,
        unqualified - unqualified_and_not_higher,
        lower - unqualified_and_lower,
        (not_higher - lower) - (unqualified_and_not_higher - unqualified_and_lower),
        (DEALER_HANDS - not_higher) - (unqualified - unqualified_and_not_higher),
    )


@jit
def net_of_all_in(multiple: int, pays: int, outcome: Integers) -> int:
    """The player's net result in antes, summed over the six outcomes; a tie returns every wager.

    The ante, the X-tra Bonus and the all-in wager stand in this order in each sum.
    """
    return int(
        outcome[0] * (0 + pays + multiple)
        + outcome[2] * (0 - 1 - multiple)
        + outcome[3] * (1 + pays + multiple)
        + outcome[5] * (-1 - 1 - multiple)
    )


@jit
def net_of_fold() -> int:
    """The ante and the X-tra Bonus are lost to each of the dealer's hands."""
    return -2 * DEALER_HANDS


@jit
def single_cards(cards: int) -> Integers:
    """The cards of a mask, each as a mask of its own."""
    found = np.zeros(52, dtype=np.int64)
    count = 0
    for place in range(52):
        if cards >> place & 1:
            found[count] = 1 << place
            count += 1
    return found[:count]


@jit
def weigh_flop(hole: int, flop: int, pays: Integers) -> tuple[int, int]:
    """The net results of all-in 2x and of checking, summed over all rivers and all the dealer's hands."""
    all_in, check = 0, 0
    outcome = np.zeros(6, dtype=np.int64)
    cards = single_cards(FULL_DECK & ~(hole | flop))
    for first in range(len(cards)):
        for second in range(first):
            board = flop | cards[first] | cards[second]
            outcome[:] = count_outcomes(hole, board)
            xtra = pays[flush_length(flush_key(hole | board))]
            all_in += net_of_all_in(2, xtra, outcome)
            check += max(net_of_all_in(1, xtra, outcome), net_of_fold())
    return all_in, check


@jit
def splits_of_board(a: int, b: int, c: int, d: int) -> tuple[tuple[int, int], ...]:
    """The pairs among four ascending places: each may have been the flop, and the other two the river."""
    return (a, b), (a, c), (a, d), (b, c), (b, d), (c, d)


@jit
def look_at_boards(hole: int, cards: Integers) -> tuple[Integers, Integers]:
    """For each board of four of these cards: the six outcomes, and the length of the player's flush."""
    outcomes = np.zeros((BOARDS, 6), dtype=np.int64)
    lengths = np.zeros(BOARDS, dtype=np.int64)
    number = 0
    for d in range(len(cards)):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    board = cards[a] | cards[b] | cards[c] | cards[d]
                    outcomes[number] = count_outcomes(hole, board)
                    lengths[number] = flush_length(flush_key(hole | board))
                    number += 1
    return outcomes, lengths


@jit
def weigh_flops(outcomes: Integers, lengths: Integers, pays: Integers) -> tuple[Integers, Integers]:
    """The net results of all-in 2x and of checking after each flop, by the places of its two cards."""
    all_in = np.zeros((49, 49), dtype=np.int64)
    check = np.zeros((49, 49), dtype=np.int64)
    number = 0
    for d in range(49):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    xtra = pays[lengths[number]]
                    twice = net_of_all_in(2, xtra, outcomes[number])
                    river = max(net_of_all_in(1, xtra, outcomes[number]), net_of_fold())
                    for flop in splits_of_board(a, b, c, d):
                        all_in[flop] += twice
                        check[flop] += river
                    number += 1
    return all_in, check


@jit
def add_to_tally(tally: Integers, deals: int, length: int, outcome: Integers) -> None:
    """Add this number of deals of each outcome to the part of a tally that belongs to one action."""
    for qualified in range(2):
        tally[qualified, length] += deals * outcome[3 * qualified]
        tally[qualified, TIE] += deals * outcome[3 * qualified + 1]
        tally[qualified, LOSE] += deals * outcome[3 * qualified + 2]


@jit
def tally_after_check(
    outcomes: Integers, lengths: Integers, pays: Integers, flop_all_in: Integers, flop_check: Integers
) -> tuple[Integers, int]:
    """Deals by action and outcome for a player who checked, and how many flops are undecided.

    At a flop where both actions are worth the same the player checks.
    """
    tally = np.zeros((len(ACTIONS), 2, COLUMNS), dtype=np.int64)
    number = 0
    for d in range(49):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    outcome, length = outcomes[number], lengths[number]
                    river = net_of_all_in(1, pays[length], outcome)
                    for flop in splits_of_board(a, b, c, d):
                        if flop_all_in[flop] > flop_check[flop]:
                            add_to_tally(tally[2], 1, length, outcome)
                        elif river > net_of_fold():
                            add_to_tally(tally[1], 1, length, outcome)
                        elif river < net_of_fold():
                            add_to_tally(tally[0], 1, length, outcome)
                        else:
                            add_to_tally(tally[4], 1, length, outcome)
                    number += 1
    undecided_flops = 0
    for second in range(49):
        for first in range(second):
            undecided_flops += flop_all_in[first, second] == flop_check[first, second]
    return tally, undecided_flops


@jit
def tally_after_all_in(outcomes: Integers, lengths: Integers) -> Integers:
    """Deals by action and outcome for a player who went all in before the flop."""
    tally = np.zeros((len(ACTIONS), 2, COLUMNS), dtype=np.int64)
    for number in range(BOARDS):
        add_to_tally(tally[3], SPLITS, lengths[number], outcomes[number])
    return tally


@jit
def weigh_opening(hole: int, pays: Integers) -> tuple[int, int, Integers, int]:
    """The four parts of `Opening`, in that order."""
    outcomes, lengths = look_at_boards(hole, single_cards(FULL_DECK & ~hole))
    flop_all_in, flop_check = weigh_flops(outcomes, lengths, pays)
    all_in = 0
    for number in range(BOARDS):
        all_in += SPLITS * net_of_all_in(3, pays[lengths[number]], outcomes[number])
    check = 0
    for second in range(49):
        for first in range(second):
            check += max(flop_all_in[first, second], flop_check[first, second])
    if all_in > check:
        return all_in, check, tally_after_all_in(outcomes, lengths), 0
    tally, undecided_flops = tally_after_check(outcomes, lengths, pays, flop_all_in, flop_check)
    return all_in, check, tally, undecided_flops


def river_outcomes(hole: int, board: int) -> RiverOutcomes:
    """What the dealer's 14,190 hands do against the player's three cards on a board of four."""
    check_cards(hole, board, 4)
    return RiverOutcomes(*count_outcomes(hole, board))


def river_values(hole: int, board: int, pays: tuple[int, ...] = XTRA_BONUS_A) -> dict[str, Fraction]:
    """The exact expected net result, in antes, of each option when the whole board is seen."""
    outcome = np.array(river_outcomes(hole, board), dtype=np.int64)
    net = net_of_all_in(1, pays[flush_length(flush_key(hole | board))], outcome)
    return {"fold": Fraction(-2), "all-in 1x": Fraction(int(net), DEALER_HANDS)}


def flop_values(hole: int, flop: int, pays: tuple[int, ...] = XTRA_BONUS_A) -> dict[str, Fraction]:
    """The exact expected net result, in antes, of each option when the flop is seen."""
    check_cards(hole, flop, 2)
    all_in, check = weigh_flop(hole, flop, np.array(pays, dtype=np.int64))
    deals = RIVERS * DEALER_HANDS
    return {"check": Fraction(int(check), deals), "all-in 2x": Fraction(int(all_in), deals)}


def opening_values(hole: int, pays: tuple[int, ...] = XTRA_BONUS_A) -> dict[str, Fraction]:
    """The exact expected net result, in antes, of each option when only the player's cards are seen."""
    opened = opening(hole, pays)
    deals = FLOPS * RIVERS * DEALER_HANDS
    return {"check": Fraction(opened.check, deals), "all-in 3x": Fraction(opened.all_in, deals)}


def opening(hole: int, pays: tuple[int, ...] = XTRA_BONUS_A) -> Opening:
    """Every deal of one opening hand, played out under the best play."""
    check_cards(hole, 0, 0)
    return Opening(*weigh_opening(hole, np.array(pays, dtype=np.int64)))


def check_cards(hole: int, board: int, board_size: int) -> None:
    if hole.bit_count() != HOLE_CARDS or board.bit_count() != board_size:
        raise ValueError(f"expected {HOLE_CARDS} cards and a board of {board_size}")
    if hole & board or (hole | board) & ~FULL_DECK:
        raise ValueError("the player's cards and the board must be different cards of one deck")
