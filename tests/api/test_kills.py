"""Kill -9 while people play over HTTP: the service is killed, started again, and everybody plays on.

A few kills on each database run with the tests; ``python -m tests.api.test_kills 200 [PostgreSQL]`` runs many. Every
other service is ``houserules serve`` itself, killed at a random moment; the others are the same service with a log
that kills its process at a boundary of a commit, each boundary in turn. A client that got no answer asks again with
the same id. After every kill what was answered is there, with the answer that was given. At times
the whole log is audited, with replay. How soon all tables take commands again is measured from the process's start.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest
from msgspec import Struct, field, json

from houserules.app import audit
from houserules.log import BOUNDARIES, Log, open_log
from tests.support.postgres import running_server
from tests.support.waiting import HANG

HOST: Final = "127.0.0.1"
GAMES: Final = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
PLAYABLE_WITHIN: Final = 10.0
_AUDIT_EVERY: Final = 25


class Figures(Struct):
    kills: int = 0
    answered: int = 0
    asked_again: int = 0
    """Commands whose answer a kill swallowed, and that were asked again with the same id."""
    rounds: int = 0
    playable: list[float] = field(default_factory=list)
    """Seconds from the start of a process until every table had taken a command again."""
    faults: list[str] = field(default_factory=list)


class Player(Thread):
    """Plays alone at one table, by what the view offers, whatever happens to the service."""

    def __init__(self, port: int, table: str) -> None:
        super().__init__(daemon=True)
        self.port, self.table = port, table
        self.answers: dict[str, bytes] = {}
        self.asked_again = 0
        self.answered_at = 0.0
        self.faults: list[str] = []
        self.ended = Event()
        self._token = ""
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.faults.append(f"{self.table}: {error!r}")

    def _play(self) -> None:
        self._token = json.decode(self._send("POST", "/api/session/guest", {"keep": "bearer"})[1])["token"]
        rules = json.decode(self._send("GET", f"/api/tables/{self.table}/rules")[1])
        wagers = {wager["wager"]: wager["minimum"] for wager in rules["wagers"]}
        while not self.ended.is_set():
            view = json.decode(self._send("GET", f"/api/tables/{self.table}")[1])
            version, you = view["version"], view["you"]
            acts = [option for option in you["options"] if option["type"] == "act"]
            if you["seat"] is None:
                self._ask("sit", version, seat=1, buy_in="1000000")
            elif acts:
                smallest = acts[0].get("smallest", "0")
                self._ask("act", version, seat=1, action=acts[0]["action"], amount=smallest)
            elif view["phase"] in ("waiting", "betting"):
                self._ask("place_wagers", version, seat=1, wagers=wagers, ready=True)
            else:
                self.ended.wait(0.01)

    def _ask(self, kind: str, version: int, **fields: Any) -> None:
        name = uuid.uuid4().hex
        body = {"type": kind, "command_id": name, "expected_version": version, **fields}
        status, answer, tries = self._send_until_answered("POST", f"/api/tables/{self.table}/commands", body)
        self.asked_again += tries > 1
        if status == 200:
            self.answers[name] = answer
            self.answered_at = time.monotonic()
        elif status != 409:  # The table may have gone on by itself in the meantime.
            self.faults.append(f"{self.table}: {kind} was answered {status} {answer!r}")

    def _send(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        return self._send_until_answered(method, path, body)[:2]

    def _send_until_answered(self, method: str, path: str, body: Any = None) -> tuple[int, bytes, int]:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        tries = 0
        while True:
            tries += 1
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(HOST, self.port, timeout=HANG)
                self._connection.request(method, path, json.encode(body) if body is not None else None, headers)
                answer = self._connection.getresponse()
                return answer.status, answer.read(), tries
            except (OSError, http.client.HTTPException):
                self._connection = None
                if self.ended.wait(0.02):
                    raise


def _reply_in(answer: bytes) -> dict[str, Any]:
    """What is kept of an answer: view and receipt beside it are made anew for each who asks."""
    return {name: value for name, value in json.decode(answer).items() if name not in ("view", "receipt")}


def insist_kept(log: Log, name: str, answer: bytes) -> Iterator[str]:
    """What is wrong with what is kept of a command that was answered."""
    kept = log.receipt(name)
    if kept is None:
        yield f"answered and lost: {name}"
    elif json.decode(kept.reply) != _reply_in(answer):
        yield f"{name} was answered {answer!r} and is kept as {kept.reply!r}"


class Trial:
    def __init__(self, url: str, folder: Path, boundaries: Sequence[str] = BOUNDARIES) -> None:
        self.url, self.folder = url, folder
        self._boundaries = boundaries
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        self.figures = Figures()
        self.players = [Player(self.port, table) for table in GAMES]
        self._looked_at: set[str] = set()
        self._chance = random.Random(1)

    def run(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Figures:
        for player in self.players:
            player.start()
        for number in range(kills):
            self._kill_once(number)
            if number % _AUDIT_EVERY == _AUDIT_EVERY - 1:
                self._audit()
                say(f"after {number + 1} kills: {self._told()}")
        with self._serving("", 0) as (process, began):
            self._wait_until_playable(process, began)
            for player in self.players:
                player.ended.set()
            for player in self.players:
                player.join(HANG)
        self._look()
        self._audit()
        return self.figures

    def _kill_once(self, number: int) -> None:
        boundary = self._boundaries[number // 2 % len(self._boundaries)] if number % 2 else ""
        with self._serving(boundary, self._chance.randrange(20, 60)) as (process, began):
            self._wait_until_playable(process, began)
            if not boundary:
                time.sleep(self._chance.random() * 0.5)
                process.kill()
            try:
                status = process.wait(HANG)
            except subprocess.TimeoutExpired:
                self.figures.faults.append(f"kill {number}: the service did not come to {boundary!r}")
                return
        self.figures.kills += 1
        if status != -signal.SIGKILL:
            self.figures.faults.append(f"kill {number}: the service ended by itself with status {status}")
        self._look()

    @contextmanager
    def _serving(self, boundary: str, passes: int) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
        """A service in a session of its own, so that what it started for itself ends with it."""
        command = [sys.executable, "-m", "houserules", "serve", "--db", self.url, "--port", str(self.port)]
        if boundary:
            command = [sys.executable, "-m", "tests.api.test_kills", "--child", self.url, str(self.port), boundary,
                       str(passes)]  # fmt: skip
        environment = {**os.environ, "XDG_CONFIG_HOME": str(self.folder)}
        began = time.monotonic()
        with (self.folder / "serve.log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            yield process, began
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _wait_until_playable(self, process: subprocess.Popen[bytes], began: float) -> None:
        while any(player.answered_at < began and player.is_alive() for player in self.players):
            if process.poll() is not None or time.monotonic() > began + HANG:
                break
            time.sleep(0.01)
        else:
            self.figures.playable.append(max(player.answered_at for player in self.players) - began)
            return
        if process.poll() != -signal.SIGKILL:  # One that is killed at a boundary may die before everybody had a turn.
            self.figures.faults.append(f"not playable: {(self.folder / 'serve.log').read_text()[-2000:]}")

    def _look(self) -> None:
        """Whatever anybody was told is kept, with the very answer."""
        for player in self.players:
            self.figures.faults.extend(player.faults)
            player.faults.clear()
        with open_log(self.url, read_only=True) as log:
            for player in self.players:
                for name, answer in tuple(player.answers.items()):
                    if name not in self._looked_at:
                        self._looked_at.add(name)
                        self.figures.faults.extend(insist_kept(log, name, answer))
        self.figures.answered = len(self._looked_at)
        self.figures.asked_again = sum(player.asked_again for player in self.players)

    def _audit(self) -> None:
        with open_log(self.url, read_only=True) as log, log.frozen() as frozen:
            found = audit(frozen)
            total = sum(balance for _, balance in frozen.balances())
        self.figures.rounds = found.rounds
        self.figures.faults.extend(str(finding) for finding in found.findings)
        if total:
            self.figures.faults.append(f"all accounts together are {total}")

    def _told(self) -> str:
        playable = sorted(self.figures.playable)
        return (
            f"{self.figures.kills} kills, {self.figures.answered:,} commands answered, {self.figures.asked_again} "
            f"asked again, {self.figures.rounds:,} rounds, playable after"
            f" {statistics.median(playable):.2f} s (median) "
            f"and {playable[-1]:.2f} s (slowest), {len(self.figures.faults)} faults"
        )

    def report(self) -> str:
        return "\n".join([*self.figures.faults[:20], self._told()])


def child(url: str, port: int, boundary: str, passes: int) -> None:
    """A service whose log kills the process when it has passed a boundary so often."""
    from houserules.web import (  # noqa: PLC0415
        ServiceSettings,
        listen,
        serve,
        set_up_logs,
    )

    left = passes

    def faults(passed: str) -> None:
        nonlocal left
        if passed == boundary:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    set_up_logs()
    with open_log(url, faults=faults) as log:
        serve(log, listen(HOST, port), ServiceSettings())


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_killed_services_lose_nothing(tmp_path: Path, kind: str) -> None:
    with database(kind, tmp_path) as url:
        trial = Trial(url, tmp_path, ("before commit", "after commit"))
        figures = trial.run(4)
    assert not figures.faults, trial.report()
    assert figures.kills == 4
    assert figures.answered > 12
    assert figures.rounds


@contextmanager
def database(kind: str, folder: Path, durable: bool = False) -> Iterator[str]:
    if kind == "SQLite":
        yield str(folder / "house.db")
        return
    with running_server(durable=durable) as server:
        yield server.new_database()


def main(kills: int, kind: str) -> int:
    with tempfile.TemporaryDirectory() as name, database(kind, Path(name), durable=True) as url:
        trial = Trial(url, Path(name))
        trial.run(kills, say=lambda text: print(text, flush=True))
        print(f"{kind}: {trial.report()}")
        return 1 if trial.figures.faults or max(trial.figures.playable) > PLAYABLE_WITHIN else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
    else:
        sys.exit(main(int((sys.argv[1:] or ["200"])[0]), (sys.argv[2:] or ["SQLite"])[0]))
