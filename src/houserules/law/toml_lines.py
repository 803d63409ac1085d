"""Which line of a TOML file a key is on, so that a fault can say where it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

Path = tuple[str, ...]

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEYS: Final = re.compile(_KEY)
_DOTTED: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_LIST_HEADER: Final = re.compile(rf"\s*\[\[\s*({_DOTTED})\s*\]\]")
_HEADER: Final = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_ENTRY: Final = re.compile(rf"\s*({_DOTTED})\s*=(.*)")
_TEXT_OR_COMMENT: Final = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'|#.*""")
_QUOTES: Final = ('"""', "'''")


class KeyLines:
    """The lines of a file's keys. A key within an inline table has the line of the table."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._within: dict[Path, int] = {}
        """For tables without a header of their own: the first line with something below them."""
        self._lists: dict[Path, int] = {}
        table: Path = ()
        closing: str | None = None
        brackets = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if closing is not None:
                if closing in line:
                    closing = None
                continue
            if brackets > 0:
                brackets += _opened(line)
                continue
            if header := _LIST_HEADER.match(line):
                table = self._next_in_list(_split(header[1]))
                self._note(table, number)
            elif header := _HEADER.match(line):
                table = self._inside_lists(_split(header[1]))
                self._note(table, number)
            elif entry := _ENTRY.match(line):
                self._note((*table, *_split(entry[1])), number)
                closing = _left_open(entry[2])
                brackets = _opened(entry[2]) if closing is None else 0

    def of(self, path: Sequence[str | int]) -> int:
        """The line of the key at this path, or of the nearest table around it; 1 where there is none."""
        keys = tuple(map(str, path))
        while keys:
            line = self._lines.get(keys) or self._within.get(keys)
            if line is not None:
                return line
            keys = keys[:-1]
        return 1

    def _note(self, path: Path, number: int) -> None:
        self._lines.setdefault(path, number)
        for length in range(1, len(path)):
            self._within.setdefault(path[:length], number)

    def _next_in_list(self, path: Path) -> Path:
        path = self._inside_lists(path[:-1]) + path[-1:]
        self._lists[path] = self._lists.get(path, -1) + 1
        return (*path, str(self._lists[path]))

    def _inside_lists(self, path: Path) -> Path:
        """A table under a list of tables belongs to the last of the list."""
        inside: Path = ()
        for key in path:
            inside = (*inside, key)
            if inside in self._lists:
                inside = (*inside, str(self._lists[inside]))
        return inside


def _split(dotted: str) -> Path:
    return tuple(key.strip("\"'") for key in _KEYS.findall(dotted))


def _opened(value: str) -> int:
    """How many more lists open than close on this line; negative where more close."""
    marks = _TEXT_OR_COMMENT.sub("", value)
    return marks.count("[") - marks.count("]")


def _left_open(value: str) -> str | None:
    """The quotes that will close a long text that starts here and does not end on its line."""
    for quotes in _QUOTES:
        if value.count(quotes) == 1:
            return quotes
    return None
