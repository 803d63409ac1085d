"""The witness as a program of its own, beside a real service, killed and started again."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from houserules.app import request_for_part
from houserules.cli.main import run
from houserules.log import Signer, signer_from
from houserules.notes import LARGEST_NOTE, SIGNATURE, VerifierKey, open_checkpoint, parse_vkey
from houserules.witness import following
from tests.api.service import Service
from tests.support.dripping import Dripping
from tests.support.waiting import HANG, wait_for
from tests.trials.witness import Running, trial
from tests.witness.houses import House

KILLS = 3


def in_a_thread(act: Callable[[], object]) -> object:
    """The main thread of a process that has driven a browser has a loop, and a witness runs one of its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(act).result()


def test_the_witness_survives_kills_and_never_signs_two_that_disagree(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        signed, rounds = trial(tmp_path, service, KILLS)
        assert signed >= KILLS
        assert rounds == signed


def test_the_witness_follows_a_service_and_shows_it(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        house = House.of(service.log, service.database)
        running = Running(tmp_path, "--follow", service.url, "--every", "0.01", "--vkey", str(house.key()))
        try:
            for _ in range(3):
                size = house.grow(1).log.position()
                wait_for(lambda size=size: httpx.get(f"{running.address}houses").json()[0]["size"] >= size)
            digest = sha256(house.key().name.encode()).hexdigest()
            shown = httpx.get(f"{running.address}{digest}/checkpoint")
            witness = parse_vkey(httpx.get(f"{running.address}vkey").text)
            assert [*open_checkpoint(shown.text, house.key(), [witness]).cosigned] == [witness.name]
            page = httpx.get(running.address).text
            assert house.key().name in page
            assert " s ago" in page, "how far it lags"
            assert httpx.get(f"{running.address}evidence").json() == []
            assert httpx.get(f"{running.address}evidence/1").status_code == 404
            assert httpx.get(f"{running.address}{'0' * 64}/checkpoint").status_code == 404
            assert httpx.get(f"{running.address}add-checkpoint").status_code == 405
            assert (
                httpx.post(f"{running.address}add-checkpoint", content=b"x" * (LARGEST_NOTE + 1)).status_code == 413
            )
        finally:
            running.kill()


@pytest.mark.parametrize(("how", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_witness_that_is_told_to_stop_closes_its_store(tmp_path: Path, how: signal.Signals, status: int) -> None:
    """Then the file alone is all that it knows, and can be copied."""
    house = House(tmp_path / "house").grow(3)
    running = Running(tmp_path, "--vkey", str(house.key()))
    assert running.add(0, house, 3).status_code == 200
    running.process.send_signal(how)
    assert running.process.wait(HANG) == status
    assert not [*tmp_path.glob("witness.db-*")]
    house.log.close()


def test_connections_that_ask_for_nothing_keep_nobody_from_the_witness(tmp_path: Path) -> None:
    house = House(tmp_path / "house").grow(3)
    running = Running(tmp_path, "--vkey", str(house.key()))
    port = int(running.address.rstrip("/").rpartition(":")[2])
    with ExitStack() as opened:
        half_open = [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(150)]
        assert running.add(0, house, 3).status_code == 200
        for each in half_open[:50]:
            with suppress(ConnectionResetError):
                assert each.recv(1) == b"", "the oldest made room"
        large = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
        with pytest.raises(ConnectionError):
            large.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 60_000_000)
    running.kill()
    house.log.close()


def test_a_house_that_never_ends_its_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_PATIENCE", 0.2)
    with Dripping() as house:
        with pytest.raises(following.Unreachable, match=r"within 0\.2 seconds"):
            in_a_thread(lambda: following.fetch(f"{house.address}/log/checkpoint"))
        assert house.ended.wait(HANG)


def test_only_a_named_witness_reads_the_content_of_the_log(tmp_path: Path) -> None:
    signer, stranger = signer_from(tmp_path / "witness.key"), signer_from(tmp_path / "stranger.key")
    key = VerifierKey("witness.example", SIGNATURE, bytes.fromhex(signer.key))
    with Service(tmp_path / "house.db") as service:
        origin, size, now = House.of(service.log, service.database).key().name, service.log.position(), 0

        def asked(after: int = 0, upto: int = size, **more: str) -> int:
            address = f"{service.url}/log/part?after={after}&upto={upto}"
            return httpx.get(address, headers=more).status_code

        def note(after: int = 0, upto: int = size, name: str = origin, at: int = now, by: Signer = signer) -> str:
            return request_for_part(name, after, upto, at, key, by.bytes)

        now = service.clock() // 1000
        right = note(at=now)
        assert asked(authorization=right) == 403, "nobody is named"
        service.house.witnesses.readers = (key,)
        assert asked(authorization=right) == 200
        assert asked(authorization=note(at=now - 300)) == 200
        wrong = [
            note(at=now - 301), note(at=now + 301), note(at=now, name="other.example/log"), note(at=now, by=stranger),
            note(at=now, after=1), note(at=now, upto=size - 1), right.replace("Witness", "Bearer"), "", "Witness",
            "Witness !", right[:-9],
        ]  # fmt: skip
        assert {asked(authorization=each) for each in wrong} == {403}
        assert asked() == 403
        assert service.someone("rita", "regulator").client.get(f"/log/part?after=0&upto={size}").status_code == 403
        beyond = service.log.position() + 1
        assert asked(0, beyond, authorization=note(at=now, upto=beyond)) == 404
        assert asked(3, 3, authorization=note(3, 3, at=now)) == 404
        assert asked(-1, 3, authorization=note(-1, 3, at=now)) == 400


@pytest.mark.parametrize(
    ("address", "status"), [("http://house.example", 2), ("http://10.0.0.1:8421", 2), ("http://127.0.0.1:1", 2)]
)
def test_what_is_replayed_does_not_go_over_the_network_in_the_clear(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str, status: int
) -> None:
    db = str(tmp_path / "witness.db")
    command = ["witness", "--db", db, "--port", "0", "--replay", "--follow", address]
    assert in_a_thread(lambda: run(command)) == status
    assert ("https://" in capsys.readouterr().err) == (not address.startswith("http://127.0.0.1"))
