"""What is put into a log and what comes out of it.

A *stream* is a list of events that only grows; its *version* is how many events it has. A *position* is an event's
number in the one global order over all streams, from 1 without gaps; it is also its leaf in the hash tree. Everything
in one :class:`Commit` becomes durable together or not at all.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from msgspec import Struct, field

from houserules.notes import SIGNATURE, Checkpoint, Note, Signature, VerifierKey

ANY_VERSION: Final = -1
"""As an expected version: append whatever the version is. For streams where order alone matters."""


def digest_of(content: bytes) -> str:
    """The name of a document or request: its SHA-256 in lower-case hexadecimal."""
    return sha256(content).hexdigest()


class Transfer(Struct, frozen=True, gc=False, array_like=True):
    """A positive amount that one account gives to another. ``detail`` is the caller's text on what it is for."""

    source: str
    target: str
    amount: int
    detail: str


class NewEvent(Struct, frozen=True, gc=False):
    """An event to append. ``data`` is UTF-8; ``transfers`` are the movements of money that the event causes."""

    name: str
    data: bytes
    transfers: tuple[Transfer, ...] = ()


class Step(Struct, frozen=True, gc=False):
    """Events that belong together, in order, and the command that led to them (UTF-8), empty if there was none."""

    events: tuple[NewEvent, ...]
    command: bytes = b""


class Append(Struct, frozen=True, gc=False):
    """Steps for one stream. ``expected_version`` is the version that the caller decided on."""

    stream: str
    expected_version: int
    steps: tuple[Step, ...]


class Message(Struct, frozen=True, gc=False):
    """A message for others, sent once, and only if the commit is durable."""

    topic: str
    body: bytes


class Snapshot(Struct, frozen=True, gc=False):
    """A fold of a stream up to a version, stored to start faster. It is never authoritative: a log may drop it."""

    stream: str
    version: int
    data: bytes


class Commit(Struct, frozen=True, gc=False):
    """Everything that one command changes.

    ``command_id`` is minted by the client; a retry carries the same one. ``request`` is the canonical form of what
    was asked: the same id with another request is refused. ``reply`` is the answer to a retry. ``at`` is the wall
    clock in milliseconds since 1970, UTC; ``actor`` is who did it. ``documents`` are texts that events refer to by
    :func:`digest_of`; storing one twice is allowed.

    After the commit every account in ``empty`` must be at zero and none in ``not_negative`` below it.
    """

    command_id: str
    request: bytes
    reply: bytes
    at: int
    actor: str
    appends: tuple[Append, ...]
    outbox: tuple[Message, ...] = ()
    documents: tuple[bytes, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    empty: tuple[str, ...] = ()
    not_negative: tuple[str, ...] = ()


class Committed(Struct, frozen=True, gc=False):
    """The answer to a commit, given only after it is on disk.

    ``repeated``: this ``command_id`` was committed before with the same request; nothing changed now, and ``reply``
    is the one given then. ``position`` is the last position of that commit, ``versions`` the streams it appends to
    with their versions after it (for a repeated commit: their versions now). ``events`` is how many it has, and
    ``salt`` is what their leaves are blinded with, each with a salt derived for it
    (:func:`houserules.log.leaf_salt`).
    """

    reply: bytes
    position: int
    versions: tuple[tuple[str, int], ...]
    repeated: bool = False
    events: int = 0
    salt: str = ""


class Stored(Struct, frozen=True, gc=False):
    """A stored event. ``part`` 0 begins a step; the events after it with ``part`` 1, 2 … belong to it.

    ``command`` is on part 0 and is empty on the others. ``leaf`` is the event's hash in the tree. ``data`` and
    ``command`` are None if they were removed; ``removed`` then holds their two digests, one after the other, so that
    the leaf can still be computed.
    """

    position: int
    stream: str
    version: int
    part: int
    name: str
    at: int
    actor: str
    command_id: str
    data: bytes | None
    command: bytes | None
    leaf: bytes
    removed: bytes | None = None


class StoredTransfer(Struct, frozen=True, gc=False):
    """A stored transfer: the ``index``-th (from 0) of the event at ``position``."""

    position: int
    index: int
    transfer: Transfer


class StoredMessage(Struct, frozen=True, gc=False):
    """A message of the outbox. Its ``number`` grows with every message, in the order of the commits."""

    number: int
    topic: str
    body: bytes


class Receipt(Struct, frozen=True, gc=False):
    """What is stored about a command that was committed. ``position`` is the last position of its events."""

    command_id: str
    request_digest: str = field(name="request")
    reply: bytes
    position: int
    events: int
    at: int
    salt: str
    """What the leaves of its events were blinded with."""


class SignedHead(Struct, frozen=True):
    """The log at one moment: its size, the root of its tree, its name, and an Ed25519 signature over the three.

    ``key`` is the public key; all bytes are in hexadecimal, so that a head can be printed, mailed and filed. The
    signature is that of a checkpoint (:meth:`checkpoint`), the form in which the log is published.
    """

    size: int
    root: str
    origin: str
    key: str
    signature: str

    def vkey(self) -> VerifierKey:
        return VerifierKey(self.origin, SIGNATURE, bytes.fromhex(self.key))

    def text(self) -> str:
        """The text of the checkpoint, which is what is signed."""
        return str(Checkpoint(self.origin, self.size, bytes.fromhex(self.root)))

    def checkpoint(self) -> Note:
        key = self.vkey()
        return Note(self.text(), (Signature(key.name, key.id, bytes.fromhex(self.signature)),))


class Notice(Struct, frozen=True, gc=False):
    """Some commits are durable: the log has grown to ``position``, and these streams now have these versions."""

    position: int
    versions: tuple[tuple[str, int], ...]
