"""Hands, transfers and meters as tables for other programs: one row per wager, transfer or meter change.

They contain nothing that an auditor may not see: no card that was not turned up.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from houserules.app.meters.meters import METER_PREFIX, decode_meter
from houserules.app.table.loading import states_after
from houserules.app.table.state import TableState
from houserules.app.views.rounds import settled_line
from houserules.log import LogReader, Stored
from houserules.money import format_dollars
from houserules.records import TABLE_PREFIX, ledger_transfer

Row = dict[str, Any]
_CLOSED: Final = "round.closed/1"
_ROWS_AT_ONCE: Final = 500
_AMOUNTS: Final = ("main", "secondary", "main_by", "secondary_by", "paid")


def _hands(log: LogReader, after: int) -> Iterator[Row]:
    """One row for each wager that was settled, table by table."""
    for newest in log.newest_of_each(TABLE_PREFIX):
        if newest.position <= after:
            continue
        for stored, state in states_after(log, TableState(newest.stream)):
            if stored.name == _CLOSED and stored.data is not None and stored.position > after:
                yield from _lines(stored, state)


def _lines(stored: Stored, state: TableState) -> Iterator[Row]:
    assert state.last is not None
    round_, players = state.last.round, dict(state.last.players)
    boxes = {seat.seat: players.get(seat.player) for seat in round_.seats}
    about = {
        "position": stored.position, "at": _moment(stored.at), "table": state.id, "kind": state.kind,
        "rulebook": state.law.rulebook, "round": round_.number,
    }  # fmt: skip
    for each in round_.lines:
        line = settled_line(each)
        yield {
            **about, "player": boxes.get(each.seat), "void": round_.void.reason if round_.void else None,
            **{name: line[name] for name in _LINE},
        }  # fmt: skip


_LINE: Final = ("seat", "wager", "staked", "outcome", "odds", "paid", "returned", "line", "clause")


def _transfers(log: LogReader, after: int) -> Iterator[Row]:
    for stored in log.transfers(after):
        move = ledger_transfer(stored.transfer)
        yield {
            "position": stored.position, "index": stored.index, "source": move.source, "target": move.target,
            "amount": format_dollars(move.amount), "status": move.status, "event": move.event, "wager": move.wager,
            "clauses": "; ".join(move.clauses),
        }  # fmt: skip


def _meters(log: LogReader, after: int) -> Iterator[Row]:
    for newest in log.newest_of_each(METER_PREFIX):
        for stored in log.read(newest.stream) if newest.position > after else ():
            if stored.position > after and stored.data is not None:
                event = decode_meter(stored)
                fields = {name: getattr(event, name) for name in event.__struct_fields__}
                yield {
                    "position": stored.position, "at": _moment(stored.at),
                    "meter": stored.stream.removeprefix(METER_PREFIX), "event": stored.name, "actor": stored.actor,
                    **{name: format_dollars(value) if name in _AMOUNTS else value for name, value in fields.items()},
                }  # fmt: skip


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "hands": (
        "position", "at", "table", "kind", "rulebook", "round", "seat", "player", "wager", "staked", "outcome",
        "odds", "paid", "returned", "line", "clause", "void",
    ),
    "transfers": ("position", "index", "source", "target", "amount", "status", "event", "wager", "clauses"),
    "meters": (
        "position", "at", "meter", "event", "actor", "main", "secondary", "main_by", "secondary_by", "reason",
        "table", "round", "seat", "line", "paid", "from_meter", "correction", "by", "name", "terms",
    ),
}  # fmt: skip
"""The columns of each table, in order. Amounts are dollars as text, ``at`` is the time in UTC."""
_ROWS: Final[Mapping[str, Callable[[LogReader, int], Iterator[Row]]]] = {
    "hands": _hands, "transfers": _transfers, "meters": _meters,
}  # fmt: skip


def table_rows(log: LogReader, what: str, after: int = 0) -> Iterator[Row]:
    """The rows of a table with positions after this one, each with all of its columns."""
    empty = dict.fromkeys(COLUMNS[what])
    for row in _ROWS[what](log, after):
        yield {**empty, **row}


def table_in_csv(log: LogReader, what: str, after: int = 0) -> Iterator[bytes]:
    """The same as CSV, in chunks of many rows."""
    rows = table_rows(log, what, after)
    yield (",".join(COLUMNS[what]) + "\n").encode()
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        text = io.StringIO()
        csv.DictWriter(text, COLUMNS[what], lineterminator="\n").writerows(some)
        yield text.getvalue().encode()
