"""Written strategies as numbers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.files import WrittenStrategy


@dataclass(frozen=True, slots=True)
class RuleTable:
    """The tests of all rules (a row of rule, feature, smallest and largest value), the actions of the rules, and
    where the rules of each stage begin and end."""

    tests: Ints
    actions: Ints
    stages: Mapping[str, tuple[int, int]]


def rule_table(strategy: WrittenStrategy, features: Sequence[str]) -> RuleTable:
    """Number the rules of all stages through; a feature's number is its place among the ``features``."""
    tests: list[tuple[int, int, int, int]] = []
    actions: list[int] = []
    stages = {}
    for stage, rules in strategy.rules.items():
        first = len(actions)
        for rule in rules:
            tests += [(len(actions), features.index(test.feature), test.low, test.high) for test in rule.tests]
            actions.append(rule.action)
        stages[stage] = first, len(actions)
    return RuleTable(np.array(tests, np.int64).reshape(-1, 4), np.array(actions, np.int64), stages)
