"""The long runs work, in short."""

from __future__ import annotations

from math import inf
from types import ModuleType

import pytest

from tests.support.scripts import script


@pytest.fixture(scope="module")
def long_runs() -> ModuleType:
    return script("long_runs")


def test_every_citation_of_random_rounds_resolves(long_runs: ModuleType) -> None:
    rounds, citations = long_runs.check_citations(200, seed=5)
    assert rounds.startswith("200 rounds, ")
    assert citations.endswith("every one resolves")


def test_the_meters_change_by_contributions_and_payouts(long_runs: ModuleType) -> None:
    rounds, reckonings = long_runs.play_wagers((3_000, 5, inf))
    assert rounds == 500
    assert all(reckoning.balanced for reckoning in reckonings)
    assert all(reckoning.jackpots for reckoning in reckonings)
