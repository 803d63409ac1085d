"""Small modules in small folders, and nothing long that stands twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "src" / "houserules", ROOT / "ui" / "src")
ENDINGS = (".py", ".ts", ".tsx", ".css")
MOST_LINES = 400
MOST_MODULES = 20
LONGEST_TWICE = 12
"""Lines that may stand in two places, blank lines, comments and imports not counted."""


def modules() -> list[Path]:
    found = [path for source in SOURCES for path in source.rglob("*") if path.suffix in ENDINGS]
    return sorted(path for path in found if "static" not in path.parts)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_not_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_a_folder_does_not_hold_too_many_modules() -> None:
    held: dict[Path, int] = defaultdict(int)
    for path in modules():
        if path.suffix != ".css" and ".test." not in path.name:
            held[path.parent] += 1
    assert {str(folder.relative_to(ROOT)): count for folder, count in held.items() if count > MOST_MODULES} == {}


def lines_that_count(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers and lines, without indentation; what stands in many files by nature is left out."""
    for number, line in enumerate(text.splitlines(), 1):
        folded = " ".join(line.split())
        if len(folded) > 2 and not folded.startswith(("#", "//", "/*", "*", "import ", "from ", "export {")):
            yield number, folded


def passages_that_stand_twice(texts: dict[str, str], longest: int) -> list[str]:
    size = longest + 1
    places: dict[tuple[str, ...], str] = {}
    found: list[str] = []
    for name, text in texts.items():
        numbered = list(lines_that_count(text))
        last = -size
        for start in range(len(numbered) - size + 1):
            passage = tuple(line for _, line in numbered[start : start + size])
            here = f"{name}:{numbered[start][0]}"
            before = places.setdefault(passage, here)
            if before != here and start >= last + size:
                found.append(f"{here} is as {before}")
                last = start
    return found


def test_no_long_passage_stands_twice() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in modules()}
    assert passages_that_stand_twice(texts, LONGEST_TWICE) == []


def test_a_copy_is_found() -> None:
    original = "\n".join(f"    step({number})" for number in range(LONGEST_TWICE + 1))
    texts = {"a.py": f"def a():\n{original}\n", "b.py": f"# Elsewhere.\ndef b():\n\n{original}\n"}
    assert passages_that_stand_twice(texts, LONGEST_TWICE) == ["b.py:4 is as a.py:2"]
    assert passages_that_stand_twice(texts, LONGEST_TWICE + 1) == []
