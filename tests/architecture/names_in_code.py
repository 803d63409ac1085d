"""Finds names of games, places and wagers in Python, TypeScript and CSS. What counts as a name, rulebooks say.

Comments and docstrings do not count. A name that is a word of its own elsewhere too (a keyword, a key of the schema,
a part of a pay line, a room of the house) counts only where it stands alone as a text.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from houserules.law import BESIDE, Rulebook

Words = tuple[str, ...]


class Found(NamedTuple):
    line: int
    name: str
    kind: str


@dataclass(frozen=True)
class Names:
    """What may not stand in code. ``alone`` are whole texts in small letters, ``titles`` whole texts as they are."""

    in_text: re.Pattern[str]
    alone: frozenset[str]
    titles: frozenset[str]
    identifiers: frozenset[Words]

    def of_text(self, text: str) -> Iterator[str]:
        """Names in a text: standing alone, or as whole words where they can mean nothing else."""
        if text.strip(" -").casefold() in self.alone:
            yield text.strip(" -")
            return
        for match in self.in_text.finditer(text):
            yield match[0]

    def of_identifier(self, identifier: str) -> Iterator[str]:
        words = words_of(identifier)
        for name in self.identifiers:
            if any(words[at : at + len(name)] == name for at in range(len(words) - len(name) + 1)):
                yield identifier
                return


def names_of(books: Iterable[Rulebook], submissions: Iterable[str], rooms: Iterable[str]) -> Names:
    """The names that these rulebooks bring, and those of the submissions bundled with them."""
    books = tuple(books)
    taken = {*keyword.kwlist, *rooms, *(word for book in books for word in _schema_words(book))}
    taken |= {_wire(line) for book in books for line in _line_words(book)}
    places = {book.jurisdiction for book in books}
    games = {name for book in books for name in (book.game, book.title)}
    wagers = {name for book in books for name in _wager_names(book)}
    shorts = {each.short for book in books for each in book.shown.wagers.values() if _wire(each.short) not in taken}
    clear = {name for name in wagers | shorts if _wire(name) not in taken}
    ids = {book.id for book in books}
    parts = {part for identity in ids for part in identity.split("-")}
    texts = sorted(places | games | clear | ids | set(submissions), key=len, reverse=True)
    pattern = "|".join(re.escape(text) for text in texts)
    return Names(
        in_text=re.compile(rf"(?<![\w-])(?:{pattern})s?(?![\w])", re.IGNORECASE),
        alone=frozenset(text.casefold() for text in wagers | shorts | places | games | ids | parts),
        titles=frozenset(each.title for book in books for each in book.shown.wagers.values()),
        identifiers=frozenset(words_of(_wire(name)) for name in clear | places | games),
    )


def _wager_names(book: Rulebook) -> Iterator[str]:
    shared = book.progressive.shared if book.progressive else None
    yield from book.shown.wagers
    yield from (each.title for each in book.shown.wagers.values())
    if shared is not None:
        yield shared.key.value


def _line_words(book: Rulebook) -> Iterator[str]:
    """Pay lines, and what their names end in: a straight flush is a hand wherever it is paid."""
    for tables in book.paytables.values():
        for table in tables.values():
            for line in table:
                words = line.hand.split("_")
                yield from ("_".join(words[at:]) for at in range(len(words)))


def _schema_words(value: Any) -> Iterator[str]:
    """The keys of a rulebook's file, as the dataclasses have them."""
    seen: set[type] = set()

    def walk(kind: Any) -> Iterator[str]:
        for part in get_args(kind):
            yield from walk(part)
        if isinstance(kind, type) and is_dataclass(kind) and kind not in seen:
            seen.add(kind)
            hints = get_type_hints(kind)
            for field in fields(kind):
                if field.metadata == BESIDE:
                    continue
                yield field.name
                yield from walk(hints[field.name])

    yield from walk(type(value))


def _wire(name: str) -> str:
    """A title as an identifier would have it: ``X-tra Bonus`` is ``xtra_bonus``."""
    return re.sub(r"\W", "", name.casefold().replace(" ", "_"))


def words_of(identifier: str) -> Words:
    """``smallestAnte``, ``SMALLEST_ANTE`` and ``smallest-ante`` are the words smallest and ante."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", identifier)
    return tuple(word for word in re.split(r"[_\W]+", apart.casefold()) if word)


# Python


def names_in_python(text: str, names: Names) -> Iterator[Found]:
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            for name in names.of_text(node.value):
                yield Found(node.lineno, name, "text")
        for identifier in _identifiers(node):
            for name in names.of_identifier(identifier):
                yield Found(getattr(node, "lineno", 1), name, "identifier")


def _identifiers(node: ast.AST) -> Iterator[str]:
    for field in ("id", "attr", "name", "arg", "asname", "module", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield from value.split(".")
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs


# TypeScript and CSS

_BEFORE_REGEX = set("(,=:[!&|?;+{")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_CLASS = re.compile(r"[A-Za-z_][\w-]*")


class _Script:
    """TypeScript taken apart: texts with their lines, and what is left of the code, its lines kept."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.texts: list[tuple[int, str]] = []
        self.code: list[str] = []
        self._scan(until="")

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def _blank(self, upto: int) -> None:
        """Pass over what is no code; lines stay lines."""
        self.code.append(" " + "\n" * self.text.count("\n", self.at, upto))
        self.at = upto

    def _scan(self, until: str) -> None:
        depth = 0
        while self.at < len(self.text):
            char, two = self.text[self.at], self.text[self.at : self.at + 2]
            if two == "//" and not self._in_word_before(":"):
                self._blank(self._end_of_line())
            elif two == "/*":
                end = self.text.find("*/", self.at + 2)
                self._blank(len(self.text) if end < 0 else end + 2)
            elif char == '"' or (char == "'" and not self._after_letter()):
                self._string(char)
            elif char == "`":
                self._template()
            elif char == "/" and self._may_be_regex():
                self._regex()
            elif until and char == until and not depth:
                return
            else:
                depth += {"{": 1, "}": -1}.get(char, 0)
                self.code.append(char)
                self.at += 1

    def _in_word_before(self, mark: str) -> bool:
        return self.at > 0 and self.text[self.at - 1] == mark

    def _after_letter(self) -> bool:
        """An apostrophe in a text between tags."""
        return self.at > 0 and self.text[self.at - 1].isalnum()

    def _end_of_line(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def _string(self, quote: str) -> None:
        end = self.at + 1
        while end < len(self.text) and self.text[end] not in (quote, "\n"):
            end += 2 if self.text[end] == "\\" else 1
        self.texts.append((self._line(self.at), self.text[self.at + 1 : end]))
        self._blank(min(end + 1, len(self.text)))

    def _template(self) -> None:
        self._blank(self.at + 1)
        begun = self.at
        while self.at < len(self.text) and self.text[self.at] != "`":
            if self.text[self.at] == "\\":
                self.at += 2
            elif self.text[self.at : self.at + 2] == "${":
                self.texts.append((self._line(begun), self.text[begun : self.at]))
                self.at += 2
                self.code.append("{")
                self._scan(until="}")
                self.code.append("}")
                self.at += 1
                begun = self.at
            else:
                self.at += 1
        piece = self.text[begun : self.at]
        self.texts.append((self._line(begun), piece))
        self.code.append("\n" * piece.count("\n"))
        self.at += 1

    def _may_be_regex(self) -> bool:
        before = "".join(self.code[-80:]).rstrip()
        return bool(before) and (before[-1] in _BEFORE_REGEX or before.endswith(("=>", "return")))

    def _regex(self) -> None:
        end, in_class = self.at + 1, False
        while end < len(self.text) and self.text[end] != "\n" and (in_class or self.text[end] != "/"):
            in_class = {"[": True, "]": False}.get(self.text[end], in_class)
            end += 2 if self.text[end] == "\\" else 1
        self.texts.append((self._line(self.at), self.text[self.at + 1 : end]))
        self._blank(min(end + 1, len(self.text)))


def names_in_typescript(text: str, names: Names) -> Iterator[Found]:
    script = _Script(text)
    for line, said in script.texts:
        for name in names.of_text(said):
            yield Found(line, name, "text")
    code = "".join(script.code)
    for match in _IDENTIFIER.finditer(code):
        for name in names.of_identifier(match[0]):
            yield Found(code.count("\n", 0, match.start()) + 1, name, "identifier")
    yield from _between_tags(code, names)


def _between_tags(code: str, names: Names) -> Iterator[Found]:
    """What stands between tags and braces, the texts of a page among it; less the words found as identifiers."""
    for match in re.finditer(r"[^<>{}]+", code):
        said = " ".join(match[0].split())
        found = [said] if said in names.titles else [name[0] for name in names.in_text.finditer(said)]
        for name in found:
            if " " not in name and any(names.of_identifier(name)):
                continue
            line = code.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1
            yield Found(line, name, "text of a page")


def names_in_css(text: str, names: Names) -> Iterator[Found]:
    plain = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    for match in _CLASS.finditer(plain):
        for name in names.of_identifier(match[0]):
            yield Found(plain.count("\n", 0, match.start()) + 1, name, "class")


# Trees

_FINDERS = {
    ".py": names_in_python, ".ts": names_in_typescript, ".tsx": names_in_typescript, ".css": names_in_css,
}  # fmt: skip
_OF_TESTS = (".test.ts", ".fixture.ts")


def names_in_tree(root: Path, names: Names, allowed: Sequence[str] = ()) -> list[str]:
    """``file:line: name`` of everything found below a folder, ``allowed`` folders and files left out."""
    found: list[str] = []
    for path in sorted(root.rglob("*")):
        finder = _FINDERS.get(path.suffix)
        place = path.relative_to(root).as_posix()
        if finder is None or place.endswith(_OF_TESTS) or any(_is_below(place, folder) for folder in allowed):
            continue
        each_once = sorted(set(finder(path.read_text(encoding="utf-8"), names)))
        found.extend(f"{place}:{each.line}: {each.name!r} ({each.kind})" for each in each_once)
    return found


def _is_below(place: str, folder: str) -> bool:
    return place == folder or place.startswith(f"{folder}/")
