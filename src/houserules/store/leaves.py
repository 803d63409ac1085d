"""What the leaves of the audit log say. The form is documented in docs/store-format.md, and others rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from os import urandom
from typing import Any, Final

import msgspec

from houserules.merkle import leaf_hash

LEAF_FORMAT: Final = "houserules.leaf/2"
_FORMER_FORMAT: Final = "houserules.leaf/1"
SALT_BYTES: Final = 16
NOTHING_DIGEST: Final = sha256(b"").hexdigest()

Said = tuple[Any, ...]
"""What a transfer says: its fields in order."""
Leaf = tuple[str, int, str, int, int, str, int, str, str, str, str, Sequence[Said], str, str, str]
"""What the leaf of an event says: :data:`LEAF_FORMAT`, position, stream, version, part, name, at, actor and command
id; the digests of its data and its command, so that content can go and the leaf still holds; its transfers; and of
the receipt the digests of what was asked and of the reply, and the salt. So an edited reply breaks the tree too."""

_encode = msgspec.json.Encoder().encode


def content_digest(content: bytes) -> str:
    return sha256(content).hexdigest() if content else NOTHING_DIGEST


def fresh_salts(count: int) -> list[str]:
    """One for each command, 128 bits in hexadecimal.

    Leaves are shown to everybody, in proofs, while cards still lie face down. Whoever knows all of an event but three
    cards could otherwise try them all until the leaf comes out.
    """
    return urandom(SALT_BYTES * count).hex(" ", SALT_BYTES).split()


def event_leaf(leaf: Leaf) -> bytes:
    """The hash of an event's leaf."""
    return leaf_hash(_encode(leaf))


def former_leaf(leaf: Leaf) -> bytes:
    """The same as it was hashed before schema 7, with digests of the transfers and of the receipt; before schema 6
    there was no salt."""
    _, *place, command_id, data, command, transfers, request, replied, salt = leaf
    receipt = (command_id, request, replied, salt) if salt else (command_id, request, replied)
    digests = (content_digest(_encode(transfers)), content_digest(_encode(receipt)))
    return leaf_hash(_encode((_FORMER_FORMAT, *place, command_id, data, command, *digests)))
