"""The library answers what the commands print; it takes a name, a file, text or data."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import houserules as hr
from houserules import law
from houserules.cli.main import run

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "examples" / "scenarios" / "high-card-flush.toml"
HAND = "Qs 9s 4d 3d 2c 8h 7h"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    run([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def test_answers_are_what_the_commands_print(capsys: pytest.CaptureFixture[str]) -> None:
    house = hr.submission("md-high-card-flush")
    assert hr.rulebooks().to_dict() == printed(capsys, "rulebooks")
    assert house.check().to_dict() == printed(capsys, "check", "md-high-card-flush")
    assert house.hand(HAND).to_dict() == printed(capsys, "hand", "md-high-card-flush", HAND)
    assert house.analyze(meter=40_000, players=3).to_dict() == printed(
        capsys, "analyze", "md-high-card-flush", "--meter", "40000", "--players", "3"
    )
    assert house.simulate(1000, seed=7).to_dict() == printed(
        capsys, "simulate", "md-high-card-flush", "--rounds", "1000", "--seed", "7"
    )
    assert house.settle(SCENARIO).to_dict() == printed(capsys, "settle", str(SCENARIO))


def test_comparisons_are_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    found = hr.compare("md-high-card-flush", "ma-high-card-flush")
    assert found.to_dict() == printed(capsys, "compare", "md-high-card-flush", "ma-high-card-flush")
    assert found.rows()


def test_a_submission_may_be_a_name_an_id_a_path_text_or_data(tmp_path: Path) -> None:
    by_name = hr.submission("md-high-card-flush")
    text = law.file_text("MD-HCF", "submission")
    path = tmp_path / "house.toml"
    path.write_text(text)
    others = [hr.submission(each) for each in ("MD-HCF", "md-hcf", path, str(path), text, by_name.to_dict())]
    assert {each.digest for each in others} == {by_name.digest}
    assert all(each == by_name for each in others)
    with pytest.raises(hr.MalformedData, match="no such file, nor a bundled submission"):
        hr.submission("md-low-card-flush")


def test_choices_replace_what_the_submission_says() -> None:
    house = hr.submission(
        "md-high-card-flush", seats=5, minimum=15, flush_bonus="B", straight_flush_bonus=None,
        progressive={"rate": 0.24, "initial": 40_000}, payout_limit={"per_hand": 60_000},
    )  # fmt: skip
    data = house.to_dict()
    assert (data["table"]["seats"], data["table"]["minimum"]) == (5, "15")
    assert data["wagers"]["flush_bonus"] == {"paytable": "B", "minimum": "5", "maximum": "100"}
    assert "straight_flush_bonus" not in data["wagers"]
    assert data["wagers"]["progressive"]["rate"] == "24%"
    assert data["wagers"]["progressive"]["initial"] == "40000"
    assert data["payout_limit"]["per_hand"] == "60000"
    assert [fault.key for fault in house.check().faults] == ["payout_limit.per_hand"]
    assert hr.submission("md-high-card-flush", minimum=12.5).to_dict()["table"]["minimum"] == "12.50"


def test_what_is_wrong_is_said_of_arguments_and_not_of_flags() -> None:
    house = hr.submission("md-high-card-flush")
    with pytest.raises(hr.MalformedData, match=r"^flush_bonnus: no such choice; did you mean flush_bonus\?$"):
        hr.submission("md-high-card-flush", flush_bonnus="B")
    with pytest.raises(hr.MalformedData, match=r"expected whole cents"):
        hr.submission("md-high-card-flush", minimum=Fraction(1, 3))
    with pytest.raises(hr.MalformedData, match=r"^known: '9x' is not a card"):
        house.hand(HAND, known="9x")
    with pytest.raises(hr.MalformedData, match=r"^rounds 0: expected 1 to"):
        house.simulate(0)
    with pytest.raises(hr.MalformedData, match=r"^meter: "):
        house.analyze(meter="much")


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"minimum": 12.345}, "minimum: 12.345: expected whole cents"),
        ({"minimum": float("nan")}, "minimum: nan: expected an amount in dollars"),
        ({"payout_limit": 5}, "payout_limit: expected its keys and their values in a mapping, not 5"),
        ({"progressive": {"rate": Fraction(1, 3)}}, "rate: 1/3: expected a share with at most eight places"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_choice_that_cannot_be_read_is_named(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(hr.MalformedData, match=f"^{re.escape(message)}"):
        hr.submission("md-high-card-flush", **choices)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda house: house.simulate("10"), "rounds '10': expected a whole number"),
        (lambda house: house.simulate(1.5), "rounds 1.5: expected a whole number"),
        (lambda house: house.simulate(10, seed="x"), "seed 'x': expected a whole number"),
        (lambda house: house.simulate(10, rules=5), "rules: expected best, a short strategy, or a rule file, not 5"),
        (lambda house: house.analyze(players="two"), "players 'two': expected a whole number"),
        (lambda house: house.hand(5), "the hand: expected cards as text"),
        (lambda house: house.settle(5), "a scenario: expected a path, text in TOML, or data, not 5"),
        (lambda house: hr.submission(5), "a submission: expected a bundled name"),  # type: ignore[arg-type]
        (lambda house: house.table().bet(ante="x"), "ante: 'x' is not an amount"),
        (lambda house: house.table().bet({"x": {"ante": 10}}), "seats: expected the wagers of each seat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_argument_of_another_kind_is_named(ask: Any, message: str) -> None:
    with pytest.raises(hr.MalformedData, match=f"^{re.escape(message)}"):
        ask(hr.submission("md-high-card-flush"))


def test_rounds_may_be_written_as_a_power() -> None:
    house = hr.submission("md-high-card-flush")
    assert house.simulate(1e3, seed=7).to_dict() == house.simulate(1000, seed=7).to_dict()


def test_wagers_that_cannot_be_read_leave_the_table_as_it_was() -> None:
    table = hr.submission("md-high-card-flush").table(seed=7)
    with pytest.raises(hr.MalformedData):
        table.bet({1: 5})  # type: ignore[dict-item]
    table.bet(ante=10)
    assert table.turn == 1


def test_a_notebook_shows_the_drawings() -> None:
    drawn = hr.submission("md-high-card-flush").analyze().figures()
    assert repr(drawn).startswith("<Figures: md-hcf-results.svg, md-hcf-results.png")
    assert drawn["md-hcf-results.png"].startswith(b"\x89PNG")
    assert drawn._repr_html_().count("data:image/svg+xml;base64,") == sum(name.endswith(".svg") for name in drawn)


def test_a_table_without_rows_has_its_columns() -> None:
    lawful = hr.submission("md-high-card-flush").check()
    assert list(lawful.to_frame().columns) == ["kind", "key", "clause", "message", "lawful"]
    assert "<th>message</th>" in lawful._repr_html_()


def test_faults_are_found_with_their_clauses() -> None:
    found = hr.submission("md-high-card-flush", seats=9).check()
    assert not found
    assert [(fault.key, fault.clause) for fault in found.faults] == [
        (row["key"], row["clause"]) for row in found.rows() if row["kind"] == "fault"
    ]
    assert repr(found) == f"<Check: not lawful, {len(found.faults)} fault{'s' * (len(found.faults) > 1)} (MD-HCF)>"


def test_figures_are_exact() -> None:
    found = hr.submission("md-high-card-flush").analyze()
    assert isinstance(found.edge(), Fraction)
    assert str(found.edge("flush_bonus")) == found.to_dict()["wagers"]["flush_bonus"]["house_edge"]["exact"]
    with pytest.raises(KeyError, match="expected one of base, "):
        found.edge("insurance")


def test_notebooks_see_a_table_in_which_nothing_is_markup() -> None:
    shown = hr.submission("md-high-card-flush", operator="<b>A & B</b>", seats=9).check()._repr_html_()
    assert shown.startswith("<table><caption>Check: not lawful")
    assert "<td>table.seats</td>" in shown
    assert "<b>" not in hr.compare(
        hr.submission("MD-HCF", operator="<b>A</b>"), hr.submission("MD-HCF", operator="B")
    )._repr_html_()  # fmt: skip


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_are_made_by_what_is_installed(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    """Neither is a dependency. What is asked of them is a class that takes a list of rows."""
    made: list[Any] = []
    module = ModuleType(library)
    module.DataFrame = lambda rows: made.append(rows) or library  # type: ignore[attr-defined, func-returns-value]
    for each in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, each, module if each == library else None)
    found = hr.submission("md-high-card-flush").hand(HAND)
    assert found.to_frame() == library
    assert [row["action"] for row in made[0]] == list(found.options)
    assert all(type(row["value"]) is float for row in made[0])
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match="install one of them"):
        found.to_frame()


def test_the_surface_is_documented_name_by_name() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    public = {
        f"{name}.{member}" if member else name for name in hr.__all__ for member in ("", *_members(getattr(hr, name)))
    }
    missing = []
    for name in sorted(public):
        _, dot, member = name.partition(".")
        shown = rf"`{name}\b" + (rf"|`\.{member}\b" if dot else "")
        missing += [] if re.search(shown, page) else [name]
    assert missing == []


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 3
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert names["table"].result is not None


def _members(thing: object) -> list[str]:
    if not isinstance(thing, type) or issubclass(thing, Exception):
        return []
    return [name for name in vars(thing) if not name.startswith("_")]
