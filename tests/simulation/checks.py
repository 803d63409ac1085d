"""What must hold after a simulation, whatever went wrong in it."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.app import audit
from houserules.app.house.accounts import purse
from houserules.app.house.transit import CAGE_NAME, RECEIVED, SENT, transit, under_way
from houserules.app.table.events import LIVE
from houserules.log import LogReader
from tests.simulation.world import PITS, TABLE, Asked, World


def violations(world: World, *, thorough: bool = False) -> Iterator[str]:
    readers = {name: LogReader(disk.database.query, disk.signer.key) for name, disk in world.disks.items()}
    for name in PITS:
        asked = [each for each in world.asked if each.pit == name]
        yield from _linearizable(name, asked)
        yield from _kept(readers[name], asked)
        yield from (f"{name}: {what}" for what in world.disks[name].overlaps)
        yield from _money(name, readers["cage"], readers[name])
        if world.serving(name) is None:
            yield f"{name}: nobody holds it, though nothing was amiss for long"
    yield from (f"the witness: {what}" for what in world.alarms)
    for name, log in readers.items():
        if total := sum(balance for _, balance in log.balances()):
            yield f"{name}: the books add up to {total}"
        if thorough:
            yield from (f"{name}: {finding}" for finding in audit(log).findings)


def _linearizable(name: str, asked: list[Asked]) -> Iterator[str]:
    """The versions of a table are its order. What ended before something else began comes before it there: commands
    strictly, and what is read is never older than what was answered or read before."""
    answered = [each for each in asked if each.version is not None]
    ended = sorted(answered, key=lambda each: each.ended)
    newest, place = 0, 0
    for each in sorted(answered, key=lambda each: each.began):
        while ended[place].ended < each.began:
            newest = max(newest, ended[place].version or 0)
            place += 1
        assert each.version is not None
        if each.id and each.version <= newest:
            yield f"{name}: {each.id} led to version {each.version} after {newest} had been answered"
        if not each.id and each.version < newest:
            yield f"{name}: version {each.version} was shown at {each.began:.2f} after {newest}"


def _kept(log: LogReader, asked: list[Asked]) -> Iterator[str]:
    """What was answered is there, at the version that was answered, and what was refused is not. No version was shown
    that is not there, and no command is there in two places."""
    stream = f"table:{TABLE}"
    last: dict[str, int] = {}
    newest, before = 0, ""
    for stored in log.read(stream):
        if stored.command_id in last and stored.command_id != before:
            yield f"{stored.command_id} is there twice"
        newest, before = stored.version, stored.command_id
        last[before] = newest
    for each in asked:
        if each.version is not None and each.version > newest:
            yield f"{each.id or 'a view'} was of version {each.version}, and the table is at {newest}"
        if not each.id:
            continue
        if each.version is not None and each.id not in last:
            yield f"{each.id} was answered and is lost"
        elif each.version is not None and last[each.id] != each.version:
            yield f"{each.id} was answered with version {each.version}, and is there with {last[each.id]}"
        if each.version is None and each.sure and each.id in last:
            yield f"{each.id} was refused and is there"


def _money(name: str, cage: LogReader, log: LogReader) -> Iterator[str]:
    """Everything that was sent has arrived, once, and nothing else has."""
    left = [
        *under_way(cage, SENT + name, log, RECEIVED + CAGE_NAME),
        *under_way(log, SENT + CAGE_NAME, cage, RECEIVED + name),
    ]
    if left:
        yield f"{name}: {len(left)} transfers never arrived"
    if between := cage.balance(transit(name)) + log.balance(transit(CAGE_NAME)):
        yield f"{name}: {between} between cage and pit"
    for account, held in log.balances(purse(LIVE, "")):
        if held:
            yield f"{name}: {account} still holds {held}"
