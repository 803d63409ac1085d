"""Every event of the house as auditors and regulators may see it; what is still secret is named and withheld."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from houserules.app.record_shapes import EventShown
from houserules.app.state import TableState
from houserules.app.views import cards
from houserules.store import Store, Stored

_SHUFFLES: Final = ("table.cards_shuffled/1", "shuffle.seed_promised/1", "shuffle.deck_sealed/1")
_FACE_DOWN: Final = ("round.cards_dealt/1", "round.community_dealt/1")
_CARD_FIELDS: Final = ("cards", "burned")


class Feed:
    """Reads the log for one reader. ``tables`` says how each table stands now, ``face_up`` at which of them the
    reader may see the cards of a round that is not over."""

    def __init__(self, store: Store, tables: dict[str, TableState], face_up: frozenset[str]) -> None:
        self.store = store
        self.tables = tables
        self.face_up = face_up

    def read(self, after: int, limit: int) -> list[EventShown]:
        return [self.shown(stored) for stored in self.store.read_all(after, after + limit)]

    def everything(self) -> Iterator[bytes]:
        """The whole log, one JSON object a line."""
        for stored in self.store.read_all(0, self.store.position()):
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
            "data": None if withheld or stored.data is None else _in_text(msgspec.json.decode(stored.data)),
            "leaf": stored.leaf.hex(),
        }

    def _is_secret(self, stored: Stored) -> bool:
        if stored.stream.startswith("account:"):
            return True
        state = self.tables.get(stored.stream)
        if state is None or stored.data is None:
            return stored.stream.startswith("table:")
        if stored.version > state.version and stored.name in (*_SHUFFLES, *_FACE_DOWN):
            return True  # Another process has just kept it, and what has become of its cards is not known here yet.
        if stored.name in _SHUFFLES:
            deck = msgspec.json.decode(stored.data)["deck"]
            seal = state.seal(deck)
            return seal is not None and stored.version > seal.since
        if stored.name in _FACE_DOWN and stored.stream not in self.face_up:
            return state.table.round is not None and stored.version > state.round_from
        return False


def _in_text(data: dict[str, Any]) -> dict[str, Any]:
    """Cards in the notation that people read."""
    return {
        name: cards(value) if name in _CARD_FIELDS and isinstance(value, list) else value
        for name, value in data.items()
    }
