"""The content of the leaves of the hash tree. The form is documented in docs/archive-format.md, and others rely on
it."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from os import urandom
from typing import Final

import msgspec

from houserules.log.entries import Receipt, Stored, Transfer
from houserules.merkle import leaf_hash

LEAF_FORMAT: Final = "houserules.leaf/1"
_SALT_BYTES: Final = 16
_NOTHING_DIGEST: Final = sha256(b"").hexdigest()

Leaf = tuple[str, int, str, int, int, str, int, str, str, str, str, Sequence[Transfer], str, str, str]
"""The content of an event's leaf: :data:`LEAF_FORMAT`, position, stream, version, part, name, at, actor and command
id; the digests of its data and its command, so that content can be removed and the leaf still holds; its transfers;
and, from the receipt, the digests of the request and of the reply, and the salt of the command. So an edited reply
breaks the tree too."""

_encode = msgspec.json.Encoder().encode


def leaf_of(stored: Stored, moves: Sequence[Transfer], receipt: Receipt) -> Leaf:
    """The content of a stored event's leaf."""
    if stored.data is not None and stored.command is not None:
        data, command = content_digest(stored.data), content_digest(stored.command)
    else:
        removed = (stored.removed or b"").hex()
        data, command = removed[:64], removed[64:]
    return (
        LEAF_FORMAT, stored.position, stored.stream, stored.version, stored.part, stored.name, stored.at,
        stored.actor, stored.command_id, data, command, moves,
        receipt.request_digest, content_digest(receipt.reply), receipt.salt,
    )  # fmt: skip


def content_digest(content: bytes) -> str:
    return sha256(content).hexdigest() if content else _NOTHING_DIGEST


def fresh_salt() -> str:
    """128 bits in hexadecimal, for each command.

    Leaves are public, in proofs, while cards still lie face down. Without a salt, somebody who knows all of an event
    but three cards could try them all until the leaf matches.
    """
    return urandom(_SALT_BYTES).hex()


def leaf_salt(salt: str, position: int) -> str:
    """The salt of one leaf, derived from that of its command. A player gets the salt of their own event; the others
    of the same command, in which cards may lie face down, stay blinded."""
    return hmac.digest(salt.encode(), str(position).encode(), "sha256")[:_SALT_BYTES].hex()


def leaf_text(leaf: Leaf) -> bytes:
    """The text of the leaf, with its own salt, as it is hashed."""
    *said, salt = leaf
    return _encode((*said, leaf_salt(salt, leaf[1])))


def leaf_entry(leaf: Leaf) -> bytes:
    """The entry of the published log: 32 bytes, which reveal nothing without the event and its salt."""
    return sha256(leaf_text(leaf)).digest()


def event_leaf(leaf: Leaf) -> bytes:
    """The hash of an event's leaf."""
    return leaf_hash(leaf_entry(leaf))
