"""The shapes of lessons as clients see them."""

from __future__ import annotations

from typing import TypedDict

from houserules.app.views.table_shapes import AdvisedOption, ChancesShown, ClosedRound, Exact, LineShown


class DrillHand(TypedDict):
    """A hand to decide."""

    question: str
    cards: list[str]
    board: list[str]
    options: list[str]
    """The smallest wager first."""
    again: bool
    """One of the player's own slips, shown again."""


class StreetShown(TypedDict):
    board: int
    """How many community cards lie open."""
    answers: int
    right: int
    price: Exact | None
    """What a round costs on this street as it is played now, in units; null while there are too few answers."""


class DayShown(TypedDict):
    day: int
    """In days since 1970."""
    answers: int
    right: int


class SlipShown(TypedDict):
    cards: list[str]
    board: list[str]
    action: str
    best: str
    cost: Exact
    due: int
    """When it is shown again, in milliseconds since 1970."""


class ProgressShown(TypedDict):
    streets: list[StreetShown]
    days: list[DayShown]
    slips: list[SlipShown]
    price: Exact | None
    """What a round costs as it is played now above best play, in units: the sum over the streets that are known."""


class DrillAnswer(TypedDict):
    options: list[AdvisedOption]
    """Best first."""
    best: str
    cost: Exact
    due: int | None
    """When this hand comes again; null: it does not."""
    chances: ChancesShown | None
    """Why the hand is worth what it is worth; null if that is not counted, and for a decision at a table, whose coach
    has explained it."""
    progress: ProgressShown


class GuidedHand(TypedDict):
    """The next round of this table is dealt from cards that were chosen for a lesson."""

    table: str
    version: int


class LayoutAsked(TypedDict):
    """A settled layout to pay."""

    question: str
    round: ClosedRound
    meters: dict[str, str]
    """What the meters showed before anything was paid."""
    spins: dict[str, str]
    """By seat, what the wheel showed."""
    lines: list[LineAsked]


class LineAsked(TypedDict):
    seat: int
    wager: str
    staked: str
    paytable: str | None


class LayoutPaid(TypedDict):
    right: list[bool]
    lines: list[LineShown]


class ExamShown(TypedDict):
    exam: str
    account: str
    rulebook: str
    at: int
    seconds: int
    """The time allowed for it."""
    took: int | None
    """How many seconds it took; null if it was not handed in."""
    right: int | None
    asked: int | None
    passed: bool | None
    wrong: list[str]
    """The clauses that govern the amounts that were wrong."""


class ExamBegunShown(TypedDict):
    exam: ExamShown
    layouts: list[LayoutAsked]


class ExamGraded(TypedDict):
    exam: ExamShown
    layouts: list[LayoutPaid]
