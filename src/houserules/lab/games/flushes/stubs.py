"""Hands from a stub, where only the length of the flush counts: a stub is then fully described by the number of cards
left in each suit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb, prod

from houserules.lab.games.flushes.lines import ALL_CARDS, FLUSH_LINES, length_of

RANKS = 13
SUITS = 4

Stub = tuple[int, int, list[int]]
"""The number of sets of seen cards that leave such a stub, the number of hands it can deal, and the number that each
line pays."""


def stubs(lines: Sequence[str], seen: int) -> Iterator[Stub] | None:
    """Every stub after this number of cards; None where a line requires more than a length of flush."""
    if not set(lines) <= set(FLUSH_LINES):
        return None
    return _stubs([length_of(line) for line in lines], seen)


def _stubs(lengths: list[int], seen: int) -> Iterator[Stub]:
    for gone in _partitions(seen, SUITS, RANKS):
        exchanges = len(set(permutations(gone)))
        weight = exchanges * prod(comb(RANKS, cards) for cards in gone)
        left = [RANKS - cards for cards in gone]
        upto = [_hands_without_longer(left, length) for length in range(ALL_CARDS + 1)]
        yield weight, upto[-1], [upto[_longest(length, lengths)] - upto[length - 1] for length in lengths]


def _longest(length: int, lengths: list[int]) -> int:
    """The longest flush that the line of this length pays: one less than the length of the next line."""
    return min((other for other in lengths if other > length), default=ALL_CARDS + 1) - 1


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to split a total into descending parts."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield first, *rest


def _hands_without_longer(left: list[int], length: int) -> int:
    """The number of hands from suits of these sizes in which no flush is longer than this."""
    counts = [1] + [0] * ALL_CARDS
    for size in left:
        counts = [
            sum(counts[cards - here] * comb(size, here) for here in range(min(cards, length) + 1))
            for cards in range(ALL_CARDS + 1)
        ]
    return counts[ALL_CARDS]
