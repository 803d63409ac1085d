"""``--set key=value``: a submission or scenario with some of its keys replaced."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from houserules.law import MalformedData, plain
from houserules.library import AMOUNTS, with_changes


def with_overrides(data: Mapping[str, Any], overrides: Iterable[str]) -> dict[str, Any]:
    """A copy of ``data`` in which each ``path=value`` has been set, in order."""
    changed = dict(data)
    for override in overrides:
        path, equals, text = (part.strip() for part in override.partition("="))
        if not equals or not all(path.split(".")):
            raise MalformedData(f"--set {plain(override)}: write it as in --set table.seats=5")
        if not override.isprintable():
            raise MalformedData(f"--set {plain(override)}: one key and one value, on one line")
        try:
            changed = with_changes(changed, [(path, _value(path.split("."), text))])
        except MalformedData as error:
            raise MalformedData(*(f"--set {problem}" for problem in error.problems)) from None
    return changed


def _value(keys: list[str], text: str) -> Any:
    """The value as TOML; a bare word or an amount is text. What a seat wagers in a scenario is an amount too."""
    try:
        value = tomllib.loads(f"value = {text}", parse_float=str)["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return text
    if type(value) is int and (keys[-1] in AMOUNTS or (keys[0] == "seats" and keys[-2:-1] == ["wagers"])):
        return text
    return value
