"""TOML, read strictly: no floats, because nothing in these rules is approximate."""

from __future__ import annotations

import tomllib
from typing import Any, NoReturn


class MalformedData(ValueError):
    """A file that cannot be read as what it should be. The message says where, and what would be right."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class _FloatFound(ValueError):
    pass


def read_toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_refuse_float)
    except _FloatFound as found:
        raise MalformedData(
            f"{name}: {_place_of(text, str(found))}{found} is a number with a point; {_AS_TEXT}"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise MalformedData(f"{name}: this is not TOML: {error}") from None
    except RecursionError:
        raise MalformedData(f"{name}: this is not TOML that anyone wrote: it is nested too deeply") from None
    except ValueError as error:  # tomllib leaves dates such as 2026-13-45 and enormous integers to Python.
        raise MalformedData(f"{name}: a value cannot be read: {error}") from None


_AS_TEXT = 'write amounts as text, as in "12.50", and percentages as in "2.5%"'


def _refuse_float(text: str) -> NoReturn:
    raise _FloatFound(text)


def _place_of(text: str, found: str) -> str:
    for number, line in enumerate(text.splitlines(), start=1):
        if found in line.partition("#")[0]:
            return f"line {number}: "
    return ""
