"""The small commands answer at once: nothing heavy is imported on their path."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "numpy",
    "numba",
    "llvmlite",
    "matplotlib",
    "scipy",
    "dask",
    "litestar",
    "typst",
    "psycopg",
    "cryptography",
    "sqlite3",
    "uvicorn",
)

SMALL_COMMANDS = (
    ["--help"],
    ["--version"],
    ["check", "md-high-card-flush"],
    ["check", "ma-high-card-flush", "--json"],
    ["rulebooks"],
    ["clauses", "MD-HCF"],
    ["readings", "MA-HCF"],
    ["paytables", "MD-CTF"],
    ["check", "--help"],
    ["audit", "--help"],
    ["archive", "--help"],
    ["analyze-this-typo"],
)


@pytest.mark.parametrize("arguments", SMALL_COMMANDS, ids=" ".join)
def test_nothing_heavy_is_imported(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from houserules.cli.main import run\n"
        f"status = run({arguments!r})\n"
        f"heavy = sorted(set({HEAVY!r}) & set(sys.modules))\n"
        "print('heavy:', heavy, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "heavy: []"
