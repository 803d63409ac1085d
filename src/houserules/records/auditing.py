"""The audit of a whole house: the log itself, and that every round was played and paid by the rules of its day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import asdict

from houserules.log import LogAudit, LogReader, SignedHead, Stored, Transfer, audit_log
from houserules.records.events import (
    CLOSED,
    CONTENT_REMOVED,
    OPENED,
    RETENTION_STREAM,
    SHUFFLED,
    TABLE_PREFIX,
    ContentRemoved,
    felt_of,
)
from houserules.records.replaying import Replays
from houserules.records.tables import read_removed


class Audit(LogAudit, frozen=True):
    rounds: int
    """Rounds that were replayed to their end."""
    entered: int
    """Of all rounds that were closed, those whose cards were entered by hand: how they were mixed is not verified."""


def audit(log: LogReader, exported: Sequence[SignedHead] = (), keys: Sequence[str] = ()) -> Audit:
    """Reads everything, as :func:`houserules.log.audit_log` does, and puts every command to the rules again."""
    removals = _Removals(log)
    replays = Replays(log.document, removals.left())
    entries = _Entries()
    found = audit_log(log, exported, keys, (_Felts(), removals, replays, entries))
    return Audit(**asdict(found), rounds=replays.rounds, entered=entries.rounds)


class _Entries:
    """How many rounds were dealt from cards that were entered by hand."""

    def __init__(self) -> None:
        self._entered: dict[tuple[str, int], bool] = {}
        self._in_play: dict[str, int] = {}
        self.rounds = 0

    def see(self, stored: Stored, _moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if stored.name in (SHUFFLED, OPENED) and stored.data is not None:
            try:
                about = msgspec.json.decode(stored.data, type=_AboutDeck)
            except msgspec.MsgspecError:
                return iter(())  # The replay says what is wrong with it.
            if stored.name == SHUFFLED:
                self._entered[stored.stream, about.deck] = about.entered
            else:
                self._in_play[stored.stream] = about.deck
        elif stored.name == CLOSED:
            self.rounds += self._entered.get((stored.stream, self._in_play.get(stored.stream, 0)), False)
        return iter(())

    def end(self) -> Iterator[tuple[str, str, str]]:
        return iter(())


class _AboutDeck(msgspec.Struct):
    """What an event says of the deck that it is about."""

    deck: int
    entered: bool = False


class _Felts:
    """Whether the felt of every table is empty when its round closes."""

    def __init__(self) -> None:
        self._felts: dict[str, int] = {}

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        for move in moves:
            self._felts[move.source] = self._felts.get(move.source, 0) - move.amount
            self._felts[move.target] = self._felts.get(move.target, 0) + move.amount
        if stored.name == CLOSED and stored.stream.startswith(TABLE_PREFIX):
            felt = felt_of(stored.stream)
            if balance := self._felts.get(felt, 0):
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

    def left(self) -> dict[tuple[str, int], str]:
        """The tables as retention left them, by stream and the last version removed."""
        return {(record.stream, record.last): record.table for record in self._records}

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
