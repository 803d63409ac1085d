"""The audit of what was played: the log itself, and that every round was played and paid under the rules of its
day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import asdict

from houserules.log import LogAudit, LogReader, Observer, SignedHead, Stored, Transfer, audit_log
from houserules.records.events import CLOSED, CONTENT_REMOVED, RETENTION_STREAM, TABLE_PREFIX, ContentRemoved, felt_of
from houserules.records.replaying import House, Replays
from houserules.records.tables import read_removed


class Audit(LogAudit, frozen=True):
    rounds: int
    """Rounds that were replayed to their end."""
    shuffles: int
    """Decks that were recomputed from their seeds and shares."""
    outside: int
    """Decks from outside, which no seed produced."""
    entered: int
    """Of all rounds that were closed, those whose cards were entered by hand: how they were shuffled is not
    verified."""


class HouseAudit(Observer, House, Protocol):
    """What a service keeps beside play, audited together with it: seats, chips, shuffles, meters, purses."""

    @property
    def shuffles(self) -> int: ...

    @property
    def outside(self) -> int: ...


Balances = Mapping[str, int]
Left = Mapping[tuple[str, int], ContentRemoved]
"""What retention recorded, by stream and the last version that it removed."""
_AN_HOUR: Final = 3_600_000
"""Milliseconds within which the event of a reported retention record must arrive."""


def audit(
    log: LogReader,
    exported: Sequence[SignedHead] = (),
    keys: Sequence[str] = (),
    house: Callable[[Balances, Left], HouseAudit] | None = None,
) -> Audit:
    """Reads everything, as :func:`houserules.log.audit_log` does, and puts every command to the rules again.

    Without ``house``, what a service keeps beside play is not checked.
    """
    books = Books(log.document, house)
    for stored in log.read(RETENTION_STREAM):
        if stored.name == CONTENT_REMOVED and stored.data is not None:
            with suppress(msgspec.MsgspecError):  # It is reported among the edited events.
                books.told_of_removal(read_removed(stored.data))
    found = audit_log(log, exported, keys, books.observers, books.balances)
    kept, replays = books.house, books.replays
    shuffles, outside = (kept.shuffles, kept.outside) if kept is not None else (0, 0)
    said = {**asdict(found), "notes": (*found.notes, *replays.notes)}
    return Audit(**said, rounds=replays.rounds, entered=replays.entered, shuffles=shuffles, outside=outside)


class Books:
    """Everything about play that is audited while events arrive: ``observers``, and the ``balances`` that they read.

    ``document`` returns the content of a document by its digest.
    """

    def __init__(
        self,
        document: Callable[[str], bytes | None],
        house: Callable[[Balances, Left], HouseAudit] | None = None,
    ) -> None:
        self.balances: dict[str, int] = {}
        self._removals = _Removals()
        left = self._removals.left
        self.house = house(self.balances, left) if house is not None else None
        self.replays = Replays(document, left, self.house)
        others = [self.house] if self.house is not None else []
        self.observers: list[Observer] = [_Felts(self.balances), self._removals, self.replays, *others]

    def told_of_removal(self, record: ContentRemoved) -> None:
        """Called with each record of retention before the events arrive whose content it removed."""
        self._removals.told(record)


class _Felts:
    """Checks that the felt of every table is empty when its round closes."""

    def __init__(self, balances: Balances) -> None:
        self._balances = balances

    def see(self, stored: Stored, _moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if stored.name == CLOSED and stored.stream.startswith(TABLE_PREFIX):
            felt = felt_of(stored.stream)
            if balance := self._balances.get(felt, 0):
                yield "felt", f"{felt} stands at {balance} when the round closes, not at 0"

    def end(self) -> Iterator[tuple[str, str, str]]:
        return iter(())


class _Removals:
    """Checks that exactly the content that retention recorded is gone."""

    def __init__(self) -> None:
        self.left: dict[tuple[str, int], ContentRemoved] = {}
        self._records: list[tuple[ContentRemoved, Any]] = []
        """Each with the digest over the leaves that it covers."""
        self._told_at: dict[ContentRemoved, int] = {}
        """Records whose own event has not arrived yet, with the time of the last event before they were reported."""
        self._uncovered: dict[str, int] = {}
        self._seen: dict[str, int] = {}
        self._now = 0

    def told(self, record: ContentRemoved) -> None:
        if self.left.get((record.stream, record.last)) == record:
            return
        self.left[record.stream, record.last] = record
        self._told_at[record] = self._now
        # Content that was there before its removal was audited; its leaves were not counted for this record.
        whole = self._seen.get(record.stream, 0) < record.first
        self._records.append((record, sha256() if whole else None))

    def see(self, stored: Stored, _moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        covered = False
        for record, digest in self._records:
            if record.stream == stored.stream and record.first <= stored.version <= record.last:
                covered = True
                if digest is not None:
                    digest.update(stored.leaf)
        if stored.data is None and not covered:
            self._uncovered.setdefault(stored.stream, stored.version)
        if stored.stream == RETENTION_STREAM and stored.name == CONTENT_REMOVED and stored.data is not None:
            with suppress(msgspec.MsgspecError):
                self._told_at.pop(read_removed(stored.data), None)
        self._seen[stored.stream], self._now = stored.version, stored.at
        return iter(())

    def end(self) -> Iterator[tuple[str, str, str]]:
        for stream, version in self._uncovered.items():
            what = f"the content of {stream} from version {version} on is gone, and no record says so"
            yield "removed", RETENTION_STREAM, what
        for record, digest in self._records:
            due = record in self._told_at and self._now - self._told_at[record] > _AN_HOUR
            if due or (digest is not None and digest.hexdigest() != record.leaves):
                versions = f"from version {record.first} to {record.last}"
                yield "removed", RETENTION_STREAM, f"{record.stream} {versions} is not what was recorded as removed"
