"""What people and devices may do at a table. Who acts, the time and every outcome of chance are fields, never looked
up.

Each command names the step of the rulebook that it takes; the step names the roles that may take it and the clause
that says so. :mod:`houserules.play.verbs` says which function decides it.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType

from houserules.law.words import Role, Step
from houserules.play.state import DeckStatus, Phase


class Command(Struct, frozen=True, gc=False, tag_field="command"):
    """``by`` is who acts; ``at`` is when, in whole seconds of the table's clock."""

    step: ClassVar[str] = ""
    """The step of the rulebook that the command takes."""
    other_step: ClassVar[str] = ""
    """A second step that the same command may take, depending on its content or on where the round is."""
    phases: ClassVar[tuple[Phase, ...]] = ()
    """The phases of a round in which it may be done; empty where the step belongs to no phase."""
    wants: ClassVar[DeckStatus | None] = None
    """The status that the deck must have, where there is only one."""

    by: Role
    at: int = 0


class ReceiveCards(Command, frozen=True, tag="table.receive_cards/1"):
    step = Step.RECEIVE_CARDS
    other_step = Step.RECEIVE_PRESHUFFLED_CARDS

    deck: int = 1
    preshuffled: bool = False
    """Preinspected and preshuffled: such cards skip the opening steps."""
    cards: tuple[int, ...] = ()
    """The order in which preshuffled cards lie, top first."""


class InspectCards(Command, frozen=True, tag="table.inspect_cards/1"):
    step = Step.INSPECT_CARDS
    wants = DeckStatus.RECEIVED

    deck: int = 1


class VerifyInspection(Command, frozen=True, tag="table.verify_inspection/1"):
    step = Step.VERIFY_INSPECTION
    wants = DeckStatus.INSPECTED

    deck: int = 1


class SpreadCards(Command, frozen=True, tag="table.spread_cards/1"):
    step = Step.SPREAD_CARDS
    wants = DeckStatus.VERIFIED

    deck: int = 1


class ViewCards(Command, frozen=True, tag="table.view_cards/1"):
    """The first player to arrive has had the chance to look at the cards."""

    step = Step.VIEW_CARDS
    wants = DeckStatus.SPREAD

    deck: int = 1


class StackCards(Command, frozen=True, tag="table.stack_cards/1"):
    """Cards turned face down, washed and stacked."""

    step = Step.STACK_CARDS
    wants = DeckStatus.VIEWED

    deck: int = 1


class Shuffle(Command, frozen=True, tag="table.shuffle/1"):
    """The order that the shuffle left, top card first; empty where real cards are read only as they are dealt.

    ``counted`` is what a counting shuffler reports.
    """

    step = Step.SHUFFLE_BY_DEVICE
    other_step = Step.SHUFFLE_BY_HAND
    wants = DeckStatus.STACKED

    cards: tuple[int, ...] = ()
    deck: int = 1
    counted: int | None = None
    entered: bool | UnsetType = UNSET
    """True where a person, a shoe or a scanner read the cards in; otherwise left out of the record."""


class OrderShuffle(Command, frozen=True, tag="table.order_shuffle/1"):
    step = Step.ORDER_SHUFFLE

    deck: int = 1


class CutCards(Command, frozen=True, tag="table.cut_cards/1"):
    step = Step.CUT_CARDS
    wants = DeckStatus.SHUFFLED

    depth: int = 0
    deck: int = 1


class OrderRecut(Command, frozen=True, tag="table.order_recut/1"):
    step = Step.ORDER_RECUT

    deck: int = 1


class GoIdle(Command, frozen=True, tag="table.go_idle/1"):
    """Nobody is playing: the cards are spread, face down unless a player asks to see the faces."""

    step = Step.GO_IDLE

    face_up: bool = False


class RemoveDeck(Command, frozen=True, tag="table.remove_deck/1"):
    step = Step.REMOVE_DECK

    deck: int = 1


class ReportDevice(Command, frozen=True, tag="table.report_device/1"):
    """The shuffler or the automated shoe can no longer be used."""

    step = Step.REPORT_DEVICE

    device: str = "shuffler"


class CoverDevice(Command, frozen=True, tag="table.cover_device/1"):
    step = Step.COVER_DEVICE

    device: str = "shuffler"
    how: str = "covered"


class ReportRepair(Command, frozen=True, tag="table.report_repair/1"):
    """The shuffler or the automated shoe that was out of order can be used again, once it is uncovered."""

    step = Step.REPORT_REPAIR

    device: str = "shuffler"


class UncoverDevice(Command, frozen=True, tag="table.uncover_device/1"):
    """The cover or the sign is taken off a device that has been repaired."""

    step = Step.UNCOVER_DEVICE

    device: str = "shuffler"


class ChangeDealing(Command, frozen=True, tag="table.change_dealing/1"):
    step = Step.CHANGE_DEALING

    method: str = ""


class CloseTable(Command, frozen=True, tag="table.close/1"):
    step = Step.CLOSE_TABLE


class OpenRound(Command, frozen=True, tag="round.open/1"):
    step = Step.OPEN_ROUND


class PlaceWagers(Command, frozen=True, tag="round.place_wagers/1"):
    """All wagers of one box. ``player`` is the person betting there, identified by that player's own seat."""

    step = Step.PLACE_WAGERS
    phases = (Phase.BETTING,)

    seat: int = 0
    wagers: tuple[tuple[str, int], ...] = ()
    player: int | None = None
    spoken: bool = False


class WithdrawWagers(Command, frozen=True, tag="round.withdraw_wagers/1"):
    step = Step.PLACE_WAGERS
    phases = (Phase.BETTING,)

    seat: int = 0


class NoMoreBets(Command, frozen=True, tag="round.no_more_bets/2"):
    """The dealer announces it and locks the progressive system."""

    step = Step.NO_MORE_BETS
    phases = (Phase.BETTING,)


class CollectProgressive(Command, frozen=True, tag="round.collect_progressive/1"):
    """``chips`` is the number of chips before the dealer, ``sensors`` what the progressive system accepted."""

    step = Step.COLLECT_PROGRESSIVE
    phases = (Phase.DEALING,)

    chips: int = 0
    sensors: int = 0


class CorrectCount(Command, frozen=True, tag="round.correct_count/1"):
    """A floorperson hands back a progressive chip that the system did not accept."""

    step = Step.CORRECT_COUNT
    phases = (Phase.DEALING,)

    seat: int = 0


class Deal(Command, frozen=True, tag="round.deal/1"):
    """The initial cards, or only the next few of them where something was found while dealing."""

    step = Step.DEAL
    phases = (Phase.DEALING,)

    cards: int | None = None


class ReadCards(Command, frozen=True, tag="round.read_cards/1"):
    """The next cards of a deck whose order is not known, as a shoe or a scanner reads them when they are drawn."""

    step = Step.DEAL
    phases = (Phase.DEALING, Phase.BOARD, Phase.REVEAL)

    cards: tuple[int, ...] = ()


class DealCommunity(Command, frozen=True, tag="round.deal_community/1"):
    step = Step.DEAL_FLOP
    other_step = Step.DEAL_LAST_COMMUNITY_CARDS
    phases = (Phase.BOARD,)


class Act(Command, frozen=True, tag="round.act/1"):
    """A player's decision: ``fold``, ``check``, or the name of the wager that is made."""

    step = Step.DECIDE
    phases = (Phase.DECISIONS,)

    seat: int = 0
    action: str = ""
    amount: int = 0
    cards: tuple[int, ...] | UnsetType = UNSET
    """With a wager, where the document lets players set their hands: the cards that play against the dealer."""


class CountStub(Command, frozen=True, tag="round.count_stub/1"):
    """``counted`` is the number of cards in the stub; ``misdealt`` is whether the dealer finds a misdeal where it is
    wrong."""

    step = Step.COUNT_STUB
    phases = (Phase.DECISIONS, Phase.BOARD, Phase.REVEAL, Phase.SETTLING)

    counted: int = 0
    misdealt: bool = False
    in_deck: int | UnsetType = UNSET
    """After a misdeal: how many cards there are in the stub and the hands together; left out where that is a whole
    deck."""


class Report(Command, frozen=True, tag="round.report/1"):
    """An irregularity. Which fields matter depends on its kind."""

    step = Step.REPORT_IRREGULARITY

    kind: str = ""
    count: int = 1
    cards: tuple[int, ...] = ()
    seat: int | None = None
    who: str | None = None
    during: str | None = None
    """``deal``: it happened while the initial cards were being dealt; ``decisions``: before all players had acted.
    Either way it is reported only afterwards."""
    incomplete: tuple[int, ...] = ()
    """The boxes whose hands were incomplete when it was found."""


class Reveal(Command, frozen=True, tag="round.reveal/1"):
    step = Step.REVEAL
    phases = (Phase.REVEAL,)


class Settle(Command, frozen=True, tag="round.settle/1"):
    """Continue settling, in the document's order, until all is settled or someone must act first."""

    step = Step.SETTLE
    phases = (Phase.SETTLING,)


class SpinWheel(Command, frozen=True, tag="round.spin_wheel/1"):
    step = Step.SPIN_WHEEL
    phases = (Phase.SETTLING,)

    seat: int = 0
    symbol: str = ""


class ValidatePayout(Command, frozen=True, tag="round.validate_payout/1"):
    step = Step.VALIDATE_PROGRESSIVE
    phases = (Phase.SETTLING,)

    seat: int = 0


AnyCommand = (
    ReceiveCards | InspectCards | VerifyInspection | SpreadCards | ViewCards | StackCards | Shuffle | OrderShuffle
    | CutCards | OrderRecut | GoIdle | RemoveDeck | ReportDevice | CoverDevice | ReportRepair | UncoverDevice
    | ChangeDealing | CloseTable
    | OpenRound | PlaceWagers | WithdrawWagers | NoMoreBets | CollectProgressive | CorrectCount
    | ReadCards | Deal | DealCommunity | Act | CountStub | Report | Reveal | Settle | SpinWheel | ValidatePayout
)  # fmt: skip
