"""What the leaves of the audit log say. The form is documented in docs/store-format.md, and others rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from houserules.merkle import leaf_hash

_FORMAT: Final = "houserules.leaf/2"
_FIRST_FORMAT: Final = "houserules.leaf/1"
NOTHING_DIGEST: Final = sha256(b"").hexdigest()

_encode = msgspec.json.Encoder().encode
Moves = Sequence[tuple[object, ...]]
"""Transfers, each as its fields in order."""


def content_digest(content: bytes) -> str:
    return sha256(content).hexdigest() if content else NOTHING_DIGEST


def event_leaf(
    position: int,
    stream: str,
    version: int,
    part: int,
    name: str,
    at: int,
    actor: str,
    command_id: str,
    data: str,
    command: str,
    moves: Moves,
    request: str,
    reply: str,
) -> bytes:
    """The hash of an event's leaf. Content is named by its digest, so that it can go and the leaf still holds.

    The transfers stand in it, and the digests of request and reply bind the answer to the events it was given for:
    an edited amount or reply breaks the tree as an edited event does.
    """
    fields = (
        _FORMAT, position, stream, version, part, name, at, actor, command_id, data, command, moves, request, reply,
    )  # fmt: skip
    return leaf_hash(_encode(fields))


def first_event_leaf(
    position: int,
    stream: str,
    version: int,
    part: int,
    name: str,
    at: int,
    actor: str,
    command_id: str,
    data: str,
    command: str,
    moves: Moves,
    request: str,
    reply: str,
) -> bytes:
    """The same in the first format, in which logs were begun: it has digests of the transfers and of the receipt."""
    transfers = sha256(_encode(moves)).hexdigest()
    receipt = sha256(_encode((command_id, request, reply))).hexdigest()
    fields = (
        _FIRST_FORMAT, position, stream, version, part, name, at, actor, command_id, data, command, transfers, receipt,
    )  # fmt: skip
    return leaf_hash(_encode(fields))
