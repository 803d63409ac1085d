"""Everything that is installed from elsewhere is named with its hash, or is not installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
_NODE = shutil.which("node")


def _requirements(lock: Path) -> dict[str, int]:
    """Each requirement with the number of its hashes."""
    entries = re.split(r"\n(?=\S)", lock.read_text().strip())
    return {entry.split()[0]: entry.count("--hash=sha256:") for entry in entries if not entry.startswith("#")}


@pytest.mark.parametrize("lock", ["locks/develop", "locks/run", "requirements", "locks/gpu", "locks/node"])
def test_each_package_of_python_has_one_version_and_its_hashes(lock: str) -> None:
    found = _requirements(ROOT / f"{lock}.lock")
    assert found
    assert {name for name, hashes in found.items() if "==" not in name or not hashes} == set()
    assert "://" not in (ROOT / f"{lock}.lock").read_text()


def test_what_runs_is_what_the_tests_ran_with() -> None:
    tested, run, everything = (
        set(_requirements(ROOT / f"{lock}.lock")) for lock in ("locks/develop", "locks/run", "requirements")
    )
    assert run <= tested
    assert everything <= tested


def test_what_scripts_install_comes_by_hash() -> None:
    for script in ("client", "environment"):
        text = (ROOT / "scripts" / script).read_text().replace("\\\n", " ")
        for line in re.findall(r".*\bpip install .*", text):
            assert "--require-hashes" in line or "-e ." in line, f"{script}: {line.strip()}"


def test_each_package_of_the_client_has_its_hash() -> None:
    packages = json.loads((ROOT / "ui" / "package-lock.json").read_text())["packages"]
    assert [path for path, each in packages.items() if path and "integrity" not in each] == []


@pytest.mark.skipif(_NODE is None, reason="the machine has no Node; scripts/client installs one")
@pytest.mark.parametrize(
    ("installed", "status"),
    [
        ({"node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"}}, 0),
        ({"node_modules/a": {"version": "1.0.0", "integrity": "sha512-other"}}, 1),
        ({"node_modules/build-for-elsewhere": {"version": "1.0.0", "integrity": "sha512-b"}}, 1),
    ],
)
def test_a_build_that_the_lock_does_not_name_is_found(tmp_path: Path, installed: dict[str, Any], status: int) -> None:
    locked = {"": {}, "node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"}}
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": locked}))
    (tmp_path / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": installed}))
    script = [str(_NODE), str(ROOT / "scripts" / "unpinned.mjs")]
    assert subprocess.run(script, cwd=tmp_path, capture_output=True, check=False).returncode == status
