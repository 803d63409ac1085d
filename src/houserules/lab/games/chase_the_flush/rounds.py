"""Chase the Flush played out, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from houserules.lab.counting.outcomes import added_up
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.games.chase_the_flush.strategies import STAGE_NAMES
from houserules.lab.games.chase_the_flush.terms import ACTIONS, terms_of
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import FEATURES, choose
from houserules.lab.games.flushes.rounds import (
    ACE,
    ALL_RULES,
    ENDS,
    KIND_CELLS,
    KINDS_AT,
    PARAMETERS,
    base_cell,
    best_suit,
    cards_in_suit,
    common_parameters,
    ends,
    kind_of,
    kinds_in,
)
from houserules.lab.simulation.random_streams import deal, spin
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Numbers
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import Submission

FLOP_RULES: Final = PARAMETERS
RIVER_RULES: Final = PARAMETERS + 1
WHEEL_SEGMENTS: Final = PARAMETERS + 2
WHEEL_CARDS: Final = PARAMETERS + 3
MORE: Final = 4


@jit
def play_round(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """The cells of the base game's end, of the kind of the player's seven cards, and of the wheel's segment where it
    was spun. The first cards are dealt apart from the others, because the wheel asks for them."""
    first, at = deal(seed, index, 0, 0, parameters[WHEEL_CARDS])
    rest, at = deal(seed, index, at, first, 3 - parameters[WHEEL_CARDS])
    hole = first | rest
    flop, at = deal(seed, index, at, hole, 2)
    river, at = deal(seed, index, at, hole | flop, 2)
    board = flop | river
    dealers, _ = deal(seed, index, at, hole | board, 3)
    action = choose(tests, actions, 0, parameters[FLOP_RULES], hole, 0)
    if action == 0:
        action = choose(tests, actions, parameters[FLOP_RULES], parameters[RIVER_RULES], hole, flop)
    if action == 0:
        action = choose(tests, actions, parameters[RIVER_RULES], parameters[ALL_RULES], hole, board)
    kinds_at = parameters[KINDS_AT]
    segment = -1
    if parameters[WHEEL_SEGMENTS] and cards_in_suit(first, best_suit(first)) == parameters[WHEEL_CARDS]:
        segment = kinds_at + KIND_CELLS + spin(seed, index, parameters[WHEEL_SEGMENTS])
    hand = hole | board
    return base_cell(action, hand, dealers | board, parameters), kinds_at + kind_of(hand, parameters[ACE]), segment


@jit
def play_rounds(seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints) -> None:
    """Play the rounds of these numbers and count how each ended."""
    for index in range(start, stop):
        base, kind, segment = play_round(seed, index, parameters, tests, actions)
        tally[base] += 1
        tally[kind] += 1
        if segment >= 0:
            tally[segment] += 1


def numbers(submission: Submission, strategy: WrittenStrategy) -> Numbers:
    rules = rule_table(strategy, FEATURES)
    parameters = common_parameters(submission, ACTIONS, len(rules.actions), MORE)
    _, flop, river = STAGE_NAMES
    parameters[FLOP_RULES] = rules.stages[flop][0]
    parameters[RIVER_RULES] = rules.stages[river][0]
    segments = 0
    if submission.progressive is not None and suited_cards(submission) is not None:
        segments = sum(count for _, count in submission.progressive.segments)
    parameters[WHEEL_SEGMENTS] = segments
    parameters[WHEEL_CARDS] = suited_cards(submission) or 3
    return Numbers(parameters, rules.tests, rules.actions, ACTIONS * ENDS + KIND_CELLS + segments)


def base_results(submission: Submission, cells: Ints) -> Mapping[Fraction, int]:
    """In a tally actions are numbered as in rule files: 0 is a fold, 3 is all in at the first stage."""
    terms = terms_of(submission)
    return added_up(
        (terms.net(ACTIONS - 1 - action, qualifies, comparison, length), count)
        for action, qualifies, comparison, length, count in ends(cells, ACTIONS)
    )


def kinds(_submission: Submission, cells: Ints) -> Iterator[tuple[Kind, int]]:
    return kinds_in(cells, ACTIONS)


def segments(_submission: Submission, cells: Ints) -> Sequence[int]:
    return [int(count) for count in cells[ACTIONS * ENDS + KIND_CELLS :]]
