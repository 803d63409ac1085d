"""When a hand that was played wrong is shown again.

After a slip the hand is due in ten minutes. Each time it is then played right it waits longer, for the next of
`STEPS`; played right after the last of them it is learned, and leaves the list. Played wrong, it starts again. While
any hand is due, every second hand of a drill is the one that has been due longest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

_MINUTE: Final = 60_000
_DAY: Final = 24 * 60 * _MINUTE
STEPS: Final = (10 * _MINUTE, _DAY, 3 * _DAY, 7 * _DAY, 21 * _DAY)
"""In milliseconds."""


class Waiting(Struct, frozen=True):
    step: int
    due: int
    """In milliseconds since 1970."""


def slipped(now: int) -> Waiting:
    return Waiting(0, now + STEPS[0])


def repeated(waiting: Waiting, right: bool, now: int) -> Waiting | None:
    """When the hand comes next; None: it is learned. A hand played right before it is due waits as before."""
    if not right:
        return slipped(now)
    if now < waiting.due:
        return waiting
    step = waiting.step + 1
    return Waiting(step, now + STEPS[step]) if step < len(STEPS) else None


def first_due(all_waiting: Iterable[tuple[str, Waiting]], now: int) -> str | None:
    """The name of the hand that has been due longest, if any is due."""
    due = [(waiting.due, name) for name, waiting in all_waiting if waiting.due <= now]
    return min(due)[1] if due else None
