"""Searches rules of the form "this sum of ranks and counts is at least so much" for the one that costs least.

Run it with ``.venv/bin/python scripts/strategy_search.py [GAME]``. The cost of each, above the best possible with the
same decisions, is exact: every hand, hole or flop is valued by best play afterwards. The rules chosen from its
answers are files in ``src/houserules/lab/games/*/written``; `houserules strategy` evaluates these over all deals.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.cli.files import submission_data
from houserules.lab.games.chase_the_flush import solving as chase
from houserules.lab.games.chase_the_flush.fixed_play import card_bits
from houserules.lab.games.chase_the_flush.holes_sweep import FLOPS_OF_A_BOARD, find_flops, value_holes
from houserules.lab.games.chase_the_flush.suit_tables import BOARD, HOLE, tables_of_all_holes
from houserules.lab.games.chase_the_flush.terms import terms_of as chase_terms
from houserules.lab.games.flushes.features import FEATURES, value_of
from houserules.lab.games.flushes.lanes import RANKS
from houserules.lab.games.high_card_flush import solving as high_card
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS
from houserules.lab.games.high_card_flush.terms import terms_of as high_card_terms
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit
from houserules.law import Submission, freeze, read_filing

TEN_HIGH = 8
"""The place of a ten in a lane."""


class States(NamedTuple):
    """Decisions of one kind: what can be asked about each, and what betting gains over not betting, out of
    ``deals``."""

    asked: Ints
    gains: Ints
    deals: int

    def only(self, chosen: npt.NDArray[np.bool_]) -> States:
        return States(self.asked[chosen], self.gains[chosen], self.deals)

    def column(self, feature: str) -> Ints:
        found: Ints = self.asked[:, FEATURES.index(feature)]
        return found


class Found(NamedTuple):
    features: tuple[str, ...]
    weights: tuple[int, ...]
    least: int
    cost: Fraction
    """Above the best that could be done with the same decisions."""


@jit
def ask_all(holes: Ints, boards: Ints, asked: Ints) -> None:
    for place in range(len(holes)):
        for feature in range(asked.shape[1]):
            asked[place, feature] = value_of(feature, holes[place], boards[place])


def features_of(holes: Ints, boards: Ints) -> Ints:
    asked = np.zeros((len(holes), len(FEATURES)), np.int64)
    ask_all(holes, boards, asked)
    return asked


def best_sums(states: States, features: Sequence[str], largest: int, number: int = 3) -> list[Found]:
    """The best rules with whole weights up to ``largest``. Decisions with equal features are grouped."""
    columns = [FEATURES.index(feature) for feature in features]
    cells, of = np.unique(states.asked[:, columns], axis=0, return_inverse=True)
    totals = [0] * len(cells)
    for cell, gain in zip(of.ravel().tolist(), states.gains.tolist(), strict=True):
        totals[cell] += gain
    gains = np.array(totals, object)
    most = sum(gain for gain in states.gains.tolist() if gain > 0)
    found = []
    for weights in product(range(largest + 1), repeat=len(features)):
        if np.gcd.reduce(weights) != 1:
            continue
        sums = cells @ np.array(weights)
        order = np.argsort(-sums, kind="stable")
        saved = np.cumsum(gains[order])
        last = np.append(sums[order][1:] != sums[order][:-1], True)
        ends = np.flatnonzero(last)
        end = max(ends.tolist(), key=lambda place: saved[place])
        cost = Fraction(int(most - saved[end]), states.deals)
        found.append(Found(tuple(features), weights, int(sums[order][end]), cost))
    return sorted(found, key=lambda each: (each.cost, sum(each.weights)))[:number]


def ten_high_flushes(submission: Submission) -> States:
    """High Card Flush: the hands whose other cards decide, all others being clear."""
    terms = high_card_terms(submission)
    table = high_card.hand_table(terms.qualifier)
    keys = high_card.flush_keys(table.hands)
    chosen = (keys >> RANKS == 3) & ((keys & (1 << RANKS) - 1) >> TEN_HIGH == 1)
    ante, raised = high_card.parts_of(terms, table, keys)
    largest = np.array(terms.largest, np.int64)[keys >> RANKS]
    gains = (ante + largest * raised + terms.unit * DEALER_HANDS)[chosen] * table.weights[chosen]
    hands = table.hands[chosen]
    deals = int(table.weights.sum()) * DEALER_HANDS * terms.unit
    return States(features_of(hands, np.zeros_like(hands)), gains, deals)


def holes_and_flops(submission: Submission) -> tuple[States, States]:
    """Chase the Flush: every class of holes, and every flop after holes that best play checks."""
    terms = chase_terms(submission)
    tables = tables_of_all_holes(terms.qualifier)
    stakes = chase.make_stakes(terms, HOLE, chase.DEALERS)
    states = {int(lane): state for state, lane in enumerate(tables.hole)}
    none = (0, 0, 0, 0)
    opened: list[tuple[int, int]] = []
    holes, flops, gains = [], [], []
    for hole in chase.hole_classes():
        plan = chase.plan_of_hole(hole, none, none, HOLE, terms.qualifier)
        one = np.array([[states[lane] for lane in hole]])
        _, margins, values = value_holes(tables, plan, stakes, one)
        mask = sum(lane << RANKS * suit for suit, lane in enumerate(hole))
        opened.append((mask, chase.class_weight(hole) * int(values[0, 0] - values[0, 1])))
        if values[0, 0] > values[0, 1]:
            continue
        x, y = np.nonzero(np.tril(find_flops(tables, one)[0], -1))
        cards = card_bits(tables, one[0])
        holes.append(np.full(len(x), mask))
        flops.append(cards[x] | cards[y])
        gains.append(-margins[0, x, y] * chase.class_weight(hole))
    deals = comb(52, HOLE) * comb(52 - HOLE, BOARD) * FLOPS_OF_A_BOARD * chase.DEALERS * stakes.unit
    masks = np.array([mask for mask, _ in opened], np.int64)
    first = States(features_of(masks, np.zeros_like(masks)), np.array([gain for _, gain in opened], object), deals)
    seen = features_of(np.concatenate(holes), np.concatenate(flops))
    return first, States(seen, np.concatenate(gains), deals)


def tell(title: str, states: States, *searches: tuple[tuple[str, ...], int]) -> None:
    print(title)
    for features, largest in searches:
        for found in best_sums(states, features, largest):
            parts = zip(found.weights, found.features, strict=True)
            text = " + ".join(name if often == 1 else f"{often} {name}" for often, name in parts if often)
            print(f"  {text} >= {found.least}: costs {100 * float(found.cost):.6f} %")


def bundled(name: str) -> Submission:
    return freeze(read_filing(submission_data(name, ()), name))


def main() -> None:
    games = sys.argv[1:] or ["high_card_flush", "chase_the_flush"]
    if "high_card_flush" in games:
        tell(
            "A ten-high flush of three", ten_high_flushes(bundled("md-high-card-flush")),
            (("second",), 1), (("second", "outside_over"), 4), (("second", "third", "outside_over"), 9),
        )  # fmt: skip
    if "chase_the_flush" in games:
        holes, flops = holes_and_flops(bundled("md-chase-the-flush"))
        suited, own = flops.column("length"), flops.column("own")
        matched = flops.column("match_2") > 0
        tell(
            "Two suited before the flop", holes.only(holes.column("length") == 2),
            (("high", "side"), 6), (("high", "side", "rank_1"), 6),
        )  # fmt: skip
        ace = (holes.column("length") == 1) & (holes.column("rank_1") == 14)
        tell("An ace and two other suits before the flop", holes.only(ace), (("rank_2", "rank_3"), 4))
        tell("Three suited on the flop, one own", flops.only((suited == 3) & (own == 1)), (("match_1", "high"), 4))
        tell("Three suited on the flop, two own", flops.only((suited == 3) & (own == 2)), (("match_1", "high"), 4))
        tell(
            "Two suited on the flop, and both of its suits held", flops.only((suited == 2) & matched),
            (("match_1", "match_2"), 4), (("match_1", "match_2", "high"), 4),
        )  # fmt: skip


if __name__ == "__main__":
    main()
