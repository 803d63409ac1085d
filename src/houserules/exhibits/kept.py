"""Papers made earlier, kept on disk under a key of all that they are made from: submission, law, felt and this
program."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import houserules
from houserules.caching import DiskCache, cache_home
from houserules.law import Filing
from houserules.law.games import UnknownGame, module_of

_ROOMS: Final = ("exhibits", "lab", "play", "law", "rulebooks", "cards", "money")
_PACKAGES: Final = ("typst", "XlsxWriter", "font-source-sans-pro")


def paper_key(filing: Filing, *about: str) -> str:
    """Two papers with the same key have the same bytes."""
    book = filing.rulebook
    parts = (filing.digest, book.digest, repr(book.shown), _program(book.game), *about)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def find_files(key: str | None, make: Callable[[], dict[str, bytes]]) -> dict[str, bytes]:
    """The files that are kept under this key; where there are none, they are made and kept."""
    home = cache_home()
    if home is None or key is None:
        return make()
    folder = DiskCache(home / "papers")
    found: dict[str, bytes] | None = folder.get(key)
    if found is None:
        found = make()
        folder.put(key, found)
    return found


@cache
def _program(game: str) -> str:
    """A digest of everything here that goes into a paper, and of the module of its game."""
    digest = hashlib.sha256("\n".join(version(each) for each in _PACKAGES).encode())
    root = Path(houserules.__file__).parent
    folders = [root / room for room in _ROOMS]
    with suppress(UnknownGame):  # The game has no solver.
        for kind in ("games", "solvers"):
            package = module_of(kind, game).partition(".")[0]
            if package != houserules.__name__ and (found := find_spec(package)) is not None:
                folders += map(Path, found.submodule_search_locations or ())
    for folder in folders:
        for source in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".typ", ".toml")):
            digest.update(str(source.relative_to(folder)).encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()
