"""What a written strategy may ask of a player's cards, as plain functions of bits.

The same source serves the exact evaluation over all deals, the simulation on the processor, and the simulation on a
graphics card, so it keeps to whole numbers and loops: no tables, no arrays of its own.
"""

from typing import Final

from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit

LANE: Final = 0x1FFF
BITS: Final = 13

FEATURES: Final = (
    "flush",
    "length",
    "high",
    "second",
    "third",
    "suits",
    "second_length",
    "outside_over",
    "side",
    "rank_1",
    "rank_2",
    "rank_3",
    "own",
    "board_suited",
    "board_over",
    "outs",
    "match_1",
    "match_2",
)
FLUSH, LENGTH, HIGH, SECOND, THIRD, SUITS, SECOND_LENGTH, OUTSIDE_OVER, SIDE = range(9)
RANK_1, RANK_2, RANK_3, OWN, BOARD_SUITED, BOARD_OVER, OUTS, MATCH_1, MATCH_2 = range(9, 18)


@jit
def size_of(lane: int) -> int:
    """How many cards a lane has: neighbouring bits are added, then pairs, then fours."""
    pairs = lane - (lane >> 1 & 0x1555)
    fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333)
    eights = (fours & 0x0F0F) + (fours >> 4 & 0x0F0F)
    return (eights & 0xFF) + (eights >> 8)


@jit
def ranks_above(number: int) -> int:
    """The ranks whose bit alone is larger than this number: its highest bit is smeared down over all below it."""
    smeared = number | number >> 1
    smeared |= smeared >> 2
    smeared |= smeared >> 4
    smeared |= smeared >> 8
    return LANE & ~smeared


@jit
def suit_of_flush(cards: int) -> int:
    """The suit of the best flush; of suits that tie, the first."""
    best, best_suit = -1, 0
    for suit in range(4):
        lane = cards >> BITS * suit & LANE
        key = size_of(lane) << BITS | lane
        if key > best:
            best, best_suit = key, suit
    return best_suit


@jit
def nth_rank(lane: int, place: int) -> int:
    """The rank of the first, second or later card from the top, deuce 2 to ace 14; 0 where there is none."""
    left = place
    for rank in range(BITS - 1, -1, -1):
        if lane >> rank & 1:
            left -= 1
            if left == 0:
                return rank + 2
    return 0


@jit
def nth_rank_of_all(cards: int, place: int) -> int:
    """The same over all suits, where a rank may stand several times."""
    left = place
    for rank in range(BITS - 1, -1, -1):
        for suit in range(4):
            left -= cards >> BITS * suit + rank & 1
        if left <= 0:
            return rank + 2
    return 0


@jit
def other_suits(cards: int, feature: int) -> int:
    """Features that count suits, or compare the suits outside the flush with it."""
    suit = suit_of_flush(cards)
    flush = cards >> BITS * suit & LANE
    over = ranks_above(flush)
    held, longest, higher, side = 0, 0, 0, 0
    for other in range(4):
        lane = cards >> BITS * other & LANE
        held += lane != 0
        if other != suit:
            longest = max(longest, size_of(lane))
            higher += size_of(lane & over)
            side |= lane
    if feature == SUITS:
        return held
    if feature == SIDE:
        return nth_rank(side, 1)
    return longest if feature == SECOND_LENGTH else higher


@jit
def board_feature(hole: int, board: int, feature: int) -> int:
    """Features that compare the player's flush with what lies on the board for the dealer to use."""
    cards = hole | board
    suit = suit_of_flush(cards)
    flush = cards >> BITS * suit & LANE
    if feature == OWN:
        # Of suits that tie, the one of which the player holds most: which comes first must not matter.
        own = 0
        for other in range(4):
            if cards >> BITS * other & LANE == flush:
                own = max(own, size_of(hole >> BITS * other & LANE))
        return own
    over = ranks_above(flush)
    length = size_of(flush)
    suited, higher, outs = 0, 0, 0
    for other in range(4):
        lane = board >> BITS * other & LANE
        suited = max(suited, size_of(lane))
        if other != suit:
            higher = max(higher, size_of(lane & over))
        if feature == OUTS and size_of(lane) + 1 >= length:
            # A card of rank r adds 1 << r to the lane, so of equally long flushes the higher ones are those with
            # a rank above the difference.
            beats = LANE
            if size_of(lane) + 1 == length and lane <= flush:
                beats = ranks_above(flush - lane)
            outs += size_of(beats & ~(cards >> BITS * other))
    if feature == BOARD_SUITED:
        return suited
    return higher if feature == BOARD_OVER else outs


@jit
def match_of(hole: int, board: int, place: int) -> int:
    """Of the suits in which the player and the board both hold cards, the player's highest card in each: the
    highest of these, or the second highest; 0 where there is none."""
    best, second = 0, 0
    for suit in range(4):
        held = hole >> BITS * suit & LANE
        if held and board >> BITS * suit & LANE:
            rank = nth_rank(held, 1)
            if rank > best:
                best, second = rank, best
            else:
                second = max(second, rank)
    return best if place == 1 else second


@jit
def value_of(feature: int, hole: int, board: int) -> int:
    """One feature of the player's cards with the board."""
    if feature >= MATCH_1:
        return match_of(hole, board, feature - MATCH_1 + 1)
    if feature >= OWN:
        return board_feature(hole, board, feature)
    if feature >= RANK_1:
        return nth_rank_of_all(hole, feature - RANK_1 + 1)
    cards = hole | board
    if feature >= SUITS:
        return other_suits(cards, feature)
    flush = cards >> BITS * suit_of_flush(cards) & LANE
    if feature == FLUSH:
        return size_of(flush) << BITS | flush
    if feature == LENGTH:
        return size_of(flush)
    return nth_rank(flush, feature - HIGH + 1)


@jit
def choose(tests: Ints, actions: Ints, first: int, last: int, hole: int, board: int) -> int:
    """The action of the first rule of which every test holds; 0, the smallest wager, where there is none.

    A test is a row of rule, feature, smallest and largest value, how often the feature counts, and 1 where the test
    ends, 0 where the next row adds to it; tests stand in the order of their rules. Only the rules from `first` up to
    but not including `last` are asked.
    """
    at = 0
    while at < len(tests) and tests[at, 0] < first:
        at += 1
    for rule in range(first, last):
        holds, value = True, 0
        while at < len(tests) and tests[at, 0] == rule:
            if holds:
                value += tests[at, 4] * value_of(tests[at, 1], hole, board)
                if tests[at, 5]:
                    holds = tests[at, 2] <= value <= tests[at, 3]
                    value = 0
            at += 1
        if holds:
            return int(actions[rule])
    return 0


@jit
def choose_for_hands(tests: Ints, actions: Ints, hands: Ints, chosen: Ints) -> None:
    """Play many hands without a board."""
    for place in range(len(hands)):
        chosen[place] = choose(tests, actions, 0, len(actions), hands[place], 0)


@jit
def choose_for_boards(
    tests: Ints, actions: Ints, first: int, last: int, hole: int, boards: Ints, chosen: Ints
) -> None:
    """Play one hole with many boards."""
    for place in range(len(boards)):
        chosen[place] = choose(tests, actions, first, last, hole, boards[place])
