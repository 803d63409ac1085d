"""Accounts as the log has them."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.app.people import events as p
from houserules.app.people.events import Account, decode_account, fold_account
from houserules.log import Log

PREFIX: Final = "account:"
_read_account: Final = msgspec.json.Decoder(Account).decode


def start(log: Log, stream: str) -> Account:
    snapshot = log.snapshot(stream)
    if snapshot is not None:
        return _read_account(snapshot.data)
    return Account(stream.removeprefix(PREFIX))


def read_on(log: Log, account: Account) -> Account:
    for stored in log.read(PREFIX + account.id, after=account.version):
        assert stored.data is not None
        account = fold_account(account, decode_account(stored.data), stored.at)
    return account


def tables_of(log: Log, name: str) -> set[str]:
    """The names of all tables at which this person ever sat down."""
    found = (decode_account(stored.data) for stored in log.read(PREFIX + name) if stored.data is not None)
    return {event.table for event in found if isinstance(event, p.SatDown)}


def everybody(log: Log) -> list[Account]:
    found = []
    for stored in log.first_of_each(PREFIX):
        assert stored.data is not None
        opened = decode_account(stored.data)
        if not isinstance(opened, p.AccountOpened) or not opened.guest:
            found.append(read_on(log, start(log, stored.stream)))
    return found
