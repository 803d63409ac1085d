"""Chase the Flush: how what two seats bring by their own cards and the board goes together, without the dealer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from houserules.cards import AceReading
from houserules.lab.games.chase_the_flush.seats.boards import Board, all_boards
from houserules.lab.games.chase_the_flush.seats.pairs import holes_of, pairs_of
from houserules.lab.games.chase_the_flush.strategies import GAME
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.rounds import all_kinds, kind_of, lanes_read
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.solver import OwnWager
from houserules.lab.solving.threads import in_threads
from houserules.law import Submission

LEFT: Final = 48
"""Cards that the board leaves."""
DEALS: Final = comb(52, 4) * comb(LEFT, 3) * comb(LEFT - 3, 3)
"""Of the board and two seats."""

Pairs = Mapping[tuple[Kind, Kind], Fraction]
"""How often two seats have hands of these kinds; suits are alike, and not told."""


def own_covariance(submission: Submission, wager: OwnWager) -> Fraction | None:
    """None for a table that treats the suits differently."""
    worth: dict[Kind, set[Fraction]] = {}
    for kind, value in wager.worth.items():
        worth.setdefault(kind._replace(suit=None), set()).add(value)
    if any(len(values) > 1 for values in worth.values()):
        return None
    brings = {kind: values.pop() for kind, values in worth.items()}
    mean = product = Fraction(0)
    for (one, other), chance in pair_chances(submission.ace).items():
        mean += chance * brings[one]
        product += chance * brings[one] * brings[other]
    return product - mean**2


def pair_chances(ace: AceReading) -> Pairs:
    """The answer is kept."""
    question = Question(GAME, "hands of two seats", ace, __name__)
    return find_answer(question, lambda: _count(ace))


def _count(ace: AceReading) -> Pairs:
    plain = [kind._replace(suit=None) for kind in all_kinds()]
    classes = list(dict.fromkeys(plain))
    places = {kind: place for place, kind in enumerate(classes)}
    of_kind = np.array([places[kind] for kind in plain], np.int64)
    holes, pairs, lookup = holes_of(LEFT), pairs_of(LEFT), lanes_read(ace)

    def work(board: Board) -> Ints:
        cards = np.array([card for card in range(52) if card not in board.cards], np.int64)
        found = np.zeros((len(classes), len(classes)), np.int64)
        count_hands(cards, sum(1 << card for card in board.cards), holes, pairs, of_kind, lookup, found)
        return found * board.weight

    total = np.zeros((len(classes), len(classes)), np.int64)
    for found in in_threads(work, all_boards()):
        total += found
    return {
        (classes[one], classes[other]): Fraction(int(total[one, other]), DEALS)
        for one, other in np.argwhere(total).tolist()
    }


@jit
def count_hands(cards: Ints, board: int, holes: Ints, pairs: Ints, of_kind: Ints, lookup: Bytes, found: Ints) -> None:
    """``found[one, other]``: the disjoint holes of two seats that make hands of these classes with the board. Of all
    pairs of holes those with a card in common go, those with two come back, and those that are one hole go."""
    left, classes = len(cards), len(found)
    here = np.full(classes, -1, np.int64)
    present, many = np.empty(classes, np.int64), 0
    single, double = np.zeros((classes, left), np.int64), np.zeros((classes, left * (left - 1) // 2), np.int64)
    number = np.zeros(classes, np.int64)
    for place in range(len(holes)):
        x, y, z = holes[place, 0], holes[place, 1], holes[place, 2]
        kind = of_kind[kind_of(board | 1 << cards[x] | 1 << cards[y] | 1 << cards[z], lookup)]
        at = here[kind]
        if at < 0:
            at = here[kind] = many
            present[many] = kind
            many += 1
        number[at] += 1
        for card in (x, y, z):
            single[at, card] += 1
        for pair in (pairs[x, y], pairs[x, z], pairs[y, z]):
            double[at, pair] += 1
    for i in range(many):
        for j in range(i + 1):
            both = number[i] * number[j] - (number[i] if i == j else 0)
            for card in range(left):
                both -= single[i, card] * single[j, card]
            for pair in range(double.shape[1]):
                both += double[i, pair] * double[j, pair]
            found[present[i], present[j]] = found[present[j], present[i]] = both
