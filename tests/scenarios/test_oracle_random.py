"""Scenarios at random: the command and the oracle agree to the cent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.oracle_random import NAMES, compare
from tests.support.parts import WHOLE

COUNT = 250 if WHOLE else 100


@pytest.mark.parametrize("rulebook", list(NAMES))
def test_the_command_and_the_oracle_agree(rulebook: str, tmp_path: Path) -> None:
    found = {seed: compare(rulebook, seed, tmp_path / "scenario.json") for seed in range(COUNT)}
    assert {seed: lines for seed, lines in found.items() if lines} == {}
