"""What has happened at a table. Names and versions are stable; every event cites the clauses it happened under."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType


class SettledAs(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


class PaidFrom(StrEnum):
    """What a win was paid from."""

    HOUSE = "house"
    MAIN = "main"
    """The main meter."""


class Event(Struct, frozen=True, gc=False, tag_field="event"):
    clauses: tuple[str, ...]


class CardsReceived(Event, frozen=True, tag="table.cards_received/1"):
    at: int
    deck: int
    preshuffled: bool
    cards: tuple[int, ...]


class CardsInspected(Event, frozen=True, tag="table.cards_inspected/1"):
    deck: int


class InspectionVerified(Event, frozen=True, tag="table.inspection_verified/1"):
    deck: int


class CardsSpread(Event, frozen=True, tag="table.cards_spread/1"):
    deck: int


class CardsViewed(Event, frozen=True, tag="table.cards_viewed/1"):
    deck: int


class CardsStacked(Event, frozen=True, tag="table.cards_stacked/1"):
    deck: int


class CardsShuffled(Event, frozen=True, tag="table.cards_shuffled/1"):
    deck: int
    method: str
    cards: tuple[int, ...]
    cut_needed: bool
    entered: bool | UnsetType = UNSET
    """True where the cards came from outside and lie as they were read; otherwise left out."""


class ShuffleOrdered(Event, frozen=True, tag="table.shuffle_ordered/1"):
    deck: int


class CardsCut(Event, frozen=True, tag="table.cards_cut/1"):
    deck: int
    depth: int


class RecutOrdered(Event, frozen=True, tag="table.recut_ordered/1"):
    deck: int


class WentIdle(Event, frozen=True, tag="table.went_idle/1"):
    face_up: bool


class DeckRemoved(Event, frozen=True, tag="table.deck_removed/1"):
    deck: int
    reason: str


class DeviceFailed(Event, frozen=True, tag="table.device_failed/1"):
    device: str


class DeviceCovered(Event, frozen=True, tag="table.device_covered/1"):
    device: str
    how: str


class DeviceRepaired(Event, frozen=True, tag="table.device_repaired/1"):
    device: str
    by: str
    """The role of the person who says so."""


class DeviceUncovered(Event, frozen=True, tag="table.device_uncovered/1"):
    """The device is in use again."""

    device: str
    by: str


class DealingChanged(Event, frozen=True, tag="table.dealing_changed/1"):
    method: str
    order: str


class ShufflerJammed(Event, frozen=True, tag="table.shuffler_jammed/1"):
    """The deck in the shuffler must be shuffled again."""

    deck: int


class TableClosed(Event, frozen=True, tag="table.closed/1"):
    pass


CONTRIBUTION: Final = "contribution"
"""A reason for a change of the meter: accepted wagers add to it."""
PAYOUT: Final = "payout"
"""A reason for a change of the meter: the wager settled just before was paid from the main meter."""
LINKED: Final = "linked"
"""A reason for a change of the meter: another table or a correction made it, and the money was moved there."""


class MeterChanged(Event, frozen=True, tag="progressive.meter_changed/1"):
    """What the meters show from now on, and what was added to or taken from each."""

    main: int
    secondary: int
    reason: str
    main_by: int
    secondary_by: int


class RoundOpened(Event, frozen=True, tag="round.opened/1"):
    at: int
    round: int
    deck: int


class RoundCalledOff(Event, frozen=True, tag="round.called_off/1"):
    """A round that was opened and has no wagers does not begin; its number goes to the next round."""

    round: int
    deck: int


class WagersPlaced(Event, frozen=True, tag="round.wagers_placed/1"):
    seat: int
    player: int
    wagers: tuple[tuple[str, int], ...]


class WagersWithdrawn(Event, frozen=True, tag="round.wagers_withdrawn/1"):
    seat: int
    wagers: tuple[tuple[str, int], ...]


class BettingClosed(Event, frozen=True, tag="round.betting_closed/1"):
    locked: bool
    """Whether there is a progressive system; if so, it is locked from now on."""


class ChipReturned(Event, frozen=True, tag="round.chip_returned/1"):
    seat: int
    amount: int


class ProgressiveCollected(Event, frozen=True, tag="round.progressive_collected/1"):
    chips: int
    amount: int
    """What all the chips are worth together; they go from the felt to the table inventory."""


class CardsRead(Event, frozen=True, tag="round.cards_read/1"):
    """The next cards of a deck that had not been read, top first. They are still to be dealt."""

    cards: tuple[int, ...]


class CardsDealt(Event, frozen=True, tag="round.cards_dealt/1"):
    """Card by card in the order dealt. A place is a seat's number, 0 for the dealer, -1 for the community cards."""

    places: tuple[int, ...]
    cards: tuple[int, ...]
    board: int
    """How many community cards the round will have."""
    complete: bool = True
    """False where the dealing stopped before the last of the initial cards."""
    decisions: bool | UnsetType = UNSET
    """False in a game in which players decide nothing after the deal."""


class CommunityDealt(Event, frozen=True, tag="round.community_dealt/1"):
    burned: tuple[int, ...]
    cards: tuple[int, ...]
    asked_again: tuple[int, ...] | UnsetType = UNSET
    """The boxes that have bet and may now make another wager, where there are any."""
    decisions: bool | UnsetType = UNSET
    """False where players decide nothing after these cards."""


class Raised(Event, frozen=True, tag="round.raised/1"):
    seat: int
    wager: str
    amount: int
    cards: tuple[int, ...] | UnsetType = UNSET
    """The cards that the player set to play against the dealer, if any."""


class Checked(Event, frozen=True, tag="round.checked/1"):
    seat: int


class Folded(Event, frozen=True, tag="round.folded/1"):
    seat: int


class StubCounted(Event, frozen=True, tag="round.stub_counted/1"):
    counted: int
    in_deck: int


class CardSetAside(Event, frozen=True, tag="round.card_set_aside/1"):
    """One number for each card found face up; -1 for one that nobody could read."""

    cards: tuple[int, ...]
    early: bool
    """Whether it was found before all had their initial cards."""


class CardDrawnInError(Event, frozen=True, tag="round.card_drawn_in_error/1"):
    pass


class WagersForfeited(Event, frozen=True, tag="round.wagers_forfeited/1"):
    seat: int
    reason: str


class RoundVoided(Event, frozen=True, tag="round.voided/1"):
    """One reason for which the round is void; other events give other reasons. ``settled`` names the wagers that are
    settled even so, as far as this reason goes, ``settled_by`` the clauses that say so, and ``returned_by`` those by
    which the others go back; ``incomplete`` lists the places whose cards are not as they should be."""

    reason: str
    settled: tuple[str, ...]
    settled_by: tuple[str, ...]
    returned_by: tuple[str, ...]
    incomplete: tuple[int, ...]
    board_needed: bool
    """Whether the community cards are dealt even so, because a wager is settled by them."""
    then: str
    stopped: str
    """The phase in which this happened. Later reports are judged by the earliest of these phases."""


class DealerRevealed(Event, frozen=True, tag="round.dealer_revealed/1"):
    cards: tuple[int, ...]
    key: int
    qualifies: bool


class PayoutClaimed(Event, frozen=True, tag="round.payout_claimed/1"):
    """A progressive hand has won; the payment waits for the wheel, for validation, or for both."""

    seat: int


class WheelSpun(Event, frozen=True, tag="round.wheel_spun/1"):
    seat: int
    symbol: str


class PayoutValidated(Event, frozen=True, tag="round.payout_validated/1"):
    seat: int


class WagerSettled(Event, frozen=True, tag="round.wager_settled/1"):
    """One wager of one seat, settled. ``returned`` is all that goes back to the player, the stake included."""

    step: int
    seat: int
    wager: str
    stake: int
    outcome: SettledAs
    odds: str | None
    paid: int
    returned: int
    paytable: str | None
    row: str | None
    paid_from: PaidFrom
    source: int | None
    """The seat of the other player's hand, where this was earned by one."""
    limited_by: str | None
    """The clause of the payout limit, where it reduced the payment."""
    in_kind: int | UnsetType = UNSET
    """The value of merchandise that was won: it is handed over, and no chips are paid. Left out where none was
    won."""


class RoundClosed(Event, frozen=True, tag="round.closed/1"):
    round: int
    counted: bool


AnyEvent = (
    WagerSettled | WagersPlaced | Raised | Checked | Folded | CardsRead | CardsDealt | CommunityDealt | DealerRevealed
    | MeterChanged | RoundOpened | BettingClosed | ProgressiveCollected | RoundClosed | CardsShuffled | CardsCut
    | PayoutClaimed | PayoutValidated | WheelSpun | WagersWithdrawn | ChipReturned | StubCounted | CardSetAside
    | CardDrawnInError | WagersForfeited | RoundVoided | CardsReceived | CardsInspected | InspectionVerified
    | CardsSpread | CardsViewed | CardsStacked | ShuffleOrdered | RecutOrdered | WentIdle | DeckRemoved
    | DeviceFailed | DeviceCovered | DeviceRepaired | DeviceUncovered | DealingChanged | ShufflerJammed | TableClosed
    | RoundCalledOff
)  # fmt: skip


class Accepted(Struct, frozen=True, gc=False):
    """The rules allow it, and this is what happens."""

    events: tuple[AnyEvent, ...]
