"""A rulebook from the text of its files. It loads whole or not at all, and every fault is reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from houserules.installed import UnreadablePlace
from houserules.law import games
from houserules.law.clauses import ClauseList, load_clauses
from houserules.law.digest import law_digest
from houserules.law.game_words import GameWords, Problem
from houserules.law.numbering import missing_before
from houserules.law.paytable import load_paytables
from houserules.law.readings import load_readings
from houserules.law.rulebook import Rulebook
from houserules.law.schema import Loader, keys_of
from houserules.law.toml import MalformedData, read_toml
from houserules.law.validation.rulebook import problems_of, problems_of_paytables, problems_of_readings

TextOf = Callable[[str], str]
"""The text of one of a rulebook's files, by its name without the ending."""

_DECIDES: Final = ("rulebook", "paytables", "readings")
_CLAUSES: Final = "clauses"
_PLACE: Final = re.compile(
    r"(?P<file>.*?\.toml): (?P<what>this is not TOML: .*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)",
    re.DOTALL | re.ASCII,
)


def load_rulebook(text_of: TextOf, name: str) -> Rulebook:
    """The rulebook in these files, or MalformedData with every fault; ``name`` is what faults call the folder.

    Only :func:`load_checked`, which takes longer, checks that the clauses it cites are listed.
    """
    return _Loading(text_of, name, _DECIDES).whole()


def load_checked(text_of: TextOf, name: str) -> Rulebook:
    """The same, checked against its list of clauses: for rulebooks that the tests of this project have not seen."""
    return _Loading(text_of, name, (*_DECIDES, _CLAUSES)).whole()


def problems_of_folder(text_of: TextOf, name: str) -> tuple[str, ...]:
    """Every fault of a rulebook, its list of clauses included."""
    return tuple(_Loading(text_of, name, (*_DECIDES, _CLAUSES)).problems)


class _Loading:
    """One rulebook being loaded. Every file is read as far as it can be, so that all faults are reported at once."""

    def __init__(self, text_of: TextOf, name: str, files: Iterable[str]) -> None:
        self.problems: list[str] = []
        self.book: Rulebook | None = None
        self._name = name
        self._text_of = text_of
        self._data = {file: data for file in files if (data := self._read(file)) is not None}
        head = self._data.get("rulebook")
        words = self._words(head) if head is not None else None
        identity = head.get("id") if head is not None else None
        self._loaders = {
            file: Loader(text_of(file), self._where(file), identity if isinstance(identity, str) else "", words)
            for file in self._data
        }
        if words is not None:
            self._load(words)
        clauses = self._load_clauses()
        if clauses is not None:
            self._hold_against(clauses)
        self.problems += [problem for loader in self._loaders.values() for problem in loader.problems]

    def whole(self) -> Rulebook:
        if self.problems:
            raise MalformedData(*self.problems)
        assert self.book is not None, "without a fault there is a rulebook"
        return self.book

    def _where(self, file: str) -> str:
        return f"{self._name}/{file}.toml"

    def _read(self, file: str) -> dict[str, Any] | None:
        try:
            return read_toml(self._text_of(file), self._where(file))
        except MalformedData as error:
            self.problems.extend(_with_its_line(problem, self._text_of(file)) for problem in error.problems)
        except UnreadablePlace as error:
            self.problems.append(str(error))
        return None

    def _words(self, head: Mapping[str, Any]) -> GameWords | None:
        """The words of the game that the rulebook is about."""
        game, known = head.get("game"), games.known_games()
        if isinstance(game, str) and game in known:
            return games.words_of(game)
        loader = Loader(self._text_of("rulebook"), self._where("rulebook"), self._name)
        loader.keys(head, keys_of(Rulebook), ())
        if "game" in head:
            loader.fault(("game",), f"{game!r} is not a game that is known here; known are {', '.join(known)}")
        else:
            loader.fault((), f"game is missing; known are {', '.join(known)}")
        self.problems += loader.problems
        return None

    def _load(self, words: GameWords) -> None:
        data, loaders = self._data, self._loaders
        tables = load_paytables(loaders["paytables"], data["paytables"]) if "paytables" in data else {}
        readings = load_readings(loaders["readings"], data["readings"]) if "readings" in data else ()
        book = loaders["rulebook"].load(
            Rulebook, data["rulebook"], words=words, digest="", paytables=tables, readings=readings
        )
        faulty = self._faulty()
        _note(loaders["rulebook"], problems_of(book, faulty))
        if "paytables" in data:
            _note(loaders["paytables"], problems_of_paytables(book, faulty))
        if "readings" in data:
            _note(loaders["readings"], problems_of_readings(book, faulty))
        if not faulty:
            digest = law_digest(data["rulebook"], data["paytables"], data["readings"])
            self.book = replace(book, digest=digest)

    def _faulty(self) -> frozenset[str]:
        """The sections of ``rulebook.toml`` with a fault, and ``paytables``, ``paytables.GROUP`` and ``readings``."""
        found = set(self._loaders["rulebook"].faulty)
        for file in ("paytables", "readings"):
            sections = self._loaders[file].faulty if file in self._loaders else {""}
            found |= {f"{file}.{section}" for section in sections} | ({file} if sections else set())
        return frozenset(found)

    def _load_clauses(self) -> ClauseList | None:
        if _CLAUSES not in self._data:
            return None
        loader = self._loaders[_CLAUSES]
        clauses = load_clauses(loader, self._data[_CLAUSES])
        _note(loader, _problems_of_clauses(clauses))
        return clauses

    def _hold_against(self, clauses: ClauseList) -> None:
        """Checks that every cited clause is listed, whatever state the rest is in."""
        known = {clause.citation.path for clause in clauses.clauses}
        for file in _DECIDES:
            for path, cited in _cited(self._data.get(file, {})):
                if cited not in known:
                    self._loaders[file].fault(path, f"{cited!r} is not in the list of clauses")


def _with_its_line(problem: str, text: str) -> str:
    """tomllib ends its message with the place; here the line comes first, as in all other faults."""
    found = _PLACE.fullmatch(problem)
    if found is None:
        return problem
    return f"{found['file']}: line {found['line'] or text.count(chr(10)) + 1}: {found['what']}"


def _note(loader: Loader, problems: Iterable[Problem]) -> None:
    for path, problem in problems:
        loader.fault(path, problem)


def _cited(data: Any, path: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Every cited clause, with the path of the key that cites it."""
    inside = enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    for key, value in inside:
        if key in ("clause", "clauses"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str):
                    yield (*path, key), each
        else:
            yield from _cited(value, (*path, str(key)))


def _problems_of_clauses(clauses: ClauseList) -> Iterator[Problem]:
    """A chapter without a clause, a clause of no chapter, a number that is left out."""
    chapters = [chapter.number for chapter in clauses.chapters]
    for index, number in enumerate(chapters):
        if not any(clause.chapter == number for clause in clauses.clauses):
            yield ("chapter", str(index)), f"chapter {number} has no clause"
    for index, clause in enumerate(clauses.clauses):
        if clause.chapter not in chapters:
            yield ("clause", str(index), "id"), f"{clause.citation.path} is of no listed chapter"
    paths = [clause.citation.path for clause in clauses.clauses]
    for index, missing in missing_before(paths):
        yield ("clause", str(index), "id"), f"a gap in the numbering: {missing} before {paths[index]}"
