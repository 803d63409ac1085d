"""A meter that other tables move too: what a table has yet to read of it, and how it stands with that."""

from __future__ import annotations

from msgspec.structs import replace

from houserules.app.folding import fold
from houserules.app.meters import MeterState
from houserules.app.state import TableState
from houserules.law import Submission
from houserules.play import compiled
from houserules.play import events as e
from houserules.play.compiled import cited
from houserules.play.state import Phase


def moved_elsewhere(submission: Submission, state: TableState, meter: MeterState | None) -> e.MeterChanged | None:
    """By how much another table or a correction has moved the meter since this table last looked."""
    table = state.table
    if meter is None or (meter.main, meter.secondary) == (table.main, table.secondary):
        return None
    return e.MeterChanged(
        cited(compiled(submission).book.progressive.meters), meter.main, meter.secondary, e.LINKED,
        meter.main - table.main, meter.secondary - table.secondary,
    )  # fmt: skip


def as_it_stands(submission: Submission, state: TableState, meter: MeterState | None) -> TableState:
    """The table as if it had just read its meter: while it settles, that decides which step comes next."""
    changed = moved_elsewhere(submission, state, meter) if state.phase is Phase.SETTLING else None
    if changed is None:
        return state
    read, _ = fold(state, changed, 0)
    return replace(read, version=state.version)
