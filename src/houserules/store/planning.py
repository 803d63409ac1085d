"""From commits to rows: what a batch of commits writes, worked out in memory before anything is written.

The planner checks every promise of the contract while it holds the database's write lock, so that a commit that must
be refused has written nothing and the others of its batch are not disturbed. Every commit passes here one by one, so
this is written to be quick: each transfer is looked at as few times as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import astuple

from houserules.merkle import Frontier
from houserules.store.checks import LARGEST_AMOUNT
from houserules.store.contract import (
    ANY_VERSION,
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
from houserules.store.leaves import Said
from houserules.store.rows import TILE_BITS, AccountRow, Growth, LostStream, Move, Planned, Rows, StreamRow
from houserules.store.schema import NEWEST_SPAN, NEWEST_VERSION, PLACE_BITS

_AT_ONCE: Final = 500


class NotLoaded(StoreError):
    """A commit speaks of a stream or an account that must first be asked for. Nothing of it was planned."""


def _not_loaded() -> None:
    raise NotLoaded


class Planner:
    """What the writer must know of the database: loaded as it is needed, and dropped when others have written."""

    def __init__(self, balances_every: int) -> None:
        """``balances_every``: after how many events balances are kept anew; 0: with every batch."""
        self._balances_every = balances_every
        self._balances_at = 0
        self._changed: list[AccountRow] = []
        """Accounts of which the balance that is kept is not the newest."""
        self.loaded = False
        self.frontier = Frontier()
        """The tree as it is written; what was planned since is in ``planned``."""
        self.messages = 0
        self.planned: list[Planned] = []
        self.rows = Rows()
        self._batches = 0
        self._streams: dict[str, StreamRow] = {}
        self._accounts: dict[str, AccountRow] = {}
        self._next_stream = self._next_account = 1
        self._receipts: dict[str, tuple[str | bytes, bytes, int]] = {}
        """Of commands that were answered: the request's digest or all of it, the reply, and the last position."""
        self._size = 0
        self._load_unknown: Callable[[], None] = lambda: None

    def forget(self) -> None:
        """After a failure nothing that was planned can be relied on."""
        self.loaded = False
        self._streams.clear()
        self._accounts.clear()
        self._changed.clear()
        self._receipts.clear()
        self.planned = []
        self.rows = Rows()

    def prepare(self, database: Database, commits: Sequence[Commit]) -> None:
        """Gets ready to plan these commits. Called with the write lock held, which is kept until they are written."""
        self._load_log(database)
        self._begin(partial(self._load, database, commits))

    def prepare_unasked(self) -> None:
        """Gets ready to plan on top of what was planned before, without asking the database: a commit that speaks of
        what is not loaded raises :class:`NotLoaded`. Whether others have written since is seen when it is written."""
        assert self.loaded
        self._begin(_not_loaded)

    def _begin(self, load_unknown: Callable[[], None]) -> None:
        self.planned = []
        self.rows = Rows()
        self._receipts.clear()
        self._load_unknown = load_unknown

    def _load_log(self, database: Database) -> None:
        """Every batch is counted in the log's own row, which so tells whether others have written since."""
        size, peaks, messages, batches, balances_at = database.query(
            "SELECT size, peaks, messages, batches, balances_at FROM log WHERE id = 1"
        )[0]
        if self.loaded and batches == self._batches:
            return
        self.forget()
        held = bytes(peaks)
        self.frontier = Frontier(size, (held[start : start + 32] for start in range(0, len(held), 32)))
        self.messages, self._batches, self._size, self._balances_at = messages, batches, size, balances_at
        self._next_stream = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM streams")[0][0])
        self._next_account = 1 + int(database.query("SELECT coalesce(max(id), 0) FROM accounts")[0][0])
        self._load_changed(database)
        self.loaded = True

    def _load_changed(self, database: Database) -> None:
        """All accounts of which something moved since balances were kept. All others stand as they are kept."""
        moved: dict[int, int] = {}
        for source, target, amount in database.query(
            "SELECT source, target, amount FROM transfers WHERE place >= ?", ((self._balances_at + 1) << PLACE_BITS,)
        ):
            moved[source] = moved.get(source, 0) - amount
            moved[target] = moved.get(target, 0) + amount
        for some in _slices(sorted(moved)):
            self._load_accounts(database, "id", some)
        for account in self._accounts.values():
            account.balance += moved[account.number]
            account.changed = True
            self._changed.append(account)

    def write_log(self, database: Statements) -> None:
        """Changes nothing if somebody else has written since, which a scribe looks at."""
        before, self._batches = self._batches, self._batches + 1
        database.query(
            "UPDATE log SET size = ?, peaks = ?, messages = ?, balances_at = ?, batches = ?, heads = heads + 1 "
            "WHERE id = 1 AND batches = ?",
            (
                self.frontier.size,
                b"".join(self.frontier.peaks),
                self.messages,
                self._balances_at,
                self._batches,
                before,
            ),
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
            for name, number, version, span in database.query(
                f"SELECT s.name, s.id, {NEWEST_VERSION}, {NEWEST_SPAN} FROM streams s "
                f"WHERE s.name IN ({marks(some)})",
                some,
            ):
                self._streams[name] = LostStream(name) if version is None else StreamRow(number, version, span)
        for some in _slices(sorted(accounts)):
            self._load_accounts(database, "name", some)
        for name in sorted(streams - self._streams.keys()):
            self._streams[name] = StreamRow(self._next_stream, 0, -1)
            self._next_stream += 1
        for name in sorted(accounts - self._accounts.keys()):
            self._accounts[name] = AccountRow(name, self._next_account, 0, -1, new=True)
            self._next_account += 1

    def _load_accounts(self, database: Database, by: str, some: Sequence[Any]) -> None:
        for name, number, balance, span in database.query(
            "SELECT name, id, balance, "
            "(SELECT coalesce(max(span), -1) FROM account_spans WHERE account = accounts.id) "
            f"FROM accounts WHERE {by} IN ({marks(some)})",
            some,
        ):
            self._accounts[name] = AccountRow(name, number, balance, span)

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
        """Takes one commit in, or raises and leaves everything as it was."""
        command_id, reply = commit.command_id, commit.reply
        if command_id in self._receipts and (known := self.known(commit)) is not None:
            return known
        try:
            growth, said, moves = self._involved(commit)
        except KeyError:
            self._load_unknown()
            growth, said, moves = self._involved(commit)
        self._move_money(commit, moves)
        versions = []
        for append, stream, version, events in growth:
            stream.version = version + events
            versions.append((append.stream, version + events))
        self._size = position = self._size + len(said)
        self._receipts[command_id] = (commit.request, reply, position)
        self.planned.append((commit, growth, said, moves))
        return Committed(reply, position, tuple(versions))

    def _involved(self, commit: Commit) -> tuple[list[Growth], list[list[Said]], list[Move]]:
        """What a commit appends to which streams, and the transfers of its events with their accounts."""
        streams, accounts = self._streams, self._accounts
        growth: list[Growth] = []
        said: list[list[Said]] = []
        moves: list[Move] = []
        for append in commit.appends:
            stream, expected, before = streams[append.stream], append.expected_version, len(said)
            if expected not in (stream.version, ANY_VERSION):
                for other in commit.appends:
                    streams[other.stream]  # It may be a repeated command, which is answered with all its versions.
                raise StaleVersion(append.stream, expected, stream.version)
            for step in append.steps:
                for event in step.events:
                    transfers = list(map(astuple, event.transfers))
                    said.append(transfers)
                    for each in transfers:  # A comprehension would make a function for every event.
                        moves.append((accounts[each[0]], accounts[each[1]], each[2]))  # noqa: PERF401
            growth.append((append, stream, stream.version, len(said) - before))
        return growth, said, moves

    def known(self, commit: Commit) -> Committed | None:
        """The answer that was given to this commit before, if it was."""
        known = self._receipts.get(commit.command_id)
        if known is None:
            return None
        request, reply, position = known
        if digest_of(commit.request) != (request if isinstance(request, str) else digest_of(request)):
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
        for giver, taker, amount in moves:
            giver.balance = low = giver.balance - amount
            taker.balance = high = taker.balance + amount
            suspect = suspect or low <= -LARGEST_AMOUNT or high >= LARGEST_AMOUNT
        if suspect:
            try:
                self._insist_on_balances(commit, moves)
            except StoreError:
                for giver, taker, amount in moves:
                    giver.balance += amount
                    taker.balance -= amount
                raise

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

    def build(self) -> None:
        """Makes the rows of all that was planned, and takes their leaves into the tree."""
        rows = self.rows
        rows.add(self.planned, self.frontier.size, self._accounts)
        self._keep_balances()
        messages = [message for planned in self.planned for message in planned[0].outbox]
        rows.outbox = [
            (number, message.topic, message.body) for number, message in enumerate(messages, self.messages + 1)
        ]
        self.messages += len(messages)
        rows.tiles.extend([node for node in self.frontier.extend(rows.leaves) if node[0] % TILE_BITS == 0])

    def _keep_balances(self) -> None:
        """Or only those accounts that are new: most are paid to and from again soon."""
        self._changed += self.rows.changed
        if self._size - self._balances_at < self._balances_every:
            self.rows.keep_new_accounts()
            return
        self.rows.keep_balances(self._changed)
        self._changed.clear()
        self._balances_at = self._size


def _slices(names: list[Any]) -> Iterable[list[Any]]:
    for start in range(0, len(names), _AT_ONCE):
        yield names[start : start + _AT_ONCE]
