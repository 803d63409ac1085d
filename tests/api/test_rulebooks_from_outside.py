"""A rulebook from a folder, over the service: every view has it, and its table plays as any other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules import law
from houserules.cli.main import run
from houserules.play import read_export, replay
from tests.api.service import Service
from tests.support.rulebooks import install

COPIES = {"MD-HCF": "xx_hcf", "MD-CTF": "xx_ctf", "MA-HCF": "yy_hcf"}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("law")
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        for like, name in COPIES.items():
            assert run(["rulebook", "new", str(folder / name), "--like", like]) == 0
        install(patch, folder)
        with Service(folder / "house.db") as running:
            yield running


@pytest.mark.parametrize("like", COPIES)
def test_its_table_plays(outside: Service, like: str) -> None:
    table, own = COPIES[like].replace("_", "-"), COPIES[like].replace("_", "-").upper()
    ann, regulator = outside.someone("ann", "player"), outside.someone("regina", "regulator")
    ann.must(table, "sit", seat=1, buy_in="1000")
    wagers = ann.all_wagers(table)
    assert set(wagers) == set(ann.all_wagers(bundled(like)))
    for _ in range(2):
        settled = ann.play_round(table, 1, wagers)["last_round"]["settled"]
        assert settled
        assert all(clause.startswith(f"{own} ") for line in settled for clause in line["clauses"])
    for number in (1, 2):
        hand = regulator.client.get(f"/api/hands/{table}/{number}/export").content
        assert read_export(hand).law == law.rulebook(own).pin
        assert replay(hand) is None
    ann.must(table, "leave")


def bundled(identity: str) -> str:
    return next(name for name, edition in law.submissions().items() if edition.id == identity)


@pytest.mark.parametrize("like", COPIES)
def test_every_view_of_the_law_has_it(outside: Service, like: str) -> None:
    name, own = COPIES[like].replace("_", "-"), COPIES[like].replace("_", "-").upper()
    client = outside.http()
    listed = {row["id"]: row for row in client.get("/api/rulebooks").json()}
    assert {key: listed[own][key] for key in ("game", "title")} == {
        key: listed[like][key] for key in ("game", "title")
    }
    for part in ("paytables", "choices", "readings", "clauses"):
        mine, theirs = (client.get(f"/api/rulebooks/{identity}/{part}").text for identity in (own, like))
        assert mine.replace(f"{own} ", f"{like} ") == theirs
    assert {"name": name, "rulebook": own}.items() <= {
        each["name"]: each for each in client.get("/api/submissions").json()
    }[name].items()
    data = client.get(f"/api/submissions/{name}").json()["data"]
    checked = client.post("/api/submissions/check", json={"submission": data}).json()
    assert (checked["lawful"], checked["rulebook"]) == (True, own)
    data["table"]["seats"] = 99
    (fault, *_) = client.post("/api/submissions/check", json={"submission": data}).json()["faults"]
    assert fault["clause"].startswith(f"{own} ")


def test_the_lobby_has_a_table_for_each(outside: Service) -> None:
    tables = {row["table"]: row["rulebook"] for row in outside.http().get("/api/tables").json()}
    assert tables == {
        "md-high-card-flush": "MD-HCF", "md-chase-the-flush": "MD-CTF", "ma-high-card-flush": "MA-HCF",
        "xx-hcf": "XX-HCF", "xx-ctf": "XX-CTF", "yy-hcf": "YY-HCF",
    }  # fmt: skip


def test_the_books_of_all_of_them_are_sound(outside: Service, tmp_path: Path) -> None:
    assert run(["audit", str(outside.database)]) == 0
