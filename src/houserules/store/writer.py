"""Group commit: one thread writes whatever commits are waiting in one transaction, and one wait for the disk.

While the disk is busy with one batch the next one is gathered and planned; with a single caller every commit is a
batch of its own. A caller hears of its commit only after the disk has it.

Two threads: the *writer* plans commits and puts their rows into the database, the *waiter* does nothing but commit,
which is to wait for the disk. At most one batch is with the waiter and one with the writer. When the waiter comes
back, the writer first sends the next batch and then gives out the answers, so that the disk is never idle for long.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from enum import Enum
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread
from typing import Final

from houserules.store.answers import Act, Answer, settle
from houserules.store.contract import Commit, Committed, Notice, StoreError, StoreUnavailable
from houserules.store.database import Database, Query
from houserules.store.planning import Planner
from houserules.store.rows import write_head
from houserules.store.signing import Signer

LARGEST_BATCH: Final = 512
_PORTION: Final = 32
"""So many commits are planned before the writer looks again whether the disk is free."""
Faults = Callable[[str], None]

BOUNDARIES: Final = (
    "taken", "begun", "planned", "events written", "transfers written", "receipts written", "head written",
    "before commit", "after commit", "answered",
)  # fmt: skip
"""What a batch passes on its way, in order. Crash tests kill the process at each."""

_log = logging.getLogger("houserules.store")


class _Signal(Enum):
    """What the writer finds in its inbox besides work."""

    WAKE = "the waiter is back"
    END = "no more will come"


class _Batch:
    """Commits that become durable together."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.commits: list[Commit] = []
        self.outcomes: list[Committed | Exception] = []
        self.seconds = 0.0
        """How long planning it has taken so far."""
        self.notice: Notice | None = None
        self.error: Exception | None = None


class Writer:
    """The only one that writes. ``notify`` hears of every durable batch; ``query`` reads what is durable."""

    def __init__(
        self,
        database: Database,
        query: Query,
        signer: Signer,
        notify: Callable[[Notice], None],
        faults: Faults | None = None,
        largest_batch: int = LARGEST_BATCH,
    ) -> None:
        self._database = database
        self._query = query
        self._signer = signer
        self._notify = notify
        self._faults = faults or (lambda _boundary: None)
        self._largest = largest_batch
        self._planner = Planner()
        self._settled = Condition()
        self._inbox: SimpleQueue[Answer | _Signal] = SimpleQueue()
        self._closing = Lock()
        self._closed = self._ended = False
        self._planned = _Batch()
        self._waiting = False
        """Whether a batch is with the waiter."""
        self._to_disk: SimpleQueue[_Batch | None] = SimpleQueue()
        self._from_disk: SimpleQueue[_Batch] = SimpleQueue()
        self._last_wait = 0.0
        self._threads = [
            Thread(target=self._run, name="houserules-store-writer", daemon=True),
            Thread(target=self._wait, name="houserules-store-waiter", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Commit | Act) -> Answer:
        answer = Answer(work, self._settled)
        with self._closing:
            if not self._closed:
                self._inbox.put(answer)
                return answer
        settle([answer], [StoreUnavailable("the store is closed")], self._settled)
        return answer

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._inbox.put(_Signal.END)
        for thread in self._threads:
            thread.join()

    def _wait(self) -> None:
        """What the waiter does."""
        while (batch := self._to_disk.get()) is not None:
            self._commit(batch)
            self._from_disk.put(batch)
            self._inbox.put(_Signal.WAKE)

    def _commit(self, batch: _Batch) -> None:
        began = time.perf_counter()
        try:
            self._database.commit()
        except Exception as error:
            batch.error = error
        self._last_wait = time.perf_counter() - began

    def _run(self) -> None:
        """What the writer does."""
        while not self._ended:
            full = len(self._planned.answers) >= self._largest
            if not full:
                self._take()
            self._turn(wait=full)
        self._to_disk.put(None)

    def _take(self) -> None:
        """Waits until something comes, then takes some of what is there and plans it."""
        taken: list[Answer] = []
        room = min(_PORTION, self._largest - len(self._planned.answers))
        item = self._inbox.get()
        while isinstance(item, Answer) and isinstance(item.work, Commit):
            taken.append(item)
            if len(taken) == room:
                break
            try:
                item = self._inbox.get_nowait()
            except Empty:
                break
        if taken:
            self._plan(taken)
        if item is _Signal.END:
            self._drain()
            self._ended = True
        elif isinstance(item, Answer) and not isinstance(item.work, Commit):
            self._drain()
            self._act(item, item.work)

    def _plan(self, taken: list[Answer]) -> None:
        """Plans ahead, as far as can be: what is missing or turns out wrong is planned when the batch is written."""
        self._faults("taken")
        began = time.perf_counter()
        batch, planner = self._planned, self._planner
        commits = [answer.work for answer in taken if isinstance(answer.work, Commit)]
        batch.answers += taken
        batch.commits += commits
        if planner.loaded:
            try:
                planner.load_names(self._query, commits)
            except StoreError:
                planner.forget()
            else:
                batch.outcomes += [self._outcome(commit) for commit in commits]
        batch.seconds += time.perf_counter() - began

    def _outcome(self, commit: Commit) -> Committed | Exception:
        try:
            return self._planner.plan(commit)
        except StoreError as refusal:
            return refusal

    def _turn(self, *, wait: bool) -> None:
        """Takes back what the disk is done with, sends what is ripe, and only then answers.

        ``wait`` is for when nothing else can be done in the meantime.
        """
        done = self._back_from_disk(wait)
        if done is not None and done.error is not None:
            self._undo(done, done.error)
        if self._planned.answers and not self._waiting and (wait or self._is_ripe()):
            self._send(alone=done is None and self._inbox.empty())
        if done is not None:
            self._answer(done)

    def _drain(self) -> None:
        """Brings everything that was taken to its end."""
        while self._planned.answers or self._waiting:
            self._turn(wait=True)

    def _back_from_disk(self, wait: bool) -> _Batch | None:
        if not self._waiting or (not wait and self._from_disk.empty()):
            return None
        self._waiting = False
        return self._from_disk.get()

    def _is_ripe(self) -> bool:
        """With the disk free it is time to send when nobody else waits, or when planning has taken as long as the
        disk does: the rest can be planned while the disk is busy."""
        planned = self._planned
        return self._inbox.empty() or planned.seconds >= self._last_wait or len(planned.answers) >= self._largest

    def _send(self, *, alone: bool) -> None:
        """Puts the rows of what was planned into the database, and has the disk waited for.

        A batch that is ``alone``, as with a single caller, is spared the way to the other thread and back.
        """
        batch, self._planned = self._planned, _Batch()
        try:
            self._write(batch)
        except Exception as error:
            batch.error = error
        if batch.error is None and not alone:
            self._waiting = True
            self._to_disk.put(batch)
            return
        if batch.error is None:
            self._commit(batch)
        if batch.error is not None:
            self._undo(batch, batch.error)
        self._answer(batch)

    def _write(self, batch: _Batch) -> None:
        database, planner = self._database, self._planner
        database.begin()
        self._faults("begun")
        if not planner.holds(database, batch.commits):
            self._prepare(batch.commits)
            batch.outcomes = [self._outcome(commit) for commit in batch.commits]
        self._faults("planned")
        rows = planner.rows
        if rows.receipts:
            with database.together():
                rows.write(database, self._faults)
                planner.write_log(database)
                if rows.events:
                    self._write_head()
                    batch.notice = Notice(planner.frontier.size, rows.versions())
                    database.announce(planner.frontier.size)
        planner.next_batch()
        self._faults("before commit")

    def _prepare(self, commits: list[Commit]) -> None:
        query = self._database.query
        self._planner.load(query)
        self._planner.load_receipts(query, commits)
        self._planner.load_names(query, commits)

    def _write_head(self) -> None:
        frontier = self._planner.frontier
        write_head(self._database, self._signer.sign(frontier.size, frontier.root(), int(time.time() * 1000)))
        self._faults("head written")

    def _answer(self, batch: _Batch) -> None:
        self._faults("after commit")
        settle(batch.answers, batch.outcomes, self._settled)
        self._faults("answered")
        if batch.notice is not None:
            try:
                self._notify(batch.notice)
            except Exception:
                _log.exception("a listener failed")

    def _undo(self, batch: _Batch, error: Exception) -> None:
        """Nothing of the batch was kept, unless the connection was lost while committing: then the database tells.

        What was planned since was planned on sand, and is planned again when it is written.
        """
        self._planner.forget()
        self._database.rollback()
        batch.notice = None
        batch.outcomes = [error] * len(batch.commits)
        if isinstance(error, StoreUnavailable) and error.unknown:
            try:
                self._database.begin()
                self._prepare(batch.commits)
                batch.outcomes = [self._found(commit, error) for commit in batch.commits]
                self._database.commit()
            except StoreUnavailable:
                self._planner.forget()
                self._database.rollback()

    def _found(self, commit: Commit, error: StoreUnavailable) -> Committed | Exception:
        try:
            found = self._planner.known(commit)
        except StoreError as refusal:
            return refusal
        return found or StoreUnavailable(f"{error}; nothing of this commit was kept")

    def _act(self, answer: Answer, act: Act) -> None:
        outcome: Committed | Exception = Committed(b"", 0, ())
        try:
            self._database.begin()
            act(self._database)
            self._database.commit()
        except Exception as error:
            self._database.rollback()
            outcome = error
        settle([answer], [outcome], self._settled)
