"""The limits that a player has set: their values at a moment, what counts towards them, what they refuse.

A lower limit, or a first one, takes effect at once. A higher one, or none, takes effect a day after it was asked for.
All are counted per day, UTC. What lies on the felt counts as lost until it comes back, together with the most that
the decisions of the round could take: a wager that could lead beyond the limit is refused, and no decision ever is.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.refusals import Kind, Refusal
from houserules.money import format_dollars

PREFIX: Final = "limits:"
DAY: Final = 24 * 60 * 60_000
PAUSE: Final = 10 * 60_000
"""Milliseconds between two wagers; only this much of a longer pause counts as time at the table."""

What = Literal["loss", "deposit", "minutes"]
"""Losses, purchases of chips, and minutes at live tables, all per day."""


class LimitSet(Struct, frozen=True, tag_field="event", tag="limits.set/1"):
    what: What
    amount: int | None
    """Millionths of a dollar, or minutes; None: no limit."""
    worth: int
    """What the player had then: purse, chips, and wagers on the felt."""


class BreakTaken(Struct, frozen=True, tag_field="event", tag="limits.break_taken/1"):
    until: int


class Counted(Struct, frozen=True, tag_field="event", tag="limits.counted/1"):
    """Chips bought, or wagers made, at a live table: committed together with them or not at all."""

    table: str
    worth: int
    """What the player had before it."""
    bought: int = 0
    wagered: int = 0
    reserved: int = 0
    """The most that the decisions of the round can take."""
    version: int = 0
    """The version of the table before it."""


class CageMoved(Struct, frozen=True, tag_field="event", tag="limits.cage_moved/1"):
    """Money paid in at the cage, or out if it is negative: neither won nor lost."""

    amount: int


AnyLimitEvent = LimitSet | BreakTaken | Counted | CageMoved
decode: Final = msgspec.json.Decoder(AnyLimitEvent).decode


class Limit(Struct, frozen=True):
    amount: int | None = None
    next: int | None = None
    next_from: int | None = None
    """The moment from which ``next`` applies; None: nothing else was asked for."""

    def at(self, now: int) -> int | None:
        return self.next if self.next_from is not None and now >= self.next_from else self.amount

    def asked(self, amount: int | None, now: int) -> Limit:
        present = self.at(now)
        if present is None or (amount is not None and amount <= present):
            return Limit(amount)
        return Limit(present, amount, now + DAY)


class OwnLimits(Struct, frozen=True):
    version: int = 0
    loss: Limit = Limit()
    deposit: Limit = Limit()
    minutes: Limit = Limit()
    break_until: int = 0
    day: int = -1
    """The day that the fields below count, in days since 1970."""
    worth: int = 0
    """What the player had when it began, as far as it is counted."""
    bought: int = 0
    played: int = 0
    """In milliseconds."""
    last: int | None = None
    """When the last wager of the day was made."""
    reserved: dict[str, tuple[int, int]] = {}
    """By table: the most that decisions can take, and the version of the table before the wager."""

    def hold(self, now: int) -> bool:
        """Whether there is anything to enforce: a limit that counts, or a break."""
        return now < self.break_until or any(each.at(now) is not None for each in self.all().values())

    def all(self) -> dict[What, Limit]:
        return {"loss": self.loss, "deposit": self.deposit, "minutes": self.minutes}

    def today(self, now: int, worth: int) -> OwnLimits:
        """As it counts now: a new day starts with what the player has."""
        if self.day == now // DAY:
            return self
        return replace(self, day=now // DAY, worth=worth, bought=0, played=0, last=None, reserved={})

    def played_by(self, now: int) -> int:
        """Milliseconds at live tables today."""
        return self.played + (min(now - self.last, PAUSE) if self.last is not None else 0)

    # What they refuse

    def insist_no_break(self, now: int) -> None:
        if now < self.break_until:
            message = "you are taking a break from live tables"
            raise Refusal("on_a_break", message, Kind.REFUSED, until=self.break_until)

    def insist_may_buy(self, amount: int, now: int) -> None:
        self.insist_no_break(now)
        most = self.deposit.at(now)
        if most is not None and self.bought + amount > most:
            left = format_dollars(max(0, most - self.bought))
            raise Refusal("own_limit", "you would buy more than your limit for today", what="deposit", left=left)

    def insist_may_wager(self, worth: int, reserved: int, now: int) -> None:
        """``worth`` is what the player would have left apart from the felt, ``reserved`` the most that decisions of
        all rounds under way could take of it."""
        self.insist_no_break(now)
        minutes, loss = self.minutes.at(now), self.loss.at(now)
        if minutes is not None and self.played_by(now) >= minutes * 60_000:
            raise Refusal("own_limit", "your time at live tables is over for today", what="minutes", left=0)
        lost = self.worth - worth + reserved
        if loss is not None and lost > loss:
            over = format_dollars(lost - loss)
            message = "you could lose more than your limit for today, with what this hand may still ask for"
            raise Refusal("own_limit", message, what="loss", over=over)


def fold_limits(before: OwnLimits, event: AnyLimitEvent, at: int) -> OwnLimits:
    after = replace(before, version=before.version + 1)
    match event:
        case LimitSet(what="loss", amount=amount, worth=worth):
            return replace(after.today(at, worth), loss=before.loss.asked(amount, at))
        case LimitSet(what="deposit", amount=amount, worth=worth):
            return replace(after.today(at, worth), deposit=before.deposit.asked(amount, at))
        case LimitSet(amount=amount, worth=worth):
            return replace(after.today(at, worth), minutes=before.minutes.asked(amount, at))
        case BreakTaken(until=until):
            return replace(after, break_until=max(until, before.break_until))
        case CageMoved(amount=amount):
            return replace(after, worth=before.worth + amount)
        case Counted():
            now = after.today(at, event.worth)
            bought = replace(now, bought=now.bought + event.bought)
            if not event.wagered:
                return bought
            reserved = {**now.reserved, event.table: (event.reserved, event.version)}
            return replace(bought, played=now.played_by(at), last=at, reserved=reserved)
        case _:
            assert_never(event)
