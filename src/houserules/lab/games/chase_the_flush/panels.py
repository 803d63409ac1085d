"""Chase the Flush: the value of every hole under best play, as maps by two of its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from houserules.cards import RANKS
from houserules.lab.games.chase_the_flush.opening_table import Opening
from houserules.lab.games.chase_the_flush.terms import CHECK, Terms
from houserules.lab.strategy.panels import TWO_CARDS, Cell, Panel, ranks_down


@dataclass(slots=True)
class _Pair:
    """The holes that share two cards, by their third."""

    title: str
    across: str
    down: str
    holes: dict[tuple[str, str], list[tuple[str, Opening]]] = field(default_factory=dict)


def opening_panels(terms: Terms, table: Iterable[Opening]) -> tuple[Panel, ...]:
    """By how many cards are of one suit; a cell is a pair of cards, its parts are the third cards."""
    kinds = {
        1: _Pair("Three of one suit", "second card", "highest card"),
        2: _Pair("Two of one suit", "second card of the suit", "higher card of the suit"),
        3: _Pair("Three suits", "second card", "highest card"),
    }
    for opening in table:
        suits = opening.suits
        ranks = suits[0] if len(suits) == 1 else tuple(rank for lane in suits for rank in lane)
        high, second, third = sorted(ranks, reverse=True) if len(suits) == 3 else ranks
        pair = RANKS[high], RANKS[second]
        kinds[len(suits)].holes.setdefault(pair, []).append((RANKS[third], opening))
    return tuple(_panel(terms, kind) for kind in kinds.values())


def _panel(terms: Terms, kind: _Pair) -> Panel:
    cells = {pair: _cell(terms, "-".join(pair), holes) for pair, holes in kind.holes.items()}
    rows, columns = ranks_down(row for row, _ in cells), ranks_down(column for _, column in cells)
    return Panel(kind.title, TWO_CARDS, kind.across, kind.down, rows, columns, cells)


def _cell(terms: Terms, label: str, holes: list[tuple[str, Opening]]) -> Cell:
    by_rank = sorted(holes, key=lambda hole: RANKS.index(hole[0]), reverse=True)
    parts = tuple(_hole(terms, f"{label} with {third}", opening) for third, opening in by_rank)
    hands = sum(part.hands for part in parts)
    options = {
        name: sum((part.options[name] * part.hands for part in parts), Fraction()) / hands
        for name in parts[0].options
    }
    value = sum((part.value * part.hands for part in parts), Fraction()) / hands
    return Cell(label, hands, sum(part.bet_on for part in parts), value, options, parts)


def _hole(terms: Terms, label: str, opening: Opening) -> Cell:
    value = max(opening.check, opening.all_in)
    options = {CHECK: opening.check, terms.action(0): opening.all_in}
    return Cell(label, opening.holes, opening.holes if opening.goes_all_in else 0, value, options)
