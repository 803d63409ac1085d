"""Who may ask at all: clients that are slow are ended, names that are not ours are not answered."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.web import ServiceSettings
from tests.api.service import Service
from tests.support.waiting import HANG, wait_for

HASTY = ServiceSettings(
    requests_per_second=1e9, requests_at_once=1e9, head_seconds=0.2, body_seconds=0.2, write_seconds=0.2
)
FIRST = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\n"
BODY = FIRST + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("hasty") / "house.db", HASTY) as running:
        yield running


def until_the_end(made: socket.socket) -> bytes:
    said = b""
    try:
        while part := made.recv(1 << 16):
            said += part
    except ConnectionError:
        pass
    return said


@pytest.mark.parametrize(
    "sent",
    [b"", b"\r\n", b"GET", FIRST, FIRST + b"X: a", BODY, BODY + b'{"account"'],
    ids=["nothing", "an empty line", "a method", "a line", "half a header", "no body", "half a body"],
)
def test_what_does_not_arrive_is_not_waited_for(hasty: Service, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=HANG) as slow:
        slow.sendall(sent)
        said = until_the_end(slow)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"slow_request" in said
    assert hasty.http().get("/health").json()["status"] == "ok"


def test_nor_between_two_requests(hasty: Service) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=HANG) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = slow.recv(1 << 16)
        assert said.startswith(b"HTTP/1.1 200 ")
        slow.sendall(b"GET /health HTTP/1.1\r\nHost")
        assert b"408 Request Timeout" in until_the_end(slow)


def test_a_client_that_reads_nothing_is_ended(hasty: Service) -> None:
    """Its answers fill what the two systems keep for it, then it takes too long to take any."""
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(HANG)
        deaf.connect(("127.0.0.1", hasty.port))
        deaf.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert deaf.recv(1)
        for each in hasty.connections():
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        deaf.sendall(15 * b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: refused(hasty).get("slow_reader") == 1)


def refused(service: Service) -> dict[str, int]:
    counted = re.findall(r'houserules_refused_total\{why="(\w+)"\} (\d+)', service.http().get("/metrics").text)
    return {why: int(count) for why, count in counted}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST:8421", 200), ("127.0.0.1:8421", 200), ("[::1]:8421", 200), ("[::1]", 200),
        ("192.168.0.7", 200), ("house.example", 200), ("house.example.:443", 200), ("tables.localhost", 200),
        ("evil.example", 421), ("evil.example:8421", 421), ("127.0.0.1.evil.example", 421), ("xlocalhost", 421),
        ("house.example.evil.example", 421), ("[evil", 421),
    ],
)  # fmt: skip
def test_only_names_of_the_house_are_answered(service: Service, host: str, status: int) -> None:
    """A page elsewhere whose own name leads here asks with that name."""
    answer = service.http().get("/api/tables", headers={"Host": host})
    assert answer.status_code == status
    if status == 421:
        assert answer.json()["error"]["code"] == "other_host"


@pytest.mark.parametrize(("names", "status"), [((), 200), (("house.example",), 421)])
def test_behind_a_proxy_all_names_are_answered_unless_some_are_given(
    database: Path, names: tuple[str, ...], status: int
) -> None:
    with Service(database, ServiceSettings(proxy="127.0.0.1", names=names)) as running:
        assert running.http().get("/api/tables", headers={"Host": "tables.example"}).status_code == status
        assert running.http().get("/api/tables", headers={"Host": "house.example"}).status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_metrics_are_for_this_machine_and_for_auditors(service: Service, header: str) -> None:
    elsewhere = {header: "9.9.9.9"}
    assert service.http().get("/metrics").status_code == 200
    assert service.http().get("/metrics", headers=elsewhere).status_code == 401
    assert service.guest().client.get("/metrics", headers=elsewhere).status_code == 403
    auditor = service.someone("audrey", "auditor").client
    assert "houserules_refused" in auditor.get("/metrics", headers=elsewhere).text


def test_a_socket_of_a_stranger_by_another_name_is_not_opened(service: Service) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=HANG) as made:
        made.sendall(
            b"GET /api/tables/md-high-card-flush/feed HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert made.recv(100).startswith(b"HTTP/1.1 421 ")
