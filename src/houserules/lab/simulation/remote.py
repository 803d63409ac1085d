"""The same rounds on other machines: a Dask cluster, or a graphics card.

Both are optional extras and are imported only when they are asked for. They play the same numbered rounds with the
same source, so their tallies equal those of the processor.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from houserules.lab.arguments import NotAvailable, literal
from houserules.lab.simulation.rounds import CHUNK, Tally, Task, chunks
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Progress

THREADS_OF_A_BLOCK: Final = 256
BLOCKS: Final = 1024
GPU_CHUNK: Final = 1 << 24
PIECES_AHEAD: Final = 64


def play_with_dask(task: Task, total: int, address: str, progress: Progress) -> Tally:
    """Play on the workers of a Dask scheduler, which must have this package installed."""
    try:
        from dask.distributed import Client, as_completed  # noqa: PLC0415
    except ImportError:
        raise NotAvailable("{dask}: the package dask[distributed] is not installed") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise NotAvailable(f"{{dask}} {literal(address)}: no scheduler answers there ({literal(error)})") from None
    with client:
        return collect(client, as_completed, task, total, progress)


def collect(client: Any, as_completed: Any, task: Task, total: int, progress: Progress) -> Tally:
    """Hand out pieces, a few ahead of what is done, and add up what comes back."""
    cells, done = np.zeros(task.cells, np.int64), 0
    pieces = chunks(total, CHUNK)
    shared = client.scatter(task, broadcast=True)

    def submit(piece: tuple[int, int]) -> Any:
        return client.submit(play_piece, shared, *piece, pure=False)

    first = [submit(piece) for piece, _ in zip(pieces, range(PIECES_AHEAD), strict=False)]
    running = as_completed(first)
    try:
        for future in running:
            tally, count = future.result()
            cells += tally
            done += count
            progress(done / total)
            if piece := next(pieces, None):
                running.add(submit(piece))
    except KeyboardInterrupt:
        client.cancel(list(running.futures))
    return Tally(done, cells)


def play_piece(task: Task, start: int, stop: int) -> tuple[Ints, int]:
    """What a worker of the cluster does."""
    return task.play(start, stop), stop - start


def play_on_gpu(task: Task, total: int, progress: Progress) -> Tally:
    """Play on the first CUDA device, each round in a thread of its own."""
    kernel, cuda = _gpu_kernel(task.game)
    numbers = task.numbers
    parameters, tests, actions = map(cuda.to_device, (numbers.parameters, numbers.tests, numbers.actions))
    tally = cuda.to_device(np.zeros(task.cells, np.int64))
    done = 0
    try:
        for start, stop in chunks(total, GPU_CHUNK):
            kernel[BLOCKS, THREADS_OF_A_BLOCK](task.seed, start, stop, parameters, tests, actions, tally)
            cuda.synchronize()
            done = stop
            progress(done / total)
    except KeyboardInterrupt:
        cuda.synchronize()
    return Tally(done, tally.copy_to_host())


def _gpu_kernel(game: str) -> tuple[Any, Any]:
    try:
        from numba import cuda  # noqa: PLC0415
    except ImportError:
        raise NotAvailable("{gpu}: this numba has no CUDA part; install numba-cuda") from None
    if not cuda.is_available():
        raise NotAvailable("{gpu}: no CUDA device is available here; leave {gpu} out to play on the processor")
    from houserules.lab.simulation.gpu import kernel_for  # noqa: PLC0415

    return kernel_for(solver_of(game).simulation.one_round()), cuda
