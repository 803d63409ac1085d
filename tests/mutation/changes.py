"""Every other lawful value of every word and number of a rulebook, one change at a time.

The schema of the rulebook says of which kind a value is; from its kind follow the values that are tried in its place.
A change that makes a book unlawful does not load and is counted, not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from houserules import law
from houserules.law import (
    BESIDE,
    Cited,
    GameWord,
    GameWords,
    MalformedData,
    Rulebook,
    key_of,
    load_rulebook,
    parse_pay,
    read_toml,
)
from houserules.law.games import words_of
from houserules.law.paytable import load_paytables
from houserules.law.schema import Loader
from houserules.law.validation.rulebook import problems_of, problems_of_paytables, problems_of_readings
from houserules.money import Money, Odds, Percent

Path = tuple[str, ...]
FILES = ("rulebook", "paytables")
_NAMES = ("id", "version", "in_force", "game", "jurisdiction", "title", "document", "shown")
"""What names and shows the document; it decides nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value of one rulebook replaced by another, or one line of a pay table taken out or moved."""

    rulebook: str
    file: str
    path: Path
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.rulebook} {self.file} {'.'.join(self.path)}: {self.before!r} -> {self.after!r}"

    @property
    def key(self) -> str:
        return ".".join(self.path)


def changes_of(identity: str) -> Iterator[Change]:
    words = words_of(_data(identity)["rulebook"]["game"])
    for path, kind, value in _values(Rulebook, _data(identity)["rulebook"], ()):
        for other in others(kind, value, words):
            yield Change(identity, "rulebook", path, value, other)
    yield from _changes_of_paytables(identity)


def misspelt_changes(identity: str) -> Iterator[Change]:
    """Every word with one letter more. None of these loads."""
    for path, _, value in _values(Rulebook, _data(identity)["rulebook"], ()):
        if isinstance(value, str) and not value[:1].isdigit():
            yield Change(identity, "rulebook", path, value, value + "x")
        elif isinstance(value, list) and value and isinstance(value[0], str):
            yield Change(identity, "rulebook", path, value, [value[0] + "x", *value[1:]])


def changed_book(change: Change) -> Rulebook:
    """The rulebook with this change, or MalformedData. Only the changed part is read again, and all of it checked."""
    part = change.path[:1] if change.file == "rulebook" else change.path[:2]
    data: Any = _data(change.rulebook)[change.file]
    for key in part:
        data = data[key]
    return _with(change.rulebook, change.file, part, put(data, change.path[len(part) :], change.after))


def with_all(changes: Sequence[Change]) -> Rulebook:
    """One book with several changes, each in a part of its own."""
    book = plain_book(changes[0].rulebook)
    for change in changes:
        changed = changed_book(change)
        if change.file == "rulebook":
            part: dict[str, Any] = {change.path[0]: getattr(changed, change.path[0])}
        else:
            group, letter = change.path[:2]
            table = {letter: changed.paytables[group][letter]}
            part = {"paytables": {**book.paytables, group: {**book.paytables[group], **table}}}
        book = replace(book, **part)
    return book


def put(data: Any, path: Path, value: Any) -> Any:
    """The data with another value at a path; without the key there, where the value is None."""
    if not path:
        return value
    first, *rest = path
    if first == _ORDER:
        return {key: each for key, each in data.items() if key not in value} | {key: data[key] for key in value}
    if not rest and value is None:
        return {key: each for key, each in data.items() if key != first}
    return {**data, first: put(data[first], tuple(rest), value)}


@cache
def plain_book(identity: str) -> Rulebook:
    return load_rulebook(lambda file: law.file_text(identity, file), identity)


def _with(identity: str, file: str, part: Path, data: Any) -> Rulebook:
    """The book with one part replaced by what this data says."""
    plain = plain_book(identity)
    loader = Loader("", f"{identity}/{file}.toml", identity, plain.words)
    if file == "rulebook":
        hint = get_type_hints(Rulebook, include_extras=True)[part[0]]
        book = replace(plain, **{part[0]: loader._load_value(hint, data, part)})
    else:
        group, letter = part
        loaded = load_paytables(loader, {group: {letter: data}})
        book = replace(plain, paytables={**plain.paytables, group: {**plain.paytables[group], **loaded[group]}})
    loader.finish()
    problems = (*problems_of(book), *problems_of_paytables(book), *problems_of_readings(book))
    if problems:
        raise MalformedData(*(f"{'.'.join(path)}: {problem}" for path, problem in problems))
    return book


@cache
def _data(identity: str) -> dict[str, Any]:
    return {file: read_toml(law.file_text(identity, file), file) for file in FILES}


def _values(schema: Any, data: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Every cited value of the data: the path of its ``is``, its kind, and what is written there."""
    if get_origin(schema) in (Union, UnionType):
        (schema,) = (kind for kind in get_args(schema) if kind is not NoneType)
    origin, arguments = get_origin(schema), get_args(schema)
    if origin is Cited:
        yield (*path, "is"), arguments[0], data["is"]
    elif origin is dict:
        for key, value in data.items():
            yield from _values(arguments[1], value, (*path, key))
    elif is_dataclass(schema):
        hints = get_type_hints(schema, include_extras=True)
        for field in fields(schema):
            key = key_of(field)
            if field.metadata != BESIDE and key in data and not (not path and key in _NAMES):
                yield from _values(hints[field.name], data[key], (*path, key))


def others(kind: Any, value: Any, words: GameWords) -> Iterator[Any]:
    """Values of the same kind in the place of this one."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        yield from _other_lists(arguments[0], value, words)
    elif isinstance(value, bool):
        yield not value
    elif kind is int:
        yield from (value + 1, value - 1)
    elif kind is Money:
        yield from (str(int(value) + 1), str(int(value) - 1))
    elif kind is Percent:
        yield f"{int(value.removesuffix('%')) + 1}%"
    elif kind is Odds:
        yield from _other_odds(value)
    else:
        yield from (each for each in _members(kind, words) if each != value)


def _other_lists(kind: Any, value: list[Any], words: GameWords) -> Iterator[list[Any]]:
    if len(value) > 1:
        yield value[::-1]
    for place in range(len(value)):
        yield value[:place] + value[place + 1 :]
    for each in _members(kind, words):
        if each not in value:
            yield [*value, each]
            if len(value) == 1:
                yield [each]


def _members(kind: Any, words: GameWords) -> tuple[Any, ...]:
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[1]
    if isinstance(kind, GameWord):
        return words.of(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(each.value) for each in kind)
    return (2, 3, 4, 5, 6, 7) if kind is int else ()


def _other_odds(text: str) -> Iterator[str]:
    n, m = text.split(" to ")
    yield f"{int(n) + 1} to {m}"
    yield f"{int(n)} to {int(m) + 1}"


_ORDER = "(order of lines)"


def _changes_of_paytables(identity: str) -> Iterator[Change]:
    for group, tables in _data(identity)["paytables"].items():
        for letter, table in tables.items():
            path = (group, letter)
            lines = [key for key in table if key not in ("clause", "per", "otherwise")]
            if len(lines) > 1:
                yield Change(identity, "paytables", (*path, _ORDER), lines, lines[::-1])
            for key, line in table.items():
                if key == "per":
                    for other in others(Money, line["is"], words_of(_data(identity)["rulebook"]["game"])):
                        yield Change(identity, "paytables", (*path, key, "is"), line["is"], other)
                elif key != "clause":
                    yield from _changes_of_line(identity, (*path, key), line)


def _changes_of_line(identity: str, path: Path, line: dict[str, Any]) -> Iterator[Change]:
    yield Change(identity, "paytables", path, line, None)
    for other in _other_pays(line["pays"]):
        yield Change(identity, "paytables", (*path, "pays"), line["pays"], other)
    for reading, choices in line.get("under", {}).items():
        for choice, pays in choices.items():
            for other in _other_pays(pays):
                yield Change(identity, "paytables", (*path, "under", reading, choice), pays, other)


def _other_pays(text: str) -> Iterator[str]:
    """The next figure, and the other forms of what a line may pay."""
    parse_pay(text)
    if text.startswith("$"):
        amount = int(text[1:].replace(",", ""))
        yield from (f"${amount + 1}", f"{amount} to 1", "push", "1%")
    elif text.endswith("%"):
        share = int(text[:-1])
        yield from (f"{share - 1}%", "$1000", "push")
        if share < 100:
            yield f"{share + 1}%"
    elif text in ("push", "Bonus"):
        yield from ("1 to 1", "$7")
    else:
        yield from (*_other_odds(text), "$7", "push")
