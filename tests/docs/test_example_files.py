"""The files in examples/ are what they say they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from houserules.cli.main import run

ROOT = Path(__file__).resolve().parent.parent.parent
SUBMISSIONS = sorted((ROOT / "examples" / "submissions").glob("*.toml"))


@pytest.mark.parametrize("path", SUBMISSIONS, ids=lambda path: path.stem)
def test_example_submissions(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lawful = path.stem != "unlawful"
    assert run(["check", str(path)]) == (0 if lawful else 1)
    printed = capsys.readouterr().out
    assert "warning" not in printed
    if not lawful:
        assert "Nine faults" in path.read_text(encoding="utf-8")
        assert "not lawful: 9 faults" in printed
