"""Webhooks: every event reaches its receiver, in order, signed; also after failures and a restart."""

from __future__ import annotations

import hmac
import json
import threading
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from houserules.cli.main import run
from tests.api.service import FAST, Service
from tests.support.waiting import HANG

SECRET = "correct horse battery staple"
TABLE = "md-high-card-flush"


class Request(NamedTuple):
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A program of the operator; it answers with the statuses that it is told, then with 204."""

    def __init__(self) -> None:
        self.got: SimpleQueue[Request] = SimpleQueue()
        self.statuses: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = receiver.statuses.pop(0) if receiver.statuses else 204
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{receiver.address}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
                receiver.got.put(Request({name.lower(): value for name, value in self.headers.items()}, body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/events"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> Request:
        return self.got.get(timeout=HANG)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def settings(receiver: Receiver) -> Any:
    return replace(FAST, webhooks=(receiver.address,), webhook_secret=SECRET)


def upto(receiver: Receiver, position: int) -> list[Any]:
    """Events as they are received, until this one is there."""
    events: list[Any] = []
    while not events or events[-1]["position"] < position:
        message = receiver.next().message
        assert message["after"] == (events[-1]["position"] if events else message["after"])
        assert message["position"] == message["events"][-1]["position"]
        events += message["events"]
    return events


def test_every_event_is_sent_on_in_order_as_an_auditor_sees_it(database: Path, receiver: Receiver) -> None:
    with Service(database, settings(receiver)) as service:
        before = service.log.position()
        ann = service.guest()
        ann.must(TABLE, "sit", seat=3, buy_in="500")
        ann.play_round(TABLE, 3, {"ante": "10"})
        ann.must(TABLE, "leave")
        position = service.log.position()
        events = upto(receiver, position)
        assert events[0]["position"] <= before + 1
        auditor = service.someone("aud", "auditor")
        seen: list[Any] = []
        while (after := seen[-1]["position"] if seen else events[0]["position"] - 1) < position:
            seen += auditor.client.get("/api/events", params={"after": after, "limit": 500}).json()
    assert events == [each for each in seen if each["position"] <= events[-1]["position"]]
    assert {each["event"] for each in events if each["withheld"]} >= {"round.cards_dealt/1", "shuffle.deck_sealed/1"}


def test_the_signature_is_that_of_the_secret_over_id_moment_and_body(database: Path, receiver: Receiver) -> None:
    with Service(database, settings(receiver)) as service:
        service.guest()
        request = receiver.next()
        newest = service.log.head()
    name, moment = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    signed = hmac.new(SECRET.encode(), f"{name}.{moment}.".encode() + request.body, sha256).digest()
    assert request.headers["webhook-signature"] == f"v1,{b64encode(signed).decode()}"
    assert newest is not None
    assert name == f"{newest.origin}-{request.message['position']}"
    assert int(moment) == service.clock() // 1000


@pytest.mark.parametrize("status", [500, 302])
def test_what_is_not_taken_is_sent_again(database: Path, receiver: Receiver, status: int) -> None:
    receiver.statuses = [status, status]
    with Service(database, settings(receiver)) as service:
        service.guest()
        first, second, third = (receiver.next() for _ in range(3))
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert third.message["after"] == first.message["after"]
        service.run(service.house.webhooks.deliver())
        assert "webhooks" not in service.http().get("/health").json()["troubles"]


def test_a_receiver_that_is_gone_is_told_and_delays_nobody(database: Path, receiver: Receiver) -> None:
    receiver.close()
    with Service(database, settings(receiver)) as service:
        ann = service.guest()
        ann.must(TABLE, "sit", seat=3, buy_in="500")
        service.run(service.house.webhooks.deliver())
        health = service.http().get("/health").json()
    assert health["status"] == "troubled"
    assert receiver.address in health["troubles"]["webhooks"]


def test_after_a_restart_nothing_is_missing(database: Path, receiver: Receiver) -> None:
    with Service(database, settings(receiver)) as service:
        service.guest()
        last = upto(receiver, service.log.position())[-1]["position"]
    with Service(database) as service:
        service.guest()
        position = service.log.position()
    with Service(database, settings(receiver)) as service:
        assert upto(receiver, position)[0]["position"] == last + 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--webhook", "https://back-office.example"], "name a secret of 24 characters at least"),
        (["--webhook", "back-office.example"], "expected an address"),
        (["--webhook", "https://back-office.example", "--webhook-secret-file", "nowhere"], "nowhere"),
    ],
)
def test_a_webhook_needs_an_address_and_a_secret(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["serve", "--db", str(tmp_path / "house.db"), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "house.db").exists()
