"""Run the reference by hand: `python -m tests.reference totals --out FILE`."""

import argparse
import json
import re
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

INTERRUPTED = 130


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.reference",
        description="The slow, plain solver that the quick one is checked against. Prints JSON.",
        epilog="totals: both games whole, about a quarter of an hour. "
        "brute-force-hands: sixty hands of High Card Flush, about ten seconds.",
    )
    parser.add_argument("what", choices=("totals", "brute-force-hands"))
    parser.add_argument("--workers", type=positive, default=2, help="threads to use (default 2)")
    parser.add_argument("--out", type=Path, help="write the JSON to this file instead of printing it")
    return parser.parse_args(arguments)


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def compute(what: str, workers: int) -> dict[str, object]:
    # Numba takes seconds to load, and asking for help should not.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    from tests.reference import totals  # noqa: PLC0415

    parts = {
        "totals": {
            "high_card_flush": totals.high_card_flush_totals,
            "chase_the_flush": totals.chase_the_flush_totals,
        },
        "brute-force-hands": {"hands": totals.brute_force_hands},
    }
    result: dict[str, object] = {"made_by": f"python -m tests.reference {what}"}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for name, part in parts[what].items():
            task = progress.add_task(name, total=None)
            result[name] = part(workers, partial(show, progress, task))
    return result


def show(progress: "Progress", task: "TaskID", done: int, of: int) -> None:
    progress.update(task, completed=done, total=of)


def as_json(result: dict[str, object]) -> str:
    """Indented JSON in which a list stands on one line."""
    text = json.dumps(result, indent=1)
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    began = time.monotonic()
    try:
        result = compute(options.what, options.workers)
    except KeyboardInterrupt:
        print("interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    text = as_json(result)
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")
    print(f"{options.what}: {time.monotonic() - began:.0f} s with {options.workers} threads", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
