"""Installed packages, made by hand: a folder for ``PYTHONPATH`` with a package and its metadata."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.waiting import HANG

ROOT = Path(__file__).resolve().parent.parent.parent


def install(site: Path, name: str, entry: str, group: str = "houserules.rulebooks") -> Path:
    """A distribution in this folder whose entry point names a package; the package's own folder is to be filled."""
    metadata = site / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{name} = {entry}\n", encoding="utf-8")
    (metadata / "RECORD").write_text("", encoding="utf-8")
    package = site / name
    package.mkdir()
    (package / "__init__.py").write_text('"""Rulebooks from outside."""\n', encoding="utf-8")
    return package


def run_with(site: Path, code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own in which these packages are installed."""
    path = os.pathsep.join((str(site), str(ROOT / "src")))
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200", **variables},
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
