"""Rounds over the real API: a service of its own process, SQLite with every commit on disk, then the audit.

``python benchmarks/play_rounds.py [rounds] [players]`` starts ``houserules serve`` on a new database, lets players
(one by default) play at the three practice tables in turn, stops the service, and then insists that ``houserules
audit`` passes and that all accounts together come to zero.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from houserules.log import open_log

TABLES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


@contextlib.contextmanager
def serving(database: Path) -> Iterator[tuple[str, float]]:
    """A running service, and how many seconds it took from start to first answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(database), "--port", str(port)]
    began = time.perf_counter()
    with (database.parent / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield f"http://127.0.0.1:{port}", _first_answer(port, process) - began
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def _first_answer(port: int, process: subprocess.Popen[bytes]) -> float:
    while process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return time.perf_counter()
        time.sleep(0.01)
    raise SystemExit("the service did not start")


class Player:
    """Bets everything that is offered at its smallest, and takes the first option each time."""

    def __init__(self, url: str, seat: int) -> None:
        self.seat = seat
        self.client = httpx.Client(base_url=url, timeout=60)
        token = self.client.post("/api/session/guest", json={"keep": "bearer"}).json()["token"]
        self.client.headers["Authorization"] = f"Bearer {token}"
        self.times: list[float] = []
        self.wagers: dict[str, dict[str, str]] = {}

    def ask(self, table: str, kind: str, **fields: Any) -> None:
        """Ask, and ask again where somebody else moved the table on in between, as any client must."""
        while True:
            view = self.view(table)
            body = {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": view["version"], **fields}
            began = time.perf_counter()
            answer = self.client.post(f"/api/tables/{table}/commands", json=body)
            self.times.append(time.perf_counter() - began)
            if answer.status_code == 200:
                return
            if answer.status_code == 429:
                time.sleep(float(answer.headers["Retry-After"]))
            elif answer.status_code != 409:
                raise SystemExit(f"{kind}: {answer.text}")

    def view(self, table: str) -> Any:
        answer = self.client.get(f"/api/tables/{table}")
        while answer.status_code == 429:
            time.sleep(float(answer.headers["Retry-After"]))
            answer = self.client.get(f"/api/tables/{table}")
        return answer.json()

    def sit(self, table: str) -> None:
        rules = self.client.get(f"/api/tables/{table}/rules").json()
        self.wagers[table] = {wager["wager"]: wager["minimum"] for wager in rules["wagers"]}
        self.ask(table, "sit", seat=self.seat, buy_in="100000")

    def round(self, table: str) -> None:
        number = self.view(table)["rounds"]
        self.ask(table, "place_wagers", seat=self.seat, wagers=self.wagers[table], ready=True)
        while (view := self.view(table))["rounds"] == number:
            acts = [option for option in view["you"]["options"] if option["type"] == "act"]
            if acts:
                first = acts[0]
                self.ask(table, "act", seat=first["seat"], action=first["action"], amount=first.get("smallest", "0"))


def play(url: str, rounds: int, players: int) -> list[float]:
    """All players at once, each at tables of their own where there are more than one."""
    times: list[float] = []

    def one(number: int) -> None:
        player = Player(url, 1 + number % 6)
        for table in TABLES:
            player.sit(table)
        for played in range(rounds // players):
            player.round(TABLES[played % len(TABLES)])
        times.extend(player.times)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(players)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.db"
        with serving(database) as (url, started):
            print(f"start to first answer  {started:.2f} s")
            began = time.perf_counter()
            times = play(url, rounds, players)
            spent = time.perf_counter() - began
        print(f"{rounds:,} rounds            {spent:.1f} s, {rounds / spent:,.0f} rounds/s over HTTP")
        print(f"a command              p50 {1000 * times[len(times) // 2]:.1f} ms, "
              f"p99 {1000 * times[int(len(times) * 0.99)]:.1f} ms, {len(times):,} of them")  # fmt: skip
        audit = subprocess.run([sys.executable, "-m", "houserules", "audit", str(database)], check=False)
        with open_log(str(database)) as log:
            total = sum(balance for _, balance in log.balances())
            felts = [balance for account, balance in log.balances() if account.endswith("/felt")]
            closed = sum(1 for table in TABLES for _ in log.latest(f"table:{table}", "round.closed/1", 10**6))
        print(f"all accounts together  {total}; felts {felts}; rounds closed {closed:,}")
        if audit.returncode or total or any(felts) or closed != rounds:
            raise SystemExit("the books are not in order")
        print("the audit passes and money is conserved")


if __name__ == "__main__":
    main()
