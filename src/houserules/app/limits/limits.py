"""Limits as the service keeps them: set by their owner, counted with every wager at a live table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Final

from houserules.app.house.accounts import chips, purse
from houserules.app.house.transactions import note
from houserules.app.limits import own_limits as o
from houserules.app.refusals import Refusal
from houserules.app.table.events import LIVE
from houserules.app.table.requests import own_id
from houserules.app.table.state import TableState
from houserules.log import ANY_VERSION, Append, Log
from houserules.play import Rules, Seat
from houserules.records import step

_MOST_KNOWN: Final = 1_000


class Limits:
    def __init__(
        self,
        log: Log,
        now: Callable[[], int],
        tables: Callable[[], Iterable[TableState]],
        of_house: Limits | None = None,
    ) -> None:
        """``tables`` are those that are open, or where somebody has chips. A pit uses the limits ``of_house``, which
        are kept in another log: it cannot count towards them, so a player who has set limits does not play there."""
        self.log = log
        self.now = now
        self.tables = tables
        self.of_house = of_house
        self._known: dict[str, o.OwnLimits] = {}

    def of(self, account: str) -> o.OwnLimits:
        """As the log has them at this moment, whichever process wrote it."""
        stream, own = o.PREFIX + account, self._known.get(account, o.OwnLimits())
        if self.log.version(stream) != own.version:
            for stored in self.log.read(stream, after=own.version):
                assert stored.data is not None, "limits are not removed"
                own = o.fold_limits(own, o.decode(stored.data), stored.at)
            self._known[account] = own
            if len(self._known) > _MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return own

    async def set(self, account: str, what: o.What, amount: int | None) -> o.OwnLimits:
        event = o.LimitSet(what, amount, self._worth(account, felt=True))
        return await self._note(account, event)

    async def take_break(self, account: str, hours: int) -> o.OwnLimits:
        return await self._note(account, o.BreakTaken(self.now() + hours * 3_600_000))

    async def _note(self, account: str, event: o.AnyLimitEvent) -> o.OwnLimits:
        identity = own_id("limits", account, secrets.token_hex(8))
        await note(self.log, self.now(), o.PREFIX + account, ANY_VERSION, event, identity, account)
        return self.of(account)

    def used_today(self, account: str) -> tuple[o.OwnLimits, dict[o.What, int]]:
        """How much of each limit is used; for losses, without what is on the felt."""
        worth = self._worth(account, felt=True)
        own = self.of(account).today(self.now(), worth)
        minutes = own.played_by(self.now()) // 60_000
        return own, {"loss": own.worth - worth, "deposit": own.bought, "minutes": minutes}

    # What tables and the cage ask

    def insist_may_sit(self, account: str) -> None:
        self._insist_kept_here(account)
        self.of(account).insist_no_break(self.now())

    def bought(self, account: str, table: TableState, amount: int) -> Append | None:
        """What is committed with a purchase of chips, if the player has limits; a purchase beyond them is refused."""
        self._insist_kept_here(account)
        own = self.of(account)
        if not own.version:
            return None
        worth = self._worth(account, felt=True)
        own.today(self.now(), worth).insist_may_buy(amount, self.now())
        return self._counted(account, own, o.Counted(table.id, worth, bought=amount))

    def wagered(self, account: str, before: TableState, after: TableState, rules: Rules) -> Append | None:
        """What is committed with wagers, so that two tables cannot both use what is enough for only one of them."""
        self._insist_kept_here(account)
        own = self.of(account)
        if not own.version:
            return None
        worth, now = self._worth(account, felt=True), self.now()
        today = own.today(now, worth)
        spent = before.chips_of(account) - after.chips_of(account)
        reserve = _reserve(rules, after, account)
        elsewhere = sum(_may_take(state, today, account) for state in self.tables() if state.id != before.id)
        left = self._worth(account, felt=False) - spent
        today.insist_may_wager(left, reserve + elsewhere, now)
        counted = o.Counted(before.id, worth, 0, max(1, spent), reserve, before.version)
        return self._counted(account, own, counted)

    def paid(self, account: str, amount: int) -> tuple[Append, ...]:
        """What is committed with money that moves at the cage."""
        own = self.of(account)
        moved = (step([(o.CageMoved(amount), ())]),)
        return (Append(o.PREFIX + account, ANY_VERSION, moved),) if own.version else ()

    def _insist_kept_here(self, account: str) -> None:
        if self.of_house is not None and self.of_house.of(account).hold(self.now()):
            raise Refusal("own_limit", "you have set limits, and a pit cannot keep them", what="pit")

    def _counted(self, account: str, own: o.OwnLimits, event: o.Counted) -> Append:
        return Append(o.PREFIX + account, own.version, (step([(event, ())]),))

    def _worth(self, account: str, felt: bool) -> int:
        """What the player has: the purse, chips at live tables, and, if asked for, wagers on the felt."""
        live = [state for state in self.tables() if state.kind == LIVE]
        held = sum(self.log.balance(chips(state.stream, account)) for state in live)
        on_felt = sum(_stakes(state, account) for state in live) if felt else 0
        return self.log.balance(purse(LIVE, account)) + held + on_felt


def _stakes(state: TableState, account: str) -> int:
    """What this player has on the felt of a table."""
    return sum(amount for box in _boxes(state, account) for _, amount in (*box.stakes, *box.raised))


def _reserve(rules: Rules, state: TableState, account: str) -> int:
    """The most that the decisions of this round can take from this player."""
    times = max((most for street in rules.streets for most in (street.smallest, *street.largest)), default=0)
    return sum(times * box.stake(rules.base_wager) for box in _boxes(state, account))


def _may_take(state: TableState, own: o.OwnLimits, account: str) -> int:
    """What decisions at another table may still take: while its round is under way, and while the wager is committed
    but the table has yet to take it over."""
    reserved, version = own.reserved.get(state.id, (0, 0))
    return reserved if state.version <= version or _boxes(state, account) else 0


def _boxes(state: TableState, account: str) -> list[Seat]:
    """The boxes of this player in the present round, including those of one who has left meanwhile."""
    own = {sitting.seat for sitting in state.sittings if sitting.account == account}
    return [box for box in state.table.round.seats if box.player in own] if state.table.round is not None else []
