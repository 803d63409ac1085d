"""Account names, the special ones among them, and helpers that several modules about people share."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from houserules.app.refusals import Kind, Refusal

OWNER: Final = "owner"
MACHINE: Final = "machine"
"""The actor of what was done on the machine itself, by nobody who is signed in."""
ACCOUNT_NAME: Final = r"^[a-z][a-z0-9-]+\Z"
LONGEST_ACCOUNT_NAME: Final = 40
_MOST_TRIES: Final = 8
T = TypeVar("T")


def is_name(text: str) -> bool:
    """Whether an account can have this name. Other names are not looked up; PostgreSQL fails on some."""
    return len(text) <= LONGEST_ACCOUNT_NAME and re.match(ACCOUNT_NAME, text) is not None


def insist_not_owner(name: str, otherwise: str) -> None:
    """Somebody who can run the house must always remain: administrators come and go, the owner does not."""
    if name == OWNER:
        raise Refusal("owners_own", otherwise, Kind.FORBIDDEN)


async def again_where_changed(attempt: Callable[[], Awaitable[T]]) -> T:
    for _ in range(_MOST_TRIES - 1):
        try:
            return await attempt()
        except Refusal as refusal:
            if refusal.code != "account_changed":
                raise
    return await attempt()
