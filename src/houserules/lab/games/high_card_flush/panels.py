"""High Card Flush: the value of every hand under best play, as maps by the flush."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.cards import RANKS
from houserules.lab.games.flushes.lanes import FULL_LANE
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS, HandTable
from houserules.lab.games.high_card_flush.solving import best_raises, flush_keys, parts_of
from houserules.lab.games.high_card_flush.terms import FOLD, Terms
from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.panels import TWO_CARDS, Cell, Panel, ranks_down

LANE: Final = 13
FLUSH: Final = "flush"
OUTSIDE: Final = "cards outside"


@dataclass(slots=True)
class _Sum:
    """Hands of one flush added up: whole numbers, over all dealer's hands."""

    hands: int = 0
    bet_on: int = 0
    best: int = 0
    ante: int = 0
    raised: int = 0

    def add(self, other: _Sum) -> None:
        self.hands += other.hands
        self.bet_on += other.bet_on
        self.best += other.best
        self.ante += other.ante
        self.raised += other.raised

    def cell(self, label: str, terms: Terms, length: int, parts: tuple[Cell, ...] = ()) -> Cell:
        deals = self.hands * DEALER_HANDS * terms.unit
        raises = {
            f"raise {times}x": Fraction(self.ante + times * self.raised, deals) for times in terms.multiples(length)
        }
        options = {FOLD: Fraction(-1), **raises}
        return Cell(label, self.hands, self.bet_on, Fraction(self.best, deals), options, parts)


def flush_panels(terms: Terms, table: HandTable) -> tuple[Panel, ...]:
    """By the length and the highest card of the flush; three-card flushes by two cards; the flushes with which the
    cards outside decide."""
    keys = flush_keys(table.hands)
    sums = _sums(terms, table, keys, keys)
    mixed = [key for key, found in sums.items() if 0 < found.bet_on < found.hands]
    made = [_by_length(terms, sums), _by_two_cards(terms, sums)]
    if mixed:
        band = np.flatnonzero(np.isin(keys, mixed))
        part = HandTable(table.hands[band], table.weights[band], table.counts[band])
        made.append(_by_outside(terms, part, keys[band]))
    return tuple(made)


def _sums(terms: Terms, table: HandTable, keys: Ints, groups: Ints) -> dict[int, _Sum]:
    """Group to what its hands add up to."""
    names, places = np.unique(groups, return_inverse=True)
    best, bets = best_raises(terms, table, keys)
    ante, raised = parts_of(terms, table, keys)
    fold = -terms.unit * DEALER_HANDS
    columns = [np.ones_like(keys), bets.astype(np.int64), np.where(bets, best, fold), ante, raised]
    totals = np.zeros((len(names), len(columns)), np.int64)
    for number, values in enumerate(columns):
        np.add.at(totals[:, number], places, values * table.weights)
    return {int(name): _Sum(*map(int, row)) for name, row in zip(names, totals, strict=True)}


def _outside_over(hands: Ints, keys: Ints) -> Ints:
    """How many cards rank above the flush's highest: all of them are of other suits."""
    above = np.floor(np.log2(keys & FULL_LANE)).astype(np.int64) + 1
    counts = [np.bitwise_count((hands >> LANE * suit & FULL_LANE) >> above).astype(np.int64) for suit in range(4)]
    found: Ints = np.add.reduce(counts)
    return found


def _flush_ranks(key: int) -> tuple[str, ...]:
    return tuple(RANKS[rank] for rank in range(LANE - 1, -1, -1) if key >> rank & 1)


def _gathered(
    terms: Terms,
    sums: Mapping[int, _Sum],
    place: Callable[[int], tuple[str, str]],
    label: Callable[[int], str],
    called: str,
    opened: bool,
) -> dict[tuple[str, str], Cell]:
    """Cells from sums, by the place that each group belongs to; ``called`` is how hands of a row and a column are
    called. A group holds a flush key in its lower 16 bits."""
    groups: dict[tuple[str, str], list[int]] = {}
    for key in sorted(sums, reverse=True):
        groups.setdefault(place(key), []).append(key)
    cells = {}
    for where, keys in groups.items():
        total = _Sum()
        for key in keys:
            total.add(sums[key])
        parts = tuple(sums[key].cell(label(key), terms, _length(key)) for key in keys) if opened else ()
        cells[where] = total.cell(called.format(*where), terms, _length(keys[0]), parts)
    return cells


def _length(group: int) -> int:
    return (group & 0xFFFF) >> LANE


def _by_length(terms: Terms, sums: Mapping[int, _Sum]) -> Panel:
    def place(key: int) -> tuple[str, str]:
        return f"{key >> LANE} cards", _flush_ranks(key)[0]

    cells = _gathered(terms, sums, place, lambda key: "-".join(_flush_ranks(key)), "{0}, {1} high", False)
    rows = tuple(f"{length} cards" for length in range(7, 1, -1))
    columns = ranks_down(column for _, column in cells)
    return Panel("Every hand, by its flush", FLUSH, "highest card", "length of the flush", rows, columns, cells)


def _by_two_cards(terms: Terms, sums: Mapping[int, _Sum]) -> Panel:
    three = {key: found for key, found in sums.items() if key >> LANE == 3}

    def place(key: int) -> tuple[str, str]:
        high, second, _ = _flush_ranks(key)
        return high, second

    cells = _gathered(terms, three, place, lambda key: "-".join(_flush_ranks(key)), "{0}-{1}", True)
    rows, columns = ranks_down(row for row, _ in cells), ranks_down(column for _, column in cells)
    title = "Three-card flushes, by their two highest cards"
    return Panel(title, TWO_CARDS, "second card of the flush", "highest card", rows, columns, cells)


def _by_outside(terms: Terms, table: HandTable, keys: Ints) -> Panel:
    sums = _sums(terms, table, keys, _outside_over(table.hands, keys) << 16 | keys)

    def place(group: int) -> tuple[str, str]:
        return "-".join(_flush_ranks(group & 0x1FFF)), str(group >> 16)

    cells = _gathered(terms, sums, place, str, "{0}, {1} higher outside", False)
    flushes = sorted({group & 0xFFFF for group in sums}, reverse=True)
    rows = tuple("-".join(_flush_ranks(key & 0x1FFF)) for key in flushes)
    columns = tuple(str(count) for count in sorted({group >> 16 for group in sums}))
    across = "higher cards outside the flush"
    return Panel("Flushes with which the cards outside decide", OUTSIDE, across, "flush", rows, columns, cells)
