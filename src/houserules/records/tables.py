"""Tables folded from their streams, even where retention has removed the events they were made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.law import LawPin
from houserules.log import LogError, LogReader, Stored
from houserules.play import AnyCommand, AnyEvent, Table, evolve
from houserules.records.events import CONTENT_REMOVED, RETENTION_STREAM, RULES_PINNED, ContentRemoved, RulesPinned

_PAST: Final = "#past"
PLAY_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in AnyEvent.__args__)
read_event: Final[Callable[[bytes], AnyEvent]] = msgspec.json.Decoder(AnyEvent).decode
read_command: Final[Callable[[bytes], AnyCommand]] = msgspec.json.Decoder(AnyCommand).decode
read_pinned: Final = msgspec.json.Decoder(RulesPinned).decode
read_removed: Final = msgspec.json.Decoder(ContentRemoved).decode


class _About(Struct, frozen=True):
    stream: str


_read_about: Final = msgspec.json.Decoder(_About).decode


class NotReadable(LogError):
    """A hand that was never dealt, whose content retention removed, or whose documents are missing."""


class Folded(Struct, frozen=True):
    """A table as its stream leaves it at a version, and the rules it is under: digests as in :class:`RulesPinned`."""

    version: int
    document: str
    submission: str
    law: LawPin
    engine: str
    table: Table


read_folded: Final = msgspec.json.Decoder(Folded).decode


def fold_table(log: LogReader, stream: str, upto: int | None = None, start: Folded | None = None) -> Folded | None:
    """The table of a stream, at its newest version or at an older one; None if no rules were ever pinned.

    Folding starts from ``start``, or from what retention left.
    """
    folded = max(filter(None, (start, _left(log, stream, upto))), key=lambda each: each.version, default=None)
    for stored in log.read(stream, folded.version if folded else 0, upto):
        folded = fold_event(folded, stored)
    return folded


def past_name(stream: str) -> str:
    """The name under which is stored what outlives a stream's snapshots when retention removes them."""
    return stream + _PAST


def fold_event(folded: Folded | None, stored: Stored) -> Folded | None:
    """Folds one more event. Events that ``play`` does not know leave the table unchanged."""
    if stored.data is None:
        if folded is not None and folded.version >= stored.version:
            return folded
        raise NotReadable(f"{stored.stream}: the content of version {stored.version} was removed")
    if stored.name == RULES_PINNED:
        pinned = read_pinned(stored.data)
        table = folded.table if folded else Table(main=pinned.main, secondary=pinned.secondary)
        return Folded(stored.version, pinned.document, pinned.submission, pinned.law, pinned.engine, table)
    if folded is None:
        return None
    table = evolve(folded.table, read_event(stored.data)) if stored.name in PLAY_EVENTS else folded.table
    return replace(folded, version=stored.version, table=table)


def _left(log: LogReader, stream: str, upto: int | None) -> Folded | None:
    """The table as retention last left it, at a version up to and including this one."""
    left = list(removals(log, stream, upto))
    return read_folded(max(left, key=lambda each: each.last).table) if left else None


def removals(log: LogReader, stream: str | None = None, upto: int | None = None) -> Iterator[ContentRemoved]:
    """What retention has removed, from one stream or from all, up to and including a version, in order of removal."""
    for stored in log.read(RETENTION_STREAM):
        if stored.name != CONTENT_REMOVED or stored.data is None:
            continue
        # A record holds a whole table: records of other streams need not be decoded further.
        if stream is None or _read_about(stored.data).stream == stream:
            removed = read_removed(stored.data)
            if upto is None or removed.last <= upto:
                yield removed


def left_state(log: LogReader, stream: str, after: int, upto: int | None = None) -> str | None:
    """The newest state of a stream, between the two versions, that the log holds because the content is gone."""
    kept = [each for each in removals(log, stream, upto) if each.state is not None and each.last >= after]
    return max(kept, key=lambda each: each.last).state if kept else None
