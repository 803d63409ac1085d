"""Written strategies as numbers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.files import Strategy, WrittenStrategy


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


RULES: Final = 4
"""The first numbers of a strategy among several: where its tests begin and end, and its actions."""


@dataclass(frozen=True, slots=True)
class PackedRules:
    """Several strategies one behind the other; ``rows`` says where each stands, and has room for more."""

    rows: Ints
    tests: Ints
    actions: Ints
    stages: tuple[Mapping[str, tuple[int, int]], ...]

    def tests_of(self, number: int) -> Ints:
        return self.tests[self.rows[number, 0] : self.rows[number, 1]]

    def actions_of(self, number: int) -> Ints:
        return self.actions[self.rows[number, 2] : self.rows[number, 3]]


def packed_rules(strategies: Sequence[Strategy], features: Sequence[str], width: int) -> PackedRules:
    """The rules of each strategy are numbered from 0. Best play has none: it is looked up."""
    tables = [rule_table(WrittenStrategy(strategy.name, strategy.rules), features) for strategy in strategies]
    rows = np.zeros((len(tables), width), np.int64)
    test = action = 0
    for row, table in zip(rows, tables, strict=True):
        row[:RULES] = test, test + len(table.tests), action, action + len(table.actions)
        test, action = row[1], row[3]
    return PackedRules(
        rows,
        np.concatenate([table.tests for table in tables]),
        np.concatenate([table.actions for table in tables]),
        tuple(table.stages for table in tables),
    )
