"""The log of the simulation: the real one, over a database in memory, whose network delays, fails, tears and repeats.

Batches are planned, checked, signed and written by the code that the service runs. What is simulated is the way there
and back: reads fail; commits arrive late, in another order, twice, or not at all, alone or several at once;
transactions break off at each of their boundaries; answers are lost; a process is cut off for seconds, or dies with
some of its commits on their way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houserules.log import BOUNDARIES, Commit, Committed, Log, LogUnavailable, Notice, SignedHead, Signer
from houserules.log.checks import insist_possible
from houserules.log.databases.schema import SQLITE, ensure_schema
from houserules.log.databases.sqlite import SqliteDatabase
from houserules.log.mark import Mark
from houserules.log.writer import Answer, Task, Writer
from tests.simulation.virtual_time import VirtualLoop

_TORN_AT: Final = BOUNDARIES[1:8]


class Weather:
    """How likely each fault is. Calm weather ends a simulation: then everything must come to rest."""

    def __init__(self) -> None:
        self.fails = self.torn = self.lost = self.repeated = self.overtaken = 0.02
        self.unread = 0.002

    def calm(self) -> None:
        self.unread = 0.0
        self.fails = self.torn = self.lost = self.repeated = self.overtaken = 0.0


class Place(Protocol):
    """The process whose log this is."""

    dead: bool
    cut_off_until: float


class _MemoryMark(Mark):
    """What is outside of the database survives everything here."""

    def __init__(self) -> None:
        super().__init__(Path("mark"))

    def advance(self, head: SignedHead) -> None:
        self.size = max(self.size, head.size)

    def close(self) -> None:
        pass


class _MemoryDatabase(SqliteDatabase):
    def __init__(self) -> None:
        self._path = Path("memory")
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


class Disk:
    """One log as its database has it: all processes see the same."""

    def __init__(self, name: str, loop: VirtualLoop, chance: Random, weather: Weather) -> None:
        self.name, self.loop, self.chance, self.weather = name, loop, chance, weather
        self.database = _MemoryDatabase()
        ensure_schema(self.database, SQLITE)
        self.signer = Signer(Ed25519PrivateKey.from_private_bytes(chance.randbytes(32)))
        self.signer.origin = f"simulation/{name}"
        self.mark = _MemoryMark()
        self.logs: list[FaultyLog] = []
        self.commits = self.largest = 0
        """How many were written, and how many at most in one batch."""
        self.overlaps: list[str] = []
        """Commits of processes whose lease another one had taken."""

    def announce(self, notice: Notice) -> None:
        for log in self.logs:
            log.hear(notice)

    def copy(self) -> bytes:
        return self.database._connection.serialize()

    def put_back(self, copied: bytes) -> None:
        """As an operator does who wants some play undone, and knows where the mark is."""
        self.database._connection.deserialize(copied)
        self.mark.size = 0


class _StillWriter(Writer):
    """The writer of the service, without its thread: batches are handed to it as they arrive."""

    def _run(self) -> None:
        pass


class FaultyLog(Log):
    def __init__(self, disk: Disk, place: Place) -> None:
        super().__init__(f"simulated/{disk.name}", self._ask, lambda: None, self._now, disk.mark, shared=True)
        self.key = disk.signer.key
        self.disk, self.place = disk, place
        self.fenced = True
        self.claimed: int | None = None
        self._torn_at = ""
        self._busy_until = self._told_until = 0.0
        self._arrived: list[tuple[Commit, Future[Committed]]] = []
        """What will be written together."""
        self._writer = _StillWriter(disk.database, disk.signer, disk.mark, disk.announce, self._pass)
        disk.logs.append(self)

    def _ask(self, sql: str, parameters: Any) -> list[Any]:
        self._insist_reachable()
        if self.disk.chance.random() < self.disk.weather.unread:
            raise LogUnavailable("the database did not answer")
        return self.disk.database.query(sql, parameters)

    def _now(self) -> tuple[Callable[..., Any], Callable[[], None]]:
        return self.disk.database.query, lambda: None

    def _insist_reachable(self) -> None:
        if self.place.dead or self.place.cut_off_until > self.disk.loop.now:
            raise LogUnavailable("the database cannot be reached")

    def _pass(self, boundary: str) -> None:
        if boundary == self._torn_at:
            raise LogUnavailable("the connection broke within the transaction")

    def fence(self, number: int | None) -> None:
        self.claimed = number
        if self.fenced:
            super().fence(number)

    def carry_out(self, task: Task) -> None:
        self._insist_reachable()
        if self.disk.chance.random() < self.disk.weather.fails:
            raise LogUnavailable("the database did not answer")
        answer: Answer = Future()
        self._writing()._handle([(task, answer)])
        answer.result()

    def submit(self, commit: Commit) -> Future[Committed]:
        insist_possible(commit)
        answer: Future[Committed] = Future()
        self._send(commit, answer)
        return answer

    def _send(self, commit: Commit, answer: Future[Committed]) -> None:
        """The commits of one process arrive in the order in which it sent them, but for some that are overtaken."""
        now, chance, weather = self.disk.loop.now, self.disk.chance, self.disk.weather
        self._busy_until = max(self._busy_until, self.place.cut_off_until, now) + chance.random() * 0.01
        late = chance.random() * 0.1 if chance.random() < weather.overtaken else 0.0
        self.disk.loop.call_at(self._busy_until + late, self._arrive, commit, answer)
        if chance.random() < weather.repeated:
            late = self._busy_until + chance.random() * 4
            self.disk.loop.call_at(late, self._arrive, commit, Future())

    def _arrive(self, commit: Commit, answer: Future[Committed]) -> None:
        """What arrives while others wait to be written is written with them."""
        chance = self.disk.chance
        if self.place.dead and chance.random() < 0.5:
            return  # It had not left yet.
        if chance.random() < self.disk.weather.fails:
            self._reply(answer, LogUnavailable("the database did not answer"))
            return
        self._arrived.append((commit, answer))
        if len(self._arrived) == 1:
            self.disk.loop.call_later(chance.random() * 0.01, self._write)

    def _write(self) -> None:
        chance, weather = self.disk.chance, self.disk.weather
        arrived, self._arrived = self._arrived, []
        self._torn_at = chance.choice(_TORN_AT) if chance.random() < weather.torn else ""
        batch: list[tuple[Commit | Task, Answer]] = [(commit, Future()) for commit, _ in arrived]
        self._writing()._handle(batch)
        self._torn_at = ""
        self.disk.largest = max(self.disk.largest, len(batch))
        for (commit, answer), (_, done) in zip(arrived, batch, strict=True):
            error = done.exception()
            if error is None and not done.result().repeated:
                self._see(commit)
            lost = chance.random() < weather.lost
            unknown = LogUnavailable("lost while committing", unknown=True)
            self._reply(answer, unknown if lost else error or done.result())

    def _see(self, commit: Commit) -> None:
        self.disk.commits += 1
        ((number, _, _),) = self.disk.database.query("SELECT number, holder, beats FROM lease")
        if number and self.claimed != number:
            self.disk.overlaps.append(f"{commit.command_id} was written under lease {self.claimed}, not {number}")

    def _reply(self, answer: Future[Committed], outcome: Committed | BaseException) -> None:
        def tell() -> None:
            if self.place.dead:
                return
            if isinstance(outcome, BaseException):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome)

        self.disk.loop.call_later(self.disk.chance.random() * 0.01, tell)

    def hear(self, notice: Notice) -> None:
        self._told_until = max(self._told_until, self.disk.loop.now) + self.disk.chance.random() * 0.05
        self.disk.loop.call_at(self._told_until, self._tell, notice)

    def _tell(self, notice: Notice) -> None:
        if not self.place.dead:
            self.notify(notice)
