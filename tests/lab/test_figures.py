"""Figures are drawn, carry titles and units, and show what the analysis says."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.lab import chase_the_flush, starting_hands
from houserules.lab.analysis import analyze
from houserules.lab.figures import figures
from tests.lab.support import CTF, MD, submission


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


def test_the_best_three_card_flushes_are_worth_the_most() -> None:
    (panel,) = starting_hands.panels(submission(MD))
    assert panel.values[12, 11] == max(panel.values.values())
    assert panel.values[8, 7] > -1 > panel.values[7, 6] - 1e-12


def test_the_panels_of_chase_the_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few classes of each kind, because all 1,755 take a while."""
    classes = list(chase_the_flush.hole_classes())
    chosen = [*islice(classes, 3), *classes[300:303], *classes[-3:]]
    monkeypatch.setattr(chase_the_flush, "hole_classes", lambda: iter(chosen))
    found = starting_hands.panels(submission(CTF))
    assert [panel.title for panel in found] == ["Three of one suit", "Two of one suit", "Three suits"]
    drawn = figures(analyze(submission(CTF)))
    assert set(drawn) == {"results", "meter", "starting-hands"}


def test_a_directory_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert run(["analyze", MD, "--figures", str(file)]) == 2
    assert "--figures" in capsys.readouterr().err
