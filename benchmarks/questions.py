"""What the lab's questions cost a user: time, processor time and memory of each command, in a process of its own.

Run it with ``.venv/bin/python -m benchmarks.questions [WORDS] [--against PATH]``: ``WORDS`` choose the questions
whose name has them, ``--against`` asks another checkout too, in turns with this one. No answer is kept from before;
kernels are: the first run on a machine compiles them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

HERE: Final = Path(__file__).resolve().parent.parent
CHASE: Final = "md-chase-the-flush"
CUSTOM: Final = "wagers.xtra_bonus.paytable={six_card_flush=50, five_card_flush=6}"
MARYLAND: Final = "md-high-card-flush"
QUESTIONS: Final = {
    "analyze, Chase the Flush": ("analyze", CHASE, "--json"),
    "analyze, High Card Flush": ("analyze", MARYLAND, "--json"),
    "analyze, Massachusetts": ("analyze", "ma-high-card-flush", "--json"),
    "simulate 1,000 rounds, Chase the Flush": ("simulate", CHASE, "--rounds", "1000", "--json"),
    "strategy, Chase the Flush": ("strategy", CHASE, "--json"),
    "strategy, High Card Flush": ("strategy", MARYLAND, "--json"),
    "leak, dealer card, Chase the Flush": ("leak", CHASE, "--dealer-card", "--json"),
    "leak, dealer card, High Card Flush": ("leak", MARYLAND, "--dealer-card", "--json"),
    "risk, six seats, High Card Flush": ("risk", MARYLAND, "--seats", "6", "--json"),
    "risk, six seats, Chase the Flush": ("risk", CHASE, "--seats", "6", "--json"),
    "all papers, Chase the Flush": ("print", CHASE, "--out", "{folder}/papers"),
    "analyze, own table of Chase the Flush": ("analyze", CHASE, "--set", CUSTOM, "--json"),
    "strategy, own table of Chase the Flush": ("strategy", CHASE, "--set", CUSTOM, "--json"),
    "leak, dealer card, own table of Chase the Flush": ("leak", CHASE, "--set", CUSTOM, "--dealer-card", "--json"),
}


class Cost(NamedTuple):
    seconds: float
    processor: float
    megabytes: float


def ask(checkout: Path, arguments: tuple[str, ...], folder: Path) -> Cost:
    """One command of this checkout, whose answers are kept in the folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "src"),
        "HOUSERULES_CACHE": str(folder),
        "NUMBA_CACHE_DIR": str(HERE / ".cache" / "benchmarks" / checkout.name),
    }
    said = [each.format(folder=folder) if "{folder}" in each else each for each in arguments]
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "houserules", *said],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    _, status, used = os.wait4(process.pid, 0)
    assert process.stderr is not None
    if status:
        raise SystemExit(f"houserules {' '.join(said)}: {process.stderr.read().decode()}")
    return Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measured(checkout: Path, arguments: tuple[str, ...], cold: bool) -> Cost:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not cold:
            ask(checkout, arguments, folder)
        return ask(checkout, arguments, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="questions whose name has all of these words")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--warm", action="store_true", help="ask a second time as well")
    chosen = parser.parse_args()
    checkouts = [HERE, *([chosen.against.resolve()] if chosen.against else [])]
    made = Table("question", "", "s", "processor s", "MB", *(["times"] if chosen.against else []))
    for name, arguments in QUESTIONS.items():
        if not all(word.lower() in name.lower() for word in chosen.words):
            continue
        for cold in (True, False) if chosen.warm else (True,):
            costs = [measured(checkout, arguments, cold) for checkout in checkouts]
            row = [name, "first" if cold else "again"]
            row += [" / ".join(f"{getattr(cost, part):.{places}f}" for cost in costs) for part, places in
                    (("seconds", 2), ("processor", 2), ("megabytes", 0))]  # fmt: skip
            made.add_row(*row, *([f"{costs[1].seconds / costs[0].seconds:.1f}"] if chosen.against else []))
    Console(width=130).print(made)


if __name__ == "__main__":
    main()
