"""High Card Flush with more known than one's own cards: kernels."""

# Kernels are long and take plain numbers, because calls and objects cost too much there.

from typing import Final

import numpy as np

from houserules.lab.games.flushes.lanes import BINOMIAL, FULL_LANE, LANE_SIZE, RANKS, SUITS, draws_under, key_of
from houserules.lab.games.flushes.showdown import dealers_under, multiply_into
from houserules.lab.games.high_card_flush.hands_sweep import CHOICES, HAND, Play
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit

BELOW: Final = 0
AT_MOST: Final = 1
SHORT: Final = 2
KINDS: Final = 3
DRAW: Final = HAND - 1
"""How many of the dealer's cards are unknown when one is seen."""


@jit
def value_of_choice(key: int, play: Play, choice: int, short: int, below: int, at_most: int, dealers: int) -> int:
    """The net result of a fold (choice 0), of the least and of the largest raise, in parts of an ante, summed over
    all of the dealer's hands."""
    if choice == 0:
        return -play.unit * dealers
    form = play.forms[key >> RANKS, 1 if key >= play.qualifier else 0, choice - 1]
    return int(form[0] * dealers + form[1] * short + form[2] * below + form[3] * at_most)


@jit
def best_choice(key: int, play: Play, short: int, below: int, at_most: int, dealers: int) -> int:
    """The best of these; of equally good ones the one that wagers least."""
    best = 0
    for choice in range(1, CHOICES):
        if value_of_choice(key, play, choice, short, below, at_most, dealers) > value_of_choice(
            key, play, best, short, below, at_most, dealers
        ):
            best = choice
    return best


@jit
def best_value(key: int, play: Play, short: int, below: int, at_most: int, dealers: int) -> int:
    """The net result of the best action in parts of an ante, summed over all of the dealer's hands."""
    choice = best_choice(key, play, short, below, at_most, dealers)
    return value_of_choice(key, play, choice, short, below, at_most, dealers)


@jit
def fill_suit(base: int, free: int, draw: int, bound: int, below: Ints, at_most: Ints) -> None:
    """In how many ways the dealer, who has the lane `base`, draws each number of cards of this suit and stays below
    the bound, or at most reaches it."""
    level = (bound >> RANKS) - LANE_SIZE[base]
    for cards in range(draw + 1):
        count = BINOMIAL[LANE_SIZE[free], cards] if cards < level else 0
        below[cards] = count
        at_most[cards] = count
    if 0 <= level <= draw:
        under, reached = draws_under(base, free, level, bound & FULL_LANE)
        below[level] = under
        at_most[level] = under + reached


@jit
def see_one_dealer_card(hands: Ints, weights: Ints, play: Play) -> int:
    """The best net result of each hand with each card that the dealer may show, summed over the dealer's other
    cards, the dealer's card, the hands and their likes.

    For each suit the other three are multiplied once; then each card of the suit needs a sum of seven products.
    """
    dealers = BINOMIAL[44, DRAW]
    total = 0
    lanes = np.empty(SUITS, np.int64)
    suits = np.zeros((KINDS, SUITS, DRAW + 1), np.int64)
    others = np.zeros((KINDS, DRAW + 1), np.int64)
    with_card = np.zeros((KINDS, DRAW + 1), np.int64)
    unused = np.zeros(DRAW + 1, np.int64)
    found = np.zeros(KINDS, np.int64)
    for row in range(len(hands)):
        for suit in range(SUITS):
            lanes[suit] = hands[row] >> RANKS * suit & FULL_LANE
        key = key_of(lanes[0], lanes[1], lanes[2], lanes[3])
        for suit in range(SUITS):
            free = FULL_LANE & ~lanes[suit]
            fill_suit(0, free, DRAW, key, suits[BELOW, suit], suits[AT_MOST, suit])
            fill_suit(0, free, DRAW, play.qualifier, suits[SHORT, suit], unused)
        of_hand = 0
        for suit in range(SUITS):
            for kind in range(KINDS):
                others[kind] = 0
                others[kind, 0] = 1
                for other in range(SUITS):
                    if other != suit:
                        multiply_into(others[kind], suits[kind, other])
            free = FULL_LANE & ~lanes[suit]
            for rank in range(RANKS):
                card = 1 << rank
                if not free & card:
                    continue
                fill_suit(card, free & ~card, DRAW, key, with_card[BELOW], with_card[AT_MOST])
                fill_suit(card, free & ~card, DRAW, play.qualifier, with_card[SHORT], unused)
                for kind in range(KINDS):
                    count = 0
                    for cards in range(DRAW + 1):
                        count += with_card[kind, cards] * others[kind, DRAW - cards]
                    found[kind] = count
                of_hand += best_value(key, play, found[SHORT], found[BELOW], found[AT_MOST], dealers)
        total += weights[row] * of_hand
    return total


@jit
def dealers_left(hand: int, known: int, play: Play) -> tuple[int, int, int, int, int]:
    """The key of a hand and, other cards being out of play, how many of the dealer's hands do not qualify, are below
    it, are at most equal to it, and are left in all."""
    lanes, free = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    none = np.zeros(SUITS, np.int64)
    left = 0
    for suit in range(SUITS):
        lanes[suit] = hand >> RANKS * suit & FULL_LANE
        free[suit] = FULL_LANE & ~((hand | known) >> RANKS * suit & FULL_LANE)
        left += LANE_SIZE[free[suit]]
    key = key_of(lanes[0], lanes[1], lanes[2], lanes[3])
    short, _ = dealers_under(play.qualifier, none, free, HAND)
    below, at_most = dealers_under(key, none, free, HAND)
    return key, short, below, at_most, BINOMIAL[left, HAND]


@jit
def gain_by_knowing(hand: int, known: int, play: Play) -> float:
    """What the best action with this knowledge brings above the action that is best without it, in antes; both are
    valued with the knowledge, so that the gain is never negative."""
    key, short, below, at_most, dealers = dealers_left(hand, 0, play)
    uninformed = best_choice(key, play, short, below, at_most, dealers)
    key, short, below, at_most, dealers = dealers_left(hand, known, play)
    value = best_value(key, play, short, below, at_most, dealers)
    value -= value_of_choice(key, play, uninformed, short, below, at_most, dealers)
    return float(value / (play.unit * dealers))


@jit
def gains_by_sharing(seed: int, start: int, stop: int, players: int, play: Play, gains: Floats) -> None:
    """For deals of these numbers: what a seat gains by knowing all players' hands, averaged over the seats."""
    hands = np.zeros(players, np.int64)
    for index in range(start, stop):
        taken, at = 0, 0
        for seat in range(players):
            hands[seat], at = deal(seed, index, at, taken, HAND)
            taken |= hands[seat]
        total = 0.0
        for seat in range(players):
            total += gain_by_knowing(hands[seat], taken & ~hands[seat], play)
        gains[index - start] = total / players
