"""TOML, read strictly: no floats, because nothing in these rules is approximate."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from inspect import currentframe
from types import FrameType
from typing import Any, Final

DEEPEST: Final = 20
"""Tables within tables: more than anyone writes by hand, and few enough for every program that reads them."""

_KEY: Final = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"?+|'[^'\n]*+'?+)"""
_LONG_TEXT: Final = r"""\"{3}(?:[^"\\]|\\.|"(?!""))*+(?:\"{3})?+|'{3}(?:[^']|'(?!''))*+(?:'{3})?+"""
_PARTS: Final = re.compile(rf"{_LONG_TEXT}|\#[^\n]*+|(?P<path>{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+)", re.DOTALL)
"""Long texts and comments, which hold no keys, and anything that may be a dotted key. Text that is not closed matches
to its end, so that no character is looked at more than a few times."""
_KEYS: Final = re.compile(_KEY, re.DOTALL)


class MalformedData(ValueError):
    """A file that cannot be read as what it should be. The message says where, and what would be right."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The data in ``text``, or MalformedData with every number that has a decimal point, or with what is not TOML."""
    _insist_short_keys(text, name)
    floats = _Floats()
    problem = None
    try:
        data = tomllib.loads(text, parse_float=floats.note)
    except tomllib.TOMLDecodeError as error:
        problem = f"this is not TOML: {error}"
    except RecursionError:
        problem = "this is not TOML that anyone wrote: it is nested too deeply"
    except ValueError as error:  # tomllib leaves dates such as 2026-13-45 and enormous integers to Python.
        problem = f"line {_line_of(error)}: a value cannot be read: {error}"
    if floats.problems or problem:
        raise MalformedData(*(f"{name}: {each}" for each in (*floats.problems, *([problem] if problem else []))))
    insist_shallow(data, name)
    return data


_AS_TEXT = 'write amounts as text, as in "12.50", and percentages as in "2.5%"'
_MOST_FLOATS: Final = 50
"""Nobody corrects more of them at once; any others are found when the file is read again."""


class _Floats:
    """Every number with a decimal point found while reading, and its line."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def note(self, number: str) -> str:
        if len(self.problems) < _MOST_FLOATS:
            self.problems.append(f"line {_line_being_read()}: {number[:40]} is a number with a point; {_AS_TEXT}")
        return number


def insist_shallow(data: Any, name: str) -> None:
    """Raises MalformedData for tables and lists nested deeper than anyone writes; walks without recursion."""
    waiting = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep(name)
        if isinstance(value, Mapping):
            waiting.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            waiting.extend((item, depth + 1) for item in value)


def _too_deep(name: str) -> MalformedData:
    return MalformedData(f"{name}: tables or lists are nested more than {DEEPEST} deep")


def _insist_short_keys(text: str, name: str) -> None:
    """Raises MalformedData for dotted keys of too many parts: the time that tomllib takes grows with their square."""
    for part in _PARTS.finditer(text):
        path = part["path"]
        if path and path.count(".") >= DEEPEST and len(_KEYS.findall(path)) > DEEPEST:
            raise _too_deep(name)


def _line_being_read() -> int:
    """The line that tomllib is reading. It does not report this, but its stack frames hold it."""
    frame = currentframe()
    while frame is not None and frame.f_code.co_name != "parse_value":
        frame = frame.f_back
    return _line_in(frame)


def _line_of(error: ValueError) -> int:
    """The line that tomllib was reading when it raised this error."""
    place, frame = error.__traceback__, None
    while place is not None:
        frame = place.tb_frame if place.tb_frame.f_code.co_name == "parse_value" else frame
        place = place.tb_next
    return _line_in(frame)


def _line_in(frame: FrameType | None) -> int:
    if frame is None:
        raise RuntimeError("tomllib no longer reads values in a function called parse_value")
    value: Mapping[str, Any] = frame.f_locals
    return 1 + int(value["src"].count("\n", 0, value["pos"]))
