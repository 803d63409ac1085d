"""Kill -9 and what is left: ``python -m tests.trials.crash --kills 500 [--postgresql | --db URL]``.

A child process plays rounds into a log, and writes down the id of every command as it is answered. It is killed, at
each boundary of a commit in turn and at random moments. Another is started on what is left. After every kill:

- everything that had been answered is there, once, with the reply that was given;
- whatever was not answered is there whole or not at all;
- the audit is sound: no event lost, doubled or out of order, debits equal credits, every round replays;
- the table goes on from where it was, within ten seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import IO, Final

from msgspec import Struct

from houserules import law
from houserules.app import audit
from houserules.log import BOUNDARIES, Log, open_log
from tests.support.postgres import running_server
from tests.support.trial_table import TrialTable
from tests.support.waiting import HANG

PLAYABLE_WITHIN: Final = 10.0
_AUDIT_EVERY: Final = 25
_FRESH_EVERY: Final = 10
_TABLES: Final = 3
_SUBMISSIONS: Final = tuple(law.submissions())


class Figures(Struct):
    kills: int = 0
    answered: int = 0
    unanswered_kept: int = 0
    """Commits that were on disk although the process was killed before it could answer."""
    slowest_start: float = 0.0
    rounds: int = 0
    faults: int = 0


def child(url: str, key: Path, boundary: str, passes: int) -> None:
    """Plays until it dies. Each line it writes is the id of a command that was answered."""
    left = passes

    def faults(passed: str) -> None:
        nonlocal left
        if passed == boundary:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    log = open_log(url, key_file=key, faults=faults if boundary else None)
    tables = [_Reporting(log, number + 1, _SUBMISSIONS[number % len(_SUBMISSIONS)]) for number in range(_TABLES)]
    os.write(1, b"ready\n")
    threads = [Thread(target=_play_on, args=(table,), daemon=True) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class _Reporting(TrialTable):
    def __init__(self, log: Log, number: int, name: str) -> None:
        super().__init__(log, number, name)
        self.snapshots_every = 5


def _play_on(table: TrialTable) -> None:
    try:
        while True:
            for command in table.commands():
                table.do(command)
                os.write(1, f"{table.answered.pop()}\n".encode())
    except BaseException:
        traceback.print_exc()
        os._exit(3)


class Trial:
    """Kills children of one log, and looks at what they leave."""

    def __init__(
        self,
        url: str,
        key: Path,
        seed: int,
        say: Callable[[str], None],
        passes: int = 60,
        fresh_every: int = 1,
    ) -> None:
        """``passes`` is how often a child may pass its boundary before it is killed there, at most. One child in
        ``fresh_every`` is a fresh interpreter, the others are forked, which is quicker."""
        self._passes = passes
        self._fresh_every = fresh_every
        self.url = url
        self.key = key
        self.figures = Figures()
        self._chance = random.Random(seed)
        self._answered: set[str] = set()
        self._say = say

    def kill_once(self, number: int) -> None:
        """Every other child is killed at a boundary, the others at a random moment."""
        boundary = BOUNDARIES[number // 2 % len(BOUNDARIES)] if number % 2 == 0 else ""
        began = time.monotonic()
        begin = _fresh if number % self._fresh_every == 0 else _Forked
        process = begin(self.url, self.key, boundary, self._chance.randrange(self._passes))
        assert process.stdout is not None
        reader = _Lines(process.stdout)
        if not reader.ready.wait(HANG):
            self._fault(f"kill {number}: the child did not start")
        self.figures.slowest_start = max(self.figures.slowest_start, time.monotonic() - began)
        if not boundary:
            time.sleep(self._chance.random() * 0.4)
            os.kill(process.pid, signal.SIGKILL)
        try:
            process.wait(HANG)
        except subprocess.TimeoutExpired:
            self._fault(f"kill {number}: the child did not die at {boundary!r}")
            process.kill()
            process.wait()
        if process.returncode != -signal.SIGKILL:
            self._fault(f"kill {number}: the child ended by itself with status {process.returncode}")
        self._answered.update(reader.lines())
        self.figures.kills += 1
        self.figures.answered = len(self._answered)
        self._look(number, boundary or "a random moment", thorough=number % _AUDIT_EVERY == 0)

    def _look(self, number: int, where: str, *, thorough: bool) -> None:
        with open_log(self.url, read_only=True) as log:
            kept = {stored.command_id for stored in log.read_all()}
            lost = self._answered - kept
            if lost:
                self._fault(f"kill {number} at {where}: answered and lost: {sorted(lost)[:3]}")
            opened = {f"table:{table + 1} open" for table in range(_TABLES)}
            self.figures.unanswered_kept = len(kept - self._answered - opened)
            if thorough:
                with log.frozen() as frozen:
                    found = audit(frozen)
                self.figures.rounds = found.rounds
                for finding in found.findings:
                    self._fault(f"kill {number} at {where}: {finding}")

    def _fault(self, what: str) -> None:
        self.figures.faults += 1
        self._say(what)

    def run(self, kills: int) -> Figures:
        for number in range(kills):
            self.kill_once(number)
            if number % 50 == 49:
                self._say(f"after {number + 1} kills: {self.figures}")
        self._look(kills, "the end", thorough=True)
        return self.figures


def _fresh(url: str, key: Path, boundary: str, passes: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.trials.crash", "--child", url, "--key", str(key),
         "--boundary", boundary, "--passes", str(passes)],
        stdout=subprocess.PIPE,
    )  # fmt: skip


class _Forked:
    """A child that need not load the program anew; it answers as a Popen does."""

    def __init__(self, url: str, key: Path, boundary: str, passes: int) -> None:
        reading, writing = os.pipe()
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.dup2(writing, 1)
                os.close(reading)
                child(url, key, boundary, passes)
            finally:
                os._exit(4)
        os.close(writing)
        self.stdout: IO[bytes] | None = os.fdopen(reading, "rb")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float = 60.0) -> int:
        deadline = time.monotonic() + timeout
        while self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("child", timeout)
            else:
                time.sleep(0.005)
        return self.returncode


class _Lines:
    """Reads a child's lines while it lives. A line that was cut short was not written whole, and does not count."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lines: list[str] = []
        self.ready = Event()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._stream:
            text = line.decode()
            if text == "ready\n":
                self.ready.set()
            elif text.endswith("\n"):
                self._lines.append(text.rstrip("\n"))
        self.ready.set()

    def lines(self) -> list[str]:
        self._thread.join()
        return self._lines


def _complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--db", help="an empty PostgreSQL database; default: an SQLite file in a temporary folder")
    parser.add_argument("--postgresql", action="store_true", help="a server, started as the tests start theirs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--key", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--boundary", default="", help=argparse.SUPPRESS)
    parser.add_argument("--passes", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.child:
        child(given.child, given.key, given.boundary, given.passes)
        return 0
    with tempfile.TemporaryDirectory(prefix="houserules-crash-") as name, ExitStack() as servers:
        folder = Path(name)
        url = given.db or str(folder / "crash.db")
        if given.postgresql:
            url = servers.enter_context(running_server(durable=True)).new_database()
        trial = Trial(url, folder / "signing.key", given.seed, _complain, fresh_every=_FRESH_EVERY)
        figures = trial.run(given.kills)
    print(
        f"{figures.kills} kills, {figures.answered} answered commands and {figures.rounds} rounds, "
        f"{figures.unanswered_kept} kept without an answer, slowest start {figures.slowest_start:.2f} s: "
        f"{figures.faults} faults"
    )
    return 1 if figures.faults or figures.slowest_start > PLAYABLE_WITHIN else 0


if __name__ == "__main__":
    sys.exit(main())
