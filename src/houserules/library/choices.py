"""A submission or scenario with some of its keys replaced, by their paths or by keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from datetime import date
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Final

from houserules.law import DEEPEST, MalformedData, plain
from houserules.library.sources import named
from houserules.money import Percent

Amount = int | float | Fraction | str
"""Dollars."""
Change = tuple[str, Any]
"""The path of a key, as in ``table.seats``, and its new value."""

_TABLE: Final = (
    "seats", "adjacent_boxes", "dealing", "shuffler", "decks", "minimum", "maximum", "order", "deck_backs",
    "alternation",
)  # fmt: skip
_TOP: Final = ("operator", "approved_on")
_SECTIONS: Final = ("payout_limit", "readings", "signs")


def with_changes(data: Mapping[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """A copy of ``data`` in which each key has been set, in order."""
    changed: dict[str, Any] = deepcopy(dict(data))
    for path, value in changes:
        keys = path.split(".")
        if not all(keys) or len(keys) > DEEPEST or not path.isprintable():
            raise MalformedData(f"{plain(path)}: expected the path of a key, as in table.seats")
        _put(changed, keys, value)
    return changed


def _put(data: dict[str, Any], keys: list[str], value: Any) -> None:
    path = plain(".".join(keys))
    place: Any = data
    for depth, key in enumerate(keys[:-1]):
        if isinstance(place, list):
            place = place[_index(place, key, path)]
        elif isinstance(place, dict):
            place = place.setdefault(key, {})
        else:
            raise MalformedData(f"{path}: {'.'.join(keys[:depth])} is a value, and has no {key}")
    last = keys[-1]
    if isinstance(place, list):
        place[_index(place, last, path)] = value
    elif isinstance(place, dict):
        place[last] = value
    else:
        raise MalformedData(f"{path}: {'.'.join(keys[:-1])} is a value, and has no {last}")


def _index(items: list[Any], key: str, path: str) -> int:
    if not key.isdecimal() or len(key) > 4 or int(key) >= len(items):
        raise MalformedData(f"{path}: {plain(key)} is not a place in a list of {len(items)}, counted from 0")
    return int(key)


def chosen(data: Mapping[str, Any], wagers: Iterable[str], choices: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a submission's data with these choices: a key of the table, a wager, or one of its other sections.

    A wager is chosen by the letter of its pay table, or by a mapping of its keys, which replace the existing ones, or
    is removed with None. Amounts may be numbers: ``minimum=15``.
    """
    changed: dict[str, Any] = deepcopy(dict(data))
    offered = changed.setdefault("wagers", {})
    known = sorted({*_TABLE, *_TOP, *_SECTIONS, *wagers})
    for name, value in choices.items():
        if name in _TOP:
            changed[name] = value
        elif name in _TABLE:
            changed.setdefault("table", {})[name] = _written(value, name)
        elif name in _SECTIONS:
            if not isinstance(value, Mapping):
                raise MalformedData(f"{name}: expected its keys and their values in a mapping, not {value!r}")
            changed.setdefault(name, {}).update({key: _written(each, key) for key, each in value.items()})
        elif name in known and value is None:
            offered.pop(name, None)
        elif name in known:
            given = value if isinstance(value, Mapping) else {"paytable": value}
            offered.setdefault(name, {}).update({key: _written(each, key) for key, each in given.items()})
        else:
            meant = get_close_matches(name, known, 1)
            hint = f"; did you mean {meant[0]}?" if meant else f"; expected one of {', '.join(known)}"
            raise MalformedData(f"{plain(name)}: no such choice{hint}")
    return changed


AMOUNTS: Final = frozenset(
    ("minimum", "maximum", "amount", "initial", "reset", "prize", "per_hand", "per_round", "main", "secondary")
)
"""Keys whose value is an amount in dollars, which submissions store as text."""
_PERCENTAGES: Final = frozenset(("rate", "secondary_rate"))
_SMALLEST_SHARE: Final = 10**8


def _written(value: Any, key: str) -> Any:
    """A value as a submission stores it: amounts and percentages as text."""
    if isinstance(value, list | tuple):
        return [_written(each, key) for each in value]
    if isinstance(value, bool | str | date) or not isinstance(value, int | float | Fraction):
        return value
    with named(key):
        if key in AMOUNTS:
            return dollars_as_text(value)
        if key in _PERCENTAGES:
            return _percent_as_text(value)
    return value


def _percent_as_text(share: float | Fraction) -> str:
    """A share as a percentage: 0.24 is "24%"."""
    exact = Fraction(str(share))
    if _SMALLEST_SHARE % exact.denominator:
        raise MalformedData(f"{share}: expected a share with at most eight places, as 0.24 for 24%")
    return str(Percent(exact))


def dollars_as_text(amount: Amount) -> str:
    """An amount as text: 15 is "15", 12.5 is "12.50" and Fraction(25, 2) too."""
    if isinstance(amount, str):
        return amount
    try:
        exact = Fraction(str(amount))
    except ValueError:
        raise MalformedData(f'{amount!r}: expected an amount in dollars, as in 15, 12.5 or "12.50"') from None
    if exact.denominator == 1:
        return str(exact)
    if 100 % exact.denominator:
        raise MalformedData(f"{amount}: expected whole cents")
    whole, cents = divmod(abs(exact) * 100, 100)
    return f"{'-' if exact < 0 else ''}{whole}.{int(cents):02}"
