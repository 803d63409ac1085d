"""Two services on one PostgreSQL behind real nginx and real Caddy, by the files in deploy/: TLS, WebSocket, a
table kept at one service, and another service that takes over when one is killed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any

import httpx
import pytest

from tests.deploy.running import NAME, Certificate, caddy, certificate, free_port, nginx, process, service
from tests.support.feeds import connect
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for


@dataclass(frozen=True)
class House:
    proxy: str
    folder: Path
    port: int
    services: dict[int, Popen[bytes]]
    certified: Certificate

    def browser(self, token: str = "") -> httpx.Client:
        """A client that asks the proxy by the name of the house."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        transport = _At(self.port, self.certified)
        return httpx.Client(
            base_url=f"https://{NAME}:{self.port}", transport=transport, headers=headers, timeout=HANG
        )

    def serving(self, table: str) -> list[int]:
        """The ports of the services that were asked about this table, as their own logs say."""
        logs = {port: next(self.folder.glob(f"python*-{port}.log")).read_text() for port in self.services}
        return [port for port, said in logs.items() if f'"/api/tables/{table}' in said]

    @contextmanager
    def feed(self, table: str, token: str) -> Iterator[Any]:
        address = f"wss://{NAME}:{self.port}/api/tables/{table}/feed"
        with connect(
            address,
            address=("127.0.0.1", self.port),
            ssl=self.certified.trusted,
            max_size=None,
            additional_headers={"Authorization": f"Bearer {token}"},
        ) as opened:
            yield opened


class _At(httpx.HTTPTransport):
    """The name of the house leads to this machine, as DNS would have it."""

    def __init__(self, port: int, certified: Certificate) -> None:
        super().__init__(verify=certified.trusted)
        self._port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["Host"] = f"{NAME}:{self._port}"
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        request.url = request.url.copy_with(host="127.0.0.1")
        return super().handle_request(request)


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def house(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[House]:
    tmp_path.chmod(0o755)
    database, ports, port = server.new_database(), (free_port(), free_port()), free_port()
    certified = certificate(tmp_path)
    configured: Callable[..., list[str]] = request.param
    with ExitStack() as running:
        services = {each: running.enter_context(contextmanager(service)(database, each, tmp_path)) for each in ports}
        command = configured(tmp_path, port, ports, certified)
        running.enter_context(process(command, port, tmp_path, HOME=str(tmp_path)))
        made = House(configured.__name__, tmp_path, port, services, certified)
        with made.browser() as browser:
            wait_for(lambda: browser.get("/ready").status_code == 200)
        yield made


def _guest(house: House) -> str:
    with house.browser() as browser:
        answer = browser.post("/api/session/guest", json={"keep": "bearer"})
        assert answer.status_code in (200, 201), answer.text
        token: str = answer.json()["token"]
        return token


def test_pages_commands_and_feeds_come_through_and_one_service_takes_over(house: House) -> None:
    token = _guest(house)
    with house.browser(token) as browser:
        page = browser.get("/", headers={"Accept-Encoding": "gzip"})
        assert "<script" in page.text
        assert page.headers["content-encoding"] == "gzip"
        table = browser.post("/api/tables", json={"submission": "md-high-card-flush"}).json()["table"]
        with house.feed(table, token) as feed:
            shown = json.loads(feed.recv(timeout=HANG))
            assert shown
            assert _sent(browser, table, _command(browser, table, "sit", seat=1, buy_in="500")).status_code == 200
            assert json.loads(feed.recv(timeout=HANG))
            rules = browser.get(f"/api/tables/{table}/rules").json()
            wagers = {each["wager"]: each["minimum"] for each in rules["wagers"] if each["required"]}
            bet = _command(browser, table, "place_wagers", seat=1, wagers=wagers)
            (serving,) = house.serving(table)
            house.services[serving].kill()
            house.services[serving].wait()
        # Caddy cannot send a body a second time: it says 502 until it has seen that the service is gone. The command
        # may be sent again, and counts once.
        answers = [_sent(browser, table, bet)]
        while answers[-1].status_code == 502:
            answers.append(_sent(browser, table, bet))
        assert answers[-1].status_code == 200, answers[-1].text
        assert len(answers) == 1 or house.proxy == "caddy"
        assert _sent(browser, table, bet).json()["version"] == answers[-1].json()["version"]
        with house.feed(table, token) as again:
            assert json.loads(again.recv(timeout=HANG))


def _command(browser: httpx.Client, table: str, kind: str, **fields: Any) -> dict[str, Any]:
    version = browser.get(f"/api/tables/{table}").json()["version"]
    return {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": version, **fields}


def _sent(browser: httpx.Client, table: str, command: dict[str, Any]) -> httpx.Response:
    return browser.post(f"/api/tables/{table}/commands", json=command)
