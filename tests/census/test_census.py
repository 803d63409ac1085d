"""Counts over all 133,784,560 seven-card hands that any correct program must reach.

The lanes of one suit fall into few classes (how many cards, how long a run), so one hand of each class of four
lanes, weighted by how many hands are like it, stands for all. The classes are found here with a definition of a run
of this test's own; what is tested is what the room ``cards`` says of each hand.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import pytest

from houserules.cards import AceReading, longest_flush, longest_suited_run
from houserules.lab.games.flushes import census

HANDS = 133_784_560


def runs_of(ranks: set[int]) -> set[tuple[int, ...]]:
    """All unbroken sequences in a set of ranks, where the ace is 14 and also 1."""
    values = {rank + 2 for rank in ranks} | ({1} if 12 in ranks else set())
    return {
        tuple(range(low, high + 1))
        for low in values
        for high in values
        if low <= high and all(value in values for value in range(low, high + 1)) and not (low == 1 and high == 14)
    }


def run_length(ranks: set[int], ace: AceReading) -> int:
    lengths = [0]
    for run in runs_of(ranks):
        if run == (1,) or (run[0] == 1 and ace is AceReading.HIGH_ONLY):
            continue
        if run[0] == 1 and ace is AceReading.LOW_WITH_2345 and len(run) < 5:
            continue
        lengths.append(len(run))
    return max(lengths)


@cache
def lane_classes(ace: AceReading) -> dict[tuple[int, int], tuple[int, int]]:
    """(size, run) to (how many lanes, one such lane), for lanes of at most seven cards."""
    classes: dict[tuple[int, int], tuple[int, int]] = {}
    for lane in range(1 << 13):
        size = lane.bit_count()
        if size <= 7:
            key = size, run_length({rank for rank in range(13) if lane >> rank & 1}, ace)
            classes[key] = (classes.get(key, (0, 0))[0] + 1, lane)
    return classes


def seven_card_hands(ace: AceReading) -> list[tuple[int, int]]:
    """(hand, weight): one hand for each class of hands, and how many hands are like it."""
    classes = lane_classes(ace)
    found = []
    for suits in combinations_with_replacement(sorted(classes), 4):
        if sum(size for size, _ in suits) != 7:
            continue
        arrangements = factorial(4) // prod(factorial(count) for count in Counter(suits).values())
        weight = arrangements * prod(classes[suit][0] for suit in suits)
        mask = sum(classes[suit][1] << 13 * place for place, suit in enumerate(suits))
        found.append((mask, weight))
    return found


@pytest.mark.parametrize("ace", AceReading)
def test_the_classes_weigh_as_much_as_all_hands(ace: AceReading) -> None:
    assert sum(weight for _, weight in seven_card_hands(ace)) == HANDS == comb(52, 7)


def test_longest_flush() -> None:
    counts: Counter[int] = Counter()
    for mask, weight in seven_card_hands(AceReading.HIGH_ONLY):
        counts[longest_flush(mask)] += weight
    assert counts == {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704}
    assert census.by_longest_flush(7) == counts


@pytest.mark.parametrize(
    ("ace", "expected"),
    [
        (AceReading.ALSO_LOW, {7: 32, 6: 1_592, 5: 39_960, 4: 676_196, 3: 8_642_932}),
        (AceReading.HIGH_ONLY, {7: 28, 6: 1_416, 5: 36_000, 4: 615_480, 3: 7_940_748}),
        (AceReading.LOW_WITH_2345, {7: 32, 6: 1_592, 5: 39_960, 4: 611_340, 3: 7_940_748}),
    ],
)
def test_longest_suited_run(ace: AceReading, expected: dict[int, int]) -> None:
    counts: Counter[int] = Counter()
    for mask, weight in seven_card_hands(ace):
        counts[longest_suited_run(mask, ace)] += weight
    assert {length: counts[length] for length in expected} == expected
    assert sum(counts.values()) == HANDS
    assert census.by_longest_run(7, ace) == counts


@pytest.mark.parametrize("ace", AceReading)
@pytest.mark.parametrize("cards", range(1, 8))
def test_the_kinds_add_up(ace: AceReading, cards: int) -> None:
    assert sum(census.kinds(cards, ace).values()) == comb(52, cards)


def test_four_of_a_kind_and_nine_to_ace() -> None:
    kinds = census.kinds(7, AceReading.HIGH_ONLY)
    assert sum(count for kind, count in kinds.items() if kind.four_of_a_kind) == 13 * comb(48, 3)
    assert sum(count for kind, count in kinds.items() if kind.nine_to_ace) == 4 * 46
    assert sum(count for kind, count in kinds.items() if kind.nine_to_ace and kind.run == 7) == 4
