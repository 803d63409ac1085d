"""The tables and meters of a house as this process knows them."""

from __future__ import annotations

import asyncio

from houserules.app.house.cage import tables_with
from houserules.app.house.subscribers import Subscribers
from houserules.app.house.transit import in_pit
from houserules.app.house.wake_ups import WakeUps
from houserules.app.meters.meters import METER_PREFIX
from houserules.app.meters.shared_meter import SharedMeter, opened_with
from houserules.app.refusals import Refusal, unknown
from houserules.app.table import events as f
from houserules.app.table.host import Host
from houserules.app.table.live_table import LiveTable, load_table
from houserules.app.table.state import TableState
from houserules.log import Log, LogReader
from houserules.play import Rules
from houserules.records import TABLE_PREFIX


class Registry(Host):
    def __init__(self, log: Log) -> None:
        self.log = log
        self.tables: dict[str, LiveTable] = {}
        self.meters: dict[str, SharedMeter] = {}
        self.subscribers = Subscribers()
        self._wake_ups = WakeUps()
        self._linked: dict[str, list[LiveTable]] = {}
        """The tables of each meter."""
        self.pits: dict[str, LogReader] = {}
        """The logs of all pits of this house, whichever process holds them."""
        self._unreadable: dict[str, Refusal] = {}
        """Tables that could not be read, and why."""

    def opened(self, state: TableState, rules: Rules) -> LiveTable:
        """A table that has just been committed; the log may have announced it already."""
        return self.tables.get(state.stream) or self._add(LiveTable(self, state, rules))

    def table(self, name: str) -> LiveTable:
        table = self.tables.get(TABLE_PREFIX + name)
        if table is None:
            return self._read_again(TABLE_PREFIX + name)
        table.look()
        return table

    def _read_again(self, stream: str) -> LiveTable:
        """A table that was put away; it is let go again when nobody looks at it any more."""
        if stream in self._unreadable:
            raise self._unreadable[stream]
        if not self.log.version(stream):
            raise unknown("table", stream.removeprefix(TABLE_PREFIX))
        return self._add(load_table(self, stream))

    def live_tables(self) -> list[LiveTable]:
        """All tables that are not put away, as they stand now, including those that another process serves, the
        oldest first."""
        for table in self.tables.values():
            table.look()
        return sorted(self.tables.values(), key=lambda table: table.state.opened_at)

    async def tables_with(self, account: str) -> list[str]:
        """The tables where this person sits or has chips, whatever this process has heard; and the pits that hold
        real money of theirs, or to or from which some is under way."""
        found = await self._own_tables_with(account)
        for pit, log in self.pits.items():
            found += await asyncio.to_thread(in_pit, self.log, log, pit, account)
        return found

    async def _own_tables_with(self, account: str) -> list[str]:
        known = frozenset(stream for stream, table in self.tables.items() if table.state.plays_here(account))
        return await asyncio.to_thread(tables_with, self.log, account, known, frozenset(self._unreadable))

    # Meters

    def shared_meter(self, stream: str) -> SharedMeter:
        meter = self.meters.get(stream)
        if meter is None:
            meter = self.meters[stream] = SharedMeter(self.log, stream)
        return meter

    def known_meter(self, name: str) -> SharedMeter:
        if not self.log.version(METER_PREFIX + name):
            raise unknown("meter", name)
        return self.shared_meter(METER_PREFIX + name)

    def known_meters(self) -> list[SharedMeter]:
        """The meters of all tables that are not put away, and of live tables even if they are."""
        return [self.shared_meter(stream) for stream in sorted({*self._linked, *self.meters})]

    def tables_on(self, meter: str) -> list[str]:
        """The names of a meter's open tables."""
        return [table.state.id for table in self._linked.get(meter, ()) if not table.state.table.closed]

    def live_tables_on(self, meter: str) -> list[LiveTable]:
        """The tables of a meter as they stand now; if all are put away, the one that it was opened with."""
        if meter not in self._linked and (opener := opened_with(self.log, meter)) is not None:
            return [self.table(opener.removeprefix(TABLE_PREFIX))]
        tables = self._linked.get(meter, [])
        for table in tables:
            table.look()
        return list(tables)

    def practice_chips_of(self, account: str) -> int:
        """The chips of this person at all practice tables together, as far as this process knows."""
        states = (table.state for table in self.tables.values())
        return sum(state.chips_of(account) for state in states if state.kind == f.PRACTICE)

    def _add(self, table: LiveTable) -> LiveTable:
        self.tables[table.state.stream] = table
        self._wake_ups.wake(table.state.stream)
        if table.state.meter is not None:
            self._linked.setdefault(table.state.meter, []).append(table)
        return table

    def _remove(self, table: LiveTable) -> None:
        stream, meter = table.state.stream, table.state.meter
        del self.tables[stream]
        self._wake_ups.forget(stream)
        self.subscribers.troubles.pop(stream, None)
        if meter is not None:
            self._linked[meter].remove(table)
            if not self._linked[meter]:
                del self._linked[meter]
