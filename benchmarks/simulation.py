"""Simulated rounds a second: each game on one core and on two, in turns so that all share the same weather.

``python benchmarks/simulation.py [seconds]`` measures the processor; with ``--gpu`` the graphics cards too, whose
first rounds are compared with the processor's, count by count.
"""

from __future__ import annotations

import sys
import time

from houserules import law
from houserules.lab import BestPlay, Strategy, Task, default_strategy, play_on_gpu, play_pieces, task_of
from houserules.law import Submission, freeze, read_filing, read_toml

ON_A_CARD = 10**10
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


def main() -> None:
    seconds = next((float(each) for each in sys.argv[1:] if each.replace(".", "").isdigit()), 5.0)
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
