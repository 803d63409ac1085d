"""Settings of ``houserules serve`` from a file and from the environment: for what nobody should type, or show."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from houserules.law import MalformedData, read_toml
from houserules.library import read_text

PREFIX: Final = "HOUSERULES_"
_YES: Final = ("true", "1", "yes")
_NO: Final = ("false", "0", "no")
FILE: Final = "settings"
"""The option that names the file; in the environment it is ``HOUSERULES_SETTINGS``."""


def with_settings(
    command: Callable[..., Any], arguments: Sequence[str], environment: Mapping[str, str] = os.environ
) -> list[str]:
    """The arguments of a command, with those that the environment and then the file add. The command line takes
    precedence over the environment, and the environment over the file."""
    rest, file = _without_file(arguments)
    kinds = {name: each.default for name, each in inspect.signature(command).parameters.items()}
    given = {_key(each) for each in rest if each.startswith("--")}
    from_environment = {
        key: environment[PREFIX + key.upper()] for key in kinds if environment.get(PREFIX + key.upper())
    }
    file = file or environment.get(PREFIX + FILE.upper())
    from_file = _read(file, kinds) if file else {}
    added = [
        each
        for key, value in {**from_file, **from_environment}.items()
        if key not in given
        for each in _as_arguments(key, value, kinds[key], file if key not in from_environment else None)
    ]
    return [*rest, *added]


def _without_file(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    rest: list[str] = []
    file = None
    waiting = iter(arguments)
    for each in waiting:
        name, equals, value = each.partition("=")
        if name == f"--{FILE}":
            file = value if equals else next(waiting, "")
        else:
            rest.append(each)
    return rest, file


def _key(argument: str) -> str:
    return argument.partition("=")[0].removeprefix("--").removeprefix("no-").replace("-", "_")


def _read(file: str, kinds: Mapping[str, Any]) -> dict[str, Any]:
    data = read_toml(read_text(file, "settings in TOML"), file)
    unknown = [key for key in data if key not in kinds]
    if unknown:
        raise MalformedData(
            *(f"{file}: {key}: no such setting; expected one of {', '.join(kinds)}" for key in unknown)
        )
    return data


def _as_arguments(key: str, value: Any, default: Any, file: str | None) -> Iterator[str]:
    flag = f"--{key.replace('_', '-')}"
    where = f"{file}: {key}" if file else PREFIX + key.upper()
    if isinstance(default, bool):
        text = str(value).lower()
        if text not in (*_YES, *_NO):
            raise MalformedData(f"{where}: expected true or false")
        yield flag if text in _YES else f"--no-{flag.removeprefix('--')}"
        return
    several = isinstance(default, tuple)
    if several and isinstance(value, str):
        value = [each.strip() for each in value.split(",")]
    for each in value if several and isinstance(value, list) else [value]:
        if not isinstance(each, str | int) or isinstance(each, bool):
            raise MalformedData(f"{where}: expected {'a list of texts' if several else 'text or a whole number'}")
        yield f"{flag}={_beside(file, key, each)}"


def _beside(file: str | None, key: str, value: str | int) -> str:
    """A relative path in a settings file is relative to that file."""
    return str(Path(file).parent / str(value)) if file and key.endswith("_file") else str(value)
