"""What the leaves of the hash tree say. The form is documented in docs/archive-format.md, and others rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from os import urandom
from typing import Final

import msgspec

from houserules.log.entries import Transfer
from houserules.merkle import leaf_hash

LEAF_FORMAT: Final = "houserules.leaf/1"
_SALT_BYTES: Final = 16
_NOTHING_DIGEST: Final = sha256(b"").hexdigest()

Leaf = tuple[str, int, str, int, int, str, int, str, str, str, str, Sequence[Transfer], str, str, str]
"""What the leaf of an event says: :data:`LEAF_FORMAT`, position, stream, version, part, name, at, actor and command
id; the digests of its data and its command, so that content can go and the leaf still holds; its transfers; and of
the receipt the digests of what was asked and of the reply, and the salt. So an edited reply breaks the tree too."""

_encode = msgspec.json.Encoder().encode


def content_digest(content: bytes) -> str:
    return sha256(content).hexdigest() if content else _NOTHING_DIGEST


def fresh_salt() -> str:
    """128 bits in hexadecimal, for each command.

    Leaves are shown to everybody, in proofs, while cards still lie face down. Somebody who knows all of an event but
    three cards could otherwise try them all until the leaf comes out.
    """
    return urandom(_SALT_BYTES).hex()


def event_leaf(leaf: Leaf) -> bytes:
    """The hash of an event's leaf."""
    return leaf_hash(_encode(leaf))
