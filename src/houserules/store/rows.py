"""What a batch of commits adds to the tables, and how it is written there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from houserules.store.contract import Append, Commit, SignedHead, StoreUnavailable, digest_of
from houserules.store.database import Statements
from houserules.store.leaves import LEAF_FORMAT, Said, content_digest, event_leaf, fresh_salts
from houserules.store.schema import PLACE_BITS, SPAN_BITS
from houserules.store.signing import Signer

TILE_BITS: Final = 8
"""Every eighth level of the tree is kept, so that a proof reads a few hundred hashes however long the log is."""
_encode = msgspec.json.Encoder().encode


class StreamRow:
    """``span`` is the newest span of positions in which the stream has events, -1 if it has none."""

    __slots__ = ("number", "span", "version")

    def __init__(self, number: int, version: int, span: int) -> None:
        self.number = number
        self.version = version
        self.span = span


class LostStream(StreamRow):
    """A stream of which no event can be found, as somebody edited the database: nothing is written to it."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def version(self) -> int:  # type: ignore[override]
        raise StoreUnavailable(f"no event of {self.name} can be found: somebody edited the database")


class AccountRow:
    """``span`` is the newest span of positions in which the account has transfers, -1 if it has none. ``changed``:
    not all that moved is in the balance that is kept. ``new``: it is not kept at all."""

    __slots__ = ("balance", "changed", "name", "new", "number", "span")

    def __init__(self, name: str, number: int, balance: int, span: int, *, new: bool = False) -> None:
        self.name = name
        self.number = number
        self.balance = balance
        self.span = span
        self.changed = False
        self.new = new


Growth = tuple[Append, StreamRow, int, int]
"""What is appended to a stream, its version before that, and how many events it is."""
Move = tuple[AccountRow, AccountRow, int]
"""The account that a transfer takes from, the one that it gives to, and how much."""
Planned = tuple[Commit, list[Growth], list[list[Said]], list[Move]]
"""A commit that is to be kept, the streams that it appends to, what the transfers of each of its events say, and what
all of them move."""


class Rows:
    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.transfers: list[tuple[Any, ...]] = []
        self.receipts: list[tuple[Any, ...]] = []
        self.outbox: list[tuple[Any, ...]] = []
        self.documents: dict[str, bytes] = {}
        self.snapshots: dict[tuple[str, int], bytes] = {}
        self.leaves: list[bytes] = []
        self.tiles: list[tuple[int, int, bytes]] = []
        self.grown: dict[str, StreamRow] = {}
        self.streams: list[tuple[int, str]] = []
        """New ones."""
        self.changed: list[AccountRow] = []
        """Accounts of which more has moved, or that were named for the first time, since balances were kept."""
        self.accounts: list[tuple[int, str, int]] = []
        self.account_spans: list[tuple[int, int]] = []
        self.stream_spans: list[tuple[int, int, int]] = []

    def add(self, planned: Sequence[Planned], position: int, accounts: Mapping[str, AccountRow]) -> None:
        """All rows of these commits, of which the first event comes after this position; but for the accounts,
        which :meth:`keep_balances` writes now and then.

        Every commit passes here, so this is written to be quick: many at once, in one loop.
        """
        leaves, events, receipts = self.leaves, self.events, self.receipts
        for (commit, growth, said, moves), salt in zip(planned, fresh_salts(len(planned)), strict=True):
            command_id, reply, at, actor = commit.command_id, commit.reply, commit.at, commit.actor
            request, replied, before = digest_of(commit.request), content_digest(reply), position
            saying, moving = iter(said), iter(moves)
            for append, stream, first, _ in growth:
                name, number, version = append.stream, stream.number, first
                self.grown[name] = stream
                if not first:
                    self.streams.append((number, name))
                for step in append.steps:
                    command = step.command
                    for part, event in enumerate(step.events):
                        version += 1
                        position += 1
                        if position >> SPAN_BITS != stream.span:
                            stream.span = position >> SPAN_BITS
                            self.stream_spans.append((number, stream.span, version))
                        kind, data, transfers = event.name, event.data, next(saying)
                        leaf = event_leaf((
                            LEAF_FORMAT, position, name, version, part, kind, at, actor, command_id,
                            content_digest(data), content_digest(command), transfers, request, replied, salt,
                        ))  # fmt: skip
                        leaves.append(leaf)
                        events.append(
                            (position, number, version, part, kind, at, actor, command_id, data, command, leaf)
                        )
                        command = b""
                        if transfers:
                            self._add_transfers(position, transfers, moving)
            receipts.append((command_id, request, reply, position, position - before, at, salt))
            if commit.empty or commit.not_negative:
                for watched in (*commit.empty, *commit.not_negative):
                    self._change(accounts[watched])
            if commit.documents or commit.snapshots:
                self._add_the_rest(commit)

    def _add_transfers(self, position: int, transfers: list[Said], moving: Iterator[Move]) -> None:
        """Adds the transfers of one event, which move next."""
        span, place = position >> SPAN_BITS, position << PLACE_BITS
        for said, (giver, taker, amount) in zip(transfers, moving, strict=False):
            if giver.span != span:
                giver.span = span
                self.account_spans.append((giver.number, span))
            if taker.span != span:
                taker.span = span
                self.account_spans.append((taker.number, span))
            if not (giver.changed and taker.changed):
                self._change(giver)
                self._change(taker)
            self.transfers.append((place, giver.number, taker.number, amount, transfer_detail(said[3:])))
            place += 1

    def _change(self, account: AccountRow) -> None:
        if not account.changed:
            account.changed = True
            self.changed.append(account)

    def keep_new_accounts(self) -> None:
        """An account comes into being when it is first named, be it only to ask that it is empty."""
        self.accounts = [(account.number, account.name, 0) for account in self.changed if account.new]
        for account in self.changed:
            account.new = False

    def keep_balances(self, changed: Sequence[AccountRow]) -> None:
        self.accounts = [(account.number, account.name, account.balance) for account in changed]
        for account in changed:
            account.new = account.changed = False

    def _add_the_rest(self, commit: Commit) -> None:
        for document in commit.documents:
            self.documents[digest_of(document)] = document
        for snapshot in commit.snapshots:
            self.snapshots[snapshot.stream, snapshot.version] = snapshot.data

    def versions(self) -> tuple[tuple[str, int], ...]:
        """The streams that grew, with their versions."""
        return tuple([(name, stream.version) for name, stream in self.grown.items()])

    def write(self, database: Statements, signer: Signer, passed: Callable[[str], None]) -> None:
        database.insert("streams (id, name)", self.streams)
        database.insert(
            "events (position, stream, version, part, name, at, actor, command_id, data, command, leaf)", self.events
        )
        database.insert("stream_spans (stream, span, first)", self.stream_spans)
        passed("events written")
        database.insert(
            "accounts (id, name, balance)",
            self.accounts,
            "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
        )
        database.insert("transfers (place, source, target, amount, detail)", self.transfers)
        database.insert("account_spans (account, span)", self.account_spans)
        passed("transfers written")
        database.insert("receipts (command_id, request, reply, position, events, at, salt)", self.receipts)
        database.insert("outbox (number, topic, body)", self.outbox)
        database.insert(
            "documents (digest, content)", list(self.documents.items()), "ON CONFLICT (digest) DO NOTHING"
        )
        database.insert(
            "snapshots (stream, version, data, signature)",
            [
                (stream, version, data, signer.seal(stream, version, data))
                for (stream, version), data in self.snapshots.items()
            ],
            "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data, signature = excluded.signature",
        )
        database.insert("tiles (level, number, hash)", self.tiles)
        passed("receipts written")


def write_heads(database: Statements, heads: Sequence[SignedHead]) -> None:
    database.insert(
        "heads (size, root, at, key, signature)",
        [(head.size, head.root, head.at, head.key, head.signature) for head in heads],
    )


@lru_cache(maxsize=4096)
def transfer_detail(said: tuple[Any, ...]) -> str:
    """What a transfer says besides accounts and amount. The same few are said over and over."""
    return _encode(said).decode()
