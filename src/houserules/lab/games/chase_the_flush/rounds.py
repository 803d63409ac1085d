"""Chase the Flush played out, round by round."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

import numpy as np

from houserules.lab.counting.outcomes import Outcome
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.games.chase_the_flush.fixed_play import card_bits
from houserules.lab.games.chase_the_flush.groups import LENGTHS
from houserules.lab.games.chase_the_flush.holes_sweep import find_checks, find_flops, value_holes
from houserules.lab.games.chase_the_flush.solving import DEALERS, hole_classes, make_stakes, plan_of_hole
from houserules.lab.games.chase_the_flush.strategies import STAGE_NAMES
from houserules.lab.games.chase_the_flush.suit_tables import tables_of_all_holes
from houserules.lab.games.chase_the_flush.terms import ACTIONS, Terms, terms_of
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import FEATURES, choose, size_of
from houserules.lab.games.flushes.lanes import FULL_LANE, RANKS, SUITS
from houserules.lab.games.flushes.rounds import (
    ENDS,
    KIND_CELLS,
    all_kinds,
    base_cell,
    best_of,
    keys_of,
    kind_of,
    lanes_read,
    outcomes,
    qualifier_key,
)
from houserules.lab.simulation.random_streams import cards_of, shuffle_front, spin
from houserules.lab.solving.answers import find_answer
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.base_game import question_about
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Numbers
from houserules.lab.solving.threads import in_threads
from houserules.lab.strategy.files import BestPlay, Strategy
from houserules.lab.strategy.packed_rules import RULES, packed_rules
from houserules.law import Submission

# Parameters, by their place in an array.
QUALIFIER: Final = 0
WHEEL_SEGMENTS: Final = 1
WHEEL_CARDS: Final = 2
PARAMETERS: Final = 3

# What is known of a strategy behind its rules.
FLOP_RULES: Final = RULES
RIVER_RULES: Final = RULES + 1
OPENING: Final = RULES + 2
FLOPS: Final = RULES + 3
ROW: Final = RULES + 4

HOLE: Final = 3
BOARD: Final = 4
FLOP: Final = 2
EMPTY: Final = 255
HOLES: Final = 22_100
PAIRS: Final = 1_326
DRAWN: Final = 3
CALLS: Final = 3
"""Where the terms of a call begin, behind the unit, the dealer's hands and the qualifier."""


@jit
def hole_number(one: int, two: int, three: int) -> int:
    """The number of three cards, in whatever order, among all holes."""
    low, high = min(one, two), max(one, two)
    low, middle = min(low, three), max(low, three)
    middle, high = min(middle, high), max(middle, high)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@jit
def pair_number(one: int, two: int) -> int:
    """The number of two cards, in whatever order, among all pairs."""
    low, high = min(one, two), max(one, two)
    return high * (high - 1) // 2 + low


@jit
def ways(cards: int, drawn: int) -> int:
    """In how many ways up to three cards are drawn."""
    if drawn == 0:
        return 1
    if drawn == 1:
        return cards
    return cards * (cards - 1) // 2 if drawn == 2 else cards * (cards - 1) * (cards - 2) // 6


@jit
def draws_beside(base: int, free: int, drawn: int, bound: int) -> tuple[int, int]:
    """Of the sets of this many free cards of a suit: how many give, with the base, ranks below the bound, which is as
    long, and whether one gives the bound itself. From the top down; above each rank both are alike."""
    below, left = 0, drawn
    for rank in range(RANKS - 1, -1, -1):
        card = 1 << rank
        if bound & card:
            if base & card:
                continue
            below += ways(size_of(free & (card - 1)), left)
            if left == 0 or not free & card:
                return below, 0
            left -= 1
        elif base & card:
            return below, 0
    return below, 1


@jit
def dealers_below(bound: int, board: int, gone: int) -> tuple[int, int]:
    """How many of the dealer's three cards make, with the board, a flush below the bound, and how many one that is
    at most the bound. Suit by suit; the numbers are those of 0 to 3 cards drawn so far."""
    length = bound >> RANKS
    a0, a1, a2, a3 = 1, 0, 0, 0
    b0, b1, b2, b3 = 1, 0, 0, 0
    for suit in range(SUITS):
        base = board >> RANKS * suit & FULL_LANE
        free = FULL_LANE & ~(gone >> RANKS * suit)
        level, cards = length - size_of(base), size_of(free)
        under, equal = draws_beside(base, free, level, bound & FULL_LANE) if 0 <= level <= DRAWN else (0, 0)
        f0 = 1 if level > 0 else (under if level == 0 else 0)
        f1 = ways(cards, 1) if level > 1 else (under if level == 1 else 0)
        f2 = ways(cards, 2) if level > 2 else (under if level == 2 else 0)
        f3 = ways(cards, 3) if level > 3 else (under if level == 3 else 0)
        a0, a1, a2, a3 = (
            a0 * f0,
            a1 * f0 + a0 * f1,
            a2 * f0 + a1 * f1 + a0 * f2,
            a3 * f0 + a2 * f1 + a1 * f2 + a0 * f3,
        )
        f0 += equal if level == 0 else 0
        f1 += equal if level == 1 else 0
        f2 += equal if level == 2 else 0
        f3 += equal if level == 3 else 0
        b0, b1, b2, b3 = (
            b0 * f0,
            b1 * f0 + b0 * f1,
            b2 * f0 + b1 * f1 + b0 * f2,
            b3 * f0 + b2 * f1 + b1 * f2 + b0 * f3,
        )
    return a3, b3


@jit
def calls_on_the_river(hole: int, board: int, key: int, terms: Ints) -> bool:
    """Whether all in brings more than a fold, counted over all of the dealer's hands. The key is that of the hand."""
    unit, dealers, qualifier = terms[0], terms[1], terms[2]
    below, at_most = dealers_below(key, board, hole | board)
    unqualified, _ = dealers_below(qualifier, board, hole | board)
    one = CALLS + ((1 if key >= qualifier else 0) * LENGTHS + (key >> RANKS)) * 4
    call = terms[one] * dealers + terms[one + 1] * below
    call += terms[one + 2] * (dealers - at_most) + terms[one + 3] * unqualified
    return bool(call > -2 * unit * dealers)


@jit
def action_of(
    deck: Bytes, at: int, hole: int, flop: int, board: int, key: int, strategy: int, strategies: Ints, tests: Ints,
    actions: Ints, lookup: Bytes, exact: Ints,
) -> int:  # fmt: skip
    """3, 2, 1 for all in at the first, second or last stage, 0 for a fold."""
    row = strategies[strategy]
    number = hole_number(int(np.int64(deck[at])), int(np.int64(deck[at + 1])), int(np.int64(deck[at + 2])))
    if lookup[row[OPENING] + number]:
        return 3
    if row[FLOPS] >= 0:
        bit = number * PAIRS + pair_number(int(np.int64(deck[0])), int(np.int64(deck[1])))
        if np.int64(lookup[row[FLOPS] + (bit >> 3)]) >> (bit & 7) & 1:
            return 2
        return 1 if calls_on_the_river(hole, board, key, exact) else 0
    mine, chosen = tests[row[0] : row[1]], actions[row[2] : row[3]]
    if choose(mine, chosen, row[FLOP_RULES], row[RIVER_RULES], hole, flop):
        return 2
    return choose(mine, chosen, row[RIVER_RULES], row[3] - row[2], hole, board)


@jit
def play_seat(
    seed: int, index: int, seat: int, deck: Bytes, at: int, flop: int, board: int, dealers: int, strategy: int,
    parameters: Ints, strategies: Ints, tests: Ints, actions: Ints, lookup: Bytes, exact: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """The seat whose cards lie from this place of the deck on. The board lies in front."""
    hole = cards_of(deck, at, HOLE)
    hand = hole | board
    key = best_of(keys_of(hand, lookup))
    action = action_of(deck, at, hole, flop, board, key, strategy, strategies, tests, actions, lookup, exact)
    segment = -1
    if parameters[WHEEL_SEGMENTS]:
        suited = True
        for place in range(at + 1, at + parameters[WHEEL_CARDS]):
            suited &= deck[place] // 13 == deck[at] // 13
        if suited:
            segment = spin(seed, index, seat, parameters[WHEEL_SEGMENTS])
    return base_cell(action, key, dealers, parameters[QUALIFIER]), kind_of(hand, lookup), segment


@jit
def play_round(
    seed: int, index: int, deck: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, exact: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """One seat that plays the first strategy: the base game's end, the kind of the seven cards, the segment."""
    shuffle_front(seed, index, deck, BOARD + 2 * HOLE)
    flop, board = cards_of(deck, 0, FLOP), cards_of(deck, 0, BOARD)
    dealers = best_of(keys_of(board | cards_of(deck, BOARD + HOLE, HOLE), lookup))
    return play_seat(
        seed, index, 0, deck, BOARD, flop, board, dealers, 0, parameters, strategies, tests, actions, lookup, exact
    )


@jit
def play_rounds(
    seed: int, rounds: Ints, plays: Bytes, parameters: Ints, strategies: Ints, tests: Ints, actions: Ints,
    lookup: Bytes, exact: Ints, ends: Ints, kinds: Ints, segments: Ints,
) -> None:  # fmt: skip
    """Rounds of these numbers at tables whose seats play the strategies of these numbers; who has none is dealt
    nothing."""
    deck = np.zeros(52, np.uint8)
    seats = plays.shape[1]
    for place in range(len(rounds)):
        present = 0
        for seat in range(seats):
            present += plays[place, seat] != EMPTY
        shuffle_front(seed, rounds[place], deck, BOARD + HOLE * (present + 1))
        flop, board = cards_of(deck, 0, FLOP), cards_of(deck, 0, BOARD)
        dealers = best_of(keys_of(board | cards_of(deck, BOARD + HOLE * present, HOLE), lookup))
        at = BOARD
        for seat in range(seats):
            strategy = int(np.int64(plays[place, seat]))
            if strategy != EMPTY:
                ends[place, seat], kinds[place, seat], segments[place, seat] = play_seat(
                    seed, rounds[place], seat, deck, at, flop, board, dealers, strategy,
                    parameters, strategies, tests, actions, lookup, exact,
                )  # fmt: skip
                at += HOLE


@jit
def read_cards(
    hands: Ints, dealer: int, board: int, chosen: Ints, parameters: Ints, lookup: Bytes, ends: Ints, kinds: Ints
) -> None:
    """The same for cards that are given, played as chosen: 3, 2, 1 for all in at the first, second or last stage."""
    dealers = best_of(keys_of(dealer | board, lookup))
    for seat in range(len(hands)):
        hand = hands[seat] | board
        ends[seat] = base_cell(chosen[seat], best_of(keys_of(hand, lookup)), dealers, parameters[QUALIFIER])
        kinds[seat] = kind_of(hand, lookup)


def numbers(submission: Submission, strategies: Sequence[Strategy]) -> Numbers:
    segments = 0
    if submission.progressive is not None and suited_cards(submission) is not None:
        segments = sum(count for _, count in submission.progressive.segments)
    parameters = np.array([qualifier_key(submission), segments, suited_cards(submission) or HOLE], np.int64)
    packed = packed_rules(strategies, FEATURES, ROW)
    lookups: list[Bytes] = [lanes_read(submission.ace)]
    exact = np.zeros(0, np.int64)
    for number, strategy in enumerate(strategies):
        row = packed.rows[number]
        row[OPENING], row[FLOPS] = sum(map(len, lookups)), -1
        if isinstance(strategy, BestPlay):
            opening, flops, exact = decisions_of_best_play(submission)
            row[FLOPS] = row[OPENING] + len(opening)
            lookups += [opening, flops]
        else:
            stages = packed.stages[number]
            _, flop, river = STAGE_NAMES
            row[FLOP_RULES], row[RIVER_RULES] = stages[flop][0], stages[river][0]
            lookups.append(_openings(packed.tests_of(number), packed.actions_of(number), int(row[FLOP_RULES])))
    cells = ACTIONS * ENDS, KIND_CELLS, segments
    return Numbers(parameters, packed.rows, packed.tests, packed.actions, np.concatenate(lookups), exact, cells)


def _openings(tests: Ints, actions: Ints, rules: int) -> Bytes:
    """Whether the strategy goes all in with each hole."""
    made = np.zeros(HOLES, np.uint8)
    _fill_openings(tests, actions, rules, made)
    return made


@jit
def _fill_openings(tests: Ints, actions: Ints, rules: int, made: Bytes) -> None:
    for high in range(52):
        for middle in range(high):
            for low in range(middle):
                hole = 1 << high | 1 << middle | 1 << low
                made[hole_number(high, middle, low)] = choose(tests, actions, 0, rules, hole, 0) > 0


def decisions_of_best_play(submission: Submission) -> tuple[Bytes, Bytes, Ints]:
    """Which holes go all in at once; which go all in after each flop, one bit each; and the terms of a call. The
    tables are kept."""
    terms = terms_of(submission)
    opening, flops = find_answer(
        question_about("best play before the river", submission, by=_solve_before_the_river),
        lambda: _solve_before_the_river(terms),
    )
    stakes = make_stakes(terms, HOLE, DEALERS)
    head = np.array([stakes.unit, stakes.dealers, stakes.qualifier], np.int64)
    return opening, flops, np.concatenate((head, stakes.calls.ravel()))


def _solve_before_the_river(terms: Terms) -> tuple[Bytes, Bytes]:
    tables = tables_of_all_holes(terms.qualifier)
    stakes = make_stakes(terms, HOLE, DEALERS)
    state_of = {int(lane): state for state, lane in enumerate(tables.hole)}
    none = (0, 0, 0, 0)
    opening = np.zeros(HOLES, np.uint8)
    after = np.zeros((HOLES, PAIRS), np.bool_)

    def work(hole: tuple[int, int, int, int]) -> None:
        plan = plan_of_hole(hole, none, none, HOLE, terms.qualifier)
        states = np.array([[state_of[lane] for lane in hole]], np.int64)
        _, margins, values = value_holes(tables, plan, stakes, states)
        flops = find_flops(tables, states)[0] & (find_checks(tables, states, margins)[0] == 0)
        cards = card_bits(tables, states[0])
        places = [int(bit).bit_length() - 1 for bit in cards]
        x, y = np.nonzero(np.tril(flops))
        one, two = (np.array(places, np.int64)[each] for each in (x, y))
        held = [13 * suit + rank for suit, lane in enumerate(hole) for rank in range(13) if lane >> rank & 1]
        for exchanged in permutations(range(SUITS)):
            turn = np.array([13 * exchanged[card // 13] + card % 13 for card in range(52)], np.int64)
            number = hole_number(*(int(turn[card]) for card in held))
            opening[number] = values[0, 0] > values[0, 1]
            low, high = np.minimum(turn[one], turn[two]), np.maximum(turn[one], turn[two])
            after[number, high * (high - 1) // 2 + low] = True

    for _ in in_threads(work, hole_classes()):
        pass
    return opening, np.packbits(after.ravel(), bitorder="little")


def ends(submission: Submission) -> tuple[Outcome, ...]:
    """Actions are numbered as in rule files: 0 is a fold, 3 is all in at the first stage."""
    terms = terms_of(submission)

    def named(action: int, qualifies: bool, comparison: str, length: int) -> Outcome:
        stage = ACTIONS - 1 - action
        wagered = Fraction(2 + (terms.multiples[stage] if action else 0))
        net = terms.net(stage, qualifies, comparison, length)
        return Outcome(terms.action(stage), qualifies, comparison, length, wagered, net, 0)

    return outcomes(ACTIONS, named)


def kinds(_submission: Submission) -> tuple[Kind, ...]:
    return all_kinds()
