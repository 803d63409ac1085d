"""Turns cited data into frozen dataclasses: the dataclass is the schema, and a value without a clause does not load.

A loader collects every fault of a file, each with its line, instead of stopping at the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from houserules.law.citation import Citation, Cited
from houserules.law.game_words import GameWord, GameWords
from houserules.law.toml import MalformedData
from houserules.law.toml_lines import KeyLines
from houserules.money import Money, Odds, Percent, parse_dollars, parse_odds, parse_percent

T = TypeVar("T")
Path = tuple[str, ...]

BESIDE: Final = {"beside": True}
"""Marks a field that is not read from the file but supplied beside it."""

_FAULTY: Any = object()
"""In place of a value that could not be read; the fault has been noted."""


class Loader:
    """One file being read into dataclasses. ``words`` are those of the game, where the file uses any."""

    def __init__(self, text: str, name: str, rulebook: str, words: GameWords | None = None) -> None:
        self.name = name
        self.rulebook = rulebook
        self.words = words
        self.problems: list[str] = []
        self.faulty: set[str] = set()
        """The sections of the file, by their first key, in which there is a fault."""
        self._text = text

    @cached_property
    def _lines(self) -> KeyLines:
        """Computed only when there is a fault."""
        return KeyLines(self._text)

    def fault(self, path: Sequence[str | int], problem: str) -> Any:
        """Note what is wrong at a key, and return a stand-in for its value."""
        key = ".".join(map(str, path))
        self.problems.append(f"{self.name}: line {self._lines.of(path)}: {key + ': ' if key else ''}{problem}")
        self.faulty.add(str(path[0]) if path else "")
        return _FAULTY

    def finish(self) -> None:
        if self.problems:
            raise MalformedData(*self.problems)

    def load(self, schema: type[T], data: Any, path: Path = (), **beside: Any) -> T:
        """``data`` as an instance of ``schema``; every key must be known, every value typed, every number cited."""
        if not isinstance(data, dict):
            faulty: T = self.fault(path, f"this must be a table, not {data!r}")
            return faulty
        hints = _hints(schema)  # type: ignore[arg-type]
        read = [field for field in fields(schema) if field.metadata != BESIDE]  # type: ignore[arg-type]
        self.keys(data, keys_of(schema), path)
        values = beside
        for field in read:
            key = key_of(field)
            if key in data:
                values[field.name] = self._load_value(hints[field.name], data[key], (*path, key))
            elif field.default is MISSING and field.default_factory is MISSING:
                values[field.name] = self.fault(path, f"{key} is missing")
                self.faulty.add(path[0] if path else key)
        return schema(**values)

    def keys(self, data: Mapping[str, Any], known: Iterable[str], path: Path) -> None:
        """Notes a fault for every unknown key."""
        lawful = tuple(known)
        for unknown in sorted(set(data) - set(lawful)):
            self.fault((*path, unknown), f"unknown key; known are {', '.join(lawful)}")

    def same_rulebook(self, data: Mapping[str, Any]) -> None:
        """Checks that a file beside ``rulebook.toml`` names the rulebook that it belongs to, where that is known."""
        named = self.text(data, "rulebook", ())
        if named and self.rulebook and named != self.rulebook:
            self.fault(("rulebook",), f"{named!r} is not {self.rulebook!r}, the id in rulebook.toml")

    def tables(self, data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        """The tables of ``[[key]]``; there must be at least one."""
        listed = data.get(key)
        if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
            self.fault((key,), f"there must be a list of [[{key}]] here")
            return []
        return listed

    def ids_once(self, key: str, ids: Iterable[str]) -> None:
        """Notes a fault for every table of ``[[key]]`` that has the id of an earlier one."""
        seen: set[str] = set()
        for number, identity in enumerate(ids):
            if identity in seen:
                self.fault((key, number, "id"), f"{identity} is listed twice")
            seen.add(identity)

    def text(self, data: Mapping[str, Any], key: str, path: Path) -> str:
        """The text under a required key."""
        value = data.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if key in data:
            self.fault((*path, key), f"this must be text, not {value!r}")
        else:
            self.fault(path, f"{key} is missing")
        return ""

    def cited(self, kind: Any, data: Any, path: Path) -> Cited[Any]:
        """``{ is = …, clause = … }`` as a cited value of the kind."""
        if not isinstance(data, dict) or set(data) != {"is", "clause"}:
            faulty: Cited[Any] = self.fault(
                path, 'every value stands with its clause, as in { is = 6, clause = "2.A" }'
            )
            return faulty
        return Cited(self.convert(kind, data["is"], path), self.clauses(data["clause"], path))

    def clauses(self, data: Any, path: Sequence[str | int]) -> tuple[Citation, ...]:
        paths = [data] if isinstance(data, str) else data
        if not isinstance(paths, list) or not paths or not all(isinstance(each, str) and each for each in paths):
            self.fault(path, f"clause is the number of a clause, or a list of such, not {data!r}")
            return (Citation(self.rulebook, "?"),)
        return tuple(Citation(self.rulebook, each) for each in paths)

    def convert(self, kind: Any, data: Any, path: Path) -> Any:
        """A value that is not a table, converted to the type that the schema gives it."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is tuple:
            if not isinstance(data, list):
                return self.fault(path, f"this must be a list, not {data!r}")
            return tuple(self.convert(arguments[0], value, path) for value in data)
        if origin is Annotated:
            return self.convert(arguments[1], data, path)
        if isinstance(kind, GameWord):
            assert self.words is not None, "a file with words of a game is loaded with them"
            return self.word(self.words.of(kind), data, path)
        if isinstance(kind, type) and issubclass(kind, Enum):
            found = self.word([str(each.value) for each in kind], data, path)
            return found if found is _FAULTY else kind(found)
        if kind in (bool, int, str, date) and type(data) is kind:
            return data
        parse = _PARSERS.get(kind)
        if parse is None or type(data) is not str:
            return self.fault(path, f"{data!r} is not {_KINDS.get(kind, getattr(kind, '__name__', kind))}")
        try:
            return parse(data)
        except ValueError as error:
            return self.fault(path, str(error))

    def word(self, words: Iterable[str], data: Any, path: Path) -> Any:
        """One of a closed set of words."""
        lawful = tuple(words)
        if type(data) is not str or data not in lawful:
            return self.fault(path, f"{data!r} is not a word that is known here; known are {', '.join(lawful)}")
        return data

    def _load_value(self, hint: Any, data: Any, path: Path) -> Any:
        if get_origin(hint) in (Union, UnionType):  # ``X | None``: the key may be absent; if it is there it is an X
            (hint,) = (kind for kind in get_args(hint) if kind is not NoneType)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Cited:
            return self.cited(arguments[0], data, path)
        if origin is dict:
            if not isinstance(data, dict):
                return self.fault(path, f"this must be a table, not {data!r}")
            return {
                self.convert(arguments[0], key, (*path, key)): self._load_value(arguments[1], value, (*path, key))
                for key, value in data.items()
            }
        if is_dataclass(hint):
            return self.load(hint, data, path)  # type: ignore[arg-type]
        return self.convert(hint, data, path)


_PARSERS: dict[Any, Any] = {Money: parse_dollars, Odds: parse_odds, Percent: parse_percent}
_KINDS: dict[Any, str] = {int: "a whole number", str: "text", bool: "true or false", date: "a date", Money: "dollars"}


@cache
def _hints(schema: Any) -> dict[str, Any]:
    return get_type_hints(schema, include_extras=True)


def keys_of(schema: type) -> tuple[str, ...]:
    """The keys that a table of this schema may have."""
    return tuple(key_of(field) for field in fields(schema) if field.metadata != BESIDE)


def key_of(field: Field[Any]) -> str:
    """The key of a field in the file: the field's own name, unless the schema gives another."""
    key: str = field.metadata.get("key", field.name)
    return key
