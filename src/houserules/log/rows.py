"""Rows for the tables of a log, and how they are written there."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import astuple

from houserules.log.databases.database import Database, Faults, insert
from houserules.log.databases.schema import EVENT_COLUMNS
from houserules.log.entries import SignedHead, Snapshot
from houserules.log.signing import Signer
from houserules.merkle import Frontier

TILE_BITS: Final = 8
"""Every eighth level of the tree is kept, so that a proof reads a few hundred hashes however long the log is."""
_LEAF: Final = EVENT_COLUMNS.split(", ").index("leaf")


class Rows:
    """Rows in the order of the columns, as :meth:`write` names them."""

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

    def add_tiles(self, frontier: Frontier) -> None:
        """Takes the leaves of all events into the tree."""
        completed = frontier.extend([row[_LEAF] for row in self.events])
        self.tiles = [node for node in completed if node[0] % TILE_BITS == 0]

    def write(
        self, database: Database, signer: Signer | None = None, passed: Faults = lambda _boundary: None
    ) -> None:
        """Writes all rows. Only with a signer are there snapshots."""
        insert(database, "streams (id, name)", self.streams)
        insert(database, f"events ({EVENT_COLUMNS})", self.events)
        passed("events written")
        insert(
            database,
            "accounts (id, name, balance)",
            self.accounts,
            "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
        )
        insert(database, "transfers (position, number, source, target, amount, detail)", self.transfers)
        passed("transfers written")
        insert(database, "receipts (command_id, request, reply, position, events, at, salt)", self.receipts)
        insert(database, "outbox (number, topic, body)", self.outbox)
        insert(
            database, "documents (digest, content)", list(self.documents.items()), "ON CONFLICT (digest) DO NOTHING"
        )
        if signer is not None:
            insert(
                database,
                "snapshots (stream, version, data, signature)",
                [(each.stream, each.version, each.data, signer.seal(each)) for each in self.snapshots.values()],
                "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data, signature = excluded.signature",
            )
        insert(database, "tiles (level, number, hash)", self.tiles)
        passed("receipts written")
        insert(
            database,
            "heads (size, root, at, key, signature)",
            [astuple(head) for head in self.heads],
        )
        passed("head written")
