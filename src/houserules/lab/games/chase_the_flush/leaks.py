"""Chase the Flush with more known than one's own cards."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from houserules.lab.games.chase_the_flush.board_plans import Four
from houserules.lab.games.chase_the_flush.solving import class_weight, decide, hole_classes
from houserules.lab.games.chase_the_flush.suit_tables import HOLE
from houserules.lab.games.chase_the_flush.terms import terms_of
from houserules.lab.games.flushes.lanes import FULL_LANE, RANKS, SUITS
from houserules.lab.simulation.random_streams import deal
from houserules.lab.solving.arrays import Floats
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

BATCH: Final = 32


def sharing(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    terms = terms_of(submission)

    def best(hole: int, known: int) -> Fraction:
        return max(decide(terms, hole, known=known).values())

    def work(index: int) -> float:
        holes, taken, at = [], 0, 0
        for _ in range(players):
            hole, at = deal(seed, index, at, taken, HOLE)
            holes.append(int(hole))
            taken |= int(hole)
        return float(sum(best(hole, taken & ~hole) - best(hole, 0) for hole in holes)) / players

    return np.array(list(in_threads(work, range(samples), progress)))


def dealer_card(submission: Submission, progress: Progress) -> Fraction:
    terms = terms_of(submission)
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
