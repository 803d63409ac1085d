"""Lists of names that must agree with each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houserules.law.citation import Cited
from houserules.law.game_words import Problem
from houserules.law.rulebook import Rulebook

Path = tuple[str, ...]


def no_others(book: Rulebook, listed: Cited[tuple[str, ...]], path: Path) -> Iterator[Problem]:
    """Checks that only wagers of this rulebook are listed."""
    for name in listed.value:
        if name not in book.wagers:
            yield path, f"{name} is not a wager of this rulebook; known are {', '.join(book.wagers)}"


def same(name: str, listed: Iterable[str], of: str, expected: Iterable[str], path: Path) -> Iterator[Problem]:
    """Checks that both lists hold the same names."""
    listed, expected = tuple(listed), tuple(expected)
    for missing in expected:
        if missing not in listed:
            yield path, f"{missing} is missing in {name}"
    for extra in dict.fromkeys(listed):
        if extra not in expected:
            yield (*path, extra), f"{extra} is in {name} and not in {of}; known are {', '.join(expected)}"
