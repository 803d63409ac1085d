"""The service at a Unix socket, as a proxy on the same machine asks it; and what its log says."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import unix_connect

from houserules.cli.main import run
from tests.support.waiting import HANG


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[list[str]]:
    """A service in this folder, while it runs; what it said at its start."""
    command = [sys.executable, "-m", "houserules", "serve", "--db", str(folder / "house.db"), *options]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as service,
    ):
        assert service.stdout is not None
        try:
            yield [service.stdout.readline(), service.stdout.readline()]
        finally:
            service.terminate()
        assert service.wait() == 0


def asking(path: Path, **headers: str) -> httpx.Client:
    transport = httpx.HTTPTransport(uds=str(path))
    return httpx.Client(transport=transport, base_url="http://house.example", headers=headers, timeout=HANG)


def test_a_proxy_asks_at_the_socket_and_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "houserules.sock"
    with serving(tmp_path, "--socket", str(path), "--name", "house.example") as said:
        assert said[0] == "houserules: tables at https://house.example/\n"
        assert "https://house.example/#sign-in=" in said[1]
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        with asking(path, **{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}) as proxy:
            assert proxy.get("/ready").status_code == 200
            guest = proxy.post("/api/session/guest", json={})
            assert guest.status_code == 201
            assert "Secure" in guest.headers["set-cookie"]
            token = proxy.post("/api/session/guest", json={"keep": "bearer"}).json()["token"]
            with unix_connect(
                str(path),
                uri="ws://house.example/api/tables/md-high-card-flush/feed",
                additional_headers={"Authorization": f"Bearer {token}", "X-Forwarded-For": "203.0.113.9"},
                open_timeout=HANG,
            ) as feed:
                assert json.loads(feed.recv(timeout=HANG))
            assert proxy.get("/metrics").status_code == 401, "who asks through a proxy is not on this machine"
        with asking(path, Host="elsewhere.example") as stranger:
            assert stranger.get("/ready").status_code == 421
    assert not path.exists()


def test_what_a_killed_service_left_is_replaced_and_a_file_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "houserules.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as gone:
        gone.bind(str(path))
    with serving(tmp_path, "--socket", str(path)) as said:
        assert said[0] == f"houserules: tables at unix:{path}/\n"
        other = ["serve", "--db", str(tmp_path / "other.db"), "--socket", str(path)]
        assert run(other) == 2
        assert f"cannot listen at --socket {path}: another program does" in capsys.readouterr().err
    path.write_text("mine")
    assert run(other) == 2
    assert "there is a file that is no socket" in capsys.readouterr().err
    assert path.read_text() == "mine"


@pytest.mark.parametrize(("level", "told"), [("info", True), ("warning", False)])
def test_the_log_says_as_much_as_its_level(tmp_path: Path, level: str, told: bool) -> None:
    path = tmp_path / "houserules.sock"
    os.environ["HOUSERULES_LOG_LEVEL"] = level
    try:
        with serving(tmp_path, "--socket", str(path)), asking(path) as proxy:
            assert proxy.get("/ready").status_code == 200
    finally:
        del os.environ["HOUSERULES_LOG_LEVEL"]
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert any(line.get("path") == "/ready" for line in lines) is told
