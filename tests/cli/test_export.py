"""``houserules export``: hands, transfers and meters as tables, and the same over the API."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars
import pytest

from houserules.cli.main import run
from tests.api.service import Service, Someone

TABLE = "md-high-card-flush"
WHAT = ("hands", "transfers", "meters")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any], dict[str, str]]:
    """A house in which three rounds were played; what the API says of their lines; and its tables in CSV."""
    database = tmp_path_factory.mktemp("house") / "house.db"
    with Service(database) as service:
        ann, auditor = service.someone("ann", "player"), service.someone("aud", "auditor")
        ann.must(TABLE, "sit", seat=3, buy_in="500")
        for raises in (True, False, True):
            ann.play_round(TABLE, 3, ann.all_wagers(TABLE), raises)
        ann.must(TABLE, "leave")
        lines = [
            {"round": str(hand["number"]), **line}
            for hand in reversed(ann.client.get(f"/api/tables/{TABLE}/hands").json())
            for line in hand["settled"]
        ]
        return database, lines, {what: _over_the_api(auditor, what) for what in WHAT}


def _over_the_api(auditor: Someone, what: str) -> str:
    answer = auditor.client.get(f"/api/export/{what}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/csv")
    return answer.text


def exported(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["export", *arguments]) == 0
    return capsys.readouterr().out


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("what", WHAT)
def test_the_command_and_the_service_write_the_same(
    house: tuple[Path, list[Any], dict[str, str]], what: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database, _, over_the_api = house
    text = exported(capsys, what, str(database))
    assert text == over_the_api[what]
    file = tmp_path / "table.parquet"
    exported(capsys, what, str(database), "--parquet", str(file))
    frame = polars.read_parquet(file)
    assert ",".join(frame.columns) == text.partition("\n")[0]
    in_json = json.loads(exported(capsys, what, str(database), "--json"))
    assert frame.to_dicts() == in_json
    assert [{name: "" if it is None else str(it) for name, it in row.items()} for row in in_json] == rows(text)


def test_hands_are_the_lines_that_were_settled(house: tuple[Path, list[Any], dict[str, str]]) -> None:
    _, lines, over_the_api = house
    found = rows(over_the_api["hands"])
    names = ("round", "seat", "wager", "staked", "outcome", "paid", "returned", "clause")
    assert [[row[name] for name in names] for row in found] == [[str(each[name]) for name in names] for each in lines]
    assert {(row["player"], row["table"], row["rulebook"], row["kind"]) for row in found} == {
        ("ann", TABLE, "MD-HCF", "practice")
    }


def test_transfers_are_the_books_and_meters_what_they_show(
    house: tuple[Path, list[Any], dict[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    _, lines, over_the_api = house
    moved = sum(
        Decimal(row["amount"]) * ((row["target"] == f"table:{TABLE}/felt") - (row["source"] == f"table:{TABLE}/felt"))
        for row in rows(over_the_api["transfers"])
    )
    assert moved == 0, "the felt is empty after a round"
    shown = [row for row in rows(over_the_api["meters"]) if row["meter"] == TABLE]
    staked = sum(Decimal(each["staked"]) for each in lines if each["wager"] == "progressive")
    assert shown[0]["event"] == "meter.opened/1"
    assert staked > 0
    stands = [Decimal(row["main"]) for row in shown if row["main"]]  # A part that was won has a row of its own.
    assert stands[-1] - stands[0] == sum(Decimal(row["main_by"]) for row in shown if row["event"] == "meter.moved/1")


@pytest.mark.parametrize("what", WHAT)
def test_a_cursor_goes_on_where_an_export_ended(
    house: tuple[Path, list[Any], dict[str, str]], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database, _, over_the_api = house
    whole = rows(over_the_api[what])
    positions = sorted({int(row["position"]) for row in whole})
    middle = positions[len(positions) // 2]
    rest = rows(exported(capsys, what, str(database), "--after", str(middle)))
    assert rest == [row for row in whole if int(row["position"]) > middle]
    assert rows(exported(capsys, what, str(database), "--after", str(positions[-1]))) == []
    assert exported(capsys, what, str(database), "--after", str(positions[-1])).partition("\n")[2] == ""


def test_one_form_at_a_time(
    house: tuple[Path, list[Any], dict[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "hands", str(house[0]), "--json", "--csv"]) == 2
    assert "expected one of them" in capsys.readouterr().err
    assert run(["export", "hand", str(house[0])]) == 2
