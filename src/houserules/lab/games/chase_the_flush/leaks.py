"""Chase the Flush with more known than one's own cards."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from houserules.lab.games.chase_the_flush.board_layout import DECK, Stakes
from houserules.lab.games.chase_the_flush.board_plans import Four
from houserules.lab.games.chase_the_flush.fixed_play import Choices, Strategy, card_bits, play_hole
from houserules.lab.games.chase_the_flush.holes_sweep import find_flops, value_holes
from houserules.lab.games.chase_the_flush.solving import (
    DEALERS,
    class_weight,
    decide,
    hole_classes,
    make_stakes,
    plan_of_hole,
    results_of,
)
from houserules.lab.games.chase_the_flush.streets import river_counts
from houserules.lab.games.chase_the_flush.suit_tables import BOARD, HOLE, tables_of_one_hole
from houserules.lab.games.chase_the_flush.terms import Terms, terms_of
from houserules.lab.games.flushes.lanes import FULL_LANE, RANKS, SUITS, lanes_of
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import Glimpse, Progress
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

BATCH: Final = 32
FLOP: Final = 2
NONE: Final[Four] = (0, 0, 0, 0)


class OwnCardsOnly:
    """Best play of one hole by a player who knows nothing else."""

    def __init__(self, terms: Terms, hole: int) -> None:
        lanes = lanes_of(hole)
        self._held = np.array(lanes, np.int64)
        self._stakes = make_stakes(terms, HOLE, DEALERS)
        none = np.zeros(SUITS, np.int64)
        tables = tables_of_one_hole(self._held, none, none, HOLE, terms.qualifier)
        plan = plan_of_hole(lanes, NONE, NONE, HOLE, terms.qualifier)
        states = np.arange(SUITS)
        _, margins, values = value_holes(tables, plan, self._stakes, states[None, :])
        self._all_in = bool(values[0, 0] > values[0, 1])
        x, y = np.nonzero(find_flops(tables, states[None, :])[0])
        cards = card_bits(tables, states)
        flops = cards[x] | cards[y]
        order = np.argsort(flops)
        self._flops, self._margins = flops[order], margins[0, x, y][order]

    def all_in_at_once(self, _hole: int) -> bool:
        return self._all_in

    def all_in_after_flop(self, _hole: int, flops: Ints) -> Choices:
        found: Choices = self._margins[np.searchsorted(self._flops, flops)] < 0
        return found

    def calls(self, _hole: int, boards: Ints) -> Choices:
        chosen = np.empty(len(boards), np.bool_)
        choose_calls(self._stakes, self._held, boards, chosen)
        return chosen


@jit
def choose_calls(stakes: Stakes, hole: Ints, boards: Ints, chosen: Choices) -> None:
    """Whether a call is better than a fold, with each of the boards."""
    board, none, free = np.empty(SUITS, np.int64), np.zeros(SUITS, np.int64), np.empty(SUITS, np.int64)
    for place in range(len(boards)):
        for suit in range(SUITS):
            board[suit] = boards[place] >> RANKS * suit & FULL_LANE
            free[suit] = FULL_LANE & ~(hole[suit] | board[suit])
        call, _ = river_counts(stakes, hole, board, none, free)
        chosen[place] = call > -2 * stakes.unit * stakes.dealers


def value_with_known(terms: Terms, hole: int, known: int, strategy: Strategy) -> Fraction:
    """What a way of playing brings with this hole while other cards are out of play."""
    lanes, dead = lanes_of(hole), lanes_of(known)
    dealers = comb(DECK - HOLE - known.bit_count() - BOARD, HOLE)
    held, out = np.array(lanes, np.int64), np.array(dead, np.int64)
    tables = tables_of_one_hole(held, np.zeros(SUITS, np.int64), out, HOLE, terms.qualifier)
    plan = plan_of_hole(lanes, NONE, dead, HOLE, terms.qualifier)
    stakes = make_stakes(terms, HOLE, dealers)
    played = play_hole(tables, plan, stakes, lanes, strategy, np.arange(SUITS))
    return -results_of(terms, played, dealers).house_edge


def sharing(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    """Of each deal one seat is looked at: all are alike."""
    terms = terms_of(submission)

    def work(index: int) -> float:
        first, at = deal(seed, index, 0, 0, HOLE)
        others, _ = deal(seed, index, at, first, HOLE * (players - 1))
        hole, known = int(first), int(others)
        return float(gain_by_knowing(terms, hole, known))

    return np.array(list(in_threads(work, range(samples), progress)))


def gain_by_knowing(terms: Terms, hole: int, known: int) -> Fraction:
    """What best play with this knowledge brings above best play without it; both are valued with the knowledge, so
    that the gain is never negative."""
    check, all_in = decide(terms, hole, known=known).values()
    uninformed = OwnCardsOnly(terms, hole)
    if uninformed.all_in_at_once(hole):
        return max(check, all_in) - all_in
    return max(check, all_in) - value_with_known(terms, hole, known, uninformed)


def glimpsed(submission: Submission, seen: Glimpse, samples: int, seed: int, progress: Progress) -> Floats:
    """What a seat gains by cards that it sees before the first decision, deal by deal."""
    terms = terms_of(submission)

    def work(index: int) -> float:
        first, at = deal(seed, index, 0, 0, HOLE)
        hole = int(first)
        if seen.flop:
            flop, _ = deal(seed, index, at, first, FLOP)
            return float(gain_by_the_flop(terms, hole, int(flop)))
        burnt, at = deal(seed, index, at, first, seen.burnt) if seen.burnt else (0, at)
        if not seen.dealers:
            return float(gain_by_knowing(terms, hole, int(burnt)))
        shown, _ = deal(seed, index, at, first | burnt, seen.dealers)
        informed = max(decide(terms, hole, known=int(burnt), dealer=int(shown)).values())
        # On average this is what best play without the knowledge brings; of one deal it is not.
        return float(informed - max(decide(terms, hole).values()))

    return np.array(list(in_threads(work, range(samples), progress)))


def gain_by_the_flop(terms: Terms, hole: int, flop: int) -> Fraction:
    """What seeing the flop before the first decision brings: all in for the most where that is better than waiting.
    Who does not see it goes all in or not by the hole alone, and sees the flop at the second decision as well."""
    first, _, last = terms.multiples
    early = replace(terms, multiples=(first, first, last))
    at_once = decide(early, hole, flop)[early.action(1)]
    later = decide(terms, hole, flop)
    check, all_in = decide(terms, hole).values()
    uninformed = at_once if all_in > check else max(later.values())
    return max(at_once, *later.values()) - uninformed


def dealer_card(terms: Terms, progress: Progress) -> Fraction:
    """What best play brings when one card of the dealer is seen before the first decision, over all deals."""
    states = list(holes_with_dealer_card())

    def work(start: int) -> Fraction:
        total = Fraction(0)
        for hole, card, weight in states[start : start + BATCH]:
            total += weight * max(decide(terms, hole, dealer=card).values())
        return total

    total = sum(in_threads(work, range(0, len(states), BATCH), progress), Fraction(0))
    return total / (comb(52, HOLE) * 49)


def holes_with_dealer_card() -> Iterator[tuple[int, int, int]]:
    """Every hole with every card of the dealer, once for all that exchanging suits turns into each other: hole,
    card, and how many such pairs there are."""
    for hole in hole_classes():
        alike: dict[tuple[int, int], list[int]] = {}
        for suit, lane in enumerate(hole):
            for rank in range(RANKS):
                if (FULL_LANE & ~lane) >> rank & 1:
                    alike.setdefault((lane, rank), []).append(1 << RANKS * suit + rank)
        for cards in alike.values():
            yield _mask(hole), cards[0], class_weight(hole) * len(cards)


def _mask(lanes: Four) -> int:
    return sum(lanes[suit] << RANKS * suit for suit in range(SUITS))
