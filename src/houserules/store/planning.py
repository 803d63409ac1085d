"""From commits to rows: what a batch of commits writes, worked out in memory before anything is written.

The planner checks every promise of the contract while it holds the database's write lock, so that a commit that must
be refused has written nothing and the others of its batch are not disturbed. Every commit passes here one by one, so
this is written to be quick: each transfer is looked at as few times as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Final

import msgspec

from houserules.ledger import Transfer
from houserules.merkle import Frontier
from houserules.store.checks import LARGEST_AMOUNT
from houserules.store.contract import (
    ANY_VERSION,
    Append,
    BalanceTooLarge,
    Commit,
    Committed,
    OtherRequest,
    StaleVersion,
    StoreError,
    Unbalanced,
    digest_of,
)
from houserules.store.database import Database, Statements, marks
from houserules.store.leaves import (
    NO_TRANSFERS_DIGEST,
    content_digest,
    event_leaf,
    fresh_salts,
    receipt_digest,
    transfers_digest,
)
from houserules.store.rows import AccountRow, Rows, StreamRow

TILE_BITS: Final = 8
"""Every eighth level of the tree is kept, so that a proof reads a few hundred hashes however long the log is."""
BLOCK_BITS: Final = 10
"""Transfers of an account and events of a stream are found by blocks of so many positions (a power of two)."""
_AT_ONCE: Final = 500
_encode = msgspec.json.Encoder().encode
Move = tuple[AccountRow, AccountRow, Transfer]
"""A transfer with the account that it takes from and the one that it gives to."""


class NotLoaded(StoreError):
    """A commit speaks of a stream or an account that must first be asked for. Nothing of it was planned."""


def _not_loaded() -> None:
    raise NotLoaded


class Planner:
    """What the writer must know of the database: loaded as it is needed, and dropped when others have written."""

    def __init__(self) -> None:
        self.loaded = False
        self.frontier = Frontier()
        """The tree as it is written; what was planned since is in ``rows``."""
        self.messages = 0
        self.rows = Rows()
        self._batches = 0
        self._streams: dict[str, StreamRow] = {}
        self._accounts: dict[str, AccountRow] = {}
        self._next_stream = self._next_account = 1
        self._receipts: dict[str, tuple[str, bytes, int]] = {}
        """Of commands that were answered: the digest of the request, the reply, and the last position."""
        self._size = 0
        self._load_unknown: Callable[[], None] = lambda: None
        self._salts: list[str] = []

    def forget(self) -> None:
        """After a failure nothing that was planned can be relied on."""
        self.loaded = False
        self._streams.clear()
        self._accounts.clear()
        self._receipts.clear()
        self.rows = Rows()

    def prepare(self, database: Database, commits: Sequence[Commit]) -> None:
        """Gets ready to plan these commits. Called with the write lock held, which is kept until they are written."""
        self._load_log(database)
        self._begin(len(commits), partial(self._load, database, commits))

    def prepare_unasked(self, commits: int) -> None:
        """Gets ready to plan on top of what was planned before, without asking the database: a commit that speaks of
        what is not loaded raises :class:`NotLoaded`. Whether others have written since is seen when it is written."""
        assert self.loaded
        self._begin(commits, _not_loaded)

    def _begin(self, commits: int, load_unknown: Callable[[], None]) -> None:
        self.rows = Rows()
        self._receipts.clear()
        self._load_unknown = load_unknown
        self._salts = fresh_salts(commits)

    def _load_log(self, database: Database) -> None:
        """Every batch is counted in the log's own row, which so tells whether others have written since."""
        size, peaks, messages, batches = database.query(
            "SELECT size, peaks, messages, batches FROM log WHERE id = 1"
        )[0]
        if self.loaded and batches == self._batches:
            return
        self.forget()
        held = bytes(peaks)
        self.frontier = Frontier(size, (held[start : start + 32] for start in range(0, len(held), 32)))
        self.messages, self._batches, self._size = messages, batches, size
        self._next_stream = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM streams")[0][0])
        self._next_account = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM accounts")[0][0])
        self.loaded = True

    def write_log(self, database: Statements) -> None:
        """Changes nothing if somebody else has written since, which a scribe looks at."""
        before, self._batches = self._batches, self._batches + 1
        database.query(
            "UPDATE log SET size = ?, peaks = ?, messages = ?, batches = ?, heads = heads + 1 "
            "WHERE id = 1 AND batches = ?",
            (self.frontier.size, b"".join(self.frontier.peaks), self.messages, self._batches, before),
        )

    def load_receipts(self, database: Database, commits: Iterable[Commit], upto: int) -> None:
        """Finds out which of these commands were answered up to this position. Few ever were, and what the database
        keeps of each command is unique: so they are asked for only when a commit would be refused or has been found
        there twice."""
        self._receipts.clear()
        for some in _slices([commit.command_id for commit in commits]):
            for command_id, request, reply, position in database.query(
                "SELECT command_id, request, reply, position FROM receipts "
                f"WHERE position <= ? AND command_id IN ({marks(some)})",
                (upto, *some),
            ):
                self._receipts[command_id] = (request, bytes(reply), position)

    def _load(self, database: Database, commits: Iterable[Commit]) -> None:
        """All streams and accounts that these commits speak of and nobody has asked for yet.

        What the database does not have either is new; it comes into being with the first commit that is kept.
        """
        streams, accounts = self._unknown(commits)
        for some in _slices(sorted(streams)):
            for name, number, version, block in database.query(
                "SELECT name, id, version, "
                "(SELECT coalesce(max(block), -1) FROM stream_blocks WHERE stream = streams.id) "
                f"FROM streams WHERE name IN ({marks(some)})",
                some,
            ):
                self._streams[name] = StreamRow(number, version, block)
        for some in _slices(sorted(accounts)):
            for name, number, balance, block in database.query(
                "SELECT name, id, balance, "
                "(SELECT coalesce(max(block), -1) FROM account_blocks WHERE account = accounts.id) "
                f"FROM accounts WHERE name IN ({marks(some)})",
                some,
            ):
                self._accounts[name] = AccountRow(name, number, balance, block)
        for name in sorted(streams - self._streams.keys()):
            self._streams[name] = StreamRow(self._next_stream, 0, -1)
            self._next_stream += 1
        for name in sorted(accounts - self._accounts.keys()):
            self._accounts[name] = AccountRow(name, self._next_account, 0, -1)
            self._next_account += 1

    def _unknown(self, commits: Iterable[Commit]) -> tuple[set[str], set[str]]:
        """The names of streams and accounts that these commits speak of and nobody has loaded yet."""
        streams: set[str] = set()
        accounts: set[str] = set()
        for commit in commits:
            accounts.update(commit.empty, commit.not_negative)
            for append in commit.appends:
                streams.add(append.stream)
                for step in append.steps:
                    for event in step.events:
                        for move in event.transfers:
                            accounts.add(move.source)
                            accounts.add(move.target)
        return streams - self._streams.keys(), accounts - self._accounts.keys()

    def plan(self, commit: Commit) -> Committed:
        """Adds the rows of one commit, or raises and leaves everything as it was."""
        command_id, appends, reply = commit.command_id, commit.appends, commit.reply
        if command_id in self._receipts and (known := self.known(commit)) is not None:
            return known
        try:
            streams, moves = self._involved(commit)
        except KeyError:
            self._load_unknown()
            streams, moves = self._involved(commit)
        for append, stream in zip(appends, streams, strict=True):
            if append.expected_version not in (stream.version, ANY_VERSION):
                raise StaleVersion(append.stream, append.expected_version, stream.version)
        if moves or commit.empty or commit.not_negative:
            self._move_money(commit, moves)
        request, salt = digest_of(commit.request), self._salts.pop()
        receipt = receipt_digest(command_id, request, reply, salt)
        before, moving = self._size, iter(moves)
        versions = tuple([
            (append.stream, self._append(commit, append, stream, moving, receipt))
            for append, stream in zip(appends, streams, strict=True)
        ])  # fmt: skip
        position = self._size
        if commit.outbox or commit.documents or commit.snapshots:
            self._add_the_rest(commit)
        self._receipts[command_id] = (request, reply, position)
        self.rows.receipts.append((command_id, request, reply, position, position - before, commit.at, salt))
        return Committed(reply, position, versions)

    def _involved(self, commit: Commit) -> tuple[list[StreamRow], list[Move]]:
        """The streams that a commit appends to, and its transfers in order, each with its two accounts."""
        accounts = self._accounts
        moves = [
            (accounts[move.source], accounts[move.target], move)
            for append in commit.appends
            for step in append.steps
            for event in step.events
            for move in event.transfers
        ]
        return [self._streams[append.stream] for append in commit.appends], moves

    def known(self, commit: Commit) -> Committed | None:
        """The answer that was given to this commit before, if it was."""
        known = self._receipts.get(commit.command_id)
        if known is None:
            return None
        request, reply, position = known
        if request != digest_of(commit.request):
            raise OtherRequest(commit.command_id)
        versions = tuple([(append.stream, self._version(append.stream)) for append in commit.appends])
        return Committed(reply, position, versions, repeated=True)

    def _version(self, stream: str) -> int:
        if stream not in self._streams:
            self._load_unknown()
        return self._streams[stream].version

    def _move_money(self, commit: Commit, moves: Sequence[Move]) -> None:
        """Moves what the commit moves, unless an account would then stand as it must not: then nothing moved."""
        suspect = bool(commit.empty or commit.not_negative)
        for giver, taker, move in moves:
            giver.balance = low = giver.balance - move.amount
            taker.balance = high = taker.balance + move.amount
            suspect = suspect or low <= -LARGEST_AMOUNT or high >= LARGEST_AMOUNT
        if suspect:
            try:
                self._insist_on_balances(commit, moves)
            except StoreError:
                for giver, taker, move in moves:
                    giver.balance += move.amount
                    taker.balance -= move.amount
                raise
        written = self.rows.accounts
        for giver, taker, _ in moves:
            written[giver.name] = giver
            written[taker.name] = taker

    def _insist_on_balances(self, commit: Commit, moves: Sequence[Move]) -> None:
        self._insist_on_watched(commit)
        for giver, taker, _ in moves:
            if giver.balance <= -LARGEST_AMOUNT:
                raise BalanceTooLarge(giver.name, giver.balance)
            if taker.balance >= LARGEST_AMOUNT:
                raise BalanceTooLarge(taker.name, taker.balance)

    def _insist_on_watched(self, commit: Commit) -> None:
        for name in (*commit.empty, *commit.not_negative):
            if name not in self._accounts:
                self._load_unknown()
        for name in commit.empty:
            if balance := self._accounts[name].balance:
                raise Unbalanced(name, balance, "0")
        for name in commit.not_negative:
            if (balance := self._accounts[name].balance) < 0:
                raise Unbalanced(name, balance, "0 or more")
        # An account comes into being when it is first named, be it only to ask that it is empty.
        self.rows.accounts.update({name: self._accounts[name] for name in (*commit.empty, *commit.not_negative)})

    def _append(self, commit: Commit, append: Append, stream: StreamRow, moving: Iterator[Move], receipt: str) -> int:
        """Adds the events of one stream; the answer is its version after them."""
        rows, position = self.rows, self._size
        name, number, version = append.stream, stream.number, stream.version
        at, actor, command_id = commit.at, commit.actor, commit.command_id
        for step in append.steps:
            command = step.command
            for part, event in enumerate(step.events):
                version += 1
                position += 1
                block = position >> BLOCK_BITS
                if block != stream.block:
                    stream.block = block
                    rows.stream_blocks.append((number, block, version))
                kind, data, moves = event.name, event.data, event.transfers
                leaf = event_leaf(
                    position, name, version, part, kind, at, actor, command_id, content_digest(data),
                    content_digest(command),
                    self._add_transfers(position, block, moves, moving) if moves else NO_TRANSFERS_DIGEST, receipt,
                )  # fmt: skip
                rows.leaves.append(leaf)
                rows.events.append(
                    (position, number, version, part, kind, at, actor, command_id, data, command, leaf)
                )
                command = b""
        self._size = position
        stream.version = version
        rows.streams[name] = stream
        return version

    def _add_transfers(self, position: int, block: int, transfers: Sequence[Transfer], moving: Iterator[Move]) -> str:
        """Adds the transfers of one event, which come next among the moves; the answer is their digest."""
        rows = self.rows
        for index, (giver, taker, move) in enumerate(islice(moving, len(transfers))):
            if giver.block != block:
                giver.block = block
                rows.account_blocks.append((giver.number, block))
            if taker.block != block:
                taker.block = block
                rows.account_blocks.append((taker.number, block))
            detail = transfer_detail(move.status, move.event, move.wager, move.clauses)
            rows.transfers.append((position, index, giver.number, taker.number, move.amount, detail))
        return transfers_digest(transfers)

    def _add_the_rest(self, commit: Commit) -> None:
        for message in commit.outbox:
            self.messages += 1
            self.rows.outbox.append((self.messages, message.topic, message.body))
        for document in commit.documents:
            self.rows.documents[digest_of(document)] = document
        for snapshot in commit.snapshots:
            self.rows.snapshots[snapshot.stream, snapshot.version] = snapshot.data

    def grow_the_tree(self) -> None:
        """Takes the leaves of what was planned into the tree, all at once as that is quicker."""
        rows = self.rows
        rows.tiles.extend([node for node in self.frontier.extend(rows.leaves) if node[0] % TILE_BITS == 0])


@lru_cache(maxsize=4096)
def transfer_detail(status: str, event: str, wager: str | None, clauses: tuple[str, ...]) -> str:
    """What a transfer says besides accounts and amount. The same few are said over and over."""
    return _encode((status, event, wager, clauses)).decode()


def _slices(names: list[str]) -> Iterable[list[str]]:
    for start in range(0, len(names), _AT_ONCE):
        yield names[start : start + _AT_ONCE]
