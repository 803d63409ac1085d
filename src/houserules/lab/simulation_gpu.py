"""The kernel of the simulation for a graphics card. Importing this module needs the CUDA part of numba."""

from numba import cuda

from houserules.lab.lanes import Ints
from houserules.lab.simulated_rounds import BASE_CELLS, KIND_CELLS, play_round


@cuda.jit  # type: ignore[untyped-decorator]
def play_rounds_on_gpu(
    seed: int, start: int, stop: int, parameters: Ints, tests: Ints, actions: Ints, tally: Ints
) -> None:
    """Play the rounds of these numbers, each thread every so many-th of them, and count how each ended."""
    index = start + cuda.grid(1)
    while index < stop:
        base, kind, segment = play_round(seed, index, parameters, tests, actions)
        cuda.atomic.add(tally, base, 1)
        cuda.atomic.add(tally, BASE_CELLS + kind, 1)
        if segment >= 0:
            cuda.atomic.add(tally, BASE_CELLS + KIND_CELLS + segment, 1)
        index += cuda.gridsize(1)
