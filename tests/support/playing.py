"""Whether a test plays: how often the engine has decided a command, or a submission has been judged, in this process.

It is counted where both begin, in whatever thread, so that no test says of itself that it plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import count
from typing import Any

_ticks: Iterator[int] = count(1)
_seen = 0


def seen() -> int:
    """How often until now."""
    return _seen


def _tick() -> None:
    global _seen  # noqa: PLW0603
    _seen = next(_ticks)


class _Verbs(dict[Any, Any]):
    def __getitem__(self, command: Any) -> Any:
        _tick()
        return super().__getitem__(command)


_deciding: Any = import_module("houserules.play.deciding")
_judging: Any = import_module("houserules.law.submission.check")


def watch() -> None:
    """Count from here on. Asked twice, it counts once."""
    if not isinstance(_deciding.VERBS, _Verbs):
        _deciding.VERBS = _Verbs(_deciding.VERBS)
        judged = _judging._check_keys

        def counted(filing: Any) -> Any:
            _tick()
            return judged(filing)

        _judging._check_keys = counted
