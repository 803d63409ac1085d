"""Money between the cage and a pit, each with a log of its own: two commits, through a transit account in both books.

The first commit takes money from a purse in one log; it is the next event of a stream of what was sent. The second
gives it to the purse of the same person in the other log, as the event of the same number in a stream of what was
received, and nothing can refuse it. So it is always known what was sent and not yet received, whatever crashed
between the two, and nothing is received twice: a stream has each version once.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import msgspec

from houserules.app.house.accounts import chips_held, moved, purse
from houserules.app.house.transactions import note
from houserules.app.people.people import People
from houserules.app.refusals import Kind, Refusal
from houserules.app.table import events as f
from houserules.app.table.loading import load_state
from houserules.app.table.requests import own_id
from houserules.ledger import Transfer
from houserules.log import ANY_VERSION, Append, Log, LogReader
from houserules.money import parse_dollars
from houserules.records import TABLE_PREFIX

CAGE_NAME: Final = "cage"
"""The pit's name for the other side."""
SENT: Final = "sent:"
RECEIVED: Final = "received:"
_MOST_TRIES: Final = 8
_LACKS_MONEY: Final = "not_enough_money"
T = TypeVar("T")
_PURSES: Final = purse(f.LIVE, "")


class MoneySent(f.Fact, frozen=True, tag="transit.sent/1"):
    account: str
    amount: int


class MoneyReceived(f.Fact, frozen=True, tag="transit.received/1"):
    account: str
    amount: int


read_transit: Final = msgspec.json.Decoder(MoneySent | MoneyReceived).decode


def transit(other: str) -> str:
    """The account, in the books of one side, of what is on the way from or to the other. Both together hold exactly
    what was sent and not yet received."""
    return f"transit:{other}"


def transit_transfer(stream: str, event: MoneySent | MoneyReceived) -> Transfer:
    """What an event of one of the streams moves. Only real money is ever sent: practice money stays in its pit."""
    own, on_the_way = purse(f.LIVE, event.account), transit(stream.partition(":")[2])
    if isinstance(event, MoneySent):
        return moved(own, on_the_way, event.amount, "transit.sent/1")
    return moved(on_the_way, own, event.amount, "transit.received/1")


def under_way(sender: LogReader, sent: str, receiver: LogReader, received: str) -> Iterator[tuple[int, MoneySent]]:
    """What one side sent and the other has not yet received, in order, with the numbers of the events."""
    for stored in sender.read(sent, after=receiver.version(received)):
        assert stored.data is not None, "what was sent is never removed"
        event = read_transit(stored.data)
        assert isinstance(event, MoneySent), f"{sent} holds what was sent"
        yield stored.version, event


def in_pit(cage: LogReader, log: LogReader, pit: str, account: str) -> list[str]:
    """The tables of a pit where this person sits or has chips; and the pit itself if real money of theirs lies there
    away from the tables, or is under way from or to it. Read from the logs, whichever process holds the pit."""
    held = {stream for stream, holder in chips_held(log.balances(TABLE_PREFIX)) if holder == account}
    others = {stream for stream, _ in log.streams(TABLE_PREFIX)} - held
    seated = {stream for stream in others if load_state(log, stream).plays_here(account)}
    tables = [f"{pit}/{stream.removeprefix(TABLE_PREFIX)}" for stream in sorted(held | seated)]
    both = (
        *under_way(cage, SENT + pit, log, RECEIVED + CAGE_NAME),
        *under_way(log, SENT + CAGE_NAME, cage, RECEIVED + pit),
    )
    away = log.balance(purse(f.LIVE, account)) or any(event.account == account for _, event in both)
    return [*tables, pit] if away else tables


async def with_money(way: Transit | None, account: str, answer: Callable[[], Awaitable[T]]) -> T:
    """The answer to a request; if a purse in this log lacks money for it, the money is first brought from the
    cage."""
    try:
        return await answer()
    except Refusal as refusal:
        lacks = refusal
        if way is None or _missing(lacks) is None:
            raise
    with way.buying(account):
        for _ in range(_MOST_TRIES):  # Some of what the purse held may have been on its way back.
            missing = _missing(lacks)
            if missing is None or not await way.bring(account, missing):
                break
            try:
                return await answer()
            except Refusal as refusal:
                lacks = refusal
    raise lacks


def _missing(refusal: Refusal) -> int | None:
    missing = refusal.facts.get("missing") if refusal.code == _LACKS_MONEY else None
    return None if missing is None else parse_dollars(str(missing))


class Transit:
    """The transit of one pit, run by the process that holds it."""

    def __init__(self, pit: str, log: Log, cage: Log, people: People, now: Callable[[], int]) -> None:
        self.pit = pit
        self.log = log
        self.cage = cage
        self.people = people
        self.now = now
        self._owed: set[str] = set()
        """Accounts whose purse in the pit may hold something that belongs to the cage."""
        self._buying: Counter[str] = Counter()
        """Accounts about to spend it, and at how many tables: nothing is sent back meanwhile."""
        self._complete = False
        """Whether all that was sent is known to have been received."""

    @contextmanager
    def buying(self, account: str) -> Iterator[None]:
        """Covers the time in which this person is about to spend the money brought. What is left of it goes back."""
        self._buying[account] += 1
        try:
            yield
        finally:
            self._buying -= Counter((account,))
            self._owed.add(account)

    async def bring(self, account: str, amount: int) -> bool:
        """Brings this much from the person's purse at the cage to the one in the pit. Returns whether it is there.

        The same commit records it with the account, so an account that was found to have nothing in any pit is not
        closed after it.
        """
        await self.complete()
        for _ in range(_MOST_TRIES):
            if amount > self.cage.balance(purse(f.LIVE, account)):
                break
            try:
                event, beside = MoneySent(account, amount), (self.people.is_paid(account, f.LIVE),)
                await self._send(self.cage, SENT + self.pit, event, beside)
            except Refusal as refusal:
                if refusal.code not in ("stale_version", _LACKS_MONEY):
                    raise
            else:
                await self.complete()
                return True
        return False

    async def _send(self, log: Log, stream: str, event: MoneySent, beside: tuple[Append, ...] = ()) -> None:
        self._complete = False
        own, identity = purse(f.LIVE, event.account), own_id(stream, secrets.token_hex(16))
        moves = (transit_transfer(stream, event),)
        await note(log, self.now(), stream, ANY_VERSION, event, identity, event.account, moves, (own,), beside)

    def owe(self, accounts: Iterable[str]) -> None:
        """The pit purses of these accounts may hold money that belongs at the cage."""
        self._owed.update(accounts)

    def look_through(self) -> None:
        """Expects all purses in this pit to be empty, except those of people who are buying now, and nothing to be
        under way."""
        self._complete = False
        self._owed.update(name.removeprefix(_PURSES) for name, held in self.log.balances(_PURSES) if held)

    def insist_belongs(self) -> None:
        """Checks that cage and pit belong together: neither has received what the other never sent."""
        for sender, sent, receiver, received in (
            (self.cage, SENT + self.pit, self.log, RECEIVED + CAGE_NAME),
            (self.log, SENT + CAGE_NAME, self.cage, RECEIVED + self.pit),
        ):
            arrived = receiver.version(received)  # Read first, so that money sent meanwhile does no harm.
            if arrived > sender.version(sent):
                raise Refusal(
                    "other_pit",
                    f"the log of the pit {self.pit} and that of the cage do not belong together: one has received "
                    "money that the other never sent. Is the address the one it always was?",
                    Kind.UNAVAILABLE,
                )

    async def settle(self) -> None:
        """Sends back to the cage what is owed to it, and completes what is under way."""
        for account in sorted(self._owed - self._buying.keys()):
            self._owed.discard(account)
            held = self.log.balance(purse(f.LIVE, account))
            if held and account not in self._buying:
                try:
                    await self._send(self.log, SENT + CAGE_NAME, MoneySent(account, held))
                except BaseException:
                    self._owed.add(account)
                    raise
        if not self._complete:
            await self.complete()

    async def complete(self) -> None:
        """Receives on either side what the other has sent, whether this process sent it or one that is gone."""
        await self._receive(self.cage, SENT + self.pit, self.log, RECEIVED + CAGE_NAME)
        await self._receive(self.log, SENT + CAGE_NAME, self.cage, RECEIVED + self.pit)
        self._complete = True

    async def _receive(self, sender: Log, sent: str, receiver: Log, received: str) -> None:
        for number, event in list(under_way(sender, sent, receiver, received)):
            arrived = MoneyReceived(event.account, event.amount)
            moves, identity = (transit_transfer(received, arrived),), own_id(received, number)
            try:
                await note(receiver, self.now(), received, number - 1, arrived, identity, event.account, moves)
            except Refusal as refusal:
                if refusal.code != "stale_version":
                    raise
                return  # Another process is completing it at this moment.
            if receiver is self.log:
                self._owed.add(event.account)  # The request for which it was sent may be over.
