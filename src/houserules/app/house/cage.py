"""The cage: where players' money comes in and goes out, away from the tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from houserules.app.house.accounts import bank, chips_held, moved, purse
from houserules.app.house.transactions import note
from houserules.app.limits.limits import Limits
from houserules.app.people.people import People
from houserules.app.people.reading import tables_of
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table import events as f
from houserules.app.table.loading import load_state
from houserules.ledger import Transfer
from houserules.log import ANY_VERSION, Append, Log
from houserules.money import format_dollars
from houserules.records import TABLE_PREFIX

_MOST_TRIES: Final = 8
PURSE_PREFIX: Final = "purse:"


class PurseFunded(f.Fact, frozen=True, tag="purse.funded/1"):
    kind: str
    amount: int


class PursePaidOut(f.Fact, frozen=True, tag="purse.paid_out/1"):
    kind: str
    amount: int


def purse_transfer(account: str, event: PurseFunded | PursePaidOut) -> Transfer:
    """What an event at the cage moves, from or to the purse of this account."""
    own, outside = purse(event.kind, account), bank(event.kind)
    if isinstance(event, PurseFunded):
        return moved(outside, own, event.amount, "purse.funded/1")
    return moved(own, outside, event.amount, "purse.paid_out/1")


class Cage:
    def __init__(
        self,
        log: Log,
        now: Callable[[], int],
        people: People,
        tables_with: Callable[[str], Awaitable[list[str]]],
        limits: Limits,
    ) -> None:
        """``tables_with`` names the tables where an account sits or has chips."""
        self.log = log
        self.now = now
        self.people = people
        self.tables_with = tables_with
        self.limits = limits

    async def fund(
        self, account: str, kind: str, amount: int, command_id: str, actor: str, beside: tuple[Append, ...] = ()
    ) -> int:
        """Money paid into a player's purse. Returns the new balance."""
        for _ in range(_MOST_TRIES):
            paid = () if self._was_closed_after(account, command_id) else (self.people.is_paid(account, kind),)
            try:
                return await self._move(account, PurseFunded(kind, amount), command_id, actor, (*paid, *beside))
            except Refusal as refusal:
                if refusal.code != "stale_version":
                    raise
        raise Refusal("busy", "the account changes too fast just now; ask again", Kind.STALE)

    def _was_closed_after(self, account: str, command_id: str) -> bool:
        """Whether this very command paid money in before the account was closed; a retry gets the same answer."""
        found = self.people.find(account)
        return found is not None and found.closed and self.log.receipt(command_id) is not None

    async def pay_out(
        self, account: str, kind: str, amount: int, command_id: str, actor: str, beside: tuple[Append, ...] = ()
    ) -> int:
        """Money paid out of a player's purse, which must hold it. Returns what is left."""
        return await self._move(account, PursePaidOut(kind, amount), command_id, actor, beside)

    async def _move(
        self,
        account: str,
        event: PurseFunded | PursePaidOut,
        command_id: str,
        actor: str,
        beside: tuple[Append, ...] = (),
    ) -> int:
        self.insist_may_move(account, event.amount, actor)
        own, stream, move = purse(event.kind, account), PURSE_PREFIX + account, purse_transfer(account, event)
        moved = event.amount if isinstance(event, PurseFunded) else -event.amount
        kept = (*beside, *(self.limits.paid(account, moved) if event.kind == f.LIVE else ()))
        try:
            await note(self.log, self.now(), stream, ANY_VERSION, event, command_id, actor, (move,), (own,), kept)
        except Refusal as refusal:
            if refusal.code != "not_enough_money":
                raise
            held = format_dollars(self.log.balance(own))
            raise Refusal("purse_too_low", f"the purse of {account} holds {held}", holds=held) from None
        return self.log.balance(own)

    def insist_may_move(self, account: str, amount: int, actor: str) -> None:
        if not amount:
            raise Refusal("nothing_moved", "move more than nothing")
        if self.people.find(account) is None:
            raise unknown("account", account)
        if account == actor:
            raise Refusal("own_act", "nobody moves money of their own purse at the cage", Kind.FORBIDDEN)

    async def close_account(self, account: str, actor: str, beside: tuple[Append, ...] = ()) -> None:
        """Nobody could claim what a closed account holds, so it must be empty. Its practice money is closed with
        it."""
        found = self.people.insist_may_close(account, actor)
        await self._insist_seats_left(account)
        own = purse(f.LIVE, account)
        try:
            await self.people.close_account(found, actor, (own,), beside)
        except Refusal as refusal:
            if refusal.code != "not_enough_money":
                raise
            held = format_dollars(self.log.balance(own))
            message = f"the purse of {account} holds {held}; pay it out at the cage first"
            raise Refusal("account_has_money", message, purse=held) from None

    async def _insist_seats_left(self, account: str) -> None:
        tables = await self.tables_with(account)
        if tables:
            message = (
                f"{account} still sits at a table; the seat is left and the chips are cashed out there first, "
                "and the money is then paid out at the cage"
            )
            raise Refusal("account_has_money", message, tables=" ".join(tables))


def tables_with(log: Log, account: str, known: frozenset[str], unreadable: frozenset[str]) -> list[str]:
    """The names of the tables where this person sits or has chips, according to the log at this moment.

    The ledger shows chips, even at a table that cannot be read. Of all other tables, only those are read at which the
    person ever sat down, and those at which they are ``known`` to sit.
    """
    held = {stream for stream, holder in chips_held(log.balances(TABLE_PREFIX)) if holder == account}
    once = {TABLE_PREFIX + table for table in tables_of(log, account)} | known
    seated = {stream for stream in once - held - unreadable if load_state(log, stream).plays_here(account)}
    return sorted(stream.removeprefix(TABLE_PREFIX) for stream in held | seated)
