"""Kill -9 among three processes on PostgreSQL: ``python -m tests.trials.floor [--kills 200]``.

Three times ``houserules serve`` holds three pits, each meant for one of them. People play in every pit over HTTP, and
ask another process, with the same id, where one does not answer or does not hold their pit. One of the three is
killed, another takes its pits over, and it is started again. After each kill what was answered is there, with the
answer that was given; ``playable`` is the time from the kill until every pit has taken a command.
"""

from __future__ import annotations

import argparse
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
from pathlib import Path
from typing import Any, Final

from msgspec import json

from houserules.app import audit
from houserules.log import open_log
from tests.api.test_kills import GAMES, HOST, Player, insist_kept
from tests.support.postgres import running_server
from tests.support.waiting import HANG

PITS: Final = ("north", "south", "west")
PLAYABLE_WITHIN: Final = 5.0
_ELSEWHERE: Final = 503
_TOO_FAST: Final = 429


class PitPlayer(Player):
    def __init__(self, ports: list[int], pit: str, table: str) -> None:
        super().__init__(ports[0], table)
        self.pit = pit
        self._ports = ports

    def _send_until_answered(self, method: str, path: str, body: Any = None) -> tuple[int, bytes, int]:
        """At another process where this one does not hold the pit, as a load balancer would ask it."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        content = json.encode(body) if body is not None else None
        tries = 0
        while True:
            tries += 1
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(HOST, self.port, timeout=1.5)
                self._connection.request(method, f"/pits/{self.pit}{path}", content, headers)
                answer = self._connection.getresponse()
                told = answer.read()
                if answer.status == _TOO_FAST:  # Nothing was begun: the same is asked here again, a moment later.
                    tries -= 1
                    self.ended.wait(0.05)
                    continue
                if answer.status != _ELSEWHERE:
                    return answer.status, told, tries
            except (OSError, http.client.HTTPException):
                pass
            self._connection = None
            self.port = self._ports[(self._ports.index(self.port) + 1) % len(self._ports)]
            if self.ended.wait(0.02):
                raise ConnectionError("the trial is over")


class Trial:
    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url, self.folder = url, folder
        self.chance = random.Random(seed)
        self.playable: list[float] = []
        self.faults: list[str] = []
        self.ports = [_free_port() for _ in PITS]
        self.processes = [self._serve(number) for number in range(len(PITS))]
        self.players = [PitPlayer(self.ports, pit, GAMES[number]) for number, pit in enumerate(PITS)]
        self._looked_at: set[str] = set()

    def _serve(self, number: int) -> subprocess.Popen[bytes]:
        others = [option for pit in PITS if pit != PITS[number] for option in ("--stand-by", pit)]
        command = [sys.executable, "-m", "houserules", "serve", "--db", self.url, "--port", str(self.ports[number]),
                   "--pit", PITS[number], *others]  # fmt: skip
        environment = {**os.environ, "XDG_CONFIG_HOME": str(self.folder)}
        with (self.folder / "serve.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def run(self, kills: int) -> None:
        for player in self.players:
            player.start()
        self._wait(time.monotonic())
        self.playable.clear()
        for kill in range(kills):
            time.sleep(self.chance.random())
            number = self.ports.index(self.chance.choice(self.players).port)  # One that holds a pit.
            self._insist_all_run()
            self._kill(number)
            self._wait(time.monotonic())
            self.processes[number] = self._serve(number)
            self._look()
            if kill % 10 == 9:
                print(self.told(), flush=True)
        for player in self.players:
            player.ended.set()
        for player in self.players:
            player.join(HANG)
        for number in range(len(PITS)):
            self._kill(number)
        self._look()
        self._audit()

    def _insist_all_run(self) -> None:
        if any(process.poll() is not None for process in self.processes):
            self.faults.append(f"a process ended by itself: {(self.folder / 'serve.log').read_text()[-2000:]}")

    def _kill(self, number: int) -> None:
        os.killpg(self.processes[number].pid, signal.SIGKILL)
        self.processes[number].wait()

    def _wait(self, since: float) -> None:
        while any(player.answered_at < since for player in self.players):
            if time.monotonic() > since + HANG or not all(player.is_alive() for player in self.players):
                self.faults.append(f"not playable: {(self.folder / 'serve.log').read_text()[-2000:]}")
                return
            time.sleep(0.005)
        self.playable.append(time.monotonic() - since)

    def _look(self) -> None:
        for player in self.players:
            self.faults.extend(player.faults)
            player.faults.clear()
            with open_log(self.url, read_only=True, pit=player.pit) as log:
                for name, answer in tuple(player.answers.items()):
                    if name not in self._looked_at:
                        self._looked_at.add(name)
                        self.faults.extend(insist_kept(log, name, answer))

    def _audit(self) -> None:
        for pit in ("", *PITS):
            with open_log(self.url, read_only=True, pit=pit) as log, log.frozen() as frozen:
                self.faults.extend(f"{pit}: {finding}" for finding in audit(frozen).findings)

    def told(self) -> str:
        if not self.playable:
            return f"never playable, {len(self.faults)} faults"
        late = sum(seconds > PLAYABLE_WITHIN for seconds in self.playable)
        return (
            f"{len(self.playable)} kills, {len(self._looked_at):,} commands answered, "
            f"{sum(player.asked_again for player in self.players)} asked again, playable after "
            f"{statistics.median(self.playable):.1f} s (median) and {max(self.playable):.1f} s (slowest), "
            f"{late} later than {PLAYABLE_WITHIN:.0f} s, load {os.getloadavg()[0]:.0f}, {len(self.faults)} faults"
        )


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
    return port


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.floor", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="houserules-floor-") as name, running_server(durable=True) as server:
        trial = Trial(server.new_database(), Path(name), given.seed)
        try:
            trial.run(given.kills)
        finally:
            for process in trial.processes:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
    for fault in trial.faults[:10]:
        print(fault)
    print(trial.told())
    return 1 if trial.faults or max(trial.playable, default=0.0) > PLAYABLE_WITHIN else 0


if __name__ == "__main__":
    sys.exit(main())
