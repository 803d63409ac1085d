"""``houserules audit``: reads the log, play and everything that a service keeps beside play, once and in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, get_args

import msgspec

from houserules.app.audit.meters import Meters
from houserules.app.audit.results import Results
from houserules.app.audit.shuffles import ShuffleFact, Shuffles, TableShuffles
from houserules.app.audit.staff import Staff
from houserules.app.house.accounts import bank, is_holding, names_at, table_transfers
from houserules.app.house.cage import PURSE_PREFIX, PurseFunded, PursePaidOut, purse_transfer
from houserules.app.house.transit import RECEIVED, SENT, read_transit, transit_transfer
from houserules.app.meters.meters import METER_PREFIX
from houserules.app.people.reading import PREFIX as ACCOUNT_PREFIX
from houserules.app.table import events as f
from houserules.app.table.folding import TableEvent, decode, fold
from houserules.app.table.state import TableState, read_table_state
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.ledger import Account
from houserules.log import Contents, Log, LogReader, SignedHead, Stored, Transfer
from houserules.play import Round
from houserules.play import events as e
from houserules.records import TABLE_PREFIX, Audit, Balances, Left, Names, fill, kept_transfer
from houserules.records import audit as audit_play

_PLAY: Final = frozenset(kind.__struct_config__.tag for kind in get_args(e.AnyEvent))
_LOOKED_AT: Final = frozenset(kind.__struct_config__.tag for kind in (e.CardsShuffled, e.RoundOpened, e.MeterChanged))
"""The play events that seals and meters follow. Replay checks whether they follow from their commands."""
_SETTLED: Final = e.WagerSettled.__struct_config__.tag
_OF_THE_METER: Final = f'"wager":"{PROGRESSIVE}"'.encode()
_read_purse: Final = msgspec.json.Decoder(PurseFunded | PursePaidOut).decode


def audit(log: LogReader, exported: Sequence[SignedHead] = (), keys: Sequence[str] = ()) -> Audit:
    """Reads everything: whether the log is as it was written, whether replaying every command gives what was kept,
    and whether the shuffles, chips, meters and purses of the house agree with the events."""
    return audit_play(log, exported, keys, House)


def restore(log: Log, archive: Path, keys: Sequence[str] = (), contents: Contents | None = None) -> Audit:
    """Fills an empty log from an archive, then audits the result. ``keys`` are the trusted ones, ``contents`` the
    archive if it was read before."""
    fill(log, archive, contents)
    with log.frozen() as frozen:
        return audit(frozen, keys=keys)


class House:
    """``results`` watches what wagers bring, if the caller wants that."""

    def __init__(self, balances: Balances, left: Left, results: Results | None = None) -> None:
        self._balances = balances
        self._results = results
        self._left = left
        self._staff = Staff()
        self._shuffles = Shuffles(self._staff)
        self._meters = Meters(balances)
        self._tables: dict[str, _Table] = {}
        self._command = ""
        self._giving: set[str] = set()
        """Accounts that gave something in this command and cannot give more than they have."""

    @property
    def shuffles(self) -> int:
        return self._shuffles.worked_out

    @property
    def outside(self) -> int:
        return self._shuffles.outside

    def names_at(self, stream: str) -> Names:
        return self._table(stream).name_of

    def closed(self, stream: str, round_: Round, submission: Submission) -> Iterator[tuple[str, str]]:
        if self._results is not None:
            yield from self._results.closed(self._table(stream).state, round_, submission)

    def _table(self, stream: str) -> _Table:
        table = self._tables.get(stream)
        if table is None:
            table = self._tables[stream] = _Table(stream, self._left, self._shuffles, self._meters)
        return table

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if stored.command_id != self._command:
            yield from self._command_ended()
            self._command = stored.command_id
        for move in moves:
            if is_holding(move.source):
                self._giving.add(move.source)
        try:
            yield from self._see(stored, moves)
        except msgspec.MsgspecError as error:
            yield "house", f"{stored.name} cannot be read: {error}"

    def _see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if stored.stream.startswith(ACCOUNT_PREFIX):
            self._staff.see(stored.stream.removeprefix(ACCOUNT_PREFIX), stored)
        if stored.stream.startswith(TABLE_PREFIX):
            yield from self._table(stored.stream).see(stored, moves)
        elif stored.stream.startswith(METER_PREFIX):
            yield from self._meters.see(stored, moves)
        elif stored.stream.startswith(PURSE_PREFIX) and stored.data is not None:
            account = stored.stream.removeprefix(PURSE_PREFIX)
            if (kept_transfer(purse_transfer(account, _read_purse(stored.data))),) != moves:
                yield "money", "its transfers are not what it means"
        elif stored.stream.startswith((SENT, RECEIVED)) and stored.data is not None:
            if (kept_transfer(transit_transfer(stored.stream, read_transit(stored.data))),) != moves:
                yield "money", "its transfers are not what it means"
        elif moves:
            yield "money", f"{stored.name} moves no money"

    def _command_ended(self) -> Iterator[tuple[str, str]]:
        for account in self._giving:
            if self._balances.get(account, 0) < 0:
                yield "money", f"{account} has given more than it held, in the command before"
        self._giving.clear()
        for what in self._meters.command_ended():
            yield "meter", f"in the command before, {what}"

    def end(self) -> Iterator[tuple[str, str, str]]:
        for kind, what in self._command_ended():
            yield kind, "", what


class _Table:
    """One table, as far as its own facts show: who sits where, and which decks are promised, shuffled and sealed."""

    def __init__(self, stream: str, left: Left, shuffles: Shuffles, meters: Meters) -> None:
        self.state = TableState(stream)
        self._left = left
        self._shuffles = TableShuffles(shuffles)
        self._meters = meters
        self._opened = self._removed = False
        self._round = 0
        self._names: Mapping[Account, str] | None = None

    def name_of(self, account: Account) -> str:
        if self._names is None:
            self._names = names_at(self.state)
        return self._names[account]

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if stored.data is None or self._removed:
            self._resume(stored)
        elif stored.name in _LOOKED_AT:
            yield from self._play(decode(stored.data))
        elif stored.name == _SETTLED and _OF_THE_METER in stored.data:
            self._settled(decode(stored.data))
        elif stored.name not in _PLAY:
            yield from self._fact(decode(stored.data), stored, moves)

    def _resume(self, stored: Stored) -> None:
        """Resumes from the state that retention left behind. If a removal was cut short, content may still be
        there."""
        self._removed = True
        self._shuffles.forget()
        self._meters.removed(self.state.id)
        left = self._left.get((stored.stream, stored.version))
        if left is not None and left.state is not None:
            self.state, self._names = read_table_state(left.state), None
            self._opened, self._removed = True, False

    def _play(self, event: TableEvent) -> Iterator[tuple[str, str]]:
        match event:
            case e.CardsShuffled():
                self._shuffles.shuffle(event)
            case e.RoundOpened():
                self._round = event.round
                for what in self._shuffles.open_round(self.state, event):
                    yield "deck", what
            case e.MeterChanged():
                for what in self._meters.moved(self.state, self._round, event):
                    yield "meter", what

    def _settled(self, event: TableEvent) -> None:
        if isinstance(event, e.WagerSettled) and event.wager == PROGRESSIVE:
            self._meters.hit(self.state, self._round, event)

    def _fact(self, event: TableEvent, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        state = self.state
        if isinstance(event, f.Fact):
            self._opened = self._opened or isinstance(event, f.TableOpened)
            if not self._opened:
                yield "house", f"{stored.name} at a table that no service opened"
            if isinstance(event, get_args(ShuffleFact)):
                for what in self._shuffles.see(state, event, stored.version, stored.actor):
                    yield "deck", what
            meant = table_transfers(state, event, _lent(state, event, moves))
        else:
            meant = ()
        if tuple(map(kept_transfer, meant)) != moves:
            yield "money", "its transfers are not what it means"
        self.state, self._names = fold(state, event, stored.at)[0], None
        if isinstance(event, f.TableOpened):
            self._meters.opened(event.meter, state.table.main, state.table.secondary)


def _lent(state: TableState, event: f.Fact, moves: Sequence[Transfer]) -> int:
    """Practice money that was lent for chips: what the purse lacked, which cannot be determined afterwards, and no
    more than the chips cost."""
    if not isinstance(event, f.ChipsBought) or state.kind != f.PRACTICE or not moves:
        return 0
    first = moves[0]
    return first.amount if first.source == bank(state.kind) and first.amount <= event.amount else 0
