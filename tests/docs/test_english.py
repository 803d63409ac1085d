"""Phrases that no native engineer writes stay out of the source, the client and the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (
    "src/houserules",
    "ui/src",
    "docs",
    "examples",
    "tests",
    "benchmarks",
    "scripts",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
)
ENDINGS = {".py", ".md", ".ts", ".tsx", ".css", ".toml"}
FOREIGN = re.compile(r"\b(the own|so many|than who|whoever|(?:records|leaves) of old)\b", re.IGNORECASE)


def texts() -> list[Path]:
    found: list[Path] = []
    for place in PLACES:
        path = ROOT / place
        files = [path] if path.is_file() else path.rglob("*")
        found.extend(each for each in files if each.suffix in ENDINGS and "static" not in each.parts)
    return sorted({*found} - {Path(__file__)})


@pytest.mark.parametrize("path", texts(), ids=lambda path: str(path.relative_to(ROOT)))
def test_it_reads_as_english(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line.strip()}" for number, line in enumerate(lines, 1) if FOREIGN.search(line)] == []
