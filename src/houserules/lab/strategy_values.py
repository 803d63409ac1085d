"""Written strategies over all deals: what each brings, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houserules.lab import chase_strategies, high_card_flush
from houserules.lab.chase_strategies import Choices
from houserules.lab.features import FEATURES, choose, choose_for_boards, choose_for_hands
from houserules.lab.hands_sweep import HandTable
from houserules.lab.lanes import RANKS, Ints
from houserules.lab.outcomes import Results
from houserules.lab.strategy_files import STAGES, WrittenStrategy

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A written strategy as numbers for the kernels: its tests, its actions, and where the rules of each stage
    begin and end."""

    tests: Ints
    actions: Ints
    stages: Mapping[str, tuple[int, int]]


def rule_table(strategy: WrittenStrategy) -> RuleTable:
    """Number the rules of all stages through."""
    tests: list[tuple[int, int, int, int]] = []
    actions: list[int] = []
    stages = {}
    for stage in STAGES[strategy.game]:
        first = len(actions)
        for rule in strategy.rules[stage]:
            tests += [(len(actions), FEATURES.index(test.feature), test.low, test.high) for test in rule.tests]
            actions.append(rule.antes)
        stages[stage] = first, len(actions)
    return RuleTable(np.array(tests, np.int64).reshape(-1, 4), np.array(actions, np.int64), stages)


def multiples_of(strategy: WrittenStrategy, hands: Ints, largest_raise: Mapping[int, int]) -> Ints:
    """How many antes the strategy raises with each hand; no more than the length of its flush allows."""
    rules = rule_table(strategy)
    chosen = np.empty(len(hands), np.int64)
    choose_for_hands(rules.tests, rules.actions, hands, chosen)
    most = np.array([largest_raise.get(length, 1) for length in range(8)], np.int64)
    multiples: Ints = np.minimum(chosen, most[high_card_flush.flush_keys(hands) >> RANKS])
    return multiples


def evaluate_high_card_flush(
    strategy: WrittenStrategy, table: HandTable, largest_raise: Mapping[int, int]
) -> Results:
    """All deals of High Card Flush, played as written."""
    return high_card_flush.evaluate(lambda hands: multiples_of(strategy, hands, largest_raise), table)


class WrittenChase:
    """A written strategy as the evaluation of Chase the Flush asks for it."""

    def __init__(self, strategy: WrittenStrategy, progress: Progress | None = None) -> None:
        self._rules = rule_table(strategy)
        self._progress = progress
        self._holes = 0

    def _choose(self, stage: str, hole: int, boards: Ints) -> Choices:
        first, last = self._rules.stages[stage]
        chosen = np.empty(len(boards), np.int64)
        choose_for_boards(self._rules.tests, self._rules.actions, first, last, hole, boards, chosen)
        return chosen > 0

    def all_in_3x(self, hole: int) -> bool:
        self._holes += 1
        if self._progress is not None:
            self._progress(self._holes / 1755)
        first, last = self._rules.stages["opening"]
        return choose(self._rules.tests, self._rules.actions, first, last, hole, 0) > 0

    def all_in_2x(self, hole: int, flops: Ints) -> Choices:
        return self._choose("flop", hole, flops)

    def all_in_1x(self, hole: int, boards: Ints) -> Choices:
        return self._choose("river", hole, boards)


def evaluate_chase_the_flush(
    strategy: WrittenStrategy, xtra: Mapping[int, Fraction], qualifier: int, progress: Progress | None = None
) -> Results:
    """All deals of Chase the Flush, played as written."""
    return chase_strategies.evaluate(WrittenChase(strategy, progress), xtra, qualifier)
