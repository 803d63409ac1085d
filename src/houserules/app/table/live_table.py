"""One table of the service: it takes requests one by one, commits their results, and only then tells anybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from houserules.app.floor.flags import crossings
from houserules.app.house.absence import NEVER
from houserules.app.house.transactions import committed, other_request
from houserules.app.house.transit import with_money
from houserules.app.meters.meters import MeterState
from houserules.app.meters.shared_meter import as_it_stands
from houserules.app.people.roles import Person, insist
from houserules.app.records.receipts import as_answered, with_receipt
from houserules.app.refusals import Kind, Refusal, forbidden, shuffler_locked
from houserules.app.table import events as f
from houserules.app.table.automation import due_at
from houserules.app.table.context import HouseSide, RequestContext
from houserules.app.table.draft import Draft, Moment
from houserules.app.table.handlers import carry_out
from houserules.app.table.host import Host
from houserules.app.table.law_in_force import ruling
from houserules.app.table.loading import load_state, read_on
from houserules.app.table.requests import AnyRequest, Reply, own_id, verb_of
from houserules.app.table.state import Sitting, TableState
from houserules.app.table.submissions import read_document
from houserules.app.table.timers import A_MOMENT, is_overdue, pass_time, time_to_think
from houserules.app.views.published import Feed, Parts, Published, whole
from houserules.law.words import Role
from houserules.log import Commit, Committed, Log, LogUnavailable, Message, Snapshot, StaleVersion, digest_of
from houserules.play import Rules
from houserules.play import commands as c
from houserules.records import felt_of
from houserules.shuffle import ShufflerLocked

_MOST_TRIES: Final = 8
_LOOK_AGAIN: Final = 5_000
"""After how many milliseconds a table that waits within a round is looked at again: its meter may have moved."""


class LiveTable:
    def __init__(self, house: Host, state: TableState, rules: Rules, unattended: int | None = None) -> None:
        self.house = house
        self.state = state
        self.rules = rules
        self._unattended = unattended
        """A deadline that passed while no service was running to act on it."""
        self.lock = asyncio.Lock()
        self._at_rest = (-1, 0)
        """The version at which there was nothing to do, and when."""
        self.wakes = 0
        """The moment until which there is then nothing to do."""
        self.heard_of = 0
        """The newest version that another process is known to have committed."""
        self._published: tuple[TableState, MeterState | None, Published] | None = None

    @property
    def meter(self) -> MeterState | None:
        return self.house.shared_meter(self.state.meter).state if self.state.meter else None

    @property
    def standing(self) -> TableState:
        """The table as it stands, with its meter as other tables have moved it."""
        return as_it_stands(self.rules, self.state, self.meter)

    @property
    def published(self) -> Published:
        """The table as it is shown now, built once for all viewers."""
        meter, known = self.meter, self._published
        if known is not None and known[0] is self.state and known[1] is meter:
            return known[2]
        meters = (meter.main, meter.secondary) if meter is not None else None
        published = Published(self.rules, self.standing, meters, known[2] if known is not None else None)
        self._published = self.state, meter, published
        return published

    def view_for(self, person: Person, desk: str) -> Parts:
        """The table as this person may see it now from this desk, if they may use that desk."""
        return self._parts(self.published, person, desk)

    def _parts(self, shown: Published, person: Person, desk: str) -> Parts:
        if desk == "dealer":
            insist(person, "see_dealer_desk")
        elif desk == "surveillance":
            insist(person, "see_surveillance")
            if self.state.plays_here(person.account):
                raise Refusal("you_play_here", "nobody sees all cards of a table and plays there", Kind.FORBIDDEN)
        return shown.parts_for(person, desk, self.house.now())

    def view_in_json(self, person: Person, desk: str) -> bytes:
        return whole(self.view_for(person, desk))

    def answer(self, reply: Reply, person: Person, feed: Feed | None, desk: str) -> bytes:
        """A reply with the table as its owner sees it now from this desk, in JSON. If they follow the table by a
        feed, it has only what has changed since the feed was last sent something, and the feed does not repeat it."""
        own = msgspec.json.encode(reply)[:-1]
        try:
            if feed is not None:
                shown = self.published
                changes = feed.changes(shown, self._parts(shown, person, feed.desk)) or b"{}"
                return b'%b,"number":%d,"changes":%b}' % (own, feed.number, changes)
            view = self.view_for(person, desk)
        except Refusal:  # Nobody may use every desk, and sitting down takes some away.
            view = self.view_for(person, "player")
        return b'%b,"view":%b}' % (own, whole(view))

    def frame(self, feed: Feed, person: Person) -> bytes | None:
        """What a feed is sent next: the whole view at first, then what has changed; None if nothing has."""
        shown = self.published
        if feed.shown is None:
            view = feed.first(shown, self._parts(shown, person, feed.desk))
            return b'{"type":"table","feed":"%b","number":%d,"version":%d,"view":%b}' % (
                feed.id.encode(), feed.number, self.state.version, view,
            )  # fmt: skip
        if feed.answering or feed.shown is shown:
            return None
        changes = feed.changes(shown, self._parts(shown, person, feed.desk))
        if changes is None:
            return None
        return b'{"type":"changes","number":%d,"version":%d,"changes":%b}' % (
            feed.number, self.state.version, changes,
        )  # fmt: skip

    @property
    def is_busy(self) -> bool:
        """Whether something is being committed here, or is yet to be read."""
        return self.lock.locked() or self.heard_of > self.state.version

    async def handle(self, person: Person, request: AnyRequest) -> Reply:
        """The path of a command: known ids are answered as before, stale ones refused, the rest decided and kept.

        Whether an id is known is looked up only if the command cannot be carried out: the log reports it on its own
        when committing.
        """
        verb = verb_of(request)
        if not person.is_any(verb.jobs) and not (verb.finishes and self.state.plays_here(person.account)):
            raise forbidden(verb.name)
        content = _canonical((self.state.stream, person.account, request))
        try:
            async with self.lock:
                answer = partial(self._answer, person, request, content)
                return await with_money(self.house.transit, person.account, answer)
        finally:
            with suppress(LogUnavailable):  # The next request reports it.
                self.look()

    async def _answer(self, person: Person, request: AnyRequest, content: bytes) -> Reply:
        try:
            if request.expected_version > self.state.version:
                self.refresh()
            if request.expected_version != self.state.version:
                raise stale(request.expected_version, self.state.version)
            return await self._carry_out(person, request, content)
        except Refusal as refusal:
            before = None if refusal.kind is Kind.UNAVAILABLE else self._answered(request.command_id, content)
            if before is None:
                raise
            return before

    def _answered(self, command_id: str, content: bytes) -> Reply | None:
        """The answer that this command was given before, if any."""
        known = self.house.log.receipt(command_id)
        if known is not None and known.request_digest != digest_of(content):
            raise other_request(command_id)
        return as_answered(self.house.log, known) if known is not None else None

    async def _carry_out(self, person: Person, request: AnyRequest, content: bytes) -> Reply:
        for _ in range(_MOST_TRIES):
            async with self._turn_at_the_meter():
                draft = self._draft()
                _carry_out(draft, person, request, self.house)
                if draft.no_round is not None and draft.opens_a_round:
                    raise draft.no_round
                self._compare(draft)
                reply = Reply(request.command_id, draft.state.id, draft.state.version)
                kept = await self._keep(draft, content, reply, person.account)
                if kept is not None:
                    return kept
                if self.state.version != request.expected_version:
                    raise stale(request.expected_version, self.state.version)
        raise Refusal("busy", "the meter, the purse or the account moves too fast just now; ask again", Kind.STALE)

    def _compare(self, draft: Draft) -> None:
        """After a round, notes what has left the band around exact theory, as far as theory is known by now. At a
        live table theory is computed with the first round, whether or not anybody looks at the floor."""
        if draft.state.table.rounds == draft.before.table.rounds:
            return
        figures = self.house.theory_at_hand(draft.rules.submission, wanted=draft.state.kind == f.LIVE)
        for fact in crossings(draft.state, figures or {}):
            draft.note(fact)

    def _turn_at_the_meter(self) -> AbstractAsyncContextManager[None]:
        """Tables that share a meter take turns at it."""
        return nullcontext() if self.state.meter is None else self.house.shared_meter(self.state.meter).lock

    def _draft(self) -> Draft:
        ruled = ruling(self.house.log, self.rules, self.state, self.house.today())
        draft = Draft(ruled.rules, self.state, self.meter, Moment(self.house.now()), self.house.shuffler)
        if ruled.pinned is not None:
            draft.pin(ruled.pinned)
        draft.no_round = ruled.refusal
        return draft

    async def _keep(self, draft: Draft, request: bytes, reply: Reply, actor: str) -> Reply | None:
        """Commits the draft and takes it over. None if the draft is void: another process was first at this table, or
        the player has spent the purse at another one."""
        commit = Commit(
            command_id=reply.command_id,
            request=request,
            reply=msgspec.json.encode(reply),
            at=draft.moment.at,
            actor=actor,
            appends=draft.appends(),
            outbox=(Message(draft.state.stream, b'{"version":%d}' % draft.state.version),),
            snapshots=_snapshots(draft),
            empty=(felt_of(draft.state.stream),) if draft.state.table.round is None else (),
            not_negative=draft.holding(),
        )
        try:
            answer = await committed(self.house.log, commit, partial(self._take_over, draft))
        except StaleVersion:
            self.refresh()
            return None
        except Refusal as refusal:
            if refusal.code == "not_enough_money" and refusal.facts["account"] in draft.spent:
                return None
            if refusal.kind is Kind.UNAVAILABLE:
                self.house.in_trouble(self, refusal.message)
            raise
        return with_receipt(self.house.log, reply, commit, answer)

    def _take_over(self, draft: Draft, kept: Committed) -> None:
        if kept.repeated:
            self.refresh()
            return
        self.state, self.rules = draft.state, draft.rules
        if draft.meter is not None and draft.meter_events:
            self.house.shared_meter(draft.meter.stream).state = draft.meter
        if draft.state.kind == f.LIVE:
            self.house.owe(draft.cashed)
        self.house.changed(self)

    def refresh(self) -> None:
        """Reads what another process has committed."""
        state = read_on(self.house.log, self.state)
        if state.law != self.state.law:
            self.rules = _rules_of(self.house.log, state)
        self.state = state
        if self.state.meter is not None:
            self.house.shared_meter(self.state.meter).refresh()
        self.house.changed(self)

    def look(self) -> bool:
        """Reads what another process is known to have committed, unless this process is just committing a command."""
        if self.heard_of <= self.state.version or self.lock.locked():
            return False
        self.refresh()
        return True

    async def catch_up(self) -> None:
        """Reads what is known to be committed, after any command that this process is just committing."""
        if self.heard_of > self.state.version:
            async with self.lock:
                if self.heard_of > self.state.version:
                    self.refresh()

    async def tick(self, now: int) -> bool:
        """What the table does automatically as time passes. Returns whether it did anything."""
        self._at_rest, self.wakes = (-1, 0), 0
        self.look()
        overdue = is_overdue(self.state, now)
        if self.lock.locked() and not overdue:
            return False  # A request is being handled; the table is looked at again after it.
        async with self.lock, self._turn_at_the_meter():
            draft = self._draft()
            pass_time(draft, now, self._unattended, lambda who: self.house.feed_lost_at(who, draft.state.stream))
            try:
                draft.go_on()
            except ShufflerLocked:
                if overdue:
                    raise
                return False
            if not draft.steps:
                self._at_rest = (self.state.version, now)
                return False
            return await self._keep_own("auto", draft)

    async def clear(self, absent: Callable[[TableState], list[Sitting]], is_deserted: bool) -> None:
        """Frees the seats of guests who have gone; closes the table if nobody has come for long."""

        def steps(draft: Draft) -> None:
            for sitting in absent(draft.state):
                draft.note(f.PlayerGone(sitting.seat, sitting.account))
                draft.let_go(sitting.seat, sitting.account)
            if is_deserted and not draft.state.sittings and not draft.state.table.round_begun:
                draft.must(c.CloseTable(Role.FLOORPERSON, draft.seconds))

        await self.take("clear", steps)

    async def take(self, why: str, steps: Callable[[Draft], None]) -> bool:
        """Takes steps for which there is no request. Returns whether they were committed."""
        async with self.lock, self._turn_at_the_meter():
            draft = self._draft()
            steps(draft)
            draft.go_on()
            return not draft.steps or await self._keep_own(why, draft)

    async def _keep_own(self, why: str, draft: Draft) -> bool:
        """Commits what nobody asked for. Returns whether it was committed."""
        self._compare(draft)
        name = own_id(why, draft.before.id, draft.before.version)
        reply = Reply(name, draft.state.id, draft.state.version)
        return await self._keep(draft, name.encode(), reply, f.AUTOMATION) is not None

    def was_left_alone(self, now: int) -> None:
        """The house has not looked for long: the machine slept, or its clock was set forward. Nobody could decide
        meanwhile, so time that ran out is given again."""
        if self.state.deadline is not None and now - self.state.deadline > A_MOMENT:
            self._unattended = self.state.deadline

    def rest(self, now: int, until: int) -> None:
        """If there was nothing to do, there is nothing until then, or until the table's own clock says so."""
        again = NEVER if self.state.table.round is None else now + _LOOK_AGAIN
        self.wakes = min(until, again, due_at(self.rules, self.state, now))

    def rouse(self) -> None:
        """There may be something to do that neither an event nor time has brought."""
        self._at_rest = (-1, 0)

    def rests(self, now: int) -> bool:
        """Whether there was nothing to do, nothing has happened since, and no time has come."""
        version, since = self._at_rest
        if version != self.state.version:
            return False
        return since <= now < (self.wakes if self.heard_of <= version else min(self.wakes, since + _LOOK_AGAIN))

    @property
    def waits_for_somebody(self) -> bool:
        """Whether no round is under way, and no other process is known to have done anything here."""
        return self.state.table.round is None and self.heard_of <= self.state.version


def _carry_out(draft: Draft, person: Person, request: AnyRequest, house: Host) -> None:
    """Without cards that can be trusted there is no play: the table waits until a person has fixed the shuffler."""
    try:
        side = HouseSide(house.log.balance, house.practice_chips_of, house.is_absent, house.sits_down, house.limits)
        carry_out(RequestContext(draft, person, request, side))
    except ShufflerLocked as error:
        raise shuffler_locked(error) from None


def _snapshots(draft: Draft) -> tuple[Snapshot, ...]:
    """A table is folded again from at most its last finished round."""
    if draft.state.table.rounds == draft.before.table.rounds:
        return ()
    state = draft.state
    found = [Snapshot(state.stream, state.version, msgspec.json.encode(state))]
    if draft.meter is not None and draft.meter_events:
        found.append(Snapshot(draft.meter.stream, draft.meter.version, msgspec.json.encode(draft.meter)))
    return tuple(found)


def load_table(house: Host, stream: str) -> LiveTable:
    """The table as the log has it. A player it waited for while no service was running has the whole time again.

    The only service of a log knows that it was away, and starts again. With a shared log, other services may have
    been running, and all must follow one deadline: it stands, unless it passed and nobody acted on it. Then the time
    is given again by a fact of the table, which one service commits and all others read.
    """
    state = load_state(house.log, stream)
    rules = _rules_of(house.log, state)
    seconds, now = time_to_think(state), house.now()
    if state.deadline is None or seconds is None:
        return LiveTable(house, state, rules)
    if house.log.shared:
        unattended = state.deadline if now - state.deadline > A_MOMENT else None
        return LiveTable(house, state, rules, unattended)
    return LiveTable(house, replace(state, deadline=now + seconds * 1000), rules)


def _rules_of(log: Log, state: TableState) -> Rules:
    document = log.document(state.document)
    assert document is not None, f"{state.stream}: the submission is among the documents"
    return read_document(document, state.law)[1]


_canonical: Final = msgspec.json.Encoder(order="deterministic").encode
"""The same request in the same bytes, in whatever order the client named its wagers."""


def stale(expected: int, actual: int) -> Refusal:
    message = "the table has moved on since you last looked"
    return Refusal("stale_version", message, Kind.STALE, expected=expected, actual=actual)
