"""A meter changes by hand only when two persons agree, three if it changes much, none of whom plays for it."""

from __future__ import annotations

from typing import Protocol

from houserules.app.house.transactions import note, other_request
from houserules.app.meters.meters import decode_meter, meter_transfers
from houserules.app.meters.shared_meter import SharedMeter
from houserules.app.people.roles import Person
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table import events as f
from houserules.app.table.live_table import LiveTable
from houserules.law.words import MeterName
from houserules.log import Log, digest_of
from houserules.money import format_dollars


class Meters(Protocol):
    """What corrections need from the house around them."""

    log: Log

    def now(self) -> int: ...

    def known_meter(self, name: str) -> SharedMeter: ...

    def live_tables_on(self, meter: str) -> list[LiveTable]: ...

    def meter_corrected(self, meter: str) -> None: ...


class Corrections:
    def __init__(self, house: Meters) -> None:
        self.house = house
        self.bound = 0
        """Corrections by more than this need two persons to approve them; 0: every one does."""

    async def propose(
        self, meter: str, main: int, secondary: int | None, reason: str, command_id: str, person: Person
    ) -> str:
        """Without a secondary part, that part stays as it is found."""
        shared = self.house.known_meter(meter)
        name = digest_of(command_id.encode())[:16]
        if secondary is not None:
            self._insist_on_secondary(shared.state.stream)
        async with shared.lock:
            if self.house.log.receipt(command_id) is None:
                self._insist_not_playing(shared.state.stream, person)
            if secondary is None:
                before = shared.state.correction(name)  # A retry asks for what was found the first time.
                secondary = before.secondary if before else shared.state.secondary
            proposed = f.CorrectionProposed(name, person.account, main, secondary, reason)
            await self._note(shared, proposed, command_id, person)
        return name

    async def approve(self, meter: str, correction: str, command_id: str, person: Person) -> None:
        shared = self.house.known_meter(meter)
        async with shared.lock:
            if self._was_done(shared, (f.CorrectionSeconded, f.CorrectionApproved), correction, command_id, person):
                return
            proposed = shared.state.correction(correction)
            if proposed is None:
                raise unknown("correction", correction)
            self._insist_not_playing(shared.state.stream, person)
            if person.account in (proposed.by, proposed.seconded_by):
                message = "somebody else must approve what you propose, or have approved"
                raise Refusal("own_act", message, Kind.FORBIDDEN)
            self._insist_no_payout_waits(shared.state.stream)
            shows = shared.state.main, shared.state.secondary
            if proposed.found != shows:
                message = "the meter has moved since this was proposed; decline it, and propose anew"
                found, now = (" and ".join(map(format_dollars, amounts)) for amounts in (proposed.found, shows))
                raise Refusal("stale_correction", message, Kind.STALE, found=found, now=now)
            if proposed.size > self.bound and not proposed.seconded_by:
                await self._note(shared, f.CorrectionSeconded(correction, person.account), command_id, person)
                return
            approved = f.CorrectionApproved(correction, person.account, proposed.main, proposed.secondary)
            await self._note(shared, approved, command_id, person)
        self.house.meter_corrected(shared.state.stream)

    async def decline(self, meter: str, correction: str, command_id: str, person: Person) -> None:
        shared = self.house.known_meter(meter)
        async with shared.lock:
            if self._was_done(shared, (f.CorrectionDeclined,), correction, command_id, person):
                return
            if shared.state.correction(correction) is None:
                raise unknown("correction", correction)
            self._insist_not_playing(shared.state.stream, person)
            declined = f.CorrectionDeclined(correction, person.account)
            await self._note(shared, declined, command_id, person)

    def _insist_on_secondary(self, meter: str) -> None:
        parts = [table.rules.progressive_rules.meters for table in self.house.live_tables_on(meter)]
        if parts and all(MeterName.SECONDARY not in part.value for part in parts):
            message = "this meter has no secondary part"
            raise Refusal("no_secondary_meter", message, Kind.REFUSED, str(parts[0].clause))

    def _insist_not_playing(self, meter: str, person: Person) -> None:
        """At a live table nobody both plays for a meter and sets what it shows."""
        for table in self.house.live_tables_on(meter):
            if table.state.kind == f.LIVE and table.state.plays_here(person.account):
                message = f"nobody corrects a meter while they play for it; you have a seat at {table.state.id}"
                raise Refusal("you_play_here", message, Kind.FORBIDDEN, table=table.state.id)

    def _insist_no_payout_waits(self, meter: str) -> None:
        """An amount that a floorperson has validated, or is about to, is not changed meanwhile."""
        for table in self.house.live_tables_on(meter):
            round_ = table.state.table.round
            if round_ is not None and round_.claim is not None:
                raise Refusal(
                    "payout_waits", "a payout from this meter is being made; correct the meter when it is paid",
                    Kind.REFUSED, table=table.state.id, seat=round_.claim,
                )  # fmt: skip

    def _was_done(
        self,
        shared: SharedMeter,
        kinds: tuple[type[f.CorrectionSeconded | f.CorrectionApproved | f.CorrectionDeclined], ...],
        correction: str,
        command_id: str,
        person: Person,
    ) -> bool:
        """Whether this repeats a command that was committed; a different one with its id is refused."""
        log = self.house.log
        receipt = log.receipt(command_id)
        if receipt is None:
            return False
        stored = next(iter(log.read_all(receipt.position - 1, receipt.position)))
        done = decode_meter(stored) if stored.stream == shared.state.stream else None
        if isinstance(done, kinds) and (done.correction, done.by) == (correction, person.account):
            return True
        raise other_request(command_id)

    async def _note(
        self,
        shared: SharedMeter,
        event: f.MeterFact,
        command_id: str,
        person: Person,
    ) -> None:
        house, state = self.house, shared.state
        moves = meter_transfers(state, event)
        await note(house.log, house.now(), state.stream, state.version, event, command_id, person.account, moves)
        shared.refresh()
