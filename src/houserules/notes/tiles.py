"""The paths of tiles (c2sp.org/tlog-tiles): 256 hashes each, or fewer at the right edge of a tree."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from houserules.notes.note import MalformedNote

TILE_WIDTH: Final = 256
ENTRIES: Final = -1
"""In place of the level of a tile: a bundle of entries."""
_PATH: Final = re.compile(r"(entries|0|[1-9]\d?)/((?:x\d{3}/)*)(\d{3})(?:\.p/([1-9]\d{0,2}))?")
_HIGHEST: Final = 63
_LONGEST: Final = 60


class Tile(Struct, frozen=True):
    """``width`` hashes of level ``level``, or entries of the log, the first of them number ``256 * index``."""

    level: int
    index: int
    width: int = TILE_WIDTH

    @property
    def are_entries(self) -> bool:
        return self.level == ENTRIES

    @property
    def needs(self) -> int:
        """The least size of a log that has this tile."""
        each = 1 << (0 if self.are_entries else 8 * self.level)
        return (self.index * TILE_WIDTH + self.width) * each


def parse_tile(path: str) -> Tile:
    """Parses what comes after ``tile/``."""
    found = _PATH.fullmatch(path) if len(path) <= _LONGEST else None
    if found is None:
        raise MalformedNote(f"not the path of a tile: {path[:_LONGEST]!r}")
    level, high, low, width = found.groups()
    index = int(high.replace("x", "").replace("/", "") + low)
    tile = Tile(ENTRIES if level == "entries" else int(level), index, int(width or TILE_WIDTH))
    if tile.level > _HIGHEST or tile_path(tile) != path:
        raise MalformedNote(f"not the path of a tile: {path!r}")
    return tile


def tile_path(tile: Tile) -> str:
    number, rest = f"{tile.index % 1000:03}", tile.index // 1000
    while rest:
        number, rest = f"x{rest % 1000:03}/{number}", rest // 1000
    part = "" if tile.width == TILE_WIDTH else f".p/{tile.width}"
    return f"{'entries' if tile.are_entries else tile.level}/{number}{part}"
