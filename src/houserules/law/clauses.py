"""The list of every clause of a document: what it says in our words, and what the software does about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from houserules.law.citation import Citation
from houserules.law.schema import Loader
from houserules.law.toml import entries, read_toml, text_of


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


_KEYS = {"id", "gist", "kind", "status", "room", "reason", "note"}


def load_clause_list(text: str, name: str) -> ClauseList:
    data = read_toml(text, name)
    loader = Loader(text, name, text_of(data, "rulebook", name))
    listed = entries(data, "clause", name)
    clauses = tuple(_load_clause(loader, number, entry) for number, entry in enumerate(listed))
    seen: set[Citation] = set()
    for number, clause in enumerate(clauses):
        if clause.citation in seen:
            loader.fault(("clause", number), f"{clause.citation} is listed twice")
        seen.add(clause.citation)
    chapters = tuple(
        Chapter(loader.convert(int, entry.get("number"), ("chapter", str(number))), text_of(entry, "title", name))
        for number, entry in enumerate(entries(data, "chapter", name))
    )
    loader.finish()
    return ClauseList(loader.rulebook, chapters, clauses)


def _load_clause(loader: Loader, number: int, entry: dict[str, Any]) -> Clause:
    path = ("clause", str(number))
    for unknown in sorted(set(entry) - _KEYS):
        loader.fault((*path, unknown), "unknown key")
    for key in ("id", "gist"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            loader.fault(path, f"{key} is missing, or is not text")
    identity = entry.get("id")
    if isinstance(identity, str) and not identity[:1].isdigit():
        loader.fault((*path, "id"), f"{identity!r} does not begin with the number of a chapter")
    status = loader.convert(ClauseStatus, entry.get("status"), (*path, "status"))
    if status is ClauseStatus.DECLARED and not entry.get("reason"):
        loader.fault(path, f"{identity}: a declared clause needs its reason")
    return Clause(
        Citation(loader.rulebook, str(identity)),
        chapter_of(str(identity)),
        entry.get("gist", ""),
        loader.convert(ClauseKind, entry.get("kind"), (*path, "kind")),
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
    return int(digits or 0)
