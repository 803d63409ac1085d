"""The service in virtual time, with all that can go wrong: a short form of ``python -m tests.trials.simulated``."""

from __future__ import annotations

import pytest

from tests.simulation.plants import PLANTS, Plant
from tests.simulation.simulating import simulate

FAILED_ONCE = ((33, 500),)
"""Seeds, with the number of commands, that found something. As the simulation grows a seed takes another course: what
it found has a test of its own too."""
_SEEDS = 100


@pytest.mark.parametrize(("seed", "commands"), [(1, 300), (2, 300), *FAILED_ONCE])
def test_nothing_is_lost_doubled_or_out_of_order(seed: int, commands: int) -> None:
    found = simulate(seed, commands, thorough=True)
    assert found.found == ()
    assert found.accepted > 50


def test_commits_are_written_together() -> None:
    """Several that arrive at once are one transaction, as those of the service are."""
    assert simulate(1, 300).together > 1


def test_a_seed_is_simulated_alike_again() -> None:
    assert simulate(3, 200) == simulate(3, 200)


@pytest.mark.parametrize("plant", PLANTS.values(), ids=list(PLANTS))
def test_what_is_planted_is_found(plant: Plant) -> None:
    seeds = (*range(plant.first, _SEEDS), *range(plant.first))
    found = (what for seed in seeds for what in simulate(seed, 300, plant).found)
    assert any(what.startswith(plant.finds) for what in found)
