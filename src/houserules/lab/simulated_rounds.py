"""One round played out with real cards: dealt, decided, compared and classed.

Hands are read here by loops over cards and ranks, written independently of the exact solver and of the engine, so
that agreement with them means something. The same source is compiled for the processor and for a graphics card.
"""

# The kernels take plain numbers, because objects cannot be compiled for a graphics card.

from typing import Final

from houserules.lab.compiling import jit
from houserules.lab.features import choose
from houserules.lab.lanes import Ints
from houserules.lab.random_streams import deal, spin

HIGH_CARD_FLUSH: Final = 0
CHASE_THE_FLUSH: Final = 1

ACE_HIGH_ONLY: Final = 0
ACE_ALSO_LOW: Final = 1
ACE_LOW_WITH_2345: Final = 2

NINE_TO_ACE: Final = 0b1111110000000
LENGTHS: Final = 8
COMPARISONS: Final = 3
LOST: Final = 0
TIED: Final = 1
WON: Final = 2
BASE_CELLS: Final = 4 * 2 * COMPARISONS * LENGTHS
KIND_CELLS: Final = LENGTHS * LENGTHS * 2 * 2 * 4

# Parameters of a game, by their place in an array.
GAME: Final = 0
QUALIFYING_LENGTH: Final = 1
QUALIFYING_RANK: Final = 2
ACE: Final = 3
WHEEL_SEGMENTS: Final = 4
FLOP_RULES: Final = 5
RIVER_RULES: Final = 6
ALL_RULES: Final = 7
LARGEST_RAISE: Final = 8
PARAMETERS: Final = LARGEST_RAISE + LENGTHS


@jit
def suit_lane(hand: int, suit: int) -> int:
    """The ranks held in a suit, as 13 bits."""
    return hand >> 13 * suit & 0x1FFF


@jit
def cards_in_suit(hand: int, suit: int) -> int:
    """Count the cards of one suit, striking out the lowest each time."""
    lane, count = suit_lane(hand, suit), 0
    while lane:
        lane &= lane - 1
        count += 1
    return count


@jit
def compare_flushes(one: int, one_suit: int, other: int, other_suit: int) -> int:
    """Positive where the first flush is better: more cards, or, of equally many, the first higher card from the
    top, which is the higher number."""
    difference = cards_in_suit(one, one_suit) - cards_in_suit(other, other_suit)
    if difference:
        return difference
    return suit_lane(one, one_suit) - suit_lane(other, other_suit)


@jit
def best_suit(hand: int) -> int:
    """The suit of the flush that is played."""
    best = 0
    for suit in range(1, 4):
        if compare_flushes(hand, suit, hand, best) > 0:
            best = suit
    return best


@jit
def top_rank(hand: int, suit: int) -> int:
    """The highest rank held in a suit, deuce 0 to ace 12."""
    for rank in range(12, -1, -1):
        if hand >> 13 * suit + rank & 1:
            return rank
    return -1


@jit
def longest_run(hand: int, suit: int, ace: int) -> int:
    """The longest run of neighbouring ranks in a suit, under a reading of the ace."""
    lane, best = suit_lane(hand, suit), 0
    while lane:
        # Each pass keeps the cards whose lower neighbour was still there, and so shortens every run by one.
        lane &= lane << 1
        best += 1
    if ace != ACE_HIGH_ONLY and hand >> 13 * suit + 12 & 1:
        run = 1
        while run < 13 and hand >> 13 * suit + run - 1 & 1:
            run += 1
        if ace == ACE_ALSO_LOW or run >= 5:
            best = max(best, run)
    return best


@jit
def kind_of(hand: int, ace: int) -> int:
    """What pay tables ask of a hand, as one number: flush, run, four of a kind, nine to ace, suit of the run."""
    flush, run, run_suit, nine_to_ace, four = 0, 0, 0, 0, 0
    for suit in range(4):
        flush = max(flush, cards_in_suit(hand, suit))
        here = longest_run(hand, suit, ace)
        if here > run:
            run, run_suit = here, suit
        if suit_lane(hand, suit) & NINE_TO_ACE == NINE_TO_ACE:
            nine_to_ace = 1
    if suit_lane(hand, 0) & suit_lane(hand, 1) & suit_lane(hand, 2) & suit_lane(hand, 3):
        four = 1
    return (((flush * LENGTHS + run) * 2 + four) * 2 + nine_to_ace) * 4 + run_suit


@jit
def base_cell(antes: int, hand: int, dealer: int, parameters: Ints) -> int:
    """The end of the base game as one number: antes wagered, whether the dealer qualifies, who is better, and the
    length of the player's flush."""
    suit, dealers_suit = best_suit(hand), best_suit(dealer)
    length = cards_in_suit(dealer, dealers_suit)
    qualifies = length > parameters[QUALIFYING_LENGTH] or (
        length == parameters[QUALIFYING_LENGTH] and top_rank(dealer, dealers_suit) >= parameters[QUALIFYING_RANK]
    )
    difference = compare_flushes(hand, suit, dealer, dealers_suit)
    comparison = WON if difference > 0 else (LOST if difference < 0 else TIED)
    qualified = 1 if qualifies else 0
    return ((antes * 2 + qualified) * COMPARISONS + comparison) * LENGTHS + cards_in_suit(hand, suit)


@jit
def play_high_card_flush(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """The base game's end, the kind of the player's hand, and no segment of a wheel."""
    hand, at = deal(seed, index, 0, 0, 7)
    dealer, _ = deal(seed, index, at, hand, 7)
    antes = choose(tests, actions, 0, parameters[ALL_RULES], hand, 0)
    largest = parameters[LARGEST_RAISE + cards_in_suit(hand, best_suit(hand))]
    antes = min(antes, largest)
    return base_cell(antes, hand, dealer, parameters), kind_of(hand, parameters[ACE]), -1


@jit
def play_chase_the_flush(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """The base game's end, the kind of the player's seven cards, and the wheel's segment where it was spun."""
    hole, at = deal(seed, index, 0, 0, 3)
    flop, at = deal(seed, index, at, hole, 2)
    river, at = deal(seed, index, at, hole | flop, 2)
    board = flop | river
    dealers, _ = deal(seed, index, at, hole | board, 3)
    antes = choose(tests, actions, 0, parameters[FLOP_RULES], hole, 0)
    if antes == 0:
        antes = choose(tests, actions, parameters[FLOP_RULES], parameters[RIVER_RULES], hole, flop)
    if antes == 0:
        antes = choose(tests, actions, parameters[RIVER_RULES], parameters[ALL_RULES], hole, board)
    segment = -1
    if parameters[WHEEL_SEGMENTS] and cards_in_suit(hole, best_suit(hole)) == 3:
        segment = spin(seed, index, parameters[WHEEL_SEGMENTS])
    hand = hole | board
    return base_cell(antes, hand, dealers | board, parameters), kind_of(hand, parameters[ACE]), segment


@jit
def play_round(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """One round of whichever game."""
    if parameters[GAME] == HIGH_CARD_FLUSH:
        return play_high_card_flush(seed, index, parameters, tests, actions)
    return play_chase_the_flush(seed, index, parameters, tests, actions)


@jit
def play_rounds(seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints) -> None:
    """Play the rounds of these numbers and count how each ended."""
    for index in range(start, stop):
        base, kind, segment = play_round(seed, index, parameters, tests, actions)
        tally[base] += 1
        tally[BASE_CELLS + kind] += 1
        if segment >= 0:
            tally[BASE_CELLS + KIND_CELLS + segment] += 1
