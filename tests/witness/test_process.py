"""The witness as a program of its own, beside a real service, killed and started again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import httpx

from houserules.notes import open_checkpoint, parse_vkey
from tests.api.service import Service
from tests.support.waiting import wait_for
from tests.trials.witness import Running, trial
from tests.witness.houses import House

KILLS = 3


def test_the_witness_survives_kills_and_never_signs_two_that_disagree(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        assert trial(tmp_path, service.url, House.of(service.log, service.database), KILLS) >= KILLS


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
            assert house.key().name in httpx.get(running.address).text
            assert httpx.get(f"{running.address}evidence").json() == []
            assert httpx.get(f"{running.address}evidence/1").status_code == 404
            assert httpx.get(f"{running.address}{'0' * 64}/checkpoint").status_code == 404
            assert httpx.get(f"{running.address}add-checkpoint").status_code == 405
            assert httpx.post(f"{running.address}add-checkpoint", content=b"x" * 70_000).status_code == 413
        finally:
            running.kill()
