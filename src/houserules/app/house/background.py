"""Work that may take long, done beside the service: whoever asks waits a little, and is then told to ask again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

Found = TypeVar("Found")

PATIENCE: Final = 1.0
"""How many seconds a request may wait for an answer that is being worked out."""
_MOST_KEPT: Final = 256


class Aside(Generic[Found]):
    """One thread, so that however many ask, tables keep the rest of the machine. Answers are kept by their key."""

    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._known: OrderedDict[Hashable, Found] = OrderedDict()
        self._running: dict[Hashable, asyncio.Future[Found]] = {}

    def known(self, key: Hashable) -> Found | None:
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    async def answer(self, key: Hashable, work: Callable[[], Found]) -> Found | None:
        """What the work leads to; None while it goes on. It is done once, however many ask for it."""
        known = self.known(key)
        if known is not None:
            return known
        running = self.begin(key, work)
        done, _ = await asyncio.wait({running}, timeout=self.patience)
        return running.result() if done else None

    def begin(self, key: Hashable, work: Callable[[], Found]) -> asyncio.Future[Found]:
        """Have it worked out, unless that has begun already; nobody need wait."""
        running = self._running.get(key)
        if running is None:
            running = asyncio.get_running_loop().run_in_executor(self._thread, work)
            self._running[key] = running
            running.add_done_callback(lambda done: self._keep(key, done))
        return running

    def _keep(self, key: Hashable, done: asyncio.Future[Found]) -> None:
        """A failure is told to whoever waits for it, and not kept: the next one to ask has it tried again."""
        self._running.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._known[key] = done.result()
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
