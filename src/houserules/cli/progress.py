"""The progress of long work, on the error stream: a bar on a terminal, otherwise lines."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console

EVERY: Final = 5.0
"""Seconds between two lines; work that is done sooner prints nothing."""


@contextmanager
def progress_bar(what: str, rounds: int | None = None, before: float = 0.0) -> Iterator[Callable[[float], None]]:
    """Yields a function that takes the fraction done, from 0 to 1. A bar vanishes at the end. For rounds played it
    also shows how many per second and how long the rest will take; ``before`` was done by an earlier run."""
    if os.environ.get("HOUSERULES_QUIET"):
        yield lambda _done: None
        return
    if not sys.stderr.isatty():
        yield _lines(what, rounds, before)
        return
    from rich.progress import Progress  # noqa: PLC0415

    began = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)

        def update(done: float) -> None:
            more = f", {_speed(done, rounds, before, time.monotonic() - began)}" if rounds is not None else ""
            bar.update(task, completed=done, description=f"{what}{more}")

        yield update


def _lines(
    what: str, rounds: int | None = None, before: float = 0.0, clock: Callable[[], float] = time.monotonic
) -> Callable[[float], None]:
    began = said = clock()

    def tell(done: float) -> None:
        nonlocal said
        now = clock()
        if now - said >= EVERY:
            said = now
            more = f", {_speed(done, rounds, before, now - began)}" if rounds is not None else ""
            print(f"{what}: {done:.0%}{more}", file=sys.stderr, flush=True)

    return tell


def _speed(done: float, rounds: int, before: float, seconds: float) -> str:
    now = done - before
    speed = now * rounds / seconds if seconds else 0.0
    left = seconds / now * (1 - done) if now else 0.0
    return f"{speed:,.0f} rounds a second, {left / 60:.1f} minutes left"
