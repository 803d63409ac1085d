"""A log filled with the content of another log, unchanged: the heads come with their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import astuple

from houserules.log.databases.database import Database
from houserules.log.entries import Receipt, SignedHead, Stored, Transfer
from houserules.log.errors import LogError
from houserules.log.log import Log
from houserules.log.rows import Rows
from houserules.merkle import Frontier

_SMALLEST: Final = -(1 << 63)
_LARGEST: Final = (1 << 63) - 1


class Contents:
    """Everything that a log holds, in the order in which it is added. ValueError for what no database can store."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._streams: dict[str, int] = {}
        self._accounts: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    @property
    def heads(self) -> Sequence[SignedHead]:
        return self._rows.heads

    def add_event(self, event: Stored, transfers: Iterable[Transfer]) -> None:
        stream = self._streams.setdefault(event.stream, len(self._streams) + 1)
        position, _, *others = astuple(event)
        self._rows.events.append((position, stream, *others))
        for number, move in enumerate(transfers):
            source, target = self._account(move.source, -move.amount), self._account(move.target, move.amount)
            self._rows.transfers.append((event.position, number, source, target, move.amount, move.detail))

    def _account(self, name: str, change: int) -> int:
        balance = self._balances[name] = self._balances.get(name, 0) + change
        if not _SMALLEST <= balance <= _LARGEST:
            raise ValueError(f"the balance of {name} is larger than any that a database keeps")
        return self._accounts.setdefault(name, len(self._accounts) + 1)

    def add_receipt(self, receipt: Receipt) -> None:
        self._rows.receipts.append(astuple(receipt))

    def add_document(self, digest: str, document: bytes) -> None:
        if digest in self._rows.documents:
            raise ValueError(f"the document {digest} is there twice")
        self._rows.documents[digest] = document

    def add_head(self, head: SignedHead) -> None:
        self._rows.heads.append(head)

    def write(self, database: Database) -> None:
        rows, tree = self._rows, Frontier()
        rows.streams = [(number, name) for name, number in self._streams.items()]
        rows.accounts = [(number, name, self._balances[name]) for name, number in self._accounts.items()]
        rows.grow(tree, messages=0, batches=1, heads=len(rows.heads))
        rows.write(database)


def restore_log(log: Log, contents: Contents) -> None:
    """Fills an empty log. :class:`ConstraintBroken` if something occurs twice or is not a transfer."""
    if log.position() or log.streams():
        raise LogError("only an empty database can be filled from an archive")
    log.carry_out(contents.write)
