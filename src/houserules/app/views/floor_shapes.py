"""The shapes of what the floor sees: reports, alarms, incidents, meters and their corrections."""

from typing import Any, NotRequired, TypedDict

from houserules.app.views.table_shapes import DeckShown, Exact, HandShown, OptionShown


class Period(TypedDict):
    period: str
    rounds: int
    drop: str
    staked: str
    win: str
    hold: str | None


class Score(TypedDict):
    """The sum of the rounds' results in units of the stake, and how low and high it may be."""

    result: float
    low: float
    high: float


class Compared(TypedDict):
    """One wager: actual against exact theory."""

    wager: str
    hands: int
    rounds: int
    net: str
    expected: str
    band: str
    band_below: str
    score: Score
    alarm: str | None


class HitShown(TypedDict):
    at: int
    round: int
    line: str
    paid: str
    from_meter: bool
    seat: NotRequired[int]
    table: NotRequired[str]


class ClaimShown(TypedDict):
    """A progressive win that waits to be validated: whose, by which cards and pay line, and what it takes."""

    player: str
    seat: int
    cards: list[str]
    hand: HandShown | None
    board: list[str]
    paytable: str | None
    line: str
    odds: str | None
    paid: str
    clauses: list[str]
    meter_before: str
    meter_after: str
    deal: str
    verifiable: bool
    """Whether the deck was sealed before bets closed; cards from outside cannot be verified."""


class Alarm(TypedDict):
    alarm: str
    seconds: NotRequired[int]
    seat: NotRequired[int | None]
    round: NotRequired[int]
    rounds: NotRequired[int]
    deck: NotRequired[int]
    device: NotRequired[str]
    tray: NotRequired[str]
    missing: NotRequired[str]
    wager: NotRequired[str]
    since: NotRequired[int]
    hands: NotRequired[int]
    net: NotRequired[str]
    clause: NotRequired[str | None]
    claim: NotRequired[ClaimShown | None]
    option: NotRequired[OptionShown]
    """What the floor can do about it; the service says when it is asked whether this person may."""


class FloorReport(TypedDict):
    table: str
    rulebook: str
    name: str
    kind: str
    tray: str
    drop: dict[str, Period]
    periods: list[Period]
    wagers: list[Compared]
    theory_computing: bool
    theory_refused: str | None
    without_theory: list[str]
    hits: list[HitShown]
    alarms: list[Alarm]


class FloorTable(FloorReport):
    version: int
    phase: str
    decks: list[DeckShown]
    automatic: list[str]


class Course(TypedDict):
    """How each wager's result came about."""

    table: str
    theory_computing: bool
    wagers: dict[str, list[Compared]]


class Incident(TypedDict):
    at: int
    position: int
    event: str
    actor: str
    clauses: list[str]
    facts: dict[str, Any]


class MeterShown(TypedDict):
    meter: str
    name: str
    version: int
    main: str
    secondary: str
    tables: list[str]
    hits: list[HitShown]


class MeterEvent(TypedDict):
    version: int
    at: int
    actor: str
    event: str
    data: dict[str, Any]


class CorrectionShown(TypedDict):
    correction: str
    by: str
    main: str
    secondary: str
    reason: str
    seconded_by: str
    """Who has approved it first, where it changes the meter by so much that two must; else empty."""
    approvals: int
    """How many persons have yet to approve it."""


class Proposed(TypedDict):
    correction: str


class WagerOdds(TypedDict):
    wager: str
    """``base``: the wagers against the dealer, taken together, per base wager."""
    edge: Exact
    hits: Exact
    """How often it wins."""


class OddsShown(TypedDict):
    wagers: list[WagerOdds]
    computing: bool
