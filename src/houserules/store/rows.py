"""What a batch of commits adds to the tables, and how it is written there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from houserules.store.contract import SignedHead
from houserules.store.database import Statements
from houserules.store.signing import Signer


class StreamRow:
    """``block`` is the newest block of positions in which the stream has events, -1 if it has none."""

    __slots__ = ("block", "number", "version")

    def __init__(self, number: int, version: int, block: int) -> None:
        self.number = number
        self.version = version
        self.block = block


class AccountRow:
    """``block`` is the newest block of positions in which the account has transfers, -1 if it has none."""

    __slots__ = ("balance", "block", "name", "number")

    def __init__(self, name: str, number: int, balance: int, block: int) -> None:
        self.name = name
        self.number = number
        self.balance = balance
        self.block = block


class Rows:
    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.transfers: list[tuple[Any, ...]] = []
        self.receipts: list[tuple[Any, ...]] = []
        self.outbox: list[tuple[Any, ...]] = []
        self.documents: dict[str, bytes] = {}
        self.snapshots: dict[tuple[str, int], bytes] = {}
        self.leaves: list[bytes] = []
        self.tiles: list[tuple[int, int, bytes]] = []
        self.streams: dict[str, StreamRow] = {}
        self.accounts: dict[str, AccountRow] = {}
        self.account_blocks: list[tuple[int, int]] = []
        self.stream_blocks: list[tuple[int, int, int]] = []

    def versions(self) -> tuple[tuple[str, int], ...]:
        """The streams that grew, with their versions."""
        return tuple([(name, stream.version) for name, stream in self.streams.items()])

    def write(self, database: Statements, signer: Signer, passed: Callable[[str], None]) -> None:
        database.insert(
            "streams (id, name, version)",
            [(stream.number, name, stream.version) for name, stream in self.streams.items()],
            "ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        )
        database.insert(
            "events (position, stream, version, part, name, at, actor, command_id, data, command, leaf)", self.events
        )
        database.insert("stream_blocks (stream, block, first)", self.stream_blocks)
        passed("events written")
        database.insert(
            "accounts (id, name, balance)",
            [(account.number, name, account.balance) for name, account in self.accounts.items()],
            "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
        )
        database.insert("transfers (position, number, source, target, amount, detail)", self.transfers)
        database.insert("account_blocks (account, block)", self.account_blocks)
        passed("transfers written")
        database.insert("receipts (command_id, request, reply, position, events, at, salt)", self.receipts)
        database.insert("outbox (number, topic, body)", self.outbox)
        database.insert(
            "documents (digest, content)", list(self.documents.items()), "ON CONFLICT (digest) DO NOTHING"
        )
        database.insert(
            "snapshots (stream, version, data, signature)",
            [
                (stream, version, data, signer.seal(stream, version, data))
                for (stream, version), data in self.snapshots.items()
            ],
            "ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data, signature = excluded.signature",
        )
        database.insert("tiles (level, number, hash)", self.tiles)
        passed("receipts written")


def write_heads(database: Statements, heads: Sequence[SignedHead]) -> None:
    database.insert(
        "heads (size, root, at, key, signature)",
        [(head.size, head.root, head.at, head.key, head.signature) for head in heads],
    )
