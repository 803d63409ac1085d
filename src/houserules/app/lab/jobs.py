"""Questions that take seconds, answered one at a time by a process of its own, for whoever still wants to know.

Whoever asks comes again until the answer is there. A question that nobody has asked for a while is dropped, also
while it is worked on: leaving the page then costs the house nothing, and nobody can pile up work.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from houserules.app.lab import worker as lab_worker
from houserules.app.refusals import Kind, Refusal
from houserules.caching import Cache

MOST_WAITING: Final = 32
MOST_EACH: Final = 4
"""Of one client. A further question takes the place of its oldest."""
FORGOTTEN: Final = 20.0
LET_GO: Final = 2.0
"""How long a question outlives its asker's word that it need not be answered: another window may still ask it."""
LONGEST: Final = 600.0
PATIENCE: Final = 0.3
"""How long an answer is waited for before the asker is told to come again."""
_LOOK: Final = 0.5
_TROUBLE_LASTS: Final = 15.0


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done: its name and needs for the worker, and the key by which equal questions are known."""

    name: str
    key: str
    needs: Any

    @property
    def question(self) -> str:
        """What the question is called outside."""
        return hashlib.sha256(f"{self.name} {self.key}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Underway:
    """No answer yet."""

    question: str
    progress: float
    ahead: int
    """How many questions come first."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The lab cannot make sense of it, or does not follow its rules, now or later."""

    supported: bool
    problems: tuple[str, ...]


@dataclass(slots=True)
class _Waiting:
    job: Job
    done: asyncio.Event
    askers: dict[str, float] = field(default_factory=dict)
    progress: float = 0.0

    @property
    def last_asked(self) -> float:
        return max(self.askers.values(), default=float("-inf"))


def refusal_of(supported: bool, problems: Iterable[str]) -> Refusal:
    """What an asker is told of a submission that is malformed, or whose rules the lab does not support."""
    said = "; ".join(problems)
    if supported:
        return Refusal("malformed_submission", said, Kind.MALFORMED)
    return Refusal("unsupported_rules", said, Kind.REFUSED)


class Workbench:
    def __init__(self, clock: Callable[[], float] = time.monotonic, most_kept: int = 40) -> None:
        self.clock = clock
        self._kept: Cache[tuple[str, str], Any] = Cache(most_kept)
        self._waiting: dict[tuple[str, str], _Waiting] = {}
        self._trouble: dict[tuple[str, str], float] = {}
        self._working: asyncio.Task[None] | None = None

    async def ask(self, job: Job, client: str, patience: float = PATIENCE) -> Any:
        """What was found, or ``Underway``. Raises a refusal where nothing can be found."""
        name = (job.name, job.key)
        found = self._kept.get(name)
        if found is None:
            waiting = self._join(name, job, client)
            with suppress(TimeoutError):
                await asyncio.wait_for(waiting.done.wait(), patience)
            found = self._kept.get(name)
            if found is None:
                self._insist_no_trouble(name)
                ahead = list(self._waiting).index(name) if name in self._waiting else 0
                return Underway(job.question, waiting.progress, ahead)
        if isinstance(found, Refused):
            raise refusal_of(found.supported, found.problems)
        return found

    def let_go(self, question: str, client: str) -> None:
        """This client need not know any more. Unless it, or somebody else, asks again, the work ends."""
        for waiting in self._waiting.values():
            asked = waiting.askers.get(client)
            if asked is not None and waiting.job.question == question:
                waiting.askers[client] = min(asked, self.clock() - FORGOTTEN + LET_GO)

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working

    def _join(self, name: tuple[str, str], job: Job, client: str) -> _Waiting:
        self._insist_no_trouble(name)
        waiting = self._waiting.get(name)
        if waiting is None:
            self._make_room(client)
            waiting = self._waiting[name] = _Waiting(job, asyncio.Event())
        waiting.askers[client] = self.clock()
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return waiting

    def _make_room(self, client: str) -> None:
        own = [waiting for waiting in self._waiting.values() if client in waiting.askers]
        for oldest in own[: max(0, len(own) - MOST_EACH + 1)]:
            del oldest.askers[client]
        if len(self._waiting) >= MOST_WAITING:
            message = "the lab has more questions than it can answer now; ask again in a while"
            raise Refusal("lab_busy", message, Kind.BUSY, seconds=10)

    def _insist_no_trouble(self, name: tuple[str, str]) -> None:
        since = self._trouble.get(name)
        if since is None:
            return
        if self.clock() - since < _TROUBLE_LASTS:
            raise Refusal("lab_failed", "the lab could not finish this; it has been recorded", Kind.UNAVAILABLE)
        del self._trouble[name]

    def _wanted(self, waiting: _Waiting) -> bool:
        return self.clock() - waiting.last_asked < FORGOTTEN

    async def _work(self) -> None:
        """One after the other, until nobody wants to know anything."""
        while self._waiting:
            name, waiting = next(iter(self._waiting.items()))
            try:
                if self._wanted(waiting):
                    await self._carry_out(name, waiting)
            except Exception as fault:
                self._failed(name, fault)
            finally:
                del self._waiting[name]
                waiting.done.set()

    async def _carry_out(self, name: tuple[str, str], waiting: _Waiting) -> None:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", lab_worker.__name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert worker.stdin is not None
        assert worker.stdout is not None
        reading = asyncio.create_task(self._read(name, waiting, worker.stdout))
        began = self.clock()
        try:
            worker.stdin.write(pickle.dumps((waiting.job.name, waiting.job.needs)))
            with suppress(ConnectionError):
                await worker.stdin.drain()
                worker.stdin.close()
            while not reading.done() and self._wanted(waiting) and self.clock() - began < LONGEST:
                await asyncio.wait({reading}, timeout=_LOOK)
            if reading.done():
                reading.result()
            elif self._wanted(waiting):
                raise TimeoutError(f"longer than {LONGEST:.0f} seconds")
        finally:
            reading.cancel()
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()

    def _failed(self, name: tuple[str, str], fault: Exception) -> None:
        now = self.clock()
        self._trouble = {other: since for other, since in self._trouble.items() if now - since < _TROUBLE_LASTS}
        self._trouble[name] = now
        structlog.get_logger().error("our fault", lab=name[0], exc_info=fault)

    async def _read(self, name: tuple[str, str], waiting: _Waiting, out: asyncio.StreamReader) -> None:
        """Follow the worker until it has found something."""
        while True:
            size = int.from_bytes(await out.readexactly(8), "big")
            kind, found = pickle.loads(await out.readexactly(size))
            if kind == lab_worker.PROGRESS:
                waiting.progress = found
                continue
            if kind in (lab_worker.MALFORMED, lab_worker.UNSUPPORTED):
                found = Refused(kind == lab_worker.MALFORMED, found)
            self._kept.put(name, found)
            return
