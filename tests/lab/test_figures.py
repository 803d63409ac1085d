"""Figures are drawn, carry titles and units, and show what the analysis says."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.lab.reports.analysis import analyze
from houserules.lab.reports.figures import figures
from houserules.lab.solving.base_game import base_results
from houserules.lab.strategy.panels import Panel
from houserules.lab.strategy.report import study
from houserules.law import Submission
from tests.lab.support import CTF, MD, submission


def panels(made: Submission) -> tuple[Panel, ...]:
    return study(made, lambda _: None).panels


def test_the_figures_of_high_card_flush(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", MD, "--figures", str(tmp_path / "new")]) == 0
    printed = capsys.readouterr().out
    files = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in files] == [
        f"md-hcf-{name}.{suffix}" for name in ("meter", "results", "starting-hands") for suffix in ("png", "svg")
    ]
    assert all(str(path) in printed for path in files)
    for path in files:
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG") if path.suffix == ".png" else b"<svg" in data
    meter = (tmp_path / "new" / "md-hcf-meter.svg").read_text()
    assert "meter (dollars)" in meter
    assert "house edge (% of the wager)" in meter
    assert "$230,227" in meter


def test_every_hand_of_high_card_flush_is_on_the_map_at_its_exact_value() -> None:
    by_length, by_two_cards, by_outside = panels(submission(MD))
    solved = base_results(submission(MD))
    hands = sum(cell.hands for cell in by_length.cells.values())
    assert hands == 133_784_560
    value = sum((cell.value * cell.hands for cell in by_length.cells.values()), Fraction()) / hands
    assert value == -solved.house_edge
    folded = 1 - Fraction(sum(cell.bet_on for cell in by_length.cells.values()), hands)
    assert folded == solved.frequency(solved.actions()["fold"])
    best = max(by_two_cards.cells.values(), key=lambda cell: cell.value)
    assert best.label == "A-K"
    assert by_two_cards.cells["9", "8"].value == -1
    assert sum(cell.hands for cell in by_outside.cells.values()) == 7_084_896


def test_the_parts_of_a_cell_make_the_cell() -> None:
    cell = panels(submission(MD))[1].cells["T", "9"]
    assert [part.label for part in cell.parts] == [f"T-9-{third}" for third in "8765432"]
    assert sum(part.hands for part in cell.parts) == cell.hands
    assert sum(part.bet_on for part in cell.parts) == cell.bet_on < cell.hands
    assert sum((part.value * part.hands for part in cell.parts), Fraction()) == cell.value * cell.hands
    assert cell.value > cell.options["raise 1x"]


def test_the_panels_of_chase_the_flush() -> None:
    found = panels(submission(CTF))
    assert [panel.title for panel in found] == ["Three of one suit", "Two of one suit", "Three suits"]
    holes = sum(cell.hands for panel in found for cell in panel.cells.values())
    assert holes == comb(52, 3)
    drawn = figures(analyze(submission(CTF)))
    assert set(drawn) == {"results", "meter", "starting-hands"}


def test_a_directory_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert run(["analyze", MD, "--figures", str(file)]) == 2
    assert "--figures" in capsys.readouterr().err
