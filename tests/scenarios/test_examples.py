"""The scenarios in examples/ settle to what their first lines promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from houserules.cli.main import run

SCENARIOS = Path(__file__).resolve().parent.parent.parent / "examples" / "scenarios"
EXPECTED = {
    "high-card-flush": {1: "82789.61", 2: "239.00"},
    "chase-the-flush": {1: "244.00", 4: "4.00"},
    "void-round": {1: "344.00"},
    "massachusetts-from-a-deck": {1: "17.00", 2: "3100.00"},
}


def test_every_example_is_here() -> None:
    assert {path.stem for path in SCENARIOS.glob("*.toml")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_examples_settle(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SCENARIOS / f"{name}.toml")
    assert run(["settle", path, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {entry["seat"]: entry["net"] for entry in answer["seats"]} == EXPECTED[name]
    assert (answer["void"] is not None) is (name == "void-round")
    assert run(["settle", path]) == 0
