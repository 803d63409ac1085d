"""The content of the log for a witness that replays it. The published log hides it; a named key may read it.

A witness asks with a signed note, in the header ``Authorization: Witness`` and in base64. The note contains the log,
the positions, and the time, so that an intercepted note is of no use to anybody else for long.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final

from houserules.app.refusals import Kind, Refusal, unknown
from houserules.log import Log
from houserules.notes import (
    COSIGNATURE,
    SIGNATURE,
    MalformedNote,
    Sign,
    VerifierKey,
    parse_note,
    parse_vkey,
    sign_note,
    verifies,
)
from houserules.records import export_part

AT_ONCE: Final = 1000
"""The maximum number of events per request."""
SCHEME: Final = "Witness"
_FORMAT: Final = "houserules.part/1"
_MOST_APART: Final = 300
"""The most that the clocks of house and witness may differ, in seconds."""


def parse_reader(vkey: str) -> VerifierKey:
    """The key of a witness as it prints it, which signs requests as well. :class:`MalformedNote` for anything
    else."""
    key = parse_vkey(vkey)
    if key.kind != COSIGNATURE:
        raise MalformedNote(f"{vkey}: expected the verifier key of a witness")
    return VerifierKey(key.name, SIGNATURE, key.public)


def request_for_part(origin: str, after: int, upto: int, at: int, key: VerifierKey, sign: Sign) -> str:
    """The content of the header."""
    note = sign_note(_text(origin, after, upto, at), key, sign)
    return f"{SCHEME} {b64encode(str(note).encode()).decode()}"


def _text(origin: str, after: int, upto: int, at: int) -> str:
    return f"{_FORMAT}\n{origin}\n{after}\n{upto}\n{at}\n"


def part_for(log: Log, readers: Iterable[VerifierKey], authorization: str, after: int, upto: int, now: int) -> bytes:
    """The events after a position, up to and including another, for an authorized reader; ``now`` in seconds since
    1970."""
    head = log.head()
    if head is None or not after < upto <= head.size:
        raise unknown("part", f"{after} to {upto}")
    if not any(_asks(key, authorization, head.origin, after, upto, now) for key in readers):
        raise Refusal(
            "not_a_reader",
            "only a witness whose key was named with --replayed-by, and whose clock is right, reads the content",
            Kind.FORBIDDEN,
        )
    return export_part(log, after, min(upto, after + AT_ONCE))


def _asks(key: VerifierKey, authorization: str, origin: str, after: int, upto: int, now: int) -> bool:
    scheme, _, encoded = authorization.partition(" ")
    try:
        note = parse_note(b64decode(encoded.strip(), validate=True).decode())
        at = int(note.text.split("\n")[-2])
    except (MalformedNote, ValueError, IndexError):
        return False
    signed = any(
        each.is_by(key) and verifies(key.public, each.content, note.text.encode()) for each in note.signatures
    )
    fresh = abs(now - at) <= _MOST_APART
    return scheme == SCHEME and note.text == _text(origin, after, upto, at) and fresh and signed
