"""Bugs that the simulation must find. Each is put into the service for the time of one simulation."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final
from unittest.mock import patch

from msgspec import Struct

from houserules.app.house.transactions import committed, note
from houserules.app.house.transit import (
    CAGE_NAME,
    RECEIVED,
    MoneyReceived,
    MoneySent,
    Transit,
    transit_transfer,
    under_way,
)
from houserules.app.table import live_table
from houserules.app.table.requests import own_id
from houserules.log import ANY_VERSION, Commit, Committed, Log


@contextmanager
def _published_before_kept() -> Iterator[None]:
    async def early(log: Log, commit: Commit, taken_over: Callable[[Committed], None] | None = None) -> Committed:
        if taken_over is not None:
            taken_over(Committed(commit.reply, 0, ()))
        return await committed(log, commit)

    with patch.object(live_table, "committed", early):
        yield


@contextmanager
def _received_twice() -> Iterator[None]:
    """A retry that does not say which of the transfers it completes."""

    async def receive(self: Transit, sender: Log, sent: str, receiver: Log, received: str) -> None:
        for _, event in list(under_way(sender, sent, receiver, received)):
            arrived = MoneyReceived(event.account, event.amount)
            moves, identity = (transit_transfer(received, arrived),), own_id(received, secrets.token_hex(8))
            await note(receiver, self.now(), received, ANY_VERSION, arrived, identity, event.account, moves)

    with patch.object(Transit, "_receive", receive):
        yield


@contextmanager
def _never_completed() -> Iterator[None]:
    """Who sends money also gives it to the other side, and nobody looks again whether that was done."""
    send = Transit._send

    async def both(self: Transit, log: Log, stream: str, event: MoneySent, *more: Any) -> None:
        await send(self, log, stream, event, *more)
        receiver, received = (
            (self.log, RECEIVED + CAGE_NAME) if log is self.cage else (self.cage, RECEIVED + self.pit)
        )
        arrived = MoneyReceived(event.account, event.amount)
        moves, identity = (transit_transfer(received, arrived),), own_id(received, secrets.token_hex(8))
        await note(receiver, self.now(), received, ANY_VERSION, arrived, identity, event.account, moves)

    async def nothing(self: Transit) -> None:
        pass

    with patch.object(Transit, "_send", both), patch.object(Transit, "complete", nothing):
        yield


class Plant(Struct, frozen=True):
    planted: Callable[[], AbstractContextManager[None]] = nullcontext
    fenced: bool = True
    reads_on: bool = True
    fork: bool = False
    finds: str = ""
    """What is found begins so."""
    first: int = 0
    """The seed with which the search begins."""


PLANTS: Final = {
    "published before it is kept": Plant(_published_before_kept),
    "a lease without fencing": Plant(fenced=False),
    "a retry that pays twice": Plant(_received_twice),
    "a transit that is not completed": Plant(_never_completed),
    "a read from what a process knows": Plant(reads_on=False, first=18),
    "a history that is put back": Plant(fork=True, finds="the witness: "),
}
