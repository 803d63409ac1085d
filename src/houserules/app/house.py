"""The house: all tables and meters of one store, who watches them, and what happens as time passes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from houserules import law, rulebooks
from houserules.app import facts as f
from houserules.app.absence import Presence, deserted, gone, is_put_away, quiet_until
from houserules.app.accounts import cage, chips, moved, tray
from houserules.app.asks import own_id
from houserules.app.cage import Cage
from houserules.app.coach import Coach
from houserules.app.corrections import Corrections
from houserules.app.desk import MeterDesk, Reply, TableDesk, load_table
from houserules.app.drafting import Draft, Moment, meter_opening
from houserules.app.keeping import committed, note
from houserules.app.laboratory import LabAdvice
from houserules.app.linked import insist_same_terms, opened_with
from houserules.app.loading import UnreadableLog, load_state, read_on, unreadable, unsigned_state
from houserules.app.meters import MeterState, decode_meter, fold_meter, terms_of
from houserules.app.people import OWNER, People
from houserules.app.people import PREFIX as ACCOUNTS
from houserules.app.places import Opening, Places
from houserules.app.refusal import STORE_SILENT, Kind, Refusal, unknown
from houserules.app.roles import Job
from houserules.app.shuffling import DraftedShuffles
from houserules.app.sleepers import Sleepers
from houserules.app.state import Sitting, TableState
from houserules.app.submissions import read_document
from houserules.app.table_settings import default_settings, insist_on_second_persons
from houserules.app.theory import Figures, LabTheory, Theories
from houserules.app.watchers import Watchers
from houserules.app.workbench import Workbench
from houserules.law import MalformedData, Submission, UnknownRulebook, check, freeze, read_filing, read_toml
from houserules.play import compiled
from houserules.play.events import TableClosed
from houserules.shuffle import Automatic, ShufflerLocked, ShuffleSource
from houserules.store import (
    ANY_VERSION,
    Append,
    Commit,
    Notice,
    RulesPinned,
    StaleVersion,
    Store,
    StoreUnavailable,
    digest_of,
    filing_document,
    step,
)
from houserules.store.records import RETENTION_STREAM, StateAdopted
from houserules.store.tables import removals

TABLES: Final = "table:"
METERS: Final = "meter:"
OPENING_TRAY: Final = 50_000 * 1_000_000
_TICK: Final = 0.25
_TIDY_EVERY: Final = 60.0
_LEFT_ALONE: Final = 30_000
"""If the house has not looked at its tables for so many milliseconds, nobody could play meanwhile."""
_CLOSED: Final = TableClosed.__struct_config__.tag
_CHIPS: Final = chips("", "")


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class House:
    def __init__(
        self,
        store: Store,
        now: Callable[[], int] = wall_clock,
        shuffler: ShuffleSource | None = None,
    ) -> None:
        self.store = store
        self.now = now
        self.shuffler: ShuffleSource = DraftedShuffles(shuffler or Automatic())
        self.people = People(store, now)
        self.cage = Cage(store, now, self.people, self.tables_as_kept)
        self.corrections = Corrections(self)
        self.presence = Presence(now, store.shared)
        self.coach = Coach(LabAdvice())
        self.theories = Theories(LabTheory())
        self.workbench = Workbench()
        self.watchers = Watchers()
        self.tables: dict[str, TableDesk] = {}
        self.places = Places(lambda: self.tables)
        self.meters: dict[str, MeterDesk] = {}
        self._sleepers = Sleepers()
        self._linked: dict[str, list[TableDesk]] = {}
        """The tables of each meter."""
        self._unreadable: dict[str, Refusal] = {}
        """Tables that could not be read, and why."""
        self._edited: list[Refusal] = []
        """Of those, the ones that this program did not write so."""
        self._behind: dict[str, int] = {}
        """Streams that are known to have grown to these versions and could not be read."""
        self.looked_at = 0
        """When the house last began to look at what time has brought to the tables."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    # Life of the house

    async def start(self) -> None:
        """Everything as the store has it; interrupted play goes on where it was. Once started, nothing more."""
        if self._ticking is not None:
            return
        self._loop = asyncio.get_running_loop()
        for stream in self._not_put_away():
            if stream not in self.tables:  # What was furnished just now is known already.
                await self._load(stream)
        if self._edited and not self.tables:
            raise UnreadableLog("; ".join(refusal.message for refusal in self._edited))
        for stored in self.store.first_of_each(METERS):
            opened = decode_meter(stored)
            if isinstance(opened, f.MeterOpened) and opened.terms.startswith(f.LIVE):
                self.meter_desk(stored.stream)
        self._unsubscribe = self.store.subscribe(self._noticed)
        self._ticking = asyncio.create_task(self._tick())
        self._tidying = asyncio.create_task(self._tidy())

    def _not_put_away(self) -> list[str]:
        """The tables that are open, and closed ones where somebody has chips. Others are read when asked for."""
        newest = self.store.newest_of_each(TABLES)
        kept = {name.partition(_CHIPS)[0] for name, held in self.store.balances(TABLES) if held and _CHIPS in name}
        kept |= {removed.stream for removed in removals(self.store) if removed.state is None}
        return [each.stream for each in newest if each.name != _CLOSED or each.stream in kept]

    async def _load(self, stream: str) -> None:
        """One table that cannot be read must not stop the others; ``/health`` says why, and so does every answer."""
        try:
            self._add(load_table(self, stream))
            return
        except Refusal as refusal:
            left = unsigned_state(self.store, stream)
            if left is None:
                self._leave_out(stream, refusal)
                return
        except (AssertionError, LookupError, TypeError, ValueError) as fault:
            self._edited.append(unreadable(stream))
            self._leave_out(stream, self._edited[-1], fault)
            return
        # What is believed without a signature is put into the log, where everybody can see that it was.
        adopted = StateAdopted(stream, left.version, msgspec.json.encode(left).decode())
        name = own_id("adopt", stream, left.version)
        await note(self.store, self.now(), RETENTION_STREAM, ANY_VERSION, adopted, name, f.AUTOMATION)
        self._add(load_table(self, stream))

    def _leave_out(self, stream: str, why: Refusal, fault: Exception | None = None) -> None:
        self._unreadable[stream] = why
        self.watchers.trouble(stream, why.message)
        structlog.get_logger().error("a table cannot be read", table=stream, why=why.message, exc_info=fault)

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        for task in (self._ticking, self._tidying):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.workbench.close()
        self.watchers.close()
        self.coach.close()
        self.theories.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            began = self.now()
            if self.looked_at and began - self.looked_at > _LEFT_ALONE:
                for desk in self.tables.values():
                    desk.was_left_alone(began)
            self._catch_up_again()
            await self._look_at_those_awake(began)
            self._let_go()
            self.looked_at = began

    async def _look_at_those_awake(self, now: int) -> None:
        """All tables where something may be due, side by side: what they keep goes to the disk together."""
        due: list[TableDesk] = []
        for stream in self._sleepers.awake(now):
            desk = self.tables.get(stream)
            if desk is None:
                self._sleepers.forget(stream)
            elif not desk.rests(now):
                due.append(desk)
            elif desk.waits_for_somebody:
                self._sleepers.sleep(stream, desk.wakes)
        await asyncio.gather(*(self._tick_one(desk) for desk in due))

    def _let_go(self) -> None:
        """Forget what is over: tables that are put away, meters that hang over no table, and people who have gone."""
        for desk in tuple(self.tables.values()):
            if is_put_away(desk.state) and not desk.is_busy and not self.watchers.watches(desk.state.stream):
                self._remove(desk)
        for stream, meter in tuple(self.meters.items()):
            if stream not in self._linked and not meter.is_live and not meter.lock.locked():
                del self.meters[stream]
        for account in self.presence.forget_the_absent():
            self.people.forget(account)

    async def _tidy(self) -> None:
        """The store lets go of what is of no more use, beside everything else."""
        while True:
            await asyncio.sleep(_TIDY_EVERY)
            try:
                await asyncio.to_thread(self.store.tidy)
            except StoreUnavailable:
                pass  # Another time will do.
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)

    async def _tick_one(self, desk: TableDesk) -> None:
        """One table that cannot go on must not stop the others; what is wrong is told when it is asked for."""
        try:
            now = self.now()
            await desk.tick(now)
            await self._see_to_the_absent(desk)
            desk.rest(now, quiet_until(desk.state, self.presence))
        except StoreUnavailable:  # Its driver's words are not for those who look at the lobby.
            self.watchers.trouble(desk.state.stream, STORE_SILENT)
        except (Refusal, ShufflerLocked) as trouble:
            self.watchers.trouble(desk.state.stream, str(trouble))
        except Exception as fault:
            self.watchers.trouble(desk.state.stream, "a fault of the program stops this table")
            structlog.get_logger().error("our fault", table=desk.state.stream, exc_info=fault)

    async def _see_to_the_absent(self, desk: TableDesk) -> None:
        def absent(state: TableState) -> list[Sitting]:
            return gone(state, self.presence, self._is_guest)

        is_deserted = deserted(desk.state, self.now()) and not self.watchers.watches(desk.state.stream)
        if is_deserted or absent(desk.state):
            await desk.clear(absent, is_deserted)

    def _is_guest(self, account: str) -> bool:
        found = self.people.find(account)
        return found is not None and found.guest

    def _noticed(self, notice: Notice) -> None:
        """Called by the store, from a thread of its own, after commits of any process."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with suppress(RuntimeError):  # The loop may close between the question and the call.
                # One turn later: by then the tables of this process have taken over what they committed themselves.
                loop.call_soon_threadsafe(loop.call_soon, self._catch_up, notice)

    def _catch_up(self, notice: Notice) -> None:
        """Accounts first, which needs no reading: nothing that fails may leave a session valid that has ended."""
        grown = dict(notice.versions)
        for stream, version in notice.versions:
            if stream.startswith(ACCOUNTS):
                self.people.noticed(stream, version)
        self.watchers.position(notice.position)
        for stream, version in notice.versions:
            self._grew(stream, version, grown)

    def _grew(self, stream: str, version: int, grown: Mapping[str, int]) -> None:
        """What cannot be read now is read later, and stops none of the others."""
        try:
            if stream.startswith(TABLES):
                self._table_grew(stream, version)
            elif stream.startswith(METERS) and stream in self.meters:
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
        desk = self.tables.get(stream)
        if desk is None:
            if stream not in self._unreadable:
                self._add(load_table(self, stream))
        elif desk.state.version < version:
            desk.heard_of = version
            self._sleepers.wake(stream)
            if self.watchers.watches(stream):
                desk.look()

    def _meter_changed(self, stream: str, grown: Mapping[str, int]) -> None:
        """Tell those at the other tables of a meter; a table that grew itself is told of as it does."""
        for desk in self._linked.get(stream, ()):
            if desk.state.stream not in grown:
                self.changed(desk)

    def _add(self, desk: TableDesk) -> TableDesk:
        self.tables[desk.state.stream] = desk
        self._sleepers.wake(desk.state.stream)
        if desk.state.meter is not None:
            self._linked.setdefault(desk.state.meter, []).append(desk)
        return desk

    def _remove(self, desk: TableDesk) -> None:
        stream, meter = desk.state.stream, desk.state.meter
        del self.tables[stream]
        self._sleepers.forget(stream)
        self.watchers.troubles.pop(stream, None)
        if meter is not None:
            self._linked[meter].remove(desk)
            if not self._linked[meter]:
                del self._linked[meter]

    # What tables ask of the house

    def meter_desk(self, stream: str) -> MeterDesk:
        desk = self.meters.get(stream)
        if desk is None:
            desk = self.meters[stream] = MeterDesk(self.store, stream)
        return desk

    def known_meter(self, name: str) -> MeterDesk:
        if not self.store.version(METERS + name):
            raise unknown("meter", name)
        return self.meter_desk(METERS + name)

    def known_meters(self) -> list[MeterDesk]:
        """The meters of all tables that are not put away, and of live tables also when they are."""
        return [self.meter_desk(stream) for stream in sorted({*self._linked, *self.meters})]

    def tables_on(self, meter: str) -> list[str]:
        """The names of a meter's open tables."""
        return [desk.state.id for desk in self._linked.get(meter, ()) if not desk.state.table.closed]

    def desks_on(self, meter: str) -> list[TableDesk]:
        """The tables of a meter as they stand now; where all are put away, the one that it was opened with."""
        if meter not in self._linked and (opener := opened_with(self.store, meter)) is not None:
            return [self.table(opener.removeprefix(TABLES))]
        desks = self._linked.get(meter, [])
        for desk in desks:
            desk.look()
        return list(desks)

    def meter_corrected(self, meter: str) -> None:
        self._meter_changed(meter, {})

    def practice_chips_of(self, account: str) -> int:
        """What this person has in chips at all practice tables together, as far as this process has heard."""
        states = (desk.state for desk in self.tables.values())
        return sum(state.chips_of(account) for state in states if state.kind == f.PRACTICE)

    def is_absent(self, sitting: Sitting) -> bool:
        return self.presence.is_surely_absent(sitting)

    def theory_at_hand(self, submission: Submission, wanted: bool) -> Figures | None:
        return self.theories.at_hand(submission, wanted)

    def sits_down(self, account: str, table: str) -> Append | None:
        return self.people.sits_down(account, table)

    def changed(self, desk: TableDesk) -> None:
        self._sleepers.wake(desk.state.stream)
        self.watchers.changed(desk.state.stream, desk.state.version)

    def in_trouble(self, desk: TableDesk, what: str) -> None:
        self.watchers.trouble(desk.state.stream, what)

    def table(self, name: str) -> TableDesk:
        desk = self.tables.get(TABLES + name)
        if desk is None:
            return self._read_again(TABLES + name)
        desk.look()
        return desk

    def _read_again(self, stream: str) -> TableDesk:
        """A table that was put away; it is let go again when nobody looks at it any more."""
        if stream in self._unreadable:
            raise self._unreadable[stream]
        if not self.store.version(stream):
            raise unknown("table", stream.removeprefix(TABLES))
        return self._add(load_table(self, stream))

    def desks(self) -> list[TableDesk]:
        """All tables that are not put away as they stand now, also those that another process serves, the oldest
        first."""
        for desk in self.tables.values():
            desk.look()
        return sorted(self.tables.values(), key=lambda desk: desk.state.opened_at)

    def tables_as_kept(self) -> Iterator[TableState]:
        """All tables as the store has them at this moment, whatever this process has heard of."""
        for stream, version in self.store.streams(TABLES):
            desk = self.tables.get(stream)
            if desk is not None:
                yield desk.state if desk.state.version >= version else read_on(self.store, desk.state)
            elif stream not in self._unreadable:
                yield load_state(self.store, stream)

    # Opening tables

    async def open_table(
        self,
        filed: Mapping[str, Any],
        kind: str,
        name: str,
        actor: str,
        table_id: str | None = None,
        settings: f.Settings | None = None,
        meter: str | None = None,
        passing: bool = False,
    ) -> TableDesk:
        """A table under this submission; live ones only under a lawful one that is approved. ``passing``: opened by
        a guest, who may not open many, and closed when nobody sits there any more."""
        lawful_submission(filed, kind, self.today())
        _, submission = read_document(filing_document(filed))
        settings = settings or default_settings(kind)
        insist_on_second_persons(submission, kind, settings)
        stream = TABLES + (table_id or f"t{secrets.token_hex(5)}")
        if self.store.version(stream):
            raise Refusal("table_exists", f"there is a table {stream.removeprefix(TABLES)!r} already")
        with self.places.held(stream, Opening(actor, kind, passing)):
            opened = f.TableOpened(name, kind, None, settings, OPENING_TRAY, actor, passing)
            return await self._open_at(stream, submission, filed, opened, meter)

    async def _open_at(
        self, stream: str, submission: Submission, filed: Mapping[str, Any], opened: f.TableOpened, meter: str | None
    ) -> TableDesk:
        meter_stream, meter_append = self._meter_for(submission, opened.kind, stream, opened.name, meter)
        meter_state = meter_append[1] if meter_append else None
        if meter_state is None and meter_stream is not None:
            meter_state = self.meter_desk(meter_stream).state
        draft = self._new_table(submission, filed, stream, replace(opened, meter=meter_stream), meter_state)
        reply = Reply(own_id("open", stream), draft.state.id, draft.state.version)
        appends = list(draft.appends())
        if meter_append:
            appends.append(meter_append[0])
        commit = Commit(
            command_id=reply.command_id, request=filing_document(filed), reply=msgspec.json.encode(reply),
            at=draft.moment.at, actor=opened.opened_by, appends=tuple(appends), documents=(filing_document(filed),),
        )  # fmt: skip
        try:
            await committed(self.store, commit)
        except StaleVersion as error:
            if error.stream == meter_stream:  # Somebody else opened the meter just now; the table is put on that one.
                return await self._open_at(stream, submission, filed, opened, meter)
            raise Refusal("table_exists", "somebody else opened that table just now", Kind.STALE) from None
        return self.tables.get(stream) or self._add(TableDesk(self, draft.state, submission))

    def _meter_for(
        self, submission: Submission, kind: str, stream: str, name: str, wanted: str | None
    ) -> tuple[str | None, tuple[Append, MeterState] | None]:
        """The meter's stream, and what opens it where it is new. Linked tables must have equal terms."""
        terms = terms_of(submission)
        if terms is None:
            if wanted is not None:
                raise Refusal("no_meter", "this submission has no progressive meter")
            return None, None
        meter = METERS + (wanted or stream.removeprefix(TABLES))
        terms = f"{kind}:{terms}"
        if self.store.version(meter):
            insist_same_terms(self.store, self.meter_desk(meter).state, submission, terms)
            return meter, None
        main = compiled(submission).first_meter
        opened = f.MeterOpened(name, terms, main, 0)
        state = fold_meter(MeterState(meter), opened, self.now())
        return meter, (Append(meter, 0, (step([(opened, meter_opening(kind, meter, main, 0))]),)), state)

    def _new_table(
        self, submission: Submission, filed: Mapping[str, Any], stream: str, opened: f.TableOpened,
        meter_state: MeterState | None,
    ) -> Draft:  # fmt: skip
        moment = Moment(self.now())
        draft = Draft(submission, TableState(stream), meter_state, moment, self.shuffler)
        shown = (meter_state.main, meter_state.secondary) if meter_state else (0, 0)
        draft.pin(RulesPinned(digest_of(filing_document(filed)), submission.digest, *shown))
        fill = moved(cage(opened.kind), tray(stream), OPENING_TRAY, "table.opened/1")
        draft.note(opened, (fill,))
        draft.go_on()
        return draft

    def today(self) -> date:
        return datetime.fromtimestamp(self.now() / 1000, UTC).date()

    async def furnish(self) -> None:
        """Three practice tables to sit at, one for each bundled submission, where there are none yet."""
        for name, rulebook in rulebooks.SUBMISSIONS.items():
            if not self.store.version(TABLES + name):
                filed = read_toml(rulebooks.text(rulebook, "submission"), name)
                book = law.rulebook(filed["rulebook"])
                shown = f"{book.title}, {book.jurisdiction}"
                await self.open_table(filed, f.PRACTICE, shown, f.AUTOMATION, table_id=name)

    async def owners_link(self) -> str | None:
        """The secret of a sign-in link for the owner, as long as the owner has no password."""
        if self.people.find(OWNER) is None:
            await self.people.open_account(OWNER, "Owner", frozenset(Job), None, OWNER)
        owner = self.people.find(OWNER)
        assert owner is not None
        return None if owner.hash else await self.people.make_link(OWNER)


def lawful_submission(filed: Mapping[str, Any], kind: str, today: date) -> Submission:
    """The submission, frozen, if a table of this kind may be opened with it."""
    try:
        filing = read_filing(dict(filed), "submission")
        faults = check(filing, today, live=kind == f.LIVE)
        if faults:
            first = faults[0]
            message = "; ".join(str(fault) for fault in faults)
            raise Refusal("unlawful_submission", message, Kind.REFUSED, first.clause, key=first.key)
        return freeze(filing)
    except (MalformedData, UnknownRulebook) as error:
        raise Refusal("malformed_submission", str(error), Kind.MALFORMED) from None
