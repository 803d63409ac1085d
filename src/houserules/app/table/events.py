"""Events at a table that the rules of the game do not know: seats, chips, inventory, seals, settings, meters.

Names and versions are stable, like those of :mod:`houserules.play.events`. The log records beside each event who did
it and when.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from houserules.app.table.verbs import STEPS

AUTOMATION: Final = "automation"
"""The actor of what nobody asked for."""

LIVE: Final = "live"
PRACTICE: Final = "practice"


class Settings(Struct, frozen=True):
    """How a table is run. ``automatic`` lists the steps that the service takes automatically."""

    automatic: tuple[str, ...] = STEPS
    betting_seconds: int | None = 30
    """Betting closes this long after the first wager of a round; None: only when everybody is ready."""
    decision_seconds: int | None = 60
    """A player who has not decided by then checks if that is lawful, else folds; None: the table waits."""
    least_tray: int = 5_000_000_000
    """The inventory below which the tray is filled, or reported as low."""
    entered_cards: bool = False
    """Whether cards may come from outside, which nobody can verify. Fixed when the table is opened."""


class Fact(Struct, frozen=True, tag_field="event"):
    pass


class TableOpened(Fact, frozen=True, tag="table.opened/1"):
    name: str
    kind: str
    meter: str | None
    settings: Settings
    tray: int
    opened_by: str = ""
    passing: bool = False
    """Opened by a guest: it is closed when nobody has sat there for long."""


class SettingsChanged(Fact, frozen=True, tag="table.settings_changed/1"):
    settings: Settings


class SeatTaken(Fact, frozen=True, tag="table.seat_taken/1"):
    seat: int
    account: str
    name: str


class SeatLeft(Fact, frozen=True, tag="table.seat_left/1"):
    """The player is gone; wagers on the felt stay there until the round is over."""

    seat: int


class SeatFreed(Fact, frozen=True, tag="table.seat_freed/1"):
    seat: int


class PlayerGone(Fact, frozen=True, tag="table.player_gone/1"):
    """Nothing was heard from a guest for long; the seat is freed and the chips are cashed."""

    seat: int
    account: str


class PlayerReady(Fact, frozen=True, tag="table.player_ready/1"):
    """The player will bet nothing more in this round."""

    seat: int


class FeedLost(Fact, frozen=True, tag="table.feed_lost/1"):
    """A practice table waits for nobody except guests at these seats whose pages are closed, while others are there:
    it goes on without them at ``deadline``."""

    seats: tuple[int, ...]
    deadline: int


class TimeGiven(Fact, frozen=True, tag="table.time_given/1"):
    """Time ran out while no service was running, the clock was set, or a guest is back: the player whom the table
    waits for has the whole time again, until ``deadline``; without a limit if the table has none."""

    deadline: int | None


class ChipsBought(Fact, frozen=True, tag="table.chips_bought/1"):
    account: str
    amount: int


class ChipsCashed(Fact, frozen=True, tag="table.chips_cashed/1"):
    account: str
    amount: int


class TrayFilled(Fact, frozen=True, tag="table.tray_filled/1"):
    amount: int
    by_itself: bool = False
    """Whether nobody asked for it: the table filled a low tray, together with whatever was asked for just then."""


class TrayCredited(Fact, frozen=True, tag="table.tray_credited/1"):
    amount: int


class StepTaken(Fact, frozen=True, tag="table.step_taken/1"):
    """A step that somebody else must approve, and who took it. ``subject`` is the deck or the seat."""

    step: str
    subject: int
    by: str


class SeedPromised(Fact, frozen=True, tag="shuffle.seed_promised/1"):
    """The seed of the next shuffle is fixed before players add to it. ``seed`` stays secret as long as the deck
    does."""

    deck: int
    context: str
    commitment: str
    seed: str


class EntropyAdded(Fact, frozen=True, tag="shuffle.entropy_added/1"):
    """Text of a player's choice that goes into the shuffle of this name, whose seed was promised before."""

    account: str
    text: str
    deal: str


class DeckSealed(Fact, frozen=True, tag="shuffle.deck_sealed/1"):
    """A shuffle is fixed. ``commitment`` is public at once; ``cards`` and ``salts`` open it place by place, and stay
    secret until its round is over. All bytes are in hexadecimal."""

    deck: int
    context: str
    commitment: str
    cards: tuple[int, ...]
    salts: tuple[str, ...]
    shares: tuple[str, ...]
    """What the players added, in the order in which it went into the seed."""
    method: str = "automatic"
    """``entered``: the cards came from outside, read by a person, a shoe or a scanner, and no seed produced them.
    ``as_dealt``: such cards whose order nobody knows, and nothing is sealed."""


class CardsConfirmed(Fact, frozen=True, tag="shuffle.cards_confirmed/1"):
    """A second person saw that the cards lie as they were entered, or that a shoe will read them."""

    deck: int
    context: str
    by: str


class DeckDiscarded(Fact, frozen=True, tag="shuffle.deck_discarded/1"):
    """A shuffle that will never be played: another was ordered, the shuffler jammed, or the deck was spread or taken
    away. Its seed and its name are used up with it."""

    deck: int
    context: str


class DeckOpened(Fact, frozen=True, tag="shuffle.deck_opened/1"):
    """The round is over: the places of all cards that may be seen can be opened, and by the regulator all of them."""

    deck: int
    round: int
    context: str


class ResultFlagged(Fact, frozen=True, tag="watch.result_flagged/1"):
    """With this round the players' result of a wager has left the band around exact theory. ``hands`` and ``net`` are
    those of the wager since the table opened."""

    wager: str
    alarm: str
    round: int
    hands: int
    net: int


class ResultBack(Fact, frozen=True, tag="watch.result_back/1"):
    """With this round a flagged result is inside its band again. It stays flagged; it may cross once more."""

    wager: str
    alarm: str
    round: int


class FlagPutAway(Fact, frozen=True, tag="watch.flag_put_away/1"):
    """A person has dealt with a flagged result."""

    wager: str
    alarm: str
    by: str
    reason: str


class MeterOpened(Fact, frozen=True, tag="meter.opened/1"):
    """``terms`` is what all tables linked to the meter must have in common: odds, wager and increment."""

    name: str
    terms: str
    main: int
    secondary: int


class MeterMoved(Fact, frozen=True, tag="meter.moved/1"):
    table: str
    round: int
    reason: str
    main: int
    secondary: int
    main_by: int
    secondary_by: int


class MeterHit(Fact, frozen=True, tag="meter.hit/1"):
    """A progressive win. ``paid`` came from the meter if ``from_meter``, else from the house."""

    table: str
    round: int
    seat: int
    line: str
    paid: int
    from_meter: bool


class CorrectionProposed(Fact, frozen=True, tag="meter.correction_proposed/1"):
    correction: str
    by: str
    main: int
    secondary: int
    reason: str


class CorrectionSeconded(Fact, frozen=True, tag="meter.correction_seconded/1"):
    """The first of two approvals of a correction beyond the bound."""

    correction: str
    by: str


class CorrectionApproved(Fact, frozen=True, tag="meter.correction_approved/1"):
    correction: str
    by: str
    main: int
    secondary: int


class CorrectionDeclined(Fact, frozen=True, tag="meter.correction_declined/1"):
    correction: str
    by: str


TableFact = (
    TableOpened | SettingsChanged | SeatTaken | SeatLeft | SeatFreed | PlayerGone | PlayerReady | ChipsBought
    | ChipsCashed | TrayFilled | TrayCredited | StepTaken | SeedPromised | EntropyAdded | DeckSealed | DeckOpened
    | CardsConfirmed | DeckDiscarded | FeedLost | TimeGiven | ResultFlagged | ResultBack | FlagPutAway
)  # fmt: skip

MeterFact = (
    MeterOpened | MeterMoved | MeterHit | CorrectionProposed | CorrectionSeconded | CorrectionApproved
    | CorrectionDeclined
)  # fmt: skip
