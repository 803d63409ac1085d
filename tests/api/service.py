"""A whole service for tests: a real uvicorn on a free port, a real SQLite database, and clients that speak HTTP."""

from __future__ import annotations

import asyncio
import logging
import ssl
import sys
import threading
import time
import uuid
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import structlog
import uvicorn
from argon2 import PasswordHasher
from msgspec import json

from houserules.app.house.clock import wall_clock
from houserules.app.house.house import House
from houserules.app.house.pits import Pits
from houserules.app.people.roles import Job
from houserules.client import Client, shapes
from houserules.log import Lease, open_log
from houserules.shuffle import Automatic, Entropy, Promise, Shuffled, ShuffleSource, system_entropy
from houserules.web import ServiceSettings, listen, served
from tests.support.waiting import HANG

T = TypeVar("T")
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Services of tests speak plain HTTP; without this every client would read the certificates of the world."""
JSON = {"Content-Type": "application/json"}
PASSWORD = "correct horse battery"
FAST = ServiceSettings(
    requests_per_second=1e9, requests_at_once=1e9, sign_ins_per_minute=1e9, names=("house.example",), idle_minutes=0,
    correction_bound=10**15,
)  # fmt: skip


def log_errors_only() -> None:
    """To the real standard error: the one that pytest puts in its place closes while services of other tests run."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.__stderr__),
    )


class Clock:
    """Stands still unless a test pushes it forward: no time runs out because the machine is busy."""

    began = wall_clock()

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return self.began + self.ahead


class Stacked:
    """A shuffler that lays the cards as a test wants them, and shuffles where it wants nothing."""

    def __init__(self, *decks: Iterable[int], chance: Entropy = system_entropy) -> None:
        self.decks = [tuple(deck) for deck in decks]
        self._automatic = Automatic(chance)

    @property
    def locked(self) -> str | None:
        return self._automatic.locked

    def promise(self, deal: str) -> Promise:
        return self._automatic.promise(deal)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        if self.decks:
            return Shuffled(promise.deal, "stacked", self.decks.pop(0))
        return self._automatic.shuffle(promise, shares)

    def salts(self, count: int) -> bytes:
        return self._automatic.salts(count)


class Service:
    """Runs in a thread of its own until the test is done with it."""

    def __init__(
        self,
        database: Path,
        settings: ServiceSettings = FAST,
        shuffler: ShuffleSource | None = None,
        url: str | None = None,
        ahead: int = 0,
        port: int = 0,
        pits: Iterable[str] = (),
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """``pits`` are those of the house; ``seconds`` is the clock by which their leases are taken."""
        self.database = database
        self.clock = Clock()
        self.clock.ahead = ahead
        place, key = url or str(database), database.with_suffix(".key") if url else None
        self.log = open_log(place, key_file=key)
        self.house = House(self.log, self.clock, shuffler)
        self.pit_logs = {name: open_log(place, key_file=key, pit=name) for name in pits}
        leases = {name: Lease(log, f"service {id(self)}", clock=seconds) for name, log in self.pit_logs.items()}
        self.pits = Pits(self.house, leases, self._pit) if leases else None
        self.house.people.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self._listening = listen("127.0.0.1", port)
        self.port = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = settings
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._clients: list[httpx.Client] = []

    def _pit(self, name: str, lease: Lease) -> House:
        return House(lease.log, self.clock, within=self.house, pit=name)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        if self.pits is None:
            await self.house.openings.furnish()
        config = served(self.house, self._settings, self.pits)
        config.timeout_graceful_shutdown = 1
        self._server = uvicorn.Server(config)
        serving = asyncio.create_task(self._server.serve(sockets=[self._listening]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.005)
        self._ready.set()
        await serving

    def __enter__(self) -> Self:
        log_errors_only()
        self._thread.start()
        assert self._ready.wait(HANG), "the service did not start"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(HANG)
        assert not self._thread.is_alive(), "the service did not stop"
        for log in (self.log, *self.pit_logs.values()):
            log.close()

    def run(self, work: Coroutine[Any, Any, T], seconds: float = HANG) -> T:
        """Something done inside the service's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def look(self) -> None:
        """The house looks now at what time has brought, as it does by itself four times a second."""
        self.run(self.house.look())

    def connections(self) -> list[Any]:
        """The sockets over which somebody is connected now."""
        return [each.transport.get_extra_info("socket") for each in self._server.server_state.connections]

    def http(self, token: str | None = None, within: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = httpx.Client(base_url=self.url + within, headers=headers, timeout=HANG, verify=_NO_TLS)
        self._clients.append(client)
        return client

    def someone(self, name: str, *roles: str) -> Someone:
        """An account with these roles, signed in."""
        jobs = frozenset(Job(role) for role in roles)
        if self.house.people.find(name) is None:
            self.run(self.house.people.open_account(name, name.title(), jobs, PASSWORD, "test"))
        return Someone(self, self.run(self.house.people.sign_in(name, PASSWORD)).token, name)

    def approved(self, answer: httpx.Response) -> httpx.Response:
        """What an administrator asked for, approved by a second one where that is needed."""
        if answer.status_code != 202:
            return answer
        second = self.someone("second-administrator", "administrator")
        return second.client.post(f"/api/people/requests/{answer.json()['request']}/approval")

    def guest(self) -> Someone:
        answer = self.http().post("/api/session/guest", json={"keep": "bearer"}).json()
        return Someone(self, answer["token"], answer["account"])


class Someone:
    """A client that is signed in, and the asks it sends."""

    def __init__(self, service: Service, token: str, account: str, pit: str = "") -> None:
        self.service, self.token, self.account = service, token, account
        self.client = service.http(token, f"/pits/{pit}" if pit else "")
        self.api = Client(service.url, sender=self.client)
        """The typed client of the package, over the same connection."""
        self._log = service.pit_logs[pit] if pit else service.log
        self.answered: httpx.Response | None = None
        """The answer to the last command."""

    def view(self, table: str, desk: Any = "player") -> Any:
        return self.api.tables.see_table(table, desk=desk)

    def send(self, table: str, kind: str, /, version: int | None = None, **fields: Any) -> httpx.Response:
        body = {
            "type": kind,
            "command_id": fields.pop("command_id", uuid.uuid4().hex),
            "expected_version": self.version(table) if version is None else version,
            **fields,
        }
        self.answered = self.client.post(f"/api/tables/{table}/commands", json=body)
        return self.answered

    def version(self, table: str) -> int:
        return self._log.version(f"table:{table}")

    def at(self, pit: str, service: Service | None = None) -> Someone:
        """The same person with the same session in a pit."""
        return Someone(service or self.service, self.token, self.account, pit)

    def must(self, table: str, kind: str, /, **fields: Any) -> Any:
        """Tables move by themselves: where one has between the look and the command, the command is sent again."""
        answer = self.send(table, kind, **fields)
        while "version" not in fields and is_stale(answer):
            answer = self.send(table, kind, **fields)
        assert answer.status_code == 200, f"{kind}: {answer.text}"
        return answer.json()

    def refused(self, table: str, kind: str, status: int, code: str, /, **fields: Any) -> Any:
        answer = self.send(table, kind, **fields)
        assert answer.status_code == status, answer.text
        error = answer.json()["error"]
        assert error["code"] == code, error
        return error

    def open_table(self, submission: str = "md-high-card-flush", **fields: Any) -> str:
        wanted: shapes.NewTable = {"submission": submission, **fields}  # type: ignore[typeddict-item]
        return self.api.tables.open_table(wanted)["table"]

    def all_wagers(self, table: str) -> dict[str, str]:
        """Every wager that the table offers, each at its smallest."""
        rules = self.api.tables.see_rules(table)
        return {wager["wager"]: wager["minimum"] for wager in rules["wagers"]}

    def play_round(self, table: str, seat: int, wagers: dict[str, str], raises: bool = True) -> Any:
        """Bet, decide each time in the same way, and answer with the view after the round."""
        self.must(table, "place_wagers", seat=seat, wagers=wagers, ready=True)
        while (shown := self.view(table))["phase"] == "decisions":
            acts = [option for option in shown["you"]["options"] if option["type"] == "act"]
            chosen = acts[0] if raises else acts[-1]
            self.must(table, "act", seat=seat, action=chosen["action"], amount=chosen.get("smallest", "0"))
        return shown


def is_stale(answer: httpx.Response) -> bool:
    return answer.status_code == 409 and answer.json()["error"]["code"] == "stale_version"


def decoded(content: bytes) -> Any:
    return json.decode(content)
