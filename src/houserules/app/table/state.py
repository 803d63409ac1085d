"""The state of a table of the service: the game's own state, and who sits there with how many chips."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.table.events import LIVE, PRACTICE, Settings
from houserules.app.table.verbs import CONFIRM, SECOND_PERSON
from houserules.law import LawPin
from houserules.play import Phase, Round, Table
from houserules.records import TABLE_PREFIX
from houserules.shuffle import AS_DEALT, AUTOMATIC


class Sitting(Struct, frozen=True):
    seat: int
    account: str
    name: str
    ready: bool = False
    left: bool = False
    """Gone, while wagers are still on the felt."""
    active_at: int = 0
    """When this player last did something here, in milliseconds since 1970."""
    away: bool = False
    """A guest whose page is closed, while others wait."""


class Seal(Struct, frozen=True):
    """A shuffle that is promised, then fixed, and not yet opened."""

    deck: int
    context: str
    promise: str = ""
    seed: str = ""
    commitment: str = ""
    cards: tuple[int, ...] = ()
    salts: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    """What players added, in hexadecimal, as it came; once the deck is shuffled, as it went in."""
    givers: tuple[str, ...] = ()
    """The giver of each share, as long as shares come."""
    since: int = 0
    """The version from which this deck's events are withheld from everybody."""
    method: str = AUTOMATIC
    """``entered`` or ``as_dealt`` if the cards come from outside; for the latter, nobody knows the order."""
    cuts: tuple[int, ...] = ()
    """The depths of the cuts since the shuffle, in order."""

    @property
    def shuffled(self) -> bool:
        return bool(self.commitment) or self.method == AS_DEALT


class Totals(Struct, frozen=True):
    """Drop and win of a day, a month or a year. ``period`` is ``2026-11-15``, ``2026-11`` or ``2026``."""

    period: str
    rounds: int = 0
    drop: int = 0
    staked: int = 0
    win: int = 0


class WagerResult(Struct, frozen=True):
    """The totals of one wager since the table opened. ``units`` are base wagers for the base game, else stakes."""

    wager: str
    hands: int = 0
    """Boxes with this wager; for what players receive for each other's hands, pairs of them."""
    rounds: int = 0
    units: int = 0
    net: int = 0
    """What the players won, less what they lost."""
    score: int = 0
    """The sum over rounds of the mean result of a wager by its odds, in millionths of its stake."""
    rows: tuple[tuple[str, int], ...] = ()
    """The sum over rounds of the share of wagers that hit each line, in millionths."""
    meters: int = 0
    """The sum, over progressive wagers, of the meter when their turn came."""
    bare: int = 0
    """Pairs of players in which the other one has no progressive wager."""
    boxes: tuple[tuple[int, int], ...] = ()
    """How many boxes had the wager, where several had it, and in how many rounds."""


class Parts(Struct, frozen=True):
    """Which wagers of the rules in force play which part; results are counted accordingly."""

    base: tuple[str, ...] = ()
    """The wagers against the dealer, taken together; results are in units of the first of them."""
    progressive: str | None = None


class Flag(Struct, frozen=True):
    """A wager whose result has left the band around exact theory, and the result when it first did."""

    wager: str
    alarm: str
    since: int
    """In milliseconds since 1970."""
    round: int
    hands: int
    net: int
    outside: bool = True
    """Whether the result has not been back inside its band since it last left it."""
    put_away: bool = False
    """A person has dealt with it while it was outside; it is forgotten as soon as it is back."""


class Hit(Struct, frozen=True):
    at: int
    round: int
    seat: int
    line: str
    paid: int
    from_meter: bool


class Closed(Struct, frozen=True):
    """The last round as it was before it closed, so that people can look at it."""

    round: Round
    context: str = ""
    at: int = 0
    players: tuple[tuple[int, str], ...] = ()
    """Who sat where then: the seat may belong to somebody else by now, who must not see these cards."""

    def seat_of(self, account: str) -> int | None:
        return next((seat for seat, name in self.players if name == account), None)


class TableState(Struct, frozen=True):
    stream: str
    version: int = 0
    name: str = ""
    kind: str = PRACTICE
    meter: str | None = None
    settings: Settings = Settings()
    document: str = ""
    digest: str = ""
    law: LawPin = LawPin("", "", "")
    engine: str = ""
    """The program that decides, as it was pinned with the law."""
    parts: Parts = Parts()
    opened_at: int = 0
    opened_by: str = ""
    passing: bool = False
    """Opened by a guest, and closed when nobody has sat there for long."""
    empty_since: int = 0
    table: Table = Table()
    sittings: tuple[Sitting, ...] = ()
    chips: tuple[tuple[str, int], ...] = ()
    tray: int = 0
    deadline: int | None = None
    """When, in milliseconds since 1970, the table goes on without waiting any longer."""
    seals: tuple[Seal, ...] = ()
    steps_taken: tuple[tuple[str, int, str], ...] = ()
    """(step, deck or seat, account) of steps that another person must approve."""
    last: Closed | None = None
    round_from: int = 0
    """The version after which the events of the next or present round begin."""
    totals: tuple[Totals, ...] = ()
    results: tuple[WagerResult, ...] = ()
    hits: tuple[Hit, ...] = ()
    flags: tuple[Flag, ...] = ()

    @property
    def id(self) -> str:
        return self.stream.removeprefix(TABLE_PREFIX)

    @property
    def phase(self) -> Phase | None:
        return self.table.round.phase if self.table.round else None

    def sitting(self, seat: int) -> Sitting | None:
        for sitting in self.sittings:
            if sitting.seat == seat:
                return sitting
        return None

    def seat_of(self, account: str) -> int | None:
        """The seat of this person, as long as they have not left."""
        for sitting in self.sittings:
            if sitting.account == account and not sitting.left:
                return sitting.seat
        return None

    def plays_here(self, account: str) -> bool:
        """Whether this person has a seat here, or has left it with a hand that is not over yet."""
        return any(each.account == account for each in self.sittings)

    def chips_of(self, account: str) -> int:
        for name, amount in self.chips:
            if name == account:
                return amount
        return 0

    def seal(self, deck: int) -> Seal | None:
        for seal in self.seals:
            if seal.deck == deck:
                return seal
        return None

    def taken_by(self, step: str, subject: int) -> str | None:
        return next((by for name, about, by in self.steps_taken if name == step and about == subject), None)

    def unconfirmed(self, deck: int) -> bool:
        """Whether this deck was entered by hand and waits for a second person."""
        return self.taken_by(CONFIRM, deck) is not None

    def flag(self, wager: str, alarm: str) -> Flag | None:
        return next((flag for flag in self.flags if (flag.wager, flag.alarm) == (wager, alarm)), None)

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """Those that nobody has dealt with yet."""
        return tuple(flag for flag in self.flags if not flag.put_away)

    def automatic(self, step: str) -> bool:
        """Whether the table takes this step automatically. A live table never replaces a second person, whatever its
        settings said before that was refused."""
        return step in self.settings.automatic and not (self.kind == LIVE and step in SECOND_PERSON)

    @property
    def fills_its_tray(self) -> bool:
        return self.automatic("fill_tray")

    def total(self, period: str) -> Totals:
        return next((total for total in self.totals if total.period == period), Totals(period))


read_table_state: Final = msgspec.json.Decoder(TableState).decode


def with_chips(state: TableState, account: str, change: int) -> TableState:
    held = dict(state.chips)
    held[account] = held.get(account, 0) + change
    return replace(state, chips=in_order(held))


def in_order(held: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Chips by account in a canonical order, without accounts that have none."""
    return tuple(sorted([pair for pair in held.items() if pair[1]]))
