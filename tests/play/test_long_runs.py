"""The long runs work, in short."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "long_runs.py"


@pytest.fixture(scope="module")
def long_runs() -> ModuleType:
    spec = spec_from_file_location("long_runs", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["long_runs"] = module
    spec.loader.exec_module(module)
    return module


def test_every_citation_of_random_rounds_resolves(long_runs: ModuleType) -> None:
    rounds, citations = long_runs.check_citations(200, seed=5)
    assert rounds.startswith("200 rounds, ")
    assert citations.endswith("every one resolves")


def test_the_meters_change_by_contributions_and_payouts(long_runs: ModuleType) -> None:
    rounds, reckonings = long_runs.play_wagers((3_000, 5, inf))
    assert rounds == 500
    assert all(reckoning.balanced for reckoning in reckonings)
    assert all(reckoning.jackpots for reckoning in reckonings)
