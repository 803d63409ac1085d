"""How tests wait: for what happens, however long the machine takes. Only what never happens meets a limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

HANG: Final = 600.0
"""Seconds after which something hangs, also on a machine that does ten other things."""
HANG_MS: Final = HANG * 1000


def wait_for(happened: Callable[..., object]) -> None:
    until = time.monotonic() + HANG
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
