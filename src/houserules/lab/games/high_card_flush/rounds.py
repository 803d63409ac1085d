"""High Card Flush played out, round by round."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from houserules.lab.counting.outcomes import added_up
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import FEATURES, choose
from houserules.lab.games.flushes.rounds import (
    ACE,
    ALL_RULES,
    ENDS,
    KIND_CELLS,
    KINDS_AT,
    LENGTHS,
    PARAMETERS,
    base_cell,
    best_suit,
    cards_in_suit,
    common_parameters,
    ends,
    kind_of,
    kinds_in,
)
from houserules.lab.games.high_card_flush.terms import Terms, terms_of
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Numbers
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import Submission

SMALLEST: Final = PARAMETERS
LARGEST: Final = PARAMETERS + 1


@jit
def play_round(seed: int, index: int, parameters: Ints, tests: Ints, actions: Ints) -> tuple[int, int, int]:
    """The cells of the base game's end and of the kind of the player's hand."""
    hand, at = deal(seed, index, 0, 0, 7)
    dealer, _ = deal(seed, index, at, hand, 7)
    antes = choose(tests, actions, 0, parameters[ALL_RULES], hand, 0)
    antes = min(antes, parameters[LARGEST + cards_in_suit(hand, best_suit(hand))])
    if antes < parameters[SMALLEST]:
        antes = 0
    kind = parameters[KINDS_AT] + kind_of(hand, parameters[ACE])
    return base_cell(antes, hand, dealer, parameters), kind, -1


@jit
def play_rounds(seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints) -> None:
    """Play the rounds of these numbers and count how each ended."""
    for index in range(start, stop):
        base, kind, _ = play_round(seed, index, parameters, tests, actions)
        tally[base] += 1
        tally[kind] += 1


def _actions(terms: Terms) -> int:
    """A fold, and every multiple up to the largest."""
    return 1 + max(terms.largest)


def numbers(submission: Submission, strategy: WrittenStrategy) -> Numbers:
    terms, rules = terms_of(submission), rule_table(strategy, FEATURES)
    parameters = common_parameters(submission, _actions(terms), len(rules.actions), 1 + LENGTHS)
    parameters[SMALLEST] = terms.smallest
    parameters[LARGEST : LARGEST + LENGTHS] = terms.largest
    return Numbers(parameters, rules.tests, rules.actions, _actions(terms) * ENDS + KIND_CELLS)


def base_results(submission: Submission, cells: Ints) -> Mapping[Fraction, int]:
    terms = terms_of(submission)
    return added_up(
        (terms.net(antes, qualifies, comparison), count)
        for antes, qualifies, comparison, _, count in ends(cells, _actions(terms))
    )


def kinds(submission: Submission, cells: Ints) -> Iterator[tuple[Kind, int]]:
    return kinds_in(cells, _actions(terms_of(submission)))
