"""High Card Flush, solved exactly: whole game, single decisions, and any fixed way of playing."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from houserules.lab.hands_sweep import (
    DEALER_HANDS,
    FOLD,
    HAND,
    HAND_CLASSES,
    HANDS,
    LOST,
    OUTCOMES,
    PATTERNS,
    TIED,
    UNQUALIFIED,
    WON,
    HandTable,
    sweep_hands,
    tally_hands,
)
from houserules.lab.lanes import (
    FULL_LANE,
    NINE_HIGH_THREE_CARD_FLUSH,
    RANKS,
    Ints,
    key_of,
    lanes_of,
    require_disjoint,
)
from houserules.lab.outcomes import Outcome, Results
from houserules.lab.showdown import dealers_under

LARGEST_RAISE: Final[Mapping[int, int]] = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}
"""How many antes may be raised, by length of the flush."""


def _raises(largest_raise: Mapping[int, int]) -> Ints:
    return np.array([largest_raise.get(length, 1) for length in range(HAND + 1)], np.int64)


def _best_play(qualifier: int, largest_raise: Mapping[int, int]) -> Ints:
    """Tally best play by [flush][multiple][outcome]."""
    raises = _raises(largest_raise)
    choices = np.zeros((HAND + 1, 3, OUTCOMES), np.int64)
    sweep_hands(PATTERNS, qualifier, raises, choices, HandTable.empty(0))
    hands = choices[:, :, HANDS].copy()
    choices[:, :, TIED] = 0
    choices[:, :, TIED] = hands * DEALER_HANDS - choices.sum(axis=2)
    tally = np.zeros((HAND + 1, int(raises.max()) + 1, OUTCOMES), np.int64)
    for length, largest in enumerate(raises):
        tally[length, :2] = choices[length, :2]
        tally[length, largest] += choices[length, 2]
    return tally


def results_of(tally: Ints) -> Results:
    """Name the outcomes of a tally by flush, multiple of the ante raised, and outcome."""
    found = []
    names = {UNQUALIFIED: "unqualified", WON: "win", TIED: "tie", LOST: "lose"}
    for (flush, multiple, outcome), deals in np.ndenumerate(tally):
        if deals:
            stake = 1 + multiple
            net = {UNQUALIFIED: 1, WON: stake, TIED: 0, LOST: -stake}[outcome]
            found.append(
                Outcome(
                    action="fold" if multiple == FOLD else f"raise {multiple}x",
                    dealer_qualifies=outcome != UNQUALIFIED,
                    comparison=names[outcome],
                    flush=flush,
                    wagered=Fraction(stake),
                    net=Fraction(-1 if multiple == FOLD else net),
                    deals=int(deals),
                )
            )
    return Results(tuple(found))


def solve(qualifier: int = NINE_HIGH_THREE_CARD_FLUSH, largest_raise: Mapping[int, int] = LARGEST_RAISE) -> Results:
    """Best play over all deals. Of equally good actions the one that wagers least is taken."""
    return results_of(_best_play(qualifier, largest_raise))


def hand_table(qualifier: int = NINE_HIGH_THREE_CARD_FLUSH) -> HandTable:
    """Every class of player's hands with its dealer's hands by outcome (about 250 MB)."""
    table = HandTable.empty(HAND_CLASSES)
    tally = np.zeros((HAND + 1, 3, OUTCOMES), np.int64)
    sweep_hands(PATTERNS, qualifier, _raises(LARGEST_RAISE), tally, table)
    return table


def evaluate(strategy: Callable[[Ints], Ints], table: HandTable) -> Results:
    """A fixed way of playing over all deals. The strategy takes many hands (52 bits each, one from each
    class) and says for each how many antes to raise, 0 to fold; it must treat the suits alike."""
    multiples = np.asarray(strategy(table.hands), np.int64)
    lengths = flush_keys(table.hands) >> RANKS
    tally = np.zeros((HAND + 1, int(multiples.max()) + 1, OUTCOMES), np.int64)
    tally_hands(table, lengths, multiples, tally)
    return results_of(tally)


def flush_keys(hands: Ints) -> Ints:
    """The keys of many hands at once."""
    lanes = [hands >> RANKS * suit & FULL_LANE for suit in range(4)]
    keys = [np.bitwise_count(lane).astype(np.int64) << RANKS | lane for lane in lanes]
    best: Ints = np.maximum.reduce(keys)
    return best


def decide(
    hand: int,
    *,
    known: int = 0,
    dealer: int = 0,
    qualifier: int = NINE_HIGH_THREE_CARD_FLUSH,
    largest_raise: Mapping[int, int] = LARGEST_RAISE,
) -> dict[str, Fraction]:
    """The value, in antes, of each option of one hand, smallest wager first. `known` are cards that cannot be
    in the dealer's hand, `dealer` cards that are."""
    require_disjoint(hand, known, dealer)
    if hand.bit_count() != HAND or dealer.bit_count() > HAND:
        raise ValueError("a hand has seven cards")
    held, shown = lanes_of(hand), lanes_of(dealer)
    free = [FULL_LANE & ~lane for lane in lanes_of(hand | known | dealer)]
    draw = HAND - dealer.bit_count()
    dealers = comb(sum(lane.bit_count() for lane in free), draw)
    key = key_of(*held)
    base, rest = np.array(shown, np.int64), np.array(free, np.int64)
    unqualified, _ = dealers_under(qualifier, base, rest, draw)
    won, lost = 0, dealers - unqualified
    if key >= qualifier:
        below, at_most = dealers_under(key, base, rest, draw)
        won, lost = below - unqualified, dealers - at_most
    options = {"fold": Fraction(-1)}
    for multiple in range(1, largest_raise[key >> RANKS] + 1):
        net = unqualified + (1 + multiple) * (won - lost)
        options[f"raise {multiple}x"] = Fraction(int(net), dealers)
    return options
