"""A rulebook from the text of its files. It loads whole or not at all, and says every fault that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from houserules.law import games
from houserules.law.clauses import ClauseList, load_clause_list
from houserules.law.digest import law_digest
from houserules.law.numbering import missing_before
from houserules.law.paytable import load_paytables
from houserules.law.readings import Reading, load_readings
from houserules.law.rulebook import Rulebook
from houserules.law.schema import Loader
from houserules.law.toml import MalformedData, read_toml
from houserules.law.validate import citations_of, problems_of, problems_of_paytables, problems_of_readings
from houserules.law.words import GameWords, Problem

TextOf = Callable[[str], str]
"""The text of one of a rulebook's files, by its name without the ending."""


def load_rulebook(text_of: TextOf, name: str) -> Rulebook:
    """The rulebook in these files, or MalformedData with every fault; ``name`` is how faults call the folder."""
    found = _load(text_of, name)
    if found.problems:
        raise MalformedData(*found.problems)
    assert found.book is not None
    return found.book


def problems_of_folder(text_of: TextOf, name: str) -> tuple[str, ...]:
    """Every fault of a rulebook, its list of clauses included."""
    found = _load(text_of, name)
    problems = list(found.problems)
    clauses = found.keep(lambda: load_clause_list(text_of("clauses"), f"{name}/clauses.toml"), problems)
    if clauses is not None:
        loader = Loader(text_of("clauses"), f"{name}/clauses.toml", clauses.rulebook)
        for path, problem in _problems_of_clauses(clauses):
            loader.fault(path, problem)
        problems += loader.problems
        if found.book is not None:
            problems += _unknown_citations(found, clauses, name)
    return tuple(problems)


class _Found:
    """What could be loaded, and what was wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.book: Rulebook | None = None
        self.loaders: dict[str, Loader] = {}

    @staticmethod
    def keep(read: Callable[[], Any], problems: list[str]) -> Any:
        """What this reads, or None with its faults noted."""
        try:
            return read()
        except MalformedData as error:
            problems.extend(error.problems)
            return None


def _load(text_of: TextOf, name: str) -> _Found:
    found = _Found()
    data = {
        file: found.keep(lambda file=file: read_toml(text_of(file), f"{name}/{file}.toml"), found.problems)  # type: ignore[misc]
        for file in ("rulebook", "paytables", "readings")
    }
    if data["rulebook"] is None:
        return found
    words = _words(data["rulebook"], name, text_of, found)
    if words is None:
        return found
    identity = data["rulebook"].get("id")
    identity = identity if isinstance(identity, str) else name
    loaders = found.loaders = {
        file: Loader(text_of(file), f"{name}/{file}.toml", identity, words) for file in data if data[file] is not None
    }
    tables = load_paytables(loaders["paytables"], data["paytables"]) if data["paytables"] is not None else {}
    readings: tuple[Reading, ...] | None = None
    if data["readings"] is not None:
        readings = found.keep(
            lambda: load_readings(text_of("readings"), f"{name}/readings.toml", words), found.problems
        )
    book = loaders["rulebook"].load(
        Rulebook,
        data["rulebook"],
        words=words,
        digest=law_digest(data["rulebook"], data["paytables"] or {}, data["readings"] or {}),
        paytables=tables,
        readings=readings or (),
    )
    found.problems += [problem for loader in loaders.values() for problem in loader.problems]
    if found.problems or readings is None:
        return found
    _note(loaders["rulebook"], problems_of(book))
    _note(loaders["paytables"], problems_of_paytables(book))
    _note(loaders["readings"], problems_of_readings(book))
    found.problems += [problem for loader in loaders.values() for problem in loader.problems]
    found.book = book
    return found


def _words(data: dict[str, Any], name: str, text_of: TextOf, found: _Found) -> GameWords | None:
    """The words of the game that the rulebook is about."""
    loader = Loader(text_of("rulebook"), f"{name}/rulebook.toml", name)
    game = data.get("game")
    if isinstance(game, str) and game in games.known_games():
        return games.words_of(game)
    loader.fault(("game",), f"{game!r} is not a game that is known here; known are {', '.join(games.known_games())}")
    found.problems += loader.problems
    return None


def _note(loader: Loader, problems: Iterable[Problem]) -> None:
    for path, problem in problems:
        loader.fault(path, problem)


def _unknown_citations(found: _Found, clauses: ClauseList, name: str) -> Iterator[str]:
    """Values that cite a clause which the list does not have."""
    book = found.book
    assert book is not None
    known = {clause.citation for clause in clauses.clauses}
    if clauses.rulebook != book.id:
        yield f"{name}/clauses.toml: line 1: rulebook: {clauses.rulebook!r} is not {book.id!r}"
    for file, value in (("rulebook", book), ("paytables", book.paytables)):
        loader = found.loaders[file]
        before = len(loader.problems)
        for path, citation in citations_of(value):
            if citation not in known:
                loader.fault(path, f"{citation} is not in the list of clauses")
        yield from loader.problems[before:]
    loader = found.loaders["readings"]
    before = len(loader.problems)
    for number, reading in enumerate(book.readings):
        for citation in reading.clauses:
            if citation not in known:
                loader.fault(("reading", number, "clauses"), f"{citation} is not in the list of clauses")
    yield from loader.problems[before:]


def _problems_of_clauses(clauses: ClauseList) -> Iterator[Problem]:
    """A chapter without a clause, a clause of no chapter, a number that is left out."""
    chapters = [chapter.number for chapter in clauses.chapters]
    for index, number in enumerate(chapters):
        if not any(clause.chapter == number for clause in clauses.clauses):
            yield ("chapter", str(index)), f"chapter {number} has no clause"
    for index, clause in enumerate(clauses.clauses):
        if clause.chapter not in chapters:
            yield ("clause", str(index)), f"{clause.citation} is of no listed chapter"
    paths = [clause.citation.path for clause in clauses.clauses]
    for index, missing in missing_before(paths):
        yield ("clause", str(index)), f"a gap in the numbering: {missing} is missing before {paths[index]}"
