"""Running a coroutine where an event loop may be running already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    done: Result = call_apart(asyncio.run, work)
    return done


def call_apart(work: Callable[..., Result], *given: Any) -> Result:
    """In a thread of its own: the browser tests leave a running event loop in the one that runs the tests."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work, *given).result()
