"""What people and devices ask a table to do. Who acts, the time and chance itself are fields, never looked up."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from houserules.law.words import Role


class Command(Struct, frozen=True, gc=False, tag_field="command"):
    """``by`` is who acts; ``at`` is when, in whole seconds of the table's clock."""

    by: Role
    at: int = 0


class ReceiveCards(Command, frozen=True, tag="table.receive_cards/1"):
    deck: int = 1
    preshuffled: bool = False
    """Preinspected and preshuffled: such cards skip the steps of opening."""
    cards: tuple[int, ...] = ()
    """The order in which preshuffled cards lie, top first."""


class InspectCards(Command, frozen=True, tag="table.inspect_cards/1"):
    deck: int = 1


class VerifyInspection(Command, frozen=True, tag="table.verify_inspection/1"):
    deck: int = 1


class SpreadCards(Command, frozen=True, tag="table.spread_cards/1"):
    deck: int = 1


class ViewCards(Command, frozen=True, tag="table.view_cards/1"):
    """The first player to arrive has had the chance to look at the cards."""

    deck: int = 1


class StackCards(Command, frozen=True, tag="table.stack_cards/1"):
    """Cards turned face down, washed and stacked."""

    deck: int = 1


class Shuffle(Command, frozen=True, tag="table.shuffle/1"):
    """The order that the shuffle left, top card first; none where real cards are read only as they are dealt.

    ``counted`` is what a counting shuffler reports.
    """

    cards: tuple[int, ...] = ()
    deck: int = 1
    counted: int | None = None
    entered: bool | UnsetType = UNSET
    """True where a person, a shoe or a scanner read the cards in; left out of the record where not, as of old."""


class OrderShuffle(Command, frozen=True, tag="table.order_shuffle/1"):
    deck: int = 1


class CutCards(Command, frozen=True, tag="table.cut_cards/1"):
    depth: int = 0
    deck: int = 1


class OrderRecut(Command, frozen=True, tag="table.order_recut/1"):
    deck: int = 1


class GoIdle(Command, frozen=True, tag="table.go_idle/1"):
    """Nobody plays: the cards are spread, face down unless a player asks for their faces."""

    face_up: bool = False


class RemoveDeck(Command, frozen=True, tag="table.remove_deck/1"):
    deck: int = 1


class ReportDevice(Command, frozen=True, tag="table.report_device/1"):
    """The shuffler or the automated shoe cannot be used any more."""

    device: str = "shuffler"


class CoverDevice(Command, frozen=True, tag="table.cover_device/1"):
    device: str = "shuffler"
    how: str = "covered"


class ChangeDealing(Command, frozen=True, tag="table.change_dealing/1"):
    method: str = ""


class CloseTable(Command, frozen=True, tag="table.close/1"):
    pass


class OpenRound(Command, frozen=True, tag="round.open/1"):
    pass


class PlaceWagers(Command, frozen=True, tag="round.place_wagers/1"):
    """All wagers of one box. ``player`` is who bets there, named by that player's own seat."""

    seat: int = 0
    wagers: tuple[tuple[str, int], ...] = ()
    player: int | None = None
    spoken: bool = False


class WithdrawWagers(Command, frozen=True, tag="round.withdraw_wagers/1"):
    seat: int = 0


class NoMoreBets(Command, frozen=True, tag="round.no_more_bets/2"):
    """The dealer announces it and locks the progressive system."""


class NoMoreBetsOfOld(Command, frozen=True, tag="round.no_more_bets/1"):
    """As in records from before a deck that had become due was refused here; nobody asks for it any more."""


class CollectProgressive(Command, frozen=True, tag="round.collect_progressive/1"):
    """``chips`` lie before the dealer, ``sensors`` is what the progressive system accepted."""

    chips: int = 0
    sensors: int = 0


class CorrectCount(Command, frozen=True, tag="round.correct_count/1"):
    """A floorperson hands back a progressive chip that the system did not accept."""

    seat: int = 0


class Deal(Command, frozen=True, tag="round.deal/1"):
    """The initial cards, or the next so many of them where something was found while dealing."""

    cards: int | None = None


class ReadCards(Command, frozen=True, tag="round.read_cards/1"):
    """The next cards of a deck whose order is not known, as a shoe or a scanner reads them when they are drawn."""

    cards: tuple[int, ...] = ()


class DealCommunity(Command, frozen=True, tag="round.deal_community/1"):
    pass


class Act(Command, frozen=True, tag="round.act/1"):
    """A player's decision: ``fold``, ``check``, or the name of the wager that is made."""

    seat: int = 0
    action: str = ""
    amount: int = 0


class CountStub(Command, frozen=True, tag="round.count_stub/1"):
    """``counted`` is the number of cards in the stub; ``misdealt`` what the dealer finds when it is wrong."""

    counted: int = 0
    misdealt: bool = False


class Report(Command, frozen=True, tag="round.report/1"):
    """An irregularity. Which fields matter depends on its kind."""

    kind: str = ""
    count: int = 1
    cards: tuple[int, ...] = ()
    seat: int | None = None
    who: str | None = None
    during: str | None = None
    """``deal``: it happened while the initial cards were being dealt, ``decisions``: before all players had acted,
    though it is reported only afterwards."""
    incomplete: tuple[int, ...] = ()
    """The boxes whose hands were not complete when it was found."""


class Reveal(Command, frozen=True, tag="round.reveal/1"):
    pass


class Settle(Command, frozen=True, tag="round.settle/1"):
    """Settle on, in the document's order, until all is settled or somebody must act first."""


class SpinWheel(Command, frozen=True, tag="round.spin_wheel/1"):
    seat: int = 0
    symbol: str = ""


class ValidatePayout(Command, frozen=True, tag="round.validate_payout/1"):
    seat: int = 0


AnyCommand = (
    ReceiveCards | InspectCards | VerifyInspection | SpreadCards | ViewCards | StackCards | Shuffle | OrderShuffle
    | CutCards | OrderRecut | GoIdle | RemoveDeck | ReportDevice | CoverDevice | ChangeDealing | CloseTable
    | OpenRound | PlaceWagers | WithdrawWagers | NoMoreBets | NoMoreBetsOfOld | CollectProgressive | CorrectCount
    | ReadCards | Deal | DealCommunity | Act | CountStub | Report | Reveal | Settle | SpinWheel | ValidatePayout
)  # fmt: skip
