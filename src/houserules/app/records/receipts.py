"""Receipts: what a player needs to prove that their own command is in the log that everybody else sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.house.witnesses import Witnesses
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table.requests import LeafGiven, Reply, read_reply
from houserules.app.views.record_shapes import ReceiptEvent, ReceiptShown
from houserules.law.words import Role
from houserules.log import Commit, Committed, Leaf, Log, Receipt, Stored, leaf_salt, leaf_text, leaves_between
from houserules.notes import parse_checkpoint

SHUFFLES: Final = ("table.cards_shuffled/1", "shuffle.seed_promised/1", "shuffle.deck_sealed/1")
UNDEALT: Final = "round.cards_read/1"
FACE_DOWN: Final = (UNDEALT, "round.cards_dealt/1", "round.community_dealt/1")
"""Events with cards that not everybody has seen. Anybody who knows the salt of one can try cards until its leaf
matches."""


class _By(Struct):
    by: str = ""


_read_by: Final = msgspec.json.Decoder(_By).decode
_FACTS: Final = ("table.", "shuffle.entropy_added/")
"""Prefixes of the names of events that a player causes without a command of the game."""


def _is_own(command: bytes, name: str) -> bool:
    """Whether an event of a step with this command is the player's, and hides no cards. What the table does
    automatically is not."""
    if name in (*SHUFFLES, *FACE_DOWN):
        return False
    return _read_by(command).by == Role.PLAYER if command else name.startswith(_FACTS)


def with_receipt(log: Log, reply: Reply, commit: Commit, kept: Committed) -> Reply:
    """The reply with the place of its first event that is the sender's."""
    before = log.receipt(commit.command_id) if kept.repeated else None
    if before is not None:
        return as_answered(log, before)
    position = kept.position - kept.events
    for append in commit.appends:
        for step in append.steps:
            for event in step.events:
                position += 1
                if _is_own(step.command, event.name):
                    return replace(reply, receipt=LeafGiven(position, leaf_salt(kept.salt, position)))
    return reply


def as_answered(log: Log, known: Receipt) -> Reply:
    """The reply that a command was given before."""
    reply = read_reply(known.reply)
    command = b""
    for stored in log.read_all(known.position - known.events, known.position):
        command = (stored.command or b"") if stored.part == 0 else command
        if _is_own(command, stored.name):
            return replace(reply, receipt=LeafGiven(stored.position, leaf_salt(known.salt, stored.position)))
    return reply


def receipt_of(log: Log, witnesses: Witnesses, command_id: str, account: str) -> ReceiptShown:
    """What a command of this account did, with proofs under the newest checkpoint that is witnessed."""
    known = log.receipt(command_id)
    first = known.position - known.events if known is not None else 0
    found = list(leaves_between(log, first, known.position)) if known is not None else []
    if not found or found[0][0].actor != account:
        raise unknown("receipt", command_id)
    note, newest = witnesses.proved(), log.head()
    size = parse_checkpoint(note.text).size if note is not None else 0
    if note is None or newest is None or size < found[-1][0].position:
        raise Refusal(
            "not_witnessed", "no checkpoint with this command in it is witnessed yet; ask again", Kind.STALE,
            position=found[-1][0].position, size=size,
        )  # fmt: skip
    return {
        "command_id": command_id,
        "log": str(newest.vkey()),
        "needed": witnesses.quorum,
        "witnesses": [str(each.key) for each in witnesses.asked],
        "checkpoint": str(note),
        "events": [_proved(log, stored, leaf, size) for stored, leaf in _own(found)],
    }


def proof_of(log: Log, position: int, size: int) -> ReceiptEvent:
    """The event at a position, with its path to the root of a log of this size."""
    ((stored, leaf),) = leaves_between(log, position - 1, position)
    return _proved(log, stored, leaf, size)


def _own(found: list[tuple[Stored, Leaf]]) -> Iterator[tuple[Stored, Leaf]]:
    command = b""
    for stored, leaf in found:
        command = (stored.command or b"") if stored.part == 0 else command
        if _is_own(command, stored.name):
            yield stored, leaf


def _proved(log: Log, stored: Stored, leaf: Leaf, size: int) -> ReceiptEvent:
    return {
        "position": stored.position,
        "text": leaf_text(leaf).decode(),
        "data": stored.data.decode() if stored.data is not None else None,
        "command": stored.command.decode() if stored.command is not None else None,
        "path": [step.hex() for step in log.inclusion(stored.position, size)],
    }
