"""Rows for the tables of a log, and how they are written there."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import astuple

from houserules.log.databases.database import Database, Faults
from houserules.log.databases.schema import SCHEMA, columns_of
from houserules.log.entries import SignedHead, Snapshot
from houserules.log.signing import Signer
from houserules.merkle import Frontier

TILE_BITS: Final = 8
"""Every eighth level of the tree is stored, so that a proof reads a few hundred hashes however long the log is."""
_LEAF: Final = columns_of("events").index(["leaf", "bytes"])


class Rows:
    """Rows in the order of the columns that :data:`~houserules.log.databases.schema.INSERTED` lists."""

    def __init__(self) -> None:
        self.streams: list[tuple[int, str]] = []
        self.accounts: list[tuple[int, str, int]] = []
        self.events: list[tuple[Any, ...]] = []
        self.transfers: list[tuple[Any, ...]] = []
        self.receipts: list[tuple[Any, ...]] = []
        self.outbox: list[tuple[int, str, bytes]] = []
        self.documents: dict[str, bytes] = {}
        self.snapshots: dict[tuple[str, int], Snapshot] = {}
        self.heads: list[SignedHead] = []
        self.tiles: list[tuple[int, int, bytes]] = []
        self.log: list[tuple[Any, ...]] = []

    def grow(self, frontier: Frontier, messages: int, batches: int, heads: int) -> None:
        """Adds the leaves of all events to the tree, and records the resulting state of the log."""
        completed = frontier.extend([row[_LEAF] for row in self.events])
        self.tiles = [node for node in completed if node[0] % TILE_BITS == 0]
        self.log = [(1, SCHEMA, frontier.size, b"".join(frontier.peaks), messages, batches, heads)]

    def write(
        self, database: Database, signer: Signer | None = None, passed: Faults = lambda _boundary: None
    ) -> None:
        """Writes all rows. Only with a signer are there snapshots."""
        database.insert("streams", self.streams)
        database.insert("events", self.events)
        passed("events written")
        database.insert("accounts", self.accounts)
        database.insert("transfers", self.transfers)
        passed("transfers written")
        database.insert("receipts", self.receipts)
        database.insert("outbox", self.outbox)
        database.insert("documents", list(self.documents.items()))
        if signer is not None:
            sealed = [(each.stream, each.version, each.data, signer.seal(each)) for each in self.snapshots.values()]
            database.insert("snapshots", sealed)
        database.insert("tiles", self.tiles)
        passed("receipts written")
        database.insert("heads", [astuple(head) for head in self.heads])
        database.insert("log", self.log)
        passed("head written")
