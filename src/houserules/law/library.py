"""The rulebooks that are installed, read once and kept: several documents, and of each one version or more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from houserules import rulebooks
from houserules.law.clauses import ClauseList, load_clause_list
from houserules.law.loading import load_rulebook, problems_of_folder
from houserules.law.rulebook import Rulebook
from houserules.law.toml import MalformedData, read_toml
from houserules.rulebooks import Folder


class UnknownRulebook(ValueError):
    """A rulebook that is not installed."""

    def __init__(self, asked: object) -> None:
        shown = repr(asked) if len(repr(asked)) <= 40 else repr(asked)[:40] + "…"
        super().__init__(f"there is no rulebook {shown}; there are {', '.join(rulebook_ids())}")


class LawNotInstalled(ValueError):
    """A law by whose digest something was decided, and which is not installed any more."""

    def __init__(self, rulebook: str, version: str, digest: str) -> None:
        has = ", ".join(
            f"{each.book.version} ({each.book.digest})" for each in editions() if each.book.id == rulebook
        )
        super().__init__(
            f"this was decided under {rulebook} version {version or 'unknown'} ({digest}), which is not installed; "
            f"installed are: {has or 'no version of it'}"
        )
        self.rulebook, self.version, self.digest = rulebook, version, digest


@dataclass(frozen=True, slots=True)
class Edition:
    """One document in one version, and the folder that it was read from."""

    book: Rulebook
    folder: Folder
    origin: str


def editions() -> tuple[Edition, ...]:
    """Every installed rulebook, in the order of the places and folders that they come from."""
    return _editions(rulebooks.setting())


@cache
def _editions(setting: str) -> tuple[Edition, ...]:
    assert setting == rulebooks.setting()
    found: list[Edition] = []
    for number, place in enumerate(rulebooks.places()):
        for folder in place.folders:
            book = _read(folder, bundled=number == 0)
            _insist_new(found, book, folder)
            found.append(Edition(book, folder, place.origin))
    return tuple(found)


@cache
def _read(folder: Folder, bundled: bool) -> Rulebook:
    """A rulebook of this project is held against its list of clauses by the tests; one from outside, here."""
    if not bundled and (problems := problems_of_folder(folder.text, folder.name)):
        raise MalformedData(*problems)
    return load_rulebook(folder.text, folder.name)


def _insist_new(found: list[Edition], book: Rulebook, folder: Folder) -> None:
    for other in found:
        if (other.book.id, other.book.version) == (book.id, book.version):
            raise MalformedData(
                f"{folder.name}/rulebook.toml: {book.id} version {book.version} stands in {other.folder.name} already"
            )


def rulebook_ids() -> tuple[str, ...]:
    return tuple(dict.fromkeys(edition.book.id for edition in editions()))


def rulebook(identity: str, on: date | None = None) -> Rulebook:
    """The version in force on a day, or the newest where no day is given; ``MD-HCF@1.1`` names a version."""
    return _edition(identity, on).book


def clause_list(identity: str) -> ClauseList:
    folder = _edition(identity, None).folder
    return _clause_list(folder)


@cache
def _clause_list(folder: Folder) -> ClauseList:
    return load_clause_list(folder.text("clauses"), f"{folder.name}/clauses.toml")


def law(rulebook: str, digest: str, version: str = "") -> Rulebook:
    """The rulebook with this digest. ``rulebook`` and ``version`` are for the message where it is not installed."""
    for edition in editions():
        if edition.book.digest == digest:
            return edition.book
    raise LawNotInstalled(rulebook, version, digest)


def shared_keys() -> tuple[str, ...]:
    """The keys by which submissions of any rulebook offer what other players' hands earn."""
    shared = (edition.book.progressive.shared for edition in editions() if edition.book.progressive)
    return tuple(dict.fromkeys(rules.key.value for rules in shared if rules is not None))


def submissions() -> dict[str, Edition]:
    """The submissions that come with rulebooks, by name."""
    named = {edition.folder.submission: edition for edition in editions()}
    return {name: edition for name, edition in named.items() if name is not None}


def bundled_submission(name: str) -> dict[str, Any]:
    """The data of a submission that comes with a rulebook."""
    return read_toml(submissions()[name].folder.text("submission"), name)


def file_text(identity: str, file: str) -> str:
    """The text of one of a rulebook's files, such as ``paytables`` or ``submission``."""
    return _edition(identity, None).folder.text(file)


def _edition(identity: str, on: date | None) -> Edition:
    name, _, version = identity.partition("@") if isinstance(identity, str) else ("", "", "")
    versions = [each for each in editions() if each.book.id == name and version in ("", each.book.version)]
    if not versions:
        raise UnknownRulebook(identity)
    versions.sort(key=lambda each: each.book.in_force)
    in_force = [each for each in versions if on is None or each.book.in_force <= on]
    return in_force[-1] if in_force else versions[0]
