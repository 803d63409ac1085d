"""Simulated rounds a second: each game on one core and on two, in turns so that all share the same weather.

``python benchmarks/simulation.py [seconds]`` measures the processor; with ``--gpu`` the graphics cards too, whose
first rounds are compared with the processor's, count by count; with ``--dask`` only a Dask cluster of two workers on
this machine beside two threads, in turns, by the clock and by the processor time of all processes together.
"""

from __future__ import annotations

import statistics
import sys
import time

from houserules import law
from houserules.lab import BestPlay, Strategy, Task, default_strategy, play_on_gpu, play_pieces, task_of
from houserules.law import Submission, freeze, read_filing, read_toml

ON_A_CARD = 10**11
COMPARED = 1 << 22


def submission_named(name: str) -> Submission:
    return freeze(read_filing(read_toml(law.submissions()[name].folder.text("submission"), name), name))


def silent(_done: float) -> None:
    """Nobody watches."""


def per_core(task: Task, pieces: int) -> float:
    """Rounds a second of this thread's processor time."""
    began = time.thread_time()
    rounds = 0
    for piece in range(pieces):
        task.play(piece)
        rounds += task.rounds_in(piece)
    return rounds / (time.thread_time() - began)


def by_the_clock(task: Task, workers: int, pieces: int) -> float:
    began = time.perf_counter()
    tally = play_pieces(task, list(range(pieces)), workers, None, silent)
    return tally.rounds / (time.perf_counter() - began)


def processor_time() -> float:
    """Seconds that this process and the workers that it has started were busy."""
    import psutil  # noqa: PLC0415

    workers = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    return time.process_time() + float(sum(each.user + each.system for each in workers))


def beside_dask(seconds: float) -> None:
    """The first turn is not counted: in it every worker compiles, and the pieces grow to those of a second."""
    from dask.distributed import LocalCluster  # noqa: PLC0415

    submission = submission_named("md-high-card-flush")
    task = task_of(submission, default_strategy(submission), 1, 1 << 40)
    pieces = list(range(max(2, int(2 * seconds * per_core(task, 4) / task.rounds_in(0)))))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        shares: list[tuple[float, float]] = []
        for _ in range(4):
            took = []
            for address in (None, cluster.scheduler_address):
                busy, began = processor_time(), time.perf_counter()
                play_pieces(task, pieces, 2, address, silent)
                took.append((time.perf_counter() - began, processor_time() - busy))
            (here, busy_here), (there, busy_there) = took
            shares.append((there / here, busy_there / busy_here))
    by_clock, by_processor = (statistics.median(column) for column in zip(*shares[1:], strict=True))
    print(f"Dask against threads, {len(pieces) * task.rounds_in(0):,} rounds at a time:")
    print(f"  {by_clock:.3f} times as long by the clock, {by_processor:.3f} times the processor time")


def main() -> None:
    seconds = next((float(each) for each in sys.argv[1:] if each.replace(".", "").isdigit()), 5.0)
    if "--dask" in sys.argv:
        beside_dask(seconds)
        return
    for name in ("md-high-card-flush", "md-chase-the-flush"):
        submission = submission_named(name)
        strategies: tuple[Strategy, ...] = (default_strategy(submission), BestPlay())
        for strategy in strategies:
            task = task_of(submission, strategy, 1, 1 << 40)
            pieces = max(4, int(seconds / 4 * per_core(task, 2) / task.rounds_in(0)))
            speed = max(per_core(task, pieces) for _ in range(4))
            one, two = 0.0, 0.0
            for _ in range(3):
                one = max(one, by_the_clock(task, 1, pieces))
                two = max(two, by_the_clock(task, 2, 2 * pieces))
            print(f"{name}, {strategy.name}: {speed / 1e6:.2f} million rounds a second and core")
            print(f"  by the clock: two threads {two / one:.2f} times one")
        if "--gpu" in sys.argv:
            on_cards(submission, name)


def on_cards(submission: Submission, name: str) -> None:
    few = task_of(submission, default_strategy(submission), 1, COMPARED)
    here = play_pieces(few, list(few.pieces), 2, None, silent)
    there = play_on_gpu(few, silent)
    print(f"{name}: {COMPARED:,} rounds counted alike: {bool((here.cells == there.cells).all())}")
    many = task_of(submission, default_strategy(submission), 1, ON_A_CARD)
    began = time.perf_counter()
    play_on_gpu(many, silent)
    print(f"{name}: {ON_A_CARD / (time.perf_counter() - began) / 1e9:.2f} billion a second on the graphics cards")


if __name__ == "__main__":
    main()
