"""What is published is read and checked by programs of others: Go's packages ``sumdb/note`` and ``sumdb/tlog``."""

from __future__ import annotations

import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from houserules.log import ANY_VERSION, Log, open_log, signer_from
from houserules.merkle import tree_root
from houserules.notes import COSIGNATURE, Note, VerifierKey, cosignature
from tests.api.service import Service
from tests.support.databases import append, commit, event

CHECKPOINTS = 1000
Case = dict[str, Any]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    """A log with as many heads as are checked."""
    place = tmp_path_factory.mktemp("log") / "log.db"
    with open_log(str(place), origin="house.example/log", largest_batch=1) as made:
        for number in range(CHECKPOINTS):
            made.commit(commit(f"c{number}", append(f"s{number % 7}", ANY_VERSION, *[event()] * (1 + number % 3))))
        yield made


def checked(checker: Path, cases: list[Case]) -> list[bool]:
    lines = b"\n".join(map(msgspec.json.encode, cases)) + b"\n"
    done = subprocess.run([checker, "cases"], input=lines, capture_output=True, check=True)
    said = done.stdout.decode().split()
    assert len(said) == len(cases)
    assert {*said} <= {"yes", "no"}
    return [word == "yes" for word in said]


def flipped(content: str, chance: Random) -> str:
    """One bit is another, in the text that is signed or in the bytes of the signature."""
    text, _, line = content.rpartition("\n\n")
    if chance.random() < 0.5:
        encoded = bytearray(text.encode())
        encoded[chance.randrange(len(encoded))] ^= 1 << chance.randrange(7)
        return f"{encoded.decode()}\n\n{line}"
    start, _, signature = line.rstrip("\n").rpartition(" ")
    return f"{text}\n\n{start} {b64encode(one_bit(b64decode(signature), chance)).decode()}\n"


def one_bit(content: bytes, chance: Random) -> bytes:
    changed = bytearray(content)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def with_one_bit_flipped(case: Case, chance: Random) -> Case:
    if case["Kind"] == "checkpoint":
        return {**case, "Content": flipped(case["Content"], chance)}
    places = ["Root", "Leaf" if case["Kind"] == "inclusion" else "OldRoot", *range(len(case["Path"]))]
    place = chance.choice(places)
    if isinstance(place, str):
        return {**case, place: one_bit(case[place], chance)}
    path = [one_bit(step, chance) if number == place else step for number, step in enumerate(case["Path"])]
    return {**case, "Path": path}


def inclusion(log: Log, position: int, size: int) -> Case:
    leaf = next(log.read_all(position - 1, position)).leaf
    root, path = tree_root(log.node, size), log.inclusion(position, size)
    return {"Kind": "inclusion", "Old": position - 1, "Size": size, "Root": root, "Leaf": leaf, "Path": path}


def consistency(log: Log, old: int, size: int) -> Case:
    roots = {"OldRoot": tree_root(log.node, old), "Root": tree_root(log.node, size)}
    return {"Kind": "consistency", "Old": old, "Size": size, "Path": log.consistency(old, size), **roots}


def checkpoints(log: Log) -> list[Case]:
    return [
        {"Kind": "checkpoint", "Vkeys": [str(head.vkey())], "Content": str(head.checkpoint())} for head in log.heads()
    ]


@pytest.mark.parametrize("kind", ["checkpoint", "inclusion", "consistency"])
def test_go_accepts_each_and_refuses_it_with_one_bit_flipped(checker: Path, log: Log, kind: str) -> None:
    chance = Random(kind)
    if kind == "checkpoint":
        cases = checkpoints(log)
    else:
        make = inclusion if kind == "inclusion" else consistency
        sizes = (chance.randint(2, log.position()) for _ in range(CHECKPOINTS))
        cases = [make(log, chance.randint(1, size - 1), size) for size in sizes]
    assert len(cases) == CHECKPOINTS
    assert all(checked(checker, cases))
    assert not any(checked(checker, [with_one_bit_flipped(case, chance) for case in cases]))


def test_go_accepts_a_cosignature_of_a_witness(checker: Path, log: Log, tmp_path: Path) -> None:
    signer = signer_from(tmp_path / "witness.key")
    witness = VerifierKey("witness.example/1", COSIGNATURE, bytes.fromhex(signer.key))
    head = log.head()
    assert head is not None
    note = head.checkpoint()
    signed = Note(note.text, (*note.signatures, cosignature(note.text, witness, 1_700_000_000, signer.bytes)))
    case = {"Kind": "checkpoint", "Vkeys": [str(head.vkey()), str(witness)], "Content": str(signed)}
    assert checked(checker, [case]) == [True]
    earlier = Note(note.text, (*note.signatures, cosignature(note.text + "x\n", witness, 1, signer.bytes)))
    assert checked(checker, [{**case, "Content": str(earlier)}]) == [False]


def test_go_reads_the_tiles_and_entries_over_http(checker: Path, tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        for number in range(600):
            service.log.commit(commit(f"c{number}", append("test", number)))
        vkey = httpx.get(f"{service.url}/log/vkey").text.strip()
        kinds = {"checkpoint": "text/plain; charset=utf-8", "tile/0/000": "application/octet-stream"}
        for path, kind in kinds.items():
            assert httpx.get(f"{service.url}/log/{path}").headers["content-type"] == kind
        read = [str(checker), "tiles", f"{service.url}/log/"]
        done = subprocess.run([*read, vkey], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        assert int(done.stdout.split()[0]) > 600
        other = str(VerifierKey(vkey.partition("+")[0], 1, bytes(32)))
        assert subprocess.run([*read, other], capture_output=True, check=False).returncode == 1
