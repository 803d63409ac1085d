"""Go's own packages, by which what is published here is checked."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CHECKER = Path(__file__).parent / "checker"


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in ``checker/``, built with Debian's packages and without a network."""
    built = tmp_path_factory.mktemp("go") / "checker"
    environment = {
        **os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": "",
        "GOCACHE": str(built.parent / "cache"),
    }  # fmt: skip
    go = os.environ.get("HOUSERULES_GO", "go")
    subprocess.run([go, "build", "-o", built, "."], cwd=CHECKER, env=environment, check=True)
    return built
