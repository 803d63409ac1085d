"""A meter that several tables move: what they must agree on, and what a table has yet to read from it."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from houserules.app.meters.meters import MeterState, decode_meter, load_meter
from houserules.app.refusals import Kind, Refusal
from houserules.app.table.events import LIVE, MeterOpened
from houserules.app.table.folding import fold
from houserules.app.table.state import TableState
from houserules.log import Log
from houserules.money import format_dollars
from houserules.play import Phase, Rules, cited
from houserules.play import events as e
from houserules.records import TABLE_PREFIX

_MOST_IN_A_COMMIT = 200


class SharedMeter:
    """One meter, and the lock under which it moves."""

    def __init__(self, log: Log, stream: str) -> None:
        self.log = log
        self.lock = asyncio.Lock()
        self.state = load_meter(log, stream)

    @property
    def is_live(self) -> bool:
        return self.state.terms.startswith(LIVE)

    def refresh(self) -> None:
        self.state = load_meter(self.log, self.state.stream, self.state)


def insist_same_terms(log: Log, meter: MeterState, rules: Rules, terms: str) -> None:
    """Tables are linked only if odds, wager and increment are equal, and one amount is the meter's first."""
    ruled = rules.progressive_rules
    if meter.terms != terms:
        message = "tables on one meter need the same odds, wager and increment"
        raise Refusal("meter_terms_differ", message, Kind.REFUSED, str(ruled.meters.clause), meter=meter.id)
    opened = decode_meter(next(log.read(meter.stream, upto=1)))
    assert isinstance(opened, MeterOpened), f"{meter.stream}: a meter begins with its opening"
    wanted = rules.first_meter
    if opened.main != wanted:
        assert rules.progressive is not None
        stated = ruled.initial or ruled.least.get(rules.progressive.paytable.letter) or ruled.meters
        initial, of_meter = format_dollars(wanted), format_dollars(opened.main)
        message = f"the initial amount of this meter is {of_meter}, and of this submission {initial}"
        raise Refusal(
            "meter_terms_differ", message, Kind.REFUSED, str(stated.clause),
            meter=meter.id, initial=initial, of_meter=of_meter,
        )  # fmt: skip


def opened_with(log: Log, meter: str) -> str | None:
    """The stream of the table that this meter was opened with, in one commit."""
    opening = next(log.read(meter, upto=1), None)
    if opening is None:
        return None
    together = log.read_all(max(0, opening.position - _MOST_IN_A_COMMIT), opening.position)
    found = [each for each in together if each.command_id == opening.command_id]
    return next((each.stream for each in found if each.stream.startswith(TABLE_PREFIX)), None)


def moved_elsewhere(rules: Rules, state: TableState, meter: MeterState | None) -> e.MeterChanged | None:
    """How far another table or a correction has moved the meter since this table last looked."""
    table = state.table
    if meter is None or (meter.main, meter.secondary) == (table.main, table.secondary):
        return None
    return e.MeterChanged(
        clauses=cited(rules.progressive_rules.meters), main=meter.main, secondary=meter.secondary,
        reason=e.LINKED, main_by=meter.main - table.main, secondary_by=meter.secondary - table.secondary,
    )  # fmt: skip


def as_it_stands(rules: Rules, state: TableState, meter: MeterState | None) -> TableState:
    """The table as if it had just read its meter: while it settles, that determines which step comes next."""
    changed = moved_elsewhere(rules, state, meter) if state.phase is Phase.SETTLING else None
    if changed is None:
        return state
    read, _ = fold(state, changed, 0)
    return replace(read, version=state.version)
