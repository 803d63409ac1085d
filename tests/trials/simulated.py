"""Faults by simulation: ``python -m tests.trials.simulated [--seeds 200] [--commands 5000] [--jobs N] [--plants]``.

Each seed is a floor of three processes, a cage and two pits in virtual time (``tests/simulation``). ``--plants`` puts
each of some bugs into the service and says with which seed it is found first. A seed that finds something is kept as
a test: ``FAILED_ONCE`` in ``tests/simulation/test_simulation.py``. A long run can be done in parts: ``--first 50
--seeds 50`` are the second fifty. Every ten seeds it tells how far it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count

from tests.simulation.plants import PLANTS, Plant
from tests.simulation.simulating import Simulated, simulate

_AUDIT_EVERY = 10
_FORKS = 30


def _one(commands: int, seed: int) -> Simulated:
    return simulate(seed, commands, thorough=seed % _AUDIT_EVERY == 0)


def _first_found(plant: Plant, commands: int, seeds: int, first: int = 0) -> tuple[int, str] | None:
    for seed in range(first, first + seeds):
        for what in simulate(seed, commands, plant).found:
            if what.startswith(plant.finds):
                return seed, what
    return None


def _plants(commands: int, seeds: int) -> int:
    """A fork must be found whenever there is one, the others by one seed at least."""
    missed = 0
    for name, plant in PLANTS.items():
        found = _first_found(plant, commands, seeds)
        missed += found is None
        print(f"{name}: {f'seed {found[0]}: {found[1]}' if found else 'NOT FOUND'}", flush=True)
        if plant.fork:
            forks = [_first_found(plant, commands, 1, seed) for seed in range(min(seeds, _FORKS))]
            missed += forks.count(None)
            print(f"{name}: found in {len(forks) - forks.count(None)} of {len(forks)} seeds", flush=True)
    return 1 if missed else 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.simulated", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--commands", type=int, default=5000, help="of each seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--plants", action="store_true")
    given = parser.parse_args(arguments)
    if os.environ.get("PYTHONHASHSEED") != "0":  # The order of sets is a part of what a seed reproduces.
        os.execve(sys.executable, [sys.executable, "-m", "tests.trials.simulated", *(arguments or sys.argv[1:])],
                  {**os.environ, "PYTHONHASHSEED": "0"})  # fmt: skip
    if given.plants:
        return _plants(min(given.commands, 300), given.seeds)
    totals = dict.fromkeys(("commands", "reads", "accepted", "kills", "cuts", "commits"), 0)
    faults = 0
    with ProcessPoolExecutor(given.jobs) as workers:
        seeds = range(given.first, given.first + given.seeds)
        for number, done in zip(count(1), workers.map(partial(_one, given.commands), seeds), strict=False):
            for name in totals:
                totals[name] += getattr(done, name)
            faults += bool(done.found)
            for what in done.found[:3]:
                print(f"seed {done.seed}: {what}", flush=True)
            if number % 10 == 0:
                print(f"after {number} seeds: {totals}, {faults} with faults", flush=True)
    print(f"{given.seeds} seeds: {', '.join(f'{value} {name}' for name, value in totals.items())}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
