"""Plays the same rounds on graphics cards, which are an optional extra.

The source of a round is the game's, the same that is compiled for the processor. A block of threads deals and counts
in its own memory, and adds to the card's memory only at the end. All cards of the machine play, taking ranges of
rounds in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from numba import config, int32, uint8

from houserules.lab.arguments import NotAvailable
from houserules.lab.simulation.random_streams import DECK
from houserules.lab.simulation.rounds import Tally, Task
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Progress

try:
    from numba import cuda
except ImportError:
    cuda = None

THREADS_OF_A_BLOCK: Final = 256
REGISTERS: Final = 64
"""The most registers per thread, so that twice as many threads run as the compiler would otherwise allow."""
BLOCKS: Final = 2048
STRETCH: Final = 1 << 28
SHARED_CELLS: Final = 4096
"""The most cells that a block counts in its own memory: 16 KiB. A larger tally is counted in the card's memory."""


def play_on_gpu(task: Task, progress: Progress) -> Tally:
    """Plays on all CUDA devices of this machine, each round in its own thread."""
    if cuda is None:
        raise NotAvailable("{gpu}: this numba has no CUDA part; install numba-cuda")
    if not cuda.is_available():
        raise NotAvailable("{gpu}: no CUDA device is available here; leave {gpu} out to play on the processor")
    kernel = kernel_for(solver_of(task.game).simulation.play_round(), task.numbers.cells)
    cards = [_Card(number, kernel, task) for number in range(len(cuda.gpus))]
    done = 0
    try:
        while done < task.total:
            for card in cards:
                stop = min(done + STRETCH, task.total)
                card.start(done, stop)
                done = stop
            for card in cards:
                card.wait()
            progress(done / task.total)
    except KeyboardInterrupt:
        for card in cards:
            card.wait()
    return Tally(done, sum((card.tally() for card in cards), np.zeros(sum(task.numbers.cells), np.int64)))


class _Card:
    """One device with the arrays of a task."""

    def __init__(self, number: int, kernel: Any, task: Task) -> None:
        self._number, self._kernel, self._seed = number, kernel, task.seed
        with cuda.gpus[number]:
            self._arrays = [cuda.to_device(array if array.size else np.zeros((1,) * array.ndim, array.dtype))
                            for array in task.numbers.arrays]  # fmt: skip
            self._tally = cuda.to_device(np.zeros(sum(task.numbers.cells), np.int64))

    def start(self, first: int, stop: int) -> None:
        with cuda.gpus[self._number]:
            self._kernel[BLOCKS, THREADS_OF_A_BLOCK](self._seed, first, stop, *self._arrays, self._tally)

    def wait(self) -> None:
        with cuda.gpus[self._number]:
            cuda.synchronize()

    def tally(self) -> Any:
        with cuda.gpus[self._number]:
            return self._tally.copy_to_host()


@cache
def kernel_for(one_round: Callable[..., Any], cells: tuple[int, ...]) -> Any:
    """A kernel that plays the rounds of a game, each in a thread of its own."""
    first, second, third = cells
    total = first + second + third
    shared_cells = total if total <= SHARED_CELLS else 1

    options = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}  # The simulator does not know registers.

    @cuda.jit(**options)
    def play_rounds_on_gpu(  # type: ignore[no-untyped-def]
        seed, start, stop, parameters, strategies, tests, actions, lookup, exact, tally
    ):
        counted = cuda.shared.array(shared_cells, int32)
        decks = cuda.shared.array((THREADS_OF_A_BLOCK, DECK), uint8)
        deck = decks[cuda.threadIdx.x]
        for cell in range(cuda.threadIdx.x, shared_cells, cuda.blockDim.x):
            counted[cell] = 0
        cuda.syncthreads()
        index = start + cuda.grid(1)
        while index < stop:
            end, kind, segment = one_round(seed, index, deck, parameters, strategies, tests, actions, lookup, exact)
            if shared_cells > 1:
                cuda.atomic.add(counted, end, 1)
                cuda.atomic.add(counted, first + kind, 1)
                if segment >= 0:
                    cuda.atomic.add(counted, first + second + segment, 1)
            else:
                cuda.atomic.add(tally, end, 1)
                cuda.atomic.add(tally, first + kind, 1)
                if segment >= 0:
                    cuda.atomic.add(tally, first + second + segment, 1)
            index += cuda.gridsize(1)
        cuda.syncthreads()
        if shared_cells > 1:
            for cell in range(cuda.threadIdx.x, shared_cells, cuda.blockDim.x):
                if counted[cell]:
                    cuda.atomic.add(tally, cell, counted[cell])

    return play_rounds_on_gpu
