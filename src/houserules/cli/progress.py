"""A progress bar for work that takes a while: on the error stream, and only where somebody watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """Yields a function that takes how much is done, from 0 to 1. The bar vanishes at the end."""
    if not sys.stderr.isatty() or os.environ.get("HOUSERULES_QUIET"):
        yield lambda _done: None
        return
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda done: bar.update(task, completed=done)
