"""What only somebody does who has the machine itself, and no session: a way back in for who runs the house."""

from __future__ import annotations

import asyncio

from houserules.app.house.clock import wall_clock
from houserules.app.people.people import People
from houserules.log import Log


def recovery_link(log: Log, account: str) -> str:
    """The secret of a one-time sign-in link for an administrator; the records say that it was made on the machine."""
    return asyncio.run(People(log, wall_clock).recover(account))
