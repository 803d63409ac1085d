"""What `make run` installs, by a Python that only notes what it is asked to do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
case "$*" in
--version) echo Python 3.13.0 ;;
"-m venv "*)
    packages="$3/lib/python3.13/site-packages"
    mkdir -p "$3/bin" "$packages/numba/tests" "$packages/numpy/lib/tests" "$packages/numpy/testing"
    cp "$0" "$3/bin/python" ;;
"-m pip --version") [ -e "$(dirname "$0")/../lib" ] ;;
"-m pip uninstall "*) echo "$*" >"$(dirname "$0")/../removed" ;;
esac
"""


@pytest.mark.parametrize(
    ("purpose", "kept"),
    [("run", ["numpy/testing"]), ("develop", ["numba/tests", "numpy/lib/tests", "numpy/testing"])],
)
def test_running_keeps_no_tests_of_other_packages(tmp_path: Path, purpose: str, kept: list[str]) -> None:
    python = tmp_path / "python3"
    python.write_text(PYTHON)
    python.chmod(0o755)
    made = tmp_path / "made"
    environment = {**os.environ, "PYTHON": str(python), "VENV": str(made)}
    subprocess.run([ROOT / "scripts" / "environment", purpose], env=environment, check=True, capture_output=True)
    packages = made / "lib" / "python3.13" / "site-packages"
    found = {str(path.relative_to(packages)) for path in packages.rglob("test*")}
    assert found == set(kept)
    assert (made / ".stamp").is_file()
    assert (made / "removed").is_file() == (purpose == "run")
