"""Large numbers of rounds of one seat, played out, counted, and compared with the exact values.

The ends of rounds are counted as whole numbers; adding these in any order gives the same sums, so the result does not
depend on which worker played which rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from houserules.lab.simulation.pieces import Counts, play_work
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Numbers, Progress
from houserules.lab.strategy.files import Strategy
from houserules.law import Submission

CHUNK: Final = 1 << 17
AT_ONCE: Final = 1 << 12
"""The number of rounds written down before they are counted: few enough to stay in the processor's cache."""
CELLS: Final = "cells"


@dataclass(frozen=True, slots=True)
class Task:
    """A game and a strategy as numbers, ready to be played anywhere: rounds from 0 up to a total, in pieces."""

    game: str
    seed: int
    numbers: Numbers
    total: int

    @property
    def pieces(self) -> range:
        return range(-(-self.total // CHUNK))

    def rounds_in(self, piece: int) -> int:
        return min(CHUNK, self.total - piece * CHUNK)

    def play(self, piece: int) -> Counts:
        """How many rounds of the piece ended in each way: the base game, the kind of hand, the wheel's segment."""
        numbers = self.numbers
        tally = np.zeros(sum(numbers.cells), np.int64)
        play_rounds = solver_of(self.game).simulation.play_rounds()
        plays = np.zeros((AT_ONCE, 1), np.uint8)
        seen = np.full((3, AT_ONCE, 1), -1, np.int64)
        stop = piece * CHUNK + self.rounds_in(piece)
        for start in range(piece * CHUNK, stop, AT_ONCE):
            rounds = np.arange(start, min(start + AT_ONCE, stop))
            play_rounds(self.seed, rounds, plays, *numbers.arrays, *seen)
            count_seats(len(rounds), seen[0], seen[1], seen[2], numbers.cells[0], numbers.cells[1], tally)
        return Counts({CELLS: tally})


@jit
def count_seats(rounds: int, ends: Ints, kinds: Ints, segments: Ints, first: int, second: int, tally: Ints) -> None:
    """Adds the first seat of each round to the tally of ends, kinds and segments."""
    for place in range(rounds):
        tally[ends[place, 0]] += 1
        tally[first + kinds[place, 0]] += 1
        if segments[place, 0] >= 0:
            tally[first + second + segments[place, 0]] += 1


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rounds ended in each way."""

    rounds: int
    cells: Ints


def task_of(submission: Submission, strategy: Strategy, seed: int, total: int) -> Task:
    """Everything that a worker needs to know."""
    solver = insist_supported(submission)
    return Task(solver.game, seed, solver.simulation.numbers(submission, (strategy,)), total)


def play_pieces(
    task: Task,
    pieces: list[int],
    workers: int,
    dask: str | None,
    progress: Progress,
) -> Tally:
    """Plays these pieces here or on a cluster. An interrupt ends it; what was counted so far is returned."""
    cells, rounds = np.zeros(sum(task.numbers.cells), np.int64), 0
    asked = sum(map(task.rounds_in, pieces))

    def done(batch: tuple[int, ...], counts: Counts) -> None:
        nonlocal rounds
        cells[:] += counts.sums[CELLS]
        rounds += sum(map(task.rounds_in, batch))
        progress(rounds / asked)

    play_work(task, pieces, workers, dask, done)
    return Tally(rounds, cells)
