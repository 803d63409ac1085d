"""Checkpoints (c2sp.org/tlog-checkpoint) and their cosignatures (c2sp.org/tlog-cosignature)."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from houserules.notes.note import (
    COSIGNATURE,
    MalformedNote,
    Note,
    Sign,
    Signature,
    VerifierKey,
    from_base64,
    parse_note,
    verifies,
)

_HASH_BYTES: Final = 32
_TIME_BYTES: Final = 8
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,18}")
_LINES: Final = 3


class Checkpoint(Struct, frozen=True):
    """A log at one size."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


class Opened(Struct, frozen=True):
    """A checkpoint on which the log's signature was checked. ``cosigned``: when each known witness signed it too, in
    seconds since 1970."""

    checkpoint: Checkpoint
    note: Note
    cosigned: dict[str, int]


def parse_checkpoint(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) <= _LINES or not all(lines[:-1]) or not _NUMBER.fullmatch(lines[1]):
        raise MalformedNote("not a checkpoint: its lines are the origin, the size and the root of the log")
    root = from_base64(lines[2])
    if len(root) != _HASH_BYTES:
        raise MalformedNote("not a checkpoint: its root is not a SHA-256")
    return Checkpoint(lines[0], int(lines[1]), root)


def open_checkpoint(content: str, log: VerifierKey, witnesses: Iterable[VerifierKey] = ()) -> Opened:
    """A checkpoint that this log signed. Raises :class:`MalformedNote` for any other, and where a signature by a
    known key does not hold; signatures by others are ignored."""
    note = parse_note(content)
    checkpoint = parse_checkpoint(note.text)
    if checkpoint.origin != log.name:
        raise MalformedNote(f"a checkpoint of {checkpoint.origin}, not of {log.name}")
    mine = [each for each in note.signatures if each.is_by(log)]
    if not mine or not all(verifies(log.public, each.content, note.text.encode()) for each in mine):
        raise MalformedNote(f"the checkpoint of size {checkpoint.size} is not signed by {log}")
    cosigned: dict[str, int] = {}
    for witness in witnesses:
        for each in note.signatures:
            if each.is_by(witness):
                cosigned[witness.name] = cosigned_at(note.text, each, witness)
    return Opened(checkpoint, note, cosigned)


def cosignature(text: str, witness: VerifierKey, at: int, sign: Sign) -> Signature:
    """The witness's signature under a checkpoint, at a time in seconds since 1970."""
    return Signature(witness.name, witness.id, at.to_bytes(_TIME_BYTES, "big") + sign(_cosigned(text, at)))


def cosigned_at(text: str, signature: Signature, witness: VerifierKey) -> int:
    """When the witness signed it. Raises :class:`MalformedNote` where it did not."""
    at = int.from_bytes(signature.content[:_TIME_BYTES], "big")
    holds = witness.kind == COSIGNATURE and 0 < at < 1 << 63
    if not holds or not verifies(witness.public, signature.content[_TIME_BYTES:], _cosigned(text, at)):
        raise MalformedNote(f"the cosignature by {witness} does not hold")
    return at


def _cosigned(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()
