"""Group commit: one thread writes whatever commits are waiting in one transaction, and one wait for the disk.

While the disk is busy with one batch the next one gathers by itself; with a single caller every commit is a batch of
its own. A caller hears of its commit only after the disk has it.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread
from typing import Final

from houserules.store.answers import Act, Answer, settle
from houserules.store.contract import Commit, Committed, ConstraintBroken, Notice, StoreError, StoreUnavailable
from houserules.store.database import Database, Statements
from houserules.store.planning import Planner
from houserules.store.rows import write_heads
from houserules.store.signing import Signer

LARGEST_BATCH: Final = 512
Faults = Callable[[str], None]

BOUNDARIES: Final = (
    "taken", "begun", "planned", "events written", "transfers written", "receipts written", "head written",
    "before commit", "after commit", "answered",
)  # fmt: skip
"""What a batch passes on its way, in order. Crash tests kill the process at each."""

_log = logging.getLogger("houserules.store")


class Writer:
    """The thread that plans commits and writes them, or has them written. ``notify`` hears of every durable batch."""

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
        self._planner = Planner(database.balances_every)
        self._settled = Condition()
        self._queue: SimpleQueue[Answer | bytes | None] = SimpleQueue()
        """What was handed in; None when the store is closed; bytes are what a scribe says (:mod:`beside`)."""
        self._handed_in = 0
        self._waiting: deque[Answer] = deque()
        self._ending = False
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="houserules-store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Commit | Act) -> Answer:
        answer = Answer(work, self._settled)
        with self._closing:
            if not self._closed:
                self._handed_in += 1
                self._queue.put(answer)
                return answer
        settle([answer], [StoreUnavailable("the store is closed")], self._settled)
        return answer

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._ending or self._busy():
            self._take_in()
            self._go_on()

    def _busy(self) -> bool:
        """Whether something is under way that will be heard of through the queue."""
        return False

    def _take_in(self) -> None:
        """Waits for one item, then takes whatever else has come."""
        item = self._queue.get()
        while True:
            if isinstance(item, Answer):
                self._waiting.append(item)
            elif item is None:
                self._ending = True
            else:
                self._heard(item)
            try:
                item = self._queue.get_nowait()
            except Empty:
                return

    def _heard(self, said: bytes) -> None:
        """What a scribe says. This writer has none."""

    def _go_on(self) -> None:
        while self._waiting:
            self._answer(self._next(self._largest))

    def _next(self, most: int) -> list[Answer]:
        take = self._waiting.popleft
        return [take() for _ in range(min(most, len(self._waiting)))]

    def _answer(self, batch: list[Answer]) -> None:
        """Whatever goes wrong, everybody is answered and the thread lives on: without it no commit ever would be."""
        try:
            self._faults("taken")
            self._handle(batch)
        except Exception as error:
            self._planner.forget()
            with suppress(Exception):
                self._database.rollback()
            self._give_up(batch, error)

    def _give_up(self, batch: list[Answer], error: Exception) -> None:
        """It may have been kept before things went wrong: a retry with the same command id tells."""
        _log.error("a batch could not be finished", exc_info=error)
        left = [answer for answer in batch if not answer.done()]
        why = StoreUnavailable(f"a fault while writing: {error}", unknown=True)
        settle(left, [why] * len(left), self._settled)

    def _handle(self, batch: list[Answer]) -> None:
        """Commits go together; an act between them waits for those before it and goes alone."""
        answers: list[Answer] = []
        commits: list[Commit] = []
        for answer in batch:
            if isinstance(answer.work, Commit):
                answers.append(answer)
                commits.append(answer.work)
                continue
            if answers:
                self._write(answers, commits)
                answers, commits = [], []
            self._act(answer, answer.work)
        if answers:
            self._write(answers, commits)

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

    def _write(self, answers: list[Answer], commits: list[Commit]) -> None:
        try:
            outcomes, notice = self._transaction_of_new_ones(commits)
        except Exception as error:
            self._planner.forget()
            self._database.rollback()
            outcomes, notice = self._after_failure(commits, error), None
        self._settle(answers, outcomes, notice)

    def _settle(
        self, answers: list[Answer], outcomes: Sequence[Committed | Exception], notice: Notice | None
    ) -> None:
        self._faults("after commit")
        settle(answers, outcomes, self._settled)
        self._faults("answered")
        if notice is not None:
            self._tell(notice)

    def _transaction_of_new_ones(
        self, commits: Sequence[Commit]
    ) -> tuple[list[Committed | Exception], Notice | None]:
        """Takes it that no command was committed before, and begins again if the database says otherwise."""
        try:
            return self._transaction(commits, new=True)
        except ConstraintBroken:
            self._planner.forget()
            self._database.rollback()
            return self._transaction(commits, new=False)

    def _transaction(
        self, commits: Sequence[Commit], *, new: bool
    ) -> tuple[list[Committed | Exception], Notice | None]:
        database, planner = self._database, self._planner
        database.begin()
        self._faults("begun")
        planner.prepare(database, commits)
        if not new:
            planner.load_receipts(database, commits, planner.frontier.size)
        outcomes = [self._outcome(commit) for commit in commits]
        if new:
            self._look_again(commits, outcomes, planner.frontier.size)
        self._faults("planned")
        notice = None
        if planner.planned:
            with database.together():
                notice = self._write_rows(database)
                database.announce(notice.position)
            self._faults("before commit")
        began = time.perf_counter_ns()
        database.commit()
        self._waited((time.perf_counter_ns() - began) // 1000)
        return outcomes, notice

    def _waited(self, microseconds: int) -> None:
        """For the disk, at the end of a batch."""

    def _write_rows(self, database: Statements) -> Notice:
        """All that was planned, with the head over it; the log's own row, which counts the batches, comes last."""
        planner = self._planner
        planner.build()
        planner.rows.write(database, self._signer, self._faults)
        frontier = planner.frontier
        head = self._signer.sign(frontier.size, frontier.root(), int(time.time() * 1000))
        write_heads(database, [head])
        self._faults("head written")
        planner.write_log(database)
        return Notice(frontier.size, planner.rows.versions())

    def _look_again(self, commits: Sequence[Commit], outcomes: list[Committed | Exception], upto: int) -> None:
        """What would be refused may be a repeated command, which is answered as it was before: up to this position,
        where this batch begins."""
        refused = [index for index, outcome in enumerate(outcomes) if isinstance(outcome, Exception)]
        if refused:
            self._planner.load_receipts(self._database, [commits[index] for index in refused], upto)
            for index in refused:
                try:
                    outcomes[index] = self._planner.known(commits[index]) or outcomes[index]
                except StoreError as refusal:
                    outcomes[index] = refusal

    def _outcome(self, commit: Commit) -> Committed | Exception:
        try:
            return self._planner.plan(commit)
        except StoreError as refusal:
            return refusal

    def _after_failure(self, commits: Sequence[Commit], error: Exception) -> list[Committed | Exception]:
        """Nothing of the batch was kept, unless the connection was lost while committing: then the database tells."""
        if not isinstance(error, StoreUnavailable) or not error.unknown:
            return [error] * len(commits)
        try:
            self._database.begin()
            self._planner.prepare(self._database, commits)
            self._planner.load_receipts(self._database, commits, self._planner.frontier.size)
            answers: list[Committed | Exception] = [self._found(commit, error) for commit in commits]
            self._database.commit()
        except Exception as trouble:
            _log.warning("what became of a batch could not be found out: %s", trouble)
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
