"""Removing old rounds: the record says what state each table was in, so that the service can go on from there."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from houserules.app.floor.trend import past_of
from houserules.app.table.loading import load_state
from houserules.log import Log
from houserules.records import ContentRemoved
from houserules.records import remove_before as remove_content_before

_OPENED: Final = "table.opened/1"


def remove_before(log: Log, before: int, *, at: int, actor: str, reason: str) -> tuple[ContentRemoved, ...]:
    """Removes the content of every table's rounds that closed before a moment (milliseconds since 1970, UTC)."""
    return remove_content_before(
        log, before, at=at, actor=actor, reason=reason, state_at=partial(_state_at, log),
        past_of=partial(past_of, log),
    )  # fmt: skip


def _state_at(log: Log, stream: str, version: int) -> str | None:
    if not log.latest(stream, _OPENED):
        return None  # Not a table of the service.
    return msgspec.json.encode(load_state(log, stream, version)).decode()
