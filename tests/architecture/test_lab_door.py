"""The lab is used through the names that its package exports, and through nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import houserules
from houserules import lab

ROOT = Path(houserules.__file__).parents[2]
USERS = ("src/houserules", "examples", "scripts")


def deep_imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    named |= {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    return {name for name in named if name.startswith("houserules.lab.")}


def test_every_exported_name_is_there_once() -> None:
    assert all(hasattr(lab, name) for name in lab.__all__)
    assert len(lab.__all__) == len(set(lab.__all__))


def test_others_come_in_by_the_door() -> None:
    files = [path for folder in USERS for path in (ROOT / folder).rglob("*.py")]
    outside = [path for path in files if not path.is_relative_to(ROOT / "src/houserules/lab")]
    found = {str(path.relative_to(ROOT)): deep for path in outside if (deep := deep_imports(path))}
    assert found == {}


def test_the_door_opens_without_numpy() -> None:
    program = "import sys, houserules.lab; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
