"""A service that asks its witnesses: how many sign, what is published, and what is said when none does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houserules.app.house import witnesses
from houserules.notes import MalformedNote, open_checkpoint, parse_vkey
from tests.api.service import Service
from tests.support.dripping import Dripping
from tests.trials.witness import Running
from tests.witness.houses import House


class Witnessed:
    """A service and its two witnesses. They are asked when a test says so."""

    def __init__(self, folder: Path, service: Service) -> None:
        self.service = service
        self.house = House.of(service.log, service.database)
        self.running = []
        for number in range(2):
            (folder / str(number)).mkdir()
            self.running.append(Running(folder / str(number), "--vkey", str(self.house.key())))
        self.keys = [parse_vkey(each.key) for each in self.running]

    def choose(self, quorum: int | None = None) -> None:
        named = [f"{each.key} {each.address}" for each in self.running]
        self.service.house.witnesses.choose(named, quorum)

    def ask(self) -> None:
        asking = asyncio.run_coroutine_threadsafe(self.service.house.witnesses.ask(), self.service.loop)
        asking.result()

    def health(self) -> dict[str, object]:
        found: dict[str, object] = httpx.get(f"{self.service.url}/health").json()
        return found

    def signed(self) -> list[str]:
        content = httpx.get(f"{self.service.url}/log/checkpoint").text
        opened = open_checkpoint(content, self.house.key(), self.keys)
        assert opened.checkpoint.size == self.service.log.position()
        return [*opened.cosigned]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Witnessed]:
    with Service(tmp_path / "house.db") as service:
        made = Witnessed(tmp_path, service)
        try:
            yield made
        finally:
            for each in made.running:
                if each.process.poll() is None:
                    each.kill()


def test_witnesses_sign_what_is_published(two: Witnessed) -> None:
    assert two.signed() == []
    two.choose()
    for _ in range(3):
        two.house.grow(2)
        two.ask()
        assert sorted(two.signed()) == sorted(key.name for key in two.keys)
    assert two.health()["witnesses"] == {"signed": 2, "needed": 2, "of": 2}
    (shown, _) = two.service.someone("rita", "regulator").client.get("/api/audit/witnesses").json()["witnesses"]
    assert (shown["name"], shown["trouble"]) == (two.keys[0].name, "")
    assert shown["size"] + shown["behind"] == two.service.log.position()
    two.choose()  # As after a restart: how far each has signed is learnt from it.
    two.house.grow(1)
    two.ask()
    assert len(two.signed()) == 2


def test_it_is_said_when_witnesses_do_not_sign(two: Witnessed) -> None:
    two.choose()
    two.ask()
    before = two.service.house.witnesses.witnessed
    two.running[0].kill()
    two.house.grow(1)
    two.ask()
    assert len(two.signed()) == 1
    assert two.service.house.witnesses.witnessed is before, "one is not enough"
    health = two.health()
    assert health["status"] == "troubled"
    assert "1 of 2 witnesses have signed; 2 are needed" in str(health["troubles"])
    two.running[1].kill()
    two.house.grow(1)
    two.ask()
    assert two.signed() == [], "what is published goes on"
    assert "no witness has signed the newest checkpoint" in str(two.health()["troubles"])


def test_one_of_two_may_be_enough(two: Witnessed) -> None:
    two.choose(1)
    two.running[0].kill()
    two.house.grow(1)
    two.ask()
    witnessed = two.service.house.witnesses.witnessed
    assert witnessed is not None
    assert str(witnessed) == httpx.get(f"{two.service.url}/log/checkpoint").text
    assert two.health()["status"] == "ok"


def test_a_witness_that_never_ends_its_answer_holds_up_nobody(
    two: Witnessed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witnesses, "_PATIENCE", 0.2)
    with Dripping() as other:
        two.service.house.witnesses.choose([f"{two.running[0].key} {other.address}"], None)
        two.ask()
        assert other.asked
    assert "it does not answer: nothing whole came within 0.2 seconds" in str(two.health()["troubles"])


def test_a_witness_that_talks_nonsense_is_one_that_does_not_sign(two: Witnessed) -> None:
    for size in ("-1", "5 5", "", "9" * 30, "one"):
        with Dripping(f"HTTP/1.1 409 Conflict\r\nContent-Length: {len(size)}\r\n\r\n{size}") as other:
            two.service.house.witnesses.choose([f"{two.running[0].key} {other.address}"], None)
            two.ask()
            troubles = str(two.health()["troubles"])
            assert f"it answers 409: {size}".strip() in troubles, size


def test_a_witness_with_another_key_is_not_counted(two: Witnessed) -> None:
    first, second = two.running
    two.service.house.witnesses.choose([f"{first.key} {second.address}"], 1)
    two.ask()
    assert two.signed() == []
    assert two.service.house.witnesses.witnessed is None
    with pytest.raises(MalformedNote):
        two.service.house.witnesses.choose([str(two.house.key()) + " http://x"], 1)
