"""The shapes of a table as somebody may see it, of the lobby and of advice. The description of the API is made of
these and of the other modules of shapes, by name.

Amounts are dollars as text, cards two characters, moments milliseconds since 1970.
"""

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict


class BonusHand(TypedDict):
    """Another hand among the same cards, by which bonus wagers are paid: a straight flush within the flush."""

    name: str
    cards: list[str]


class HandShown(TypedDict):
    """What cards are worth: the name of the flush, and the cards that make it."""

    name: str
    cards: list[str]
    bonus: NotRequired[BonusHand]


class BoxShown(TypedDict):
    """One betting position with wagers on it."""

    seat: int
    player: int
    yours: bool
    wagers: dict[str, str]
    action: str | None
    amount: str
    card_count: int
    cards: list[str] | None
    hand: HandShown | None
    forfeited: str | None


class LineShown(TypedDict):
    """One settled wager: what it brought and why."""

    seat: int
    wager: str
    staked: str
    outcome: str
    odds: str | None
    paid: str
    returned: str
    clause: str
    clauses: list[str]
    paytable: str | None
    line: str | None
    hand_of_seat: int | None
    limited_by: str | None


class VoidShown(TypedDict):
    """One reason for which a round is void."""

    reason: str
    clause: str


class RoundShown(TypedDict):
    number: int
    entered: bool
    """The cards were entered by hand, and cannot be verified."""
    phase: str
    turn: int | None
    stage: str
    board: list[str]
    dealer: list[str] | None
    dealer_hand: HandShown | None
    dealer_qualifies: bool | None
    void: str | None
    """The first reason, in the order of the document; ``voids`` are all of them."""
    voids: list[VoidShown]
    claim: int | None
    seats: list[BoxShown]
    settled: list[LineShown]


class ClosedRound(RoundShown):
    """A round that is over."""

    deal: str
    at: int


class PlayerShown(TypedDict):
    name: str
    you: bool
    chips: str
    ready: bool
    left: bool
    away: bool
    """A guest whose page is closed, while others wait."""
    played: bool
    """Sat here in the last round: what is shown of it at this seat is this player's."""


class SeatShown(TypedDict):
    seat: int
    player: PlayerShown | None


class SealShown(TypedDict):
    """What is published of a shuffle that is not opened yet."""

    deck: int
    deal: str
    seed_digest: str
    root: str | None
    shares: list[str]
    method: str | None
    cuts: list[int]


class ProgressiveSystem(TypedDict):
    """The devices at the betting positions: whether they take wagers now, and which of them took one."""

    open: bool
    accepted: list[int]
    clauses: list[str]


class ChoiceOfInput(TypedDict):
    """One answer to choose, and the fields of the request that it stands for."""

    label: str
    fields: dict[str, Any]


class InputShown(TypedDict):
    """What the person who takes a step must state."""

    name: str
    input: str
    """``count``: a number; ``choice``: one of ``choices``; ``cards``: the next cards; ``deck``: all cards in order,
    or that they are read as they are dealt, or nothing."""
    label: str
    value: NotRequired[int]
    choices: NotRequired[list[ChoiceOfInput]]


class OptionShown(TypedDict):
    """Something that may be asked now, with its fields as far as they are fixed and the clause that allows it."""

    type: str
    title: str
    """For people: what is done, and to which deck, seat or device."""
    deck: NotRequired[int]
    seat: NotRequired[int | None]
    action: NotRequired[str]
    kind: NotRequired[str]
    device: NotRequired[str]
    method: NotRequired[str]
    chips: NotRequired[int]
    sensors: NotRequired[int]
    counted: NotRequired[int]
    depth: NotRequired[int]
    wagers: NotRequired[dict[str, str]]
    smallest: NotRequired[str]
    largest: NotRequired[str]
    sets_hand: NotRequired[bool]
    """With the wager the player may say which ``cards`` play against the dealer; else the best of all do."""
    clause: NotRequired[str | None]
    roles: NotRequired[list[str]]
    """At the dealer's desk: who may ask it; a step may wait for somebody other than the one who looks."""
    inputs: NotRequired[list[InputShown]]
    """At the dealer's desk."""
    aside: NotRequired[bool]
    """At the dealer's desk: it is about something that went wrong."""


class StepShown(TypedDict):
    """A step of the dealer's procedure."""

    step: str
    """As the rulebook names it."""
    title: str
    clause: str | None
    status: str
    """``done``, ``now`` or ``next``."""
    option: int | None
    """The index, in the desk's list of steps, of the option that takes it, counted from 0."""
    say: str | None
    """What to say to the table."""
    waits: str | None
    """Who the table waits for, if the dealer cannot go on."""


class NotNow(TypedDict):
    """Something that a player might want to do and may not, with the reason."""

    type: str
    action: str | None
    code: str
    clause: str | None
    facts: dict[str, str]


class You(TypedDict):
    account: str
    name: str
    seat: int | None
    chips: str
    own: bool
    """Whether this person opened the table."""
    options: list[OptionShown]
    not_now: list[NotNow]


class DeckShown(TypedDict):
    deck: int
    status: str


class HeldCards(TypedDict):
    seat: int
    cards: list[str]


class TurnedUp(TypedDict):
    """A hand that the dealer turns up to settle it."""

    seat: int
    cards: list[str]
    hand: HandShown


class Desk(TypedDict):
    """What the dealer's desk or surveillance shows besides."""

    decks: list[DeckShown]
    rounds_since_stub_count: int
    devices_out_of_order: NotRequired[list[str]]
    devices_still_covered: NotRequired[list[str]]
    """Repaired, but not in use until the cover or the sign comes off."""
    progressive_wagers: NotRequired[int]
    claim: NotRequired[int | None]
    automatic: NotRequired[list[str]]
    dealing: NotRequired[str]
    next_deck: NotRequired[int]
    cards_to_read: NotRequired[int]
    """How many real cards must be read before the next are dealt; 0 if the order is known."""
    payouts: NotRequired[list[LineShown]]
    to_settle: NotRequired[list[TurnedUp]]
    steps: NotRequired[list[OptionShown]]
    procedure: NotRequired[list[StepShown]]
    """The round from the shuffle to the last chip, and where it stands."""
    hands: NotRequired[list[HeldCards]]
    dealer: NotRequired[list[str]]
    burned: NotRequired[list[str]]
    set_aside: NotRequired[list[str]]
    """Cards found face up, as far as they could be read; ``cards_set_aside`` counts all of them."""
    cards_set_aside: NotRequired[int]
    stub: NotRequired[int]
    felt: NotRequired[str]


class TableView(TypedDict):
    """A table as who is signed in may see it."""

    table: str
    name: str
    kind: str
    version: int
    rulebook: str
    game: str
    jurisdiction: str
    submission: str
    closed: bool
    idle: bool
    rounds: int
    phase: str
    deadline: int | None
    automatic: list[str]
    """The steps that the table takes automatically; a person takes the others."""
    entered_cards: bool
    """Whether cards may be entered by hand here, which cannot be verified."""
    deal_order: list[int]
    """Where the initial cards of the round go, in the order dealt: the seat; 0: the dealer; -1: the board."""
    meters: dict[str, str]
    progressive_system: ProgressiveSystem | None
    seats: list[SeatShown]
    seal: list[SealShown]
    round: RoundShown | None
    last_round: ClosedRound | None
    you: You | None
    desk: Desk | None


if TYPE_CHECKING:
    TableChanges = dict[str, Any]
else:
    TableChanges = TypedDict("TableChanges", TableView.__annotations__, total=False)
    TableChanges.__doc__ = "The entries of a view that are not as they were."


class LeafShown(TypedDict):
    """The position of a command's first event in the log, and the salt of its leaf."""

    position: int
    salt: str


class CommandAnswer(TypedDict):
    """That a command was accepted, the version that it led to, and the table as its owner sees it now."""

    command_id: str
    table: str
    version: int
    accepted: bool
    receipt: NotRequired[LeafShown]
    """Where it is in the log."""
    view: NotRequired[TableView]
    """If neither a feed was named nor the view declined."""
    number: NotRequired[int]
    """With a feed: the place of this answer among its frames."""
    changes: NotRequired[TableChanges]
    """With a feed: what differs from what was last sent."""


class MeterInLobby(TypedDict):
    id: str
    main: str


class TableInLobby(TypedDict):
    table: str
    name: str
    kind: str
    rulebook: str
    game: str
    jurisdiction: str
    minimum: str
    maximum: str
    seats: int
    open_seats: int
    meter: MeterInLobby | None
    phase: str
    entered_cards: bool
    closed: bool
    trouble: str | None
    seat: int | None
    """Where the caller sits."""
    own: bool
    """The caller opened it."""


class Exact(TypedDict):
    """A number as a fraction and as a decimal."""

    exact: str
    decimal: str


class AdvisedOption(TypedDict):
    action: str
    ev: Exact


class ChancesShown(TypedDict):
    """What may come of a hand that stays in to the end, over every card that can still be dealt."""

    win: Exact
    tie: Exact
    not_qualifying: Exact | None
    """How often the dealer does not qualify; null if every dealer qualifies."""


class AdviceShown(TypedDict):
    """Each option with its exact value in antes, best first; none yet while it is being worked out."""

    seat: int
    cards: list[str]
    board: list[str]
    known: list[str]
    computing: bool
    options: list[AdvisedOption]
    chances: ChancesShown | None
    """Null while it is being computed, and for games whose solver does not count it."""
