"""What ``make test`` leaves to ``make whole``: cases that are spread over all."""

from __future__ import annotations

import pytest

from tests.support import parts


@pytest.mark.parametrize(("whole", "left"), [(False, [1, 4, 7]), (True, [*range(9)])])
def test_a_part_is_spread_evenly(monkeypatch: pytest.MonkeyPatch, whole: bool, left: list[int]) -> None:
    monkeypatch.setattr(parts, "WHOLE", whole)
    assert parts.part_of(range(9), 3, start=4) == left
