"""Refusals of the service: one shape for those of the rules and those of the house."""

from __future__ import annotations

from enum import Enum
from typing import Final

import structlog

from houserules.play import Refused
from houserules.shuffle import ShufflerLocked

DATABASE_SILENT: Final = "the database cannot do it now; ask the same again"


class Kind(Enum):
    """What a refusal means for the client."""

    MALFORMED = "malformed"
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"
    STALE = "stale"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    BUSY = "busy"
    UNKNOWN_PERSON = "unknown_person"


class Refusal(Exception):
    """Nothing was changed, except perhaps where :func:`unavailable` says so. ``code`` is stable, ``message`` is for
    people, ``clause`` is the rule's, if there is one."""

    def __init__(
        self, code: str, message: str, kind: Kind = Kind.REFUSED, clause: str | None = None, /, **facts: object
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.kind, self.clause = code, message, kind, clause
        self.facts = {name: str(value) for name, value in facts.items()}


def by_the_rules(refused: Refused) -> Refusal:
    """A refusal by the game, in words."""
    facts = dict(refused.facts)
    shown = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items())
    words = refused.code.value.replace("_", " ")
    message = f"{words} ({shown})" if shown else words
    return Refusal(refused.code.value, message, Kind.REFUSED, refused.clause, **facts)


def unknown(what: str, name: str) -> Refusal:
    return Refusal(f"no_such_{what}", f"there is no {what.replace('_', ' ')} {name!r}", Kind.UNKNOWN)


def removed(stream: str, why: str | None = None) -> Refusal:
    return Refusal("removed", why or f"retention has removed this part of {stream}", Kind.UNKNOWN)


def unavailable(error: Exception) -> Refusal:
    """The database cannot be read or written. What was asked may have been stored all the same: the connection was
    lost while committing, or a read failed after the commit. Clients ask again under the same command id, whichever
    it was. The driver's message names addresses and files: it is logged."""
    structlog.get_logger().warning("the database cannot do it now", why=str(error))
    return Refusal("database_unavailable", DATABASE_SILENT, Kind.UNAVAILABLE)


def shuffler_locked(error: ShufflerLocked) -> Refusal:
    """No card comes from a source that cannot be trusted, until a person has dealt with it."""
    return Refusal("shuffler_locked", str(error), Kind.UNAVAILABLE)


def part_missing(message: str) -> Refusal:
    """The operator has not installed what this needs; the message says which extra provides it."""
    return Refusal("part_missing", message, Kind.UNAVAILABLE)


def forbidden(action: str) -> Refusal:
    return Refusal("forbidden", f"your role does not {action.replace('_', ' ')}", Kind.FORBIDDEN, action=action)
