"""How far work that takes a while has come: on the error stream, as a bar where somebody watches, else in lines."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console

EVERY: Final = 5.0
"""Seconds between two lines; work that is done sooner says nothing."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """Yields a function that takes how much is done, from 0 to 1. A bar vanishes at the end."""
    if os.environ.get("HOUSERULES_QUIET"):
        yield lambda _done: None
        return
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda done: bar.update(task, completed=done)


def _lines(what: str, clock: Callable[[], float] = time.monotonic) -> Callable[[float], None]:
    said = clock()

    def tell(done: float) -> None:
        nonlocal said
        if clock() - said >= EVERY:
            said = clock()
            print(f"{what}: {done:.0%}", file=sys.stderr, flush=True)

    return tell
