"""The deck is fixed before bets close: commitments, openings, and the verifier that imports nothing of ours."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules.cards import format_card
from houserules.shuffle import (
    Automatic,
    Commitment,
    Entered,
    Opening,
    Sealed,
    Shuffled,
    is_opened,
    seal,
    system_entropy,
)

VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify_deal.py"


@pytest.fixture(scope="module")
def deal() -> dict[str, Any]:
    """A deal with players' shares, of which the first 14 cards were dealt."""
    source = Automatic()
    promise = source.promise("table:1/deal:17")
    shuffled = source.shuffle(promise, (b"ann", b"bob"))
    sealed = seal(shuffled, source.salts)
    return {
        "sealed": sealed,
        "public": {
            "commitment": msgspec.to_builtins(sealed.commitment),
            "openings": msgspec.to_builtins(sealed.open(range(14))),
        },
        "regulator": {
            "commitment": msgspec.to_builtins(sealed.commitment),
            "openings": msgspec.to_builtins(sealed.open(range(52))),
            "seed": promise.seed,
            "seed_digest": promise.commitment.digest if promise.commitment else "",
            "shares": list(shuffled.shares),
        },
    }


def verify(data: object, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "deal.json"
    file.write_text(json.dumps(data))
    return subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
    )


def test_the_verifier_is_short_and_imports_nothing_of_ours() -> None:
    text = VERIFIER.read_text()
    assert text.count("\n") < 100
    imported = {
        name
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported == {"hmac", "json", "sys", "hashlib"}


def test_an_honest_deal_holds(deal: dict[str, Any], tmp_path: Path) -> None:
    for role, cards in (("public", 14), ("regulator", 52)):
        done = verify(deal[role], tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.startswith(f"holds: {cards} cards")


def flip(text: str, bit: int) -> str:
    raw = bytearray.fromhex(text)
    raw[bit // 8 % len(raw)] ^= 1 << bit % 8
    return raw.hex()


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "the root": lambda d: d["commitment"].update(root=flip(d["commitment"]["root"], 77)),
    "the deal's name": lambda d: d["commitment"].update(deal="table:1/deal:18"),
    "the count": lambda d: d["commitment"].update(count=51),
    "a salt": lambda d: d["openings"][3].update(salt=flip(d["openings"][3]["salt"], 5)),
    "a card": lambda d: d["openings"][3].update(card=d["openings"][3]["card"] ^ 1),
    "a place": lambda d: d["openings"][3].update(place=d["openings"][3]["place"] ^ 1),
    "a path": lambda d: d["openings"][3]["path"].__setitem__(2, flip(d["openings"][3]["path"][2], 200)),
    "a shorter path": lambda d: d["openings"][3]["path"].pop(),
    "a longer path": lambda d: d["openings"][3]["path"].append("00" * 32),
    "two cards swapped": lambda d: _swap(d["openings"]),
    "an opening twice": lambda d: d["openings"].append(d["openings"][0]),
    "all openings": lambda d: d["openings"].clear(),
}


def _promised_for(deal: str, seed: str) -> str:
    return sha256(b"houserules.seed/1\x00" + deal.encode() + b"\x00" + bytes.fromhex(seed)).hexdigest()


def _swap(openings: list[dict[str, Any]]) -> None:
    openings[0]["card"], openings[1]["card"] = openings[1]["card"], openings[0]["card"]


@pytest.mark.parametrize("name", EDITS)
def test_one_changed_bit_is_found(deal: dict[str, Any], tmp_path: Path, name: str) -> None:
    data = json.loads(json.dumps(deal["public"]))
    EDITS[name](data)
    assert verify(data, tmp_path).returncode == 1
    commitment = msgspec.convert(data["commitment"], Commitment)
    openings = msgspec.convert(data["openings"], list[Opening])
    if name not in ("an opening twice", "all openings"):
        assert not all(is_opened(commitment, opening) for opening in openings)


SECRETS: dict[str, Callable[[dict[str, Any]], object]] = {
    "the seed": lambda d: d.update(seed=flip(d["seed"], 9)),
    "a share": lambda d: d["shares"].__setitem__(0, flip(d["shares"][0], 1)),
    "a share left out": lambda d: d["shares"].pop(),
    "the order of the shares": lambda d: d["shares"].reverse(),
    "the seed's digest": lambda d: d.update(seed_digest=flip(d["seed_digest"], 1)),
    "another deal's seed": lambda d: d.update(seed_digest=_promised_for("table:1/deal:18", d["seed"])),
    "all openings": lambda d: d["openings"].clear(),
}


@pytest.mark.parametrize("name", SECRETS)
def test_what_a_regulator_would_find(deal: dict[str, Any], tmp_path: Path, name: str) -> None:
    data = json.loads(json.dumps(deal["regulator"]))
    SECRETS[name](data)
    assert verify(data, tmp_path).returncode == 1


@pytest.fixture(scope="module")
def entered() -> dict[str, Any]:
    """Cards that came from outside, as the regulator is shown them."""
    source = Entered(reversed(range(52)))
    sealed = seal(source.shuffle(source.promise("table:1/deal:19")), source.salts)
    return {
        "commitment": msgspec.to_builtins(sealed.commitment),
        "openings": msgspec.to_builtins(sealed.open(range(52))),
        "seed": None,
        "seed_digest": "",
        "shares": [],
        "method": "entered",
    }


def test_cards_from_outside_hold_and_what_stays_open_is_said(entered: dict[str, Any], tmp_path: Path) -> None:
    done = verify(entered, tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("holds: 52 cards from outside (how they were mixed is not proven), Ac Kc Qc")


@pytest.mark.parametrize("name", EDITS)
def test_one_changed_bit_is_found_in_cards_from_outside(entered: dict[str, Any], tmp_path: Path, name: str) -> None:
    data = json.loads(json.dumps(entered))
    EDITS[name](data)
    assert verify(data, tmp_path).returncode == 1


@pytest.mark.parametrize(("key", "value"), [("seed", "00" * 32), ("seed_digest", "00" * 32), ("shares", ["00"])])
def test_cards_from_outside_cannot_have_a_seed(
    entered: dict[str, Any], tmp_path: Path, key: str, value: object
) -> None:
    done = verify({**entered, key: value}, tmp_path)
    assert (done.returncode, done.stdout) == (1, "cards from outside have no seed and no shares\n")


def named(data: dict[str, Any]) -> Any:
    """A copy of a deal as the API answers it, with the card of every opening in letters as well."""
    copy = json.loads(json.dumps(data))
    for opening in copy["openings"]:
        opening["text"] = format_card(opening["card"])
    return {"method": "automatic", "cuts": [17], "seed_digest": "00" * 32, **copy}


BESIDE: dict[str, Callable[[dict[str, Any]], object]] = {
    "a text": lambda d: d["openings"][3].update(text=d["openings"][4]["text"]),
    "a text in other letters": lambda d: d["openings"][3].update(text=d["openings"][3]["text"].lower() + " "),
    "no text": lambda d: d["openings"][3].update(text=None),
    "a method that is not known": lambda d: d.update(method="by magic"),
    "shuffled without a seed": lambda d: d.update(method="automatic", seed=None, seed_digest=""),
    "a cut deeper than the deck": lambda d: d.update(cuts=[52]),
    "a cut that is none": lambda d: d.update(cuts=[0]),
    "half a cut": lambda d: d.update(cuts=[1.5]),
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_stands_beside_the_openings_must_fit(
    deal: dict[str, Any], entered: dict[str, Any], tmp_path: Path, name: str
) -> None:
    for data in (named(deal["public"]), named(deal["regulator"]), named(entered)):
        assert verify(data, tmp_path).returncode == 0
        BESIDE[name](data)
        done = verify(data, tmp_path)
        assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("role", ["public", "regulator"])
@pytest.mark.parametrize("count", [70000, 300, 0, -1, 1e400, None])
def test_a_deck_that_cannot_be_is_not_read(deal: dict[str, Any], tmp_path: Path, role: str, count: object) -> None:
    for shown in (14, 0):
        commitment, openings = {**deal[role]["commitment"], "count": count}, deal[role]["openings"][:shown]
        done = verify({**deal[role], "commitment": commitment, "openings": openings}, tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("cannot be read: ")
        assert "Traceback" not in done.stderr


def test_nesting_without_end_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 200_000)
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("cannot be read: RecursionError")


@pytest.mark.parametrize("data", [{}, [], {"commitment": {}, "openings": [{}]}, {"commitment": 1, "openings": 2}])
def test_a_file_that_cannot_be_read(data: object, tmp_path: Path) -> None:
    assert verify(data, tmp_path).returncode == 2


@pytest.mark.parametrize("arguments", [[], ["--help"], ["a.json", "b.json"]])
def test_the_verifier_says_how_it_is_called(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == (0 if arguments == ["--help"] else 2)
    assert "python verify_deal.py FILE.json" in done.stdout
    assert done.stderr == ""


def test_another_file_than_the_one_wanted(tmp_path: Path) -> None:
    """The file of a round is the one that people have at hand."""
    done = verify({"format": "houserules.round/1", "commands": [], "events": []}, tmp_path)
    assert done.returncode == 2
    assert "/openings or GET /api/hands/TABLE/NUMBER/stub" in done.stderr


def test_every_bit_of_an_opening_counts(deal: dict[str, Any]) -> None:
    sealed: Sealed = deal["sealed"]
    (opening,) = sealed.open((20,))
    assert is_opened(sealed.commitment, opening)
    for bit in range(128):
        assert not is_opened(sealed.commitment, msgspec.structs.replace(opening, salt=flip(opening.salt, bit)))
    for step in range(len(opening.path)):
        for bit in range(0, 256, 17):
            path = list(opening.path)
            path[step] = flip(path[step], bit)
            assert not is_opened(sealed.commitment, msgspec.structs.replace(opening, path=tuple(path)))
    for card in range(52):
        held = is_opened(sealed.commitment, msgspec.structs.replace(opening, card=card))
        assert held == (card == opening.card)


def test_the_stub_stays_hidden(deal: dict[str, Any]) -> None:
    """What is published names no undealt card, and without the salts every order is as good as the true one."""
    sealed: Sealed = deal["sealed"]
    published = json.dumps(deal["public"])
    for salt in sealed.salts[14:]:
        assert salt not in published
    assert len(set(sealed.salts)) == 52
    other = seal(Shuffled(sealed.deal, "automatic", sealed.cards), system_entropy)
    assert other.commitment != sealed.commitment


def test_openings_by_card(deal: dict[str, Any]) -> None:
    sealed: Sealed = deal["sealed"]
    dealt = sealed.cards[5:9]
    assert [opening.place for opening in sealed.open_cards(dealt)] == [5, 6, 7, 8]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 51, 52])
def test_decks_of_any_size(count: int) -> None:
    sealed = seal(Shuffled("deal", "entered", tuple(range(count))), system_entropy)
    assert all(is_opened(sealed.commitment, opening) for opening in sealed.open(range(count)))


def test_openings_that_are_nonsense() -> None:
    sealed = seal(Shuffled("deal", "entered", tuple(range(52))), system_entropy)
    (opening,) = sealed.open((0,))
    for change in ({"salt": "zz"}, {"salt": ""}, {"card": 256}, {"card": -1}, {"place": -1}, {"place": 70000}):
        assert not is_opened(sealed.commitment, msgspec.structs.replace(opening, **change))
