"""The house: all tables and meters of one log, who watches them, and what happens as time passes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import date
from functools import partial
from typing import Final

import structlog

from houserules.app.floor.flags import ever_flagged
from houserules.app.floor.theory import Figures
from houserules.app.house.absence import Presence, deserted, gone, is_put_away, quiet_until
from houserules.app.house.accounts import chips_held, purse
from houserules.app.house.clock import wall_clock
from houserules.app.house.openings import Openings
from houserules.app.house.registry import Registry
from houserules.app.house.shared import Shared
from houserules.app.house.shuffling import DraftedShuffles
from houserules.app.house.transit import Transit
from houserules.app.house.witnesses import Witnesses
from houserules.app.limits.limits import Limits
from houserules.app.meters.corrections import Corrections
from houserules.app.meters.meters import METER_PREFIX, decode_meter
from houserules.app.people.policy import POLICY
from houserules.app.people.reading import PREFIX as ACCOUNTS
from houserules.app.records.own_history import OwnHistory
from houserules.app.records.webhooks import Webhooks
from houserules.app.refusals import DATABASE_SILENT, Refusal
from houserules.app.table import events as f
from houserules.app.table.live_table import LiveTable, load_table
from houserules.app.table.loading import UnreadableLog, unreadable
from houserules.app.table.state import Sitting, TableState
from houserules.law import Submission, day_of
from houserules.log import Append, Log, LogUnavailable, Notice
from houserules.play.events import TableClosed
from houserules.records import TABLE_PREFIX
from houserules.shuffle import Automatic, ShufflerLocked, ShuffleSource

_TICK: Final = 0.25
_WITNESSES: Final = "witnesses"
_WEBHOOKS: Final = "webhooks"
_TIDY_EVERY: Final = 60.0
_SOUGHT_AT_ONCE: Final = 100
_LEFT_ALONE: Final = 30_000
"""If the house has not looked at its tables for this many milliseconds, nobody could play in that time."""
_CLOSED: Final = TableClosed.__struct_config__.tag


class House(Registry):
    def __init__(
        self,
        log: Log,
        now: Callable[[], int] = wall_clock,
        shuffler: ShuffleSource | None = None,
        within: House | None = None,
        pit: str = "",
    ) -> None:
        """A pit has its tables and meters in a separate log, and stands ``within`` the house of its cage."""
        super().__init__(log)
        self.now = now
        self.shuffler: ShuffleSource = DraftedShuffles(shuffler or Automatic())
        self._within = within
        of_house = None if within is None else within.limits
        self.limits: Limits = Limits(log, now, lambda: (live.state for live in self.tables.values()), of_house)
        shared = Shared(log, now, self.tables_with, self.limits) if within is None else within.shared
        self.shared: Shared = shared
        self.people, self.passkeys, self.openid = shared.people, shared.passkeys, shared.openid
        self.cage, self.requests = shared.cage, shared.requests
        self.coach, self.theories = shared.coach, shared.theories
        self.drills, self.exams = shared.drills, shared.exams
        self.lab_jobs, self.paper_jobs = shared.lab_jobs, shared.paper_jobs
        self.transit = Transit(pit, log, within.log, self.people, now) if within is not None else None
        self.corrections = Corrections(self)
        self.presence = Presence(now, log.shared and within is None)
        self.history = OwnHistory(log, self.people.log, now, self.theories)
        self.openings = Openings(self)
        self.witnesses = Witnesses(log, partial(self._troubled, _WITNESSES, "the log is not witnessed"))
        self.webhooks = Webhooks(self, partial(self._troubled, _WEBHOOKS, "events are not sent on"))
        self._edited: list[Refusal] = []
        """Those among them that this program did not write that way."""
        self._behind: dict[str, int] = {}
        """Streams that are known to have grown to these versions but could not be read."""
        self.looked_at = 0
        """When the house last started to check what time has brought to the tables."""
        self._read_upto = 0
        """The size of the log up to which this process has heard everything."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._seeking: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    # Life of the house

    async def start(self) -> None:
        """Loads everything that the log has; interrupted play continues where it was. Does nothing once started."""
        if self._ticking is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._read_upto = self.log.position()
        wanted, put_away = self._at_the_start()
        for stream in wanted:
            if stream not in self.tables:  # A new house was furnished just before.
                await self._load(stream)
        if self._edited and not self.tables:
            raise UnreadableLog("; ".join(refusal.message for refusal in self._edited))
        for stored in self.log.first_of_each(METER_PREFIX):
            opened = decode_meter(stored)
            if isinstance(opened, f.MeterOpened) and opened.terms.startswith(f.LIVE):
                self.shared_meter(stored.stream)
        if self.transit is not None:
            self.transit.look_through()
        self._unsubscribe = self.log.subscribe(self._noticed)
        self._ticking = asyncio.create_task(self._tick())
        self._tidying = asyncio.create_task(self._tidy())
        self._seeking = asyncio.create_task(self._seek_flags(put_away))
        self.witnesses.start()
        self.webhooks.start()

    def _at_the_start(self) -> tuple[list[str], list[str]]:
        """The tables that are open, and closed ones where somebody has chips; then the others, the last closed first,
        which are read on request."""
        newest = self.log.newest_of_each(TABLE_PREFIX)
        kept = {stream for stream, _ in chips_held(self.log.balances(TABLE_PREFIX))}
        wanted = [each.stream for each in newest if each.name != _CLOSED or each.stream in kept]
        closed = sorted(newest, key=lambda each: -each.position)
        return wanted, [each.stream for each in closed if each.name == _CLOSED and each.stream not in kept]

    async def _seek_flags(self, put_away: list[str]) -> None:
        """Closed tables whose results somebody has yet to review belong on the floor. They are searched for in the
        background, so that the other tables do not wait for it."""
        while put_away:
            try:
                for stream in await asyncio.to_thread(ever_flagged, self.log, put_away[:_SOUGHT_AT_ONCE]):
                    if stream not in self.tables and stream not in self._unreadable:
                        await self._load(stream)
                put_away = put_away[_SOUGHT_AT_ONCE:]
            except LogUnavailable:
                await asyncio.sleep(_TIDY_EVERY)
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)
                return

    async def _load(self, stream: str) -> None:
        """One table that cannot be read must not stop the others; ``/health`` says why, and so does every answer."""
        try:
            self._add(load_table(self, stream))
        except Refusal as refusal:
            self._leave_out(stream, refusal)
        except (AssertionError, LookupError, TypeError, ValueError) as fault:
            self._edited.append(unreadable(stream))
            self._leave_out(stream, self._edited[-1], fault)

    def _leave_out(self, stream: str, why: Refusal, fault: Exception | None = None) -> None:
        self._unreadable[stream] = why
        self.subscribers.trouble(stream, why.message)
        structlog.get_logger().error("a table cannot be read", table=stream, why=why.message, exc_info=fault)

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        for task in (self._ticking, self._tidying, self._seeking):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.witnesses.stop()
        await self.webhooks.stop()
        self.subscribers.close()
        if self._within is None:
            await self.shared.close()

    def _troubled(self, whom: str, said: str, what: str | None) -> None:
        """Reported by ``/health`` and in the service's log, once for each trouble."""
        if what is None:
            self.subscribers.troubles.pop(whom, None)
        elif self.subscribers.troubles.get(whom) != what:
            self.subscribers.troubles[whom] = what
            structlog.get_logger().error(said, why=what)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            await self.look()

    async def look(self) -> None:
        """Does what has become due: at the tables where something is due, and with what is over."""
        began = self.now()
        if self.looked_at and began - self.looked_at > _LEFT_ALONE:
            for table in self.tables.values():
                table.was_left_alone(began)
        self._catch_up_again()
        await self._look_at_those_awake(began)
        await self._settle_with_the_cage()
        self._let_go()
        self.looked_at = began

    async def _look_at_those_awake(self, now: int) -> None:
        """All tables where something may be due, concurrently, so that their commits go to the disk together."""
        due: list[LiveTable] = []
        for stream in self._wake_ups.awake(now):
            table = self.tables.get(stream)
            if table is None:
                self._wake_ups.forget(stream)
            elif not table.rests(now):
                due.append(table)
            elif table.waits_for_somebody:
                self._wake_ups.sleep(stream, table.wakes)
        await asyncio.gather(*(self._tick_one(table) for table in due))

    async def _settle_with_the_cage(self) -> None:
        """Whatever cannot be settled now is settled the next time: the logs say what is under way."""
        if self.transit is not None:
            with suppress(LogUnavailable, Refusal):
                await self.transit.settle()

    def _let_go(self) -> None:
        """Forgets what is over: tables that are put away, meters without a table, and people who have gone."""
        for table in tuple(self.tables.values()):
            if is_put_away(table.state) and not table.is_busy and not self.subscribers.watches(table.state.stream):
                self._remove(table)
        for stream, meter in tuple(self.meters.items()):
            if stream not in self._linked and not meter.is_live and not meter.lock.locked():
                del self.meters[stream]
        for account in self.presence.forget_the_absent():
            self.people.forget(account)

    async def _tidy(self) -> None:
        """Lets the log discard what is no longer of use, in the background."""
        while True:
            await asyncio.sleep(_TIDY_EVERY)
            try:
                await asyncio.to_thread(self.log.tidy)
                if self.transit is not None:
                    self.transit.look_through()
            except LogUnavailable:
                pass  # It is tried again later.
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)

    async def _tick_one(self, table: LiveTable) -> None:
        """One table that cannot go on must not stop the others; the fault is reported when the table is asked for."""
        try:
            now = self.now()
            await table.tick(now)
            await self._see_to_the_absent(table)
            table.rest(now, quiet_until(table.state, self.presence))
        except LogUnavailable:  # The driver's words are not meant for people in the lobby.
            self.subscribers.trouble(table.state.stream, DATABASE_SILENT)
        except (Refusal, ShufflerLocked) as trouble:
            self.subscribers.trouble(table.state.stream, str(trouble))
        except Exception as fault:
            self.subscribers.trouble(table.state.stream, "a fault of the program stops this table")
            structlog.get_logger().error("our fault", table=table.state.stream, exc_info=fault)

    async def _see_to_the_absent(self, table: LiveTable) -> None:
        def absent(state: TableState) -> list[Sitting]:
            return gone(state, self.presence, self._is_guest)

        is_deserted = deserted(table.state, self.now()) and not self.subscribers.watches(table.state.stream)
        if is_deserted or absent(table.state):
            await table.clear(absent, is_deserted)

    def _is_guest(self, account: str) -> bool:
        found = self.people.find(account)
        return found is not None and found.guest

    def _noticed(self, notice: Notice) -> None:
        """Called by the log, from a thread of its own, after commits of any process."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with suppress(RuntimeError):  # The loop may close between the check and the call.
                # One turn later, so that the tables of this process have taken over what they committed themselves.
                loop.call_soon_threadsafe(loop.call_soon, self._catch_up, notice)

    async def read_on(self) -> None:
        """Reads everything that any process has committed so far, so that nobody who used another service before sees
        anything older here."""
        if self._within is not None:
            await self._within.read_on()
        if not self.log.shared:
            return
        notice = await asyncio.to_thread(self.log.news, self._read_upto)
        if notice is not None:
            self._catch_up(notice)
        for table in tuple(self.tables.values()):
            await table.catch_up()

    def _catch_up(self, notice: Notice) -> None:
        """Accounts first, which needs no reading: no failure may leave a session valid that has ended."""
        self._read_upto = max(self._read_upto, notice.position)
        grown = dict(notice.versions)
        for stream, version in notice.versions:
            if stream.startswith(ACCOUNTS) or stream == POLICY:
                self.people.noticed(stream, version)
        self.subscribers.log_grew()
        for stream, version in notice.versions:
            self._grew(stream, version, grown)

    def _grew(self, stream: str, version: int, grown: Mapping[str, int]) -> None:
        """A stream that cannot be read now is read later, and stops none of the others."""
        try:
            if stream.startswith(TABLE_PREFIX):
                self._table_grew(stream, version)
            elif stream.startswith(METER_PREFIX) and stream in self.meters:
                self._meter_grew(stream, version, grown)
        except Exception as fault:
            if stream not in self._behind:
                structlog.get_logger().warning("what grew could not be read", stream=stream, exc_info=fault)
            self._behind[stream] = version
        else:
            self._behind.pop(stream, None)

    def _catch_up_again(self) -> None:
        for stream, version in tuple(self._behind.items()):
            self._grew(stream, version, {})

    def _meter_grew(self, stream: str, version: int, grown: Mapping[str, int]) -> None:
        meter = self.meters[stream]
        if meter.state.version < version:
            meter.refresh()
        self._meter_changed(stream, grown)

    def _table_grew(self, stream: str, version: int) -> None:
        """A table that another process serves is followed only as far as somebody here looks at it."""
        table = self.tables.get(stream)
        if table is None:
            if stream not in self._unreadable:
                self._add(load_table(self, stream))
        elif table.state.version < version:
            table.heard_of = version
            self._wake_ups.wake(stream)
            if self.subscribers.watches(stream):
                table.look()

    def _meter_changed(self, stream: str, grown: Mapping[str, int]) -> None:
        """Notifies viewers at the meter's other tables; a table that grew itself has its own notification."""
        for table in self._linked.get(stream, ()):
            if table.state.stream not in grown:
                self.changed(table)

    # What tables ask of the house

    def meter_corrected(self, meter: str) -> None:
        self._meter_changed(meter, {})

    def is_absent(self, sitting: Sitting) -> bool:
        return self.presence.is_surely_absent(sitting)

    @contextmanager
    def following(self, account: str, table: LiveTable) -> Iterator[None]:
        """Counts this person as following this table by a feed while the context lasts. When a feed ends, the table
        may have something to do."""
        try:
            with self.presence.following(account, table.state.stream):
                table.rouse()
                yield
        finally:
            table.rouse()
            self._wake_ups.wake(table.state.stream)

    def feed_lost_at(self, sitting: Sitting, stream: str) -> int | None:
        """Since when this guest has followed the table by no feed; None for others, and where nobody knows."""
        lost = self.presence.feed_lost_at(sitting.account, stream)
        return lost if lost is not None and self._is_guest(sitting.account) else None

    def theory_at_hand(self, submission: Submission, wanted: bool) -> Figures | None:
        return self.theories.at_hand(submission, wanted)

    def sits_down(self, account: str, table: str) -> Append | None:
        """In a pit the seat and the account are in two logs; there the chips show where somebody sits."""
        return self.people.sits_down(account, table) if self.transit is None else None

    @property
    def pit_names(self) -> list[str]:
        return sorted((self._within or self).pits)

    def owe(self, accounts: Iterable[str]) -> None:
        if self.transit is not None:
            self.transit.owe(accounts)

    def purse_of(self, kind: str, account: str) -> int:
        """What somebody has away from the tables: real money at the cage and in this pit, practice money here."""
        logs = {self.log, self.shared.log} if kind == f.LIVE else {self.log}
        return sum(log.balance(purse(kind, account)) for log in logs)

    def changed(self, table: LiveTable) -> None:
        self._wake_ups.wake(table.state.stream)
        self.subscribers.changed(table.state.stream)

    def in_trouble(self, table: LiveTable, what: str) -> None:
        self.subscribers.trouble(table.state.stream, what)

    def today(self) -> date:
        return day_of(self.now())
