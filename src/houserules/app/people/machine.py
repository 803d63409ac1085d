"""What can only be done on the machine itself, without a session: regaining access for the person who runs the
house."""

from __future__ import annotations

import asyncio

from houserules.app.house.clock import wall_clock
from houserules.app.people.people import People
from houserules.log import Log


def recovery_link(log: Log, account: str) -> str:
    """The secret of a one-time sign-in link for an administrator; the records say that it was made on the machine."""
    return asyncio.run(People(log, wall_clock).recover(account))
