"""Rows for the tables of a log, and how they are written there."""

from __future__ import annotations

from typing import Any, Final

from houserules.log.databases.database import Database, Faults
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
        database.insert("streams (id, name)", self.streams)
        database.insert(f"events ({EVENT_COLUMNS})", self.events)
        passed("events written")
        database.insert(
            "accounts (id, name, balance)",
            self.accounts,
            "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
        )
        database.insert("transfers (position, number, source, target, amount, detail)", self.transfers)
        passed("transfers written")
        database.insert("receipts (command_id, request, reply, position, events, at, salt)", self.receipts)
        database.insert("outbox (number, topic, body)", self.outbox)
        database.insert(
            "documents (digest, content)", list(self.documents.items()), "ON CONFLICT (digest) DO NOTHING"
        )
        if signer is not None:
            database.insert(
                "snapshots (stream, version, data, signature)",
                [(each.stream, each.version, each.data, signer.seal(each)) for each in self.snapshots.values()],
                "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data, signature = excluded.signature",
            )
        database.insert("tiles (level, number, hash)", self.tiles)
        passed("receipts written")
        database.insert(
            "heads (size, root, at, key, signature)",
            [(head.size, head.root, head.at, head.key, head.signature) for head in self.heads],
        )
        passed("head written")
