"""``--set key=value``: a submission or scenario with some of its keys replaced."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Final

from houserules.law import DEEPEST, MalformedData, plain

_AMOUNT_KEYS: Final = frozenset(
    ("minimum", "maximum", "amount", "initial", "reset", "prize", "per_hand", "per_round", "main", "secondary")
)
"""Keys whose value is an amount, so that a bare ``15`` means the text "15"."""


def with_overrides(data: Mapping[str, Any], overrides: Iterable[str]) -> dict[str, Any]:
    """A copy of ``data`` in which each ``path=value`` has been set, in order."""
    changed: dict[str, Any] = deepcopy(dict(data))
    for override in overrides:
        path, equals, value = override.partition("=")
        keys = path.strip().split(".")
        if not equals or not all(keys):
            raise MalformedData(f"--set {plain(override)}: write it as in --set table.seats=5")
        if len(keys) > DEEPEST or not override.isprintable():
            raise MalformedData(f"--set {plain(override)}: one key and one value, on one line")
        _put(changed, keys, _value(keys, value.strip()), override)
    return changed


def _put(data: dict[str, Any], keys: list[str], value: Any, override: str) -> None:
    place: Any = data
    for key in keys[:-1]:
        place = _step(place, key, override)
    last = keys[-1]
    if isinstance(place, list):
        place[_index(place, last, override)] = value
    elif isinstance(place, dict):
        place[last] = value
    else:
        raise MalformedData(f"--set {plain(override)}: {'.'.join(keys[:-1])} is a value, and has no {last}")


def _step(place: Any, key: str, override: str) -> Any:
    if isinstance(place, list):
        return place[_index(place, key, override)]
    if isinstance(place, dict):
        return place.setdefault(key, {})
    raise MalformedData(f"--set {plain(override)}: there is nothing under {key}")


def _index(items: list[Any], key: str, override: str) -> int:
    if not key.isdecimal() or len(key) > 4 or int(key) >= len(items):
        raise MalformedData(
            f"--set {plain(override)}: {plain(key)} is not a place in a list of {len(items)}, counted from 0"
        )
    return int(key)


def _value(keys: list[str], text: str) -> Any:
    """The value as TOML; a bare word or an amount is text. What a scenario's seat wagers is an amount too."""
    try:
        value = tomllib.loads(f"value = {text}", parse_float=str)["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return text
    if type(value) is int and (keys[-1] in _AMOUNT_KEYS or (keys[0] == "seats" and keys[-2:-1] == ["wagers"])):
        return text
    return value
