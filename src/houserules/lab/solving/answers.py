"""Answers that take long to compute, kept by question: in memory, and on disk for later runs and other processes.

A question does not include the code that answers it, so the name of a file on disk is a digest of the question and of
the sources that its answer depends on. Answers to standard questions ship with the package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from houserules.caching import Cache, DiskCache, cache_home
from houserules.lab.solving.shipped import shipped_answer
from houserules.lab.solving.sources import digest_behind

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the solver of a game, and everything that the answer depends on."""

    game: str
    about: str
    """Such as ``base game`` or ``leak by a dealer card``."""
    terms: object
    """Must be picklable and comparable. Two different questions with the same ``repr`` do no harm: each is kept whole
    beside its answer and compared."""
    by: str
    """The module of the function that answers it: its sources, and those that it imports, decide the answer. Where it
    calls modules that it does not import, such as the kernels of a game, these follow, separated by blanks."""

    @property
    def key(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()


_KEPT: Final[Cache[str, tuple[Question, Any]]] = Cache(256)


def find_answer(question: Question, solve: Callable[[], Answer]) -> Answer:
    """The kept answer if there is one; otherwise the answer that ``solve`` finds, which is then kept."""
    found = known_answer(question)
    return keep_answer(question, solve()) if found is None else found


def known_answer(question: Question) -> Any:
    """The kept answer, or None."""
    key = question.key
    found = _KEPT.get(key)
    if found is None and (folder := _folder()) and (name := _file_name(key, question)):
        found = shipped_answer(question.game, question.about, key, question.by) or folder.get(name)
    if found is None:
        return None
    _KEPT.put(key, found)
    asked, answer = found
    return answer if asked == question else None


def keep_answer(question: Question, answer: Answer) -> Answer:
    """Keeps an answer, which may be one that another process found."""
    key = question.key
    _KEPT.put(key, (question, answer))
    if (folder := _folder()) and (name := _file_name(key, question)):
        folder.put(name, (question, answer))
    return answer


def answers_in_memory() -> tuple[tuple[Question, Any], ...]:
    """Every question that this process asked most recently, with its answer."""
    return _KEPT.values()


def _folder() -> DiskCache | None:
    home = cache_home()
    return DiskCache(home / "answers") if home is not None else None


def _file_name(key: str, question: Question) -> str | None:
    """None where the files that the answer depends on are not known, so that a change to them would not be
    noticed."""
    sources = digest_behind(question.by)
    return hashlib.sha256(f"{key} {sources}".encode()).hexdigest() if sources else None
