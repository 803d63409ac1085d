"""High Card Flush: where best play raises, said as shortly as is exact.

By the flush alone most hands are decided: from some flush on every hand raises, below another every hand folds. In
between the other four cards decide, and there a short rule (by the suits held and the cards above the flush) is
given with the exact number of hands that it plays wrongly and what that costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from houserules.lab.games.flushes.features import OUTSIDE_OVER, SECOND_LENGTH, SUITS, value_of
from houserules.lab.games.flushes.lanes import RANKS
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS, HandTable
from houserules.lab.games.high_card_flush.solving import best_raises, flush_keys
from houserules.lab.games.high_card_flush.terms import Terms
from houserules.lab.solving.arrays import Ints

ALL_HANDS: Final = 133_784_560


@dataclass(frozen=True, slots=True)
class FlushSplit:
    """A flush with which some hands raise and others fold."""

    key: int
    raised: int
    hands: int


@dataclass(frozen=True, slots=True)
class ShapeRule:
    """Among hands of one shape, the flush from which raising is right more than it is wrong."""

    suits: int
    second_length: int
    outside_over: int
    cutoff: int | None
    """The smallest flush to raise; None: fold them all."""
    wrong: int
    """Hands that best play plays otherwise."""


@dataclass(frozen=True, slots=True)
class RaiseRegion:
    raise_from: int | None
    """With this flush or a better one every hand raises; None: there is no such flush."""
    fold_below: int | None
    """With every flush below this one every hand folds; None: every hand folds."""
    splits: tuple[FlushSplit, ...]
    shapes: tuple[ShapeRule, ...]
    wrong: int
    """Hands that the rules by shape play otherwise than best play does."""
    cost: Fraction
    """What those cost, per ante."""


@dataclass(frozen=True, slots=True)
class Cutoff:
    key: int
    house_edge: Fraction


def margins_of(terms: Terms, table: HandTable, keys: Ints) -> Ints:
    """How much better the best raise is than a fold, summed over the dealer's hands; for each class."""
    return best_raises(terms, table, keys)[0] + terms.unit * DEALER_HANDS


def raise_region(terms: Terms, table: HandTable) -> RaiseRegion:
    """Describe best play's raises."""
    keys = flush_keys(table.hands)
    margins = margins_of(terms, table, keys)
    raised, dealt = _hands_by_key(keys, table.weights, margins > 0)
    present = np.flatnonzero(dealt)
    first = min((int(key) for key in present if raised[key]), default=None)
    last = max((int(key) for key in present if raised[key] < dealt[key]), default=-1)
    sure = min((int(key) for key in present if key > last), default=None)
    between = [int(key) for key in present if first is not None and first <= key <= last]
    splits = tuple(
        FlushSplit(key, int(raised[key]), int(dealt[key])) for key in between if 0 < raised[key] < dealt[key]
    )
    band = np.flatnonzero(np.isin(keys, between))
    shapes, wrong, lost = _rules_by_shape(table, keys, margins, band)
    cost = Fraction(lost, terms.unit * ALL_HANDS * DEALER_HANDS)
    return RaiseRegion(raise_from=sure, fold_below=first, splits=splits, shapes=shapes, wrong=wrong, cost=cost)


def best_cutoff(terms: Terms, table: HandTable, optimum: Fraction) -> Cutoff:
    """Of all rules "raise with this flush and better", the best: every flush is tried."""
    keys = flush_keys(table.hands)
    margins = margins_of(terms, table, keys)
    size = 8 << RANKS
    gains = _sum_by_key(keys, np.where(margins < 0, 0, margins), table.weights, size)
    losses = _sum_by_key(keys, np.where(margins > 0, 0, -margins), table.weights, size)
    # Raising from a key on loses what best play gains by raising below it and what it saves by folding above it.
    missed = np.concatenate(([0], np.cumsum(gains)[:-1]))
    spent = losses.sum() - np.concatenate(([0], np.cumsum(losses)[:-1]))
    present = np.flatnonzero(np.bincount(keys, minlength=size))
    best = min(present.tolist(), key=lambda key: int(missed[key] + spent[key]))
    cost = Fraction(int(missed[best] + spent[best]), terms.unit * ALL_HANDS * DEALER_HANDS)
    return Cutoff(best, optimum + cost)


def _hands_by_key(keys: Ints, weights: Ints, raises: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    size = 8 << RANKS
    return _sum_by_key(keys, raises.astype(np.int64), weights, size), _sum_by_key(
        keys, np.ones_like(keys), weights, size
    )


def _sum_by_key(keys: Ints, values: Ints, weights: Ints, size: int) -> Ints:
    """Whole-number sums: adding floats would round."""
    total = np.zeros(size, np.int64)
    np.add.at(total, keys, values * weights)
    return total


def _shapes(hands: Ints) -> Iterator[tuple[int, int, int]]:
    for hand in hands.tolist():
        yield value_of(SUITS, hand, 0), value_of(SECOND_LENGTH, hand, 0), value_of(OUTSIDE_OVER, hand, 0)


def _rules_by_shape(
    table: HandTable, keys: Ints, margins: Ints, band: Ints
) -> tuple[tuple[ShapeRule, ...], int, int]:
    hands = table.hands[band]
    groups: dict[tuple[int, int, int], list[int]] = {}
    for place, shape in zip(band.tolist(), _shapes(hands), strict=True):
        groups.setdefault(shape, []).append(place)
    rules, wrong, lost = [], 0, 0
    for shape, places in sorted(groups.items()):
        rule, cost = _rule_of_shape(shape, table.weights[places], keys[places], margins[places])
        rules.append(rule)
        wrong += rule.wrong
        lost += cost
    return tuple(rules), wrong, lost


def _rule_of_shape(shape: tuple[int, int, int], weights: Ints, keys: Ints, margins: Ints) -> tuple[ShapeRule, int]:
    """Try every cutoff, and none."""
    gains = weights * margins
    choices: Mapping[int | None, int] = {
        key: int(np.abs(gains[(keys >= key) != (margins > 0)]).sum()) for key in np.unique(keys).tolist()
    } | {None: int(gains[margins > 0].sum())}
    cutoff = min(choices, key=lambda key: choices[key])
    played = np.zeros(len(keys), np.bool_) if cutoff is None else keys >= cutoff
    wrong = int(weights[played != (margins > 0)].sum())
    return ShapeRule(*shape, cutoff, wrong), choices[cutoff]
