"""From commits to rows: what a batch of commits writes, computed in memory before anything is written.

Every promise of a commit is checked while the database's write lock is held, so that a refused commit has written
nothing and the others of its batch are not disturbed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from houserules.log.checks import LARGEST_AMOUNT
from houserules.log.databases.database import Database, Faults, marks
from houserules.log.entries import ANY_VERSION, Append, Commit, Committed, Notice, SignedHead, Transfer, digest_of
from houserules.log.errors import BalanceTooLarge, CommitRefused, OtherRequest, StaleVersion, Unbalanced
from houserules.log.leaves import LEAF_FORMAT, content_digest, event_leaf, fresh_salt
from houserules.log.rows import Rows
from houserules.log.signing import Signer
from houserules.merkle import Frontier

_SIZES: Final = (1, 8, 32, 128, 512)
LARGEST_BATCH: Final = _SIZES[-1]
NEWEST_VERSION: Final = "(SELECT max(e.version) FROM events e WHERE e.stream = s.id)"
"""Of a stream ``s``."""
_STANDING: Final = (
    "SELECT e.number, l.size, l.peaks, l.messages, l.batches, l.heads, r.command_id, r.request, r.reply, r.position "
    "FROM log l CROSS JOIN lease e LEFT JOIN receipts r ON r.command_id IN ({})"
)
"""The state of the log, and which of some commands it has answered."""


class Stream:
    """A stream as the writer knows it. ``number`` is 0 while the database does not have it."""

    __slots__ = ("number", "version")

    def __init__(self, number: int = 0, version: int = 0) -> None:
        self.number = number
        self.version = version


class Account:
    """An account as the writer knows it. ``number`` is 0 while the database does not have it."""

    __slots__ = ("balance", "number")

    def __init__(self, number: int = 0, balance: int = 0) -> None:
        self.number = number
        self.balance = balance


class Known:
    """What the writer knows about the log: loaded as needed, and dropped when others have written or it failed."""

    def __init__(self) -> None:
        self.frontier = Frontier()
        self.messages = self.streams_made = self.accounts_made = 0
        self.streams: dict[str, Stream] = {}
        self.accounts: dict[str, Account] = {}
        self.heads = 0
        self._batches = -1

    def forget(self) -> None:
        self._batches = -1

    def load(self, database: Database, row: Sequence[Any]) -> None:
        """Every batch is counted in the log's own row, which therefore shows whether others have written since."""
        size, peaks, messages, batches, heads = row
        if batches == self._batches:
            return
        held = bytes(peaks)
        self.frontier = Frontier(size, (held[start : start + 32] for start in range(0, len(held), 32)))
        self.messages, self._batches, self.heads = messages, batches, heads
        self.streams_made = int(database.query("SELECT coalesce(max(id), 0) FROM streams")[0][0])
        self.accounts_made = int(database.query("SELECT coalesce(max(id), 0) FROM accounts")[0][0])
        self.streams.clear()
        self.accounts.clear()

    def load_named(self, database: Database, commits: Iterable[Commit]) -> None:
        """All streams and accounts that these commits name. Those that the database does not have are new."""
        streams: set[str] = set()
        accounts: set[str] = set()
        for commit in commits:
            accounts.update(commit.empty, commit.not_negative)
            for append in commit.appends:
                streams.add(append.stream)
                for move in _transfers(append):
                    accounts.update((move.source, move.target))
        for some in _slices(streams - self.streams.keys()):
            self.streams.update((name, Stream()) for name in some)
            for name, number, version in database.query(
                f"SELECT s.name, s.id, {NEWEST_VERSION} FROM streams s WHERE s.name IN ({marks(some)})", some
            ):
                self.streams[name] = Stream(number, version or 0)
        for some in _slices(accounts - self.accounts.keys()):
            self.accounts.update((name, Account()) for name in some)
            for name, number, balance in database.query(
                f"SELECT name, id, balance FROM accounts WHERE name IN ({marks(some)})", some
            ):
                self.accounts[name] = Account(number, balance)

    def grow(self, rows: Rows) -> None:
        self._batches += 1
        self.heads += 1
        rows.grow(self.frontier, self.messages, self._batches, self.heads)


class Batch:
    """The commits of one transaction, which it begins: the write lock is held until that is committed."""

    def __init__(self, database: Database, known: Known, commits: Sequence[Commit]) -> None:
        """Determines the state of the log, and which of the commands were answered before."""
        self._database = database
        self._known = known
        self._commits = commits
        self._receipts: dict[str, tuple[str, bytes, int]] = {}
        """For commands that were answered: the request's digest, the reply, and the last position."""
        self._grown: dict[str, Stream] = {}
        self._changed: dict[str, Account] = {}
        self._rows = Rows()
        self.lease = 0
        """The fencing number of the process that may write."""
        self.head: SignedHead | None = None
        self.notice: Notice | None = None
        """The signed head over everything, and the notice for others: both only if something was written."""
        (ids,) = _slices(commit.command_id for commit in commits)
        for row in database.begin(_STANDING.format(marks(ids)), ids):
            self.lease, *log, command_id, request, reply, position = row
            known.load(database, log)
            if command_id is not None:
                self._receipts[command_id] = (request, bytes(reply), position)
        known.load_named(database, commits)

    def plan(self) -> list[Committed | Exception]:
        """The answer to each commit, to be given once the batch is durable."""
        return [self._answered_before(commit) or self._take_in(commit) for commit in self._commits]

    def answers_given(self) -> list[Committed | Exception | None]:
        """The answer that each commit was given before; None if it was not."""
        return [self._answered_before(commit) for commit in self._commits]

    def _answered_before(self, commit: Commit) -> Committed | CommitRefused | None:
        receipt = self._receipts.get(commit.command_id)
        if receipt is None:
            return None
        request, reply, position = receipt
        if digest_of(commit.request) != request:
            return OtherRequest(commit.command_id)
        return Committed(reply, position, self._versions(commit), repeated=True)

    def _versions(self, commit: Commit) -> tuple[tuple[str, int], ...]:
        return tuple([(append.stream, self._known.streams[append.stream].version) for append in commit.appends])

    def _take_in(self, commit: Commit) -> Committed | CommitRefused:
        """Adds the rows of a commit, or leaves everything unchanged and returns the reason."""
        known = self._known
        for append in commit.appends:
            actual = known.streams[append.stream].version
            if append.expected_version not in (actual, ANY_VERSION):
                return StaleVersion(append.stream, append.expected_version, actual)
        balances = self._balances_after(commit)
        if isinstance(balances, CommitRefused):
            return balances
        for name, balance in balances.items():
            account = known.accounts[name]
            if not account.number:
                known.accounts_made += 1
                account.number = known.accounts_made
            account.balance = balance
            self._changed[name] = account
        request, replied, salt = digest_of(commit.request), content_digest(commit.reply), fresh_salt()
        before = known.frontier.size + len(self._rows.events)
        for append in commit.appends:
            self._add(commit, append, request, replied, salt)
        position = known.frontier.size + len(self._rows.events)
        self._receipts[commit.command_id] = (request, commit.reply, position)
        self._rows.receipts.append(
            (commit.command_id, request, commit.reply, position, position - before, commit.at, salt)
        )
        for message in commit.outbox:
            known.messages += 1
            self._rows.outbox.append((known.messages, message.topic, message.body))
        for document in commit.documents:
            self._rows.documents[digest_of(document)] = document
        for snapshot in commit.snapshots:
            self._rows.snapshots[snapshot.stream, snapshot.version] = snapshot
        return Committed(commit.reply, position, self._versions(commit), False, position - before, salt)

    def _balances_after(self, commit: Commit) -> dict[str, int] | CommitRefused:
        """The balances that this commit changes, as they will be, if they are allowed."""
        accounts = self._known.accounts
        after: dict[str, int] = {}
        for append in commit.appends:
            for move in _transfers(append):
                source, target = move.source, move.target
                after[source] = (after[source] if source in after else accounts[source].balance) - move.amount
                after[target] = (after[target] if target in after else accounts[target].balance) + move.amount
        for name in commit.empty:
            if balance := after[name] if name in after else accounts[name].balance:
                return Unbalanced(name, balance, "0")
        for name in commit.not_negative:
            if (balance := after[name] if name in after else accounts[name].balance) < 0:
                return Unbalanced(name, balance, "0 or more")
        for name, balance in after.items():
            if abs(balance) >= LARGEST_AMOUNT:
                return BalanceTooLarge(name, balance)
        return after

    def _add(self, commit: Commit, append: Append, request: str, replied: str, salt: str) -> None:
        """The rows by which one stream grows."""
        known, rows = self._known, self._rows
        name, stream = append.stream, known.streams[append.stream]
        if not stream.number:
            known.streams_made += 1
            stream.number = known.streams_made
            rows.streams.append((stream.number, name))
        position = known.frontier.size + len(rows.events)
        for step in append.steps:
            command = step.command
            for part, event in enumerate(step.events):
                position += 1
                stream.version += 1
                leaf = event_leaf((
                    LEAF_FORMAT, position, name, stream.version, part, event.name, commit.at, commit.actor,
                    commit.command_id, content_digest(event.data), content_digest(command), event.transfers,
                    request, replied, salt,
                ))  # fmt: skip
                rows.events.append((
                    position, stream.number, stream.version, part, event.name, commit.at, commit.actor,
                    commit.command_id, event.data, command, leaf, None,
                ))  # fmt: skip
                for number, move in enumerate(event.transfers):
                    source, target = known.accounts[move.source].number, known.accounts[move.target].number
                    rows.transfers.append((position, number, source, target, move.amount, move.detail))
                command = b""
        self._grown[name] = stream

    def write(self, signer: Signer, passed: Faults) -> None:
        """Writes everything that was planned, if anything was, with a signed head over it."""
        database, known, rows = self._database, self._known, self._rows
        if not rows.events:
            return
        rows.accounts = [(account.number, name, account.balance) for name, account in self._changed.items()]
        before = known.frontier.size
        known.grow(rows)
        self.head = head = signer.sign(known.frontier.size, known.frontier.root())
        rows.heads.append(head)
        rows.write(database, signer, passed)
        self.notice = Notice(head.size, tuple([(name, stream.version) for name, stream in self._grown.items()]))
        database.announce(before, self.notice)


def _transfers(append: Append) -> Iterator[Transfer]:
    for step in append.steps:
        for event in step.events:
            yield from event.transfers


def _slices(names: Iterable[str]) -> Iterator[list[str]]:
    """The names in lists of a few fixed sizes, some padded by repeating one of them, so that the queries stay
    prepared."""
    listed = list(names)
    for start in range(0, len(listed), _SIZES[-1]):
        some = listed[start : start + _SIZES[-1]]
        size = next(size for size in _SIZES if size >= len(some))
        yield some + some[:1] * (size - len(some))
