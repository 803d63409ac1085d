"""The meters of the audit: a meter shows and holds exactly what tables and approved corrections made of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from houserules.app.house.accounts import main_meter, secondary_meter
from houserules.app.meters.meters import MeterState, decode_meter, fold_meter, meter_transfers
from houserules.app.table import events as f
from houserules.app.table.state import TableState
from houserules.log import Stored, Transfer
from houserules.play import events as e
from houserules.records import kept_transfer

_REMEMBERED: Final = 1000
"""How many of a meter's latest amounts are kept: another service may move it just after a table has read it."""


class Meters:
    def __init__(self, balances: Mapping[str, int]) -> None:
        self._balances = balances
        self._meters: dict[str, MeterState] = {}
        self._shown: dict[str, deque[tuple[int, int]]] = {}
        """What each meter has shown lately."""
        self._expected: deque[tuple[str, f.MeterFact]] = deque()
        """What a table did in this command that its meter has yet to record."""
        self._removed: set[str] = set()
        """Tables whose part in this command retention has removed: what they did can no longer be compared."""
        self._touched: set[str] = set()
        self._read: list[tuple[str, tuple[int, int]]] = []
        """What the tables opened in this command read from their meters."""

    def opened(self, meter: str | None, main: int, secondary: int) -> None:
        """A table starts with what its meter shows; the meter may have been opened together with it."""
        if meter is not None:
            self._read.append((meter, (main, secondary)))

    def moved(self, state: TableState, number: int, event: e.MeterChanged) -> Iterator[str]:
        if state.meter is None:
            yield "a meter is moved by a table that has none"
        elif event.reason == e.LINKED:
            if not self._has_shown(state.meter, (event.main, event.secondary)):
                yield f"{event.main} and {event.secondary} were read of {state.meter}, which did not show that"
        else:
            shown = event.main, event.secondary, event.main_by, event.secondary_by
            self._expected.append((state.meter, f.MeterMoved(state.id, number, event.reason, *shown)))

    def hit(self, state: TableState, number: int, event: e.WagerSettled) -> None:
        if state.meter is not None and event.outcome == "win":
            paid = event.row or "", event.paid, event.paid_from == "main"
            self._expected.append((state.meter, f.MeterHit(state.id, number, event.seat, *paid)))

    def removed(self, table: str) -> None:
        self._removed.add(table)

    def _has_shown(self, meter: str, read: tuple[int, int]) -> bool:
        return read in self._shown.get(meter, ())

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        state = self._meters.get(stored.stream) or MeterState(stored.stream)
        fact = decode_meter(stored)
        self._touched.add(stored.stream)
        meant = tuple(map(kept_transfer, meter_transfers(state, fact)))
        if meant != moves:
            yield "money", "its transfers are not what it means"
        for what in self._wrong(state, fact, stored):
            yield "meter", what
        after = self._meters[stored.stream] = fold_meter(state, fact, stored.at)
        self._shown.setdefault(stored.stream, deque(maxlen=_REMEMBERED)).append((after.main, after.secondary))

    def _wrong(self, state: MeterState, fact: f.MeterFact, stored: Stored) -> Iterator[str]:
        match fact:
            case f.MeterOpened():
                if state.version:
                    yield "it was opened before"
            case f.MeterMoved() | f.MeterHit():
                known = fact.table not in self._removed
                if known and (not self._expected or self._expected.popleft() != (state.stream, fact)):
                    yield f"{stored.name} is not what its table did"
                if isinstance(fact, f.MeterMoved):
                    by = fact.main - state.main, fact.secondary - state.secondary
                    if by != (fact.main_by, fact.secondary_by):
                        yield f"it moved by {by[0]} and {by[1]}, not by what is said"
            case f.CorrectionProposed():
                if fact.by != stored.actor:
                    yield f"{fact.by} proposes, and {stored.actor} asked for it"
            case f.CorrectionApproved() | f.CorrectionDeclined():
                yield from _settled(state, fact, stored)

    def command_ended(self) -> Iterator[str]:
        """What is wrong with the command that ended, if it touched a meter."""
        for meter, fact in self._expected:
            yield f"{meter} does not say that {type(fact).__name__} of table {getattr(fact, 'table', '')}"
        self._expected.clear()
        for meter, read in self._read:
            if not self._has_shown(meter, read):
                yield f"a table begins with {read[0]} and {read[1]} on {meter}, which did not show that"
        self._read.clear()
        for meter in self._touched:
            state = self._meters[meter]
            held = [self._balances.get(name, 0) for name in (main_meter(meter), secondary_meter(meter))]
            if held != [state.main, state.secondary]:
                yield f"{meter} shows {state.main} and {state.secondary}, its accounts hold {held[0]} and {held[1]}"
        self._touched.clear()
        self._removed.clear()


def _settled(state: MeterState, fact: f.CorrectionApproved | f.CorrectionDeclined, stored: Stored) -> Iterator[str]:
    """A correction is approved as it was proposed, by somebody else, while the meter still shows what was found
    then."""
    proposed = state.correction(fact.correction)
    if proposed is None or fact.by != stored.actor:
        yield f"nobody proposed the correction {fact.correction}, or {stored.actor} is not {fact.by}"
        return
    if isinstance(fact, f.CorrectionDeclined):
        return
    if proposed.by == fact.by:
        yield f"{fact.by} approves what they proposed"
    if (fact.main, fact.secondary) != (proposed.main, proposed.secondary):
        yield f"{fact.main} and {fact.secondary} are approved, {proposed.main} and {proposed.secondary} were proposed"
    if proposed.found != (state.main, state.secondary):
        yield "the meter moved between the proposal and the approval"
