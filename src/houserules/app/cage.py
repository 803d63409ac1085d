"""The cage: where players' money comes in and goes out, away from the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houserules.app import facts as f
from houserules.app.accounts import bank, moved, purse
from houserules.app.keeping import note
from houserules.app.people import People
from houserules.app.refusal import Kind, Refusal, unknown
from houserules.app.state import TableState
from houserules.app.views import dollars
from houserules.ledger import Transfer
from houserules.store import ANY_VERSION, Store


class PurseFunded(f.Fact, frozen=True, tag="purse.funded/1"):
    kind: str
    amount: int


class PursePaidOut(f.Fact, frozen=True, tag="purse.paid_out/1"):
    kind: str
    amount: int


class Cage:
    def __init__(
        self, store: Store, now: Callable[[], int], people: People, tables: Callable[[], Iterable[TableState]]
    ) -> None:
        self.store = store
        self.now = now
        self.people = people
        self.tables = tables

    async def fund(self, account: str, kind: str, amount: int, command_id: str, actor: str) -> int:
        """Money paid in, onto a player's purse. Answers with what is there now."""
        found = self.people.find(account)
        if found is not None and found.closed and self.store.receipt(command_id) is None:
            raise unknown("account", account)
        move = moved(bank(kind), purse(kind, account), amount, "purse.funded/1")
        return await self._move(account, PurseFunded(kind, amount), move, command_id, actor)

    async def pay_out(self, account: str, kind: str, amount: int, command_id: str, actor: str) -> int:
        """Money paid out, from a player's purse, which must hold it. Answers with what is left."""
        move = moved(purse(kind, account), bank(kind), amount, "purse.paid_out/1")
        return await self._move(account, PursePaidOut(kind, amount), move, command_id, actor)

    async def _move(
        self, account: str, event: PurseFunded | PursePaidOut, move: Transfer, command_id: str, actor: str
    ) -> int:
        if self.people.find(account) is None:
            raise unknown("account", account)
        if account == actor:
            raise Refusal("own_act", "nobody moves the money of the own purse at the cage", Kind.FORBIDDEN)
        own, stream = purse(event.kind, account), f"purse:{account}"
        try:
            await note(self.store, self.now(), stream, ANY_VERSION, event, command_id, actor, (move,), (own,))
        except Refusal as refusal:
            if refusal.code != "not_enough_money":
                raise
            held = dollars(self.store.balance(own))
            raise Refusal("purse_too_low", f"the purse of {account} holds {held}", holds=held) from None
        return self.store.balance(own)

    async def close_account(self, account: str, actor: str) -> None:
        """Nobody could come for what a closed account has, so it must have nothing. Practice money goes with it."""
        found = self.people.insist_may_close(account, actor)
        self._insist_seats_left(account)
        own = purse(f.LIVE, account)
        try:
            await self.people.close_account(found, actor, (own,))
        except Refusal as refusal:
            if refusal.code != "not_enough_money":
                raise
            held = dollars(self.store.balance(own))
            message = f"the purse of {account} holds {held}; pay it out at the cage first"
            raise Refusal("account_has_money", message, purse=held) from None

    def _insist_seats_left(self, account: str) -> None:
        tables = [state.id for state in self.tables() if state.plays_here(account) or state.chips_of(account)]
        if tables:
            message = (
                f"{account} still sits at a table; the seat is left and the chips are cashed out there first, "
                "and the money is then paid out at the cage"
            )
            raise Refusal("account_has_money", message, tables=" ".join(tables))
