"""The audit of what was played: the log itself, and that every round was played and paid by the rules of its day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

import msgspec
from msgspec.structs import asdict

from houserules.log import LogAudit, LogReader, Observer, SignedHead, Stored, Transfer, audit_log
from houserules.records.events import CLOSED, CONTENT_REMOVED, RETENTION_STREAM, TABLE_PREFIX, ContentRemoved, felt_of
from houserules.records.replaying import Names, Replays
from houserules.records.tables import read_removed


class Audit(LogAudit, frozen=True):
    rounds: int
    """Rounds that were replayed to their end."""
    shuffles: int
    """Decks that were worked out again from their seeds and shares."""
    outside: int
    """Decks that came from outside, and that no seed led to."""
    entered: int
    """Of all rounds that were closed, those whose cards were entered by hand: how they were mixed is not verified."""


class HouseAudit(Observer, Protocol):
    """What a service keeps beside play, audited together with it: seats, chips, shuffles, meters, purses."""

    @property
    def shuffles(self) -> int: ...

    @property
    def outside(self) -> int: ...

    def names_at(self, stream: str) -> Names:
        """The accounts of a table as they are named in the books just now."""


Balances = Mapping[str, int]
Left = Mapping[tuple[str, int], ContentRemoved]
"""What retention recorded, by stream and the last version that it removed."""


def audit(
    log: LogReader,
    exported: Sequence[SignedHead] = (),
    keys: Sequence[str] = (),
    house: Callable[[Balances, Left], HouseAudit] | None = None,
) -> Audit:
    """Reads everything, as :func:`houserules.log.audit_log` does, and puts every command to the rules again.

    Without ``house`` nothing is said of what a service keeps beside play.
    """
    balances: dict[str, int] = {}
    removals = _Removals(log)
    kept = house(balances, removals.left) if house is not None else None
    replays = Replays(log.document, removals.left, kept.names_at if kept is not None else None)
    observers: list[Observer] = [_Felts(balances), removals, replays, *([kept] if kept is not None else [])]
    found = audit_log(log, exported, keys, observers, balances)
    shuffles, outside = (kept.shuffles, kept.outside) if kept is not None else (0, 0)
    said = {**asdict(found), "notes": (*found.notes, *replays.notes)}
    return Audit(**said, rounds=replays.rounds, entered=replays.entered, shuffles=shuffles, outside=outside)


class _Felts:
    """Whether the felt of every table is empty when its round closes."""

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
    """Whether exactly that content is gone which retention recorded."""

    def __init__(self, log: LogReader) -> None:
        self._records: list[ContentRemoved] = []
        self._uncovered: dict[str, int] = {}
        for stored in log.read(RETENTION_STREAM):
            if stored.name == CONTENT_REMOVED and stored.data is not None:
                try:
                    self._records.append(read_removed(stored.data))
                except msgspec.MsgspecError:
                    continue  # It is found among the edited events.
        self._digests: list[Any] = [sha256() for _ in self._records]
        self.left = {(record.stream, record.last): record for record in self._records}

    def see(self, stored: Stored, _moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        covered = False
        for record, digest in zip(self._records, self._digests, strict=True):
            if record.stream == stored.stream and record.first <= stored.version <= record.last:
                digest.update(stored.leaf)
                covered = True
        if stored.data is None and not covered:
            self._uncovered.setdefault(stored.stream, stored.version)
        return iter(())

    def end(self) -> Iterator[tuple[str, str, str]]:
        for stream, version in self._uncovered.items():
            what = f"the content of {stream} from version {version} on is gone, and no record says so"
            yield "removed", RETENTION_STREAM, what
        for record, digest in zip(self._records, self._digests, strict=True):
            if digest.hexdigest() != record.leaves:
                versions = f"from version {record.first} to {record.last}"
                yield "removed", RETENTION_STREAM, f"{record.stream} {versions} is not what was recorded as removed"
