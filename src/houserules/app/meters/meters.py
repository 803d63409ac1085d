"""Progressive meters, one stream each: of one table, or of several with the same odds, wager and increment."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.house.accounts import main_meter, moved, operator, secondary_meter
from houserules.app.table import events as f
from houserules.law import Submission, format_pay
from houserules.law.words import PROGRESSIVE
from houserules.ledger import Transfer
from houserules.log import Log, Stored, digest_of

_DECODER: msgspec.json.Decoder[f.MeterFact] = msgspec.json.Decoder(f.MeterFact)
_HITS_KEPT = 10
METER_PREFIX: Final = "meter:"


class Correction(Struct, frozen=True):
    correction: str
    by: str
    main: int
    secondary: int
    reason: str
    found: tuple[int, int] = (-1, -1)
    """What the meter showed when this was proposed; if it shows something else later, the proposal is out of date."""
    seconded_by: str = ""
    """Who approved it first, if two must."""

    @property
    def size(self) -> int:
        """By how much it changes the meter, up or down, both parts together."""
        return abs(self.main - self.found[0]) + abs(self.secondary - self.found[1])


class MeterState(Struct, frozen=True):
    stream: str
    version: int = 0
    name: str = ""
    terms: str = ""
    main: int = 0
    secondary: int = 0
    corrections: tuple[Correction, ...] = ()
    """Those proposed and neither approved nor declined."""
    hits: tuple[tuple[int, f.MeterHit], ...] = ()

    @property
    def id(self) -> str:
        return self.stream.removeprefix(METER_PREFIX)

    def correction(self, name: str) -> Correction | None:
        return next((each for each in self.corrections if each.correction == name), None)


_read_meter: Final = msgspec.json.Decoder(MeterState).decode


def fold_meter(state: MeterState, event: f.MeterFact, at: int) -> MeterState:
    after = replace(state, version=state.version + 1)
    match event:
        case f.MeterOpened():
            return replace(after, name=event.name, terms=event.terms, main=event.main, secondary=event.secondary)
        case f.MeterMoved():
            return replace(after, main=event.main, secondary=event.secondary)
        case f.MeterHit():
            return replace(after, hits=(*state.hits, (at, event))[-_HITS_KEPT:])
        case f.CorrectionProposed():
            found = state.main, state.secondary
            proposed = Correction(event.correction, event.by, event.main, event.secondary, event.reason, found)
            return replace(after, corrections=(*state.corrections, proposed))
        case f.CorrectionSeconded(correction=name, by=by):
            seconded = (
                replace(each, seconded_by=by) if each.correction == name else each for each in after.corrections
            )
            return replace(after, corrections=tuple(seconded))
        case f.CorrectionApproved():
            left = _without(state.corrections, event.correction)
            return replace(after, main=event.main, secondary=event.secondary, corrections=left)
        case f.CorrectionDeclined():
            return replace(after, corrections=_without(state.corrections, event.correction))
        case _:
            assert_never(event)


def meter_transfers(state: MeterState, event: f.MeterFact) -> tuple[Transfer, ...]:
    """What a fact moves at a meter in this state: the operator owes what a new or corrected meter shows. The tables
    keep what rounds move."""
    if not isinstance(event, f.MeterOpened | f.CorrectionApproved):
        return ()
    name = type(event).__struct_config__.tag
    assert isinstance(name, str)
    terms = event.terms if isinstance(event, f.MeterOpened) else state.terms
    owing = operator(terms.partition(":")[0])
    changes = (
        (main_meter(state.stream), event.main - state.main),
        (secondary_meter(state.stream), event.secondary - state.secondary),
    )
    return tuple(
        moved(*((owing, account) if change > 0 else (account, owing)), abs(change), name)
        for account, change in changes
        if change
    )


def _without(corrections: tuple[Correction, ...], name: str) -> tuple[Correction, ...]:
    return tuple(each for each in corrections if each.correction != name)


def load_meter(log: Log, stream: str, state: MeterState | None = None) -> MeterState:
    """The meter as the log has it, read from what is known already."""
    state = state or _from_snapshot(log, stream)
    for stored in log.read(stream, after=state.version):
        state = fold_meter(state, decode_meter(stored), stored.at)
    return state


def _from_snapshot(log: Log, stream: str) -> MeterState:
    snapshot = log.snapshot(stream)
    return _read_meter(snapshot.data) if snapshot else MeterState(stream)


def decode_meter(stored: Stored) -> f.MeterFact:
    assert stored.data is not None, "the events of a meter are never removed"
    return _DECODER.decode(stored.data)


def _other_odds(submission: Submission) -> list[list[str]]:
    """The non-default readings that change what a progressive wager is worth."""
    return [
        [reading.id, submission.readings[reading.id]]
        for reading in submission.rulebook.readings
        if PROGRESSIVE in reading.worth and submission.readings[reading.id] != reading.default
    ]


def terms_of(submission: Submission) -> str | None:
    """What linked tables must have in common, as one digest; None if no meter accrues."""
    progressive = submission.progressive
    if progressive is None or progressive.prize is not None:
        return None
    lines = [[line.hand, format_pay(line.pay)] for line in progressive.paytable.lines]
    shared = [[line.hand, format_pay(line.pay)] for line in progressive.shared.lines] if progressive.shared else []
    terms = [
        submission.rulebook.id,
        lines,
        shared,
        progressive.amounts,
        str(progressive.main_rate),
        str(progressive.secondary_rate),
        progressive.reset,
        list(progressive.segments),
        progressive.rounding.value,
    ]
    other = _other_odds(submission)
    if other:  # For default readings nothing is added, so that meters keep the terms they have.
        terms.append(other)
    return digest_of(msgspec.json.encode(terms))
