"""What ``make test`` leaves to ``make whole``: cases that are spread over all, and pairs that all meet."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.support import parts


@pytest.mark.parametrize(("whole", "left"), [(False, [1, 4, 7]), (True, [*range(9)])])
def test_a_part_is_spread_evenly(monkeypatch: pytest.MonkeyPatch, whole: bool, left: list[int]) -> None:
    monkeypatch.setattr(parts, "WHOLE", whole)
    assert parts.part_of(range(9), 3, start=4) == left


def test_each_two_values_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    values = ["abc", "de", "fgh", "ij"]
    monkeypatch.setattr(parts, "WHOLE", False)
    chosen = parts.pairs_of(*values)
    for one, other in combinations(range(len(values)), 2):
        assert {(each[one], each[other]) for each in chosen} == {*product(values[one], values[other])}
    assert len(chosen) < 12
    monkeypatch.setattr(parts, "WHOLE", True)
    assert len(parts.pairs_of(*values)) == 36
