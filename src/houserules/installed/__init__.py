"""Which rulebooks are installed: one folder of data for each document and version.

Rulebooks come from three places: the folder ``rulebooks`` of this package; packages that name a module under the
entry point group ``houserules.rulebooks``; and the folders in ``HOUSERULES_RULEBOOKS``. In each place ``index.toml``
lists the folders, and says which modules play and analyse the games that the place adds.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from houserules.installed.parts import missing_part, naming_parts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

__all__ = [
    "BEHAVIOUR",
    "DATA",
    "FILES",
    "GROUP",
    "VARIABLE",
    "Folder",
    "Place",
    "UnreadablePlace",
    "missing_part",
    "naming_parts",
    "places",
    "proofs",
    "proving",
    "read_place",
    "setting",
    "use_folder",
]

GROUP: Final = "houserules.rulebooks"
_BUNDLED: Final = Path(__file__).parent.parent / "rulebooks"
VARIABLE: Final = "HOUSERULES_RULEBOOKS"
FILES: Final = ("rulebook", "paytables", "clauses", "readings")
"""The files that every rulebook has; a bundled ``submission`` may be beside them."""


class UnreadablePlace(ValueError):
    """A place that should hold rulebooks but cannot be read. The message says where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One document in one version."""

    name: str
    """What messages call it, such as ``md_high_card_flush`` or ``/srv/rules/nj_high_card_flush``."""
    place: Traversable

    def has(self, file: str) -> bool:
        return self.place.joinpath(f"{file}.toml").is_file()

    def text(self, file: str) -> str:
        if not self.has(file):
            raise UnreadablePlace(f"{self.name}/{file}.toml: this file is missing")
        return _text(self.place.joinpath(f"{file}.toml"), f"{self.name}/{file}.toml")

    def is_same(self, other: Folder) -> bool:
        """Whether both are the same folder on disk. Two places may name it: one the folder itself, one the folder
        around it."""
        here, there = self.place, other.place
        return isinstance(here, Path) and isinstance(there, Path) and here.resolve() == there.resolve()

    @property
    def submission(self) -> str | None:
        """The name of the submission that comes with the rulebook, if one does."""
        return self.place.name.replace("_", "-") if self.has("submission") else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where rulebooks come from, and the modules that come with them."""

    origin: str
    folders: tuple[Folder, ...]
    games: dict[str, str] = field(default_factory=dict)
    """Maps the name of a game to the ``module:attribute`` of the value that plays it."""
    solvers: dict[str, str] = field(default_factory=dict)
    """Maps the name of a game to the ``module:attribute`` of the value that analyses it."""


def setting() -> str:
    """The folders from outside, as ``HOUSERULES_RULEBOOKS`` names them: what is installed depends on nothing else."""
    return os.environ.get(VARIABLE, "")


def places() -> tuple[Place, ...]:
    """Every place, the bundled one first. Read once for each setting."""
    return _places(setting())


def use_folder(path: Path) -> None:
    """Use this folder too, here and in every process started from here."""
    known = setting()
    added = str(path.absolute())
    if added not in known.split(os.pathsep):
        os.environ[VARIABLE] = os.pathsep.join(filter(None, (known, added)))


@cache
def _places(variable: str) -> tuple[Place, ...]:
    return tuple(_found(variable))


def _found(variable: str) -> Iterator[Place]:
    yield read_place(_BUNDLED, "houserules", bundled=True)
    for entry in _entries() if _may_have_entries() else ():
        yield read_place(_package(entry), f"package {entry.value}")
    for path in filter(None, variable.split(os.pathsep)):
        yield read_place(Path(path), path)


def _entries() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _may_have_entries() -> bool:
    """Whether the metadata of any package names the group. Looking there is much quicker than importing the library
    that reads it. Anything that is not a folder, such as an archive of modules, may name it."""
    for place in map(Path, dict.fromkeys(sys.path)):
        if place.is_file():
            return True
        for told in place.glob("*.*-info/entry_points.txt"):
            if GROUP.encode() in told.read_bytes():
                return True
    return False


def _package(entry: EntryPoint) -> Traversable:
    from importlib.resources import files  # noqa: PLC0415

    try:
        package = import_module(entry.value)
        if not hasattr(package, "__path__"):
            raise TypeError("it is a module")
        return files(package)
    except Exception as error:  # A package from outside may raise anything when it is imported.
        whose = f" of {entry.dist.name}" if entry.dist else ""
        raise UnreadablePlace(
            f"entry point {entry.name}{whose} in {GROUP} names {entry.value}, which is no package that can be "
            f"imported: {type(error).__name__}: {error}"
        ) from None


def read_place(place: Traversable, origin: str, bundled: bool = False) -> Place:
    """The rulebooks in a folder: those that its index lists, or the folder itself, or every folder in it that holds
    one."""
    if not place.is_dir():
        raise UnreadablePlace(f"{origin}: no such folder")
    prefix = "" if bundled else f"{origin}/"
    index = place.joinpath("index.toml")
    if index.is_file():
        data = _read_index(_text(index, f"{prefix}index.toml"), f"{prefix}index.toml")
        folders = tuple(Folder(prefix + name, place.joinpath(name)) for name in data["folders"])
        return Place(origin, folders, data["games"], data["solvers"])
    if place.joinpath("rulebook.toml").is_file():
        return Place(origin, (Folder(origin, place),))
    inside = sorted((each for each in place.iterdir() if each.joinpath("rulebook.toml").is_file()), key=_name)
    if not inside:
        raise UnreadablePlace(f"{origin}: there is no rulebook.toml here, nor in a folder here, nor an index.toml")
    return Place(origin, tuple(Folder(prefix + each.name, each) for each in inside))


def _name(place: Traversable) -> str:
    return place.name


def _text(place: Traversable, name: str) -> str:
    try:
        content = place.read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadablePlace(f"{name}: line {line}: this is not text in UTF-8") from None
    except OSError as error:
        raise UnreadablePlace(f"{name}: this cannot be read: {error.strerror}") from None


def _read_index(text: str, where: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadablePlace(f"{where}: this is not TOML: {error}") from None
    if unknown := set(data) - {"folders", "games", "solvers"}:
        raise UnreadablePlace(f"{where}: unknown {', '.join(sorted(unknown))}; an index has folders, games, solvers")
    folders, modules_alone = data.get("folders"), bool(data.get("games") or data.get("solvers"))
    if not isinstance(folders, list) or not all(isinstance(name, str) for name in folders):
        raise UnreadablePlace(f"{where}: folders is a list with the names of one folder or more")
    if not folders and not modules_alone:
        raise UnreadablePlace(f"{where}: folders is a list with the names of one folder or more")
    for key in ("games", "solvers"):
        modules = data.setdefault(key, {})
        if not isinstance(modules, dict) or not all(
            isinstance(value, str) and value.count(":") == 1 for value in modules.values()
        ):
            raise UnreadablePlace(f'{where}: {key} are names of games with "module:ATTRIBUTE"')
    return {"folders": folders, "games": data["games"], "solvers": data["solvers"]}


BEHAVIOUR: Final = "behaviour"
"""The proof by a test in which the engine decides something, or a submission is judged."""
DATA: Final = "data"
"""The proof by a test that compares what the rulebook says with what the document says."""


@cache
def proofs() -> dict[str, dict[str, list[str]]]:
    """Which tests prove which clause, and how; written by ``make proofs``, and kept true by tests."""
    text = _BUNDLED.joinpath("proofs.json").read_text(encoding="utf-8")
    written: dict[str, dict[str, list[str]]] = json.loads(text)
    return written


def proving(clause: str) -> list[str]:
    """All tests that prove a clause."""
    return sorted(test for tests in proofs().get(clause, {}).values() for test in tests)
