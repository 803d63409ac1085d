"""Work in numbered pieces whose counts add up: on threads or on a cluster, in any order, with the same sums.

A piece depends only on its number. It counts whole numbers, which are added, and rows, which are collected; so it
makes no difference which worker played a piece, how often one was restarted, or in which runs the pieces were played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, Final, Protocol

import numpy as np

from houserules.lab.arguments import NotAvailable, literal
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.sources import every_source

SECONDS_HERE: Final = 0.1
SECONDS_AWAY: Final = 1.0
"""How long a worker should be busy before it is asked again, here or across a network."""
AHEAD: Final = 2
"""The number of batches given to each worker, so that it does not wait for the next one."""


@dataclass(slots=True)
class Counts:
    """What pieces have counted."""

    sums: dict[str, Ints] = field(default_factory=dict)
    rows: dict[str, list[Ints]] = field(default_factory=dict)

    def add(self, other: Counts) -> None:
        for name, values in other.sums.items():
            if name in self.sums:
                self.sums[name] += values
            else:
                self.sums[name] = values.copy()
        for name, parts in other.rows.items():
            self.rows.setdefault(name, []).extend(parts)

    def table(self, name: str) -> Ints:
        """The rows of this name in ascending order, whatever the order in which they were found."""
        parts = [part for part in self.rows.get(name, ()) if len(part)]
        if not parts:
            return np.zeros((0, 1), np.int64)
        every = np.concatenate(parts)
        return every[np.lexsort(every.T[::-1])]


class Work(Protocol):
    """Must be picklable, so that other machines can play its pieces."""

    def play(self, piece: int) -> Counts: ...


def play_batch(work: Work, pieces: tuple[int, ...]) -> Counts:
    made = Counts()
    for piece in pieces:
        made.add(work.play(piece))
    return made


Done = Callable[[tuple[int, ...], Counts], None]
"""Called with the pieces that have been counted, and their counts."""


class _Batches:
    """Pieces in order, in batches that take about this long."""

    def __init__(self, pieces: Iterable[int], seconds: float) -> None:
        self._pieces = iter(pieces)
        self._seconds = seconds
        self._size = 1

    def next(self) -> tuple[int, ...]:
        return tuple(islice(self._pieces, self._size))

    def took(self, pieces: int, seconds: float) -> None:
        """Batches grow at most twofold, because the first takes longer: the kernel is being compiled."""
        wanted = pieces * self._seconds / max(seconds, 1e-6)
        self._size = max(1, min(2 * self._size, int(wanted)))


def play_here(work: Work, pieces: Iterable[int], workers: int, done: Done) -> None:
    """Plays in threads of this process. An interrupt ends it once the batches in progress are counted."""
    batches = _Batches(pieces, SECONDS_HERE)
    running: dict[Future[Counts], tuple[tuple[int, ...], float]] = {}
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                while len(running) < AHEAD * workers and (batch := batches.next()):
                    running[pool.submit(play_batch, work, batch)] = batch, time.perf_counter()
                if not running:
                    return
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    batch, began = running.pop(future)
                    batches.took(len(batch), (time.perf_counter() - began) / AHEAD)
                    done(batch, future.result())
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)


def play_on_cluster(work: Work, pieces: Iterable[int], address: str, done: Done) -> None:
    """Plays on the workers of a Dask scheduler, which must have this version of the package installed."""
    try:
        from dask.distributed import Client  # noqa: PLC0415
    except ImportError:
        raise NotAvailable("{dask}: the package dask[distributed] is not installed") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise NotAvailable(f"{{dask}} {literal(address)}: no scheduler answers there ({literal(error)})") from None
    with client:
        collect(client, work, pieces, done, address)


def collect(client: Any, work: Work, pieces: Iterable[int], done: Done, address: str = "") -> None:
    """Hands out batches, some for each thread that the cluster has now, and passes on the results."""
    from dask.distributed import as_completed  # noqa: PLC0415

    _insist_installed(client, address)
    batches = _Batches(pieces, SECONDS_AWAY)
    shared = client.scatter(work, broadcast=True)
    began: dict[Any, tuple[tuple[int, ...], float]] = {}
    running = as_completed()

    def hand_out() -> None:
        while len(began) < AHEAD * max(1, _threads(client)) and (batch := batches.next()):
            future = client.submit(play_batch, shared, batch, pure=False, retries=3)
            began[future] = batch, time.perf_counter()
            running.add(future)

    try:
        hand_out()
        for future in running:
            batch, start = began.pop(future)
            try:
                counts = future.result()
            except ImportError as error:
                raise NotAvailable(_lacks(address, str(error))) from None
            batches.took(len(batch), (time.perf_counter() - start) / AHEAD)
            done(batch, counts)
            hand_out()
    except KeyboardInterrupt:
        client.cancel(list(began))


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())


def _insist_installed(client: Any, address: str) -> None:
    """Asks every worker which version of the program it has."""

    def program() -> str:
        try:
            from houserules.lab.solving.sources import every_source as digest  # noqa: PLC0415
        except ImportError as error:
            return f"none: {error}"
        return digest()

    mine = every_source()
    if not client.nthreads():
        raise NotAvailable(f"{{dask}} {literal(address)}: the scheduler has no workers")
    for worker, theirs in sorted(client.run(program).items()):
        if theirs.startswith("none"):
            raise NotAvailable(_lacks(str(worker), theirs))
        if theirs != mine:
            raise NotAvailable(f"{{dask}}: the worker {literal(worker)} has another version of houserules than this")


def _lacks(place: str, error: str) -> str:
    return f"{{dask}} {literal(place)}: a worker has no houserules ({literal(error)}); install this version there"


def ranges_of(pieces: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Numbers as ranges, each from its first to one past its last."""
    start = end = None
    for piece in sorted(pieces):
        if end == piece:
            end += 1
            continue
        if start is not None and end is not None:
            yield start, end
        start, end = piece, piece + 1
    if start is not None and end is not None:
        yield start, end


def play_work(work: Work, pieces: Iterable[int], workers: int, dask: str | None, done: Done) -> None:
    """Plays these pieces here, or on a cluster."""
    if dask is not None:
        play_on_cluster(work, pieces, dask, done)
    else:
        play_here(work, pieces, workers, done)


def write_counts(counts: Counts, stream: BinaryIO) -> None:
    arrays: dict[str, Any] = dict(as_arrays(counts))
    np.savez_compressed(stream, **arrays)


def read_counts(content: bytes) -> Counts:
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        return from_arrays(dict(arrays))


def as_arrays(counts: Counts) -> Mapping[str, Ints]:
    """Counts as named arrays for a file; equal counts give equal arrays."""
    rows = {f"rows {name}": counts.table(name) for name in sorted(counts.rows)}
    return {f"sums {name}": counts.sums[name] for name in sorted(counts.sums)} | rows


def from_arrays(arrays: Mapping[str, Ints]) -> Counts:
    made = Counts()
    for key, values in arrays.items():
        what, _, name = key.partition(" ")
        if what == "sums":
            made.sums[name] = values
        else:
            made.rows[name] = [values]
    return made
