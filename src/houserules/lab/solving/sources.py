"""Which sources an answer depends on: those of the module that finds it, and of all that it imports.

The law is left out, because rules reach a solver only as the terms of a question.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import houserules

_HERE: Final = houserules.__name__
_ROOT: Final = Path(houserules.__file__).parent
_ROOMS: Final = ("lab", "cards", "money")
_LEFT_OUT: Final = (
    "law/",
    "caching/",
    "cards/notation.py",
    "lab/solving/answers.py",
    "lab/solving/arrays.py",
    "lab/solving/gate.py",
    "lab/solving/registry.py",
    "lab/solving/shipped.py",
    "lab/solving/solver.py",
    "lab/solving/sources.py",
    "lab/solving/support.py",
    "lab/strategy/files.py",
)
"""Modules that read texts, name types, or find, refuse or keep a question, and do not change an answer: the rules of
a strategy are part of the question."""
_IMPORT: Final = re.compile(
    rf"^[ \t]*(?:from[ \t]+({_HERE}[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+({_HERE}[\w.]*))",
    re.MULTILINE,
)
_TYPES_ONLY: Final = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n|\n)*", re.MULTILINE)
_DOOR: Final = _ROOT / "lab" / "__init__.py"
"""The names that it declares for the type checker are imported on demand."""


@cache
def every_source() -> str:
    """A digest of all sources that contribute to any answer."""
    return digest_of(source for room in _ROOMS for source in (_ROOT / room).rglob("*.py"))


@cache
def digest_behind(modules: str) -> str | None:
    """A digest of the sources that decide the answers of the functions in these modules (separated by blanks); None
    where they are not known."""
    sources: set[Path] = set()
    for module in modules.split():
        if not (own := _own_sources(module)):
            return None
        sources |= sources_behind(*own)
    return digest_of(sources)


def _own_sources(module: str) -> list[Path]:
    """For another package, all its sources count."""
    package = module.partition(".")[0]
    if package == _HERE:
        return [_file(module)]
    found = find_spec(package)
    folders = (found.submodule_search_locations if found is not None else None) or ()
    return [source for folder in folders for source in Path(folder).rglob("*.py")]


def sources_behind(*sources: Path) -> set[Path]:
    """These sources and everything that they import from this package, as far as it decides answers."""
    found = set(sources)
    waiting = list(sources)
    while waiting:
        for source in _imported(waiting.pop()):
            if source not in found and not source.relative_to(_ROOT).as_posix().startswith(_LEFT_OUT):
                found.add(source)
                waiting.append(source)
    return found


def digest_of(sources: Iterable[Path]) -> str:
    """A digest of these sources and of their names."""
    digest = hashlib.sha256()
    named = {(str(each.relative_to(_ROOT)) if each.is_relative_to(_ROOT) else each.name, each) for each in sources}
    for name, source in sorted(named):
        digest.update(name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def _imported(source: Path) -> Iterator[Path]:
    text = source.read_text(encoding="utf-8")
    for module, names, plain in _IMPORT.findall(text if source == _DOOR else _TYPES_ONLY.sub("", text)):
        yield _file(module or plain)
        for name in re.findall(r"\w+", names):
            if (file := _file(f"{module}.{name}")).exists():
                yield file


def _file(module: str) -> Path:
    place = _ROOT.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
