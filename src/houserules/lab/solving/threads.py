"""Work in threads: the kernels let other threads run beside them."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from houserules.lab.solving.solver import Progress

Piece = TypeVar("Piece")
Part = TypeVar("Part")

WORKERS: Final = 2


def in_threads(
    work: Callable[[Piece], Part], pieces: Iterable[Piece], progress: Progress | None = None
) -> Iterator[Part]:
    """The parts in the order of their pieces. An interrupt leaves undone what has not begun."""
    with ThreadPoolExecutor(WORKERS) as pool:
        futures = [pool.submit(work, piece) for piece in pieces]
        try:
            for done, future in enumerate(futures, start=1):
                yield future.result()
                if progress is not None:
                    progress(done / len(futures))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
