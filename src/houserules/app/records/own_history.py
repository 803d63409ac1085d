"""The hands of one player at all tables, as the player may remember them, and their results."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from heapq import merge
from itertools import islice
from typing import Final, TypedDict

from msgspec import Struct

from houserules.app.floor.results import BASE
from houserules.app.floor.theory import Figures, Theories
from houserules.app.house.transactions import note
from houserules.app.lessons.book import PREFIX as LESSONS
from houserules.app.lessons.book import LessonsErased
from houserules.app.people import events as p
from houserules.app.people.events import decode_account
from houserules.app.people.reading import PREFIX as ACCOUNTS
from houserules.app.records.history import CLOSED, Hand, as_seen_by, read_hand, rules_of
from houserules.app.refusals import Refusal
from houserules.app.table.events import SeatFreed, SeatTaken
from houserules.app.table.folding import decode
from houserules.app.table.requests import own_id
from houserules.app.views.hand_shapes import RecalledHand
from houserules.law import Submission
from houserules.log import ANY_VERSION, Log, Stored
from houserules.money import format_dollars
from houserules.play.events import WagerSettled
from houserules.records import TABLE_PREFIX, erase

PREFIX: Final = "history:"
MOST_COUNTED: Final = 500
"""One answer covers at most this many hands, the newest; a list or a file can be continued from its end."""
_AT_ONCE: Final = 100
_SEAT_TAKEN, _SEAT_FREED = "table.seat_taken/1", "table.seat_freed/1"
_ALL = _NOW = 2**62


class HistoryErased(Struct, frozen=True, tag_field="event", tag="history.erased/1"):
    """Nothing played before this is shown any more. The house keeps its records as the law requires."""


class OwnHand(RecalledHand):
    """A hand in the player's own history, with what identifies its game."""

    rulebook: str
    kind: str


class OwnHistory:
    """History as the service presents it to its owner."""

    def __init__(self, log: Log, accounts: Log, now: Callable[[], int], theories: Theories) -> None:
        """``log`` has the tables, ``accounts`` the people: in a pit these are two logs."""
        self.log = log
        self.accounts = accounts
        self.now = now
        self.theories = theories

    def hands(self, account: str) -> Iterator[Hand]:
        """The newest first, at most as many as statistics use."""
        return islice(own_hands(self.log, self.accounts, account), MOST_COUNTED)

    def page(self, account: str, wanted: Filter, limit: int, before: int | None) -> OwnHands:
        return page(self.log, own_hands(self.log, self.accounts, account, before), account, wanted, limit)

    def file(self, account: str, before: int | None) -> OwnFile:
        """Hands for their owner to keep."""
        return {"account": account, **self.page(account, Filter(), MOST_COUNTED, before)}

    async def statistics(self, account: str, wanted: Filter) -> Statistics:
        def find() -> tuple[int, list[Played]]:
            hands = list(self.hands(account))
            return len(hands), played(
                self.log, [each for each in hands if matches(self.log, each, wanted, account)], account
            )

        among, hands = await asyncio.to_thread(find)
        submissions = {each.submission.digest: each.submission for each in hands}
        figures = {digest: await self.theories.figures(each) for digest, each in submissions.items()}
        return await asyncio.to_thread(statistics, hands, figures, among)

    async def erase(self, account: str) -> None:
        """Removes the answers of lessons from the log, which keeps their digests; hands are no longer shown."""
        for stream, event in ((PREFIX + account, HistoryErased()), (LESSONS + account, LessonsErased())):
            identity = own_id("erase", stream, secrets.token_hex(8))
            await note(self.accounts, self.now(), stream, ANY_VERSION, event, identity, account)
        removing = partial(erase, at=self.now(), actor=account, reason="erased by its owner")
        await asyncio.to_thread(removing, self.accounts, LESSONS + account)


class OwnHands(TypedDict):
    hands: list[OwnHand]
    next: int | None
    """Ask for those before this moment; null: there are no more."""


class OwnFile(OwnHands):
    account: str


class WagerTotal(TypedDict):
    wager: str
    """``base``: the wagers against the dealer, taken together."""
    hands: int
    staked: str
    net: str
    expected: str | None
    """What best play brings on average with these stakes; null if there is no exact theory."""


class DecisionTotal(TypedDict):
    action: str
    hands: int
    net: str


class Statistics(TypedDict):
    hands: int
    among: int
    """How many of the newest hands were searched for the ones that were asked for."""
    net: str
    expected: str | None
    deviation: str | None
    """The standard deviation of the result: two of three results lie no further than this from what is expected."""
    wagers: list[WagerTotal]
    decisions: list[DecisionTotal]
    computing: bool
    """Theory is still being computed: ask again."""


class Filter(Struct, frozen=True):
    """The filter; a field left out does not restrict it."""

    table: str | None = None
    rulebook: str | None = None
    outcome: str | None = None
    """``won`` or ``lost``."""
    kind: str | None = None
    """``live`` or ``practice``."""


def own_hands(log: Log, accounts: Log, account: str, before: int | None = None) -> Iterator[Hand]:
    """The hands that this person has played, the newest first; none from before the history was erased."""
    erased = max((stored.at for stored in accounts.read(PREFIX + account)), default=-1)
    courses = [_rounds_at(log, TABLE_PREFIX + table, account) for table in _tables(accounts, account)]
    for stream, closing in merge(*courses, key=lambda each: -each[1].at):
        if closing.at <= erased:
            return
        if before is None or closing.at < before:
            with suppress(Refusal):  # Hands that retention has removed are left out.
                hand = read_hand(log, stream, closing)
                if _played(hand, account):
                    yield hand


def _tables(log: Log, account: str) -> list[str]:
    """The tables at which this person sat down."""
    sat = (decode_account(stored.data) for stored in log.read(ACCOUNTS + account) if stored.data is not None)
    return list({event.table: None for event in sat if isinstance(event, p.SatDown)})


def _rounds_at(log: Log, stream: str, account: str) -> Iterator[tuple[str, Stored]]:
    """The events that closed the rounds during which this person had a seat at a table, the newest first."""
    for since, until in _stays(log, stream, account):
        version = until
        while closings := log.latest(stream, CLOSED, _AT_ONCE, version):
            yield from ((stream, each) for each in closings if each.version > since and each.data is not None)
            version = closings[-1].version
            if version <= since:
                break


def _stays(log: Log, stream: str, account: str) -> list[tuple[int, int]]:
    """The versions of a table after which and before which this person had a seat, the last stay first. It is not
    known who sat down in a part that retention has removed: such a stay may have been the whole time."""
    moves = [stored for name in (_SEAT_TAKEN, _SEAT_FREED) for stored in log.latest(stream, name, _ALL)]
    seats: dict[int, int] = {}
    stays = []
    for stored in sorted(moves, key=lambda each: each.version):
        if stored.data is None:
            return [(0, _NOW)]
        match decode(stored.data):
            case SeatTaken(seat=seat, account=who) if who == account:
                seats[seat] = stored.version
            case SeatFreed(seat=seat) if seat in seats:
                stays.append((seats.pop(seat), stored.version))
    return [*((since, _NOW) for since in seats.values()), *reversed(stays)]


def _played(hand: Hand, account: str) -> bool:
    own = hand.last.seat_of(account)
    return any(box.player == own for box in hand.last.round.seats)


def page(log: Log, hands: Iterable[Hand], account: str, wanted: Filter, limit: int) -> OwnHands:
    """A list ends when it has its length, or when it has searched as many hands as one answer may. Hands that ended
    at the same moment, at several tables, stay together: the next page starts before that moment."""
    found: list[OwnHand] = []
    looked_at, last = 0, 0
    for hand in hands:
        if (len(found) >= limit or looked_at >= MOST_COUNTED) and hand.at != last:
            return {"hands": found, "next": last}
        looked_at, last = looked_at + 1, hand.at
        if matches(log, hand, wanted, account):
            found.append(_shown(log, hand, account))
    return {"hands": found, "next": None}


def matches(log: Log, hand: Hand, wanted: Filter, account: str) -> bool:
    if wanted.table is not None and hand.table != wanted.table:
        return False
    if wanted.kind is not None and hand.before.kind != wanted.kind:
        return False
    if wanted.rulebook is not None and rules_of(log, hand)[1].book.id != wanted.rulebook:
        return False
    net = sum(line.returned - line.stake for line in _lines(hand, account))
    return wanted.outcome is None or (net > 0 if wanted.outcome == "won" else net < 0)


def _shown(log: Log, hand: Hand, account: str) -> OwnHand:
    rulebook = rules_of(log, hand)[1].book.id
    return {**as_seen_by(log, hand, account), "rulebook": rulebook, "kind": hand.before.kind}


def _lines(hand: Hand, account: str) -> list[WagerSettled]:
    """The lines of this person's boxes."""
    own = hand.last.seat_of(account)
    boxes = {box.seat for box in hand.last.round.seats if box.player == own}
    return [line for line in hand.last.round.lines if line.seat in boxes and line.outcome != "void"]


class Played(Struct, frozen=True):
    """One hand of a player as statistics need it."""

    submission: Submission
    base: tuple[str, ...]
    lines: tuple[WagerSettled, ...]
    actions: tuple[str, ...]


def played(log: Log, hands: Iterable[Hand], account: str) -> list[Played]:
    """Hands that were shuffled; theory expects nothing of cards that somebody chose."""
    found = []
    for hand in hands:
        if hand.last.round.entered:
            continue
        own = hand.last.seat_of(account)
        actions = tuple(box.action for box in hand.last.round.seats if box.player == own and box.action)
        submission = rules_of(log, hand)[1].submission
        found.append(Played(submission, hand.parts.base, tuple(_lines(hand, account)), actions))
    return found


def statistics(hands: Sequence[Played], figures: dict[str, Figures | None], among: int) -> Statistics:
    """The results of the hands, by wager and by decision, beside what best play brings on average. Wagers of one hand
    are treated as independent, which they nearly are."""
    totals: dict[str, _Total] = {}
    decisions: dict[str, tuple[int, int]] = {}
    count = net = 0
    for hand in hands:
        count += 1
        won = sum(line.returned - line.stake for line in hand.lines)
        net += won
        for action in dict.fromkeys(hand.actions):
            times, brought = decisions.get(action, (0, 0))
            decisions[action] = times + 1, brought + won
        for wager, part in _by_wager(hand).items():
            totals.setdefault(wager, _Total()).add(part, (figures.get(hand.submission.digest) or {}).get(wager))
    known = [each for each in totals.values() if each.staked]
    whole = bool(known) and all(each.known for each in known)
    spread = Fraction(sum((each.variance for each in known), Fraction()))
    return {
        "hands": count,
        "among": among,
        "net": format_dollars(net),
        "expected": format_dollars(round(sum((each.expected for each in known), Fraction()))) if whole else None,
        "deviation": format_dollars(round(float(spread) ** 0.5)) if whole else None,
        "wagers": [
            {
                "wager": wager,
                "hands": each.hands,
                "staked": format_dollars(each.staked),
                "net": format_dollars(each.net),
                "expected": format_dollars(round(each.expected)) if each.known else None,
            }
            for wager, each in totals.items()
        ],
        "decisions": [
            {"action": action, "hands": times, "net": format_dollars(brought)}
            for action, (times, brought) in sorted(decisions.items())
        ],
        "computing": None in figures.values(),
    }


class _Part(Struct):
    unit: int = 0
    staked: int = 0
    net: int = 0


def _by_wager(hand: Played) -> dict[str, _Part]:
    """The wagers of one hand; those against the dealer together, in units of the first of them."""
    parts: dict[str, _Part] = {}
    for line in hand.lines:
        name = BASE if line.wager in hand.base else line.wager
        part = parts.setdefault(name, _Part())
        part.staked += line.stake
        part.net += line.returned - line.stake
        if name != BASE or line.wager == hand.base[0]:
            part.unit += line.stake
    return parts


class _Total:
    def __init__(self) -> None:
        self.hands = self.staked = self.net = 0
        self.expected = self.variance = Fraction()
        self.known = True

    def add(self, part: _Part, figure: object) -> None:
        self.hands += 1
        self.staked += part.staked
        self.net += part.net
        outcomes = getattr(figure, "outcomes", None)
        if outcomes is None:
            self.known = self.known and not part.staked
            return
        mean = sum((value * chance for value, chance in outcomes), Fraction())
        square = sum((value * value * chance for value, chance in outcomes), Fraction())
        self.expected += part.unit * mean
        self.variance += part.unit**2 * (square - mean**2)
