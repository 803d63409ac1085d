"""Kill trial of the witness: python -m tests.trials.witness [--kills 50]

A house plays and asks the witness to cosign, and the witness, which replays everything, is killed again and again.
Somebody with the house's key asks it to cosign another history of every size: it never does, and it forgets nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from random import Random

import httpx

from houserules.app import parse_reader
from houserules.notes import open_checkpoint, parse_vkey
from tests.api.service import Service
from tests.support.waiting import wait_for
from tests.witness.houses import House

TABLE = "md-high-card-flush"


class Running:
    """``houserules witness`` as a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "-m", "houserules", "witness", "--db", str(folder / "witness.db"), "--port", "0"]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.key, self.address = "", ""
        for line in self.process.stdout:
            if line.startswith("houserules: witness at "):
                self.address = line.split()[-1]
                break
            self.key = line.split()[-1]
        assert self.address, "the witness did not start"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def add(self, old: int, house: House, size: int) -> httpx.Response:
        proof = house.log.consistency(old, size) if 0 < old <= size else ()
        lines = "".join(f"{b64encode(each).decode()}\n" for each in proof)
        return httpx.post(f"{self.address}add-checkpoint", content=f"old {old}\n{lines}\n{house.checkpoint(size)}")


def trial(folder: Path, service: Service, kills: int) -> tuple[int, int]:
    """How many checkpoints were cosigned, and how many rounds were replayed."""
    honest = House.of(service.log, service.database)
    chance, other = Random(kills), House(folder / "other", honest)
    ann = service.someone("ann", "player")
    ann.must(TABLE, "sit", seat=1, buy_in="100000")
    signed: dict[int, bytes] = {}
    for _ in range(kills):
        running = Running(folder, "--follow", service.url, "--every", "0.02", "--replay")
        vkey = parse_vkey(running.key)
        service.house.witnesses.readers = (parse_reader(running.key),)
        for _ in range(chance.randint(1, 4)):
            ann.play_round(TABLE, 1, {"ante": "10"})
            other.grow(honest.log.position() - other.log.position(), "another")
            known = max(signed, default=0)
            answer = running.add(known, honest, honest.log.position())
            while answer.status_code == 409:  # It had signed, and nobody heard; or it looked at the house by itself.
                assert int(answer.text) >= known
                answer = running.add(int(answer.text), honest, honest.log.position())
            assert answer.status_code == 200, answer.text
            opened = open_checkpoint(honest.checkpoint() + answer.text, honest.key(), [vkey])
            assert vkey.name in opened.cosigned
            assert signed.setdefault(opened.checkpoint.size, opened.checkpoint.root) == opened.checkpoint.root
            forged = running.add(opened.checkpoint.size, other, opened.checkpoint.size)
            assert forged.status_code == 422, "two heads that disagree"
        running.kill()
    other.log.close()
    return len(signed), replayed(folder, service.url, honest.log.position())


def replayed(folder: Path, address: str, size: int) -> int:
    """How many rounds a witness replays that is started once more; it finds nothing but forks that it was sent."""
    running = Running(folder, "--follow", address, "--every", "0.02", "--replay")
    try:
        wait_for(lambda: httpx.get(f"{running.address}houses").json()[0]["replayed"] >= size)
        assert {alarm["kind"] for alarm in httpx.get(f"{running.address}evidence").json()} == {"fork"}
        (house,) = httpx.get(f"{running.address}houses").json()
        assert house["trouble"] == ""
        rounds: int = house["rounds"]
        return rounds
    finally:
        running.kill()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory() as place, Service(Path(place) / "house.db") as service:
        signed, rounds = trial(Path(place), service, kills)
    kept = "none forgotten, no two that disagree"
    print(f"{kills} kills, {signed} checkpoints cosigned, {kept}; {rounds} rounds replayed")


if __name__ == "__main__":
    main()
