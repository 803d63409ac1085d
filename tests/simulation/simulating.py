"""One simulation from one seed, and what was found in it."""

from __future__ import annotations

import hashlib
import logging
import secrets
from random import Random
from unittest.mock import patch

import structlog
from msgspec import Struct, json

from tests.simulation.checks import violations
from tests.simulation.plants import Plant
from tests.simulation.virtual_time import VirtualLoop, run
from tests.simulation.world import World
from tests.support.loops import call_apart


class Simulated(Struct, frozen=True):
    seed: int
    commands: int
    reads: int
    accepted: int
    kills: int
    cuts: int
    commits: int
    together: int
    """How many commits were written in one transaction, at most."""
    seconds: float
    """In virtual time."""
    course: str
    """A digest of all that was asked and answered, and when: two runs of one seed have the same."""
    found: tuple[str, ...]


def simulate(seed: int, commands: int, plant: Plant | None = None, *, thorough: bool = False) -> Simulated:
    """``thorough``: every log is audited too, which replays every round."""
    given = plant or Plant()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    log, disabled = logging.getLogger("houserules.log"), logging.getLogger("houserules.log").disabled
    log.disabled = True

    async def work(loop: VirtualLoop) -> World:
        world = World(loop, seed, fenced=given.fenced, reads_on=given.reads_on)
        await world.run(commands, given.fork)
        return world

    try:
        with patch.object(secrets, "token_bytes", _seeded(seed)), given.planted():
            world = call_apart(run, work)
    finally:
        log.disabled = disabled
    asked = [each for each in world.asked if each.id]
    return Simulated(
        seed, len(asked), len(world.asked) - len(asked), sum(each.version is not None for each in asked),
        world.kills, world.cuts, sum(disk.commits for disk in world.disks.values()),
        max(disk.largest for disk in world.disks.values()), world.loop.now,
        hashlib.sha256(json.encode(world.asked)).hexdigest(), tuple(violations(world, thorough=thorough)),
    )  # fmt: skip


def _seeded(seed: int) -> object:
    chance = Random(f"secrets {seed}")
    return lambda count=32: chance.randbytes(32 if count is None else count)
