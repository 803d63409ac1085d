"""What the leaves of the audit log say. The form is documented in docs/store-format.md, and others rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from os import urandom
from typing import Final

import msgspec
from msgspec.structs import astuple

from houserules.ledger import Transfer
from houserules.merkle import leaf_hash

LEAF_FORMAT: Final = "houserules.leaf/1"
SALT_BYTES: Final = 16
NOTHING_DIGEST: Final = sha256(b"").hexdigest()
NO_TRANSFERS_DIGEST: Final = sha256(b"[]").hexdigest()

Leaf = tuple[str, int, str, int, int, str, int, str, str, str, str, str, str]
"""What the leaf of an event says: :data:`LEAF_FORMAT`, position, stream, version, part, name, at, actor and command
id; and the digests of its data, command, transfers and receipt, so that content can go and the leaf still holds."""

_encode = msgspec.json.Encoder().encode


def content_digest(content: bytes) -> str:
    return sha256(content).hexdigest() if content else NOTHING_DIGEST


def transfers_digest(transfers: Sequence[Transfer]) -> str:
    if not transfers:
        return NO_TRANSFERS_DIGEST
    return moves_digest([astuple(transfer) for transfer in transfers])


def moves_digest(moves: Sequence[tuple[object, ...]]) -> str:
    """Of one or more transfers, each as its fields in order."""
    return sha256(_encode(moves)).hexdigest()


def fresh_salts(count: int) -> list[str]:
    """One for each command, 128 bits in hexadecimal.

    Leaves are shown to everybody, in proofs, while cards still lie face down. Whoever knows all of an event but three
    cards could otherwise try them all until the leaf comes out.
    """
    return urandom(SALT_BYTES * count).hex(" ", SALT_BYTES).split()


def receipt_digest(command_id: str, request_digest: str, reply: bytes, salt: str) -> str:
    """Binds the answer to the events it was given for: an edited reply breaks the tree as an edited event does."""
    replied = sha256(reply).hexdigest()
    answered = (command_id, request_digest, replied, salt) if salt else (command_id, request_digest, replied)
    return sha256(_encode(answered)).hexdigest()


def event_leaf(leaf: Leaf) -> bytes:
    """The hash of an event's leaf."""
    return leaf_hash(_encode(leaf))
