"""Scenarios typed from the documents, with the answers worked out by hand.

Each file of golden/ has its answer beside it: `set` is what the command line adds, a wager is written as its name,
stake, outcome, odds, winnings and what goes back to the player.
"""

from __future__ import annotations

import contextlib
import io
import json
import tomllib
from pathlib import Path

import pytest

from houserules.cli.main import run
from tests.scenarios.oracle import differences
from tests.scenarios.oracle_rounds import Json, bundled_submission

GOLDEN = sorted(path for path in (Path(__file__).parent / "golden").glob("*.toml") if ".expected" not in path.name)


def settle(path: Path, sets: list[str]) -> Json:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["settle", str(path), "--json", *[part for choice in sets for part in ("--set", choice)]])
    assert status == 0, err.getvalue()
    answer: Json = json.loads(out.getvalue())
    return answer


def written(line: Json) -> str:
    odds = line["odds"] or "-"
    return f"{line['wager']} {line['staked']} {line['outcome']} {odds} {line['paid']} {line['returned']}"


def with_sets(scenario: Json, sets: list[str]) -> Json:
    """The scenario with its submission spelled out, for the oracle."""
    submission = bundled_submission(scenario["submission"])
    for choice in sets:
        key, value = choice.split("=", 1)
        *path, last = key.split(".")
        table = submission
        for name in path:
            table = table.setdefault(name, {})
        table[last] = value
    return {**scenario, "submission": submission}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_pays_what_was_worked_out_by_hand(path: Path) -> None:
    wanted = tomllib.loads(path.with_suffix(".expected.toml").read_text("utf-8"))
    answer = settle(path, wanted.get("set", []))
    assert [seat["seat"] for seat in answer["seats"]] == [seat["seat"] for seat in wanted["seats"]]
    for got, want in zip(answer["seats"], wanted["seats"], strict=True):
        assert [written(line) for line in got["wagers"]] == want["wagers"]
        assert got["net"] == want["net"]
        if "hand" in want:
            assert [got["hand"], got["cards"]] == want["hand"]
    assert answer["meters"] == wanted["meters"]
    dealer, void = answer["dealer"], answer["void"]
    if "void" in wanted:
        assert void["clause"] == wanted["void"]
        assert dealer["qualifies"] is None
    else:
        assert void is None
        assert [dealer["hand"], dealer["cards"], dealer["qualifies"]] == wanted["dealer"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_oracle_agrees(path: Path) -> None:
    wanted = tomllib.loads(path.with_suffix(".expected.toml").read_text("utf-8"))
    scenario = tomllib.loads(path.read_text("utf-8"))
    answer = settle(path, wanted.get("set", []))
    assert differences(with_sets(scenario, wanted.get("set", [])), answer) == []


def test_there_are_enough() -> None:
    assert len(GOLDEN) >= 40
