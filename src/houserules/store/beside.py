"""Writing beside planning: with many commits waiting, half of them is planned while a scribe writes the other half.

A few commits are written by the thread that plans them, as that is quickest for them. From :data:`MANY` on a process
of its own writes (:mod:`houserules.store.scribe`), and the next batch is planned on top of one that is not yet kept.
What is out of the ordinary is done as if there were no scribe, once it has nothing more to write: a commit for which
the database must be asked, one that would be refused, an act, and any batch that was not kept.
"""

from __future__ import annotations

import logging
import marshal
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any, Final

from msgspec import Struct

from houserules.store import scribe
from houserules.store.answers import Answer
from houserules.store.contract import Commit, Committed, Notice, StoreError
from houserules.store.database import Database, Row
from houserules.store.planning import NotLoaded
from houserules.store.signing import Signer
from houserules.store.writer import Faults, Writer

MANY: Final = 32
"""So many commits must be on their way before a scribe is asked, and half of them must wait."""
_PLANNING: Final = 15
"""Microseconds that a commit takes to be handed in, planned and answered, roughly. Where the disk is waited for
longer than all that are on their way take so, two waits for one half each are worse than one."""
_SMOOTHING: Final = 8
_HARDLY: Final = 64
"""Microseconds that are no wait."""
_AT_ONCE: Final = 2
"""Batches that a scribe is given at a time: the one that it writes, and the next."""
_MOST_SCRIBES: Final = 3
"""Scribes are not expected to die. After so many the store writes by itself."""
_MARSHAL: Final = 2
"""The quickest form to write: later ones look for what was said before."""
_PIPE_SIZE: Final = 1 << 20
_GO_ON: Final = scribe.LENGTH.pack(0)
_GONE: Final = b""
_log = logging.getLogger("houserules.store")


class Scribes(Struct, frozen=True):
    """How to begin a scribe, and when: its arguments, what it keeps open, and how many commits must wait."""

    arguments: tuple[str, ...]
    keeps: tuple[int, ...] = ()
    many: int | None = None
    program: tuple[str, ...] = (sys.executable, "-I", "-S", str(Path(scribe.__file__)))


class _Gathered:
    """What a scribe is to write: rows, and the statement that counts the batch."""

    def __init__(self) -> None:
        self._inserted: list[scribe.Inserted] = []
        self._last: tuple[str, list[Any]] | None = None

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        assert self._last is None, "what is not an insertion comes last"
        self._last = (sql, list(parameters))
        return []

    def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        if rows:
            self._inserted.append((into, rows, conflict))

    def message(self) -> bytes:
        content = marshal.dumps((self._inserted, self._last), _MARSHAL)
        return scribe.LENGTH.pack(len(content)) + content


class _Scribe:
    """One such process. ``hear`` is given each answer that it gives, and nothing (``b""``) when it is gone."""

    def __init__(self, scribes: Scribes, hear: Callable[[bytes], None]) -> None:
        self._process = subprocess.Popen(
            [*scribes.program, *scribes.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            pass_fds=scribes.keeps,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        _widen(self._to.fileno())
        self._hear = hear
        self._thread = Thread(target=self._listen, name="houserules-store-scribe", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while (said := scribe.read_exactly(self._from.fileno(), scribe.ANSWER.size)) is not None:
            self._hear(said)
        self._hear(_GONE)

    def send(self, message: bytes) -> None:
        """If it is gone nothing is sent, and what it says last is told by the thread that listens."""
        with suppress(OSError):
            sent = 0
            while sent < len(message):
                sent += os.write(self._to.fileno(), message[sent:] if sent else message)

    def end(self) -> None:
        self._to.close()
        self._process.wait()
        self._thread.join()
        self._from.close()


def _widen(pipe: int) -> None:
    """A whole batch fits into the pipe, where the system lets it."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)


class _Sent(Struct):
    """A batch that a scribe was given."""

    answers: list[Answer]
    outcomes: list[Committed | Exception]
    notice: Notice
    before: int
    """The position after which its events come."""

    def refused(self) -> bool:
        return any(isinstance(outcome, Exception) for outcome in self.outcomes)


class WriterBeside(Writer):
    def __init__(
        self,
        database: Database,
        signer: Signer,
        notify: Callable[[Notice], None],
        faults: Faults | None,
        largest_batch: int,
        scribes: Scribes,
    ) -> None:
        self._scribes = scribes
        self._wait = 0
        """How long the disk is waited for at the end of a batch, in microseconds, as it has been lately."""
        self._begun = 0
        """Scribes."""
        self._due = 0
        """How many will have been handed in when all who were answered last have come again with another commit."""
        self._scribe: _Scribe | None = None
        self._sent: deque[_Sent] = deque()
        self._not_kept: list[_Sent] = []
        super().__init__(database, signer, notify, faults, largest_batch)

    def _run(self) -> None:
        super()._run()
        if self._scribe is not None:
            self._scribe.end()

    def _busy(self) -> bool:
        return bool(self._sent)

    def _go_on(self) -> None:
        while self._waiting:
            if not self._sent and not (self._are_many() and self._can_write_beside()):
                self._answer(self._next(self._largest))
            elif not self._write_beside():
                break

    def _settle(
        self, answers: list[Answer], outcomes: Sequence[Committed | Exception], notice: Notice | None
    ) -> None:
        self._due = self._handed_in + len(answers)
        super()._settle(answers, outcomes, notice)

    def _away(self) -> int:
        return max(0, self._due - self._handed_in)

    def _are_many(self) -> bool:
        """Whether halves are worth while. Counted are also those who will come again at once, or two groups that
        once came to wait for each other would do so for good, and each batch would be but one of them."""
        waiting = len(self._waiting)
        if self._scribes.many is not None:
            return waiting >= self._scribes.many
        return waiting * 2 >= MANY and self._are_worth_two_waits(waiting + self._away())

    def _are_worth_two_waits(self, commits: int) -> bool:
        return self._scribes.many is not None or (commits >= MANY and commits * _PLANNING > self._wait)

    def _waited(self, microseconds: int) -> None:
        """One wait that is far longer than the others, as when the log is folded into the file, counts little."""
        self._wait += (min(microseconds, 2 * self._wait + _HARDLY) - self._wait) // _SMOOTHING

    def _can_write_beside(self) -> bool:
        """Whether there is something to plan on, and a scribe, which is begun when it is first needed."""
        if self._scribe is None and self._planner.loaded and self._begun < _MOST_SCRIBES:
            self._begun += 1
            try:
                self._scribe = _Scribe(self._scribes, self._queue.put)
            except OSError as error:
                _log.warning("no process can be begun that writes beside this one: %s", error)
        return self._scribe is not None and self._planner.loaded

    def _write_beside(self) -> bool:
        """Gives the scribe half of what is to be written. False: first it must be heard from."""
        if self._sent and not self._can_plan_ahead():
            return False
        waiting, under_way = len(self._waiting), sum(len(sent.answers) for sent in self._sent)
        whole = waiting + under_way + self._away()
        share = (whole + 1) // 2
        if self._sent and (waiting * 4 < share * 3 or not self._are_worth_two_waits(whole)):
            return False  # More gather by themselves, as whoever was just answered comes again.
        share = min(share, self._largest)
        if self._plan_and_send(share):
            return True
        if not self._sent:
            self._answer(self._next(share))
        return not self._sent

    def _can_plan_ahead(self) -> bool:
        """Not on top of what may come to nothing, and no more than the scribe needs to go on."""
        return (
            self._planner.loaded
            and not self._not_kept
            and len(self._sent) < _AT_ONCE
            and not self._sent[-1].refused()
        )

    def _plan_and_send(self, most: int) -> bool:
        """Plans as many commits as can be without asking the database. False: there was none, all wait as before."""
        assert self._scribe is not None
        gathered = _Gathered()
        try:
            self._faults("taken")
            self._faults("begun")
            outcomes = self._plan(most)
            self._faults("planned")
            if not self._planner.planned:
                return False
            before, notice = self._planner.frontier.size, self._write_rows(gathered)
            message = gathered.message()
            self._faults("before commit")
        except Exception:
            _log.exception("a batch could not be planned beside another")
            self._planner.forget()
            return False
        self._sent.append(_Sent(self._next(len(outcomes)), outcomes, notice, before))
        self._scribe.send(message)
        return True

    def _plan(self, most: int) -> list[Committed | Exception]:
        """What becomes of those that have waited longest; they wait on until it is sent."""
        outcomes: list[Committed | Exception] = []
        plan = self._planner.plan
        self._planner.prepare_unasked()
        for answer in islice(self._waiting, most):
            if not isinstance(answer.work, Commit):
                break
            try:
                outcomes.append(plan(answer.work))
            except NotLoaded:
                break
            except StoreError as refusal:
                outcomes.append(refusal)
        return outcomes

    def _heard(self, said: bytes) -> None:
        kept, microseconds = scribe.ANSWER.unpack(said) if said != _GONE else (_GONE, 0)
        if kept == scribe.KEPT:
            self._waited(microseconds)
            self._kept(self._sent.popleft())
        elif kept == scribe.NOT_KEPT:
            self._not_kept.append(self._sent.popleft())
        else:
            self._scribe_is_gone()
        if self._not_kept and not self._sent:
            self._write_again()

    def _kept(self, sent: _Sent) -> None:
        try:
            if sent.refused():
                commits = [answer.work for answer in sent.answers if isinstance(answer.work, Commit)]
                self._look_again(commits, sent.outcomes, sent.before)
            self._settle(sent.answers, sent.outcomes, sent.notice)
        except Exception as error:
            self._give_up(sent.answers, error)

    def _scribe_is_gone(self) -> None:
        """What it had may have been kept or not; the ids of the commands tell when they are written again."""
        assert self._scribe is not None
        _log.warning("the process that writes beside this one has ended")
        self._scribe.end()
        self._scribe = None
        self._not_kept.extend(self._sent)
        self._sent.clear()

    def _write_again(self) -> None:
        """As if there were no scribe, which also finds out what was wrong."""
        self._planner.forget()
        if self._scribe is not None:
            self._scribe.send(_GO_ON)
        again, self._not_kept = self._not_kept, []
        for sent in again:
            self._answer(sent.answers)
