"""The records: every event, any hand card by card, the audit log's heads and proofs, the ledger, and export."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import Final

from litestar import Response, Router, get
from litestar.response import Stream

from houserules.app import (
    EventReader,
    House,
    Person,
    hand_shapes,
    history,
    insist,
    receipt_of,
    record_shapes,
    table_in_csv,
    unknown,
)
from houserules.cards import parse_card
from houserules.log import Log, SignedHead
from houserules.money import format_dollars
from houserules.records import ledger_transfer
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented
from houserules.web.parameters import (
    AccountInQuery,
    After,
    BeforeHand,
    CardsInQuery,
    CommandInPath,
    ExportedTable,
    FewHands,
    HandNumber,
    LedgerAccount,
    Limit,
    LogPosition,
    LogSize,
    Moment,
    OldSize,
    Prefix,
    Switch,
    TableId,
    TableInQuery,
)
from houserules.web.routes.tables import found_hand

_LINES_AT_ONCE: Final = 500


def _reader(house: House, person: Person) -> EventReader:
    return EventReader(house.log, (live.state for live in house.live_tables()), person)


async def read_events(
    house: House, reader: Callable[[], Person], after: int, limit: int
) -> list[record_shapes.EventShown]:
    """Reads in the background, so that tables do not wait. The reader's rights are checked when the events are
    there."""
    found = await asyncio.to_thread(lambda: tuple(house.log.read_all(after, after + limit)))
    person = reader()
    insist(person, "see_events")
    return await asyncio.to_thread(_reader(house, person).show, found)


@get("/events", responses=documented(401, 403))
async def events(
    house: TheHouse, person: ThePerson, after: After = 0, limit: Limit = 100
) -> list[record_shapes.EventShown]:
    """Every event after a position, in the order of the log. Cards that the reader may not see are withheld."""
    insist(person, "see_events")
    return await read_events(house, lambda: person, after, limit)


@get("/hands", responses=documented(401, 403, 404))
async def search(
    house: TheHouse,
    person: ThePerson,
    table: TableInQuery,
    account: AccountInQuery = None,
    only_progressive_wins: Switch = False,
    cards: CardsInQuery = "",
    since: Moment = None,
    until: Moment = None,
    before: BeforeHand = None,
    limit: FewHands = 20,
) -> hand_shapes.FoundHands:
    """Hands sought among the next ``limit`` of a table, newest first; ``next`` is where to go on."""
    insist(person, "see_all_hands")
    stream = house.table(table).state.stream
    wanted = frozenset(int(parse_card(word)) for word in cards.split())
    sought = history.Sought(account, only_progressive_wins, wanted, since, until)
    return await asyncio.to_thread(history.search, house.log, stream, sought, person, limit, before)


@get("/hands/{table_id:str}/{number:int}/replay", responses=documented(401, 403, 404))
async def replay(table_id: TableId, number: HandNumber, house: TheHouse, person: ThePerson) -> hand_shapes.Replay:
    """A finished hand event by event, with every card, so that it can be scrubbed to and fro."""
    insist(person, "see_stub")
    found = await found_hand(house, table_id, number)
    frames = await asyncio.to_thread(history.frames, house.log, found)
    return {"table": table_id, "number": number, "frames": frames}


@get("/hands/{table_id:str}/{number:int}/stub", responses=documented(401, 403, 404))
async def stub(table_id: TableId, number: HandNumber, house: TheHouse, person: ThePerson) -> hand_shapes.Openings:
    """The whole sealed deck of a finished hand: every place opened, and the seed it came from."""
    insist(person, "see_stub")
    found = await found_hand(house, table_id, number)
    return await asyncio.to_thread(history.openings, found, None)


@get("/hands/{table_id:str}/{number:int}/export", responses=documented(401, 403, 404, 409))
async def export_hand(table_id: TableId, number: HandNumber, house: TheHouse, person: ThePerson) -> Response[bytes]:
    """The hand as one file for ``houserules replay`` and ``houserules explain``, once every deck in it was played."""
    insist(person, "export_hand")
    found = await found_hand(house, table_id, number)
    _reader(house, person).insist_played(found)
    content = await asyncio.to_thread(history.export, house.log, found)
    name = f"{table_id}-{number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=headers)


@get("/export", media_type="application/x-ndjson", responses=documented(401, 403))
async def export_all(house: TheHouse, person: ThePerson) -> Stream:
    """The whole log, one JSON object a line. What the reader may not see is named and withheld."""
    insist(person, "export_all")
    return Stream(_by_many(_reader(house, person).everything()), media_type="application/x-ndjson")


@get("/export/{what:str}", media_type="text/csv", responses=documented(401, 403))
async def export_table(what: ExportedTable, house: TheHouse, person: ThePerson, after: After = 0) -> Stream:
    """Hands (one row a settled wager), transfers or meters as CSV: what has a position after this one. The largest
    position in it is where to go on."""
    insist(person, "export_all")
    return Stream(_by_many(table_in_csv(house.log, what, after)), media_type="text/csv")


async def _by_many(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Reads in the background, many lines at once. Litestar's own way takes some faults for the end of the lines, and
    a reader would take a part of the log for the whole."""
    while some := await asyncio.to_thread(lambda: b"".join(islice(lines, _LINES_AT_ONCE))):
        yield some


@get("/audit/head", responses=documented(401, 404))
async def head(house: TheHouse, person: ThePerson) -> SignedHead:
    """The newest signed head of the audit log."""
    insist(person, "see_proofs")
    newest = house.log.head()
    if newest is None:
        raise unknown("head", "newest")
    return newest


@get("/audit/witnesses", responses=documented(401, 403))
async def witnesses(house: TheHouse, person: ThePerson) -> record_shapes.WitnessesShown:
    """The witnesses of the log: how far each has signed, and why not further."""
    insist(person, "see_proofs")
    return house.witnesses.shown()


@get("/audit/inclusion/{position:int}", responses=documented(401, 404))
async def inclusion(
    position: LogPosition, house: TheHouse, person: ThePerson, size: LogSize = None
) -> record_shapes.Inclusion:
    """The path from an event's leaf to the root of the log of this size (absent: of the newest head)."""
    insist(person, "see_proofs")
    whole = _size(house, size)
    if not 1 <= position <= whole:
        raise unknown("position", str(position))
    leaf = next(iter(house.log.read_all(position - 1, position))).leaf
    path = house.log.inclusion(position, whole)
    return {"position": position, "size": whole, "leaf": leaf.hex(), "path": [step.hex() for step in path]}


@get("/audit/consistency", responses=documented(401, 404))
async def consistency(
    house: TheHouse, person: ThePerson, old: OldSize, new: LogSize = None
) -> record_shapes.Consistency:
    """Proof that the log of the new size begins with the log of the old one."""
    insist(person, "see_proofs")
    whole = _size(house, new)
    if not 1 <= old <= whole:
        raise unknown("size", str(old))
    path = house.log.consistency(old, whole)
    return {"old": old, "new": whole, "path": [step.hex() for step in path]}


def _size(house: House, size: int | None) -> int:
    newest = house.log.head()
    whole = newest.size if newest else 0
    if size is not None and not 1 <= size <= house.log.position():
        raise unknown("size", str(size))
    return whole if size is None else size


@get("/receipts/{command_id:str}", responses=documented(401, 404, 409))
async def receipt(command_id: CommandInPath, house: TheHouse, person: ThePerson) -> record_shapes.ReceiptShown:
    """What a command of the caller's did, with the proof that it is in the log which witnesses have signed."""
    return await asyncio.to_thread(receipt_of, house.log, house.witnesses, command_id, person.account)


@get("/ledger/balances", responses=documented(401, 403))
async def balances(house: TheHouse, person: ThePerson, prefix: Prefix = "") -> record_shapes.Balances:
    """Accounts with their balances. Over all accounts they come to zero."""
    insist(person, "see_ledger")
    return await asyncio.to_thread(_balances, house.log, prefix)


def _balances(log: Log, prefix: str) -> record_shapes.Balances:
    found = log.balances(prefix)
    return {
        "balances": [{"account": account, "balance": format_dollars(amount)} for account, amount in found],
        "total": format_dollars(sum(amount for _, amount in found)),
    }


@get("/ledger/transfers", responses=documented(401, 403))
async def transfers(
    house: TheHouse, person: ThePerson, after: After = 0, account: LedgerAccount = None, limit: Limit = 100
) -> list[record_shapes.TransferShown]:
    """Transfers of events after a position, in order."""
    insist(person, "see_ledger")
    return await asyncio.to_thread(_transfers, house.log, after, account, limit)


def _transfers(log: Log, after: int, account: str | None, limit: int) -> list[record_shapes.TransferShown]:
    shown: list[record_shapes.TransferShown] = []
    for stored in islice(log.transfers(after, None, account), limit):
        move = ledger_transfer(stored.transfer)
        shown.append({
            "position": stored.position, "index": stored.index, "source": move.source, "target": move.target,
            "amount": format_dollars(move.amount), "status": move.status, "event": move.event, "wager": move.wager,
            "clauses": list(move.clauses),
        })  # fmt: skip
    return shown


record_router = Router(
    "/api",
    route_handlers=[
        events, search, replay, stub, export_hand, export_all, export_table, head, witnesses, inclusion, consistency,
        receipt, balances, transfers,
    ],
    tags=["records"],
)  # fmt: skip
