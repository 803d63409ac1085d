"""How a service or a witness is told to stop: whatever it has open is closed before its process ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def closing_when_told() -> Iterator[None]:
    """The first signal to end is an exception in the main thread, so that everything open is closed; later ones do
    not disturb that. The server would otherwise end the process by the signal that it was sent."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _frame: FrameType | None) -> None:
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(0)

    before = {each: signal.signal(each, stop) for each in _SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
