"""The wheel and the source archive are whole, or they are not built."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

CLIENT = "houserules/web/static/index.html"


@pytest.fixture(scope="module")
def unpacked(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (archive,) = packages.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


def _build(folder: Path, out: Path) -> subprocess.CompletedProcess[str]:
    building = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    return subprocess.run(building, cwd=folder, capture_output=True, text=True, check=False)


def test_the_wheel_holds_the_client_the_examples_and_the_verifiers(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert CLIENT in names
    assert any(name.startswith("houserules/web/static/assets/") and name.endswith(".js") for name in names)
    assert "houserules/py.typed" in names
    assert "houserules/examples/scenarios/high-card-flush.toml" in names
    assert "houserules/examples/three_card_poker/pyproject.toml" in names
    verifiers = {name for name in names if name.startswith("houserules/verifiers/")}
    of_the_docs = {path.name for path in (Path(__file__).parents[2] / "docs").glob("verify_*.py")}
    assert {Path(name).name for name in verifiers} == of_the_docs
    assert not [name for name in names if "tests/" in name or "__pycache__" in name]


def test_the_index_shows_pictures_and_knows_what_the_package_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        (metadata,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        text = opened.read(metadata).decode()
    head = HeaderParser().parsestr(text)
    assert "](docs/" not in text
    assert "![" in text
    assert "Typing :: Typed" in head.get_all("Classifier", [])
    assert any(url.startswith("Source, https://") for url in head.get_all("Project-URL", []))
    extras = set(head.get_all("Provides-Extra", []))
    assert extras >= {"lab", "figures", "print", "serve", "postgres", "cluster", "gpu", "frames", "all"}


def test_a_wheel_from_the_source_archive_is_the_same(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    built = _build(unpacked, tmp_path)
    assert built.returncode == 0, built.stderr
    (again,) = tmp_path.glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("script", ["exit 1", "exit 0"], ids=["the build fails", "the build makes nothing"])
def test_without_the_client_nothing_is_built(unpacked: Path, tmp_path: Path, script: str) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(unpacked, folder)
    shutil.rmtree(folder / "src" / "houserules" / "web" / "static")
    (folder / "scripts" / "client").write_text(f"#!/bin/sh\n{script}\n")
    built = _build(folder, tmp_path / "out")
    assert built.returncode != 0
    assert "a package without it is no use" in built.stderr
    assert not list((tmp_path / "out").glob("*.whl"))
