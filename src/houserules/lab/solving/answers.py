"""Answers that take long to compute, kept by question: in memory, and on disk for later runs and other processes.

What a question does not say is the code that answers it, so the name of a file on disk is a digest of the question
and of the sources of the solver.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import houserules
from houserules.caching import Cache, DiskCache, cache_home
from houserules.law.games import module_of

Answer = TypeVar("Answer")

COUNTING_ROOMS: Final = ("lab", "cards", "money")
"""The rooms whose sources decide what an answer is. Rules reach a solver only as the terms of a question."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the solver of a game, and everything that the answer depends on."""

    game: str
    about: str
    """Such as ``base game`` or ``leak by a dealer card``."""
    terms: object
    """Can be pickled and compared. Two questions with the same ``repr`` that differ do no harm: both are kept whole
    beside their answers and compared."""


_KEPT: Final[Cache[str, tuple[Question, Any]]] = Cache(256)


def find_answer(question: Question, solve: Callable[[], Answer]) -> Answer:
    """The answer that is kept, or else the one that ``solve`` finds, which is kept."""
    found = known_answer(question)
    return keep_answer(question, solve()) if found is None else found


def known_answer(question: Question) -> Any:
    """The answer if it is kept, else None."""
    key = hashlib.sha256(repr(question).encode()).hexdigest()
    found = _KEPT.get(key)
    if found is None and (folder := _folder()) and (name := _file_name(key, question.game)):
        found = folder.get(name)
    if found is None:
        return None
    _KEPT.put(key, found)
    asked, answer = found
    return answer if asked == question else None


def keep_answer(question: Question, answer: Answer) -> Answer:
    """Keep an answer, also one that another process found."""
    key = hashlib.sha256(repr(question).encode()).hexdigest()
    _KEPT.put(key, (question, answer))
    if (folder := _folder()) and (name := _file_name(key, question.game)):
        folder.put(name, (question, answer))
    return answer


def _folder() -> DiskCache | None:
    home = cache_home()
    return DiskCache(home / "answers") if home is not None else None


def _file_name(key: str, game: str) -> str | None:
    """None where it is not known which files the solver is made of, and whether they have changed."""
    solver = _solver_digest(game)
    return hashlib.sha256(f"{key} {sources_digest()} {solver}".encode()).hexdigest() if solver else None


@cache
def sources_digest() -> str:
    """A digest of everything here that takes part in answering."""
    root = Path(houserules.__file__).parent
    return digest_of(*(root / room for room in COUNTING_ROOMS))


@cache
def _solver_digest(game: str) -> str | None:
    package = module_of("solvers", game).partition(".")[0]
    if package == houserules.__name__:
        return sources_digest()
    found = find_spec(package)
    folders = (found.submodule_search_locations if found is not None else None) or ()
    return digest_of(*map(Path, folders)) if folders else None


def digest_of(*folders: Path) -> str:
    """A digest of all sources in these folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for source in sorted(folder.rglob("*.py")):
            digest.update(str(source.relative_to(folder.parent)).encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()
