"""Every event of the house as auditors and regulators may see it; what they may not see is named and withheld."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec

from houserules.app.people.requests import STREAM as REQUESTS
from houserules.app.people.roles import Person, may
from houserules.app.records.history import Hand
from houserules.app.records.receipts import FACE_DOWN, SHUFFLES, UNDEALT
from houserules.app.refusals import Kind, Refusal
from houserules.app.table.loading import load_state
from houserules.app.table.state import TableState
from houserules.app.views.record_shapes import EventShown
from houserules.app.views.text import cards
from houserules.log import Log, Stored
from houserules.records import RETENTION_STREAM, TABLE_PREFIX

_MOST_READ: Final = 64
_CARD_FIELDS: Final = ("cards", "burned")
_TABLES_LEFT: Final = frozenset(("table", "state"))
"""What retention records of a table so that it can go on: it holds the decks that were already shuffled then."""


class EventReader:
    """Reads the log for one person. ``tables`` gives the current state of each table. Once a round is over, the
    regulator sees what lay face down in it, and before that too unless the same person plays at the table; others
    never do."""

    def __init__(self, log: Log, tables: Iterable[TableState], person: Person) -> None:
        self.log = log
        self.tables = {state.stream: state for state in tables}
        self.sees_stubs = may(person, "see_stub")
        watched = (stream for stream, state in self.tables.items() if state.seat_of(person.account) is None)
        self.face_up = frozenset(watched) if self.sees_stubs else frozenset[str]()
        self._read: dict[str, TableState] = {}

    def show(self, events: Iterable[Stored]) -> list[EventShown]:
        """The events must have been read before the state of the tables was determined: otherwise cards that are
        known by now might pass for cards that nobody has seen."""
        return [self.shown(stored) for stored in events]

    def everything(self) -> Iterator[bytes]:
        """The whole log, one JSON object per line."""
        for stored in self.log.read_all(0, self.log.position()):
            yield msgspec.json.encode(self.shown(stored)) + b"\n"

    def shown(self, stored: Stored) -> EventShown:
        withheld = self._is_secret(stored)
        return {
            "position": stored.position,
            "stream": stored.stream,
            "version": stored.version,
            "part": stored.part,
            "event": stored.name,
            "at": stored.at,
            "actor": stored.actor,
            "withheld": withheld,
            "removed": stored.data is None,
            "data": None if withheld or stored.data is None else _readable(stored.stream, stored.data),
            "leaf": stored.leaf.hex(),
        }

    def insist_played(self, hand: Hand) -> None:
        """Refuses a hand that holds, in its course or in the table before it, a deck that is yet to be played."""
        sealed_before = {seal.context for seal in hand.before.seals if seal.cards}
        state = self._state(hand.before.stream)
        sealed_now = {seal.context for seal in state.seals} if state is not None else sealed_before
        if sealed_before & sealed_now or any(self._is_secret(stored) for stored in hand.stored):
            raise Refusal("deck_not_played", "this hand holds a deck that is still to be played", Kind.STALE)

    def _state(self, stream: str) -> TableState | None:
        """The current state of the table. One that was put away is read from the log; the last few are remembered."""
        if stream in self.tables or not stream.startswith(TABLE_PREFIX):
            return self.tables.get(stream)
        if stream not in self._read:
            with suppress(Refusal):
                self._read[stream] = load_state(self.log, stream)
            if len(self._read) > _MOST_READ:
                del self._read[next(iter(self._read))]
        return self._read.get(stream)

    def _is_secret(self, stored: Stored) -> bool:
        if stored.stream.startswith("account:"):
            return True
        state = self._state(stored.stream)
        if state is None or stored.data is None:
            return stored.stream.startswith(TABLE_PREFIX)
        if stored.name not in (*SHUFFLES, *FACE_DOWN):
            return False
        if not self.sees_stubs:
            return True
        if stored.version > state.version:
            return True  # Just committed by another process; its cards are not known here yet.
        if stored.name in SHUFFLES:
            deck = msgspec.json.decode(stored.data)["deck"]
            seal = state.seal(deck)
            return seal is not None and stored.version > seal.since
        if stored.stream in self.face_up and stored.name != UNDEALT:
            return False
        return state.table.round is not None and stored.version > state.round_from


def _readable(stream: str, content: bytes) -> dict[str, Any]:
    """Cards in the notation that people read; for retention, what was removed and why, but no tables."""
    data: dict[str, Any] = msgspec.json.decode(content)
    if stream == REQUESTS:  # Nobody may read the hash of a password.
        data |= {"what": {name: value for name, value in data.get("what", {}).items() if name != "hash"}}
    return {
        name: cards(value) if name in _CARD_FIELDS and isinstance(value, list) else value
        for name, value in data.items()
        if stream != RETENTION_STREAM or name not in _TABLES_LEFT
    }
