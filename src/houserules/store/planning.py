"""From commits to rows: what a batch of commits writes, worked out in memory before anything is written.

The planner checks every promise of the contract while it holds the database's write lock, so that a commit that must
be refused has written nothing and the others of its batch are not disturbed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from houserules.merkle import Frontier
from houserules.store.contract import (
    ANY_VERSION,
    Append,
    Commit,
    Committed,
    OtherRequest,
    Receipt,
    StaleVersion,
    Unbalanced,
    digest_of,
)
from houserules.store.database import Database
from houserules.store.leaves import NOTHING_DIGEST, content_digest, event_leaf, receipt_digest, transfers_digest

TILE_BITS: Final = 8
"""Every eighth level of the tree is kept, so that a proof reads a few hundred hashes however long the log is."""
_AT_ONCE: Final = 500
_encode = msgspec.json.Encoder().encode


class Rows:
    """What a batch adds to the tables."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.transfers: list[tuple[Any, ...]] = []
        self.receipts: list[tuple[Any, ...]] = []
        self.outbox: list[tuple[Any, ...]] = []
        self.documents: list[tuple[Any, ...]] = []
        self.snapshots: list[tuple[Any, ...]] = []
        self.tiles: list[tuple[Any, ...]] = []
        self.streams: dict[str, int] = {}
        """Versions of the streams that grew."""
        self.accounts: set[str] = set()


class Planner:
    """What the writer must know of the database: loaded as it is needed, and dropped when others have written."""

    def __init__(self) -> None:
        self.loaded = False
        self.frontier = Frontier()
        self.messages = 0
        self._streams: dict[str, list[int]] = {}
        self._accounts: dict[str, list[int]] = {}
        self._next_stream = self._next_account = 1
        self._receipts: dict[str, Receipt] = {}
        self.rows = Rows()

    def forget(self) -> None:
        """After a failure nothing that was planned can be relied on."""
        self.loaded = False
        self._streams.clear()
        self._accounts.clear()
        self._receipts.clear()
        self.rows = Rows()

    def prepare(self, database: Database, commits: Iterable[Commit]) -> None:
        """Loads what planning these commits will ask for. Called with the write lock held."""
        self._load_log(database)
        self.rows = Rows()
        self._receipts.clear()
        batch = list(commits)
        self._load_receipts(database, {commit.command_id for commit in batch})
        self._load_named(database, "streams", "version", self._streams, _streams_of(batch))
        self._load_named(database, "accounts", "balance", self._accounts, _accounts_of(batch))

    def _load_log(self, database: Database) -> None:
        size, peaks, messages = database.query("SELECT size, peaks, messages FROM log WHERE id = 1")[0]
        if self.loaded and size == self.frontier.size and messages == self.messages:
            return
        self.forget()
        held = bytes(peaks)
        self.frontier = Frontier(size, (held[start : start + 32] for start in range(0, len(held), 32)))
        self.messages = messages
        self._next_stream = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM streams")[0][0])
        self._next_account = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM accounts")[0][0])
        self.loaded = True

    def _load_receipts(self, database: Database, ids: set[str]) -> None:
        for some in _slices(sorted(ids)):
            marks = ",".join("?" * len(some))
            found = database.query(
                "SELECT command_id, request, reply, position, events, at FROM receipts "
                f"WHERE command_id IN ({marks})",
                some,
            )
            for command_id, request, reply, position, events, at in found:
                self._receipts[command_id] = Receipt(command_id, request, bytes(reply), position, events, at)

    def _load_named(
        self, database: Database, table: str, column: str, known: dict[str, list[int]], names: set[str]
    ) -> None:
        for some in _slices(sorted(names - known.keys())):
            marks = ",".join("?" * len(some))
            for name, number, value in database.query(
                f"SELECT name, id, {column} FROM {table} WHERE name IN ({marks})", some
            ):
                known[name] = [number, value]

    def plan(self, commit: Commit) -> Committed:
        """Adds the rows of one commit, or raises and leaves everything as it was."""
        known = self.known(commit)
        if known is not None:
            return known
        request = digest_of(commit.request)
        for append in commit.appends:
            self._check_version(append)
        balances = self._balances_after(commit)
        _check_balances(commit, balances)
        self._keep_balances(balances)
        receipt = receipt_digest(commit.command_id, request, commit.reply)
        before = self.frontier.size
        for append in commit.appends:
            self._append(commit, append, receipt)
        position = self.frontier.size
        self._rest(commit)
        kept = Receipt(commit.command_id, request, commit.reply, position, position - before, commit.at)
        self._receipts[commit.command_id] = kept
        self.rows.receipts.append((commit.command_id, request, commit.reply, position, position - before, commit.at))
        return Committed(commit.reply, position, self._versions(commit))

    def known(self, commit: Commit) -> Committed | None:
        """The answer that was given to this commit before, if it was."""
        known = self._receipts.get(commit.command_id)
        if known is None:
            return None
        if known.request_digest != digest_of(commit.request):
            raise OtherRequest(commit.command_id)
        return Committed(known.reply, known.position, self._versions(commit), repeated=True)

    def _versions(self, commit: Commit) -> tuple[tuple[str, int], ...]:
        return tuple([(append.stream, self._version(append.stream)) for append in commit.appends])

    def _version(self, stream: str) -> int:
        known = self._streams.get(stream)
        return known[1] if known is not None else 0

    def _check_version(self, append: Append) -> None:
        actual = self._version(append.stream)
        if append.expected_version not in (ANY_VERSION, actual):
            raise StaleVersion(append.stream, append.expected_version, actual)

    def _balances_after(self, commit: Commit) -> dict[str, int]:
        """The balances of every account that the commit moves money through or asks about."""
        after: dict[str, int] = {}
        known = self._accounts
        for account in (*commit.empty, *commit.not_negative):
            after[account] = known[account][1] if account in known else 0
        for append in commit.appends:
            for step in append.steps:
                for event in step.events:
                    for move in event.transfers:
                        for account, by in ((move.source, -move.amount), (move.target, move.amount)):
                            if account not in after:
                                after[account] = known[account][1] if account in known else 0
                            after[account] += by
        return after

    def _keep_balances(self, balances: dict[str, int]) -> None:
        """Accounts come into being when they are first named, be it only to ask that they are empty."""
        for account, balance in balances.items():
            known = self._accounts.get(account)
            if known is None:
                self._accounts[account] = [self._next_account, balance]
                self._next_account += 1
            elif known[1] == balance:
                continue
            else:
                known[1] = balance
            self.rows.accounts.add(account)

    def _append(self, commit: Commit, append: Append, receipt: str) -> None:
        stream = self._streams.get(append.stream)
        if stream is None:
            stream = self._streams[append.stream] = [self._next_stream, 0]
            self._next_stream += 1
        number, version = stream
        frontier, rows, command_id = self.frontier, self.rows, commit.command_id
        for step in append.steps:
            for part, event in enumerate(step.events):
                version += 1
                position = frontier.size + 1
                command = step.command if part == 0 else b""
                leaf = event_leaf(
                    position, append.stream, version, part, event.name, commit.at, commit.actor, command_id,
                    content_digest(event.data), content_digest(command) if command else NOTHING_DIGEST,
                    transfers_digest(event.transfers), receipt,
                )  # fmt: skip
                for level, index, value in frontier.add(leaf):
                    if level % TILE_BITS == 0:
                        rows.tiles.append((level, index, value))
                rows.events.append(
                    (position, number, version, part, event.name, commit.at, commit.actor, command_id, event.data,
                     command, leaf)
                )  # fmt: skip
                for index, move in enumerate(event.transfers):
                    detail = _encode((move.status, move.event, move.wager, move.clauses)).decode()
                    source, target = self._accounts[move.source][0], self._accounts[move.target][0]
                    rows.transfers.append((position, index, source, target, move.amount, detail))
        stream[1] = version
        rows.streams[append.stream] = version

    def _rest(self, commit: Commit) -> None:
        for message in commit.outbox:
            self.messages += 1
            self.rows.outbox.append((self.messages, message.topic, message.body))
        for document in commit.documents:
            self.rows.documents.append((digest_of(document), document))
        for snapshot in commit.snapshots:
            self.rows.snapshots.append((snapshot.stream, snapshot.version, snapshot.data))

    def stream_rows(self) -> list[tuple[int, str, int]]:
        return [(self._streams[name][0], name, version) for name, version in self.rows.streams.items()]

    def account_rows(self) -> list[tuple[int, str, int]]:
        return [(self._accounts[name][0], name, self._accounts[name][1]) for name in self.rows.accounts]


def _check_balances(commit: Commit, balances: dict[str, int]) -> None:
    for account in commit.empty:
        if balances[account]:
            raise Unbalanced(account, balances[account], "0")
    for account in commit.not_negative:
        if balances[account] < 0:
            raise Unbalanced(account, balances[account], "0 or more")


def _streams_of(commits: Iterable[Commit]) -> set[str]:
    return {append.stream for commit in commits for append in commit.appends}


def _accounts_of(commits: Iterable[Commit]) -> set[str]:
    names: set[str] = set()
    for commit in commits:
        names.update(commit.empty, commit.not_negative)
        for append in commit.appends:
            for step in append.steps:
                for event in step.events:
                    for move in event.transfers:
                        names.add(move.source)
                        names.add(move.target)
    return names


def _slices(names: list[str]) -> Iterable[list[str]]:
    for start in range(0, len(names), _AT_ONCE):
        yield names[start : start + _AT_ONCE]
