"""How many tables a house has room for, and whose. A table that is being opened already has its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Protocol

from msgspec import Struct

from houserules.app.refusals import Kind, Refusal
from houserules.app.table.events import LIVE
from houserules.app.table.state import TableState

MOST_TABLES: Final = 1_000
KEPT_FOR_LIVE: Final = 100
"""The number of places that practice tables never take."""
MOST_OF_GUESTS: Final = 500
"""How many open tables all guests together may have opened."""
MOST_OF_A_GUEST: Final = 5
"""How many open tables one guest may have opened."""


class Opening(Struct, frozen=True):
    """Who opens a table of which kind; ``passing`` if it is a guest."""

    actor: str
    kind: str
    passing: bool


class HasState(Protocol):
    @property
    def state(self) -> TableState: ...


class Capacity:
    """Counted as far as this process knows: it learns of openings in another process when they are committed."""

    def __init__(self, tables: Callable[[], Mapping[str, HasState]]) -> None:
        self.tables = tables
        self.most_tables = MOST_TABLES
        self.kept_for_live = KEPT_FOR_LIVE
        self.most_of_guests = MOST_OF_GUESTS
        self._under_way: dict[str, Opening] = {}

    @contextmanager
    def held(self, stream: str, opening: Opening) -> Iterator[None]:
        """A place for this table while it is being opened, if there is one."""
        self._insist_room(opening)
        self._under_way[stream] = opening
        try:
            yield
        finally:
            self._under_way.pop(stream, None)

    def _open(self) -> list[Opening]:
        tables = self.tables()
        states = (table.state for table in tables.values())
        kept = [Opening(state.opened_by, state.kind, state.passing) for state in states if not state.table.closed]
        return kept + [opening for stream, opening in self._under_way.items() if stream not in tables]

    def _insist_room(self, wanted: Opening) -> None:
        present = self._open()
        if len(present) >= self.most_tables:
            raise _full(f"this house has room for {self.most_tables} tables")
        practice = self.most_tables - self.kept_for_live
        if wanted.kind != LIVE and sum(each.kind != LIVE for each in present) >= practice:
            raise _full(f"this house has room for {practice} practice tables")
        if not wanted.passing:
            return
        if sum(each.passing for each in present) >= self.most_of_guests:
            raise _full(f"this house has room for {self.most_of_guests} tables of guests; sit down at one of them")
        if sum(each.passing and each.actor == wanted.actor for each in present) >= MOST_OF_A_GUEST:
            raise _full(f"a guest has at most {MOST_OF_A_GUEST} tables open")


def _full(message: str) -> Refusal:
    return Refusal("too_many_tables", message, Kind.REFUSED)
