"""Where a round is in the log, with the proofs printed on its papers."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.app.house.witnesses import Witnesses
from houserules.app.records.history import Hand
from houserules.app.records.receipts import proof_of
from houserules.app.table.events import LIVE, TableOpened
from houserules.app.table.folding import TableEvent, decode
from houserules.app.views.record_shapes import ReceiptShown
from houserules.exhibits import InLog, is_progressive_win
from houserules.log import Log, Stored
from houserules.notes import Note, parse_checkpoint
from houserules.play.events import PayoutValidated, WagerSettled


def round_in_log(log: Log, witnesses: Witnesses, hand: Hand) -> InLog:
    """The proofs hold under the newest checkpoint that is witnessed; while the round is not in that one, under the
    newest that the house has signed, so that the floor can print a slip while a witness is down."""
    last = hand.stored[-1].position
    note, asked = witnesses.proved(), witnesses.asked
    if note is None or parse_checkpoint(note.text).size < last:
        newest = log.head()
        assert newest is not None
        note, asked = newest.checkpoint(), ()
    proofs = list(_proofs(log, note, [str(each.key) for each in asked], witnesses.quorum if asked else 0, hand))
    return InLog(hand.stored[0].position, last, proofs[-1], tuple(proofs[:-1]), _validated(hand))


def _validated(hand: Hand) -> dict[int, str]:
    """Seat to the person who validated its win. At a practice table the table itself validates, in the name of a
    player."""
    kind, found = hand.before.kind, dict[int, str]()
    for stored in hand.stored:
        match _event(stored):
            case TableOpened() as opened:
                kind = opened.kind
            case PayoutValidated(seat=seat) if kind == LIVE:
                found[seat] = stored.actor
            case _:
                pass
    return found


def _event(stored: Stored) -> TableEvent:
    assert stored.data is not None
    return decode(stored.data)


def _proofs(log: Log, note: Note, asked: list[str], needed: int, hand: Hand) -> Iterator[ReceiptShown]:
    """Of every progressive win as it was settled, and of the end of the round."""
    newest = log.head()
    assert newest is not None
    for stored in hand.stored:
        event = _event(stored)
        if (isinstance(event, WagerSettled) and is_progressive_win(event)) or stored is hand.stored[-1]:
            yield {
                "command_id": stored.command_id,
                "log": str(newest.vkey()),
                "needed": needed,
                "witnesses": asked,
                "checkpoint": str(note),
                "events": [proof_of(log, stored.position, parse_checkpoint(note.text).size)],
            }
