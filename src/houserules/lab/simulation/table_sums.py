"""Rounds of a whole table played out, as sums of four powers of what all seats bring together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.lab.solving.arrays import Floats
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Kind
from houserules.lab.strategy.files import Strategy
from houserules.law import Submission

AT_ONCE: Final = 1 << 12


def table_player(
    submission: Submission,
    strategy: Strategy,
    wagers: Sequence[Mapping[Kind, Fraction]],
    unit: Fraction,
    seats: int,
    seed: int,
    segments: Sequence[Fraction] = (),
) -> Callable[[tuple[int, int]], Floats]:
    """A function of the first round and the one behind the last. ``wagers`` are those on a seat's own cards, each
    with what a kind of hand brings; ``unit`` is what the base wager is; ``segments`` what each segment of the wheel
    brings when it is spun."""
    simulation = insist_supported(submission).simulation
    numbers = simulation.numbers(submission, (strategy,))
    nets = np.array([float(unit * end.net) for end in simulation.ends(submission)])
    worth = np.array(
        [
            float(sum((wager.get(kind, Fraction()) for wager in wagers), Fraction()))
            for kind in simulation.kinds(submission)
        ]
    )
    spun = np.array([*map(float, segments), 0.0])
    """Behind the segments: the wheel was not spun."""
    play_rounds = simulation.play_rounds()

    def play(piece: tuple[int, int]) -> Floats:
        sums = np.zeros(4)
        seen = np.full((3, AT_ONCE, seats), -1, np.int64)
        plays = np.zeros((AT_ONCE, seats), np.uint8)
        for start in range(*piece, AT_ONCE):
            rounds = np.arange(start, min(start + AT_ONCE, piece[1]))
            play_rounds(seed, rounds, plays, *numbers.arrays, *seen)
            ends, kinds, shown = seen[:, : len(rounds)]
            wheel = spun[shown] if segments else 0.0
            totals = (nets[ends] + worth[kinds] + wheel).sum(axis=1)
            sums += [(totals**power).sum() for power in range(1, 5)]
        return sums

    return play
