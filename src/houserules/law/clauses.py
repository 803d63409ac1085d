"""The list of every clause of a document: what it says in our words, and what the software does about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from houserules.law.citation import Citation
from houserules.law.toml import MalformedData, entries, read_toml, text_of


class ClauseKind(Enum):
    DEFINITION = "definition"
    EQUIPMENT = "equipment"
    PROCEDURE = "procedure"
    RULE = "rule"
    PAYOUT = "payout"
    IRREGULARITY = "irregularity"


class ClauseStatus(Enum):
    ENFORCED = "enforced"
    """Code makes it hold, and a test named after the clause shows it."""

    RECORDED = "recorded"
    """A step of a person, kept as an event of the table."""

    PRINTED = "printed"
    """Shown on the layout or a sign."""

    DECLARED = "declared"
    """Physical or definitional: nothing for software to do, with the reason why."""


@dataclass(frozen=True, slots=True)
class Clause:
    citation: Citation
    chapter: int
    gist: str
    kind: ClauseKind
    status: ClauseStatus
    room: str | None = None
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


def load_clause_list(text: str, name: str) -> ClauseList:
    data = read_toml(text, name)
    rulebook = text_of(data, "rulebook", name)
    clauses = tuple(_load_clause(entry, rulebook, name) for entry in entries(data, "clause", name))
    seen: set[Citation] = set()
    for clause in clauses:
        if clause.citation in seen:
            raise MalformedData(f"{name}: {clause.citation} is listed twice")
        seen.add(clause.citation)
    chapters = tuple(
        Chapter(entry["number"], text_of(entry, "title", name)) for entry in entries(data, "chapter", name)
    )
    return ClauseList(rulebook, chapters, clauses)


_KEYS = {"id", "gist", "kind", "status", "room", "reason", "note"}


def _load_clause(entry: dict[str, str], rulebook: str, name: str) -> Clause:
    path = text_of(entry, "id", name)
    if not path[0].isdigit():
        raise MalformedData(f"{name}: {path!r} does not begin with the number of a chapter")
    where = f"{name}: {path}"
    if unknown := set(entry) - _KEYS:
        raise MalformedData(f"{where}: unknown {', '.join(sorted(unknown))}")
    try:
        kind, status = ClauseKind(entry["kind"]), ClauseStatus(entry["status"])
    except (KeyError, ValueError) as error:
        raise MalformedData(f"{where}: kind and status are needed: {error}") from None
    if status is ClauseStatus.DECLARED and not entry.get("reason"):
        raise MalformedData(f"{where}: a declared clause needs its reason")
    return Clause(
        Citation(rulebook, path),
        chapter_of(path),
        text_of(entry, "gist", where),
        kind,
        status,
        entry.get("room"),
        entry.get("reason"),
        entry.get("note"),
    )


def chapter_of(path: str) -> int:
    """The chapter or section that a clause path begins with."""
    digits = ""
    for character in path:
        if not character.isdigit():
            break
        digits += character
    return int(digits)
