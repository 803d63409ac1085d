"""Progress of what takes a while, on the error stream: a bar where somebody watches, else a line now and then."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console

SECONDS: Final = 10.0
"""Between lines, where nobody watches."""


@contextmanager
def progress_bar(what: str, rounds: int | None = None) -> Iterator[Callable[[float], None]]:
    """Yields a function that takes how much is done, from 0 to 1. The bar vanishes at the end. Where rounds are
    played, it also says how many a second and how long it will take, piped or not."""
    began = time.monotonic()
    if not sys.stderr.isatty() or os.environ.get("HOUSERULES_QUIET"):
        said = began

        def line(done: float) -> None:
            nonlocal said
            now = time.monotonic()
            if rounds is not None and not os.environ.get("HOUSERULES_QUIET") and now - said >= SECONDS:
                said = now
                print(f"{what}: {told(done, rounds, now - began)}", file=sys.stderr, flush=True)

        yield line
        return
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)

        def update(done: float) -> None:
            more = f", {told(done, rounds, time.monotonic() - began)}" if rounds is not None else ""
            bar.update(task, completed=done, description=f"{what}{more}")

        yield update


def told(done: float, rounds: int, seconds: float) -> str:
    """How much is done, how fast, and how long it will take."""
    speed = done * rounds / seconds if seconds else 0.0
    left = seconds / done * (1 - done) if done else 0.0
    return f"{done:.1%}, {speed:,.0f} rounds a second, {left / 60:.1f} minutes left"
