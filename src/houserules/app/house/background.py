"""Background jobs: long work is done beside the tables, one job after another.

A caller waits a moment for the answer and is otherwise told to ask again. A job that nobody has asked for lately is
dropped, even while it runs: leaving a page ends the work that the page asked for, and nobody can pile up work.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import structlog

from houserules.app.refusals import Kind, Refusal
from houserules.caching import Cache
from houserules.law import MalformedData

HOUSE: Final = ""
"""The client of jobs that the service itself needs. They are never dropped, and any number may wait."""
MOST_WAITING: Final = 32
MOST_EACH: Final = 4
"""Jobs per client. A further one replaces the client's oldest."""
FORGOTTEN: Final = 20.0
"""A job that nobody has asked for is dropped after this many seconds."""
WITHDRAWN: Final = 2.0
"""How many seconds a job survives after it is withdrawn: another window of the same client may still ask for it."""
LONGEST: Final = 600.0
PATIENCE: Final = 0.3
"""How many seconds a caller waits for the answer before it is told to ask again."""
_LOOK: Final = 0.5
_TROUBLE_LASTS: Final = 15.0

Report = Callable[[float], None]
"""Called from time to time with the fraction of a job that is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Job:
    """Jobs of the same name and key are the same job."""

    name: str
    key: str
    run: Callable[[Report], Awaitable[Any]] = field(compare=False)

    @property
    def question(self) -> str:
        """The name that clients use for it."""
        return hashlib.sha256(f"{self.name} {self.key}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class InProgress:
    """No answer yet: ask again."""

    question: str
    progress: float
    ahead: int
    """The number of jobs ahead of it."""


@dataclass(slots=True)
class _Waiting:
    job: Job
    done: asyncio.Event
    askers: dict[str, float] = field(default_factory=dict)
    """Client to the time when it last asked."""
    progress: float = 0.0

    @property
    def last_asked(self) -> float:
        return max(self.askers.values(), default=-inf)

    def report(self, done: float) -> None:
        self.progress = done


class BackgroundJobs:
    """A queue with one worker: its thread, or a process for each job, as the job chooses. Answers are kept."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, most_kept: int = 256, patience: float = PATIENCE
    ) -> None:
        self.clock = clock
        self.patience = patience
        self._kept: Cache[Job, Any] = Cache(most_kept)
        self._waiting: dict[Job, _Waiting] = {}
        self._trouble: dict[Job, float] = {}
        self._working: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1)

    async def submit(self, job: Job, client: str = HOUSE, patience: float | None = None) -> Any:
        """The answer, or ``InProgress``. Raises `MalformedData` or a `Refusal` if that is the answer."""
        found = self._kept.get(job)
        if found is None:
            waiting = self.start(job, client)
            with suppress(TimeoutError):
                await asyncio.wait_for(waiting.done.wait(), self.patience if patience is None else patience)
            found = self._kept.get(job)
            if found is None:
                self._insist_no_trouble(job)
                ahead = list(self._waiting).index(job) if job in self._waiting else 0
                return InProgress(job.question, waiting.progress, ahead)
        if isinstance(found, MalformedData):
            raise type(found)(*found.problems)
        if isinstance(found, Refusal):
            raise Refusal(found.code, found.message, found.kind)
        return found

    def known(self, job: Job) -> Any:
        """The answer if it is kept, else None."""
        return self._kept.get(job)

    def start(self, job: Job, client: str = HOUSE) -> _Waiting:
        """Starts the job unless it waits or runs already, without waiting for it."""
        self._insist_no_trouble(job)
        waiting = self._waiting.get(job)
        if waiting is None:
            self._make_room(client)
            waiting = self._waiting[job] = _Waiting(job, asyncio.Event())
        waiting.askers[client] = inf if client == HOUSE else self.clock()
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return waiting

    def withdraw(self, question: str, client: str) -> None:
        """This client no longer needs the answer. Unless somebody asks again, the work ends."""
        for waiting in self._waiting.values():
            asked = waiting.askers.get(client)
            if asked is not None and waiting.job.question == question:
                waiting.askers[client] = min(asked, self.clock() - FORGOTTEN + WITHDRAWN)

    def in_thread(self, function: Callable[[], Any]) -> Callable[[Report], Awaitable[Any]]:
        """Runs a job in the thread of this queue: for jobs that take milliseconds, or must see what is in memory."""
        return lambda _report: asyncio.get_running_loop().run_in_executor(self._thread, function)

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working

    def _make_room(self, client: str) -> None:
        if client == HOUSE:
            return
        own = [waiting for waiting in self._waiting.values() if client in waiting.askers]
        for oldest in own[: max(0, len(own) - MOST_EACH + 1)]:
            del oldest.askers[client]
        if len(self._waiting) >= MOST_WAITING:
            message = "the lab has more questions than it can answer now; ask again in a while"
            raise Refusal("lab_busy", message, Kind.BUSY, seconds=10)

    def _insist_no_trouble(self, job: Job) -> None:
        since = self._trouble.get(job)
        if since is None:
            return
        if self.clock() - since < _TROUBLE_LASTS:
            raise Refusal("lab_failed", "the lab could not finish this; it has been recorded", Kind.UNAVAILABLE)
        del self._trouble[job]

    def _wanted(self, waiting: _Waiting) -> bool:
        return self.clock() - waiting.last_asked < FORGOTTEN

    async def _work(self) -> None:
        """Does one job after another until none waits."""
        while self._waiting:
            job, waiting = next(iter(self._waiting.items()))
            try:
                if self._wanted(waiting):
                    await self._carry_out(waiting)
            except (MalformedData, Refusal) as refused:
                self._kept.put(job, refused)
            except Exception as fault:
                self._failed(job, fault)
            finally:
                del self._waiting[job]
                waiting.done.set()

    async def _carry_out(self, waiting: _Waiting) -> None:
        running = asyncio.ensure_future(waiting.job.run(waiting.report))
        began = self.clock()
        try:
            while not running.done() and self._wanted(waiting) and self.clock() - began < LONGEST:
                await asyncio.wait({running}, timeout=_LOOK)
            if running.done():
                self._kept.put(waiting.job, running.result())
            elif self._wanted(waiting):
                raise TimeoutError(f"longer than {LONGEST:.0f} seconds")
        finally:
            if not running.done():
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running

    def _failed(self, job: Job, fault: Exception) -> None:
        now = self.clock()
        self._trouble = {other: since for other, since in self._trouble.items() if now - since < _TROUBLE_LASTS}
        self._trouble[job] = now
        structlog.get_logger().error("our fault", lab=job.name, exc_info=fault)
