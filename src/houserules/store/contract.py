"""What every store promises. SQLite and PostgreSQL keep the same contract, and one suite of tests runs on both.

A *stream* is a list of events that only grows; its *version* is how many events it has. A *position* is an event's
number in the one global order over all streams, from 1 without gaps; it is also its leaf in the hash tree of the
audit log. Everything in one :class:`Commit` becomes durable together or not at all.

Names of streams and accounts are the caller's, with two conventions that the audit relies on:

- the stream of a table begins with ``table:``, and its first event that matters for the rules is
  :class:`houserules.store.records.RulesPinned`;
- the felt of the table in stream ``table:1`` is the account ``table:1/felt`` (:func:`felt_of`). It must be empty
  wherever a ``round.closed/1`` stands in that stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from hashlib import sha256
from types import TracebackType
from typing import Final, Protocol, Self

from msgspec import Struct

from houserules.ledger import Transfer

TABLE_PREFIX: Final = "table:"
ANY_VERSION: Final = -1
"""As an expected version: append whatever the version is. For streams where order alone matters."""


def felt_of(stream: str) -> str:
    """The account of what lies on the layout of the table in this stream."""
    return f"{stream}/felt"


def digest_of(content: bytes) -> str:
    """How documents and requests are named: the SHA-256 in lower-case hexadecimal."""
    return sha256(content).hexdigest()


class NewEvent(Struct, frozen=True, gc=False):
    """An event to append. ``data`` is its JSON (UTF-8) including its name; :func:`houserules.store.step` writes it.

    ``transfers`` are the moves of money that this event means. Their accounts are global names, such as
    ``table:1/felt`` or ``purse:ann``; a transfer's amount is positive and its two accounts differ.
    """

    name: str
    data: bytes
    transfers: tuple[Transfer, ...] = ()


class Step(Struct, frozen=True, gc=False):
    """One command of ``houserules.play`` and the events it led to, in order.

    ``command`` is the command's JSON; with it any hand can be replayed. It is empty for facts that no command of
    ``play`` led to (a buy-in, a seed published, a linked meter moved by another table): those are folded where
    ``play`` knows the event and passed over where it does not, and never decided again.
    """

    events: tuple[NewEvent, ...]
    command: bytes = b""


class Append(Struct, frozen=True, gc=False):
    """Steps for one stream. ``expected_version`` is the version that the caller decided on."""

    stream: str
    expected_version: int
    steps: tuple[Step, ...]


class Message(Struct, frozen=True, gc=False):
    """Something to be told to others once, and only if, the commit is durable."""

    topic: str
    body: bytes


class Snapshot(Struct, frozen=True, gc=False):
    """A fold of a stream up to a version, kept to start faster. It is never the truth: a store may drop it."""

    stream: str
    version: int
    data: bytes


class Commit(Struct, frozen=True, gc=False):
    """All that one command changes.

    ``command_id`` is minted by the client; a retry carries the same one. ``request`` is the canonical form of what
    was asked: the same id with another request is refused. ``reply`` is what a retry is answered with. ``at`` is the
    wall clock in milliseconds since 1970, UTC; ``actor`` is who did it. ``documents`` are texts that events refer to
    by :func:`digest_of`, such as filed submissions; keeping one twice is no fault.

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
    with their versions after it (for a repeated commit: their versions now).
    """

    reply: bytes
    position: int
    versions: tuple[tuple[str, int], ...]
    repeated: bool = False


class Stored(Struct, frozen=True, gc=False):
    """An event as it was kept. ``part`` 0 begins a step; the events after it with ``part`` 1, 2 … belong to it.

    ``command`` stands on part 0 and is empty on the others. ``leaf`` is the event's hash in the tree. ``data`` and
    ``command`` are None where retention has removed them; ``removed`` then holds their two digests, one after the
    other, so that the leaf can still be worked out.
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
    """A transfer as it was kept: the ``index``-th (from 0) of the event at ``position``."""

    position: int
    index: int
    transfer: Transfer


class StoredMessage(Struct, frozen=True, gc=False):
    """A message of the outbox. Its ``number`` grows with every message, in the order of the commits."""

    number: int
    topic: str
    body: bytes


class Receipt(Struct, frozen=True, gc=False):
    """What is remembered of a command that was committed."""

    command_id: str
    request_digest: str
    reply: bytes
    position: int
    """The last position of its events."""
    events: int
    at: int
    salt: str = ""
    """What the leaves of its events were blinded with; empty where they were not, before schema 6."""


class SignedHead(Struct, frozen=True):
    """The audit log at one moment: its size, the root of its tree, when, and an Ed25519 signature over the three.

    ``key`` is the public key; all bytes are in hexadecimal, so that a head can be printed, mailed and filed.
    """

    size: int
    root: str
    at: int
    key: str
    signature: str


class Notice(Struct, frozen=True, gc=False):
    """Some commits are durable: the log has grown to ``position``, and these streams now have these versions."""

    position: int
    versions: tuple[tuple[str, int], ...]


class StoreError(Exception):
    """Why a store would not or could not do as asked. Nothing was changed."""


class StaleVersion(StoreError):
    """Somebody else appended to the stream first."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class OtherRequest(StoreError):
    """This command id was used before, for another request."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command id {command_id!r} was used before, for another request")
        self.command_id = command_id


class Unbalanced(StoreError):
    """An account that must be empty is not, or one that must not go below zero would."""

    def __init__(self, account: str, balance: int, wanted: str) -> None:
        super().__init__(f"{account} would stand at {balance}; wanted {wanted}")
        self.account, self.balance, self.wanted = account, balance, wanted


class BalanceTooLarge(StoreError):
    """An account would stand further from zero than any store can keep."""

    def __init__(self, account: str, balance: int) -> None:
        super().__init__(f"{account} would stand at {balance}, which is more than can be kept")
        self.account, self.balance = account, balance


class StoreUnavailable(StoreError):
    """The disk is full, the connection is lost, the file cannot be written. Nothing of the commit was kept, unless
    ``unknown`` is true: then the connection was lost while committing, and a retry with the same command id tells."""

    def __init__(self, why: str, *, unknown: bool = False) -> None:
        super().__init__(why)
        self.unknown = unknown


class ConstraintBroken(StoreError):
    """The database itself refused: a number twice, a transfer of nothing. Nothing was kept."""


class StoreLocked(StoreError):
    """Another service process has this SQLite file open."""


class UnusableStore(StoreError):
    """Not a database of ours, of a newer version than this program, or a URL that cannot be read."""


class Store(Protocol):
    """All methods may be called from any thread. Reads see every commit that has been answered."""

    url: str
    shared: bool
    """Whether other processes may write it at the same time."""

    def submit(self, commit: Commit) -> Future[Committed]:
        """Queue a commit. The future is done after the disk has it, or holds the :class:`StoreError`.

        In asyncio: ``await asyncio.wrap_future(store.submit(commit))``. Commits submitted by one thread are tried in
        that order. In this order of precedence: :class:`OtherRequest`; repeated (no error); :class:`StaleVersion`;
        :class:`Unbalanced`; :class:`BalanceTooLarge`. ``ValueError`` at once for a commit that no store would take:
        no events, an empty name, an amount of zero, data or documents that are not UTF-8.
        """

    def commit(self, commit: Commit) -> Committed:
        """:meth:`submit`, and wait."""

    def receipt(self, command_id: str) -> Receipt | None:
        """What a command id was answered with, if it was committed."""

    def version(self, stream: str) -> int:
        """How many events the stream has; 0 for one that nobody has written to."""

    def streams(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        """The streams whose names begin so, in the order of their names, with their versions."""

    def first_of_each(self, prefix: str) -> tuple[Stored, ...]:
        """The first event of every stream whose name begins so, in the order of their names."""

    def newest_of_each(self, prefix: str) -> tuple[Stored, ...]:
        """The newest event of every stream whose name begins so, in the order of their names."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        """The events with versions after ``after`` and up to and with ``upto``, in order."""

    def read_all(self, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
        """The events of all streams with positions after ``after`` and up to and with ``upto``, in global order."""

    def latest(self, stream: str, name: str, limit: int = 1, before: int | None = None) -> tuple[Stored, ...]:
        """The newest events of this name in a stream, newest first; with ``before``, only versions below it."""

    def transfers(
        self, after: int = 0, upto: int | None = None, account: str | None = None
    ) -> Iterator[StoredTransfer]:
        """Transfers of events with positions after ``after`` and up to and with ``upto``, in order; with ``account``
        only those that take from it or give to it."""

    def balance(self, account: str) -> int:
        """What all transfers to the account less those from it come to; 0 for an account nobody has used."""

    def balances(self, prefix: str = "") -> tuple[tuple[str, int], ...]:
        """The accounts whose names begin so, in the order of their names, with their balances."""

    def document(self, digest: str) -> bytes | None:
        """A document by its digest."""

    def documents(self) -> Iterator[bytes]:
        """All documents, in the order of their digests."""

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest at a version up to and with ``upto``."""

    def unsigned_snapshot(self, stream: str, since: int) -> Snapshot | None:
        """The oldest snapshot from a version on that has no signature, as schema 3 kept them. Anybody can have
        written it: what the log does not bear out is not to be believed."""

    def messages(self, after: int = 0, limit: int = 1000) -> tuple[StoredMessage, ...]:
        """The outbox from here on."""

    def last_message(self) -> int:
        """The number of the newest message ever put in the outbox, 0 if there was none."""

    def forget_messages(self, upto: int) -> None:
        """Messages up to and with this number have been delivered everywhere."""

    def tidy(self) -> None:
        """Let go of what is kept only for a while: all but the newest messages, and most of the older snapshots. It
        takes its time among the commits; nothing that anybody could ask for is lost."""

    def subscribe(self, listener: Callable[[Notice], None]) -> Callable[[], None]:
        """Call ``listener`` after commits become durable, by whichever process; the answer ends it.

        It is called from a thread of the store and must return soon (in asyncio: ``loop.call_soon_threadsafe``).
        Notices come in the order of positions and none is left out, though several commits may come in one.
        """

    def position(self) -> int:
        """The size of the audit log."""

    def head(self) -> SignedHead | None:
        """The newest signed head; None while the log is empty."""

    def heads(self) -> Iterator[SignedHead]:
        """All signed heads, oldest first."""

    def inclusion(self, position: int, size: int | None = None) -> tuple[bytes, ...]:
        """The proof that the event at this position is in the log of this size (None: of the newest head).
        :func:`houserules.merkle.root_from_inclusion` checks it."""

    def consistency(self, old: int, new: int | None = None) -> tuple[bytes, ...]:
        """The proof that the log of size ``new`` begins with the log of size ``old``.
        :func:`houserules.merkle.is_consistent` checks it."""

    def close(self) -> None:
        """Finish what is queued, then let go of the database. Commits submitted later raise StoreUnavailable."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
