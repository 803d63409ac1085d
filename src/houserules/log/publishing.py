"""The log as others read it: the tiles of its hash tree and its entries, as defined by c2sp.org/tlog-tiles.

Entries reveal nothing without the event and its salt: see :func:`houserules.log.leaves.leaf_entry`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from houserules.log.entries import Stored, Transfer
from houserules.log.leaves import Leaf, leaf_entry, leaf_of
from houserules.log.reading import LogReader
from houserules.log.rows import TILE_BITS
from houserules.notes import TILE_WIDTH, Tile


def tile_content(log: LogReader, tile: Tile) -> bytes | None:
    """The bytes of a tile or a bundle of entries; None if the log has not grown that far."""
    if tile.needs > log.position():
        return None
    first = tile.index * TILE_WIDTH
    if tile.are_entries:
        entries = [leaf_entry(leaf) for _, leaf in leaves_between(log, first, first + tile.width)]
        return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)
    return b"".join(log.kept_nodes(tile.level * TILE_BITS, first, tile.width))


def leaves_between(log: LogReader, after: int, upto: int) -> Iterator[tuple[Stored, Leaf]]:
    """The events after a position, up to and including another, with the content of their leaves."""
    moves: dict[int, list[Transfer]] = {
        position: [each.transfer for each in some]
        for position, some in groupby(log.transfers(after, upto), lambda each: each.position)
    }
    receipt = lru_cache(maxsize=2)(log.receipt)
    for stored in log.read_all(after, upto):
        answered = receipt(stored.command_id)
        if answered is None:
            raise ValueError(f"the log is damaged: the receipt of position {stored.position} is missing")
        yield stored, leaf_of(stored, moves.get(stored.position, ()), answered)
