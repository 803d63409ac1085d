"""What is kept only for a while is let go, a little at a time among the commits: messages that everybody has had, and
snapshots that lie close together. Nothing of this is history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from houserules.store.answers import Act
from houserules.store.contract import Store
from houserules.store.database import Database, Query, marks
from houserules.store.records import CONTENT_REMOVED, RETENTION_STREAM, ContentRemoved

MESSAGES_KEPT: Final = 10_000
SNAPSHOTS_KEPT: Final = 64
"""How many of the newest snapshots of a stream stay."""
APART: Final = 512
"""Of older snapshots one stays for so many versions: a hand of then is folded from at most so many events."""
_AT_ONCE: Final = 1_000
_MANY_AT_ONCE: Final = 100
"""Snapshots are large."""


class Tidied(Store, Protocol):
    def act(self, act: Act) -> None: ...


def forget_delivered(store: Tidied, keep: int) -> None:
    """News travel by notices, so that only the newest messages can be of use to anybody."""
    end = store.last_message() - keep
    while oldest := store.messages(limit=1):
        number = oldest[0].number
        if number > end:
            return
        store.forget_messages(min(end, number + _AT_ONCE))


def thin_out_snapshots(store: Tidied, query: Query, keep: int) -> None:
    """Only signed ones, which could be made again; where retention left no state in the log, they may be all there
    is. What stays is looked for by version alone, which an index tells without reading what is in them."""
    counted = query("SELECT stream, count(*) FROM snapshots GROUP BY stream", ())
    needed = _needed(store)
    for stream in sorted(stream for stream, count in counted if count > keep and stream not in needed):
        rows = query("SELECT version FROM snapshots WHERE stream = ? ORDER BY version", (stream,))
        close = _too_close([version for (version,) in rows], keep)
        for start in range(0, len(close), _MANY_AT_ONCE):
            some = close[start : start + _MANY_AT_ONCE]
            signed = query(
                f"SELECT version FROM snapshots WHERE stream = ? AND version IN ({marks(some)}) AND signature <> ''",
                (stream, *some),
            )
            if signed:
                store.act(_removal([(stream, version) for (version,) in signed]))


def _too_close(versions: list[int], keep: int) -> list[int]:
    """All but the newest, and of the older ones the first of every stretch."""
    firsts: dict[int, int] = {}
    for version in versions:
        firsts.setdefault(version // APART, version)
    return [version for version in versions[:-keep] if version != firsts[version // APART]]


def _removal(rows: list[tuple[str, int]]) -> Callable[[Database], None]:
    return lambda database: database.many("DELETE FROM snapshots WHERE stream = ? AND version = ?", rows)


def _needed(store: Store) -> set[str]:
    """Streams of which retention removed content and whose state the log does not have."""
    records = (
        msgspec.json.decode(stored.data, type=ContentRemoved)
        for stored in store.read(RETENTION_STREAM)
        if stored.name == CONTENT_REMOVED and stored.data is not None
    )
    return {record.stream for record in records if record.state is None}
