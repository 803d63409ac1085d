"""Tables read back from the log, even where retention has removed what they were made of."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from houserules.app.refusals import Kind, Refusal, removed
from houserules.app.table.folding import decode, fold
from houserules.app.table.state import Parts, TableState, read_table_state
from houserules.app.table.submissions import parts_of, read_document
from houserules.law import MalformedData, UnknownRulebook
from houserules.log import LogReader, Stored
from houserules.records import RulesPinned, left_state


class UnreadableLog(Exception):
    """The stored events of one table do not make a table: this program did not write them that way."""


def unreadable(stream: str) -> Refusal:
    """What is stored for this table does not make a table."""
    message = f"{stream} cannot be read back from the log: somebody edited this database. Run houserules audit"
    return Refusal("table_unreadable", message, Kind.UNAVAILABLE)


def load_state(log: LogReader, stream: str, upto: int | None = None) -> TableState:
    """The table as its events leave it, starting from the newest snapshot that can be trusted."""
    snapshot = log.snapshot(stream, upto)
    state = read_table_state(snapshot.data) if snapshot else TableState(stream)
    return read_on(log, state, upto)


def read_on(log: LogReader, state: TableState, upto: int | None = None) -> TableState:
    """Folds what came after a state. Where content is gone, the state that retention put into the log is used."""
    for _, after in states_after(log, state, upto):
        state = after
    return state


def states_after(log: LogReader, state: TableState, upto: int | None = None) -> Iterator[tuple[Stored, TableState]]:
    """Each event that came after a state, with the table as it leaves it."""
    for stored in log.read(state.stream, after=state.version, upto=upto):
        if stored.version <= state.version:
            continue
        state = _left(log, stored, upto) if stored.data is None else fold_stored(log, state, stored.data, stored.at)
        yield stored, state


def fold_stored(log: LogReader, state: TableState, data: bytes, at: int) -> TableState:
    """The state after an event as it was stored. New rules also determine which wagers play which part."""
    event = decode(data)
    after, _ = fold(state, event, at)
    return replace(after, parts=_parts(log, event)) if isinstance(event, RulesPinned) else after


def _parts(log: LogReader, pinned: RulesPinned) -> Parts:
    """The parts that wagers play under this submission. If it cannot be read, no table opens and the reason is given
    then; what was recorded is readable all the same."""
    document = log.document(pinned.document)
    if document is None:
        return Parts()
    try:
        return parts_of(read_document(document, pinned.law)[1].submission)
    except (MalformedData, UnknownRulebook, Refusal):
        return Parts()


def _left(log: LogReader, gone: Stored, upto: int | None) -> TableState:
    left = left_state(log, gone.stream, gone.version, upto)
    if left is None:
        raise removed(gone.stream)
    return read_table_state(left)
