"""What the three bundled rulebooks settle and are worth, kept as files: a change of the engine or the lab shows here.

The files were written by the tree before a game became a value, so they do not come from the code that they test.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.cli.main import run
from houserules.play import replay

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "scenarios"
HANDS = {
    "md-high-card-flush": ("Ts 8s 6s Jc Ad Qd Jh",),
    "md-chase-the-flush": ("As Ks Js", "--board", "Ts 9s", "--dealer", "Kh"),
}


def golden(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", law.submissions())
def test_the_analysis_is_what_it_was_apart_from_the_law(capsys: pytest.CaptureFixture[str], name: str) -> None:
    found = answer(capsys, "analyze", name)
    book = law.submissions()[name].book
    assert found.pop("law") == {"rulebook": book.id, "version": book.version, "digest": book.digest}
    kept = golden(f"analyze-{name}")
    found["wagers"]["progressive"]["long_run"].pop("by_players")
    for since in ("joint_play", "turning_base_wagers"):
        found["wagers"]["progressive"].get("folds", {}).pop(since, None)
    for limit, before in zip(found.pop("payout_limit"), kept.pop("payout_limit"), strict=True):
        least, most = (Fraction(before["taken"][bound]["exact"]) for bound in ("least", "most"))
        exact = Fraction(limit["taken"]["most"]["exact"])
        assert limit["taken"]["least"] == limit["taken"]["most"], "what was between two bounds is exact"
        assert least <= exact <= most
    assert found == kept


@pytest.mark.parametrize("rulebook", law.rulebook_ids())
def test_the_pay_tables_are_what_they_were(capsys: pytest.CaptureFixture[str], rulebook: str) -> None:
    assert answer(capsys, "paytables", rulebook) == golden(f"paytables-{rulebook}")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_scenarios_settle_as_they_did(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    found = answer(capsys, "settle", str(path))
    reasons = found.pop("voids")
    assert [each["reason"] for each in reasons] == ([] if found["void"] is None else [found["void"]["reason"]])
    assert found == golden(f"settle-{path.stem}")


@pytest.mark.parametrize("name", HANDS)
def test_the_values_of_a_hand_are_what_they_were(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert answer(capsys, "hand", name, *HANDS[name]) == golden(f"hand-{name}")


@pytest.mark.parametrize("path", sorted(HERE.glob("round-*.json")), ids=lambda path: path.stem)
def test_exported_rounds_replay_to_the_same_bytes(path: Path) -> None:
    """Under the law of today, whose digest is not that of the day on which the file was written."""
    content = path.read_text(encoding="utf-8")
    book = law.rulebook(json.loads(content)["rulebook"])
    today = re.sub(r'"law":\{[^}]*\}', json.dumps({"law": _pin(book)}, separators=(",", ":"))[1:-1], content, count=1)
    assert replay(today.encode()) is None


def _pin(book: law.Rulebook) -> dict[str, str]:
    return {"rulebook": book.id, "version": book.version, "digest": book.digest}
