"""The kernel of the simulation for a graphics card. Importing this module needs the CUDA part of numba."""

from collections.abc import Callable
from typing import Any

from numba import cuda

from houserules.lab.solving.arrays import Ints


def kernel_for(one_round: Callable[..., Any]) -> Any:
    """A kernel that plays the rounds of a game, each in a thread of its own."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_rounds_on_gpu(
        seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints
    ) -> None:
        """Play the rounds of these numbers, spread over all threads, and count how each ended."""
        index = start + cuda.grid(1)
        while index < stop:
            first, second, third = one_round(seed, index, parameters, tests, actions)
            if first >= 0:
                cuda.atomic.add(tally, first, 1)
            if second >= 0:
                cuda.atomic.add(tally, second, 1)
            if third >= 0:
                cuda.atomic.add(tally, third, 1)
            index += cuda.gridsize(1)

    return play_rounds_on_gpu
