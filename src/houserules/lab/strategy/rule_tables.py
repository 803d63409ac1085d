"""Written strategies as numbers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.files import WrittenStrategy, summands


@dataclass(frozen=True, slots=True)
class RuleTable:
    """The tests of all rules (a row of rule, feature, smallest and largest value, how often the feature counts, and
    whether the test ends here or goes on with another summand), the actions of the rules, and where the rules of each
    stage begin and end."""

    tests: Ints
    actions: Ints
    stages: Mapping[str, tuple[int, int]]


def rule_table(strategy: WrittenStrategy, features: Sequence[str]) -> RuleTable:
    """Number the rules of all stages through; a feature's number is its place among the ``features``."""
    tests: list[tuple[int, ...]] = []
    actions: list[int] = []
    stages = {}
    for stage, rules in strategy.rules.items():
        first = len(actions)
        for rule in rules:
            for test in rule.tests:
                parts = summands(test.feature)
                tests += [
                    (len(actions), features.index(part), test.low, test.high, often, place == len(parts))
                    for place, (often, part) in enumerate(parts, start=1)
                ]
            actions.append(rule.action)
        stages[stage] = first, len(actions)
    return RuleTable(np.array(tests, np.int64).reshape(-1, 6), np.array(actions, np.int64), stages)
