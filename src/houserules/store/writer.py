"""Group commit: one thread writes whatever commits are waiting in one transaction, and one wait for the disk.

While the disk is busy with one batch the next one gathers by itself; with a single caller every commit is a batch of
its own. A caller hears of its commit only after the disk has it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

from houserules.store.contract import (
    Commit,
    Committed,
    Notice,
    SignedHead,
    StoreError,
    StoreUnavailable,
)
from houserules.store.database import Database
from houserules.store.planning import Planner
from houserules.store.signing import Signer

LARGEST_BATCH: Final = 512
Faults = Callable[[str], None]
Act = Callable[[Database], None]
"""Something rarer than a commit that is written by the same thread in a transaction of its own."""

BOUNDARIES: Final = (
    "taken", "begun", "planned", "events written", "transfers written", "receipts written", "head written",
    "before commit", "after commit", "answered",
)  # fmt: skip
"""What a batch passes on its way, in order. Crash tests kill the process at each."""

_log = logging.getLogger("houserules.store")


class _Item:
    __slots__ = ("commit", "future")

    def __init__(self, commit: Commit | Act, future: Future[Committed]) -> None:
        self.commit = commit
        self.future = future


class Writer:
    """The only thread that writes. ``notify`` hears of every durable batch."""

    def __init__(
        self,
        database: Database,
        signer: Signer,
        notify: Callable[[Notice], None],
        faults: Faults | None = None,
        largest_batch: int = LARGEST_BATCH,
    ) -> None:
        self._database = database
        self._signer = signer
        self._notify = notify
        self._faults = faults or (lambda _boundary: None)
        self._largest = largest_batch
        self._planner = Planner()
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="houserules-store-writer", daemon=True)
        self._thread.start()

    def submit(self, commit: Commit | Act) -> Future[Committed]:
        future: Future[Committed] = Future()
        with self._closing:
            if self._closed:
                future.set_exception(StoreUnavailable("the store is closed"))
            else:
                self._queue.put(_Item(commit, future))
        return future

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch, more = self._gather()
            if batch:
                self._faults("taken")
                self._handle(batch)
            if not more:
                return

    def _gather(self) -> tuple[list[_Item], bool]:
        """Waits for one item, then takes whatever else is waiting."""
        first = self._queue.get()
        if first is None:
            return [], False
        batch = [first]
        while len(batch) < self._largest:
            try:
                item = self._queue.get_nowait()
            except Empty:
                break
            if item is None:
                return batch, False
            batch.append(item)
        return batch, True

    def _handle(self, batch: list[_Item]) -> None:
        """Commits go together; an act between them waits for those before it and goes alone."""
        commits: list[_Item] = []
        for item in batch:
            if isinstance(item.commit, Commit):
                commits.append(item)
                continue
            if commits:
                self._write(commits)
                commits = []
            self._act(item, item.commit)
        if commits:
            self._write(commits)

    def _act(self, item: _Item, act: Act) -> None:
        try:
            self._database.begin()
            act(self._database)
            self._database.commit()
        except Exception as error:
            self._database.rollback()
            item.future.set_exception(error)
        else:
            item.future.set_result(Committed(b"", 0, ()))

    def _write(self, items: list[_Item]) -> None:
        commits = [item.commit for item in items if isinstance(item.commit, Commit)]
        try:
            answers, notice = self._transaction(commits)
        except Exception as error:
            self._planner.forget()
            self._database.rollback()
            answers, notice = self._after_failure(commits, error), None
        self._faults("after commit")
        for item, answer in zip(items, answers, strict=True):
            if isinstance(answer, Committed):
                item.future.set_result(answer)
            else:
                item.future.set_exception(answer)
        self._faults("answered")
        if notice is not None:
            self._tell(notice)

    def _transaction(self, commits: Sequence[Commit]) -> tuple[list[Committed | Exception], Notice | None]:
        database, planner = self._database, self._planner
        database.begin()
        self._faults("begun")
        planner.prepare(database, commits)
        answers: list[Committed | Exception] = []
        for commit in commits:
            try:
                answers.append(planner.plan(commit))
            except StoreError as refusal:
                answers.append(refusal)
        self._faults("planned")
        rows = planner.rows
        if not rows.receipts:
            database.commit()
            return answers, None
        with database.together():
            self._write_rows()
            if rows.events:
                self._write_head()
                database.announce(planner.frontier.size)
        self._faults("before commit")
        database.commit()
        return answers, Notice(planner.frontier.size, tuple(rows.streams.items())) if rows.events else None

    def _write_rows(self) -> None:
        database, planner, rows = self._database, self._planner, self._planner.rows
        database.many(
            "INSERT INTO streams (id, name, version) VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET version = excluded.version",
            planner.stream_rows(),
        )
        database.many(
            "INSERT INTO events (position, stream, version, part, name, at, actor, command_id, data, command, leaf) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows.events,
        )
        self._faults("events written")
        database.many(
            "INSERT INTO accounts (id, name, balance) VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
            planner.account_rows(),
        )
        database.many(
            "INSERT INTO transfers (position, number, source, target, amount, detail) VALUES (?, ?, ?, ?, ?, ?)",
            rows.transfers,
        )
        self._faults("transfers written")
        database.many(
            "INSERT INTO receipts (command_id, request, reply, position, events, at) VALUES (?, ?, ?, ?, ?, ?)",
            rows.receipts,
        )
        database.many("INSERT INTO outbox (number, topic, body) VALUES (?, ?, ?)", rows.outbox)
        database.many(
            "INSERT INTO documents (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING", rows.documents
        )
        database.many(
            "INSERT INTO snapshots (stream, version, data) VALUES (?, ?, ?) "
            "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data",
            rows.snapshots,
        )
        database.many("INSERT INTO tiles (level, number, hash) VALUES (?, ?, ?)", rows.tiles)
        database.many(
            "UPDATE log SET size = ?, peaks = ?, messages = ? WHERE id = 1",
            [(planner.frontier.size, b"".join(planner.frontier.peaks), planner.messages)],
        )
        self._faults("receipts written")

    def _write_head(self) -> None:
        frontier = self._planner.frontier
        head = self._signer.sign(frontier.size, frontier.root(), int(time.time() * 1000))
        write_head(self._database, head)
        self._faults("head written")

    def _after_failure(self, commits: Sequence[Commit], error: Exception) -> list[Committed | Exception]:
        """Nothing of the batch was kept, unless the connection was lost while committing: then the database tells."""
        if not isinstance(error, StoreUnavailable) or not error.unknown:
            return [error] * len(commits)
        try:
            self._database.begin()
            self._planner.prepare(self._database, commits)
            answers: list[Committed | Exception] = [self._found(commit, error) for commit in commits]
            self._database.commit()
        except StoreUnavailable:
            self._planner.forget()
            self._database.rollback()
            return [error] * len(commits)
        return answers

    def _found(self, commit: Commit, error: StoreUnavailable) -> Committed | Exception:
        try:
            found = self._planner.known(commit)
        except StoreError as refusal:
            return refusal
        return found or StoreUnavailable(f"{error}; nothing of this commit was kept")

    def _tell(self, notice: Notice) -> None:
        try:
            self._notify(notice)
        except Exception:
            _log.exception("a listener failed")


def write_head(database: Database, head: SignedHead) -> None:
    database.many(
        "INSERT INTO heads (size, root, at, key, signature) VALUES (?, ?, ?, ?, ?)",
        [(head.size, head.root, head.at, head.key, head.signature)],
    )
