"""The small commands answer at once: nothing heavy is imported on their path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
    ["analyze", "--help"],
    ["compare", "--help"],
    ["risk", "--help"],
    ["analyze", "md-high-card-flush", "--set", "wagers.flush_bonus.paytable=Z"],
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


HEAVY_FOR_THE_SERVICE = ("numpy", "numba", "llvmlite", "matplotlib", "scipy", "dask", "typst", "psycopg")


def test_the_service_starts_without_the_laboratory(tmp_path: Path) -> None:
    """Advice and theory load what they need when they are asked for, and PostgreSQL's driver where it is used."""
    program = (
        "import asyncio, sys\n"
        "from houserules.app.house.house import House\n"
        "from houserules.log import open_log\n"
        "from houserules.web import create_app\n"
        "async def start(log):\n"
        "    house = House(log)\n"
        "    create_app(house)\n"
        "    await house.openings.furnish()\n"
        "    await house.start()\n"
        "    await house.stop()\n"
        f"with open_log({str(tmp_path / 'house.db')!r}) as log:\n"
        "    asyncio.run(start(log))\n"
        f"print('heavy:', sorted(set({HEAVY_FOR_THE_SERVICE!r}) & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"


def test_the_lab_is_entered_without_numpy() -> None:
    program = "import sys, houserules.lab; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_check_imports_neither_the_engine_nor_strategies() -> None:
    """It takes the law, the words of a game and the census of hands: 0.1 s less of a processor than all of them."""
    unneeded = ("houserules.play.rules", "houserules.play.verbs", "houserules.lab.strategy.report", "rich.table")
    program = (
        "import sys\n"
        "from houserules.cli.main import run\n"
        "run(['check', 'md-high-card-flush'])\n"
        f"print('unneeded:', sorted(set({unneeded!r}) & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "unneeded: []"


def test_the_package_itself_imports_no_room() -> None:
    program = "import sys, houserules; print(sorted(name for name in sys.modules if name.startswith('houserules.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
