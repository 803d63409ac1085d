"""Packages from outside: built from their own folder, installed into a folder of the test's, and taken into use."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from houserules import installed
from houserules.law import games, library

ROOT = Path(__file__).parents[2]
THREE_CARD_POKER = ROOT / "examples" / "three_card_poker"


def install(package: Path, target: Path) -> Path:
    """Install the wheel of the package into a folder. What pip makes of it is made once in each process."""
    return Path(shutil.copytree(_installed(package), target))


@cache
def _installed(package: Path) -> Path:
    """Build the package as its own description says, and install the wheel into a folder of this process."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    wheels, target = folder / "wheels", folder / "site"
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--no-input"]
    built: list[str | Path] = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, package]
    subprocess.run(built, check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "--target", target, wheel], check=True, capture_output=True
    )
    return target


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """The packages in a folder are installed, here and in processes that are started from here."""
    before = os.environ.get("PYTHONPATH")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        _look_again()


def _look_again() -> None:
    for kept in (installed._places, library._editions, library._read, games._loaded):
        kept.cache_clear()
