"""How tables are opened: under a lawful submission, where there is room, on a meter of their own or a shared one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Protocol

import msgspec
import structlog
from msgspec.structs import replace

from houserules import law
from houserules.app.house.capacity import Capacity, Opening
from houserules.app.house.transactions import committed
from houserules.app.meters.meters import METER_PREFIX, MeterState, fold_meter, meter_transfers, terms_of
from houserules.app.meters.shared_meter import insist_same_terms
from houserules.app.refusals import Kind, Refusal, shuffler_locked
from houserules.app.table import events as f
from houserules.app.table.draft import Draft, Moment
from houserules.app.table.host import Host
from houserules.app.table.live_table import LiveTable
from houserules.app.table.requests import Reply, own_id
from houserules.app.table.settings import default_settings, insist_on_second_persons
from houserules.app.table.state import TableState
from houserules.app.table.submissions import lawful_filing, read_document
from houserules.log import Append, Commit, StaleVersion, digest_of
from houserules.play import Rules
from houserules.records import TABLE_PREFIX, RulesPinned, engine, filing_document, step
from houserules.shuffle import ShufflerLocked

OPENING_TRAY: Final = 50_000 * 1_000_000


class Premises(Host, Protocol):
    """What an opening needs from the house around it."""

    tables: dict[str, LiveTable]

    def today(self) -> date: ...

    def opened(self, state: TableState, rules: Rules) -> LiveTable: ...


class Openings:
    def __init__(self, house: Premises) -> None:
        self.house = house
        self.capacity = Capacity(lambda: house.tables)

    async def open(
        self,
        filed: Mapping[str, Any],
        kind: str,
        name: str,
        actor: str,
        table_id: str | None = None,
        settings: f.Settings | None = None,
        meter: str | None = None,
        passing: bool = False,
    ) -> LiveTable:
        """Opens a table under this submission; a live one only under a lawful, approved one. ``passing``: opened by a
        guest, who may open only a few, and closed when nobody sits there any more."""
        rules = lawful_rules(filed, kind, self.house.today())
        settings = settings or default_settings(kind)
        insist_on_second_persons(rules, kind, settings)
        stream = TABLE_PREFIX + (table_id or f"t{secrets.token_hex(5)}")
        if self.house.log.version(stream):
            raise Refusal("table_exists", f"there is a table {stream.removeprefix(TABLE_PREFIX)!r} already")
        with self.capacity.held(stream, Opening(actor, kind, passing)):
            opened = f.TableOpened(name, kind, None, settings, OPENING_TRAY, actor, passing)
            return await self._open_at(stream, rules, filed, opened, meter)

    async def _open_at(
        self, stream: str, rules: Rules, filed: Mapping[str, Any], opened: f.TableOpened, meter: str | None
    ) -> LiveTable:
        meter_stream, meter_append = self._meter_for(rules, opened.kind, stream, opened.name, meter)
        meter_state = meter_append[1] if meter_append else None
        if meter_state is None and meter_stream is not None:
            meter_state = self.house.shared_meter(meter_stream).state
        draft = self._new_table(rules, filed, stream, replace(opened, meter=meter_stream), meter_state)
        reply = Reply(own_id("open", stream), draft.state.id, draft.state.version)
        appends = list(draft.appends())
        if meter_append:
            appends.append(meter_append[0])
        commit = Commit(
            command_id=reply.command_id, request=filing_document(filed), reply=msgspec.json.encode(reply),
            at=draft.moment.at, actor=opened.opened_by, appends=tuple(appends), documents=(filing_document(filed),),
        )  # fmt: skip
        try:
            await committed(self.house.log, commit)
        except StaleVersion as error:
            if error.stream == meter_stream:  # Just opened by somebody else: the table is linked to it.
                return await self._open_at(stream, rules, filed, opened, meter)
            raise Refusal("table_exists", "somebody else opened that table just now", Kind.STALE) from None
        return self.house.opened(draft.state, rules)

    def _meter_for(
        self, rules: Rules, kind: str, stream: str, name: str, wanted: str | None
    ) -> tuple[str | None, tuple[Append, MeterState] | None]:
        """The meter's stream, and what opens it if it is new. Linked tables must have equal terms."""
        terms = terms_of(rules.submission)
        if terms is None:
            if wanted is not None:
                raise Refusal("no_meter", "this submission has no progressive meter")
            return None, None
        meter = METER_PREFIX + (wanted or stream.removeprefix(TABLE_PREFIX))
        terms = f"{kind}:{terms}"
        if self.house.log.version(meter):
            insist_same_terms(self.house.log, self.house.shared_meter(meter).state, rules, terms)
            return meter, None
        main = rules.first_meter
        opened, new = f.MeterOpened(name, terms, main, 0), MeterState(meter)
        append = Append(meter, 0, (step([(opened, meter_transfers(new, opened))]),))
        return meter, (append, fold_meter(new, opened, self.house.now()))

    def _new_table(
        self, rules: Rules, filed: Mapping[str, Any], stream: str, opened: f.TableOpened,
        meter_state: MeterState | None,
    ) -> Draft:  # fmt: skip
        moment = Moment(self.house.now())
        draft = Draft(rules, TableState(stream), meter_state, moment, self.house.shuffler)
        shown = (meter_state.main, meter_state.secondary) if meter_state else (0, 0)
        document = digest_of(filing_document(filed))
        draft.pin(RulesPinned(document, rules.submission.digest, rules.book.pin, engine(), *shown))
        draft.note(opened)
        try:
            draft.go_on()
        except ShufflerLocked as error:
            raise shuffler_locked(error) from None
        return draft

    async def furnish(self) -> None:
        """Opens a practice table for each submission that ships with a rulebook, where there is none yet. A
        submission that is not lawful, as after a change of the law, does not stop the others."""
        for name, edition in law.submissions().items():
            if not self.house.log.version(TABLE_PREFIX + name):
                filed = law.bundled_submission(name)
                book = edition.book
                shown = f"{book.title}, {book.jurisdiction}"
                try:
                    await self.open(filed, f.PRACTICE, shown, f.AUTOMATION, table_id=name)
                except Refusal as refusal:
                    if refusal.kind is Kind.UNAVAILABLE:
                        raise
                    structlog.get_logger().error("no table to sit at", submission=name, why=refusal.message)


def lawful_rules(filed: Mapping[str, Any], kind: str, today: date) -> Rules:
    """The rules of this document, shared by all tables under it, if a table of this kind may be opened with it."""
    filing = lawful_filing(filed, today, live=kind == f.LIVE)
    return read_document(filing_document(filed), filing.rulebook.pin)[1]
