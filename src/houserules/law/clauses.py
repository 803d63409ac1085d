"""The list of every clause of a document: what it says in our words, and what the software does about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from houserules.law.citation import Citation
from houserules.law.schema import Loader
from houserules.law.toml import read_toml


class ClauseKind(Enum):
    DEFINITION = "definition"
    EQUIPMENT = "equipment"
    PROCEDURE = "procedure"
    RULE = "rule"
    PAYOUT = "payout"
    IRREGULARITY = "irregularity"


class ClauseStatus(Enum):
    ENFORCED = "enforced"
    """Code enforces it, and a test named after the clause proves it."""

    RECORDED = "recorded"
    """A step taken by a person, kept as an event of the table."""

    PRINTED = "printed"
    """Shown on the layout or a sign."""

    DECLARED = "declared"
    """Physical or definitional: nothing for software to do, with the reason why."""


class ClauseRoom(StrEnum):
    """The part of the software that is responsible for a clause."""

    LAW = "law"
    PLAY = "play"
    TABLE = "table"
    EXHIBITS = "exhibits"


@dataclass(frozen=True, slots=True)
class Clause:
    citation: Citation
    chapter: int
    gist: str
    kind: ClauseKind
    status: ClauseStatus
    room: ClauseRoom | None = None
    reason: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    number: int
    title: str


@dataclass(frozen=True, slots=True)
class ClauseList:
    rulebook: str
    chapters: tuple[Chapter, ...]
    clauses: tuple[Clause, ...]


_KEYS = ("id", "gist", "kind", "status", "room", "reason", "note")
_LONGEST_ID = 80


def load_clause_list(text: str, name: str) -> ClauseList:
    """The list of a single file, or MalformedData with every fault."""
    data = read_toml(text, name)
    identity = data.get("rulebook")
    loader = Loader(text, name, identity if isinstance(identity, str) else "")
    loaded = load_clauses(loader, data)
    loader.finish()
    return loaded


def load_clauses(loader: Loader, data: Mapping[str, Any]) -> ClauseList:
    """The list, as far as it can be read; the rest is noted as faults."""
    loader.keys(data, ("rulebook", "chapter", "clause"), ())
    loader.same_rulebook(data)
    clauses = [_load_clause(loader, number, entry) for number, entry in enumerate(loader.tables(data, "clause"))]
    loader.ids_once("clause", (clause.citation.path for clause in clauses))
    chapters = [
        _load_chapter(loader, ("chapter", str(number)), entry)
        for number, entry in enumerate(loader.tables(data, "chapter"))
    ]
    return ClauseList(loader.rulebook, tuple(chapters), tuple(clauses))


def _load_chapter(loader: Loader, path: tuple[str, ...], entry: dict[str, Any]) -> Chapter:
    loader.keys(entry, ("number", "title"), path)
    number = entry.get("number")
    if type(number) is not int or number < 0:
        loader.fault((*path, "number"), f"the number of a chapter is a whole number, not {number!r}")
        number = -1
    return Chapter(number, loader.text(entry, "title", path))


def _load_clause(loader: Loader, number: int, entry: dict[str, Any]) -> Clause:
    path = ("clause", str(number))
    loader.keys(entry, _KEYS, path)
    identity, gist = loader.text(entry, "id", path), loader.text(entry, "gist", path)
    if identity and (not identity[0].isdecimal() or len(identity) > _LONGEST_ID):
        loader.fault((*path, "id"), f"{identity[:_LONGEST_ID]!r} does not begin with the number of a chapter")
        identity = ""
    kind = _word(loader, ClauseKind, entry, "kind", path)
    status = _word(loader, ClauseStatus, entry, "status", path)
    room = _word(loader, ClauseRoom, entry, "room", path) if "room" in entry else None
    beside = {key: loader.text(entry, key, path) for key in ("reason", "note") if key in entry}
    if status is ClauseStatus.DECLARED and not beside.get("reason"):
        loader.fault(path, f"{identity}: a declared clause needs its reason")
    return Clause(Citation(loader.rulebook, identity), chapter_of(identity), gist, kind, status, room, **beside)


def _word(loader: Loader, kind: type[Enum], entry: Mapping[str, Any], key: str, path: tuple[str, ...]) -> Any:
    """A word of the clause. Where it is missing, the fault lists the words to choose from."""
    if key not in entry:
        return loader.fault(path, f"{key} is missing; known are {', '.join(str(each.value) for each in kind)}")
    return loader.convert(kind, entry[key], (*path, key))


def chapter_of(path: str) -> int:
    """The chapter or section that a clause path begins with."""
    digits = re.match("[0-9]*", path)
    return int(digits[0] or 0) if digits else 0
