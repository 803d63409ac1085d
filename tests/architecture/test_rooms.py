"""The pure rooms are pure in their text too: no clock, no chance, no files, no floats."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import houserules

ROOT = Path(houserules.__file__).parent
PURE = ("cards", "money", "law", "merkle")
PURE_FILES = sorted(path for room in PURE for path in (ROOT / room).rglob("*.py"))

IMPURE_CALLS = {"open", "input", "print", "float", "eval", "exec", "now", "today", "utcnow"}


@pytest.mark.parametrize("path", PURE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pure_rooms_neither_ask_the_world_nor_round_in_floats(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"line {node.lineno}: a float"
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            assert name not in IMPURE_CALLS, f"line {node.lineno}: {name}()"


def test_no_module_needs_a_table_of_contents() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in ROOT.rglob("*.py")
        if (lines := path.read_text().count("\n")) > 600
    }
    assert long == {}


@pytest.mark.parametrize("path", PURE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_jurisdiction_is_asked_for_by_name(path: Path) -> None:
    """Two jurisdictions are two data sets; code that compares their names would be a third."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            for part in (node.left, *node.comparators):
                text = part.value if isinstance(part, ast.Constant) else None
                assert text not in {"MD-HCF", "MD-CTF", "MA-HCF", "Maryland", "Massachusetts"}, node.lineno
