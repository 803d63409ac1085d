"""Rounds played out in great number, counted, and set beside the exact values.

What is counted are ends of rounds, as whole numbers; adding them up in any order gives the same sums, so a result is
the same whatever worker played which rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Numbers, Progress
from houserules.lab.strategy.files import WrittenStrategy
from houserules.law import Submission

CHUNK: Final = 1 << 17


@dataclass(frozen=True, slots=True)
class Task:
    """A game and a strategy as numbers, ready to be played anywhere."""

    game: str
    seed: int
    numbers: Numbers

    @property
    def cells(self) -> int:
        return self.numbers.cells

    def play(self, start: int, stop: int) -> Ints:
        """The tally of the rounds of these numbers."""
        tally = np.zeros(self.cells, np.int64)
        kernel = solver_of(self.game).simulation.kernel()
        numbers = self.numbers
        kernel(self.seed, start, stop, numbers.parameters, numbers.tests, numbers.actions, tally)
        return tally


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rounds ended in each way; the game's solver reads the cells."""

    rounds: int
    cells: Ints


def task_of(submission: Submission, strategy: WrittenStrategy, seed: int) -> Task:
    """Everything that a worker must know."""
    solver = insist_supported(submission)
    return Task(solver.game, seed, solver.simulation.numbers(submission, strategy))


def chunks(total: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """The numbers of all rounds, in pieces."""
    for start in range(0, total, size):
        yield start, min(start + size, total)


def play_on_processor(task: Task, total: int, workers: int, progress: Progress) -> Tally:
    """Play on this machine's processor, in threads. An interrupt ends the play; what was counted is given back."""
    cells, done = np.zeros(task.cells, np.int64), 0
    pieces = chunks(total)
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Ints], int] = {}
        try:
            while True:
                while len(running) < 2 * workers and (piece := next(pieces, None)):
                    running[pool.submit(task.play, *piece)] = piece[1] - piece[0]
                if not running:
                    break
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    cells += future.result()
                    done += running.pop(future)
                progress(done / total)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    return Tally(done, cells)
