"""Floors: the same counts however they are played, interrupted or put together; meters that add up; bad files."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houserules.cli.main import run
from houserules.lab.simulation.floor_report import PaidHit, meters_of
from houserules.lab.simulation.pieces import Counts, as_arrays
from houserules.law import MalformedData
from houserules.library import FloorRun

SUBMISSION = """
rulebook = "{book}"
operator = "Example"
[table]
seats = 6
adjacent_boxes = 1
dealing = "manual_shoe"
shuffler = "counting"
decks = 2
minimum = "10"
maximum = "500"
[wagers.flush_bonus]
paytable = "A"
minimum = "5"
maximum = "100"
[wagers.progressive]
paytable = {{four_card_straight_flush = "100%", three_card_straight_flush = "10%", five_card_flush = "$50"}}
amount = "1"
rate = "22%"
{more}
"""
FLOOR = """
days = 3
hours = 6
rounds_an_hour = 20
[[tables]]
name = "linked"
submission = "{folder}/md.toml"
count = 3
seats = 4
meter = "north"
arrivals = 2
[[tables.players]]
name = "short of money"
share = 2
stakes = {{ ante = "10", flush_bonus = "5", progressive = "1" }}
bankroll = "150"
stay = 3
[[tables.players]]
name = "plain"
stakes = {{ ante = "25" }}
bankroll = "2000"
[[tables]]
name = "apart"
submission = "{folder}/ma.toml"
count = 2
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    reset = 'initial = "500"\nreset = "400"'
    (tmp_path / "md.toml").write_text(SUBMISSION.format(book="MD-HCF", more=reset), encoding="utf-8")
    (tmp_path / "ma.toml").write_text(
        SUBMISSION.format(book="MA-HCF", more='secondary_rate = "3%"'), encoding="utf-8"
    )
    found = tmp_path / "floor.toml"
    found.write_text(FLOOR.format(folder=tmp_path), encoding="utf-8")
    return str(found)


def silent(_done: float) -> None:
    """Nobody watches."""


def played(path: str, workers: int = 1, days: str | None = None, seed: int = 5) -> FloorRun:
    run = FloorRun(path, seed)
    run.play(run.days(days), workers, None, None, silent)
    return run


def same(one: Counts, other: Counts) -> bool:
    mine, theirs = as_arrays(one), as_arrays(other)
    return mine.keys() == theirs.keys() and all(np.array_equal(mine[key], theirs[key]) for key in mine)


def test_however_it_is_played_the_counts_are_the_same(path: str, tmp_path: Path) -> None:
    whole = played(path)
    assert whole.rounds > 500
    assert same(whole.counts, played(path, workers=2).counts)
    assert not same(whole.counts, played(path, seed=6).counts)

    def impatient(done: float) -> None:
        if done >= 0.3:
            raise KeyboardInterrupt

    out = tmp_path / "run"
    first = FloorRun(path, 5)
    first.play(first.days(None), 1, None, out, impatient)
    assert 0 < first.rounds < whole.rounds
    again = FloorRun(path, 5)
    again.add(out)
    assert same(again.counts, first.counts)
    again.play(again.days(None), 1, None, out, silent)
    assert again.complete(again.days(None))
    assert same(again.counts, whole.counts)
    assert again.report(silent) == whole.report(silent)


def test_parts_are_put_together(path: str, tmp_path: Path) -> None:
    whole = played(path)
    for days in ("1-1", "2-3"):
        played(path, days=days).keep(tmp_path / days)
    merged = FloorRun(path, 5)
    merged.add(tmp_path / "2-3")
    merged.add(tmp_path / "1-1")
    assert same(merged.counts, whole.counts)
    assert meters_of(merged.work, merged.counts) == meters_of(whole.work, whole.counts)
    with pytest.raises(MalformedData, match="day 1 is counted already"):
        merged.add(tmp_path / "1-1")
    with pytest.raises(MalformedData, match="seed differs"):
        FloorRun(path, 6).add(tmp_path / "1-1")
    counters = next((tmp_path / "1-1").glob("counters-*.npz"))
    counters.write_bytes(counters.read_bytes()[:-1] + b"x")
    with pytest.raises(MalformedData, match="has changed"):
        FloorRun(path, 5).add(tmp_path / "1-1")


def test_meters_hold_what_went_in_less_what_was_paid(path: str) -> None:
    made = played(path)
    paths, hits = meters_of(made.work, made.counts)
    assert [each.name for each in paths] == ["north", "2.1", "2.2"]
    days = made.counts.table("days")
    for each in paths:
        mine = [hit for hit in hits if hit.meter == each.name]
        assert mine, "a meter from which nothing was paid shows little"
        assert [(hit.day, hit.round, hit.table) for hit in mine] == sorted(
            (hit.day, hit.round, hit.table) for hit in mine
        )
        linked = each.name == "north"
        rows = days[(days[:, 1] == 0) if linked else (days[:, 1] == 1) & (days[:, 2] == int(each.name[-1]) - 1)]
        chips = int(rows[:, 7].sum())
        whole = [hit for hit in mine if hit.line == "four_card_straight_flush"]
        if linked:
            rounded = sum(hit.showed - hit.paid for hit in whole)
            assert 0 <= rounded < 10_000 * max(1, len(whole)), "parts of a cent are not paid"
            kept = 500_000_000 + 220_000 * chips - sum(hit.paid for hit in mine) - rounded + 400_000_000 * len(whole)
            assert (each.main[-1], each.secondary[-1]) == (kept, 0)
        else:
            _both_meters(each.main[-1] + each.secondary[-1], chips, mine, whole)


def _both_meters(kept: int, chips: int, hits: list[PaidHit], whole: list[PaidHit]) -> None:
    """What wagers add to both goes out by payments alone: after all of one, the other takes its place."""
    lost = sum(hit.showed - hit.paid for hit in whole)
    assert kept == 10_000_000_000 + 250_000 * chips - sum(hit.paid for hit in hits) - lost


def test_players_come_go_and_are_ruined(path: str) -> None:
    made = played(path)
    begun, ruined, ended, rounds = made.counts.sums["sessions 0"][0].tolist()
    assert begun == ended == made.counts.sums["results 0"][0].sum()
    assert 0 < ruined < ended
    assert made.counts.sums["sessions 1"][0, 1] == 0, "without a bankroll nobody is ruined"
    seats = made.counts.table("days")[:, 4].sum()
    assert seats == sum(made.counts.sums[f"sessions {group}"][:, 3].sum() for group in (0, 1))
    assert rounds > begun
    found = made.report(silent)
    for group in found["tables"]:
        for player in group["players"]:
            assert all(abs(float(each["z"])) < 4.5 for each in player["wagers"].values())
    assert len(found["hold_by_day"]) == 3


def test_the_command_and_its_files(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, figures = tmp_path / "out", tmp_path / "figures"
    command = ["simulate", path, "--seed", "5", "--workers", "1", "--out", str(out), "--figures", str(figures)]
    assert run([*command, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    manifest = json.loads((out / "manifest.json").read_text())
    for key in ("floor", "submissions", "laws", "program", "seed", "rounds"):
        assert manifest[key] == data["manifest"][key]
    assert {each.name for each in figures.iterdir()} == {
        f"floor-{name}.{kind}" for name in ("hold", "meters", "players") for kind in ("svg", "png")
    }
    assert run(["simulate", path, "--seed", "5", "--merge", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("days = 3", "days = 0", "days: expected a whole number from 1"),
        ("count = 3", 'count = "3"', "tables 1: count: expected a whole number"),
        ('ante = "25"', 'ante = "5"', "tables 1: players 2: stakes.ante: expected $10 to $500"),
        ('ante = "25"', 'antes = "25"', "players 2: stakes: expected amounts by wager, ante among them"),
        ("arrivals = 2", "arrivals = 0", "tables 1: arrivals: expected a number above 0"),
        (
            'name = "plain"',
            'name = "plain"\nstrategy = "none.toml"',
            "players 2: strategy: none.toml: neither a rule file",
        ),
        ("seats = 4", "seats = 7", "tables 1: seats: expected a whole number from 1 to 6"),
        ("hours = 6", "hours = 6\npits = 2", "pits: expected one of days, hours"),
        ('name = "apart"', 'name = "apart"\nmeter = "north"', "meter north: expected the same rates"),
        ("hours = 6", "hours = 6.5", "floor.toml: line 3: 6.5 is a number with a point"),
        ('name = "apart"', 'name = "apart', "floor.toml: this is not TOML: Illegal character"),
        (
            '[[tables]]\nname = "apart"\nsubmission',
            '[[tables]]\nname = "apart"\n#',
            "tables 2: submission: expected the",
        ),
        ('bankroll = "2000"', 'bankroll = "0"', "tables 1: players 2: bankroll: expected more than $0"),
        (
            "arrivals = 2",
            "arrivals = 20000",
            'arrivals: expected a number above 0 such as 2 or "2.5", 10,000 at most',
        ),
    ],
)
def test_what_is_wrong_with_a_floor_is_said(
    path: str, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))
    assert run(["simulate", path]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--days", "4"], ["--days", "x"], ["--rounds", "5"], ["--gpu"], ["--workers", "0"]]
)
def test_wrong_options_of_a_floor(path: str, wrong: list[str]) -> None:
    assert run(["simulate", path, *wrong]) == 2
    assert run(["simulate", "md-high-card-flush", "--rounds", "5", "--out", "x"]) == 2


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_played(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houserules.lab.play_work", None)
    (tmp_path / "file").write_text("")
    assert run(["simulate", path, "--out", str(tmp_path / "file")]) == 2
    assert f"--out {tmp_path / 'file'}: File exists; expected a folder that can be written" in capsys.readouterr().err


def test_a_strategy_that_does_not_exist_is_told_with_those_that_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "md-high-card-flush", "--rounds", "10", "--rules", "T-8-5"]) == 2
    assert (
        'T-8-5: neither a rule file nor a strategy of this game; there are "best", "T-8-6' in capsys.readouterr().err
    )


def test_amounts_can_be_read(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", path, "--seed", "1"]) == 0
    assert re.search(r"\$\d{1,3},\d{3}\.\d\d", capsys.readouterr().out)


def test_tables_that_are_no_list_are_told_as_those_of_a_floor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "floor.toml").write_text("days = 1\n[tables]\nsubmission = 'md-high-card-flush'\n")
    assert run(["simulate", str(tmp_path / "floor.toml")]) == 2
    assert "tables: expected at least one [[tables]]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pieces": [["a", "b"]]}, "pieces: expected pairs from 0 to"),
        ({"pieces": [5]}, "pieces: expected pairs from 0 to"),
        ({"pieces": [[0, 10**15]]}, "pieces: expected pairs from 0 to"),
        ({"pieces": None}, "expected the manifest of a run"),
        ({"file": "gone.npz"}, "gone.npz: No such file or directory; expected the folder of a run"),
        ({"file": "junk.npz", "counters": f"sha256:{hashlib.sha256(b'junk').hexdigest()}"}, "junk.npz is damaged"),
    ],
)
def test_a_part_that_was_tampered_with_is_told(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], said: str
) -> None:
    part = tmp_path / "part"
    played(path, days="1-1").keep(part)
    (part / "junk.npz").write_bytes(b"junk")
    manifest = part / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
    assert run(["simulate", path, "--seed", "5", "--merge", str(part)]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_without_a_part_is_told(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", path, "--merge", str(tmp_path)]) == 2
    assert f"{tmp_path / 'manifest.json'}: No such file or directory; expected the" in capsys.readouterr().err
    (tmp_path / "manifest.json").write_text("{")
    assert run(["simulate", path, "--merge", str(tmp_path)]) == 2
    assert "manifest.json: not JSON: " in capsys.readouterr().err
