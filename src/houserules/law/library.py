"""The installed rulebooks, read once and kept: several documents, each in one or more versions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final

from houserules import installed
from houserules.installed import Folder
from houserules.law.clauses import ClauseList, load_clause_list
from houserules.law.loading import load_checked, load_rulebook
from houserules.law.rulebook import LawPin, Rulebook
from houserules.law.schema import Loader
from houserules.law.toml import MalformedData, read_toml

_FIRST_TABLE: Final = re.compile(r"^\s*\[", re.MULTILINE)


class UnknownRulebook(ValueError):
    """A rulebook that is not installed."""

    def __init__(self, asked: object) -> None:
        shown = repr(asked) if len(repr(asked)) <= 40 else repr(asked)[:40] + "…"
        name, at, _ = asked.partition("@") if isinstance(asked, str) else ("", "", "")
        versions = [f"{each.id}@{each.version}" for each in editions() if at and each.id == name]
        super().__init__(f"there is no rulebook {shown}; there are {', '.join(versions or rulebook_ids())}")


class LawNotInstalled(ValueError):
    """Something was decided under a law with this digest, which is no longer installed."""

    def __init__(self, pin: LawPin) -> None:
        books = [each.book for each in editions() if each.id == pin.rulebook]
        has = ", ".join(f"version {book.version} ({book.digest})" for book in books)
        super().__init__(
            f"this was decided under {pin.rulebook} version {pin.version} ({pin.digest}), which is not installed; "
            f"installed: {has or 'no version of it'}"
        )


@dataclass(frozen=True, slots=True)
class Edition:
    """One document in one version. Only the head of its rulebook is read until the whole rulebook is asked for."""

    id: str
    version: str
    in_force: date
    folder: Folder
    origin: str
    bundled: bool

    @property
    def book(self) -> Rulebook:
        return _read(self.folder, self.bundled)

    @property
    def clauses(self) -> ClauseList:
        return _clause_list(self.folder)


def editions() -> tuple[Edition, ...]:
    """Every installed rulebook, in the order of the places and folders that they come from."""
    return _editions(installed.setting())


@cache
def _editions(setting: str) -> tuple[Edition, ...]:
    assert setting == installed.setting()
    found: dict[tuple[str, str], Edition] = {}
    for number, place in enumerate(installed.places()):
        for folder in place.folders:
            head = read_head(folder)
            edition = Edition(head["id"], head["version"], head["in_force"], folder, place.origin, number == 0)
            other = found.setdefault((edition.id, edition.version), edition)
            if other is not edition and not folder.is_same(other.folder):
                raise MalformedData(
                    f"{folder.name}/rulebook.toml: {edition.id} version {edition.version} stands in "
                    f"{other.folder.name} already"
                )
    return tuple(found.values())


def read_head(folder: Folder) -> dict[str, Any]:
    """What comes before the first table of a rulebook."""
    text = folder.text("rulebook")
    head = read_toml(
        text[: match.start()] if (match := _FIRST_TABLE.search(text)) else text, f"{folder.name}/rulebook.toml"
    )
    loader = Loader(text, f"{folder.name}/rulebook.toml", folder.name)
    for key, kind, what in (("id", str, "text"), ("version", str, "text"), ("in_force", date, "a date")):
        if key not in head:
            loader.fault((), f"{key} is missing")
        elif type(head[key]) is not kind:
            loader.fault((key,), f"{head[key]!r} is not {what}")
    loader.finish()
    return head


@cache
def _read(folder: Folder, bundled: bool) -> Rulebook:
    """The tests check the rulebooks of this project against their lists of clauses; one from outside is checked
    here."""
    return (load_rulebook if bundled else load_checked)(folder.text, folder.name)


def rulebook_ids() -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.id for each in editions()))


def rulebook(identity: str, on: date | None = None) -> Rulebook:
    """The version in force on a day, or the newest where no day is given; ``MD-HCF@1.1`` names a version."""
    return edition(identity, on).book


def clause_list(identity: str) -> ClauseList:
    return edition(identity).clauses


@cache
def _clause_list(folder: Folder) -> ClauseList:
    return load_clause_list(folder.text("clauses"), f"{folder.name}/clauses.toml")


def law(pin: LawPin) -> Rulebook:
    """The rulebook that something was decided under, found by its digest; LawNotInstalled where there is none."""
    return _pinned(pin).book


def clauses_of_law(pin: LawPin) -> ClauseList:
    """The clauses of the law that something was decided under."""
    return _pinned(pin).clauses


def _pinned(pin: LawPin) -> Edition:
    """Of several editions that decide the same, the one with the version of the pin, else the first."""
    same = [each for each in editions() if each.id == pin.rulebook and each.book.digest == pin.digest]
    if not same:
        raise LawNotInstalled(pin)
    return next((each for each in same if each.version == pin.version), same[0])


def submissions() -> dict[str, Edition]:
    """The submissions that come with rulebooks, by name. Where two have the same name, the first counts."""
    named: dict[str, Edition] = {}
    for each in editions():
        name = each.folder.submission
        if name is not None:
            named.setdefault(name, each)
    return named


def bundled_submission(name: str) -> dict[str, Any]:
    """The data of a submission that comes with a rulebook."""
    return read_toml(submissions()[name].folder.text("submission"), name)


def file_text(identity: str, file: str) -> str:
    """The text of one of a rulebook's files, such as ``paytables`` or ``submission``."""
    return edition(identity).folder.text(file)


def edition(identity: str, on: date | None = None) -> Edition:
    """The edition in force on a day, or the newest; ``MD-HCF@1.1`` names a version."""
    name, at, version = identity.partition("@") if isinstance(identity, str) else ("", "", "")
    versions = [each for each in editions() if each.id == name and (not at or version == each.version)]
    if not versions:
        raise UnknownRulebook(identity)
    versions.sort(key=lambda each: each.in_force)
    in_force = [each for each in versions if on is None or each.in_force <= on]
    return in_force[-1] if in_force else versions[0]
