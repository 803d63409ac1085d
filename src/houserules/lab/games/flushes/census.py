"""How many hands there are of each kind, exactly, in pure Python and within milliseconds.

One suit is a 13-bit lane, and a hand is four lanes. So the hands of ``n`` cards in which no flush is longer than F
and no suited run longer than L are the coefficient of x^n in the fourth power of the polynomial that counts, by
size, the lanes of which that is true. Differences of such counts give the hands of which it is exactly so.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from houserules.cards import AceReading, has_suited_nine_to_ace, run_lengths
from houserules.lab.counting.outcomes import added_up

Polynomial = list[int]


class Kind(NamedTuple):
    """What the pay tables ask of a hand."""

    flush: int
    run: int
    four_of_a_kind: bool = False
    nine_to_ace: bool = False
    suit: str | None = None
    """The suit of a hand that is one run from end to end, where suits are told apart."""


def hands(cards: int) -> int:
    """The number of hands with this number of cards."""
    return comb(52, cards)


@cache
def kinds(cards: int, ace: AceReading) -> dict[Kind, int]:
    """Every kind of hand with this number of cards, and the number of hands of that kind. ``cards`` is at most 7."""
    assert 1 <= cards <= 7, "two fours of a kind, or two suits with six cards, would be counted once"
    counts = {Kind(*key): count for key, count in _by_flush_and_run(cards, ace, None).items()}
    for rank in range(13):
        for (flush, run), count in _by_flush_and_run(cards, ace, rank).items():
            counts[Kind(flush, run)] -= count
            special = Kind(flush, run, four_of_a_kind=True)
            counts[special] = counts.get(special, 0) + count
    for (flush, run), count in _nine_to_ace(cards, ace).items():
        counts[Kind(flush, run)] -= count
        counts[Kind(flush, run, nine_to_ace=True)] = count
    return {kind: count for kind, count in counts.items() if count}


def by_longest_flush(cards: int) -> dict[int, int]:
    """Longest flush to number of hands."""
    return added_up((kind.flush, count) for kind, count in kinds(cards, AceReading.HIGH_ONLY).items())


def by_longest_run(cards: int, ace: AceReading) -> dict[int, int]:
    """Longest suited run to number of hands, under a reading of the ace."""
    return added_up((kind.run, count) for kind, count in kinds(cards, ace).items())


@cache
def shorter_suit_runs(cards: int, ace: AceReading) -> int:
    """The number of hands with a suited run of three in some suit, and none in the flush that is played: the longest
    suit, and of equally long ones that of the higher cards. ``cards`` is at most 7, so no such run is longer."""
    by_size: list[list[tuple[int, bool]]] = [[] for _ in range(14)]
    for lane, longest in enumerate(run_lengths(ace)):
        by_size[lane.bit_count()].append((lane, longest >= 3))
    total = 0
    for size in (3, 4):
        shorter = [len(lanes) for lanes in by_size[:size]]
        shorter_poor = [sum(not run for _, run in lanes) for lanes in by_size[:size]]
        below = below_poor = 0
        for _, run in by_size[size]:
            own, own_poor = 1, int(not run)
            if not run:
                # Of suits with equal cards the first is played, so those before it hold less.
                for before in range(4):
                    every = _mixed([*shorter, below], [*shorter, below + own], before, cards - size)
                    poor = _mixed(
                        [*shorter_poor, below_poor], [*shorter_poor, below_poor + own_poor], before, cards - size
                    )
                    total += every - poor
            below += own
            below_poor += own_poor
    return total


def _mixed(before: Polynomial, after: Polynomial, count: int, degree: int) -> int:
    """In how many ways the three other suits hold this number of cards."""
    product = [1]
    for suit in range(3):
        product = _product(product, before if suit < count else after, degree)
    return product[degree]


def _by_flush_and_run(cards: int, ace: AceReading, rank_in_all_suits: int | None) -> dict[tuple[int, int], int]:
    """Hands by longest flush and run; where a rank is given, only hands that hold it in all four suits."""
    lanes = _lanes(ace)[rank_in_all_suits]

    def at_most(flush: int, run: int) -> int:
        sizes = [sum(lanes[size][: run + 1]) for size in range(flush + 1)]
        return _fourth_power(sizes, cards)[cards]

    counts = {}
    for flush in range(1, cards + 1):
        for run in range(1, flush + 1):
            shorter = at_most(flush - 1, run) + at_most(flush, run - 1) - at_most(flush - 1, run - 1)
            if exactly := at_most(flush, run) - shorter:
                counts[flush, run] = exactly
    return counts


def _nine_to_ace(cards: int, ace: AceReading) -> dict[tuple[int, int], int]:
    """Hands with nine to ace of one suit. At most seven cards: only one suit can be so, and no other matters."""
    counts: dict[tuple[int, int], int] = {}
    for lane, run in enumerate(run_lengths(ace)):
        size = lane.bit_count()
        if size <= cards and has_suited_nine_to_ace(lane):
            key = size, run
            counts[key] = counts.get(key, 0) + 4 * comb(39, cards - size)
    return counts


@cache
def _lanes(ace: AceReading) -> dict[int | None, list[list[int]]]:
    """``[rank][size][longest run]`` to number of lanes that hold the rank; under None, of all lanes."""
    counts: dict[int | None, list[list[int]]] = {rank: [[0] * 14 for _ in range(14)] for rank in (None, *range(13))}
    for lane, run in enumerate(run_lengths(ace)):
        size = lane.bit_count()
        counts[None][size][run] += 1
        for rank in range(13):
            if lane >> rank & 1:
                counts[rank][size][run] += 1
    return counts


def _fourth_power(polynomial: Polynomial, degree: int) -> Polynomial:
    square = _product(polynomial, polynomial, degree)
    return _product(square, square, degree)


def _product(left: Polynomial, right: Polynomial, degree: int) -> Polynomial:
    product = [0] * (degree + 1)
    for i, a in enumerate(left[: degree + 1]):
        for j, b in enumerate(right[: degree + 1 - i]):
            product[i + j] += a * b
    return product
