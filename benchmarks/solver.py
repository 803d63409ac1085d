"""How long the exact answers take, beside the plain reference solver in the same run.

Run it with ``.venv/bin/python -m benchmarks.solver``. The first run on a machine compiles, and says how long it took.
``--reference`` also lets the plain solver play the whole games, which takes minutes.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table


def timed(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in seconds: what the work takes when nothing else interferes."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--reference", action="store_true", help="the plain solver on whole games, too")
    chosen = arguments.parse_args()
    begun = time.perf_counter()
    from tests.reference import chase_the_flush as plain_chase  # noqa: PLC0415
    from tests.reference import high_card_flush as plain_high_card  # noqa: PLC0415
    from tests.reference.lanes import hand_from_text  # noqa: PLC0415
    from tests.reference.totals import chase_the_flush_totals, high_card_flush_totals  # noqa: PLC0415

    from houserules.cli.lab.analyze import read_submission  # noqa: PLC0415
    from houserules.lab.games.chase_the_flush import solving as chase_the_flush  # noqa: PLC0415
    from houserules.lab.games.chase_the_flush.terms import terms_of as chase_terms  # noqa: PLC0415
    from houserules.lab.games.high_card_flush import solving as high_card_flush  # noqa: PLC0415
    from houserules.lab.games.high_card_flush.terms import terms_of as high_card_terms  # noqa: PLC0415

    hand, hole = hand_from_text("Th 8h 6h Js Ad Qd Jc"), hand_from_text("Qs 9s 4d")
    chase = chase_terms(read_submission("md-chase-the-flush", ()))
    high_card = high_card_terms(read_submission("md-high-card-flush", ()))
    high_card_flush.solve(high_card)
    chase_the_flush.solve(chase)
    high_card_flush.decide(high_card, hand)
    chase_the_flush.decide(chase, hole)
    first = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    def silent(_done: int, _of: int) -> None:
        """Nobody watches."""

    def whole_high_card() -> object:
        return high_card_flush_totals(2, silent)

    def whole_chase() -> object:
        return chase_the_flush_totals(2, silent)

    rows: list[tuple[str, Callable[[], object], int, Callable[[], object] | None]] = [
        (
            "whole of High Card Flush",
            lambda: high_card_flush.solve(high_card),
            5,
            whole_high_card if chosen.reference else None,
        ),
        (
            "whole of Chase the Flush",
            lambda: chase_the_flush.solve(chase),
            3,
            whole_chase if chosen.reference else None,
        ),
        (
            "one opening of Chase the Flush",
            lambda: chase_the_flush.decide(chase, hole),
            20,
            lambda: plain_chase.opening_values(hole),
        ),
        (
            "one decision of High Card Flush",
            lambda: high_card_flush.decide(high_card, hand),
            200,
            lambda: plain_high_card.option_values(hand),
        ),
    ]
    made = Table("work", "solver", "plain reference", "ratio")
    for name, fast, times, plain in rows:
        quick = timed(fast, times)
        if plain is None:
            made.add_row(name, f"{1000 * quick:.2f} ms", "", "")
            continue
        slow = timed(plain, 2)
        made.add_row(name, f"{1000 * quick:.2f} ms", f"{1000 * slow:.1f} ms", f"{slow / quick:.0f}")
    out = Console()
    out.print(made)
    out.print(f"first answers of both games, imports and any compilation included: {first:.1f} s")
    out.print(f"memory at its peak while solving both games: {peak:.0f} MB")


if __name__ == "__main__":
    main()
