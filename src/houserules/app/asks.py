"""What people ask of a table. Every ask carries the id that its sender minted and the version that its sender saw."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

# Patterns end with \Z: before $ Python overlooks a line feed. The description of the API says $ instead.
CommandId = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+\Z")]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Dollars = Annotated[str, Meta(max_length=24, pattern=r"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?\Z", examples=["10"])]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
DeckNumber = Annotated[int, Meta(ge=1, le=2)]
Word = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9_]+\Z")]
Count = Annotated[int, Meta(ge=0, le=104)]
CARD_PATTERN = r"^[2-9TJQKA][shdc]\Z"
CardText = Annotated[str, Meta(pattern=CARD_PATTERN)]


class Ask(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True, rename=None):
    command_id: CommandId
    """Minted by the client. A retry carries the same id and is answered with the same reply."""
    expected_version: Version
    """The version of the view that the sender acted on."""


# What players ask


class Sit(Ask, frozen=True, tag="sit", kw_only=True):
    seat: SeatNumber
    buy_in: Dollars | None = None


class Leave(Ask, frozen=True, tag="leave", kw_only=True):
    """Chips are cashed out; wagers on the felt are taken back before "no more bets", and stay after it."""


class BuyIn(Ask, frozen=True, tag="buy_in", kw_only=True):
    amount: Dollars


class CashOut(Ask, frozen=True, tag="cash_out", kw_only=True):
    amount: Dollars


class PlaceWagers(Ask, frozen=True, tag="place_wagers", kw_only=True):
    seat: SeatNumber
    wagers: Annotated[dict[Word, Dollars], Meta(min_length=1, max_length=12)]
    ready: bool = False


class WithdrawWagers(Ask, frozen=True, tag="withdraw_wagers", kw_only=True):
    seat: SeatNumber


class Ready(Ask, frozen=True, tag="ready", kw_only=True):
    """The sender will bet nothing more in this round; when all are ready, betting closes."""


class Act(Ask, frozen=True, tag="act", kw_only=True):
    seat: SeatNumber
    action: Word
    amount: Dollars = "0"


class AddEntropy(Ask, frozen=True, tag="add_entropy", kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=16)]


class ViewCards(Ask, frozen=True, tag="view_cards", kw_only=True):
    deck: DeckNumber = 1


# What the dealer does


class ReceiveCards(Ask, frozen=True, tag="receive_cards", kw_only=True):
    deck: DeckNumber = 1


class InspectCards(Ask, frozen=True, tag="inspect_cards", kw_only=True):
    deck: DeckNumber = 1


class SpreadCards(Ask, frozen=True, tag="spread_cards", kw_only=True):
    deck: DeckNumber = 1


class StackCards(Ask, frozen=True, tag="stack_cards", kw_only=True):
    deck: DeckNumber = 1


class Shuffle(Ask, frozen=True, tag="shuffle", kw_only=True):
    """Without cards the service's own shuffler is used; with cards, they lie so, read by a shoe or a scanner.

    ``as_dealt``: real cards whose order nobody knows; ``read_cards`` says what they are when they are drawn.
    """

    deck: DeckNumber = 1
    cards: Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)] | None = None
    as_dealt: bool = False


class CutCards(Ask, frozen=True, tag="cut_cards", kw_only=True):
    deck: DeckNumber = 1
    depth: Count = 10


class OpenRound(Ask, frozen=True, tag="open_round", kw_only=True):
    pass


class NoMoreBets(Ask, frozen=True, tag="no_more_bets", kw_only=True):
    pass


class CollectProgressive(Ask, frozen=True, tag="collect_progressive", kw_only=True):
    chips: Count
    sensors: Count


class ReadCards(Ask, frozen=True, tag="read_cards", kw_only=True):
    """The next cards of a deck that lies unread, top first; the step that deals them comes after it."""

    cards: Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)]


class Deal(Ask, frozen=True, tag="deal", kw_only=True):
    pass


class DealCommunity(Ask, frozen=True, tag="deal_community", kw_only=True):
    pass


class CountStub(Ask, frozen=True, tag="count_stub", kw_only=True):
    counted: Count
    misdealt: bool = False


class Reveal(Ask, frozen=True, tag="reveal", kw_only=True):
    pass


class Settle(Ask, frozen=True, tag="settle", kw_only=True):
    pass


class SpinWheel(Ask, frozen=True, tag="spin_wheel", kw_only=True):
    """Without a symbol the service spins; with one, the wheel stands at the table and showed it."""

    seat: SeatNumber
    symbol: Annotated[str, Meta(min_length=1, max_length=16)] | None = None


class GoIdle(Ask, frozen=True, tag="go_idle", kw_only=True):
    face_up: bool = False


# What the dealer or the floor does


class Report(Ask, frozen=True, tag="report", kw_only=True):
    kind: Word
    count: Count = 1
    cards: Annotated[tuple[CardText, ...], Meta(max_length=52)] = ()
    seat: SeatNumber | None = None
    who: Word | None = None
    during: Word | None = None


class RemoveDeck(Ask, frozen=True, tag="remove_deck", kw_only=True):
    deck: DeckNumber = 1


class ReportDevice(Ask, frozen=True, tag="report_device", kw_only=True):
    device: Word = "shuffler"


class CoverDevice(Ask, frozen=True, tag="cover_device", kw_only=True):
    device: Word = "shuffler"
    how: Word = "covered"


# What the floor does


class VerifyInspection(Ask, frozen=True, tag="verify_inspection", kw_only=True):
    deck: DeckNumber = 1


class OrderShuffle(Ask, frozen=True, tag="order_shuffle", kw_only=True):
    deck: DeckNumber = 1


class OrderRecut(Ask, frozen=True, tag="order_recut", kw_only=True):
    deck: DeckNumber = 1


class CorrectCount(Ask, frozen=True, tag="correct_count", kw_only=True):
    seat: SeatNumber


class ValidatePayout(Ask, frozen=True, tag="validate_payout", kw_only=True):
    seat: SeatNumber


class ChangeDealing(Ask, frozen=True, tag="change_dealing", kw_only=True):
    method: Word


class CloseTable(Ask, frozen=True, tag="close_table", kw_only=True):
    pass


class FillTray(Ask, frozen=True, tag="fill_tray", kw_only=True):
    amount: Dollars


class CreditTray(Ask, frozen=True, tag="credit_tray", kw_only=True):
    amount: Dollars


class ChangeSettings(Ask, frozen=True, tag="change_settings", kw_only=True):
    automatic: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None
    betting_seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """0: betting closes only when everybody is ready."""
    decision_seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """0: the table waits for a decision as long as it takes."""
    least_tray: Dollars | None = None
    """The inventory below which the tray is filled by itself, or reported as low."""


class PutAwayAlarm(Ask, frozen=True, tag="put_away_alarm", kw_only=True):
    """The sender has seen to a result that was flagged."""

    wager: Word
    alarm: Word
    reason: Annotated[str, Meta(min_length=3, max_length=400)]


AnyAsk = (
    Sit | Leave | BuyIn | CashOut | PlaceWagers | WithdrawWagers | Ready | Act | AddEntropy | ViewCards
    | ReceiveCards | InspectCards | SpreadCards | StackCards | Shuffle | CutCards | OpenRound | NoMoreBets
    | CollectProgressive | ReadCards | Deal | DealCommunity | CountStub | Reveal | Settle | SpinWheel | GoIdle
    | Report | RemoveDeck | ReportDevice | CoverDevice
    | VerifyInspection | OrderShuffle | OrderRecut | CorrectCount | ValidatePayout | ChangeDealing | CloseTable
    | FillTray | CreditTray | ChangeSettings | PutAwayAlarm
)  # fmt: skip


def own_id(*parts: object) -> str:
    """The id of a commit of the service's own. It has blanks, as no id of a client may: theirs are never ours."""
    assert len(parts) > 1, parts
    return " ".join(map(str, parts))


def name_of(ask: AnyAsk) -> str:
    name = type(ask).__struct_config__.tag
    assert isinstance(name, str)
    return name
