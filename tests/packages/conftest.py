"""One build of the packages, and environments in which the wheel alone is installed.

What the wheel depends on is copied from the environment of the tests, so that nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.packages.installed_wheel import Installed

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(out)], cwd=ROOT, check=True)
    return out


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    (found,) = packages.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with what it always needs, and no extra."""
    made = _environment(wheel, tmp_path_factory.mktemp("core"))
    described = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for each in _needed(described["project"]["dependencies"], set()):
        for file in each.files or ():
            source, target = Path(str(each.locate_file(file))), made.site_packages / file
            if ".." not in file.parts and source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
    return made


@pytest.fixture(scope="session")
def whole(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with every extra: those of the environment of the tests stand behind it."""
    made = _environment(wheel, tmp_path_factory.mktemp("whole"))
    behind = [path for path in sys.path if path.endswith("site-packages")]
    (made.site_packages / "behind.pth").write_text("\n".join(behind))
    return made


@pytest.fixture(scope="session")
def service(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with everything but the lab, the papers, and what `make run` removes again."""
    made = _environment(wheel, tmp_path_factory.mktemp("service"))
    behind = [path for path in sys.path if path.endswith("site-packages")]
    (made.site_packages / "behind.pth").write_text("\n".join(behind))
    (made.site_packages / "sitecustomize.py").write_text(
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name in ('numba', 'numpy', 'typst', 'polyfactory', 'faker'):\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Absent())\n"
    )
    return made


def _environment(wheel: Path, folder: Path) -> Installed:
    venv.create(folder / "venv", symlinks=True)
    made = Installed(folder)
    installing = [
        "-m", "pip", "--python", str(made.python), "install", "--no-deps", "--no-index", "--no-compile", str(wheel),
    ]  # fmt: skip
    subprocess.run([_python_with_pip(), *installing], check=True, capture_output=True, env=_clean())
    return made


def _python_with_pip() -> str:
    """The tests' own Python; where it has no pip, the one that its environment was made with."""
    for python in (sys.executable, f"{sys.base_prefix}/bin/python3"):
        if not subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
            return python
    raise AssertionError("no pip is installed")


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _needed(requirements: Iterable[str], seen: set[str]) -> list[Distribution]:
    """What is always needed, and what that needs."""
    found: list[Distribution] = []
    for text in requirements:
        needed = Requirement(text)
        if needed.name in seen or (needed.marker and not needed.marker.evaluate({"extra": ""})):
            continue
        seen.add(needed.name)
        brought = distribution(needed.name)
        found += [brought, *_needed(brought.requires or (), seen)]
    return found
