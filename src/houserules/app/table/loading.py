"""Tables read back from the store, also where retention has removed what they were made of."""

from __future__ import annotations

import msgspec
import structlog
from msgspec.structs import replace

from houserules.app.house.accounts import chips, tray
from houserules.app.refusals import Kind, Refusal, removed
from houserules.app.table.folding import decode, fold
from houserules.app.table.state import Parts, TableState
from houserules.app.table.submissions import parts_of, read_document
from houserules.law import MalformedData, UnknownRulebook
from houserules.store import RulesPinned, Store, Stored
from houserules.store.tables import fold_table, left_state, removals


class UnreadableLog(Exception):
    """What is kept does not make a single table: this program did not write it so."""


def unreadable(stream: str) -> Refusal:
    """What is kept of this table does not make a table."""
    message = f"{stream} cannot be read back from the log: somebody edited this database. Run houserules audit"
    return Refusal("table_unreadable", message, Kind.UNAVAILABLE)


def load_state(store: Store, stream: str, upto: int | None = None) -> TableState:
    """The table as its events leave it, from the newest snapshot on that can be believed."""
    snapshot = store.snapshot(stream, upto)
    state = msgspec.json.decode(snapshot.data, type=TableState) if snapshot else TableState(stream)
    return read_on(store, state, upto)


def read_on(store: Store, state: TableState, upto: int | None = None) -> TableState:
    """Folds what came after a state. Over what is gone the state helps that retention put into the log."""
    for stored in store.read(state.stream, after=state.version, upto=upto):
        if stored.version <= state.version:
            continue
        if stored.data is None:
            state = _left(store, stored, upto)
        else:
            state = fold_stored(store, state, stored.data, stored.at)
    return state


def fold_stored(store: Store, state: TableState, data: bytes, at: int) -> TableState:
    """The state after an event as it was stored. With new rules it learns which wagers play which part."""
    event = decode(data)
    after, _ = fold(state, event, at)
    return replace(after, parts=_parts(store, event)) if isinstance(event, RulesPinned) else after


def _parts(store: Store, pinned: RulesPinned) -> Parts:
    """The parts that wagers play by this submission. Where it cannot be read no table opens, which is said then; what
    was recorded is readable all the same."""
    document = store.document(pinned.document)
    if document is None:
        return Parts()
    try:
        return parts_of(read_document(document, pinned.law)[1].submission)
    except (MalformedData, UnknownRulebook, Refusal):
        return Parts()


def _left(store: Store, gone: Stored, upto: int | None) -> TableState:
    left = left_state(store, gone.stream, gone.version, upto)
    if left is None:
        raise removed(gone.stream)
    return msgspec.json.decode(left, type=TableState)


def unsigned_state(store: Store, stream: str) -> TableState | None:
    """The state to go on from where retention put none into the log, as it once did not.

    It comes from a snapshot that nobody signed. The table of the rules and all chips must be as the log has them; for
    seats, settings and totals there is no other witness.
    """
    gone = max((record.last for record in removals(store) if record.stream == stream), default=0)
    snapshot = store.unsigned_snapshot(stream, gone)
    if snapshot is None:
        return None
    try:
        state = msgspec.json.decode(snapshot.data, type=TableState)
    except msgspec.MsgspecError:
        return None
    if (state.stream, state.version) == (stream, snapshot.version) and _is_borne_out(store, state):
        return state
    structlog.get_logger().error("a snapshot without a signature is not as the log has it", table=stream)
    return None


def _is_borne_out(store: Store, state: TableState) -> bool:
    folded = fold_table(store, state.stream, state.version)
    if folded is None or (folded.document, folded.submission, folded.law) != (
        state.document,
        state.digest,
        state.law,
    ):
        return False
    position = next(store.read(state.stream, state.version - 1, state.version)).position
    own = chips(state.stream, "")
    held = {name.removeprefix(own): _balance(store, name, position) for name, _ in store.balances(own)}
    return (
        folded.table == state.table
        and {name: amount for name, amount in held.items() if amount} == dict(state.chips)
        and _balance(store, tray(state.stream), position) == state.tray
    )


def _balance(store: Store, account: str, position: int) -> int:
    """What the account held when the log was so long."""
    moves = [kept.transfer for kept in store.transfers(upto=position, account=account)]
    return sum(move.amount if move.target == account else -move.amount for move in moves)
