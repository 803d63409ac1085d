"""An event loop in virtual time: nothing is waited for, and what happens depends on one seed alone."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Jump(selectors.SelectSelector):
    """Instead of waiting, the loop's own clock is put forward."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        assert timeout is not None, "everybody waits for somebody else"
        self.loop.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """One thread: what would be done in another one is done at once."""

    def __init__(self) -> None:
        self.now = 0.0
        jump = _Jump()
        jump.loop = self
        super().__init__(jump)

    def time(self) -> float:
        return self.now

    def call_soon_threadsafe(self, callback: Callable[..., Any], *arguments: Any, **more: Any) -> asyncio.Handle:  # type: ignore[override]
        return self.call_soon(callback, *arguments, **more)

    def run_in_executor(self, _executor: Any, call: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        try:
            done.set_result(call(*arguments))
        except Exception as error:
            done.set_exception(error)
        return done


def run(work: Callable[[VirtualLoop], Coroutine[Any, Any, Result]]) -> Result:
    loop = VirtualLoop()
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(work(loop))
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=1))
        asyncio.set_event_loop(None)
        loop.close()
