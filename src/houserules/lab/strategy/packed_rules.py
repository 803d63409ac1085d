"""Several written strategies as numbers for one kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.strategy.files import Strategy, WrittenStrategy
from houserules.lab.strategy.rule_tables import rule_table

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
