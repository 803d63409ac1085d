"""Group commit: one thread writes whatever commits are waiting in one transaction, with one wait for the disk.

While the disk is busy with one batch the next one gathers; with a single caller every commit is its own batch. A
caller hears of its commit only after the disk has it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

from houserules.log.batch import LARGEST_BATCH, Batch, Known
from houserules.log.databases.database import Database, Faults
from houserules.log.entries import Commit, Committed, Notice
from houserules.log.errors import LeaseLost, LogUnavailable
from houserules.log.mark import Mark
from houserules.log.signing import Signer

BOUNDARIES: Final = (
    "taken", "begun", "planned", "events written", "transfers written", "receipts written", "head written",
    "before commit", "after commit", "marked", "answered",
)  # fmt: skip
"""The stages that a batch passes, in order. Crash tests kill the process at each."""

Task = Callable[[Database], None]
"""Something rarer than a commit that the same thread writes in its own transaction."""
Answer = Future[Committed]
Work = tuple[Commit | Task, Answer]

_log = logging.getLogger("houserules.log")


class Writer:
    """The thread that plans commits and writes them. ``notify`` is called for every durable batch."""

    def __init__(
        self,
        database: Database,
        signer: Signer,
        mark: Mark,
        notify: Callable[[Notice], None],
        faults: Faults | None = None,
        largest_batch: int = LARGEST_BATCH,
    ) -> None:
        self._database = database
        self._signer = signer
        self._mark = mark
        self._notify = notify
        self._faults = faults or (lambda _boundary: None)
        self._largest = largest_batch
        self._known = Known()
        self.fence: int | None = None
        """The number of the lease under which this process writes; None: any number of processes may."""
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        """What was submitted; None, the last item, when the log is closed."""
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="houserules-log-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Commit | Task) -> Answer:
        answer = Answer()
        answer.set_running_or_notify_cancel()  # A submitted commit cannot be withdrawn.
        with self._closing:
            if not self._closed:
                self._queue.put((work, answer))
                return answer
        answer.set_exception(LogUnavailable("the log is closed"))
        return answer

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next_batch():
            self._handle(batch)

    def _next_batch(self) -> list[Work]:
        """Waits for one item, then takes whatever else has arrived; empty when the log is closed."""
        batch: list[Work] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) == self._largest:
                break
            try:
                item = self._queue.get_nowait()
            except Empty:
                break
        else:
            self._queue.put(None)  # For the next call.
        return batch

    def _handle(self, batch: list[Work]) -> None:
        """Whatever goes wrong, every caller is answered and the thread survives: without it there would be no
        commits."""
        try:
            self._faults("taken")
            for are_commits, group in groupby(batch, lambda work: isinstance(work[0], Commit)):
                works = list(group)
                if are_commits:
                    self._write([answer for _, answer in works], [commit for commit, _ in works])  # type: ignore[misc]
                else:
                    for task, answer in works:
                        self._carry_out(task, answer)  # type: ignore[arg-type]
        except Exception as error:
            _log.exception("a batch could not be finished")
            self._known.forget()
            with suppress(Exception):
                self._database.rollback()
            # It may have been stored before the fault: a retry with the same command id shows.
            why = LogUnavailable(f"a fault while writing: {error}", unknown=True)
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(why)

    def _carry_out(self, task: Task, answer: Answer) -> None:
        try:
            self._database.begin()
            task(self._database)
            self._database.commit()
        except Exception as error:
            self._database.rollback()
            answer.set_exception(error)
        else:
            answer.set_result(Committed(b"", 0, ()))

    def _write(self, answers: Sequence[Answer], commits: Sequence[Commit]) -> None:
        batch = None
        try:
            outcomes, batch = self._transaction(commits)
        except Exception as error:
            self._known.forget()
            self._database.rollback()
            outcomes = self._after_failure(commits, error)
        self._faults("after commit")
        if batch is not None and batch.head is not None:
            self._mark.advance(batch.head)
        self._faults("marked")
        for answer, outcome in zip(answers, outcomes, strict=True):
            if isinstance(outcome, Committed):
                answer.set_result(outcome)
            else:
                answer.set_exception(outcome)
        self._faults("answered")
        if batch is not None and batch.notice is not None:
            self._tell(batch.notice)

    def _transaction(self, commits: Sequence[Commit]) -> tuple[list[Committed | Exception], Batch]:
        batch = Batch(self._database, self._known, commits)
        self._faults("begun")
        self._insist_on_the_lease(batch.lease)
        if self._known.frontier.size < self._mark.size:
            raise LogUnavailable(
                f"the database holds {self._known.frontier.size} events, and {self._mark.size} were signed: play "
                "that was answered is missing. Nothing is kept until the database is whole again"
            )
        outcomes = batch.plan()
        self._faults("planned")
        batch.write(self._signer, self._faults)
        self._faults("before commit")
        self._database.commit()
        return outcomes, batch

    def _insist_on_the_lease(self, number: int) -> None:
        """Checked under the database lock under which leases are taken."""
        if self.fence is not None and self.fence != number:
            raise LeaseLost(self.fence, number)

    def _after_failure(self, commits: Sequence[Commit], error: Exception) -> list[Committed | Exception]:
        """Nothing of the batch was stored, unless the connection was lost while committing: then the database is
        asked."""
        if not isinstance(error, LogUnavailable) or not error.unknown:
            return [error] * len(commits)
        try:
            given = Batch(self._database, self._known, commits).answers_given()
            self._database.commit()
        except Exception as trouble:
            _log.warning("what became of a batch could not be found out: %s", trouble)
            self._known.forget()
            self._database.rollback()
            return [error] * len(commits)
        return [answer or LogUnavailable(f"{error}; nothing of this commit was kept") for answer in given]

    def _tell(self, notice: Notice) -> None:
        try:
            self._notify(notice)
        except Exception:
            _log.exception("a listener failed")
