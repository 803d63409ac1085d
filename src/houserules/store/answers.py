"""The futures that a store answers with."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from threading import Condition
from typing import Any, Final

from houserules.store.contract import Commit, Committed
from houserules.store.database import Database

Act = Callable[[Database], None]
"""Something rarer than a commit that is written by the same thread in a transaction of its own."""

_FINISHED: Final = "FINISHED"
_log = logging.getLogger("houserules.store")


class Answer(Future[Committed]):
    """The future of one commit or act.

    All answers of a store share one condition, where a future of the standard library makes a lock for itself: a
    store makes tens of thousands of them a second, and answers them by the batch.
    """

    def __init__(self, work: Commit | Act, settled: Condition) -> None:
        self.work = work
        self._condition = settled
        self._state = "PENDING"
        self._result = None
        self._exception = None
        self._waiters: list[Any] = []
        self._done_callbacks: list[Callable[[Future[Committed]], object]] = []

    def cancel(self) -> bool:
        """What was handed in cannot be taken back."""
        return False

    def result(self, timeout: float | None = None) -> Committed:
        error = self.exception(timeout)
        if error is not None:
            raise error
        assert self._result is not None
        return self._result

    def exception(self, timeout: float | None = None) -> BaseException | None:
        if self._state != _FINISHED:
            with self._condition:
                if not self._condition.wait_for(self.done, timeout):
                    raise TimeoutError
        return self._exception

    def settle(self, outcome: Committed | Exception) -> None:
        """Called with the condition held."""
        if isinstance(outcome, Committed):
            self._result = outcome
        else:
            self._exception = outcome
        self._state = _FINISHED
        for waiter in self._waiters:
            (waiter.add_result if self._exception is None else waiter.add_exception)(self)

    def tell(self) -> None:
        """Calls whoever asked to be called."""
        for listener in self._done_callbacks:
            try:
                listener(self)
            except Exception:
                _log.exception("whoever was told of an answer failed")


def settle(answers: Iterable[Answer], outcomes: Iterable[Committed | Exception], settled: Condition) -> None:
    """Answers all of them, then wakes whoever waits for any."""
    listed = list(answers)
    with settled:
        for answer, outcome in zip(listed, outcomes, strict=True):
            answer.settle(outcome)
        settled.notify_all()
    for answer in listed:
        answer.tell()
