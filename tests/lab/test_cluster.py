"""The same rounds on a real cluster: with workers that die, and with workers that cannot play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from dask import distributed

from houserules.lab import NotAvailable
from houserules.lab.simulation.pieces import Counts, collect
from houserules.lab.simulation.rounds import CELLS, CHUNK
from tests.lab.test_simulation import played, task

NAME = "md-high-card-flush"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made,
        distributed.Client(made) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_rounds(cluster: Any) -> None:
    made = task(NAME, 3 * CHUNK + 5)
    found = Counts()
    batches: list[int] = []

    def done(batch: tuple[int, ...], counts: Counts) -> None:
        found.add(counts)
        batches.extend(batch)

    collect(cluster, made, made.pieces, done)
    assert sorted(batches) == list(made.pieces)
    assert (found.sums[CELLS] == played(made).cells).all()


def test_a_worker_that_dies_changes_nothing(cluster: Any) -> None:
    made = task(NAME, 12 * CHUNK)
    found = Counts()
    batches: list[int] = []

    def done(batch: tuple[int, ...], counts: Counts) -> None:
        found.add(counts)
        batches.extend(batch)
        if len(batches) == len(batch):
            first = next(iter(cluster.run(os.getpid).values()))
            os.kill(first, signal.SIGKILL)

    collect(cluster, made, made.pieces, done)
    assert sorted(batches) == list(made.pieces)
    assert (found.sums[CELLS] == played(made).cells).all()


def test_a_worker_without_the_package_is_named() -> None:
    program = "import sys; sys.modules['houserules'] = None; from distributed.cli.dask_worker import main; main()"
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as made, distributed.Client(made) as client:
        command = [sys.executable, "-c", program, made.scheduler_address, "--no-nanny", "--no-dashboard"]
        worker = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            client.wait_for_workers(1)
            with pytest.raises(NotAvailable, match=r"a worker has no houserules .* install this version there"):
                collect(client, task(NAME, CHUNK), range(1), lambda *_: None)
        finally:
            worker.kill()
            worker.wait()
