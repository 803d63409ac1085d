"""High Card Flush, solved exactly: whole game, single decisions, and any fixed way of playing."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from houserules.lab.counting.outcomes import Outcome, Results
from houserules.lab.games.flushes.lanes import FULL_LANE, RANKS, key_of, lanes_of, require_disjoint
from houserules.lab.games.flushes.showdown import dealers_under
from houserules.lab.games.high_card_flush.hands_sweep import (
    AT_MOST,
    BELOW,
    CHOICES,
    DEALER_HANDS,
    HAND,
    HAND_CLASSES,
    HANDS,
    PATTERNS,
    SHORT,
    SUMS,
    HandTable,
    Play,
    sweep_hands,
    tally_hands,
)
from houserules.lab.games.high_card_flush.terms import FOLD, Terms, terms_of
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.verdicts import LOSE, TIE, WIN
from houserules.law import Submission

LENGTHS = HAND + 1


def play_of(terms: Terms) -> Play:
    """The terms as numbers for the kernels. Where nothing may be raised, a raise brings less than a fold."""
    forms = np.zeros((LENGTHS, 2, 2, 4), np.int64)
    for length in range(LENGTHS):
        multiples = terms.multiples(length)
        for met in range(2):
            if multiples:
                forms[length, met, 0] = terms.form(met == 1, multiples[0])
                forms[length, met, 1] = terms.form(met == 1, multiples[-1])
            else:
                forms[length, met, :, 0] = -2 * terms.unit
    return Play(terms.qualifier, terms.unit, forms)


def _deals(sums: list[int], met: bool) -> Iterator[tuple[bool, str, int]]:
    """Whether the dealer qualifies, how the hands compare, and how many deals that is."""
    every, short, below, at_most = sums[HANDS] * DEALER_HANDS, sums[SHORT], sums[BELOW], sums[AT_MOST]
    if met:
        yield False, WIN, short
        yield True, WIN, below - short
        yield True, TIE, at_most - below
        yield True, LOSE, every - at_most
    else:
        yield False, WIN, below
        yield False, TIE, at_most - below
        yield False, LOSE, short - at_most
        yield True, LOSE, every - short


def results_of(terms: Terms, tally: dict[tuple[int, int, int], Ints]) -> Results:
    """Name the outcomes of sums by length of the flush, multiple of the ante raised, and whether it qualifies."""
    found = []
    for (length, multiple, met), sums in sorted(tally.items()):
        action = FOLD if multiple == 0 else f"raise {multiple}x"
        for qualifies, comparison, deals in _deals([int(value) for value in sums], met == 1):
            if deals:
                net = terms.net(multiple, qualifies, comparison)
                found.append(Outcome(action, qualifies, comparison, length, Fraction(1 + multiple), net, deals))
    return Results(tuple(found))


def solve(terms: Terms, _progress: Progress | None = None) -> Results:
    """Best play over all deals. Of equally good actions the one that wagers least is taken."""
    sums = np.zeros((LENGTHS, 2, CHOICES, SUMS), np.int64)
    sweep_hands(PATTERNS, play_of(terms), sums, HandTable.empty(0))
    tally: dict[tuple[int, int, int], Ints] = {}
    for length in range(LENGTHS):
        raises = terms.multiples(length)
        multiples = (0, raises[0], raises[-1]) if raises else (0, 0, 0)
        for met in range(2):
            for choice, multiple in enumerate(multiples):
                place = length, multiple, met
                tally[place] = tally.get(place, 0) + sums[length, met, choice]
    return results_of(terms, tally)


def hand_table(qualifier: int) -> HandTable:
    """Every class of player's hands with what is counted of the dealer's hands (about 170 MB)."""
    table = HandTable.empty(HAND_CLASSES)
    unused = np.zeros((LENGTHS, 2, CHOICES, SUMS), np.int64)
    sweep_hands(PATTERNS, Play(qualifier, 1, np.zeros((LENGTHS, 2, 2, 4), np.int64)), unused, table)
    return table


def parts_of(terms: Terms, table: HandTable, keys: Ints) -> tuple[Ints, Ints]:
    """What the ante, and one ante raised, brings with each hand: parts of an ante, summed over the dealer's hands."""
    met = (keys >= terms.qualifier).astype(np.int64)
    forms = np.array([[terms.form(each, multiple) for multiple in (0, 1)] for each in (False, True)], np.int64)
    forms[:, 1] -= forms[:, 0]
    counts = table.counts
    ante, raised = (
        chosen[:, 0] * DEALER_HANDS
        + chosen[:, 1] * counts[:, SHORT]
        + chosen[:, 2] * counts[:, BELOW]
        + chosen[:, 3] * counts[:, AT_MOST]
        for chosen in (forms[met, 0], forms[met, 1])
    )
    return ante, raised


def best_raises(terms: Terms, table: HandTable, keys: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """What the better of the smallest and the largest raise brings with each hand, and whether it beats a fold."""
    ante, raised = parts_of(terms, table, keys)
    largest = np.array(terms.largest, np.int64)[keys >> RANKS]
    smallest = np.full_like(largest, terms.smallest)
    values: Ints = ante + np.where(raised > 0, largest, smallest) * raised
    values[largest < terms.smallest] = -2 * terms.unit * DEALER_HANDS
    return values, values > -terms.unit * DEALER_HANDS


ROWS = 1 << 18
"""How many hands are looked at together, so that what is worked out for each needs little room."""


def pieces_of(table: HandTable) -> Iterator[HandTable]:
    """A table, some rows at a time."""
    for start in range(0, len(table.hands), ROWS):
        rows = slice(start, start + ROWS)
        yield HandTable(table.hands[rows], table.weights[rows], table.counts[rows])


def evaluate(terms: Terms, strategy: Callable[[Ints], Ints], table: HandTable) -> Results:
    """A fixed way of playing over all deals. The strategy takes many hands (52 bits each, one from each
    class) and says for each how many antes to raise, 0 to fold; it must treat the suits alike."""
    most = max(terms.largest) + 1
    sums = np.zeros((LENGTHS * most * 2, SUMS), np.int64)
    for piece in pieces_of(table):
        keys = flush_keys(piece.hands)
        multiples = np.asarray(strategy(piece.hands), np.int64)
        tally_hands(piece, ((keys >> RANKS) * most + multiples) * 2 + (keys >= terms.qualifier), sums)
    tally = {(group // 2 // most, group // 2 % most, group % 2): part for group, part in enumerate(sums)}
    return results_of(terms, tally)


def flush_keys(hands: Ints) -> Ints:
    """The keys of many hands at once."""
    lanes = [hands >> RANKS * suit & FULL_LANE for suit in range(4)]
    keys = [np.bitwise_count(lane).astype(np.int64) << RANKS | lane for lane in lanes]
    best: Ints = np.maximum.reduce(keys)
    return best


@cache
def _forms(terms: Terms, met: bool, multiple: int) -> tuple[int, int, int, int]:
    return terms.form(met, multiple)


def decide(terms: Terms, hand: int, *, known: int = 0, dealer: int = 0) -> dict[str, Fraction]:
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
    short, _ = dealers_under(terms.qualifier, base, rest, draw)
    below, at_most = dealers_under(key, base, rest, draw)
    counts = dealers, int(short), int(below), int(at_most)
    options = {FOLD: Fraction(-1)}
    for multiple in terms.multiples(key >> RANKS):
        form = _forms(terms, bool(key >= terms.qualifier), multiple)
        net = sum(factor * count for factor, count in zip(form, counts, strict=True))
        options[f"raise {multiple}x"] = Fraction(net, terms.unit * dealers)
    return options


def options(submission: Submission, hand: int, _board: int, known: int, dealer: int) -> dict[str, Fraction]:
    return decide(terms_of(submission), hand, known=known, dealer=dealer)
