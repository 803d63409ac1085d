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
    """True where the cards came from outside and lie as they were read; left out where not."""


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
    """Who says so, as a role."""


class DeviceUncovered(Event, frozen=True, tag="table.device_uncovered/1"):
    """It is in use again."""

    device: str
    by: str


class DealingChanged(Event, frozen=True, tag="table.dealing_changed/1"):
    method: str
    order: str


class ShufflerJammed(Event, frozen=True, tag="table.shuffler_jammed/1"):
    """The deck in the shuffler is to be shuffled again."""

    deck: int


class TableClosed(Event, frozen=True, tag="table.closed/1"):
    pass


CONTRIBUTION: Final = "contribution"
"""The reason of a change of the meter: accepted wagers add to it."""
PAYOUT: Final = "payout"
"""The wager that was settled right before was paid from the main meter."""
LINKED: Final = "linked"
"""The reason of a change of the meter that another table or a correction made; the money was moved there."""


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
    """A round that was opened and has no wagers did not begin after all; its number goes to the next."""

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
    """Whether there is a progressive system, which is locked from now on."""


class ChipReturned(Event, frozen=True, tag="round.chip_returned/1"):
    seat: int
    amount: int


class ProgressiveCollected(Event, frozen=True, tag="round.progressive_collected/1"):
    chips: int
    amount: int
    """What all the chips together are worth; they leave the felt for the table inventory."""


class CardsRead(Event, frozen=True, tag="round.cards_read/1"):
    """The next cards of a deck that lay unread, top first. They are still to be dealt."""

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
    """The boxes that have bet and may make another wager now, where there are any."""
    decisions: bool | UnsetType = UNSET
    """False where players decide nothing after these cards."""


class Raised(Event, frozen=True, tag="round.raised/1"):
    seat: int
    wager: str
    amount: int
    cards: tuple[int, ...] | UnsetType = UNSET
    """The cards that the player set to play against the dealer, where any were."""


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
    """One reason for which the round is void; another event says another. ``settled`` names the wagers that are
    settled all the same as far as this reason goes, ``settled_by`` the clauses that say so, ``returned_by`` those by
    which the others go back; ``incomplete`` whose cards are not as they should be, by place."""

    reason: str
    settled: tuple[str, ...]
    settled_by: tuple[str, ...]
    returned_by: tuple[str, ...]
    incomplete: tuple[int, ...]
    board_needed: bool
    """Whether the community cards are dealt all the same, because a wager is settled by them."""
    then: str
    stopped: str
    """The phase in which this happened; what is reported later counts as of the first of them."""


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
    """For what others' hands earn: the seat of that hand."""
    limited_by: str | None
    """The clause of the payout limit, where it cut the payment."""
    in_kind: int | UnsetType = UNSET
    """What merchandise is worth that was won: it is handed over, and no chips are paid. Left out where none was."""


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
