"""The service as people start it: through the command line, in a process of its own."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from houserules.cli.main import run
from houserules.cli.service.serve import data_folder, default_database
from houserules.web import listen
from tests.api.service import Service
from tests.support.waiting import HANG

pytestmark = pytest.mark.usefixtures("_logs_as_before")


def test_it_starts_answers_prints_a_link_and_stops(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(tmp_path / "h.db"), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        tables = first_answer(f"http://127.0.0.1:{port}/api/tables")
        assert len(tables.json()) == 3
        assert all(table["open_seats"] == 6 for table in tables.json())
    finally:
        process.send_signal(signal.SIGINT)
        printed, logged = process.communicate(timeout=HANG)
    assert process.returncode in (0, 130, -signal.SIGINT), logged
    secret = re.search(r"#sign-in=(\S+)", printed)
    assert secret is not None
    assert secret[1] not in logged
    assert run(["audit", str(tmp_path / "h.db")]) == 0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def first_answer(url: str) -> httpx.Response:
    until = time.monotonic() + HANG
    while time.monotonic() < until:
        try:
            return httpx.get(url)
        except httpx.TransportError:
            time.sleep(0.02)
    raise AssertionError("the service did not start")


def test_a_database_that_is_none_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is not a database, but long enough to look at" * 40)
    assert run(["serve", "--db", str(broken), "--port", str(free_port())]) == 2
    assert "broken.db" in capsys.readouterr().err


def test_data_lives_where_the_system_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == str(tmp_path / "houserules" / "houserules.db")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "houserules"


@pytest.mark.parametrize("asked", [("--port", "99999"), ("--port", "-1"), ("--host", "no.such.host.invalid")])
def test_where_it_cannot_listen_nothing_is_promised(
    asked: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--db", str(tmp_path / "h.db"), *(f"{asked[0]}={asked[1]}",)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert asked[1] in printed.err


def test_a_busy_port_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        assert run(["serve", "--db", str(tmp_path / "h.db"), "--port", str(port)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"--port {port}: another program does" in printed.err
    assert "0 for any that is free" in printed.err


@pytest.mark.parametrize("proxy", ["banana", "", "localhost", "127.0.0.1,banana", "*"])
def test_a_proxy_that_is_no_address_is_not_taken(
    proxy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--db", str(tmp_path / "h.db"), "--port", "0", "--proxy", proxy]) == 2
    assert "give the address of the proxy" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_answers_are_sent_at_once(service: Service) -> None:
    """Also where the loop is Python's own, as here. Held back until the last packet was heard of, they took 40 ms."""
    assert service.http().get("/api/rulebooks").status_code == 200
    (connection,) = service.connections()
    held_back = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 0
    assert not held_back


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_socket_is_known_to_be_of_tcp(host: str) -> None:
    with listen(host, 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
        assert listening.getsockname()[1]


@pytest.mark.parametrize("asked", [(), ("--no-guests",)])
def test_guests_can_be_switched_off(asked: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(tmp_path / "h.db"), "--port", "0", *asked]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        first_answer(f"{found[0]}health")
        answer = httpx.post(f"{found[0]}api/session/guest", json={})
        assert answer.status_code == (403 if asked else 201)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(HANG)


@pytest.mark.parametrize("proxy", [None, "127.0.0.1"])
def test_only_a_proxy_that_was_named_says_for_whom_it_asks(proxy: str | None, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(tmp_path / "h.db"), "--port", "0"]
    command += ["--proxy", proxy] if proxy else []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        first_answer(f"{found[0]}health")
        answers = [
            httpx.post(f"{found[0]}api/session/link", json={"secret": "x"}, headers={"X-Forwarded-For": f"9.9.9.{n}"})
            for n in range(40)
        ]
        assert (429 in {answer.status_code for answer in answers}) is (proxy is None)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(HANG)


def test_a_new_house_names_each_table_of_a_meter_once(database: Path) -> None:
    with Service(database) as service:
        meters = service.http().get("/api/meters").json()
        assert [meter["tables"] for meter in meters] == [[meter["meter"]] for meter in meters]
        floor = service.someone("fay", "floorperson")
        floor.must("md-high-card-flush", "close_table")
        assert service.http().get("/api/meters/md-high-card-flush").json()["tables"] == []
